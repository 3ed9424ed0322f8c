//! What has been shown of a position, for the side to move.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::Outcome;

/// What a position is worth for the side to move. Draws by counting are left out, as endgame tables
/// leave them out: a draw is a position in which neither side can force an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The side to move wins.
    Win,
    /// Neither side wins.
    Draw,
    /// The other side wins.
    Loss,
    /// The other side does not win.
    AtLeastDraw,
    /// The side to move does not win.
    AtMostDraw,
    /// Nothing has been shown.
    Unknown,
}

impl Verdict {
    /// The game is won, by the side to move or not.
    pub(super) const fn won(by_mover: bool) -> Verdict {
        if by_mover { Verdict::Win } else { Verdict::Loss }
    }

    /// What follows from who is known not to lose.
    pub(super) const fn held(by_mover: bool, by_other: bool) -> Verdict {
        match (by_mover, by_other) {
            (true, true) => Verdict::Draw,
            (true, false) => Verdict::AtLeastDraw,
            (false, true) => Verdict::AtMostDraw,
            (false, false) => Verdict::Unknown,
        }
    }

    /// The outcome, if it is known to the full.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Verdict::Win => Some(Outcome::Win),
            Verdict::Draw => Some(Outcome::Draw),
            Verdict::Loss => Some(Outcome::Loss),
            _ => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Win => "win",
            Verdict::Draw => "draw",
            Verdict::Loss => "loss",
            Verdict::AtLeastDraw => "at least draw",
            Verdict::AtMostDraw => "at most draw",
            Verdict::Unknown => "unknown",
        })
    }
}

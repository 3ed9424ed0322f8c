//! What is said of a move: a comment, and a mark if it is an error or the only good one.

use damier::game::Side;
use damier::games::Variant;
use damier::notation::pdn::{self, record::Played};
use damier::score::Score;

use super::Finding;

/// Scores beyond this, in centimen, count as this.
const BOUND: i16 = 1_000;

/// So many centimen lost are doubtful, an error, a blunder: `?!`, `?`, `??`.
const LOSSES: [(i32, u16); 3] = [(200, 4), (100, 2), (50, 6)];

/// A move is the only good one if every other loses so many centimen more: `!`.
const ONLY: i32 = 100;

/// The longest line that is told, in moves.
const LINE: usize = 12;

pub(super) struct Remark {
    pub(super) text: String,
    pub(super) nag: Option<u16>,
}

impl Remark {
    /// The remark on a move, from what was found before it and behind it.
    pub(super) fn new(
        variant: Variant,
        played: &Played,
        before: &Finding,
        after: &Finding,
    ) -> Remark {
        let reached = if after.side == before.side { after.score } else { -after.score };
        let best = before.lines.first();
        let is_best =
            best.and_then(|line| line.pv.first()).is_none_or(|turn| turn.hub == played.hub);
        let bounded = |score: Score| Score(score.0.clamp(-BOUND, BOUND));
        let lost = bounded(before.score) - bounded(reached);
        let nag = if is_best {
            let second = before.lines.get(1).map(|line| line.score);
            second.filter(|&second| bounded(before.score) - bounded(second) >= ONLY).map(|_| 1)
        } else {
            LOSSES.iter().find(|(least, _)| lost >= *least).map(|(_, nag)| *nag)
        };
        let for_white = |score: Score| if before.side == Side::White { score } else { -score };
        let mut text = format!("[%eval {}]", for_white(reached));
        if let Some(line) = best {
            let turns: Vec<&str> = line.pv.iter().take(LINE).map(|turn| &*turn.own).collect();
            let turns = pdn::file_text(turns.join(" "), variant.facts());
            let first = turns.split(' ').next().unwrap_or_default();
            text.push_str(&format!(" best {first} ({}): {turns}", for_white(line.score)));
        }
        Remark { text, nag }
    }
}

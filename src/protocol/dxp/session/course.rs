//! The course of a game: what was agreed upon, what has been played, and what that says of its time
//! and its end.

use std::time::Duration;

use super::Think;
use crate::any::TurnText;
use crate::clock::Clock;
use crate::game::{GameResult, Side};
use crate::games::Variant;
use crate::protocol::dxp::message::Reason;
use crate::protocol::dxp::record::{Ending, Record};

/// A move that was played.
pub(super) struct Played {
    pub(super) turn: TurnText,
    /// What this side took for it, if it is its own.
    pub(super) time: Duration,
    /// What the peer took for it, if it is the peer's.
    pub(super) waited: Duration,
}

/// The game that is being played.
pub(super) struct Course {
    pub(super) opponent: String,
    pub(super) side: Side,
    pub(super) minutes: f64,
    pub(super) moves: u16,
    pub(super) start: String,
    pub(super) start_side: Side,
    pub(super) played: Vec<Played>,
    /// Whether the rules made it a draw when the peer was to move.
    pub(super) is_drawn: bool,
}

impl Course {
    /// Whether the moves that were agreed upon have been made.
    pub(super) fn is_complete(&self) -> bool {
        let limit = 2 * usize::from(self.moves);
        limit > 0 && self.played.len() >= limit
    }

    /// What is left to the peer of the time for the game; nothing if that is not limited.
    pub(super) fn left(&self) -> Duration {
        let used: Duration = self.played.iter().map(|played| played.waited).sum();
        let time = Duration::try_from_secs_f64(60.0 * self.minutes).unwrap_or_default();
        time.saturating_sub(used)
    }

    /// The move that this side is to search, among some turns.
    pub(super) fn think(&self, job: u64, only: Vec<usize>) -> Think {
        let used: Duration = self.played.iter().map(|played| played.time).sum();
        let made = self.played.len().div_ceil(2) as u32;
        let moves = (self.moves > 0).then(|| u32::from(self.moves).saturating_sub(made));
        let time = 60.0 * self.minutes - used.as_secs_f64();
        Think {
            job,
            start: self.start.clone(),
            moves: self.played.iter().map(|played| played.turn.hub.clone()).collect(),
            clock: (self.minutes > 0.0).then_some(Clock { time, increment: 0.0, moves }),
            only,
        }
    }

    /// The result when the peer has ended the game. Where the rules know one they are believed.
    pub(super) fn judge(
        &self,
        by_rules: Option<GameResult>,
        reason: Reason,
    ) -> (Option<GameResult>, Ending) {
        let told = reason.result(self.side.opponent());
        if by_rules.is_none() {
            let ending = if self.is_complete() { Ending::Moves } else { Ending::Opponent };
            return (told, ending);
        }
        if told.is_some() && told != by_rules {
            log::warn!("the peer says that it has ended otherwise than the rules say");
        }
        (by_rules, Ending::Rules)
    }

    /// How many plies of the game stand before a move, if it has come so far. The side that starts
    /// the game by its rules makes the first half of each move; in a position where the other is
    /// to move the first move has a second half only.
    pub(super) fn plies_before(&self, first: Side, number: u16, side: Side) -> Option<usize> {
        let half = |side| usize::from(side != first);
        let plies = (2 * usize::from(number.checked_sub(1)?) + half(side))
            .checked_sub(half(self.start_side))?;
        (plies <= self.played.len()).then_some(plies)
    }

    /// The game as it is told when it has ended.
    pub(super) fn record(
        self,
        variant: Variant,
        result: Option<GameResult>,
        ending: Ending,
    ) -> Record {
        Record {
            variant,
            opponent: self.opponent,
            side: self.side,
            start: self.start,
            moves: self.played.into_iter().map(|played| played.turn).collect(),
            result,
            ending,
        }
    }
}

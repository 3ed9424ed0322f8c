//! The worth of a position: centimen, or the distance to a forced end.

use std::fmt;
use std::ops::{Neg, Sub};

/// A score from the side to move: ordinary scores are centimen (a hundredth of a man), decided
/// ones tell in how many plies the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i16);

impl Score {
    /// A draw, or nothing gained.
    pub const ZERO: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score(10_001);
    /// A win that has happened. A win `n` plies away is `n` less, as Scan and Hub tell it.
    pub const WIN: Score = Score(10_000);
    /// The bound of an evaluation: 79.99 men, so that no client mistakes it for a win.
    pub const EVALUATION: i16 = 7_999;
    /// A win that endgame tables tell of the position at hand, as Scan and Hub tell it. They do not
    /// say how far it is.
    pub const TABLE_WIN: Score = Score(9_000);
    /// Beyond this (either way) a score is decided: a forced end is in sight.
    pub const DECIDED: i16 = 9_000;

    /// The game is won in `plies`.
    #[must_use]
    pub const fn win_in(plies: usize) -> Score {
        Score(Score::WIN.0 - plies as i16)
    }

    /// The game is lost in `plies`.
    #[must_use]
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i16 - Score::WIN.0)
    }

    /// Tables tell a win of a position that is so many plies away.
    #[must_use]
    pub const fn table_win_in(plies: usize) -> Score {
        Score(Score::TABLE_WIN.0 - plies as i16)
    }

    /// Whether it counts plies: a forced end, or a position that tables know.
    #[must_use]
    pub const fn counts_plies(self) -> bool {
        self.0 > Score::EVALUATION || self.0 < -Score::EVALUATION
    }

    /// An evaluation in centimen, kept within [`Score::EVALUATION`].
    #[must_use]
    pub fn evaluation(centimen: i32) -> Score {
        let bound = i32::from(Score::EVALUATION);
        Score(centimen.clamp(-bound, bound) as i16)
    }

    /// Whether a forced end is in sight.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0 > Score::DECIDED || self.0 < -Score::DECIDED
    }

    /// Whether a forced win is in sight.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 > Score::DECIDED
    }

    /// Whether a forced loss is in sight.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::DECIDED
    }

    /// The plies to the forced end, if one is in sight.
    #[must_use]
    pub fn plies_to_end(self) -> Option<u32> {
        self.is_decided().then(|| (Score::WIN.0 - self.0.abs()).max(0) as u32)
    }

    /// The score plus `centimen`, within the infinite bounds.
    #[must_use]
    pub fn plus(self, centimen: i32) -> Score {
        let bound = i32::from(Score::INFINITE.0);
        Score((i32::from(self.0) + centimen).clamp(-bound, bound) as i16)
    }

    /// In men, as Hub and the analysis print it.
    #[must_use]
    pub fn men(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Sub for Score {
    type Output = i32;
    fn sub(self, other: Score) -> i32 {
        i32::from(self.0) - i32::from(other.0)
    }
}

/// Men with two decimals: `0.12`, `-1.50`, `99.93`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", size / 100, size % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn prints_men_with_two_decimals() {
        assert_eq!(Score(5).to_string(), "0.05");
        assert_eq!(Score(-5).to_string(), "-0.05");
        assert_eq!(Score(-150).to_string(), "-1.50");
        assert_eq!(Score::win_in(7).to_string(), "99.93");
    }

    #[test]
    fn a_nearer_win_and_a_later_loss_are_better() {
        assert!(Score::win_in(3) > Score::win_in(5));
        assert!(Score::loss_in(5) > Score::loss_in(3));
        assert_eq!(Score::loss_in(4).plies_to_end(), Some(4));
        assert_eq!(Score(7_999).plies_to_end(), None);
    }

    #[test]
    fn a_win_by_tables_is_less_than_one_that_is_seen() {
        assert_eq!(Score::table_win_in(3).to_string(), "89.97");
        assert!(Score::table_win_in(0) < Score::win_in(320));
        assert!(!Score::table_win_in(0).is_decided());
        assert!(Score::table_win_in(320) > Score(Score::EVALUATION));
    }
}

//! Weaker play on purpose: a search that is less deep, and a choice among its best turns in which
//! chance helps the worse ones, the more the lower the level (the way of Stockfish's skill levels).

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::score::Score;

/// How well to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// 0 to [`Skill::FULL`].
    pub level: u8,
    /// The same position, level and seed give the same choice.
    pub seed: u64,
}

impl Skill {
    /// As well as possible.
    pub const FULL: u8 = 20;

    /// Whether play is weakened at all.
    #[must_use]
    pub const fn is_weak(&self) -> bool {
        self.level < Skill::FULL
    }

    /// Plies of the deepest iteration.
    pub(crate) fn depth(&self) -> u32 {
        1 + u32::from(self.level)
    }

    /// How many turns there are to choose among.
    pub(crate) const LINES: usize = 4;

    /// The index of the chosen one of some scores, the best first. `position` tells positions
    /// apart.
    pub(crate) fn choose(&self, scores: &[Score], position: u64) -> usize {
        let (Some(best), Some(worst)) = (scores.first(), scores.last()) else { return 0 };
        let mut random = StdRng::seed_from_u64(self.seed ^ position);
        // A man at the most is thrown away at a time, if the choice allows no less.
        let spread = (*best - *worst).min(100);
        let weakness = 120 - 5 * i32::from(self.level);
        let value = |score: Score, chance: i32| {
            let loss = *best - score;
            i32::from(score.0) + (weakness * loss + spread * chance) / 128
        };
        let values: Vec<i32> =
            scores.iter().map(|&score| value(score, random.random_range(0..weakness))).collect();
        (0..values.len()).rev().max_by_key(|&index| values[index]).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share_of_best(level: u8) -> usize {
        let scores = [50, 30, 10, -40].map(Score);
        (0..400).filter(|&seed| Skill { level, seed }.choose(&scores, 7) == 0).count()
    }

    #[test]
    fn the_best_is_chosen_more_often_on_a_higher_level() {
        let shares = [0, 7, 14, 19].map(share_of_best);
        assert!(shares.is_sorted(), "{shares:?}");
        assert!(shares[0] < 250 && shares[3] > 300, "{shares:?}");
    }

    #[test]
    fn one_turn_leaves_no_choice() {
        assert_eq!(Skill { level: 0, seed: 1 }.choose(&[Score(3)], 1), 0);
        assert_eq!(Skill { level: 0, seed: 1 }.choose(&[], 1), 0);
    }
}

//! A judge of positions without search: the work that is left until the board is empty of one's
//! own checkers, and what makes the next of it quick. Knows the rules only as far as its terms
//! need them.
//!
//! A player wants to lose checkers, so every term is a burden or a relief of its owner; the
//! score is what the side to move has less to do than the opponent. The weights come from a
//! logistic regression on games of the engine against itself (the target mixes the results with
//! the scores of a search), rounded by hand.

use multiversion::multiversion;

use super::board::{BITS, LEFT, RIGHT, row_bits, slides};
use super::position::ImpassePosition;
use crate::game::{Evaluator, Position, Side};
use crate::score::Score;

/// The weights, in centimen for the owner.
mod weight {
    /// A single has all the way before it: to the furthest row, to be crowned, and back.
    pub(super) const SINGLE: i32 = -98;
    /// Each row that a single has gone is work done, though little: one slide may cross the
    /// whole board.
    pub(super) const SINGLE_ROW: i32 = 1;
    /// A double is two checkers, but the first half of the work of one is done.
    pub(super) const DOUBLE: i32 = -140;
    /// Each row that a double is away from its nearest row, where the checker leaves.
    pub(super) const DOUBLE_ROW: i32 = -7;
    /// A way for a double to slide. Bear-offs need open diagonals; moves to choose from keep
    /// the others from having to be made.
    pub(super) const DOUBLE_SLIDE: i32 = 7;
    /// A transpose at hand passes the turn and loses next to nothing.
    pub(super) const TRANSPOSE: i32 = 20;
    /// A single can reach the furthest row at once.
    pub(super) const CROWNING: i32 = 8;
    /// A double can bear off at once.
    pub(super) const BEAR_OFF: i32 = 17;
    /// Who cannot move removes a checker, and so gains a bear-off without its work. The side
    /// to move is sure of it.
    pub(super) const IMPASSE_NOW: i32 = 83;
    /// The other side may be given a move before its turn comes.
    pub(super) const IMPASSE_NEXT: i32 = 13;
    /// Without doubles, singles soon run out of moves, and an impasse takes them one by one.
    pub(super) const NO_DOUBLES: i32 = 23;
    /// The turn itself.
    pub(super) const TEMPO: i32 = 7;
}

/// The rows whose number has a given bit set, so that three counts add up the rows of a board.
const ROWS_WITH_BIT: [u64; 3] = {
    let mut rows = [0; 3];
    let mut row = 0;
    while row < 8 {
        let mut bit = 0;
        while bit < 3 {
            if row >> bit & 1 != 0 {
                rows[bit] |= row_bits(row);
            }
            bit += 1;
        }
        row += 1;
    }
    rows
};

/// The pieces as their owner sees them, who sits at the bottom of the board.
struct View {
    singles: u64,
    doubles: u64,
    empty: u64,
}

/// The evaluation of [`super::Impasse`]. It keeps nothing from one position to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImpasseEvaluator;

impl Evaluator<ImpassePosition> for ImpasseEvaluator {
    fn evaluate(&mut self, position: &ImpassePosition) -> Score {
        Score::evaluation(relief(position))
    }
}

/// The evaluation is mostly counting, for which newer processors have an instruction.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn relief(position: &ImpassePosition) -> i32 {
    let empty = position.empty();
    let white = View { singles: position.singles[0], doubles: position.doubles[0], empty };
    let black = View {
        singles: half_turn(position.singles[1]),
        doubles: half_turn(position.doubles[1]),
        empty: half_turn(empty),
    };
    let (own, other) = match position.side() {
        Side::White => (white, black),
        Side::Black => (black, white),
    };
    own.relief(weight::IMPASSE_NOW) - other.relief(weight::IMPASSE_NEXT) + weight::TEMPO
}

fn half_turn(board: u64) -> u64 {
    board.reverse_bits() >> (64 - BITS)
}

fn count(board: u64) -> i32 {
    board.count_ones() as i32
}

/// The sum of the rows of all pieces, the nearest row being 0.
fn rows(board: u64) -> i32 {
    ROWS_WITH_BIT.iter().rev().fold(0, |sum, rows| 2 * sum + count(board & rows))
}

impl View {
    /// How good the pieces are for their owner: mostly less than nothing.
    #[inline(always)]
    fn relief(&self, impasse: i32) -> i32 {
        let View { singles, doubles, empty } = *self;
        let mut relief = count(singles) * weight::SINGLE
            + rows(singles) * weight::SINGLE_ROW
            + count(doubles) * weight::DOUBLE
            + rows(doubles) * weight::DOUBLE_ROW;

        let forward = [LEFT, RIGHT].map(|by| slides::<true>(singles, empty, by));
        let backward = [LEFT, RIGHT].map(|by| slides::<false>(doubles, empty, by));
        let transposes = count(doubles >> LEFT & singles) + count(doubles >> RIGHT & singles);
        relief += (count(backward[0]) + count(backward[1])) * weight::DOUBLE_SLIDE;
        relief += transposes * weight::TRANSPOSE;
        let forward = forward[0] | forward[1];
        let backward = backward[0] | backward[1];
        if backward & row_bits(0) != 0 {
            relief += weight::BEAR_OFF;
        }
        if forward & row_bits(7) != 0 {
            relief += weight::CROWNING;
        }
        if doubles == 0 {
            relief += weight::NO_DOUBLES;
        }
        if forward | backward == 0 && transposes == 0 {
            relief += impasse;
        }
        relief
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Settings};
    use crate::games::impasse::Impasse;

    fn score(fen: &str) -> i16 {
        let position = Impasse::read_fen(fen, &Settings::default()).unwrap();
        let score = ImpasseEvaluator.evaluate(&position);
        assert_eq!(ImpasseEvaluator.evaluate(&position.turned()), score, "the sides are alike");
        score.0
    }

    #[test]
    fn the_start_is_worth_the_turn() {
        let start = Impasse::start(&Settings::default());
        assert_eq!(i32::from(ImpasseEvaluator.evaluate(&start).0), weight::TEMPO);
    }

    #[test]
    fn fewer_checkers_are_better() {
        assert!(score("8/8/3b3b/8/3w4/8/8/8 w") > 0);
        assert!(score("8/8/3b3b/8/3w4/8/8/8 b") < 0);
        assert!(score("8/8/3b4/8/3W4/8/8/8 w") < 0);
    }

    #[test]
    fn pieces_on_their_way_are_better() {
        assert!(score("8/8/1b3b2/8/1w3w2/8/8/8 w") > score("8/8/1b3b2/8/8/8/1w3w2/8 w"));
        assert!(score("8/8/1b6/8/8/2W5/8/8 w") > score("8/2W5/1b6/8/8/8/8/8 w"));
    }

    #[test]
    fn an_impasse_is_better_than_a_move() {
        let stuck = score("1w6/8/8/8/3b4/8/8/8 w");
        let free = score("8/2w5/8/8/3b4/8/8/8 w");
        assert!(stuck > free, "{stuck} {free}");
    }

    #[test]
    fn rows_add_up() {
        for row in 0..8 {
            assert_eq!(rows(row_bits(row)), 4 * row as i32);
        }
    }
}

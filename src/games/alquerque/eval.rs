//! The worth of a position without search. It looks at the board only and keeps nothing, and it
//! is meant for quiet positions: what can be captured at once is for a search to settle.

use crate::game::{Evaluator, Side};
use crate::score::Score;

use super::board::row;
use super::generate;
use super::position::Position;

/// What each term is worth, in centimen. Chosen by matches at a fixed depth of six plies, where
/// steps and reserve won against material alone and small changes of either made no difference.
/// No term stands here for the home row, the far row, the crossings, the rim or the corners:
/// beside these two none of them won a match.
mod weight {
    /// A piece.
    pub(super) const PIECE: i32 = 100;
    /// A point to step to.
    pub(super) const STEP: i32 = 3;
    /// A row that a piece still has before it: who has gone all the way can only wait for
    /// something to jump.
    pub(super) const RESERVE: i32 = 6;
    /// The right to move.
    pub(super) const TURN: i32 = 5;
}

/// The judge of positions. It keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluation;

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position) -> Score {
        let side = position.to_move();
        let lead = worth(position, side) - worth(position, side.opponent());
        Score::evaluation(lead + weight::TURN)
    }
}

fn worth(position: &Position, side: Side) -> i32 {
    let pieces = position.pieces(side);
    let steps: i32 = generate::steps(position, side).into_iter().map(count).sum();
    let reserve: i32 = (1..5).map(|rows| rows * count(pieces & row(side, rows as usize))).sum();
    weight::PIECE * count(pieces) + weight::STEP * steps + weight::RESERVE * reserve
}

fn count(set: u32) -> i32 {
    set.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Settings};
    use crate::games::alquerque::Alquerque;

    fn worth(fen: &str) -> i32 {
        let position = Alquerque::read_fen(fen, &Settings::default()).expect("a position");
        i32::from(Evaluation.evaluate(&position).0)
    }

    #[test]
    fn the_start_is_worth_the_right_to_move() {
        let start = Alquerque::start(&Settings::default());
        assert_eq!(Evaluation.evaluate(&start), Score(weight::TURN as i16));
    }

    #[test]
    fn the_two_sides_are_judged_alike() {
        // The second is the first one turned round with the sides exchanged.
        assert_eq!(worth("W:Wa1,c2,d3:Bb5,e4"), worth("B:Wd1,a2:Be5,c4,b3"));
    }

    #[test]
    fn a_piece_that_has_gone_all_the_way_is_worth_less() {
        assert!(worth("W:Wa5,a1:Be1,c5") < worth("W:Wa3,a1:Be1,c5"));
    }
}

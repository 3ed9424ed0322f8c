//! The worth of a position without search.

use crate::game::Evaluator;
use crate::score::Score;

use super::position::Position;

/// The judge of positions. It keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluation;

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position) -> Score {
        let side = position.to_move();
        let own = position.pieces(side).count_ones() as i32;
        let enemy = position.pieces(side.opponent()).count_ones() as i32;
        Score::evaluation((own - enemy) * 100)
    }
}

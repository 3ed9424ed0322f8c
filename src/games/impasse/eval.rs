//! stub
use super::position::ImpassePosition;
use crate::game::{Evaluator, Position};
use crate::score::Score;
/// Stub.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImpasseEvaluator;
impl Evaluator<ImpassePosition> for ImpasseEvaluator {
    fn evaluate(&mut self, position: &ImpassePosition) -> Score {
        let side = position.side();
        Score::evaluation(
            100 * (position.checkers(side.opponent()) as i32 - position.checkers(side) as i32),
        )
    }
}

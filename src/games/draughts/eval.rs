//! The evaluation of the draughts games.

use std::marker::PhantomData;

use crate::game::{Evaluator, Side};
use crate::games::draughts::bits::Bits;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::Rules;
use crate::score::Score;

/// The hand-written evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluation<R>(PhantomData<R>);

impl<R: Rules> Evaluator<Position<R>> for Evaluation<R> {
    fn evaluate(&mut self, position: &Position<R>) -> Score {
        let worth = |side: Side| {
            100 * position.men(side).count() as i32 + 300 * position.kings_of(side).count() as i32
        };
        Score::evaluation(worth(position.side) - worth(position.side.opponent()))
    }
}

//! What the counts are worth: numbers for a few stages of the game, and between them numbers on
//! a straight line, worked out at compile time for every number of pieces.
//!
//! Where a file does not say that they were set by hand, the numbers come from logistic regression on the results of games that the engine played
//! against itself. A weight is held towards 0 and towards the same weight in the stages beside
//! it, so one that stands where its count hardly occurs means little by itself.

mod breakthrough;
mod english;
mod english_losing;
mod frisian;
mod international;
mod losing;
mod poddavki;
mod russian;
mod turkish;

pub use breakthrough::BREAKTHROUGH;
pub use english::ENGLISH;
pub use english_losing::ENGLISH_LOSING;
pub use frisian::FRISIAN;
pub use international::INTERNATIONAL;
pub use losing::LOSING;
pub use poddavki::PODDAVKI;
pub use russian::RUSSIAN;
pub use turkish::TURKISH;

use crate::game::Side;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::eval::terms::Terms;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::Rules;
use crate::notation::square::Squares;

/// Stages for which weights are told.
pub(super) const STAGES: usize = 5;
/// A weight in each stage, in centimen.
pub type Curve = [i16; STAGES];
/// The pieces of both sides that make up each stage, falling.
pub type Knots = [usize; STAGES];

/// The weights of one game.
#[derive(Debug)]
pub struct Weights {
    /// The stages.
    pub knots: Knots,
    /// What each count is worth.
    pub terms: Terms<Curve>,
    /// The board that `squares` tells of. A game on another board takes the nearest square.
    pub board: Squares,
    /// What a white man is worth for standing on a square, square by square, besides what any
    /// man is worth.
    pub squares: &'static [Curve],
}

/// A weight when so many pieces are left.
pub(super) const fn between(curve: &Curve, knots: &Knots, pieces: usize) -> i16 {
    if pieces >= knots[0] {
        return curve[0];
    }
    let mut stage = 1;
    while stage < STAGES {
        if pieces >= knots[stage] {
            let (more, fewer) = (curve[stage - 1] as i32, curve[stage] as i32);
            let whole = (knots[stage - 1] - knots[stage]) as i32;
            let part = (pieces - knots[stage]) as i32;
            return (fewer + (more - fewer) * part / whole) as i16;
        }
        stage += 1;
    }
    curve[STAGES - 1]
}

/// No position has more pieces.
const MOST_PIECES: usize = 80;

/// The weights for one number of pieces.
#[derive(Clone, Copy)]
pub(super) struct Phase {
    pub(super) terms: Terms<i16>,
    /// For each side, what a man is worth on each bit of the board.
    pub(super) squares: [[i16; 96]; 2],
}

impl Phase {
    /// The weights for a position.
    #[inline]
    pub(super) fn of<R: Rules>(position: &Position<R>) -> &'static Phase {
        let pieces = position.pieces(Side::White) | position.pieces(Side::Black);
        &Phases::<R>::ALL[(pieces.count() as usize).min(MOST_PIECES)]
    }

    const fn new<R: Rules>(pieces: usize) -> Phase {
        let weights = R::SET.weights;
        let board = Board::<R>::SQUARES;
        let count = board.count();
        let terms = weights.terms.at(&weights.knots, pieces);
        let mut squares = [[0; 96]; 2];
        let mut square = 0;
        while square < count {
            let (column, row) = board.place(square);
            let column = column * weights.board.width / board.width;
            let row = row * weights.board.height / board.height;
            let place = column * weights.board.row() / weights.board.width;
            let curve = &weights.squares[row * weights.board.row() + place];
            let worth = between(curve, &weights.knots, pieces);
            squares[0][Board::<R>::index(square) as usize] = worth;
            // Black sees the board turned by half a turn.
            squares[1][Board::<R>::index(count - 1 - square) as usize] = worth;
            square += 1;
        }
        Phase { terms, squares }
    }
}

/// The weights of the game `R` for every number of pieces.
struct Phases<R>(std::marker::PhantomData<R>);

impl<R: Rules> Phases<R> {
    const ALL: &'static [Phase; MOST_PIECES + 1] = &{
        let mut all = [Phase::new::<R>(0); MOST_PIECES + 1];
        let mut pieces = 1;
        while pieces <= MOST_PIECES {
            all[pieces] = Phase::new::<R>(pieces);
            pieces += 1;
        }
        all
    };
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn weights_between_stages_lie_on_a_straight_line() {
        let curve = [100, 50, 0, -40, 8];
        let knots = [24, 18, 12, 7, 3];
        let expected = [
            (30, 100),
            (24, 100),
            (21, 75),
            (18, 50),
            (15, 25),
            (7, -40),
            (5, -16),
            (3, 8),
            (0, 8),
        ];
        for (pieces, worth) in expected {
            assert_eq!(between(&curve, &knots, pieces), worth, "{pieces} pieces");
        }
    }
}

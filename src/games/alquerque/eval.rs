//! The worth of a position without search. It looks at the board only and keeps nothing, and it
//! is meant for quiet positions: what can be captured at once is for a search to settle. The
//! [`weights`] tell what is counted here, for the number of pieces that are left.

mod weights;

use super::board::points;
use super::generate;
use super::position::Position;
use crate::game::{Evaluator, Side};
use crate::linear::{Group, Linear, WeightFile, terms};
use crate::score::Score;
use weights::{MOST_PIECES, Phase, Weights};

terms! {
    /// Pieces.
    piece,
    /// Points to step to.
    step,
    /// One for the side to move.
    turn,
}

impl Terms<i32> {
    /// The counts for the side to move: its own less those of its opponent.
    fn of(position: &Position) -> Terms<i32> {
        let side = position.to_move();
        let ours = Terms::of_side(position, side);
        Terms { turn: 1, ..ours.minus(&Terms::of_side(position, side.opponent())) }
    }

    fn of_side(position: &Position, side: Side) -> Terms<i32> {
        let count = |set: u32| set.count_ones() as i32;
        let step = generate::steps(position, side).into_iter().map(count).sum();
        Terms { piece: count(position.pieces(side)), step, turn: 0 }
    }
}

/// The judge of positions. It keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluation;

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position) -> Score {
        let phase = &Phase::ALL[pieces(position).min(MOST_PIECES)];
        let placed = phase.placed(position, Side::White) - phase.placed(position, Side::Black);
        let placed = if position.to_move() == Side::White { placed } else { -placed };
        Score::evaluation(placed + Terms::of(position).worth(&phase.terms))
    }
}

impl Linear<Position> for Evaluation {
    fn groups() -> Vec<Group> {
        weights::ALQUERQUE.groups()
    }

    fn pieces(position: &Position) -> usize {
        pieces(position)
    }

    fn counts(position: &Position, tell: &mut dyn FnMut(usize, i32)) {
        let terms = Terms::of(position).values();
        terms.iter().enumerate().for_each(|(term, count)| tell(term, *count));
        for side in Side::ALL {
            let sign = if side == position.to_move() { 1 } else { -1 };
            let own = points(position.pieces(side));
            own.for_each(|point| tell(terms.len() + Weights::place(side, point), sign));
        }
    }

    fn files(groups: &[Group], story: &str) -> Vec<WeightFile> {
        let source = Weights::source(groups, story);
        vec![WeightFile { ending: ".rs", bytes: source.into_bytes() }]
    }
}

/// The pieces of both sides.
fn pieces(position: &Position) -> usize {
    (position.pieces(Side::White) | position.pieces(Side::Black)).count_ones() as usize
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
        assert_eq!(Evaluation.evaluate(&start).0, weights::ALQUERQUE.terms.turn[0]);
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

//! The worth of a position without search. It looks at the board only and keeps nothing, and it
//! is meant for quiet positions: what can be captured at once is for a search to settle. The
//! [`terms`] count what is seen, the [`weights`] tell what a count is worth for the number of
//! pieces that are left.

mod terms;
mod weights;

use multiversion::multiversion;

use super::board::squares;
use super::position::Position;
use crate::game::{Evaluator, Side};
use crate::linear::{Group, Linear, WeightFile};
use crate::score::Score;
use terms::Terms;
use weights::{MOST_PIECES, Phase, Weights};

/// The judge of positions. It keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluation;

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position) -> Score {
        Score::evaluation(worth(position))
    }
}

impl Linear<Position> for Evaluation {
    fn groups() -> Vec<Group> {
        weights::EXTREME.groups()
    }

    fn pieces(position: &Position) -> usize {
        pieces(position)
    }

    fn counts(position: &Position, tell: &mut dyn FnMut(usize, i32)) {
        let terms = Terms::of(position).values();
        terms.iter().enumerate().for_each(|(term, count)| tell(term, *count));
        let (men, kings) = (terms.len(), terms.len() + Weights::PLACES);
        for side in Side::ALL {
            let sign = if side == position.to_move() { 1 } else { -1 };
            let (own, crowned) = (position.pieces(side), position.kings());
            squares(own & !crowned).for_each(|at| tell(men + Weights::place(side, at), sign));
            squares(own & crowned).for_each(|at| tell(kings + Weights::place(side, at), sign));
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

/// The evaluation is mostly counting, for which newer processors have an instruction.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn worth(position: &Position) -> i32 {
    let phase = &Phase::ALL[pieces(position).min(MOST_PIECES)];
    let placed = phase.placed(position, Side::White) - phase.placed(position, Side::Black);
    let placed = if position.to_move() == Side::White { placed } else { -placed };
    placed + Terms::of(position).worth(&phase.terms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Settings};
    use crate::games::extreme::Extreme;

    fn worth(fen: &str) -> i32 {
        let position = Extreme::read_fen(fen, &Settings::default()).expect("a position");
        i32::from(Evaluation.evaluate(&position).0)
    }

    #[test]
    fn the_start_is_worth_the_right_to_move() {
        let start = Extreme::start(&Settings::default());
        assert_eq!(Evaluation.evaluate(&start).0, weights::EXTREME.terms.turn[0]);
    }

    #[test]
    fn the_two_sides_are_judged_alike() {
        // The second is the first one upside down with the sides exchanged.
        let first = worth("W:Wa3,c3,Kf2,g4,h1:Bb6,d7,Kc4,h8");
        assert_eq!(first, worth("B:Wb3,d2,Kc5,h1:Ba6,c6,Kf7,g5,h8"));
    }

    #[test]
    fn the_rarer_colour_is_worth_more() {
        let both = "Kb8,Kg7,Kh8,Kf8";
        let last = worth(&format!("W:WKa1,Kc1,Ke1,Kb1:B{both}"));
        let even = worth(&format!("W:WKa1,Kc1,Kd1,Kb1:B{both}"));
        assert!(last < even, "{last} {even}");
    }
}

//! A judge of positions without search: the work that is left until the board is empty of one's
//! own checkers, and what makes the next of it quick. Knows the rules only as far as its [`terms`]
//! need them.
//!
//! A player wants to lose checkers, so every piece is a burden of its owner, less where it is
//! nearer to the end of its way; the score is what the side to move has less to do than the
//! opponent. The [`weights`] tell what each count is worth for the number of checkers that are
//! left.

mod terms;
mod weights;

use multiversion::multiversion;

use super::board::{bit_of_number, bits, number_of_bit};
use super::position::ImpassePosition;
use crate::game::{Evaluator, Position, Side};
use crate::linear::{Group, Linear, WeightFile};
use crate::score::Score;
use terms::{Terms, View};
use weights::{MOST_CHECKERS, Phase, Weights};

/// The evaluation of [`super::Impasse`]. It keeps nothing from one position to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImpasseEvaluator;

impl Evaluator<ImpassePosition> for ImpasseEvaluator {
    fn evaluate(&mut self, position: &ImpassePosition) -> Score {
        Score::evaluation(relief(position))
    }
}

impl Linear<ImpassePosition> for ImpasseEvaluator {
    fn groups() -> Vec<Group> {
        weights::IMPASSE.groups()
    }

    fn pieces(position: &ImpassePosition) -> usize {
        checkers(position)
    }

    fn counts(position: &ImpassePosition, tell: &mut dyn FnMut(usize, i32)) {
        let (own, other) = views(position);
        let terms = Terms::of(&own, &other).values();
        terms.iter().enumerate().for_each(|(term, count)| tell(term, *count));
        let squares = [(own, 1), (other, -1)];
        let (singles, doubles) = (terms.len(), terms.len() + Weights::SQUARES);
        for (view, sign) in squares {
            bits(view.singles).for_each(|bit| tell(singles + number_of_bit(bit) - 1, sign));
            bits(view.doubles).for_each(|bit| tell(doubles + number_of_bit(bit) - 1, sign));
        }
    }

    fn files(groups: &[Group], story: &str) -> Vec<WeightFile> {
        let source = Weights::source(groups, story);
        vec![WeightFile { ending: ".rs", bytes: source.into_bytes() }]
    }
}

/// The checkers of both sides.
fn checkers(position: &ImpassePosition) -> usize {
    position.checkers(Side::White) + position.checkers(Side::Black)
}

/// What the side to move and what its opponent has, each as its owner sees it.
#[inline(always)]
fn views(position: &ImpassePosition) -> (View, View) {
    let [white, black] = Side::ALL.map(|side| View::new(position, side));
    match position.side() {
        Side::White => (white, black),
        Side::Black => (black, white),
    }
}

/// The evaluation is mostly counting, for which newer processors have an instruction.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn relief(position: &ImpassePosition) -> i32 {
    let phase = &Phase::ALL[checkers(position).min(MOST_CHECKERS)];
    let (own, other) = views(position);
    Terms::of(&own, &other).worth(&phase.terms) + phase.placed(&own) - phase.placed(&other)
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
        let tempo = weights::IMPASSE.terms.turn[0];
        assert_eq!(ImpasseEvaluator.evaluate(&start).0, tempo);
    }

    #[test]
    fn fewer_checkers_are_better() {
        assert!(score("8/8/3b3b/8/3w4/8/8/8 w") > 0);
        assert!(score("8/8/3b3b/8/3w4/8/8/8 b") < 0);
        assert!(score("8/8/3b4/8/3W4/8/8/8 w") < 0);
    }

    #[test]
    fn pieces_on_their_way_are_better() {
        assert!(score("8/8/1b6/8/8/2W5/8/8 w") > score("8/2W5/1b6/8/8/8/8/8 w"));
    }

    #[test]
    fn an_impasse_is_better_than_a_move() {
        let stuck = score("1w6/8/8/8/3b4/8/8/8 w");
        let free = score("8/2w5/8/8/3b4/8/8/8 w");
        assert!(stuck > free, "{stuck} {free}");
    }
}

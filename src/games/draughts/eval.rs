//! The hand-written evaluation: counts of what can be seen on the board ([`terms`]), each worth
//! what the game's [`weights`] say for the number of pieces that are left. Whether a game is
//! played to win or to lose makes no difference here: only the weights know.

mod orthogonal;
pub mod patterns;
pub mod terms;
pub mod weights;

use std::marker::PhantomData;

use multiversion::multiversion;

use crate::game::{Evaluator, Position as _, Side};
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::Rules;
use crate::linear::patterns::{Entry, Windows as _, file};
use crate::linear::{Group, Linear, WeightFile};
use crate::score::Score;
use patterns::Windows;
use terms::terms;
use weights::Phase;

/// The hand-written evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation<R> {
    /// What patterns of men are worth, if anything.
    patterns: Option<&'static [Entry]>,
    rules: PhantomData<R>,
}

impl<R: Rules> Default for Evaluation<R> {
    fn default() -> Evaluation<R> {
        let weights = R::SET.weights;
        // A game on another board goes without them.
        let patterns = weights.patterns.filter(|_| weights.board == Board::<R>::SQUARES);
        Evaluation { patterns: patterns.map(|patterns| patterns()), rules: PhantomData }
    }
}

impl<R: Rules> Evaluator<Position<R>> for Evaluation<R> {
    fn evaluate(&mut self, position: &Position<R>) -> Score {
        Score::evaluation(worth(position, self.patterns))
    }
}

impl<R: Rules> Linear<Position<R>> for Evaluation<R> {
    fn groups() -> Vec<Group> {
        R::SET.weights.groups()
    }

    fn pieces(position: &Position<R>) -> usize {
        weights::pieces(position)
    }

    fn counts(position: &Position<R>, tell: &mut dyn FnMut(usize, i32)) {
        let terms = terms(position).values();
        terms.iter().enumerate().for_each(|(term, count)| tell(term, *count));
        let weights = R::SET.weights;
        let board = Board::<R>::SQUARES;
        for side in Side::ALL {
            let sign = if side == position.side() { 1 } else { -1 };
            for index in position.men(side).squares() {
                let square = Board::<R>::square(index);
                let seen = if side == Side::White { square } else { board.count() - 1 - square };
                tell(terms.len() + weights.place(&board, seen), sign);
            }
        }
        if weights.board == board {
            let first = terms.len() + board.count();
            let windows = Windows::of(&board);
            patterns::visit(position, |window, pattern| {
                if let Some((weight, is_turned)) = windows.weight(window, pattern) {
                    let is_ours = is_turned == (position.side() == Side::Black);
                    tell(first + weight, if is_ours { 1 } else { -1 });
                }
            });
        }
    }

    fn files(groups: &[Group], story: &str) -> Vec<WeightFile> {
        let source = R::SET.weights.source(&R::SET.facts, groups, story);
        let mut files = vec![WeightFile { ending: ".rs", bytes: source.into_bytes() }];
        if let Some(group) = groups.get(2).filter(|group| !group.is_zero()) {
            files.push(WeightFile { ending: ".patterns", bytes: file(&group.values) });
        }
        files
    }
}

/// The evaluation is mostly counting, for which newer processors have an instruction.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn worth<R: Rules>(position: &Position<R>, patterns: Option<&'static [Entry]>) -> i32 {
    let phase = Phase::of(position);
    let mut men = 0;
    if !R::SET.weights.squares.is_empty() {
        men += placed(position, phase, Side::White) - placed(position, phase, Side::Black);
    }
    if let Some(entries) = patterns {
        men += patterns::worth(position, entries, phase.share);
    }
    let men = if position.side() == Side::White { men } else { -men };
    men + terms(position).worth(&phase.terms)
}

/// What the men of a side are worth for standing where they stand.
#[inline(always)]
fn placed<R: Rules>(position: &Position<R>, phase: &Phase, side: Side) -> i32 {
    let men = position.men(side).squares();
    men.map(|index| i32::from(phase.squares[side.index()][index as usize])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Settings, Turns};
    use crate::games::draughts::Draughts;
    use crate::games::draughts::board::Board;
    use crate::games::draughts::king_limit::KingMoves;
    use crate::games::draughts::rules::international::International;
    use crate::games::draughts::rules::losing::Losing;
    use crate::games::draughts::rules::poddavki::Poddavki;
    use crate::games::draughts::rules::russian::Russian;
    use crate::games::draughts::rules::{english::English, frisian::Frisian, turkish::Turkish};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn score<R: Rules>(position: &Position<R>) -> Score {
        Evaluation::<R>::default().evaluate(position)
    }

    /// The same position with the board turned and the colours exchanged.
    fn exchanged<R: Rules>(position: &Position<R>) -> Position<R> {
        let last = Board::<R>::SQUARES.count() - 1;
        let turned = |set: R::Bits| {
            set.squares().fold(R::Bits::EMPTY, |turned, index| {
                let square = last - Board::<R>::square(index);
                turned | R::Bits::bit(Board::<R>::index(square))
            })
        };
        let mut king_moves = KingMoves::default();
        for side in Side::ALL {
            if let Some((king, count)) = position.king_moves.get(side) {
                king_moves.set(side.opponent(), turned(R::Bits::bit(king)).lowest(), count);
            }
        }
        let pieces = [turned(position.pieces(Side::Black)), turned(position.pieces(Side::White))];
        let kings = position.kings_of(Side::White) | position.kings_of(Side::Black);
        Position::new(
            position.side().opponent(),
            pieces,
            turned(kings),
            position.counters,
            king_moves,
        )
    }

    /// Calls `check` for the positions of random games.
    fn wander<R: Rules>(check: impl Fn(&Position<R>)) {
        let mut random = StdRng::seed_from_u64(1);
        let mut turns = Turns::new();
        for _ in 0..100 {
            let mut position = Draughts::<R>::start(&Settings::defaults(&R::SET.facts));
            for _ in 0..150 {
                position.generate(&mut turns);
                if position.outcome(&turns).is_some() {
                    break;
                }
                check(&position);
                position.play(turns[random.random_range(0..turns.len())]);
            }
        }
    }

    fn is_symmetric<R: Rules>() {
        wander::<R>(|position| {
            assert_eq!(score(position), score(&exchanged(position)), "{position:?}");
            assert!(score(position).0.abs() <= Score::EVALUATION);
        });
    }

    #[test]
    fn exchanging_colours_changes_no_score() {
        is_symmetric::<Poddavki>();
        is_symmetric::<Russian>();
        is_symmetric::<International>();
        is_symmetric::<Losing<International>>();
        is_symmetric::<Frisian>();
        is_symmetric::<English>();
        is_symmetric::<Turkish>();
    }

    /// What White, to move at the start, thinks of one man less on the other side.
    fn a_man_up<R: Rules>() -> i16 {
        let start = Draughts::<R>::start(&Settings::defaults(&R::SET.facts));
        let theirs = start.pieces(Side::Black).without_lowest();
        let pieces = [start.pieces(Side::White), theirs];
        let kings = (R::Bits::EMPTY, KingMoves::default());
        score(&Position::<R>::new(Side::White, pieces, kings.0, start.counters, kings.1)).0
    }

    #[test]
    fn scores_are_in_centimen() {
        assert!((70..160).contains(&a_man_up::<Russian>()), "{}", a_man_up::<Russian>());
        let international = a_man_up::<International>();
        assert!((70..160).contains(&international), "{international}");
    }
}

//! The worth of a position without search. It looks at the board only and keeps nothing, and it
//! is meant for quiet positions: what can be captured at once is for a search to settle. The
//! [`terms`] count what is seen, the [`weights`] tell what a count is worth for the number of
//! pieces that are left.

mod patterns;
mod terms;
mod weights;

use multiversion::multiversion;

use super::board::{DARK, squares};
use super::position::Position;
use crate::game::{Evaluator, Side};
use crate::linear::patterns::{Entry, Windows as _, file};
use crate::linear::{Group, Linear, WeightFile};
use crate::score::Score;
use patterns::Windows;
use terms::Terms;
use weights::{MOST_OF_COLOUR, MOST_PIECES, Phase, Weights};

/// The judge of positions.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation {
    /// What patterns of pieces are worth.
    patterns: &'static [Entry],
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation { patterns: (weights::EXTREME.patterns)() }
    }
}

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position) -> Score {
        Score::evaluation(worth(position, self.patterns))
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
        let balance = kings + Weights::PLACES;
        for (own, theirs) in balances(position) {
            if own != theirs {
                let sign = if own > theirs { 1 } else { -1 };
                tell(balance + Weights::balance(own.max(theirs), own.min(theirs)), sign);
            }
        }
        let first = balance + Weights::BALANCES;
        patterns::visit(position, |window, pattern| {
            if let Some((weight, is_turned)) = Windows.weight(window, pattern) {
                let is_ours = is_turned == (position.to_move() == Side::Black);
                tell(first + weight, if is_ours { 1 } else { -1 });
            }
        });
    }

    fn files(groups: &[Group], story: &str) -> Vec<WeightFile> {
        let source = Weights::source(groups, story);
        let mut files = vec![WeightFile { ending: ".rs", bytes: source.into_bytes() }];
        if let Some(group) = groups.get(4) {
            files.push(WeightFile { ending: ".patterns", bytes: file(&group.values) });
        }
        files
    }
}

/// The pieces on each square colour, those of the side to move first.
#[inline(always)]
fn balances(position: &Position) -> [(usize, usize); 2] {
    let own = position.pieces(position.to_move());
    let theirs = position.pieces(position.to_move().opponent());
    let count = |set: u64| (set.count_ones() as usize).min(MOST_OF_COLOUR);
    [DARK, !DARK].map(|colour| (count(own & colour), count(theirs & colour)))
}

/// The pieces of both sides.
fn pieces(position: &Position) -> usize {
    (position.pieces(Side::White) | position.pieces(Side::Black)).count_ones() as usize
}

/// The evaluation is mostly counting, for which newer processors have an instruction.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn worth(position: &Position, patterns: &'static [Entry]) -> i32 {
    let phase = &Phase::ALL[pieces(position).min(MOST_PIECES)];
    let mut placed = phase.placed(position, Side::White) - phase.placed(position, Side::Black);
    placed += patterns::worth(position, patterns, phase.share);
    let placed = if position.to_move() == Side::White { placed } else { -placed };
    let balances = balances(position).map(|(own, theirs)| phase.balance(own, theirs));
    placed + balances[0] + balances[1] + Terms::of(position).worth(&phase.terms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Position as _, Settings, Turns};
    use crate::games::extreme::Extreme;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn worth(fen: &str) -> i32 {
        let position = Extreme::read_fen(fen, &Settings::default()).expect("a position");
        i32::from(Evaluation::default().evaluate(&position).0)
    }

    #[test]
    fn the_start_is_worth_the_right_to_move() {
        let start = Extreme::start(&Settings::default());
        assert_eq!(Evaluation::default().evaluate(&start).0, weights::EXTREME.terms.turn[0]);
    }

    #[test]
    fn the_two_sides_are_judged_alike() {
        // The second is the first one upside down with the sides exchanged.
        let first = worth("W:Wa3,c3,Kf2,g4,h1:Bb6,d7,Kc4,h8");
        assert_eq!(first, worth("B:Wb3,d2,Kc5,h1:Ba6,c6,Kf7,g5,h8"));
    }

    #[test]
    fn a_mirror_and_the_other_side_change_nothing() {
        let mut random = StdRng::seed_from_u64(1);
        let mut turns = Turns::new();
        for _ in 0..50 {
            let mut position = Extreme::start(&Settings::default());
            for _ in 0..150 {
                position.generate(&mut turns);
                if position.outcome(&turns).is_some() {
                    break;
                }
                let seen = Extreme::write_fen(&position);
                let score = worth(&seen);
                assert_eq!(worth(&changed(&seen, |file, row| (9 - file, row))), score, "{seen}");
                let turned = changed(&seen, |file, row| (file, 9 - row));
                let swapped: String = turned
                    .chars()
                    .map(|c| match c {
                        'W' => 'B',
                        'B' => 'W',
                        c => c,
                    })
                    .collect();
                assert_eq!(worth(&swapped), score, "{seen}");
                position.play(turns[random.random_range(0..turns.len())]);
            }
        }
    }

    /// A FEN with each square where `place` has it, by file and row from 1 on.
    fn changed(fen: &str, place: impl Fn(u8, u8) -> (u8, u8)) -> String {
        let (pieces, _) = fen.split_once(":H").unwrap_or((fen, ""));
        let mut text = String::new();
        let mut file = None;
        for c in pieces.chars() {
            match (file, c) {
                (None, 'a'..='h') => file = Some(c as u8 - b'a' + 1),
                (Some(at), '1'..='8') => {
                    let (at, row) = place(at, c as u8 - b'0');
                    text.push((b'a' + at - 1) as char);
                    text.push((b'0' + row) as char);
                    file = None;
                }
                _ => text.push(c),
            }
        }
        text
    }

    #[test]
    fn the_rarer_colour_is_worth_more() {
        let both = "Kb8,Kg7,Kh8,Kf8";
        let last = worth(&format!("W:WKa1,Kc1,Ke1,Kb1:B{both}"));
        let even = worth(&format!("W:WKa1,Kc1,Kd1,Kb1:B{both}"));
        assert!(last < even, "{last} {even}");
    }
}

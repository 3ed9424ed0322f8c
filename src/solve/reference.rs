//! A second generator, written from the rules alone: a table of columns and rows, plain recursion,
//! no bit and no line of the one that plays. It is slow and simple, and checks proofs. Positions
//! are texts, those of the Hub protocol.

pub mod board;
pub mod captures;
pub mod extreme;
pub mod impasse;
pub mod position;
pub mod rules;

use std::collections::BTreeSet;

use crate::game::Outcome;
use crate::games::Variant;
use position::{Position, other};
use rules::Rules;

/// The rules of some game.
#[derive(Clone, Copy, Debug)]
pub enum Generator {
    /// A game of the draughts family.
    Family(Rules),
    /// Extreme Checkers.
    Extreme(extreme::Options),
    /// Impasse.
    Impasse,
}

/// What the rules say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// The game is over; for the side to move.
    Ended(Outcome),
    /// It goes on.
    On {
        /// The positions behind it, each once, in the order of their texts.
        behind: Vec<String>,
        /// Whether nothing can be captured.
        is_quiet: bool,
    },
}

impl Generator {
    /// The rules of a game with these options; none if they are not known here. Frisian kings
    /// carry what they have moved, which the text does not tell.
    #[must_use]
    pub fn of(variant: Variant, options: &[(&str, &str)]) -> Option<Generator> {
        match variant {
            Variant::Impasse => Some(Generator::Impasse),
            Variant::Extreme => Some(Generator::Extreme(extreme::Options::of(options))),
            _ => Rules::of(variant).filter(|rules| !rules.king_limit).map(Generator::Family),
        }
    }

    /// Looks at a position; none if the text is no position. Draws by counting are left out.
    #[must_use]
    pub fn look(&self, text: &str) -> Option<View> {
        match self {
            Generator::Family(rules) => {
                Position::read_hub(text, rules.board).map(|position| family(&position, rules))
            }
            Generator::Extreme(options) => extreme::look(text, *options),
            Generator::Impasse => impasse::look(text),
        }
    }
}

fn family(position: &Position, rules: &Rules) -> View {
    let us = position.side;
    let moves = position.moves(rules);
    if moves.is_empty() {
        let has_first_king = rules.first_king && position.squares.contains(&us);
        let is_won = has_first_king || rules.gives_away;
        return View::Ended(if is_won { Outcome::Win } else { Outcome::Loss });
    }
    let is_quiet = moves.iter().all(|turn| turn.captured.is_empty());
    let is_one_each = [us, other(us)].iter().all(|&side| position.pieces(side).len() == 1);
    if rules.draws_one_each && is_one_each && is_quiet {
        return View::Ended(Outcome::Draw);
    }
    let behind: BTreeSet<String> =
        moves.iter().map(|turn| position.play(turn, rules).hub()).collect();
    View::On { behind: behind.into_iter().collect(), is_quiet }
}

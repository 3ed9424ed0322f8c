//! Extreme Checkers (Peter Aronson, 2001): two games of American checkers at once, one on each
//! square colour, tied together by captures between two pieces in a row or column.
//!
//! Rules from the author's description of his game file (zillions-of-games.com, number 362).
//! What it leaves open is an option where readings could reasonably differ.

mod board;
mod eval;
mod generate;
mod notation;
mod position;
mod sandwich;
mod tabled;
#[cfg(test)]
mod tests;
mod turn;

use crate::game::{
    Choice, Facts, Game, HubPosition, Notation, Numbering, PositionError, Settings, Side,
    Turn as TurnOf, TurnError, UpperPiece,
};
use crate::notation::fen::Naming;
use crate::notation::square::Squares;
use crate::search::Parameters;

pub use eval::Evaluation;
pub use position::{Options, Position};
pub use turn::Turn;

/// The game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extreme;

/// The pieces that a side starts with, and the most that it can have.
const PIECES: usize = 24;

impl Game for Extreme {
    type Position = Position;
    type Evaluator = Evaluation;
    /// Fitted by `damier tune spsa` (2000 games at 3000 nodes a move). A quiet turn that lets a
    /// piece be captured is nearly always a blunder.
    const SEARCH: Parameters = Parameters {
        reduce_after: 3,
        reduce_after_open: 4,
        reduction_base: 1490,
        reduction_scale: 710,
        forcing_less: -2,
        probe_from: 4,
        probe_less: 6,
        skip_to: 4,
        skip_base: 4,
        skip_slope: 100,
        futile_to: 2,
        futile_slope: 100,
        ..Parameters::COMMON
    };
    const PACE: f64 = 2.0;
    const FACTS: Facts = Facts {
        name: "extreme",
        title: "Extreme Checkers (Peter Aronson, 2001)",
        aliases: &[],
        squares: Squares::ALL_8,
        naming: Naming::Algebraic,
        upper: UpperPiece::King,
        first: Side::Black,
        pdn: "Variant \"Extreme checkers\"",
        numbering: Numbering::Hub,
        options: &[
            Choice {
                name: "majority",
                values: &["off", "on"],
                default: 0,
                help: "whether the longest sequence of jumps must be chosen",
            },
            Choice {
                name: "sandwich",
                values: &["end", "each"],
                default: 0,
                help: "whether a turn sandwiches once at its end or after each landing",
            },
            Choice {
                name: "wrap",
                values: &["on", "off"],
                default: 0,
                help: "whether a sandwich may follow the rim round the corners",
            },
        ],
    };

    fn start(settings: &Settings) -> Position {
        let rows = (1 << PIECES) - 1;
        let pieces = [rows << (64 - PIECES), rows];
        Position::new(pieces, 0, Self::FACTS.first, 0, Options::new(settings))
    }

    fn read_fen(text: &str, settings: &Settings) -> Result<Position, PositionError> {
        notation::read_fen(text, settings)
    }

    fn write_fen(position: &Position) -> String {
        notation::write_fen(position)
    }

    fn read_hub(hub: &HubPosition, settings: &Settings) -> Result<Position, PositionError> {
        notation::read_hub(hub, settings)
    }

    fn write_hub(position: &Position) -> String {
        notation::write_hub(position)
    }

    fn write_turn(position: &Position, turn: TurnOf<Self>, notation: Notation) -> String {
        notation::write_turn(position, turn, notation)
    }

    fn read_turn(
        position: &Position,
        turns: &[TurnOf<Self>],
        text: &str,
        notation: Notation,
    ) -> Result<TurnOf<Self>, TurnError> {
        notation::read_turn(position, turns, text, notation)
    }
}

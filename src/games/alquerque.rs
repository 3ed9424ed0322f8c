//! Alquerque, the game of the Book of Games of Alfonso X (1283): draughts on the points of a
//! board of lines. The book leaves much open; the rules here are those that R. C. Bell added to
//! it (Board and Table Games from Many Civilizations, 1979), as far as they are played on
//! servers. `protocol.md` tells what others do; where they differ most there is an option. This
//! file joins the parts to the seams and knows no rule itself.

mod board;
mod eval;
mod generate;
mod notation;
mod position;
mod tabled;
mod turn;

use crate::game::{
    Choice, Facts, Game, HubPosition, Notation, Numbering, PositionError, Settings, Side,
    Turn as TurnOf, TurnError, UpperPiece,
};
use crate::notation::fen::Naming;
use crate::notation::square::Squares;

pub use eval::Evaluation;
pub use position::{Backward, Position};
pub use turn::Turn;

/// The game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alquerque;

/// The pieces that a side starts with, and the most that it can have.
const PIECES: usize = 12;

impl Game for Alquerque {
    type Position = Position;
    type Evaluator = Evaluation;
    const PACE: f64 = 2.0;
    const FACTS: Facts = Facts {
        name: "alquerque",
        title: "Alquerque",
        aliases: &["qirkat"],
        squares: Squares::POINTS_5,
        naming: Naming::Algebraic,
        upper: UpperPiece::None,
        first: Side::White,
        pdn: "Variant \"Alquerque\"",
        numbering: Numbering::Hub,
        options: &[Choice {
            name: "backward",
            values: &["jumps", "later", "all"],
            default: 0,
            help: "what may go backward: jumps, jumps after the first of a turn, or steps too",
        }],
    };

    /// Each side fills the two rows next to it and the two points on its right of the middle row.
    fn start(settings: &Settings) -> Position {
        let first = (1 << PIECES) - 1;
        let pieces = [first << (25 - PIECES), first];
        Position::new(pieces, Self::FACTS.first, 0, Backward::new(settings))
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

//! Impasse, Mark Steere's game of 2003 for a draughts board: nothing is ever captured, and the
//! first side without checkers wins. Source: the author's rule sheet, `Impasse_rules.pdf` on
//! marksteeregames.com. The sheet is silent on who starts; White does, as everywhere it is
//! played by programs. This file joins the parts to the seams and knows no rule itself.

mod board;
mod eval;
mod generate;
mod notation;
mod position;
#[cfg(test)]
mod rules_tests;
mod tabled;
mod turn;

pub use eval::ImpasseEvaluator;
pub use position::ImpassePosition;
pub use turn::{Action, ImpasseTurn};

use crate::game::{
    Facts, Game, HubPosition, Notation, Numbering, PositionError, Settings, Side, TurnError,
    UpperPiece,
};
use crate::notation::fen::Naming;
use crate::notation::square::Squares;
use crate::search::Parameters;

/// The start of the sheet: four doubles and four singles a side.
const START: &str = "1W1b1W1b/b1W1b1W1/8/8/8/8/1B1w1B1w/w1B1w1B1 w";

/// The game of Impasse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Impasse;

impl Game for Impasse {
    type Position = ImpassePosition;
    type Evaluator = ImpasseEvaluator;

    /// Fitted by `damier tune spsa` (2000 games at 3000 nodes a move). Every turn brings the end
    /// nearer and few are tactical, so that late ones are reduced and left out early.
    const SEARCH: Parameters = Parameters {
        reduction_base: 1370,
        reduction_scale: 900,
        probe_less: 5,
        probe_margin: 27,
        skip_to: 7,
        skip_base: 3,
        skip_slope: 75,
        futile_to: 0,
        razor_to: 2,
        razor_slope: 122,
        ..Parameters::COMMON
    };
    const FACTS: Facts = Facts {
        name: "impasse",
        title: "Impasse (Mark Steere, 2003)",
        aliases: &[],
        squares: Squares::DARK_8,
        naming: Naming::Algebraic,
        upper: UpperPiece::Double,
        first: Side::White,
        pdn: r#"Variant "Impasse""#,
        numbering: Numbering::Hub,
        options: &[],
    };

    fn start(_settings: &Settings) -> ImpassePosition {
        notation::read_fen(START).expect("the start is a legal position")
    }

    fn read_fen(text: &str, _settings: &Settings) -> Result<ImpassePosition, PositionError> {
        notation::read_fen(text)
    }

    fn write_fen(position: &ImpassePosition) -> String {
        notation::write_fen(position)
    }

    fn read_hub(hub: &HubPosition, _settings: &Settings) -> Result<ImpassePosition, PositionError> {
        notation::read_hub(hub.squares)
    }

    fn write_hub(position: &ImpassePosition) -> String {
        notation::write_hub(position)
    }

    fn write_turn(_position: &ImpassePosition, turn: ImpasseTurn, notation: Notation) -> String {
        notation::write_turn(turn, notation)
    }

    fn read_turn(
        _position: &ImpassePosition,
        turns: &[ImpasseTurn],
        text: &str,
        notation: Notation,
    ) -> Result<ImpasseTurn, TurnError> {
        notation::read_turn(turns, text, notation)
    }
}

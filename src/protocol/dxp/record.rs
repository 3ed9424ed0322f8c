//! A game over DXP as it is told when it has ended.

use std::fmt;

use crate::any::{PositionText, TurnText};
use crate::game::{GameResult, Notation, PositionError, Side};
use crate::games::Variant;
use crate::notation::pdn;
use crate::notation::pdn::record::{Item, Played, Position};

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Which game was played.
    pub variant: Variant,
    /// What the opponent calls itself.
    pub opponent: String,
    /// The side that this program played.
    pub side: Side,
    /// The FEN of the position that it began with.
    pub start: String,
    /// The moves.
    pub moves: Vec<TurnText>,
    /// The result; none if nobody knows it.
    pub result: Option<GameResult>,
    /// How it ended.
    pub ending: Ending,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules have ended it.
    Rules,
    /// The opponent says that it ends so, and the rules do not say otherwise.
    Opponent,
    /// The moves that were agreed upon have been made.
    Moves,
    /// The connection was lost.
    Lost,
    /// This program was told to end.
    Interrupted,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Rules => "by the rules",
            Ending::Opponent => "the opponent has ended it",
            Ending::Moves => "the agreed number of moves",
            Ending::Lost => "the connection was lost",
            Ending::Interrupted => "interrupted",
        })
    }
}

impl Record {
    /// The names of White and Black.
    #[must_use]
    pub fn names(&self) -> [String; 2] {
        let (own, other) = (super::own_name(), self.opponent.clone());
        match self.side {
            Side::White => [own, other],
            Side::Black => [other, own],
        }
    }

    /// The result as PDN writes it.
    #[must_use]
    pub fn result_text(&self) -> String {
        self.result.map_or_else(|| "*".to_owned(), |result| result.to_string())
    }

    /// The game for a file.
    ///
    /// # Errors
    /// If the position that it began with is none of this game.
    pub fn pdn(&self) -> Result<pdn::record::Record, PositionError> {
        let facts = self.variant.facts();
        let mut game = self.variant.game();
        let usual = game.fen();
        game.set_position(&PositionText::Fen(&self.start))?;
        let start = Position { fen: game.fen(), hub: game.hub() };
        let [white, black] = self.names();
        let mut items = Vec::new();
        // A move begins with the side that starts the game by its rules.
        let first_half = 2 + usize::from(game.side() != facts.first);
        for (half, turn) in (first_half..).zip(&self.moves) {
            let side = game.side();
            if game.play(&turn.hub, Notation::Hub).is_err() {
                break;
            }
            items.push(Item::Turn(Played {
                number: (half / 2) as u32,
                side,
                text: pdn::file_text(turn.own.clone(), facts),
                hub: turn.hub.clone(),
                fen: game.fen(),
            }));
        }
        items.push(Item::Comment(self.ending.to_string()));
        Ok(pdn::record::Record {
            variant: self.variant,
            naming: facts.naming,
            tags: vec![("White".to_owned(), white), ("Black".to_owned(), black)],
            is_set_up: start.fen != usual,
            start,
            items,
            ending: self.result.map_or(pdn::ending::Ending::Open, pdn::ending::Ending::Over),
        })
    }

    /// Whether it came to an end that both sides know of.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        !matches!(self.ending, Ending::Lost | Ending::Interrupted)
    }
}

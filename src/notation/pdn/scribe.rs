//! Who writes a game down while it is played, or once it has been.

use super::board::{Board, board_under};
use super::ending::Ending;
use super::record::{Item, Played, Record};
use crate::any::PositionText;
use crate::game::{PositionError, Settings, Side, TurnError};
use crate::games::Variant;

/// A game that is written down move by move.
pub struct Scribe {
    board: Box<dyn Board>,
    record: Record,
}

impl Scribe {
    /// A game from a position, under some rules. The tags are those that [`Record::tags`] wants.
    ///
    /// # Errors
    /// If the text is no FEN of the game.
    pub fn new(
        variant: Variant,
        settings: Settings,
        tags: Vec<(String, String)>,
        fen: &str,
    ) -> Result<Scribe, PositionError> {
        let mut board = board_under(variant, settings);
        let usual = board.position();
        board.set_up(&PositionText::Fen(fen))?;
        let start = board.position();
        let is_set_up = start != usual;
        let naming = variant.facts().naming;
        let (items, ending) = (Vec::new(), Ending::Open);
        let record = Record { variant, naming, tags, start, is_set_up, items, ending };
        Ok(Scribe { board, record })
    }

    /// The side to move.
    #[must_use]
    pub fn side(&self) -> Side {
        self.board.next().1
    }

    /// A move is played: the text is that of the game's players.
    ///
    /// # Errors
    /// If it means no legal move, or several.
    pub fn play(&mut self, text: &str) -> Result<(), TurnError> {
        let (number, side) = self.board.next();
        self.board.play(text)?;
        let (hub, text) = self.board.last(self.record.naming);
        let fen = self.board.position().fen;
        self.record.items.push(Item::Turn(Played { number, side, text, hub, fen }));
        Ok(())
    }

    /// Something is said of the last move. Brackets that would end it are left out.
    pub fn comment(&mut self, text: String) {
        let text = text.replace(['{', '}'], "");
        let words: Vec<&str> = text.split_whitespace().collect();
        if !words.is_empty() {
            self.record.items.push(Item::Comment(words.join(" ")));
        }
    }

    /// The game is over.
    #[must_use]
    pub fn end(mut self, ending: Ending) -> Record {
        self.record.ending = ending;
        self.record
    }
}

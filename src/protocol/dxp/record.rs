//! A game over DXP as it is told when it has ended.

use std::fmt;

use crate::any::TurnText;
use crate::game::{GameResult, PositionError, Settings, Side};
use crate::games::Variant;
use crate::notation::pdn;
use crate::notation::pdn::scribe::Scribe;

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
    /// The opponent did not move any more.
    Silence,
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
            Ending::Silence => "the opponent does not move any more",
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

    /// The game for a file, with the day on which it was played.
    ///
    /// # Errors
    /// If the position that it began with is none of this game.
    pub fn pdn(&self, date: &str) -> Result<pdn::record::Record, PositionError> {
        let [white, black] = self.names();
        let tags = [("Date", date.to_owned()), ("White", white), ("Black", black)];
        let tags = tags.map(|(name, value)| (name.to_owned(), value)).to_vec();
        let settings = Settings::defaults(self.variant.facts());
        let mut scribe = Scribe::new(self.variant, settings, tags, &self.start)?;
        for turn in &self.moves {
            if scribe.play(&turn.own).is_err() {
                break;
            }
        }
        scribe.comment(self.ending.to_string());
        Ok(scribe.end(self.result.map_or(pdn::ending::Ending::Open, pdn::ending::Ending::Over)))
    }

    /// Whether it came to an end that both sides know of.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        !matches!(self.ending, Ending::Lost | Ending::Silence | Ending::Interrupted)
    }
}

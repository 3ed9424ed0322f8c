//! What is kept of a game: a JSON object that tells all of it.

use serde::{Deserialize, Serialize};

use super::player::Fault;
use crate::game::GameResult;

/// A game that has been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct GameRecord {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// The number of its pair, from 1.
    pub pair: usize,
    /// The number of its opening, from 1.
    pub opening: usize,
    /// The day, as PDN writes it, in universal time.
    pub date: String,
    /// The engine that had White.
    pub white: String,
    /// The engine that had Black.
    pub black: String,
    /// The result.
    #[serde(with = "result_text")]
    pub result: GameResult,
    /// Why it ended.
    pub reason: Reason,
    /// Who did not do what it should, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The position that it began from, as FEN.
    pub start: String,
    /// How many of the moves are the opening's.
    pub book: usize,
    /// The moves.
    pub moves: Vec<PlayedMove>,
}

/// A move of a game. What is told of the search is left out for moves of the opening, and where
/// the engine has not told it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayedMove {
    /// As Hub writes it.
    pub hub: String,
    /// As people write it.
    pub own: String,
    /// Seconds that it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Seconds left on the clock after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// Men, for the side that moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<f64>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The rules say so.
    Rules,
    /// Both engines agreed by their scores.
    Adjudication,
    /// Endgame tables know how it ends.
    Tables,
    /// It was too long.
    MaxPlies,
    /// An engine gave it up.
    Resignation,
    /// An engine ended it as a draw, and the other agreed.
    Agreement,
    /// An engine did not do what it should.
    Forfeit,
}

/// A game lost by an engine that did not do what it should.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Forfeit {
    /// The engine.
    pub engine: String,
    /// What it did.
    pub kind: ForfeitKind,
    /// The same with what it said.
    pub message: String,
    /// The number of the ply that it should have played, from 1.
    pub ply: usize,
    /// The position in which it should have moved.
    pub fen: String,
}

/// What an engine may do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForfeitKind {
    /// It ended, or could not be started.
    Crash,
    /// It said nothing.
    Silence,
    /// It answered by an error.
    Error,
    /// It answered without a move.
    NoMove,
    /// Its move was not legal.
    IllegalMove,
    /// Its flag fell.
    Time,
}

impl ForfeitKind {
    /// All of them.
    pub const ALL: [ForfeitKind; 6] = [
        ForfeitKind::Crash,
        ForfeitKind::Silence,
        ForfeitKind::Error,
        ForfeitKind::NoMove,
        ForfeitKind::IllegalMove,
        ForfeitKind::Time,
    ];

    /// The kind of a fault; none if the game was broken off.
    #[must_use]
    pub const fn of(fault: &Fault) -> Option<ForfeitKind> {
        match fault {
            Fault::Crash(_) => Some(ForfeitKind::Crash),
            Fault::Silence(_) => Some(ForfeitKind::Silence),
            Fault::Error(_) => Some(ForfeitKind::Error),
            Fault::NoMove(_) => Some(ForfeitKind::NoMove),
            Fault::Time(_) => Some(ForfeitKind::Time),
            Fault::Abandoned => None,
        }
    }

    /// As people read it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            ForfeitKind::Crash => "crash",
            ForfeitKind::Silence => "silence",
            ForfeitKind::Error => "error",
            ForfeitKind::NoMove => "no move",
            ForfeitKind::IllegalMove => "illegal move",
            ForfeitKind::Time => "time",
        }
    }
}

/// Results as PDN writes them.
mod result_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::game::GameResult;
    use crate::notation::pdn::ending::Ending;

    pub(super) fn serialize<S: Serializer>(
        result: &GameResult,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Ending::Over(*result).write(false))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<GameResult, D::Error> {
        let text = String::deserialize(deserializer)?;
        let ending = Ending::read(&text).and_then(Ending::result);
        ending.ok_or_else(|| D::Error::custom(format!("'{text}' is no result")))
    }
}

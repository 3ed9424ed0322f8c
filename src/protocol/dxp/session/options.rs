//! How a session plays, and what it asks for.

use crate::game::{PositionError, Side};
use crate::games::Variant;
use crate::protocol::dxp::board::NoForm;

/// How a session plays.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game. It has no place in the protocol, both sides must know it.
    pub variant: Variant,
    /// Options of its rules.
    pub rules: Vec<(String, String)>,
    /// Whether it goes back in a game if the peer wants to.
    pub takes_back: bool,
    /// What it asks for, if it is the initiator.
    pub plan: Option<Plan>,
}

/// What an initiator asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Games still to be played, with the colours changed after each.
    pub games: u32,
    /// The side of this program in the next game.
    pub side: Side,
    /// Minutes for each player and game; 0 is no limit.
    pub minutes: f64,
    /// Moves of each player and game; 0 is no limit.
    pub moves: u16,
    /// The position to start from, as FEN; none for the start of the game.
    pub start: Option<String>,
}

/// A session that cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// The game has no form in DXP.
    #[error(transparent)]
    NoForm(#[from] NoForm),
    /// An option of the rules cannot be set.
    #[error(transparent)]
    Rules(#[from] crate::game::SettingError),
    /// The position to start from is none.
    #[error("bad position: {0}")]
    Position(#[from] PositionError),
    /// The game is over in the position to start from.
    #[error("the game is over in {0}")]
    Over(String),
}

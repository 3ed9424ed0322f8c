//! What can be wrong with a file of games, and where.

use std::fmt;

use crate::game::{PositionError, Side, TurnError};
use crate::notation::pdn::game_type::GameTypeError;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The character in the line, from 1.
    pub column: u64,
    /// The bytes before it.
    pub offset: u64,
}

impl Place {
    /// Where a file begins.
    pub const START: Place = Place { line: 1, column: 1, offset: 0 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A text that does not have the form of PDN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// Something that stands for nothing.
    #[error("'{text}' is no move, number, mark or result")]
    Word {
        /// The text, cut to a length that fits into a message.
        text: String,
    },
    /// A closing sign without an opening one.
    #[error("'{sign}' closes nothing{}", nested_hint(*sign))]
    Stray {
        /// The sign.
        sign: char,
    },
    /// A comment that the file ends in.
    #[error("a comment begins here that is not closed")]
    OpenComment,
    /// A comment that is too long to be one.
    #[error("a comment of more than {most} bytes begins here: it is probably not closed")]
    LongComment {
        /// The most bytes that it may have.
        most: usize,
    },
    /// A bracket that begins no tag.
    #[error("a tag has the form [Name \"value\"]")]
    Tag,
    /// A tag whose value goes on behind its line.
    #[error("the value of a tag begins here that is not closed on its line")]
    OpenTag,
    /// A tag, setup or word of too many bytes.
    #[error("a {what} of more than {most} bytes begins here")]
    TooLong {
        /// What it is.
        what: &'static str,
        /// The most bytes that it may have.
        most: usize,
    },
    /// A slash that begins no setup.
    #[error("a setup has the form /FEN \"position\"/")]
    Setup,
    /// Variations within variations within variations.
    #[error("variations are nested more than {most} deep")]
    Nesting {
        /// The most that may be open at a time.
        most: usize,
    },
    /// A variation that the game ends in.
    #[error("a variation begins here that is not closed")]
    OpenVariation,
    /// More tags than a game has.
    #[error("the game has more than {most} tags")]
    Tags {
        /// The most that it may have.
        most: usize,
    },
}

fn nested_hint(sign: char) -> &'static str {
    if sign == '}' { " (comments cannot be nested)" } else { "" }
}

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The text is no PDN.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The tags name no game that is known.
    #[error(transparent)]
    Type(#[from] GameTypeError),
    /// The position to start from, or one in a setup, is none.
    #[error("bad position '{fen}' for {variant}: {error}")]
    Position {
        /// The text.
        fen: String,
        /// The game.
        variant: &'static str,
        /// What is wrong with it.
        error: PositionError,
    },
    /// A move breaks the rules, or does not say what is meant.
    #[error("{error} in {fen} ({variant}); legal: {legal}")]
    Turn {
        /// What is wrong with it.
        error: TurnError,
        /// The game.
        variant: &'static str,
        /// The position.
        fen: String,
        /// What would have been legal.
        legal: String,
    },
    /// The result behind the moves is another one than that of the tags.
    #[error("the game ends with {ending}, but its tag says {tag}")]
    Result {
        /// Behind the moves.
        ending: String,
        /// In the tag.
        tag: String,
    },
    /// The game takes more memory than a game may.
    #[error("the game is too large: more than {most} bytes")]
    TooLarge {
        /// The most that it may take.
        most: usize,
    },
}

/// A game that cannot be read: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: game {game}{}: {error}", move_hint(*turn))]
pub struct Fault {
    /// Where in the file.
    pub place: Place,
    /// Which game of the file, from 1.
    pub game: u64,
    /// The number of the move that is read, and whose it is.
    pub turn: Option<(u32, Side)>,
    /// What is wrong.
    pub error: Box<GameError>,
}

fn move_hint(turn: Option<(u32, Side)>) -> String {
    turn.map_or_else(String::new, |(number, side)| format!(", move {number} ({side})"))
}

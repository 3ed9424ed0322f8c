//! A game of a file, read and played through: what can be written again.

use crate::game::Side;
use crate::games::Variant;
use crate::notation::fen::Naming;
use crate::notation::pdn::ending::Ending;

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Which game is played.
    pub variant: Variant,
    /// How the moves name squares.
    pub naming: Naming,
    /// The tags that are not empty, those first that the standard wants first, but for those that
    /// the other fields tell: `GameType`, `Variant`, `FEN`, `SetUp` and `Result`.
    pub tags: Vec<(String, String)>,
    /// The position that it starts from.
    pub start: Position,
    /// Whether that is another one than the game has.
    pub is_set_up: bool,
    /// What stands in it, in its order; variations are bracketed and not nested, so that no depth
    /// of theirs is a depth of calls.
    pub items: Vec<Item>,
    /// How it ends.
    pub ending: Ending,
}

/// A position in both of its texts; the numbers of the FEN are those of Hub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// As FEN.
    pub fen: String,
    /// As Hub string.
    pub hub: String,
}

/// Something in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A move.
    Turn(Played),
    /// `$1` and its like, for the move before it.
    Nag(u16),
    /// A comment, with single blanks.
    Comment(String),
    /// A variation begins: the move before it is played otherwise.
    Open,
    /// It ends.
    Close,
    /// From here on the game is played from another position.
    Setup(Position),
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of the move.
    pub number: u32,
    /// Whose it is.
    pub side: Side,
    /// Its text for a file: landing squares only where they are needed.
    pub text: String,
    /// Its Hub text.
    pub hub: String,
    /// The FEN behind it.
    pub fen: String,
}

impl Record {
    /// The items outside of variations.
    pub fn main_line(&self) -> impl Iterator<Item = &Item> {
        let mut depth = 0_usize;
        self.items.iter().filter(move |item| {
            depth += usize::from(matches!(item, Item::Open));
            let is_main = depth == 0;
            depth -= usize::from(matches!(item, Item::Close));
            is_main
        })
    }
}

impl Item {
    /// Roughly the memory that it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        let texts = match self {
            Item::Turn(played) => played.text.len() + played.hub.len() + played.fen.len(),
            Item::Comment(text) => text.len(),
            Item::Setup(position) => position.fen.len() + position.hub.len(),
            Item::Nag(_) | Item::Open | Item::Close => 0,
        };
        texts + size_of::<Item>()
    }
}

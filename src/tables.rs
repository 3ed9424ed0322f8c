//! Endgame tables: the value of every position with few pieces, found by going back from the ends
//! of games. A game tells in [`Tabled`] what its pieces are and what can have happened before a
//! position; everything else is here, for all games alike.
//!
//! Values know no draw by counting or repetition: a draw is a position from which neither side can
//! force an end. Positions are seen by the side to move, as White's: where Black moves, the board
//! is turned and the colours are exchanged.
//!
//! From the ground up: [`material`] says which pieces, [`index`] numbers the positions with them,
//! [`values`] holds what is known of them, [`build`] finds it, [`code`] packs it, [`file`] is the
//! form on disk, [`folder`] the work of making many, [`store`] the tables that are at hand, [`verify`]
//! their check. [`any`] hides the type of the game.

pub mod any;
pub mod build;
pub mod catalogue;
pub mod code;
pub mod distance;
pub mod embedded;
pub mod file;
pub mod folder;
pub mod index;
pub mod material;
pub mod store;
pub mod values;
pub mod verify;

use crate::game::{Game, Outcome, Settings, Turn};
use crate::games::draughts::bits::Bits;
use material::{KINDS, SideMaterial};

/// The squares of the pieces: first those of the side to move, by kind, then the other's.
pub type Pieces<B> = [[B; KINDS]; 2];

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// How it is written.
    pub letter: char,
    /// For how many pieces it counts.
    pub weight: u8,
}

/// A game for which tables can be made.
///
/// Where sets of squares are told, they are those of a board on which White is to move.
pub trait Tabled: Game {
    /// A set of squares.
    type Bits: Bits;

    /// The kinds of pieces of a side, [`KINDS`] at most. What changes its kind becomes a later one.
    const PIECES: &'static [Kind];

    /// Whether no position can stand twice, so that nobody can hold a draw, and one sweep by
    /// [`Tabled::work`] finds all.
    const IS_ACYCLIC: bool = false;

    /// Whether where the pieces stand is all that a value depends on.
    const IS_WHOLE: bool = true;

    /// The options that change what positions are worth, besides those that only count.
    const OPTIONS: &'static [&'static str] = &[];

    /// The regions of the board, from which all zones can be put together.
    fn regions() -> Vec<Self::Bits>;

    /// Where the pieces of a kind of the side to move may stand, if it has this material.
    fn zone(kind: usize, material: &SideMaterial) -> Self::Bits;

    /// Whether a side may have this material while the game goes on.
    fn is_playable(material: &SideMaterial) -> bool;

    /// The squares after half a turn of the board.
    fn turned(squares: Self::Bits) -> Self::Bits;

    /// The pieces of a position.
    fn pieces(position: &Self::Position) -> Pieces<Self::Bits>;

    /// The position with these pieces, White to move and nothing counted.
    fn set_up(pieces: &Pieces<Self::Bits>, settings: &Settings) -> Self::Position;

    /// How the game has ended, if it has because of the pieces that are left.
    fn ended(position: &Self::Position) -> Option<Outcome>;

    /// Whether a game ends with the side to move having won; else it has lost.
    fn ends_won() -> bool {
        false
    }

    /// Whether the value is stored. It is not where a capture is obligatory: then it follows from
    /// positions with fewer pieces.
    fn is_stored(position: &Self::Position) -> bool;

    /// Whether the pieces are the same after a turn, though not where they stand.
    fn stays(position: &Self::Position, turn: Turn<Self>) -> bool;

    /// Visits the kind and the old and new square of every turn of White that can have led to
    /// these pieces, [`Tabled::stays`] being true of it, if there was no capture to make.
    fn unmoves(
        pieces: &Pieces<Self::Bits>,
        settings: &Settings,
        visit: impl FnMut(usize, Self::Bits, Self::Bits),
    );

    /// What is lower after each turn that [`Tabled::stays`] is true of, as a sum over the sides.
    /// Only games that [`Tabled::IS_ACYCLIC`] is true of need tell it.
    fn work(_side: &[Self::Bits; KINDS]) -> u32 {
        0
    }
}

/// The pieces as the other side sees them.
#[inline]
pub fn seen_by_other<G: Tabled>(pieces: &Pieces<G::Bits>) -> Pieces<G::Bits> {
    let [mine, theirs] = pieces;
    [theirs.map(G::turned), mine.map(G::turned)]
}

/// The outcome for the other side.
#[must_use]
pub const fn opposite(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => Outcome::Win,
    }
}

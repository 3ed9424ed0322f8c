//! What tells one game of the draughts family from another: facts that the compiler knows, so
//! that each game has a generator of its own without a line of its own. Each game's file gives
//! the facts with the article of the rule book behind each.

pub mod brazilian;
pub mod breakthrough;
pub mod canadian;
pub mod czech;
pub mod english;
pub mod frisian;
pub mod frysk;
pub mod international;
pub mod italian;
pub mod killer;
pub mod losing;
pub mod poddavki;
pub mod pool;
pub mod portuguese;
pub mod russian;
pub mod spanish;
pub mod thai;
pub mod turkish;

use std::fmt::Debug;

use crate::game::Facts;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::eval::weights::Weights;
use crate::search::Parameters;

/// A game of the family.
pub trait Rules: Copy + Default + Debug + Eq + Send + Sync + 'static {
    /// The word that holds its board.
    type Bits: Bits;
    /// Its rules.
    const SET: RuleSet;
}

/// The rules of one game.
#[derive(Clone, Copy, Debug)]
pub struct RuleSet {
    /// Name, board and side that starts.
    pub facts: Facts,
    /// The sign of a capture in its players' notation.
    pub capture_sign: char,
    /// Whether its players write every landing square of a capture, or only where it is needed
    /// to tell captures apart.
    pub full_captures: bool,
    /// Men a side at the start; they fill whole rows.
    pub men: usize,
    /// The rows between a side's own edge and its men.
    pub rows_behind: usize,
    /// The lines along which pieces go.
    pub lines: Lines,
    /// Where men capture.
    pub men_capture: MenCapture,
    /// Whether men capture kings.
    pub men_capture_kings: bool,
    /// How kings move.
    pub kings: Kings,
    /// Where a flying king lands.
    pub landing: Landing,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// Whether a king may turn round between two captures.
    pub half_turns: bool,
    /// So many moves in a row without a capture a king may make while its side has men; 0 for any
    /// number.
    pub king_limit: u8,
    /// What becomes of a man that reaches the far row while it captures.
    pub promotion: Promotion,
    /// Which captures may be chosen.
    pub selection: Selection,
    /// Who wins when a side cannot move.
    pub goal: Goal,
    /// When a game is drawn, besides the third repetition.
    pub draws: Draws,
    /// What the evaluation thinks of it.
    pub weights: &'static Weights,
    /// How it is searched.
    pub search: Parameters,
}

/// The lines along which pieces go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Diagonals.
    Diagonal,
    /// Diagonals; but captures go along rows and columns too.
    DiagonalButCapturesAll,
    /// Rows and columns. Men also step to the side.
    Orthogonal,
}

/// Where men capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenCapture {
    /// In the directions in which they step.
    AsTheyStep,
    /// In all directions in which anything captures.
    Everywhere,
}

/// How kings move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kings {
    /// Any distance.
    Flying,
    /// One square.
    Short,
}

/// Where a flying king lands behind a piece that it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On any free square, but where it can go on if it can from one of them.
    Anywhere,
    /// The same, but directly behind a king that is the last piece it captures.
    BehindLastKing,
    /// Directly behind.
    Behind,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// When the turn is over; until then they stand in the way and cannot be jumped again.
    AtTheEnd,
    /// One by one, as they are jumped.
    AtOnce,
}

/// What becomes of a man that reaches the far row while it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// It goes on as a man, and becomes a king only if its turn ends there.
    AtTheEnd,
    /// It becomes a king and its turn ends.
    EndsTheTurn,
    /// It becomes a king at once and goes on as one.
    AtOnce,
}

/// Which captures may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Any.
    Free,
    /// One that takes the most pieces.
    MostPieces,
    /// Of those that take the most pieces, one that takes the most kings.
    MostKings,
    /// Of those that take the most pieces one by a king, of these one that takes the most kings,
    /// of these one that takes a king where they first differ.
    Italian,
    /// One of the greatest value, a king being worth a little less than two men; at equal value
    /// one by a king.
    Frisian,
    /// One by a king, if there is one.
    ByKing,
}

/// Who wins when a side cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The opponent.
    Usual,
    /// The side that cannot move.
    GiveAway,
    /// The opponent; and who gets a king has won at once.
    FirstKing,
}

/// When a game is drawn. Counts are in plies; 0 means that there is no such rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// So many plies without a capture and without a man's move.
    pub quiet: u16,
    /// Whether [`Draws::quiet`] holds only if the option `kings15`, the game's first, is on.
    pub quiet_is_optional: bool,
    /// So many plies, both sides having kings, without a capture and without a promotion: the
    /// least and the most pieces on the board, and the plies.
    pub balance: &'static [(u32, u32, u16)],
    /// So many plies with a certain material against a lone king; the first that fits counts.
    pub material: &'static [Material],
    /// Whether one piece against one draws, unless it can be captured at once.
    pub one_each: bool,
}

impl Draws {
    /// Repetition only.
    pub const NONE: Draws =
        Draws { quiet: 0, quiet_is_optional: false, balance: &[], material: &[], one_each: false };
}

/// Material against a lone king that draws after so many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// The fewest pieces of the stronger side.
    pub least: u32,
    /// The most.
    pub most: u32,
    /// The fewest kings among them.
    pub kings: u32,
    /// Whether they must all be kings.
    pub kings_only: bool,
    /// Who must stand on the main road, the long diagonal.
    pub road: Road,
    /// The count starts when the material stands, and ends the game when it reaches this.
    pub plies: u16,
    /// Whether a capture after which the rule still fits starts the count again.
    pub restarts: bool,
}

/// Who must stand on the main road for a [`Material`] to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Road {
    /// Nobody.
    Anywhere,
    /// The lone king.
    LoneKing,
    /// A king of the stronger side.
    Stronger,
}

//! What tells one game of the draughts family from another: facts that the compiler knows, so
//! that each game has a generator of its own without a line of its own. Each game's file gives
//! the facts with the article of the rule book behind each.

pub mod international;
pub mod losing;
pub mod poddavki;
pub mod russian;

use std::fmt::Debug;

use crate::game::Facts;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::eval::weights::Weights;

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
    /// Where men capture.
    pub men_capture: MenCapture,
    /// How kings move.
    pub kings: Kings,
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
}

/// Where men capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenCapture {
    /// Forward only.
    Forward,
    /// Forward and backward.
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
}

/// Who wins when a side cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The opponent.
    Usual,
    /// The side that cannot move.
    GiveAway,
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
}

impl Draws {
    /// Repetition only.
    pub const NONE: Draws =
        Draws { quiet: 0, quiet_is_optional: false, balance: &[], material: &[] };
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
    /// Whether the lone king must stand on the main road, a1-h8.
    pub main_road: bool,
    /// The count starts when the material stands, and ends the game when it reaches this.
    pub plies: u16,
}

//! The board, the side to move, the option and the draw counter, and what a turn does to them.
//! It does not know the positions that stood before.

use crate::game::{self, Outcome, Settings, Side, Turns};
use crate::zobrist;

use super::board::{BOARD, points};
use super::generate;
use super::turn::Turn;

/// Plies without a capture after which the game is drawn.
const DRAWN_AT: u16 = 80;
/// From here on the counter matters to what a position is worth.
const COUNTER_MATTERS_AT: u16 = 60;

/// A number for each side and point.
static KEYS: [u64; 50] = zobrist::numbers(0x616c_7175_6572);

/// What may go backward. The values stand in the order of the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backward {
    /// Jumps, but no steps.
    Jumps,
    /// Jumps after the first one of a turn.
    Later,
    /// Jumps and steps.
    All,
}

impl Backward {
    /// What is chosen by the game's [`Settings`].
    #[must_use]
    pub fn new(settings: &Settings) -> Backward {
        match settings.get(0) {
            0 => Backward::Jumps,
            1 => Backward::Later,
            _ => Backward::All,
        }
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pieces: [u32; 2],
    key: u64,
    halfmove: u16,
    side: Side,
    backward: Backward,
}

impl Position {
    /// A position of these pieces (White's and Black's); `halfmove` counts the plies without a
    /// capture.
    pub(super) fn new(pieces: [u32; 2], side: Side, halfmove: u16, backward: Backward) -> Position {
        let mut position = Position { pieces, key: 0, halfmove, side, backward };
        position.key = game::Position::computed_key(&position);
        position
    }

    /// The pieces of a side, a bit a point, a5 the lowest.
    #[must_use]
    pub const fn pieces(&self, side: Side) -> u32 {
        self.pieces[side.index()]
    }

    /// Plies without a capture.
    #[must_use]
    pub const fn halfmove(&self) -> u16 {
        self.halfmove
    }

    /// What may go backward.
    #[must_use]
    pub const fn backward(&self) -> Backward {
        self.backward
    }

    /// The points without a piece.
    pub(super) const fn empty(&self) -> u32 {
        BOARD & !(self.pieces[0] | self.pieces[1])
    }

    /// The side whose turn it is.
    pub(super) const fn to_move(&self) -> Side {
        self.side
    }

    /// Whether the game is over because a side has no pieces.
    pub(super) const fn is_cleared(&self) -> bool {
        self.pieces[0] == 0 || self.pieces[1] == 0
    }
}

const fn key(side: Side, point: usize) -> u64 {
    KEYS[side.index() * 25 + point]
}

impl game::Position for Position {
    type Turn = Turn;
    const SLOTS: usize = 25 * 25;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn computed_key(&self) -> u64 {
        let mut sum = if self.side == Side::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        for side in Side::ALL {
            sum = points(self.pieces(side)).fold(sum, |sum, point| sum ^ key(side, point));
        }
        sum
    }

    fn counter_key(&self) -> u64 {
        if self.halfmove < COUNTER_MATTERS_AT { 0 } else { zobrist::mix(self.halfmove.into()) }
    }

    fn plies_to_draw(&self) -> u32 {
        DRAWN_AT.saturating_sub(self.halfmove).into()
    }

    fn forget_counts(&mut self) {
        self.halfmove = 0;
    }

    fn pieces_left(&self) -> u32 {
        (self.pieces[0] | self.pieces[1]).count_ones()
    }

    fn generate(&self, turns: &mut Turns<Turn>) {
        generate::generate(self, turns);
    }

    fn count(&self, scratch: &mut Turns<Turn>) -> u64 {
        generate::count(self, scratch)
    }

    fn play(&mut self, turn: Turn) {
        let (side, enemy) = (self.side, self.side.opponent());
        for point in points(turn.captured) {
            self.key ^= key(enemy, point);
        }
        self.pieces[enemy.index()] &= !turn.captured;
        // A piece may come back to where it started, so it leaves before it arrives.
        let pieces = &mut self.pieces[side.index()];
        *pieces = *pieces & !(1 << turn.from) | 1 << turn.to;
        self.key ^= key(side, turn.from.into()) ^ key(side, turn.to.into());
        self.key ^= zobrist::BLACK_TO_MOVE;
        self.halfmove = if turn.captured == 0 { self.halfmove.saturating_add(1) } else { 0 };
        self.side = enemy;
    }

    /// If neither side has pieces, which no game leads to, the side to move has lost: it cannot
    /// move.
    fn outcome(&self, turns: &[Turn]) -> Option<Outcome> {
        if self.pieces(self.side) == 0 {
            Some(Outcome::Loss)
        } else if self.pieces(self.side.opponent()) == 0 {
            Some(Outcome::Win)
        } else if turns.is_empty() {
            Some(Outcome::Loss)
        } else if self.halfmove >= DRAWN_AT {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn is_tactical(&self, turn: Turn) -> bool {
        turn.captured != 0
    }

    /// Where no step goes backward, one that goes forward is never taken back.
    fn is_irreversible(&self, turn: Turn) -> bool {
        turn.captured != 0 || (self.backward != Backward::All && turn.from / 5 != turn.to / 5)
    }

    fn slot(turn: Turn) -> usize {
        usize::from(turn.from) * 25 + usize::from(turn.to)
    }
}

//! The board, the side to move, the options and the draw counter, and what a turn does to them.
//! It does not know the positions that stood before.

use crate::game::{self, Outcome, Settings, Side, Turns};
use crate::zobrist;

use super::board::{DARK, squares};
use super::generate::{self, jumpers};
use super::turn::Turn;

/// Plies without a capture and without a man's move after which the game is drawn.
const DRAWN_AT: u16 = 80;
/// From here on the counter matters to what a position is worth.
const COUNTER_MATTERS_AT: u16 = 60;

/// A number for each side, man or king, and square.
static KEYS: [u64; 256] = zobrist::numbers(0x0065_7874_7265_6d65);

/// The rules that a user may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The longest sequence of jumps must be chosen.
    pub majority: bool,
    /// A turn sandwiches after each landing, not at its end only.
    pub each: bool,
    /// A sandwich may follow the rim round the corners.
    pub wrap: bool,
}

impl Options {
    /// The options that are chosen by the game's [`Settings`].
    #[must_use]
    pub fn new(settings: &Settings) -> Options {
        Options {
            majority: settings.get(0) == 1,
            each: settings.get(1) == 1,
            wrap: settings.get(2) == 0,
        }
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pieces: [u64; 2],
    kings: u64,
    key: u64,
    halfmove: u16,
    side: Side,
    options: Options,
}

impl Position {
    /// A position of these pieces (White's and Black's), of which some are kings; `halfmove`
    /// counts the plies without a capture and without a man's move.
    pub(super) fn new(
        pieces: [u64; 2],
        kings: u64,
        side: Side,
        halfmove: u16,
        options: Options,
    ) -> Position {
        let mut position = Position { pieces, kings, key: 0, halfmove, side, options };
        position.key = game::Position::computed_key(&position);
        position
    }

    /// The pieces of a side, a bit a square, a8 the lowest.
    #[must_use]
    pub const fn pieces(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// The kings of both sides.
    #[must_use]
    pub const fn kings(&self) -> u64 {
        self.kings
    }

    /// Plies without a capture and without a man's move.
    #[must_use]
    pub const fn halfmove(&self) -> u16 {
        self.halfmove
    }

    /// The rules that are played.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The side whose turn it is.
    pub(super) const fn to_move(&self) -> Side {
        self.side
    }

    /// Whether a side has no piece on one of the square colours.
    const fn is_side_cleared(&self, side: Side) -> bool {
        let pieces = self.pieces(side);
        pieces & DARK == 0 || pieces & !DARK == 0
    }

    /// Whether the game is over because a side has no piece on one of the square colours.
    pub(super) const fn is_cleared(&self) -> bool {
        self.is_side_cleared(Side::White) || self.is_side_cleared(Side::Black)
    }
}

const fn key(side: Side, king: bool, square: usize) -> u64 {
    KEYS[side.index() * 128 + king as usize * 64 + square]
}

impl game::Position for Position {
    type Turn = Turn;
    const SLOTS: usize = 64 * 64;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn computed_key(&self) -> u64 {
        let mut sum = if self.side == Side::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        for side in Side::ALL {
            for square in squares(self.pieces(side)) {
                sum ^= key(side, self.kings >> square & 1 == 1, square);
            }
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

    fn count(&self, _scratch: &mut Turns<Self::Turn>) -> u64 {
        generate::count(self)
    }

    fn play(&mut self, turn: Turn) {
        let side = self.side;
        let (from, to) = (usize::from(turn.from), usize::from(turn.to));
        let king = self.kings >> from & 1 == 1;
        let crowned = king || turn.promotes;
        let captured = turn.captured();
        for square in squares(captured) {
            self.key ^= key(side.opponent(), self.kings >> square & 1 == 1, square);
        }
        self.pieces[side.opponent().index()] &= !captured;
        // A king may come back to where it started, so it leaves before it arrives.
        let pieces = &mut self.pieces[side.index()];
        *pieces = *pieces & !(1 << from) | 1 << to;
        self.kings = self.kings & !(captured | 1 << from) | u64::from(crowned) << to;
        self.key ^= key(side, king, from) ^ key(side, crowned, to) ^ zobrist::BLACK_TO_MOVE;
        self.halfmove = if king && captured == 0 { self.halfmove.saturating_add(1) } else { 0 };
        self.side = side.opponent();
    }

    /// A turn takes off enemy pieces only, so at most the side to move can have been cleared in
    /// a game. If a position that was set up has both sides cleared, the side to move has lost:
    /// the other would have made the last turn.
    fn outcome(&self, turns: &[Turn]) -> Option<Outcome> {
        if self.is_side_cleared(self.side) {
            Some(Outcome::Loss)
        } else if self.is_side_cleared(self.side.opponent()) {
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
        turn.captured() != 0
    }

    fn is_threatened(&self) -> bool {
        jumpers(self, self.side.opponent()) != 0
    }

    fn is_compelled(&self) -> bool {
        jumpers(self, self.side) != 0
    }

    fn is_irreversible(&self, turn: Turn) -> bool {
        turn.captured() != 0 || self.kings >> turn.from & 1 == 0
    }

    fn slot(turn: Turn) -> usize {
        usize::from(turn.from) * 64 + usize::from(turn.to)
    }
}

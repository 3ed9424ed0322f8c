//! The position: whose singles and doubles stand where, and who is to move. Knows what may stand
//! at the start of a turn and how a turn changes it, but not which turns are legal.

use super::board::{ALL, BITS, bits, far, home, name_of_bit};
use super::turn::{Action, ImpasseTurn};
use crate::game::{Outcome, Position, PositionError, Side, Turns};
use crate::zobrist;

/// The checkers that a side starts with.
const MOST: usize = 12;

/// A single of a side on a bit is `SINGLES[side][bit]`.
const SINGLES: [[u64; BITS]; 2] = [zobrist::numbers(0x494d_5001), zobrist::numbers(0x494d_5002)];

/// A double of a side on a bit is `DOUBLES[side][bit]`.
const DOUBLES: [[u64; BITS]; 2] = [zobrist::numbers(0x494d_5003), zobrist::numbers(0x494d_5004)];

/// A position of Impasse at the start of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImpassePosition {
    pub(super) singles: [u64; 2],
    pub(super) doubles: [u64; 2],
    key: u64,
    side: Side,
}

impl ImpassePosition {
    /// The position with these pieces (White's, then Black's), checked by [`Self::check`].
    pub(super) fn new(
        singles: [u64; 2],
        doubles: [u64; 2],
        side: Side,
    ) -> Result<ImpassePosition, PositionError> {
        let position = ImpassePosition::trusted(singles, doubles, side);
        position.check()?;
        Ok(position)
    }

    /// The same, not checked.
    pub(super) fn trusted(singles: [u64; 2], doubles: [u64; 2], side: Side) -> ImpassePosition {
        let mut position = ImpassePosition { singles, doubles, key: 0, side };
        position.key = position.computed_key();
        position
    }

    /// Whether the position may stand at the start of a turn.
    ///
    /// # Errors
    /// If a side has more checkers than it starts with, a double in its own nearest row, or a
    /// single in its furthest row beside other singles: the turn before would have borne it
    /// off or crowned it.
    pub fn check(&self) -> Result<(), PositionError> {
        for side in Side::ALL {
            let (singles, doubles) = (self.singles[side.index()], self.doubles[side.index()]);
            let count = self.checkers(side);
            if count > MOST {
                return Err(PositionError::TooMany { side, count, pieces: "checkers", most: MOST });
            }
            if let Some(bit) = bits(doubles & home(side)).next() {
                return Err(PositionError::Misplaced {
                    side,
                    piece: "double",
                    square: name_of_bit(bit),
                    reason: "a double in its own nearest row has borne its top checker off",
                });
            }
            if let Some(bit) = bits(singles & far(side)).next()
                && singles.count_ones() > 1
            {
                return Err(PositionError::Misplaced {
                    side,
                    piece: "single",
                    square: name_of_bit(bit),
                    reason: "a single in the furthest row must be the only single of its side, \
                             or it would be crowned",
                });
            }
        }
        Ok(())
    }

    /// The checkers that a side has on the board; a double is two.
    #[must_use]
    pub const fn checkers(&self, side: Side) -> usize {
        let (singles, doubles) = (self.singles[side.index()], self.doubles[side.index()]);
        (singles.count_ones() + 2 * doubles.count_ones()) as usize
    }

    /// The same position after a half turn of the board with the colours exchanged. The rules
    /// do not tell the two apart.
    #[must_use]
    pub fn turned(&self) -> ImpassePosition {
        let half_turn = |board: u64| board.reverse_bits() >> (64 - BITS);
        let [white_singles, black_singles] = self.singles.map(half_turn);
        let [white_doubles, black_doubles] = self.doubles.map(half_turn);
        let mut turned = ImpassePosition {
            singles: [black_singles, white_singles],
            doubles: [black_doubles, white_doubles],
            key: 0,
            side: self.side.opponent(),
        };
        turned.key = turned.computed_key();
        turned
    }

    pub(super) const fn pieces(&self, side: Side) -> u64 {
        self.singles[side.index()] | self.doubles[side.index()]
    }

    pub(super) const fn empty(&self) -> u64 {
        ALL & !(self.pieces(Side::White) | self.pieces(Side::Black))
    }

    fn toggle_single(&mut self, bit: u8) {
        let side = self.side.index();
        self.singles[side] ^= 1 << bit;
        self.key ^= SINGLES[side][usize::from(bit)];
    }

    fn toggle_double(&mut self, bit: u8) {
        let side = self.side.index();
        self.doubles[side] ^= 1 << bit;
        self.key ^= DOUBLES[side][usize::from(bit)];
    }

    /// Stacks the single on `crown` upon the single in the furthest row, which stays the base.
    /// Where two singles stand there, the other one is the base.
    fn crown(&mut self, crown: u8) {
        let singles = self.singles[self.side.index()];
        let base = singles & far(self.side) & !(1 << crown);
        // The remainder changes nothing for the base that a legal turn has: it keeps a turn
        // that was not legal here from reaching past the tables.
        let base = (base.trailing_zeros() as usize % BITS) as u8;
        self.toggle_single(crown);
        self.toggle_single(base);
        self.toggle_double(base);
    }
}

impl Position for ImpassePosition {
    type Turn = ImpasseTurn;

    const SLOTS: usize = ImpasseTurn::SLOTS;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn computed_key(&self) -> u64 {
        let mut key = match self.side {
            Side::White => 0,
            Side::Black => zobrist::BLACK_TO_MOVE,
        };
        for side in 0..2 {
            for bit in bits(self.singles[side]) {
                key ^= SINGLES[side][usize::from(bit)];
            }
            for bit in bits(self.doubles[side]) {
                key ^= DOUBLES[side][usize::from(bit)];
            }
        }
        key
    }

    fn pieces_left(&self) -> u32 {
        (self.checkers(Side::White) + self.checkers(Side::Black)) as u32
    }

    fn generate(&self, turns: &mut Turns<ImpasseTurn>) {
        super::generate::generate(self, turns);
    }

    fn count(&self, _scratch: &mut Turns<Self::Turn>) -> u64 {
        super::generate::count(self)
    }

    fn play(&mut self, turn: ImpasseTurn) {
        let ImpasseTurn { action, from, to, crown } = turn;
        // A double that reaches the nearest row is a single there once its top is borne off.
        let bears_off = home(self.side) >> to & 1 != 0;
        match action {
            Action::SingleSlide => {
                self.toggle_single(from);
                self.toggle_single(to);
            }
            Action::DoubleSlide => {
                self.toggle_double(from);
                if bears_off { self.toggle_single(to) } else { self.toggle_double(to) }
            }
            Action::Transpose => {
                self.toggle_double(from);
                self.toggle_single(from);
                if !bears_off {
                    self.toggle_single(to);
                    self.toggle_double(to);
                }
            }
            Action::RemoveSingle => self.toggle_single(from),
            Action::RemoveTop => {
                self.toggle_double(from);
                self.toggle_single(from);
            }
        }
        if crown != ImpasseTurn::NONE {
            self.crown(crown);
        }
        self.side = self.side.opponent();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// The first side without checkers has won at once, whoever is to move.
    fn outcome(&self, _turns: &[ImpasseTurn]) -> Option<Outcome> {
        if self.pieces(self.side) == 0 {
            Some(Outcome::Win)
        } else if self.pieces(self.side.opponent()) == 0 {
            Some(Outcome::Loss)
        } else {
            None
        }
    }

    /// The turns by which a checker leaves the board: bear-offs and removals. They are what the
    /// race is counted in, there are few of them, and each brings the end nearer, so following
    /// them alone ends soon. A crowning moves no checker off and is not one.
    fn is_tactical(&self, turn: ImpasseTurn) -> bool {
        match turn.action {
            Action::SingleSlide => false,
            Action::DoubleSlide | Action::Transpose => home(self.side) >> turn.to & 1 != 0,
            Action::RemoveSingle | Action::RemoveTop => true,
        }
    }

    /// Always: every turn lowers the checkers, or else the singles, or else the steps that the
    /// pieces have before them, so no position can stand twice.
    fn is_irreversible(&self, _turn: ImpasseTurn) -> bool {
        true
    }

    fn slot(turn: ImpasseTurn) -> usize {
        turn.slot()
    }
}

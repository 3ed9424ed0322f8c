//! A position of a draughts game: who has what where, whose turn it is, and the draw counters.

use std::marker::PhantomData;

use crate::game::{Outcome, Position as _, Side, Turns};
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::draws::Counters;
use crate::games::draughts::king_limit::KingMoves;
use crate::games::draughts::rules::{Goal, Lines, Rules};
use crate::games::draughts::turn::Turn;
use crate::zobrist;

/// Numbers for men and kings of each side on each bit of a board.
static ZOBRIST: [[u64; 128]; 4] = [
    zobrist::numbers(0x6472_6101),
    zobrist::numbers(0x6472_6102),
    zobrist::numbers(0x6472_6103),
    zobrist::numbers(0x6472_6104),
];

/// A position of the game `R`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<R: Rules> {
    pieces: [R::Bits; 2],
    kings: R::Bits,
    key: u64,
    pub(super) side: Side,
    pub(super) counters: Counters,
    pub(super) king_moves: KingMoves,
    rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// A position with these pieces; what is bound to a material begins to count.
    pub(super) fn new(
        side: Side,
        pieces: [R::Bits; 2],
        kings: R::Bits,
        counters: Counters,
        king_moves: KingMoves,
    ) -> Position<R> {
        let mut position =
            Position { pieces, kings, key: 0, side, counters, king_moves, rules: PhantomData };
        position.counters.restart(&position.material());
        position.key = position.computed_key();
        position
    }

    /// The pieces of a side.
    #[inline]
    pub(super) fn pieces(&self, side: Side) -> R::Bits {
        self.pieces[side.index()]
    }

    /// The men of a side.
    #[inline]
    pub(super) fn men(&self, side: Side) -> R::Bits {
        self.pieces[side.index()] & !self.kings
    }

    /// The kings of a side.
    #[inline]
    pub(super) fn kings_of(&self, side: Side) -> R::Bits {
        self.pieces[side.index()] & self.kings
    }

    /// The squares on which nothing stands.
    #[inline]
    pub(super) fn free(&self) -> R::Bits {
        Board::<R>::all() & !(self.pieces[0] | self.pieces[1])
    }

    /// Whether a side has a king.
    #[inline]
    pub(super) fn has_kings(&self) -> bool {
        !self.kings.is_empty()
    }

    fn is_one_against_one(&self) -> bool {
        self.pieces.iter().all(|pieces| !pieces.is_empty() && !pieces.is_many())
    }

    /// Whether the game has ended because a side has a king.
    #[inline]
    fn is_won_by_a_king(&self) -> bool {
        R::SET.goal == Goal::FirstKing && self.has_kings()
    }

    fn number(&self, side: Side, king: bool, index: u32) -> u64 {
        ZOBRIST[2 * side.index() + usize::from(king)][index as usize]
    }
}

/// Whether a turn stays in its row, as men may where lines are rows and columns.
#[inline]
fn is_sideways<R: Rules>(turn: Turn<R::Bits>) -> bool {
    let row = |index: u8| Board::<R>::square(u32::from(index)) / R::SET.facts.squares.row();
    R::SET.lines == Lines::Orthogonal && row(turn.from) == row(turn.to)
}

impl<R: Rules> crate::game::Position for Position<R> {
    type Turn = Turn<R::Bits>;

    const SLOTS: usize = 1 << 14;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn computed_key(&self) -> u64 {
        let mut key = if self.side == Side::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        for side in Side::ALL {
            for index in self.pieces(side).squares() {
                key ^= self.number(side, self.kings.meets(R::Bits::bit(index)), index);
            }
        }
        key ^ self.king_moves.key()
    }

    #[inline]
    fn counter_key(&self) -> u64 {
        self.counters.key::<R>(&self.material())
    }

    fn plies_to_draw(&self) -> u32 {
        self.counters.left::<R>(&self.material())
    }

    #[inline]
    fn forget_counts(&mut self) {
        if Counters::are_kept::<R>() {
            self.counters.forget(&self.material());
        }
    }

    #[inline]
    fn pieces_left(&self) -> u32 {
        (self.pieces[0] | self.pieces[1]).count()
    }

    fn generate(&self, turns: &mut Turns<Self::Turn>) {
        turns.clear();
        if self.is_won_by_a_king() {
            return;
        }
        self.add_captures(turns);
        if turns.is_empty() {
            self.add_quiet(turns);
        }
    }

    fn count(&self, scratch: &mut Turns<Self::Turn>) -> u64 {
        scratch.clear();
        if self.is_won_by_a_king() {
            return 0;
        }
        self.add_captures(scratch);
        if scratch.is_empty() {
            u64::from(self.count_quiet(self.side))
        } else {
            scratch.len() as u64
        }
    }

    fn play(&mut self, turn: Self::Turn) {
        let (us, them) = (self.side, self.side.opponent());
        let (from, to) = (R::Bits::bit(u32::from(turn.from)), R::Bits::bit(u32::from(turn.to)));
        let was_king = self.kings.meets(from);
        let is_king = was_king | turn.promotes;
        let mut key = self.key ^ zobrist::BLACK_TO_MOVE;
        key ^= self.number(us, was_king, u32::from(turn.from));
        key ^= self.number(us, is_king, u32::from(turn.to));
        for index in turn.captured.squares() {
            key ^= self.number(them, self.kings.meets(R::Bits::bit(index)), index);
        }
        self.key = key;
        self.pieces[us.index()] = self.pieces[us.index()] & !from | to;
        self.pieces[them.index()] &= !turn.captured;
        self.kings &= !(from | turn.captured);
        if is_king {
            self.kings |= to;
        }
        self.side = them;
        if Counters::are_kept::<R>() {
            let now = self.material();
            self.counters.count::<R>(turn.is_capture(), !was_king, turn.promotes, &now);
        }
        if R::SET.king_limit > 0 {
            let mut king_moves = self.king_moves;
            king_moves.count(&turn, was_king, us, self);
            self.key ^= self.king_moves.key() ^ king_moves.key();
            self.king_moves = king_moves;
        }
    }

    fn outcome(&self, turns: &[Self::Turn]) -> Option<Outcome> {
        if turns.is_empty() {
            return Some(match R::SET.goal {
                Goal::Usual => Outcome::Loss,
                Goal::GiveAway => Outcome::Win,
                Goal::FirstKing if !self.kings_of(self.side).is_empty() => Outcome::Win,
                Goal::FirstKing => Outcome::Loss,
            });
        }
        let is_draw = self.counters.draw::<R>(&self.material())
            || R::SET.draws.one_each && self.is_one_against_one() && !turns[0].is_capture();
        is_draw.then_some(Outcome::Draw)
    }

    #[inline]
    fn is_tactical(&self, turn: Self::Turn) -> bool {
        turn.is_capture()
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.can_capture(self.side.opponent())
    }

    #[inline]
    fn is_compelled(&self) -> bool {
        self.can_capture(self.side)
    }

    #[inline]
    fn is_irreversible(&self, turn: Self::Turn) -> bool {
        turn.is_capture()
            || !self.kings.meets(R::Bits::bit(u32::from(turn.from))) && !is_sideways::<R>(turn)
    }

    #[inline]
    fn slot(turn: Self::Turn) -> usize {
        usize::from(turn.from) << 7 | usize::from(turn.to)
    }
}

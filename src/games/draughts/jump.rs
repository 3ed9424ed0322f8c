//! One jump of a capture: what is jumped and where that can land.

use crate::game::Side;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::directions::{Direction, Directions, back};
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{Kings, Landing, Removal, Rules};

/// The direction from which a piece comes that has not jumped yet.
pub(super) const NOWHERE: Direction = usize::MAX;

/// The board as a capturing piece finds it.
#[derive(Clone, Copy)]
pub(super) struct Field<R: Rules> {
    theirs: R::Bits,
    their_men: R::Bits,
    /// The squares that can be landed on; the one that the piece has left is among them.
    free: R::Bits,
}

impl<R: Rules> Field<R> {
    /// The board for a piece of `side` that comes from `from`.
    #[inline]
    pub(super) fn new(position: &Position<R>, side: Side, from: R::Bits) -> Field<R> {
        let them = side.opponent();
        Field {
            theirs: position.pieces(them),
            their_men: position.men(them),
            free: position.free() | from,
        }
    }

    #[inline]
    fn free(&self, taken: R::Bits) -> R::Bits {
        match R::SET.removal {
            Removal::AtTheEnd => self.free,
            Removal::AtOnce => self.free | taken,
        }
    }

    /// The piece that a man on `at` jumps in a direction, and where it lands; no squares if it
    /// cannot.
    #[inline]
    pub(super) fn man(
        &self,
        at: R::Bits,
        direction: Direction,
        taken: R::Bits,
    ) -> (R::Bits, R::Bits) {
        let prey = if R::SET.men_capture_kings { self.theirs } else { self.their_men };
        let over = Board::<R>::step(at, direction) & prey & !taken;
        (over, Board::<R>::step(over, direction) & self.free(taken))
    }

    /// The piece that a king on `at` jumps in a direction, and where it can land.
    #[inline]
    pub(super) fn king(
        &self,
        at: u32,
        direction: Direction,
        taken: R::Bits,
    ) -> Option<(R::Bits, R::Bits)> {
        let free = self.free(taken);
        let over = match R::SET.kings {
            Kings::Flying => {
                let on_ray = Board::<R>::ray(at, direction) & !free;
                R::Bits::bit(Board::<R>::nearest(on_ray, direction)?)
            }
            Kings::Short => Board::<R>::step(R::Bits::bit(at), direction),
        } & self.theirs
            & !taken;
        let behind = Board::<R>::step(over, direction) & free;
        if behind.is_empty() {
            return None;
        }
        let landings = match (R::SET.kings, R::SET.landing) {
            (Kings::Short, _) | (_, Landing::Behind) => behind,
            (Kings::Flying, _) => Board::<R>::reach(over.lowest(), direction, free),
        };
        Some((over, landings))
    }

    /// The landings at which a capture may end that jumps `over` last.
    #[inline]
    pub(super) fn last_landings(
        &self,
        over: R::Bits,
        landings: R::Bits,
        direction: Direction,
    ) -> R::Bits {
        if R::SET.landing == Landing::BehindLastKing && !over.meets(self.their_men) {
            Board::<R>::step(over, direction)
        } else {
            landings
        }
    }

    /// The directions in which a king that came in direction `last` may capture on.
    #[inline]
    pub(super) fn ways_on(last: Direction) -> impl Iterator<Item = Direction> {
        Directions::<R>::KING_CAPTURES
            .iter()
            .copied()
            .filter(move |&next| R::SET.half_turns || last == NOWHERE || next != back(last))
    }

    /// Whether a king on `at` that came in direction `last` can jump a piece that is not taken
    /// yet.
    #[inline]
    pub(super) fn king_goes_on(&self, at: u32, taken: R::Bits, last: Direction) -> bool {
        Self::ways_on(last).any(|direction| self.king(at, direction, taken).is_some())
    }

    /// Whether a piece is a king of the opponent.
    #[inline]
    pub(super) fn is_king(&self, piece: R::Bits) -> bool {
        !piece.meets(self.their_men)
    }
}

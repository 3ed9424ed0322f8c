//! The king limit of the Frisian games: how often in a row a king has moved without capturing. It
//! binds a side only while it has men, and is part of the position.

use crate::game::Side;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::Rules;
use crate::games::draughts::turn::Turn;
use crate::zobrist;

/// The moves of the king of each side that moved last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KingMoves([Run; 2]);

/// The moves that one king has made in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Run {
    /// Where the king stands; means nothing if `count` is 0.
    square: u8,
    count: u8,
}

impl KingMoves {
    /// With so many moves of the king of a side on a bit of the board.
    pub(super) fn set(&mut self, side: Side, square: u32, count: u8) {
        let square = if count == 0 { 0 } else { square as u8 };
        self.0[side.index()] = Run { square, count };
    }

    /// The bit of the king of a side and its moves, if it has made any.
    pub(super) fn get(&self, side: Side) -> Option<(u32, u8)> {
        let run = self.0[side.index()];
        (run.count > 0).then_some((u32::from(run.square), run.count))
    }

    /// The king of a side that may not step, if there is one.
    #[inline]
    pub(super) fn held<R: Rules>(&self, side: Side) -> R::Bits {
        let run = self.0[side.index()];
        if R::SET.king_limit > 0 && run.count >= R::SET.king_limit {
            R::Bits::bit(u32::from(run.square))
        } else {
            R::Bits::EMPTY
        }
    }

    /// Counts a turn of `us` that has led to `after`.
    pub(super) fn count<R: Rules>(
        &mut self,
        turn: &Turn<R::Bits>,
        was_king: bool,
        us: Side,
        after: &Position<R>,
    ) {
        let run = self.0[us.index()];
        let steps = was_king && !turn.is_capture() && !after.men(us).is_empty();
        let is_same = run.count > 0 && run.square == turn.from;
        let count = if is_same { run.count.saturating_add(1) } else { 1 };
        self.set(us, u32::from(turn.to), if steps { count.min(R::SET.king_limit) } else { 0 });
        let them = us.opponent();
        let bound = !after.men(them).is_empty();
        if self.get(them).is_some_and(|(king, _)| !bound || turn.captured.meets(R::Bits::bit(king)))
        {
            self.set(them, 0, 0);
        }
    }

    /// What the counts add to the key of a position.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let key = |side: Side| {
            let Run { square, count } = self.0[side.index()];
            let word = u64::from(count) << 9 | u64::from(square) << 1 | side.index() as u64;
            if count == 0 { 0 } else { zobrist::mix(0x6b69_6e67_0000 | word) }
        };
        key(Side::White) ^ key(Side::Black)
    }
}

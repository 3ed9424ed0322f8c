//! The legal turns of a position. It knows nothing of how a game ends or how turns are written.
//!
//! A jump changes column and row by two or not at all, so no piece ever lands where it could
//! have jumped: when captured pieces are taken off makes no difference.

use crate::game::{Side, Turns};

use super::board::{STRIDES, WAYS, is_backward, points, row, shift};
use super::position::{Backward, Position};
use super::turn::Turn;

/// From so many captures on the same pieces may have been jumped in another order: the shortest
/// way round is a triangle.
const ROUND: u32 = 3;

/// A piece in the middle of its jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Jump {
    /// Where it stands: one bit.
    pub(super) at: u32,
    /// What it has captured.
    pub(super) captured: u32,
}

/// A piece that may jump, and what it sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumper {
    from: u32,
    friends: u32,
    enemies: u32,
    first: Ways,
}

/// For each way everything or nothing, as it may be taken or not.
type Ways = [u32; WAYS];

/// The ways of the first jump of a turn.
fn first_ways(position: &Position) -> Ways {
    let any = position.backward() != Backward::Later;
    std::array::from_fn(
        |way| if any || !is_backward(position.to_move(), way) { u32::MAX } else { 0 },
    )
}

impl Jumper {
    /// The piece of the side to move that stands on a point.
    pub(super) fn new(position: &Position, point: usize) -> Jumper {
        let side = position.to_move();
        let from = 1 << point;
        Jumper {
            from,
            friends: position.pieces(side) & !from,
            enemies: position.pieces(side.opponent()),
            first: first_ways(position),
        }
    }

    /// The piece before its first jump.
    pub(super) fn standing(&self) -> Jump {
        Jump { at: self.from, captured: 0 }
    }

    /// Visits every jump that may follow and tells whether there was any.
    #[inline]
    pub(super) fn next(&self, jump: Jump, mut visit: impl FnMut(Jump)) -> bool {
        let enemies = self.enemies & !jump.captured;
        let mut any = false;
        for way in 0..WAYS {
            let over = shift(jump.at, way) & enemies;
            let at = shift(over, way) & !(self.friends | enemies);
            if at != 0 && (jump.captured != 0 || self.first[way] != 0) {
                any = true;
                visit(Jump { at, captured: jump.captured | over });
            }
        }
        any
    }

    /// Visits the end of every sequence. `seen` remembers where the piece has been after what
    /// captures, so that no order of the same captures is followed twice.
    fn ends(&self, jump: Jump, seen: &mut Vec<Jump>, visit: &mut impl FnMut(Jump)) {
        if jump.captured.count_ones() >= ROUND {
            if seen.contains(&jump) {
                return;
            }
            seen.push(jump);
        }
        if !self.next(jump, |next| self.ends(next, seen, visit)) {
            visit(jump);
        }
    }
}

/// The pieces of the side to move that can jump.
#[inline]
pub(super) fn jumpers(position: &Position) -> u32 {
    let side = position.to_move();
    let (pieces, enemies) = (position.pieces(side), position.pieces(side.opponent()));
    let empty = position.empty();
    first_ways(position).iter().enumerate().fold(0, |all, (way, open)| {
        // The opposite way leads from the landings back to the pieces.
        let back = WAYS - 1 - way;
        all | shift(shift(empty, back) & enemies, back) & pieces & open
    })
}

/// The points that a side's pieces can step to along each way.
#[inline]
pub(super) fn steps(position: &Position, side: Side) -> Ways {
    let (movers, free) = match position.backward() {
        Backward::All => (position.pieces(side), true),
        Backward::Jumps | Backward::Later => (position.pieces(side) & !row(side, 0), false),
    };
    std::array::from_fn(|way| {
        if free || !is_backward(side, way) { shift(movers, way) & position.empty() } else { 0 }
    })
}

/// Lists the legal turns.
pub(super) fn generate(position: &Position, turns: &mut Turns<Turn>) {
    turns.clear();
    if position.is_cleared() {
        return;
    }
    let jumpers = jumpers(position);
    for from in points(jumpers) {
        jumps(position, from, turns);
    }
    if jumpers == 0 {
        for (way, reached) in steps(position, position.to_move()).into_iter().enumerate() {
            for to in points(reached) {
                let from = (to as i32 - STRIDES[way]) as u8;
                turns.push(Turn { captured: 0, from, to: to as u8 });
            }
        }
    }
}

fn jumps(position: &Position, from: usize, turns: &mut Turns<Turn>) {
    let jumper = Jumper::new(position, from);
    jumper.ends(jumper.standing(), &mut Vec::new(), &mut |end| {
        let to = end.at.trailing_zeros() as u8;
        let turn = Turn { captured: end.captured, from: from as u8, to };
        if !turns.iter().any(|other| turn.equals_in_result(other)) {
            turns.push(turn);
        }
    });
}

/// How many turns [`generate`] lists.
pub(super) fn count(position: &Position, scratch: &mut Turns<Turn>) -> u64 {
    if position.is_cleared() || jumpers(position) != 0 {
        generate(position, scratch);
        return scratch.len() as u64;
    }
    let reached = steps(position, position.to_move());
    reached.iter().map(|reached| u64::from(reached.count_ones())).sum()
}

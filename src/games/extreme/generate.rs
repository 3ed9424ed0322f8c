//! The legal turns of a position. It knows nothing of how a game ends or how turns are written.
//!
//! Sequences of jumps need no bound. A jump changes column and row by two, so a piece can only
//! ever jump over the nine squares inside whose column and row are both of the other parity,
//! and cross each by one of its two diagonals only. So all ways of a king are the trails of a
//! graph of eight landings and nine edges: some dozens at the most.

use crate::game::{Side, Turns};

use super::board::{DIAGONALS, far_row, is_forward, shift, squares};
use super::position::Position;
use super::sandwich::sandwiched;
use super::turn::Turn;

/// A piece in the middle of its jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    /// Where it stands: one bit.
    pub(super) at: u64,
    /// What it has jumped.
    pub(super) jumped: u64,
    /// What it has sandwiched. When a turn sandwiches at its end only, nothing before that.
    pub(super) sandwiched: u64,
}

/// A piece that may jump, and what it sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumper {
    from: u64,
    friends: u64,
    enemies: u64,
    /// For each diagonal everything or nothing, as the piece may go there or not.
    open: [u64; 4],
    each: bool,
    wrap: bool,
}

impl Jumper {
    /// The piece of the side to move that stands on a square.
    pub(super) fn new(position: &Position, square: usize) -> Jumper {
        let side = position.to_move();
        let from = 1 << square;
        let king = position.kings() & from != 0;
        Jumper {
            from,
            friends: position.pieces(side) & !from,
            enemies: position.pieces(side.opponent()),
            open: std::array::from_fn(|diagonal| {
                if king || is_forward(side, diagonal) { u64::MAX } else { 0 }
            }),
            each: position.options().each,
            wrap: position.options().wrap,
        }
    }

    /// The piece before its first jump.
    pub(super) fn standing(&self) -> Jump {
        Jump { at: self.from, jumped: 0, sandwiched: 0 }
    }

    /// Visits every jump that may follow and tells whether there was any. Jumped pieces need
    /// not be kept on the board until the end: none ever stands where the piece could land.
    #[inline]
    pub(super) fn next(&self, jump: Jump, mut visit: impl FnMut(Jump)) -> bool {
        let enemies = self.enemies & !jump.jumped & !jump.sandwiched;
        let mut any = false;
        for (diagonal, open) in self.open.iter().enumerate() {
            let over = shift(jump.at, diagonal) & enemies & open;
            let at = shift(over, diagonal) & !(self.friends | enemies);
            if at != 0 {
                any = true;
                let mut next = Jump { at, jumped: jump.jumped | over, ..jump };
                if self.each {
                    next.sandwiched |= self.sandwich(at, enemies & !over);
                }
                visit(next);
            }
        }
        any
    }

    /// Visits the end of every sequence, each way of it.
    fn ends(&self, jump: Jump, visit: &mut impl FnMut(Jump)) {
        if !self.next(jump, |next| self.ends(next, visit)) {
            visit(jump);
        }
    }

    /// The end of a sequence with what is sandwiched there.
    pub(super) fn settle(&self, mut end: Jump) -> Jump {
        if !self.each {
            end.sandwiched = self.sandwich(end.at, self.enemies & !end.jumped);
        }
        end
    }

    fn sandwich(&self, at: u64, enemies: u64) -> u64 {
        sandwiched(at.trailing_zeros() as usize, self.friends, enemies, self.wrap)
    }
}

/// The pieces that may leave their squares along each diagonal.
fn movers(position: &Position, side: Side) -> [u64; 4] {
    let pieces = position.pieces(side);
    std::array::from_fn(
        |diagonal| {
            if is_forward(side, diagonal) { pieces } else { pieces & position.kings() }
        },
    )
}

/// The pieces of a side that could jump if it were its turn.
#[inline]
pub(super) fn jumpers(position: &Position, side: Side) -> u64 {
    let enemies = position.pieces(side.opponent());
    let empty = !(enemies | position.pieces(side));
    movers(position, side).iter().enumerate().fold(0, |all, (diagonal, movers)| {
        // The opposite diagonal leads from the landings back to the pieces.
        let back = 3 - diagonal;
        all | shift(shift(empty, back) & enemies, back) & movers
    })
}

/// Lists the legal turns.
pub(super) fn generate(position: &Position, turns: &mut Turns<Turn>) {
    turns.clear();
    if position.is_cleared() {
        return;
    }
    let jumpers = jumpers(position, position.to_move());
    if jumpers == 0 {
        steps(position, turns);
    } else {
        for from in squares(jumpers) {
            jumps(position, from, turns);
        }
        if position.options().majority {
            let most = turns.iter().map(|turn| turn.jumped.count_ones()).max();
            turns.retain(|turn| Some(turn.jumped.count_ones()) == most);
        }
    }
}

fn steps(position: &Position, turns: &mut Turns<Turn>) {
    let side = position.to_move();
    let (pieces, enemies) = (position.pieces(side), position.pieces(side.opponent()));
    let empty = !(pieces | enemies);
    let far = far_row(side) & !position.kings();
    let wrap = position.options().wrap;
    for (diagonal, movers) in movers(position, side).into_iter().enumerate() {
        for to in squares(shift(movers, diagonal) & empty) {
            let from = (to as i32 - DIAGONALS[diagonal]) as usize;
            let man = position.kings() >> from & 1 == 0;
            turns.push(Turn {
                jumped: 0,
                sandwiched: sandwiched(to, pieces & !(1 << from), enemies, wrap),
                from: from as u8,
                to: to as u8,
                promotes: man && far >> to & 1 == 1,
            });
        }
    }
}

fn jumps(position: &Position, from: usize, turns: &mut Turns<Turn>) {
    let jumper = Jumper::new(position, from);
    let man = position.kings() >> from & 1 == 0;
    jumper.ends(jumper.standing(), &mut |end| {
        let end = jumper.settle(end);
        let turn = Turn {
            jumped: end.jumped,
            sandwiched: end.sandwiched,
            from: from as u8,
            to: end.at.trailing_zeros() as u8,
            promotes: man && end.at & far_row(position.to_move()) != 0,
        };
        match turns.iter_mut().find(|other| turn.equals_in_result(other)) {
            None => turns.push(turn),
            // With sandwiches at each landing two ways may differ in which pieces they jump
            // and still take the same off; the longer one must stand for both, for `majority`.
            Some(twin) if twin.jumped.count_ones() < turn.jumped.count_ones() => *twin = turn,
            Some(_) => {}
        }
    });
}

/// How many turns [`generate`] lists.
///
/// What the turns sandwich at their end need not be known: nothing that a piece could jump
/// stands in a row or column with its last landing or on the rim, so two turns from square to
/// square that jump different pieces leave different positions whatever they sandwich.
pub(super) fn count(position: &Position) -> u64 {
    if position.is_cleared() {
        return 0;
    }
    let jumpers = jumpers(position, position.to_move());
    if jumpers == 0 {
        let side = position.to_move();
        let empty = !(position.pieces(side) | position.pieces(side.opponent()));
        let targets = movers(position, side).into_iter().enumerate();
        return targets.map(|(d, movers)| u64::from((shift(movers, d) & empty).count_ones())).sum();
    }
    if position.options().majority || position.options().each {
        let mut turns = Turns::new();
        generate(position, &mut turns);
        return turns.len() as u64;
    }
    squares(jumpers).map(|from| count_jumps(position, from)).sum()
}

fn count_jumps(position: &Position, from: usize) -> u64 {
    let jumper = Jumper::new(position, from);
    let mut count = 0;
    if position.kings() >> from & 1 == 0 {
        // A man goes forward only: another way jumps other pieces.
        jumper.ends(jumper.standing(), &mut |_| count += 1);
    } else {
        let mut seen: Vec<(u64, u64)> = Vec::new();
        jumper.ends(jumper.standing(), &mut |end| {
            if !seen.contains(&(end.at, end.jumped)) {
                seen.push((end.at, end.jumped));
                count += 1;
            }
        });
    }
    count
}

//! Steps without a capture.

use crate::game::{Side, Turns};
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::{Board, DIRECTIONS};
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{Kings, Rules};
use crate::games::draughts::turn::Turn;

/// The directions in which the men of a side step.
pub(super) const fn forward(side: Side) -> [usize; 2] {
    match side {
        Side::White => [0, 1],
        Side::Black => [2, 3],
    }
}

/// The direction back.
pub(super) const fn back(direction: usize) -> usize {
    3 - direction
}

impl<R: Rules> Position<R> {
    /// Adds every step of the side to move.
    pub(super) fn add_quiet(&self, turns: &mut Turns<Turn<R::Bits>>) {
        let free = self.free();
        let far_row = Board::<R>::far_row(self.side);
        for direction in forward(self.side) {
            let targets = Board::<R>::step(self.men(self.side), direction) & free;
            for to in targets.squares() {
                let square = R::Bits::bit(to);
                let from = Board::<R>::step(square, back(direction)).lowest();
                turns.push(Turn {
                    captured: R::Bits::EMPTY,
                    from: from as u8,
                    to: to as u8,
                    promotes: square.meets(far_row),
                });
            }
        }
        for from in self.kings_of(self.side).squares() {
            for to in self.king_targets(from, free).squares() {
                turns.push(Turn {
                    captured: R::Bits::EMPTY,
                    from: from as u8,
                    to: to as u8,
                    promotes: false,
                });
            }
        }
    }

    /// How many steps a side has.
    pub(super) fn count_quiet(&self, side: Side) -> u32 {
        let free = self.free();
        let [left, right] = forward(side);
        let men = self.men(side);
        let men = (Board::<R>::step(men, left) & free).count()
            + (Board::<R>::step(men, right) & free).count();
        men + self.count_king_steps(side)
    }

    /// How many steps the kings of a side have.
    pub(super) fn count_king_steps(&self, side: Side) -> u32 {
        let free = self.free();
        let kings = self.kings_of(side).squares();
        kings.map(|from| self.king_targets(from, free).count()).sum()
    }

    fn king_targets(&self, from: u32, free: R::Bits) -> R::Bits {
        let mut targets = R::Bits::EMPTY;
        for direction in DIRECTIONS {
            targets |= match R::SET.kings {
                Kings::Flying => Board::<R>::reach(from, direction, free),
                Kings::Short => Board::<R>::step(R::Bits::bit(from), direction) & free,
            };
        }
        targets
    }
}

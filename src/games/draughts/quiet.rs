//! Steps without a capture.

use crate::game::{Side, Turns};
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::directions::{Directions, back};
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{Kings, Rules};
use crate::games::draughts::turn::Turn;

impl<R: Rules> Position<R> {
    /// Adds every step of the side to move.
    pub(super) fn add_quiet(&self, turns: &mut Turns<Turn<R::Bits>>) {
        let free = self.free();
        let far_row = Board::<R>::far_row(self.side);
        Directions::<R>::of_steps(self.side, |direction| {
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
        });
        for from in self.stepping_kings(self.side).squares() {
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
        let men = self.men(side);
        let mut steps = self.count_king_steps(side);
        Directions::<R>::of_steps(side, |direction| {
            steps += (Board::<R>::step(men, direction) & free).count();
        });
        steps
    }

    /// How many steps the kings of a side have.
    pub(super) fn count_king_steps(&self, side: Side) -> u32 {
        let free = self.free();
        let kings = self.stepping_kings(side).squares();
        kings.map(|from| self.king_targets(from, free).count()).sum()
    }

    /// The kings of a side that may step.
    #[inline]
    fn stepping_kings(&self, side: Side) -> R::Bits {
        self.kings_of(side) & !self.king_moves.held::<R>(side)
    }

    fn king_targets(&self, from: u32, free: R::Bits) -> R::Bits {
        let mut targets = R::Bits::EMPTY;
        for &direction in Directions::<R>::KING_STEPS {
            targets |= match R::SET.kings {
                Kings::Flying => Board::<R>::reach(from, direction, free),
                Kings::Short => Board::<R>::step(R::Bits::bit(from), direction) & free,
            };
        }
        targets
    }
}

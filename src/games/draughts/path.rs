//! The way of a capture: which squares it lands on. A turn knows only what it takes and where it
//! ends; people write where it lands.

use std::collections::HashSet;

use crate::game::Side;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::{Board, DIRECTIONS};
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{Kings, Promotion, Rules};
use crate::games::draughts::turn::Turn;

/// Finds ways that take exactly what a turn takes.
struct Ways<'a, R: Rules> {
    side: Side,
    turn: Turn<R::Bits>,
    free: R::Bits,
    wanted: &'a [u32],
    /// Whether the squares that are wanted are all that the way may land on.
    exact: bool,
    dead_ends: HashSet<(u32, R::Bits, bool, usize)>,
}

impl<R: Rules> Position<R> {
    /// The squares that a capture lands on, its last one included: of several ways the one that
    /// lands nearest behind what it takes.
    pub(super) fn way(&self, turn: Turn<R::Bits>) -> Vec<u32> {
        self.find_way(turn, &[], false).unwrap_or_else(|| vec![u32::from(turn.to)])
    }

    /// Whether a capture can land on these squares in this order, on no others if `exact`.
    pub(super) fn lands(&self, turn: Turn<R::Bits>, wanted: &[u32], exact: bool) -> bool {
        self.find_way(turn, wanted, exact).is_some()
    }

    fn find_way(&self, turn: Turn<R::Bits>, wanted: &[u32], exact: bool) -> Option<Vec<u32>> {
        if !turn.is_capture() {
            let landing = [u32::from(turn.to)];
            return (wanted.is_empty() || wanted == landing).then(|| landing.to_vec());
        }
        let from = u32::from(turn.from);
        let mut ways = Ways::<R> {
            side: self.side,
            turn,
            free: self.free() | R::Bits::bit(from),
            wanted,
            exact,
            dead_ends: HashSet::new(),
        };
        let mut way = Vec::new();
        let king = self.kings_of(self.side).meets(R::Bits::bit(from));
        ways.walk(&mut way, from, R::Bits::EMPTY, king, 0).then_some(way)
    }
}

impl<R: Rules> Ways<'_, R> {
    /// Goes on from `at`, where `found` of the wanted squares have been landed on.
    fn walk(
        &mut self,
        way: &mut Vec<u32>,
        at: u32,
        taken: R::Bits,
        king: bool,
        found: usize,
    ) -> bool {
        if taken == self.turn.captured {
            let end = at == u32::from(self.turn.to) && found == self.wanted.len();
            return end && self.ends_as_told(at, king);
        }
        if self.dead_ends.contains(&(at, taken, king, found)) {
            return false;
        }
        for direction in DIRECTIONS {
            let flying = king && R::SET.kings == Kings::Flying;
            let over = if flying {
                let on_ray = Board::<R>::ray(at, direction) & !self.free;
                let nearest = Board::<R>::nearest(on_ray, direction);
                nearest.map_or(R::Bits::EMPTY, R::Bits::bit)
            } else {
                Board::<R>::step(R::Bits::bit(at), direction)
            } & self.turn.captured
                & !taken;
            if over.is_empty() {
                continue;
            }
            let mut land = Board::<R>::step(over, direction) & self.free;
            while !land.is_empty() {
                let square = land.lowest();
                let crowned = R::SET.promotion == Promotion::AtOnce
                    && land.meets(Board::<R>::far_row(self.side));
                let wanted = self.wanted.get(found) == Some(&square);
                if wanted || !self.exact {
                    way.push(square);
                    let found = found + usize::from(wanted);
                    if self.walk(way, square, taken | over, king || crowned, found) {
                        return true;
                    }
                    way.pop();
                }
                land = if flying {
                    Board::<R>::step(land, direction) & self.free
                } else {
                    R::Bits::EMPTY
                };
            }
        }
        self.dead_ends.insert((at, taken, king, found));
        false
    }

    /// Whether a man has become a king exactly if the turn says so.
    fn ends_as_told(&self, at: u32, king: bool) -> bool {
        let promoted = self.turn.promotes;
        let at_the_end = R::Bits::bit(at).meets(Board::<R>::far_row(self.side));
        match R::SET.promotion {
            Promotion::AtOnce => !promoted || king,
            Promotion::AtTheEnd | Promotion::EndsTheTurn => !promoted || at_the_end,
        }
    }
}

//! The way of a capture: which squares it lands on. A turn knows only what it takes and where it
//! ends; people write where it lands.

use std::collections::HashSet;

use crate::game::Side;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::directions::{Direction, Directions, is_upward};
use crate::games::draughts::jump::{Field, NOWHERE};
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{Promotion, Rules};
use crate::games::draughts::turn::Turn;

/// Finds ways that take exactly what a turn takes.
struct Ways<'a, R: Rules> {
    side: Side,
    turn: Turn<R::Bits>,
    field: Field<R>,
    wanted: &'a [u32],
    /// Whether the squares that are wanted are all that the way may land on.
    exact: bool,
    dead_ends: HashSet<(Place<R::Bits>, usize)>,
}

/// How far a way has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place<B> {
    at: u32,
    taken: B,
    king: bool,
    /// The direction of the last jump, where it matters.
    last: Direction,
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
            field: Field::new(self, self.side, R::Bits::bit(from)),
            wanted,
            exact,
            dead_ends: HashSet::new(),
        };
        let mut way = Vec::new();
        let king = self.kings_of(self.side).meets(R::Bits::bit(from));
        let place = Place { at: from, taken: R::Bits::EMPTY, king, last: NOWHERE };
        ways.walk(&mut way, place, 0).then_some(way)
    }
}

impl<R: Rules> Ways<'_, R> {
    /// Goes on from a place, where `found` of the wanted squares have been landed on.
    fn walk(&mut self, way: &mut Vec<u32>, place: Place<R::Bits>, found: usize) -> bool {
        let Place { at, taken, king, last } = place;
        if taken == self.turn.captured {
            let end = at == u32::from(self.turn.to) && found == self.wanted.len();
            return end && self.ends_as_told(at, king);
        }
        if self.dead_ends.contains(&(place, found)) {
            return false;
        }
        let directions: Vec<Direction> = if king {
            Field::<R>::ways_on(last).collect()
        } else {
            let mut directions = Vec::new();
            Directions::<R>::of_captures(self.side, |direction| directions.push(direction));
            directions
        };
        for direction in directions {
            let jump = if king {
                self.field.king(at, direction, taken)
            } else {
                Some(self.field.man(R::Bits::bit(at), direction, taken))
            };
            let Some((over, landings)) = jump else { continue };
            if !over.meets(self.turn.captured) {
                continue;
            }
            // The nearest first.
            let mut landings: Vec<u32> = landings.squares().collect();
            if is_upward(direction) {
                landings.reverse();
            }
            for square in landings {
                let wanted = self.wanted.get(found) == Some(&square);
                if self.exact && !wanted {
                    continue;
                }
                let crowned = R::SET.promotion == Promotion::AtOnce
                    && R::Bits::bit(square).meets(Board::<R>::far_row(self.side));
                let next = Place {
                    at: square,
                    taken: taken | over,
                    king: king || crowned,
                    last: if R::SET.half_turns { NOWHERE } else { direction },
                };
                way.push(square);
                if self.walk(way, next, found + usize::from(wanted)) {
                    return true;
                }
                way.pop();
            }
        }
        self.dead_ends.insert((place, found));
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

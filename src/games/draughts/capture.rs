//! Captures: every sequence that the rules allow, once for each result, and of them those that
//! may be chosen.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};

use crate::game::{Side, Turns};
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::directions::{Direction, Directions, back};
use crate::games::draughts::jump::{Field, NOWHERE};
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{Promotion, Rules, Selection};
use crate::games::draughts::turn::Turn;

/// From so many captured pieces on, places that were reached before with the same pieces are
/// remembered: the ways to them may be more than can be walked.
const REMEMBER_FROM: u32 = 6;

impl<R: Rules> Position<R> {
    /// Whether a side could capture if it were to move.
    #[inline]
    pub(super) fn can_capture(&self, side: Side) -> bool {
        !self.capturing_men(side).is_empty() || self.a_king_captures(side)
    }

    /// The men of a side that can capture.
    #[inline]
    fn capturing_men(&self, side: Side) -> R::Bits {
        let men = self.men(side);
        let them = side.opponent();
        let prey = if R::SET.men_capture_kings { self.pieces(them) } else { self.men(them) };
        let free = self.free();
        let mut capturing = R::Bits::EMPTY;
        Directions::<R>::of_captures(side, |direction| {
            let behind = Board::<R>::step(free, back(direction)) & prey;
            capturing |= Board::<R>::step(behind, back(direction)) & men;
        });
        capturing
    }

    fn a_king_captures(&self, side: Side) -> bool {
        let field = Field::<R>::new(self, side, R::Bits::EMPTY);
        let mut kings = self.kings_of(side).squares();
        kings.any(|from| field.king_goes_on(from, R::Bits::EMPTY, NOWHERE))
    }

    /// Adds every capture of the side to move.
    pub(super) fn add_captures(&self, turns: &mut Turns<Turn<R::Bits>>) {
        let men = self.capturing_men(self.side);
        let kings = self.kings_of(self.side);
        if men.is_empty() && kings.is_empty() {
            return;
        }
        let mut walk = Walk::<R>::new(self);
        for from in men.squares() {
            walk.start(self, from, turns.len(), false);
            walk.man(turns, R::Bits::bit(from), Way::NONE);
        }
        for from in kings.squares() {
            walk.start(self, from, turns.len(), true);
            walk.king(turns, from, Way::NONE, false);
        }
    }
}

/// What a capture has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Way<B> {
    taken: B,
    count: u32,
    /// For the Italian choice: a bit for each piece, the first the highest, 1 for a king.
    kinds: u32,
    /// The direction of the last jump, where it matters.
    last: Direction,
}

impl<B: Bits> Way<B> {
    const NONE: Way<B> = Way { taken: B::EMPTY, count: 0, kinds: 0, last: NOWHERE };
}

/// Places with what was done on the way to them, and whether a man has become a king. Its hasher
/// costs nothing where, as nearly always, it stays empty.
type Places<B> = HashSet<(u32, Way<B>, bool), BuildHasherDefault<DefaultHasher>>;

/// The walk of one capturing piece after the other.
struct Walk<R: Rules> {
    side: Side,
    field: Field<R>,
    from: u32,
    by_king: bool,
    their_kings: R::Bits,
    /// The index of the first turn of the walking piece.
    first: usize,
    /// The worth of the best capture so far.
    best: u32,
    seen: Places<R::Bits>,
}

impl<R: Rules> Walk<R> {
    fn new(position: &Position<R>) -> Walk<R> {
        Walk {
            side: position.side,
            field: Field::new(position, position.side, R::Bits::EMPTY),
            from: 0,
            by_king: false,
            their_kings: position.kings_of(position.side.opponent()),
            first: 0,
            best: 0,
            seen: HashSet::default(),
        }
    }

    fn start(&mut self, position: &Position<R>, from: u32, first: usize, by_king: bool) {
        self.from = from;
        self.by_king = by_king;
        self.field = Field::new(position, self.side, R::Bits::bit(from));
        self.first = first;
        self.seen.clear();
    }

    fn man(&mut self, turns: &mut Turns<Turn<R::Bits>>, at: R::Bits, way: Way<R::Bits>) {
        let far_row = Board::<R>::far_row(self.side);
        if self.was_here(at.lowest(), way, false) {
            return;
        }
        let mut ended = true;
        Directions::<R>::of_captures(self.side, |direction| {
            let (over, land) = self.field.man(at, direction, way.taken);
            if land.is_empty() {
                return;
            }
            ended = false;
            let way = self.further(way, over, direction);
            match R::SET.promotion {
                Promotion::EndsTheTurn if land.meets(far_row) => {
                    self.add(turns, land.lowest(), way, true);
                }
                Promotion::AtOnce if land.meets(far_row) => {
                    self.king(turns, land.lowest(), way, true);
                }
                _ => self.man(turns, land, way),
            }
        });
        if ended && way.count > 0 {
            self.add(turns, at.lowest(), way, at.meets(far_row));
        }
    }

    fn king(
        &mut self,
        turns: &mut Turns<Turn<R::Bits>>,
        at: u32,
        way: Way<R::Bits>,
        crowned: bool,
    ) {
        if self.was_here(at, way, crowned) {
            return;
        }
        let mut ended = true;
        for direction in Field::<R>::ways_on(way.last) {
            let Some((over, landings)) = self.field.king(at, direction, way.taken) else {
                continue;
            };
            ended = false;
            let way = self.further(way, over, direction);
            let mut going_on = R::Bits::EMPTY;
            for land in landings.squares() {
                if self.field.king_goes_on(land, way.taken, way.last) {
                    going_on |= R::Bits::bit(land);
                }
            }
            if going_on.is_empty() {
                for land in self.field.last_landings(over, landings, direction).squares() {
                    self.add(turns, land, way, crowned);
                }
            }
            for land in going_on.squares() {
                self.king(turns, land, way, crowned);
            }
        }
        if ended && way.count > 0 {
            self.add(turns, at, way, crowned);
        }
    }

    /// The way with one more jump.
    #[inline]
    fn further(&self, way: Way<R::Bits>, over: R::Bits, direction: Direction) -> Way<R::Bits> {
        Way {
            taken: way.taken | over,
            count: way.count + 1,
            kinds: match R::SET.selection {
                Selection::Italian => way.kinds << 1 | u32::from(self.field.is_king(over)),
                _ => 0,
            },
            last: if R::SET.half_turns { NOWHERE } else { direction },
        }
    }

    /// Whether a long walk has come to this place with these captures before.
    #[inline]
    fn was_here(&mut self, at: u32, way: Way<R::Bits>, king: bool) -> bool {
        way.count >= REMEMBER_FROM && !self.seen.insert((at, way, king))
    }

    /// What a capture is worth among others: only the best may be chosen.
    #[inline]
    fn worth(&self, way: &Way<R::Bits>) -> u32 {
        let kings = || (way.taken & self.their_kings).count();
        match R::SET.selection {
            Selection::Free => 0,
            Selection::MostPieces => way.count,
            Selection::MostKings => way.count << 8 | kings(),
            Selection::Frisian => {
                const MAN: u32 = 100;
                const KING: u32 = 199;
                let kings = kings();
                2 * (MAN * (way.count - kings) + KING * kings) + u32::from(self.by_king)
            }
            Selection::ByKing => u32::from(self.by_king),
            // A side has 12 pieces, so that `kinds` has as many bits.
            Selection::Italian => {
                way.count << 18 | u32::from(self.by_king) << 17 | kings() << 12 | way.kinds
            }
        }
    }

    fn add(
        &mut self,
        turns: &mut Turns<Turn<R::Bits>>,
        to: u32,
        way: Way<R::Bits>,
        promotes: bool,
    ) {
        if R::SET.selection != Selection::Free {
            let worth = self.worth(&way);
            if worth < self.best {
                return;
            }
            if worth > self.best {
                self.best = worth;
                turns.clear();
                self.first = 0;
            }
        }
        let turn = Turn { captured: way.taken, from: self.from as u8, to: to as u8, promotes };
        // One piece can be captured in one way only.
        if way.count < 2 || !turns[self.first..].contains(&turn) {
            turns.push(turn);
        }
    }
}

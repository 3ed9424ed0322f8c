//! Captures: every sequence that the rules allow, once for each result. Captured pieces stay as
//! obstacles until the turn is over, and no piece is jumped twice.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};

use crate::game::{Side, Turns};
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::{Board, DIRECTIONS};
use crate::games::draughts::position::Position;
use crate::games::draughts::quiet::{back, forward};
use crate::games::draughts::rules::{Kings, MenCapture, Promotion, Rules, Selection};
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
        let theirs = self.pieces(side.opponent());
        let free = self.free();
        let mut capturing = R::Bits::EMPTY;
        for direction in DIRECTIONS {
            if R::SET.men_capture == MenCapture::Everywhere || forward(side).contains(&direction) {
                let behind = Board::<R>::step(free, back(direction)) & theirs;
                capturing |= Board::<R>::step(behind, back(direction)) & men;
            }
        }
        capturing
    }

    fn a_king_captures(&self, side: Side) -> bool {
        let walk = Walk::<R>::new(self, side);
        self.kings_of(side).squares().any(|from| walk.king_goes_on(from, R::Bits::EMPTY))
    }

    /// Adds every capture of the side to move.
    pub(super) fn add_captures(&self, turns: &mut Turns<Turn<R::Bits>>) {
        let men = self.capturing_men(self.side);
        let kings = self.kings_of(self.side);
        if men.is_empty() && kings.is_empty() {
            return;
        }
        let mut walk = Walk::<R>::new(self, self.side);
        for from in men.squares() {
            walk.start(from, turns.len());
            walk.man(turns, R::Bits::bit(from), R::Bits::EMPTY, 0);
        }
        for from in kings.squares() {
            walk.start(from, turns.len());
            walk.king(turns, from, R::Bits::EMPTY, 0, false);
        }
    }
}

/// The walk of one capturing piece after the other.
struct Walk<R: Rules> {
    side: Side,
    theirs: R::Bits,
    /// Squares that can be landed on, among them the one that the walking piece has left.
    free: R::Bits,
    board_free: R::Bits,
    from: u32,
    /// The index of the first turn of the walking piece.
    first: usize,
    /// The most pieces that a turn has captured so far.
    most: u32,
    /// Places with the pieces captured on the way. Its hasher costs nothing where, as nearly
    /// always, it stays empty.
    seen: HashSet<(u32, R::Bits, bool), BuildHasherDefault<DefaultHasher>>,
}

impl<R: Rules> Walk<R> {
    fn new(position: &Position<R>, side: Side) -> Walk<R> {
        let free = position.free();
        Walk {
            side,
            theirs: position.pieces(side.opponent()),
            free,
            board_free: free,
            from: 0,
            first: 0,
            most: 0,
            seen: HashSet::default(),
        }
    }

    fn start(&mut self, from: u32, first: usize) {
        self.from = from;
        self.free = self.board_free | R::Bits::bit(from);
        self.first = first;
        self.seen.clear();
    }

    fn man(&mut self, turns: &mut Turns<Turn<R::Bits>>, at: R::Bits, taken: R::Bits, count: u32) {
        let far_row = Board::<R>::far_row(self.side);
        if self.was_here(at.lowest(), taken, count, false) {
            return;
        }
        let mut ended = true;
        for direction in DIRECTIONS {
            if R::SET.men_capture == MenCapture::Forward && !forward(self.side).contains(&direction)
            {
                continue;
            }
            let over = Board::<R>::step(at, direction) & self.theirs & !taken;
            let land = Board::<R>::step(over, direction) & self.free;
            if land.is_empty() {
                continue;
            }
            ended = false;
            match R::SET.promotion {
                Promotion::EndsTheTurn if land.meets(far_row) => {
                    self.add(turns, land.lowest(), taken | over, count + 1, true);
                }
                Promotion::AtOnce if land.meets(far_row) => {
                    self.king(turns, land.lowest(), taken | over, count + 1, true);
                }
                _ => self.man(turns, land, taken | over, count + 1),
            }
        }
        if ended && count > 0 {
            self.add(turns, at.lowest(), taken, count, at.meets(far_row));
        }
    }

    fn king(
        &mut self,
        turns: &mut Turns<Turn<R::Bits>>,
        at: u32,
        taken: R::Bits,
        count: u32,
        crowned: bool,
    ) {
        if self.was_here(at, taken, count, crowned) {
            return;
        }
        let mut ended = true;
        for direction in DIRECTIONS {
            let Some((over, landings)) = self.king_jump(at, direction, taken) else { continue };
            ended = false;
            let taken = taken | over;
            let mut going_on = R::Bits::EMPTY;
            for land in landings.squares() {
                if self.king_goes_on(land, taken) {
                    going_on |= R::Bits::bit(land);
                }
            }
            if going_on.is_empty() {
                for land in landings.squares() {
                    self.add(turns, land, taken, count + 1, crowned);
                }
            }
            for land in going_on.squares() {
                self.king(turns, land, taken, count + 1, crowned);
            }
        }
        if ended && count > 0 {
            self.add(turns, at, taken, count, crowned);
        }
    }

    /// The piece that a king on `at` can jump in one direction, and where it can land.
    #[inline]
    fn king_jump(&self, at: u32, direction: usize, taken: R::Bits) -> Option<(R::Bits, R::Bits)> {
        let over = match R::SET.kings {
            Kings::Flying => {
                let on_ray = Board::<R>::ray(at, direction) & !self.free;
                R::Bits::bit(Board::<R>::nearest(on_ray, direction)?)
            }
            Kings::Short => Board::<R>::step(R::Bits::bit(at), direction),
        } & self.theirs
            & !taken;
        if !(Board::<R>::step(over, direction)).meets(self.free) {
            return None;
        }
        let landings = match R::SET.kings {
            Kings::Flying => Board::<R>::reach(over.lowest(), direction, self.free),
            Kings::Short => Board::<R>::step(over, direction),
        };
        Some((over, landings))
    }

    /// Whether a king on `at` can jump a piece that is not taken yet.
    #[inline]
    fn king_goes_on(&self, at: u32, taken: R::Bits) -> bool {
        DIRECTIONS.iter().any(|&direction| self.king_jump(at, direction, taken).is_some())
    }

    /// Whether a long walk has come to this place with these captures before.
    #[inline]
    fn was_here(&mut self, at: u32, taken: R::Bits, count: u32, king: bool) -> bool {
        count >= REMEMBER_FROM && !self.seen.insert((at, taken, king))
    }

    fn add(
        &mut self,
        turns: &mut Turns<Turn<R::Bits>>,
        to: u32,
        captured: R::Bits,
        count: u32,
        promotes: bool,
    ) {
        if R::SET.selection == Selection::MostPieces {
            if count < self.most {
                return;
            }
            if count > self.most {
                self.most = count;
                turns.clear();
                self.first = 0;
            }
        }
        let turn = Turn { captured, from: self.from as u8, to: to as u8, promotes };
        // One piece can be captured in one way only.
        if count < 2 || !turns[self.first..].contains(&turn) {
            turns.push(turn);
        }
    }
}

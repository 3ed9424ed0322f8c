//! The board of a game, computed at compile time. Every two rows of dark squares share one
//! ghost square that is never occupied, so that a step in one direction is one shift from any
//! square and falls on a ghost at the edge.

use std::marker::PhantomData;

use crate::game::Side;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::rules::Rules;
use crate::notation::square::Squares;

/// The most bits that a board may have.
const MOST: usize = 128;

/// The four directions, in the order in which they are walked: up left, up right, down left,
/// down right, White at the bottom.
pub(super) const DIRECTIONS: [usize; 4] = [0, 1, 2, 3];

/// The geometry of the game `R`.
#[derive(Debug)]
pub(super) struct Board<R>(PhantomData<R>);

impl<R: Rules> Board<R> {
    /// The playing squares as people count them.
    pub(super) const SQUARES: Squares = R::SET.facts.squares;
    const HALF: usize = Self::SQUARES.width / 2;
    const TABLES: &'static Tables = &Tables::new(Self::SQUARES);

    /// All playing squares.
    #[inline]
    pub(super) fn all() -> R::Bits {
        R::Bits::new(Self::TABLES.all)
    }

    /// The row that makes the men of `side` kings.
    #[inline]
    pub(super) fn far_row(side: Side) -> R::Bits {
        R::Bits::new(Self::TABLES.far_row[side.index()])
    }

    /// The long diagonal from the bottom left.
    #[inline]
    pub(super) fn main_road() -> R::Bits {
        R::Bits::new(Self::TABLES.main_road)
    }

    /// The row (from the top) as a set.
    #[inline]
    pub(super) fn row(row: usize) -> R::Bits {
        R::Bits::new(Self::TABLES.rows[row])
    }

    /// The bit of a square.
    #[inline]
    pub(super) const fn index(square: usize) -> u32 {
        Self::TABLES.index[square] as u32
    }

    /// The square of a bit.
    #[inline]
    pub(super) fn square(index: u32) -> usize {
        usize::from(Self::TABLES.square[index as usize])
    }

    /// Every square of the set moved one step; ghosts are not taken out.
    #[inline]
    pub(super) fn step(set: R::Bits, direction: usize) -> R::Bits {
        let half = Self::HALF as u32;
        match direction {
            0 => set >> (half + 1),
            1 => set >> half,
            2 => set << half,
            _ => set << (half + 1),
        }
    }

    /// The squares in one direction from a square up to the edge.
    #[inline]
    pub(super) fn ray(index: u32, direction: usize) -> R::Bits {
        R::Bits::new(Self::TABLES.rays[direction][index as usize])
    }

    /// The first square of `set` in one direction, if `set` (already cut to the ray) has one.
    #[inline]
    pub(super) fn nearest(on_ray: R::Bits, direction: usize) -> Option<u32> {
        if on_ray.is_empty() {
            None
        } else if direction < 2 {
            Some(on_ray.highest())
        } else {
            Some(on_ray.lowest())
        }
    }

    /// The free squares in one direction from a square up to the first that is not free.
    #[inline]
    pub(super) fn reach(index: u32, direction: usize, free: R::Bits) -> R::Bits {
        let ray = Self::ray(index, direction);
        match Self::nearest(ray & !free, direction) {
            None => ray,
            Some(blocker) => ray & !Self::ray(blocker, direction) & !R::Bits::bit(blocker),
        }
    }
}

/// Everything that is looked up, as words of 128 bits whatever the game's own word is.
#[derive(Debug)]
struct Tables {
    all: u128,
    far_row: [u128; 2],
    main_road: u128,
    rows: [u128; 16],
    index: [u8; MOST],
    square: [u8; MOST],
    rays: [[u128; MOST]; 4],
}

impl Tables {
    const fn new(squares: Squares) -> Tables {
        assert!(squares.width.is_multiple_of(2) && squares.height.is_multiple_of(2));
        let half = squares.width / 2;
        let mut tables = Tables {
            all: 0,
            far_row: [0; 2],
            main_road: 0,
            rows: [0; 16],
            index: [0; MOST],
            square: [0; MOST],
            rays: [[0; MOST]; 4],
        };
        let mut square = 0;
        while square < squares.count() {
            let (column, row) = squares.place(square);
            let index = row * half + row / 2 + square % half;
            tables.index[square] = index as u8;
            tables.square[index] = square as u8;
            tables.all |= 1 << index;
            tables.rows[row] |= 1 << index;
            if column + row + 1 == squares.height {
                tables.main_road |= 1 << index;
            }
            square += 1;
        }
        tables.far_row = [tables.rows[0], tables.rows[squares.height - 1]];
        let steps = [-(half as isize) - 1, -(half as isize), half as isize, half as isize + 1];
        let mut direction = 0;
        while direction < 4 {
            let mut from = 0;
            while from < squares.count() {
                let start = tables.index[from] as isize;
                let mut at = start + steps[direction];
                while at >= 0 && at < MOST as isize && tables.all >> at & 1 == 1 {
                    tables.rays[direction][start as usize] |= 1 << at;
                    at += steps[direction];
                }
                from += 1;
            }
            direction += 1;
        }
        tables
    }
}

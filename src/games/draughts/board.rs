//! The board of a game, computed at compile time. Where every second square is played on, every
//! two rows share one ghost square that is never occupied, so that a diagonal step is one shift
//! from any square and falls on a ghost at the edge.

use std::marker::PhantomData;

use crate::game::Side;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::directions::{self, Direction, is_upward};
use crate::games::draughts::rules::Rules;
use crate::notation::square::{Layout, Squares};

/// The most bits that a board may have.
const MOST: usize = 128;

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

    /// The long diagonal: from the bottom left, on a mirrored board from the bottom right.
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
    pub(super) fn step(set: R::Bits, direction: Direction) -> R::Bits {
        let half = Self::HALF as u32;
        let all = matches!(Self::SQUARES.layout, Layout::All);
        let inner = R::Bits::new(Self::TABLES.inner[direction]);
        match direction {
            directions::UP_LEFT => set >> (half + 1),
            directions::UP_RIGHT => set >> half,
            directions::DOWN_LEFT => set << half,
            directions::DOWN_RIGHT => set << (half + 1),
            directions::UP => set >> if all { 2 * half } else { 2 * half + 1 },
            directions::LEFT => (set & inner) >> 1,
            directions::RIGHT => (set & inner) << 1,
            _ => set << if all { 2 * half } else { 2 * half + 1 },
        }
    }

    /// The squares in one direction from a square up to the edge.
    #[inline]
    pub(super) fn ray(index: u32, direction: Direction) -> R::Bits {
        R::Bits::new(Self::TABLES.rays[direction][index as usize])
    }

    /// The first square of `set` in one direction, if `set` (already cut to the ray) has one.
    #[inline]
    pub(super) fn nearest(on_ray: R::Bits, direction: Direction) -> Option<u32> {
        if on_ray.is_empty() {
            None
        } else if is_upward(direction) {
            Some(on_ray.highest())
        } else {
            Some(on_ray.lowest())
        }
    }

    /// The free squares in one direction from a square up to the first that is not free.
    #[inline]
    pub(super) fn reach(index: u32, direction: Direction, free: R::Bits) -> R::Bits {
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
    rays: [[u128; MOST]; directions::COUNT],
    /// The squares from which a step in a direction stays on the board.
    inner: [u128; directions::COUNT],
}

impl Tables {
    const fn new(squares: Squares) -> Tables {
        assert!(squares.width.is_multiple_of(2) && squares.height.is_multiple_of(2));
        let mut tables = Tables {
            all: 0,
            far_row: [0; 2],
            main_road: 0,
            rows: [0; 16],
            index: [0; MOST],
            square: [0; MOST],
            rays: [[0; MOST]; directions::COUNT],
            inner: [0; directions::COUNT],
        };
        let mut square = 0;
        while square < squares.count() {
            let (column, row) = squares.place(square);
            let ghosts = match squares.layout {
                Layout::Dark => row / 2,
                Layout::Mirrored => row.div_ceil(2),
                Layout::All | Layout::Points => 0,
            };
            let index = square + ghosts;
            tables.index[square] = index as u8;
            tables.square[index] = square as u8;
            tables.all |= 1 << index;
            tables.rows[row] |= 1 << index;
            let is_on_the_road = match squares.layout {
                Layout::Dark => column + row + 1 == squares.height,
                Layout::Mirrored => column == row,
                Layout::All | Layout::Points => false,
            };
            if is_on_the_road {
                tables.main_road |= 1 << index;
            }
            square += 1;
        }
        tables.far_row = [tables.rows[0], tables.rows[squares.height - 1]];
        let mut direction = 0;
        while direction < directions::COUNT {
            tables.look(squares, direction);
            direction += 1;
        }
        tables
    }

    /// Fills in what is seen in one direction.
    const fn look(&mut self, squares: Squares, direction: Direction) {
        let (right, down) = directions::vector(direction, squares.layout);
        let mut from = 0;
        while from < squares.count() {
            let (column, row) = squares.place(from);
            let index = self.index[from] as usize;
            let (mut x, mut y) = (column as isize + right, row as isize + down);
            while x >= 0 && y >= 0 {
                let Some(square) = squares.at(x as usize, y as usize) else { break };
                self.rays[direction][index] |= 1 << self.index[square];
                self.inner[direction] |= 1 << index;
                x += right;
                y += down;
            }
            from += 1;
        }
    }
}

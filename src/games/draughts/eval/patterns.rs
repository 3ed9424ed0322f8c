//! Patterns of men in windows of four rows and two squares of each; kings count as free squares.
//!
//! The last row of a window comes first in the number of a pattern. The windows beside each other
//! are numbered at once, in the lanes of a word: a row of the board brings its part of all of them
//! from a table.
//!
//! Turning the board and exchanging the colours brings each window to another one, whose weights
//! are those of the first with the sign exchanged: half of the windows have weights of their own,
//! and the one in the middle, where there is one, for half of its patterns.

use crate::game::Side;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::Rules;
use crate::linear::patterns::{self, Entry, Share, Sum};
use crate::notation::square::{Layout, Squares};

/// Squares of a window in a row.
const WIDTH: usize = 2;
/// Rows of a window.
const HEIGHT: usize = 4;
/// Rows from one window to the next.
const STRIDE: usize = 2;
/// Patterns of a row of a window.
const ROW_PATTERNS: u64 = 9;
/// Patterns of a window.
const PATTERNS: usize = 6561;
/// Bits of a lane.
const LANE: usize = 16;
/// Squares of a row of the board, at most: four windows side by side have room in a word.
const MOST_PLACES: usize = 5;

/// The windows of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    /// Windows side by side.
    pub(super) lanes: usize,
    /// Windows one above the other.
    pub(super) rows: usize,
}

impl Windows {
    /// Those of a board; none where rows are too long.
    pub(super) const fn of(board: &Squares) -> Windows {
        match board.layout {
            Layout::Dark | Layout::Mirrored if board.row() <= MOST_PLACES => Windows {
                lanes: board.row() + 1 - WIDTH,
                rows: (board.height - HEIGHT) / STRIDE + 1,
            },
            _ => Windows { lanes: 0, rows: 0 },
        }
    }
}

impl patterns::Windows for Windows {
    const PATTERNS: usize = PATTERNS;

    fn count(self) -> usize {
        self.lanes * self.rows
    }

    fn own(self) -> usize {
        self.count().div_ceil(2)
    }

    fn weight(self, window: usize, pattern: usize) -> Option<(usize, bool)> {
        let twin = self.count() - 1 - window;
        let turned = patterns::turned(pattern, WIDTH * HEIGHT);
        if window < twin || window == twin && pattern < turned {
            Some((window * PATTERNS + pattern, false))
        } else if window > twin || pattern > turned {
            Some((twin * PATTERNS + turned, true))
        } else {
            None
        }
    }
}

/// What a row of a board brings to the number of the patterns of all windows, by its men: those of
/// White, then those of Black.
struct Rows<R>(std::marker::PhantomData<R>);

impl<R: Rules> Rows<R> {
    const PLACES: usize = Board::<R>::SQUARES.row();
    const WINDOWS: Windows = Windows::of(&Board::<R>::SQUARES);
    const PARTS: &'static [u64; 1 << (2 * MOST_PLACES)] = &{
        let mut parts = [0; 1 << (2 * MOST_PLACES)];
        let mut men = 0;
        while men < 1 << (2 * Self::PLACES) && Self::WINDOWS.lanes > 0 {
            let mut lane = 0;
            while lane < Self::WINDOWS.lanes {
                let (mut part, mut place) = (0, 0);
                while place < WIDTH {
                    let white = men >> (lane + place) & 1;
                    let black = men >> (Self::PLACES + lane + place) & 1;
                    part = 3 * part + white + 2 * black;
                    place += 1;
                }
                parts[men] |= (part as u64) << (LANE * lane);
                lane += 1;
            }
            men += 1;
        }
        parts
    };
}

/// Calls `visit` with each window and the pattern in it.
#[inline(always)]
pub(super) fn visit<R: Rules>(position: &Position<R>, mut visit: impl FnMut(usize, usize)) {
    let places = Rows::<R>::PLACES;
    let windows = Rows::<R>::WINDOWS;
    let (white, black) = (position.men(Side::White), position.men(Side::Black));
    let mut parts = [0; 16];
    for (row, part) in parts.iter_mut().enumerate().take(Board::<R>::SQUARES.height) {
        let first = Board::<R>::index(row * places);
        let men = |set: R::Bits| (set >> first).wide() as usize & ((1 << places) - 1);
        let both = men(white) | men(black) << places;
        *part = Rows::<R>::PARTS[both & ((1 << (2 * MOST_PLACES)) - 1)];
    }
    for row in 0..windows.rows {
        let parts = &parts[STRIDE * row..][..HEIGHT];
        let patterns = parts.iter().rev().fold(0, |patterns, part| patterns * ROW_PATTERNS + part);
        for lane in 0..windows.lanes {
            visit(row * windows.lanes + lane, (patterns >> (LANE * lane)) as usize & 0xFFFF);
        }
    }
}

/// The weights of the patterns of every window of a board, from the bytes of a file.
pub(super) fn read(board: &Squares, file: &[u8]) -> Vec<Entry> {
    patterns::unfold(Windows::of(board), file)
}

/// What the men of White are worth more than those of Black for how they stand.
#[inline(always)]
pub(super) fn worth<R: Rules>(position: &Position<R>, entries: &[Entry], share: Share) -> i32 {
    let mut sum = Sum::new(share);
    visit(position, |window, pattern| sum.add(entries[window * PATTERNS + pattern]));
    sum.worth()
}

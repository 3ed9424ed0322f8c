//! Patterns of men: windows of four rows and two squares of each, which overlap and cover the
//! board. Each window has a weight for every way in which men of both sides can stand in it (after
//! Buro 1997, and Scan); kings count as free squares there.
//!
//! The number of a pattern is written in the base 3: 0 for a free square, 1 for a man of White, 2
//! for one of Black, the last row of the window first. The windows beside each other are numbered
//! at once, in the lanes of a word: a row of the board brings its part of all of them from a table.
//!
//! Turning the board and exchanging the colours brings each window to another one, whose weights
//! are those of the first with the sign exchanged: half of the windows have weights of their own,
//! and the one in the middle, where there is one, for half of its patterns.

use crate::game::Side;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::Rules;
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
pub(super) const PATTERNS: usize = 6561;
/// Bits of a lane.
const LANE: usize = 16;
/// Squares of a row of the board, at most: four windows side by side have room in a word.
const MOST_PLACES: usize = 5;

/// Stages for which the weights are told.
pub(super) const STAGES: usize = 4;

/// The weights of a pattern, that of each stage in a byte, in centimen.
pub type Entry = u32;

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

    /// How many there are.
    pub(super) const fn count(self) -> usize {
        self.lanes * self.rows
    }

    /// How many have weights of their own.
    pub(super) const fn own(self) -> usize {
        self.count().div_ceil(2)
    }

    /// Where the weight of a pattern stands, and whether it counts with the other sign; none if it
    /// is worth nothing because it looks the same from both sides.
    pub(super) fn weight(self, window: usize, pattern: usize) -> Option<(usize, bool)> {
        let twin = self.count() - 1 - window;
        let turned = turned(pattern);
        if window < twin || window == twin && pattern < turned {
            Some((window * PATTERNS + pattern, false))
        } else if window > twin || pattern > turned {
            Some((twin * PATTERNS + turned, true))
        } else {
            None
        }
    }
}

/// The pattern as the other side sees it.
fn turned(mut pattern: usize) -> usize {
    let mut turned = 0;
    for _ in 0..WIDTH * HEIGHT {
        turned = 3 * turned + [0, 2, 1][pattern % 3];
        pattern /= 3;
    }
    turned
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
        while men < 1 << (2 * Self::PLACES) && Self::WINDOWS.count() > 0 {
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

/// The weights of the patterns of every window, from the bytes of a file: for each window that has
/// weights of its own and each of its patterns a byte a stage.
pub(super) fn unfold(windows: Windows, file: &[u8]) -> Vec<Entry> {
    let mut entries = Vec::with_capacity(windows.count() * PATTERNS);
    for window in 0..windows.count() {
        for pattern in 0..PATTERNS {
            let weights = windows.weight(window, pattern).map_or([0; STAGES], |(at, is_turned)| {
                let bytes = file.get(at * STAGES..).and_then(|rest| rest.first_chunk::<STAGES>());
                let weights = bytes.copied().unwrap_or_default();
                if is_turned { weights.map(u8::wrapping_neg) } else { weights }
            });
            entries.push(Entry::from_le_bytes(weights));
        }
    }
    entries
}

/// The same for a board.
pub(super) fn read(board: &Squares, file: &[u8]) -> Vec<Entry> {
    unfold(Windows::of(board), file)
}

/// The weights of a file whose entries these are.
pub(super) fn fold(windows: Windows, entries: &[Entry]) -> Vec<f32> {
    let own = &entries[..windows.own() * PATTERNS];
    let weights = own.iter().enumerate().map(|(at, entry)| {
        let is_own = windows.weight(at / PATTERNS, at % PATTERNS) == Some((at, false));
        if is_own { entry.to_le_bytes() } else { [0; STAGES] }
    });
    weights.flatten().map(|byte| f32::from(byte as i8)).collect()
}

/// The bytes of a file with these weights: those of the stages of the first, of the second and so
/// on, in centimen.
pub(super) fn file(weights: &[f32]) -> Vec<u8> {
    let bound = f32::from(i8::MAX);
    weights.iter().map(|weight| weight.round().clamp(-bound, bound) as i8 as u8).collect()
}

/// What the men of White are worth more than those of Black for how they stand, in the parts of a
/// stage and of the next one.
#[inline(always)]
pub(super) fn worth<R: Rules>(position: &Position<R>, entries: &[Entry], share: Share) -> i32 {
    let (mut here, mut next) = (0, 0);
    visit(position, |window, pattern| {
        let entry = entries[window * PATTERNS + pattern];
        let weight = |stage: u32| i32::from((entry >> (8 * stage)) as u8 as i8);
        here += weight(share.stage);
        next += weight(share.stage + 1);
    });
    (here * share.part + next * (share.whole - share.part)) / share.whole
}

/// What stages have in the worth of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// The first of two stages.
    stage: u32,
    /// What it has of the whole; the next one has the rest.
    part: i32,
    whole: i32,
}

impl Share {
    /// With so many pieces, where `knots` tells those of each stage.
    pub(super) const fn new(knots: &[usize; STAGES], pieces: usize) -> Share {
        let mut stage = 0;
        while stage + 2 < STAGES && pieces < knots[stage + 1] {
            stage += 1;
        }
        let (more, fewer) = (knots[stage], knots[stage + 1]);
        let pieces = if pieces > more {
            more
        } else if pieces < fewer {
            fewer
        } else {
            pieces
        };
        Share { stage: stage as u32, part: (pieces - fewer) as i32, whole: (more - fewer) as i32 }
    }
}

//! Patterns of pieces in the windows of three squares by three: they see what can be jumped and what
//! can be sandwiched there. Kings count as men do.
//!
//! The windows beside each other are numbered at once, in the lanes of a word: a row of the board
//! brings its part of all of them from a table.
//!
//! In a mirror the board looks the same, and upside down with the sides exchanged: only the windows of
//! a quarter of the board have weights of their own.

use crate::game::Side;
use crate::games::extreme::position::Position;
use crate::linear::patterns::{self, Entry, Share, Sum};

/// Squares of a window in a row, and its rows.
const WIDTH: usize = 3;
/// Patterns of a row of a window.
const ROW_PATTERNS: usize = 27;
/// Patterns of a window.
const PATTERNS: usize = 19683;
/// Windows side by side, and one above the other.
const PLACES: usize = 8 + 1 - WIDTH;
/// Half of them.
const HALF: usize = PLACES / 2;
/// Bits of a lane.
const LANE: usize = 16;

/// The windows of the board, row by row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows;

impl patterns::Windows for Windows {
    const PATTERNS: usize = PATTERNS;

    fn count(self) -> usize {
        PLACES * PLACES
    }

    fn own(self) -> usize {
        HALF * HALF
    }

    fn weight(self, window: usize, pattern: usize) -> Option<(usize, bool)> {
        let (column, row) = (window % PLACES, window / PLACES);
        let (is_mirrored, is_turned) = (column >= HALF, row >= HALF);
        let column = if is_mirrored { PLACES - 1 - column } else { column };
        let row = if is_turned { PLACES - 1 - row } else { row };
        let seen = &ROWS[usize::from(is_turned)][usize::from(is_mirrored)];
        let part = |place: usize| seen[pattern / ROW_PATTERNS.pow(place as u32) % ROW_PATTERNS];
        let [lower, middle, upper] = [0, 1, 2].map(part);
        let (upper, lower) = if is_turned { (lower, upper) } else { (upper, lower) };
        let pattern = (upper * ROW_PATTERNS + middle) * ROW_PATTERNS + lower;
        Some(((row * HALF + column) * PATTERNS + pattern, is_turned))
    }
}

/// What a row of a window looks like as it is and in a mirror, and the same with the sides exchanged.
const ROWS: [[[usize; ROW_PATTERNS]; 2]; 2] = {
    let mut rows = [[[0; ROW_PATTERNS]; 2]; 2];
    let mut row = 0;
    while row < ROW_PATTERNS {
        let digits = [row / 9, row / 3 % 3, row % 3];
        let swapped = [(3 - digits[0]) % 3, (3 - digits[1]) % 3, (3 - digits[2]) % 3];
        rows[0][0][row] = row;
        rows[0][1][row] = (digits[2] * 3 + digits[1]) * 3 + digits[0];
        rows[1][0][row] = (swapped[0] * 3 + swapped[1]) * 3 + swapped[2];
        rows[1][1][row] = (swapped[2] * 3 + swapped[1]) * 3 + swapped[0];
        row += 1;
    }
    rows
};

/// What the pieces of White in a row of the board bring to the number of the patterns of all windows;
/// those of Black bring twice as much.
const PARTS: [u128; 256] = {
    let mut parts = [0; 256];
    let mut pieces = 0;
    while pieces < 256 {
        let mut lane = 0;
        while lane < PLACES {
            let (mut part, mut place) = (0, 0);
            while place < WIDTH {
                part = 3 * part + (pieces >> (lane + place) & 1) as u128;
                place += 1;
            }
            parts[pieces] |= part << (LANE * lane);
            lane += 1;
        }
        pieces += 1;
    }
    parts
};

/// Calls `visit` with each window and the pattern in it.
#[inline(always)]
pub(super) fn visit(position: &Position, mut visit: impl FnMut(usize, usize)) {
    let [white, black] = Side::ALL.map(|side| position.pieces(side).to_le_bytes());
    let parts: [u128; 8] = std::array::from_fn(|row| {
        PARTS[usize::from(white[row])] + 2 * PARTS[usize::from(black[row])]
    });
    for (row, parts) in parts.windows(WIDTH).enumerate() {
        let patterns =
            parts.iter().fold(0, |patterns, part| patterns * ROW_PATTERNS as u128 + part);
        for lane in 0..PLACES {
            visit(row * PLACES + lane, (patterns >> (LANE * lane)) as usize & 0xFFFF);
        }
    }
}

/// The weights of the patterns of every window, from the bytes of a file.
pub(super) fn read(file: &[u8]) -> Vec<Entry> {
    patterns::unfold(Windows, file)
}

/// What the pieces of White are worth more than those of Black for how they stand.
#[inline(always)]
pub(super) fn worth(position: &Position, entries: &[Entry], share: Share) -> i32 {
    let mut sum = Sum::new(share);
    visit(position, |window, pattern| sum.add(entries[window * PATTERNS + pattern]));
    sum.worth()
}

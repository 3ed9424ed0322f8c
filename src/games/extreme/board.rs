//! The geometry of the 64 squares as bitboards: bit 0 is a8, bit 7 is h8, bit 63 is h1. It knows
//! squares and lines, but no pieces.

use crate::game::Side;

/// The dark squares, a1 among them.
pub(super) const DARK: u64 = 0x55AA_55AA_55AA_55AA;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
/// The uppermost row, where white men become kings.
const ROW_8: u64 = 0xFF;
/// The lowest row, where black men become kings.
const ROW_1: u64 = ROW_8 << 56;
/// The rim of the board.
pub(super) const RIM: u64 = FILE_A | FILE_H | ROW_1 | ROW_8;

/// How far the four diagonal neighbours are: up left, up right, down left, down right.
pub(super) const DIAGONALS: [i32; 4] = [-9, -7, 7, 9];

/// The row on which the men of a side become kings.
pub(super) const fn far_row(side: Side) -> u64 {
    match side {
        Side::White => ROW_8,
        Side::Black => ROW_1,
    }
}

/// Whether a diagonal, as an index of [`DIAGONALS`], leads forward.
pub(super) const fn is_forward(side: Side, diagonal: usize) -> bool {
    (diagonal < 2) == matches!(side, Side::White)
}

/// The squares one step away along a diagonal, as an index of [`DIAGONALS`].
#[inline(always)]
pub(super) const fn shift(squares: u64, diagonal: usize) -> u64 {
    match diagonal {
        0 => (squares >> 9) & !FILE_H,
        1 => (squares >> 7) & !FILE_A,
        2 => (squares << 7) & !FILE_H,
        _ => (squares << 9) & !FILE_A,
    }
}

/// The squares one step away to the right, down, up and to the left.
#[inline(always)]
pub(super) const fn orthogonal(squares: u64, way: usize) -> u64 {
    match way {
        0 => (squares & !FILE_H) << 1,
        1 => squares << 8,
        2 => squares >> 8,
        _ => (squares & !FILE_A) >> 1,
    }
}

/// The next squares in the same row and column.
pub(super) static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit: u64 = 1 << square;
        table[square] =
            orthogonal(bit, 0) | orthogonal(bit, 1) | orthogonal(bit, 2) | orthogonal(bit, 3);
        square += 1;
    }
    table
};

/// The squares on the straight lines to the right, down, to the left and up, without the square
/// itself. On the first two the nearest square is the lowest bit, on the last two the highest.
pub(super) static LINES: [[u64; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        let mut other = 0;
        while other < 64 {
            let bit: u64 = 1 << other;
            if other / 8 == row && other != square {
                table[square][if other % 8 > column { 0 } else { 2 }] |= bit;
            }
            if other % 8 == column && other != square {
                table[square][if other / 8 > row { 1 } else { 3 }] |= bit;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// The squares that follow on the rim, clockwise and the other way; a square inside leads to
/// itself.
pub(super) static RING: [[u8; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        let next = match (column, row) {
            (0..7, 0) => square + 1,
            (7, 0..7) => square + 8,
            (1..8, 7) => square - 1,
            (0, 1..8) => square - 8,
            _ => square,
        };
        table[0][square] = next as u8;
        if next != square {
            table[1][next] = square as u8;
        } else {
            table[1][square] = square as u8;
        }
        square += 1;
    }
    table
};

/// The squares of a set, from the lowest.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rim_is_one_closed_line_of_28_squares() {
        for direction in [0, 1] {
            let (mut square, mut seen) = (0, 0u64);
            for _ in 0..28 {
                assert_eq!(seen >> square & 1, 0);
                seen |= 1 << square;
                let next = usize::from(RING[direction][square]);
                assert_eq!(usize::from(RING[1 - direction][next]), square);
                assert_ne!(NEIGHBOURS[square] & 1 << next, 0);
                square = next;
            }
            assert_eq!((square, seen), (0, RIM));
        }
    }

    #[test]
    fn a1_is_dark_and_diagonals_keep_the_colour() {
        assert_eq!(DARK >> 56 & 1, 1);
        for diagonal in 0..4 {
            assert_eq!(shift(DARK, diagonal) & !DARK, 0);
            assert_eq!(shift(!DARK, diagonal) & DARK, 0);
        }
    }

    #[test]
    fn lines_and_neighbours_agree() {
        for square in 0..64 {
            let all = LINES[square].iter().fold(0, |all, line| all | line);
            assert_eq!(all.count_ones(), 14);
            assert_eq!(NEIGHBOURS[square] & !all, 0);
        }
    }
}

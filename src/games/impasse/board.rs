//! The geometry of the 32 dark squares: a bit for each, laid out so that every diagonal step is
//! one shift. Knows squares and their names, but neither pieces nor rules.
//!
//! Two rows take nine bits: four squares, a ghost, four squares. The ghosts (bits 4, 13, 22 and
//! 31) lie beyond the side edges and are never set, so no step wraps round the board.

use crate::game::Side;

/// The bits of the layout, ghosts among them.
pub(super) const BITS: usize = 36;

/// The playing squares.
pub(super) const SQUARES: usize = 32;

/// A step to the left of White and away from it is a shift by this.
pub(super) const LEFT: u32 = 4;

/// A step to the right of White and away from it is a shift by this.
pub(super) const RIGHT: u32 = 5;

/// Every playing square.
pub(super) const ALL: u64 = {
    let mut all = 0;
    let mut row = 0;
    while row < 8 {
        all |= row_bits(row);
        row += 1;
    }
    all
};

/// The squares of a row, 0 being White's nearest.
pub(super) const fn row_bits(row: usize) -> u64 {
    0xF << (9 * (row / 2) + 5 * (row % 2))
}

/// The row nearest to a side, where its doubles bear off.
pub(super) const fn home(side: Side) -> u64 {
    match side {
        Side::White => row_bits(0),
        Side::Black => row_bits(7),
    }
}

/// The row furthest from a side, where its singles are crowned.
pub(super) const fn far(side: Side) -> u64 {
    home(side.opponent())
}

/// The bit of a square number, 1 to 32 row by row from the top left.
pub(super) const fn bit_of_number(number: usize) -> u8 {
    let row = 7 - (number - 1) / 4;
    (9 * (row / 2) + 5 * (row % 2) + (number - 1) % 4) as u8
}

/// The square number of the bit of a playing square.
pub(super) const fn number_of_bit(bit: u8) -> usize {
    let row = row_of_bit(bit);
    (7 - row) * 4 + (bit as usize - 9 * (row / 2) - 5 * (row % 2)) + 1
}

/// The row of the bit of a playing square, 0 being White's nearest.
pub(super) const fn row_of_bit(bit: u8) -> usize {
    let pair = bit as usize / 9;
    2 * pair + (bit as usize % 9 > 4) as usize
}

/// The bit of the square in a file and a row, both from 0, if it is a dark one.
pub(super) const fn bit_at(file: usize, row: usize) -> Option<u8> {
    if file % 2 == row % 2 { Some(bit_of_number((7 - row) * 4 + file / 2 + 1)) } else { None }
}

/// The name of the square in a file and a row, both from 0.
pub(super) fn name_at(file: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), row + 1)
}

/// The name of the square of a bit, such as `b8`.
pub(super) fn name_of_bit(bit: u8) -> String {
    let row = row_of_bit(bit);
    let column = (number_of_bit(bit) - 1) % 4;
    name_at(2 * column + row % 2, row)
}

/// Shifts a board away from White (`UP`) or towards it.
pub(super) const fn shift<const UP: bool>(board: u64, by: u32) -> u64 {
    if UP { board << by } else { board >> by }
}

/// The empty squares that pieces reach by one slide in one direction, all seven steps at once by
/// doubling (Kogge and Stone 1973). Each square is reached by one piece at most, the nearest on
/// its diagonal, so their number is the number of slides.
pub(super) const fn slides<const UP: bool>(pieces: u64, empty: u64, by: u32) -> u64 {
    let mut reached = pieces;
    let mut open = empty;
    reached |= open & shift::<UP>(reached, by);
    open &= shift::<UP>(open, by);
    reached |= open & shift::<UP>(reached, 2 * by);
    open &= shift::<UP>(open, 2 * by);
    reached |= open & shift::<UP>(reached, 4 * by);
    reached & empty
}

/// The set bits of a board from the lowest.
pub(super) fn bits(mut board: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (board != 0).then(|| board.trailing_zeros() as u8)?;
        board &= board - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zobrist::mix;

    #[test]
    fn the_playing_squares_are_the_bits_that_are_no_ghosts() {
        assert_eq!(ALL.count_ones() as usize, SQUARES);
        assert_eq!(ALL, ((1 << BITS) - 1) & !(1 << 4 | 1 << 13 | 1 << 22 | 1 << 31));
    }

    #[test]
    fn numbers_names_and_bits_agree() {
        let names = [(1, "b8"), (4, "h8"), (5, "a7"), (29, "a1"), (32, "g1"), (26, "d2")];
        for (number, name) in names {
            assert_eq!(name_of_bit(bit_of_number(number)), name);
        }
        for number in 1..=SQUARES {
            assert_eq!(number_of_bit(bit_of_number(number)), number);
        }
    }

    #[test]
    fn slides_are_steps_until_a_piece_stands_in_the_way() {
        fn by_steps<const UP: bool>(pieces: u64, empty: u64, by: u32) -> u64 {
            let mut reached = 0;
            let mut step = shift::<UP>(pieces, by) & empty;
            while step != 0 {
                assert_eq!(reached & step, 0, "one piece at most reaches a square");
                reached |= step;
                step = shift::<UP>(step, by) & empty;
            }
            reached
        }
        for seed in 0..1_000 {
            let taken = ALL & mix(seed) & mix(seed + 1_000);
            let pieces = taken & mix(seed + 2_000);
            let empty = ALL & !taken;
            for by in [LEFT, RIGHT] {
                let up = slides::<true>(pieces, empty, by);
                assert_eq!(up, by_steps::<true>(pieces, empty, by));
                let down = slides::<false>(pieces, empty, by);
                assert_eq!(down, by_steps::<false>(pieces, empty, by));
            }
        }
    }

    #[test]
    fn steps_are_shifts_and_stop_at_the_edges() {
        for bit in bits(ALL) {
            let row = row_of_bit(bit);
            let file = 2 * ((number_of_bit(bit) - 1) % 4) + row % 2;
            for (shift, target) in [(LEFT, file.checked_sub(1)), (RIGHT, Some(file + 1))] {
                let expected = target
                    .filter(|&file| file < 8 && row < 7)
                    .and_then(|file| bit_at(file, row + 1))
                    .map_or(0, |bit| 1 << bit);
                assert_eq!((1_u64 << bit) << shift & ALL, expected, "{}", name_of_bit(bit));
            }
        }
    }
}

//! The geometry of the 25 points as bitboards: bit 0 is a5, bit 4 is e5, bit 24 is e1. It knows
//! points and the lines between them, but no pieces.

use crate::game::Side;

/// All points.
pub(super) const BOARD: u32 = (1 << 25) - 1;
const FILE_A: u32 = 0x0010_8421;
const FILE_E: u32 = FILE_A << 4;
/// The uppermost row.
const ROW_5: u32 = 0x1F;
/// The lowest row.
const ROW_1: u32 = ROW_5 << 20;
/// The points that diagonals lead through: every second one, the corners and the middle among
/// them.
pub(super) const CROSSINGS: u32 = 0x0155_5555;

/// How many ways may lead from a point.
pub(super) const WAYS: usize = 8;
/// How far the next point is each way: up left, up, up right, left, right, down left, down, down
/// right. Opposite ways add up to 7.
pub(super) const STRIDES: [i32; WAYS] = [-6, -5, -4, -1, 1, 4, 5, 6];

/// The row that is so many rows away, 4 at the most, from the one that a side moves towards.
pub(super) const fn row(side: Side, away: usize) -> u32 {
    match side {
        Side::White => ROW_5 << (5 * away),
        Side::Black => ROW_1 >> (5 * away),
    }
}

/// Whether a way, as an index of [`STRIDES`], leads back to the side's own row.
pub(super) const fn is_backward(side: Side, way: usize) -> bool {
    match side {
        Side::White => way > 4,
        Side::Black => way < 3,
    }
}

/// The points one step along the lines away, as an index of [`STRIDES`].
#[inline(always)]
pub(super) const fn shift(points: u32, way: usize) -> u32 {
    match way {
        0 => (points & CROSSINGS & !FILE_A) >> 6,
        1 => points >> 5,
        2 => (points & CROSSINGS & !FILE_E) >> 4,
        3 => (points & !FILE_A) >> 1,
        4 => (points & !FILE_E) << 1,
        5 => (points & CROSSINGS & !FILE_A) << 4 & BOARD,
        6 => points << 5 & BOARD,
        _ => (points & CROSSINGS & !FILE_E) << 6 & BOARD,
    }
}

/// The points of a set, from the lowest.
pub(super) fn points(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let point = set.trailing_zeros() as usize;
            set &= set - 1;
            point
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_leads_back() {
        for (way, stride) in STRIDES.into_iter().enumerate() {
            for point in 0..25 {
                let next = shift(1 << point, way);
                if next != 0 {
                    assert_eq!(next.trailing_zeros() as i32, point + stride);
                    assert_eq!(shift(next, WAYS - 1 - way), 1 << point);
                }
            }
        }
    }

    #[test]
    fn corners_have_three_lines_the_middle_eight_and_its_neighbours_four() {
        let lines = |point: u32| (0..WAYS).filter(|&way| shift(1 << point, way) != 0).count();
        assert_eq!([0, 4, 20, 24].map(lines), [3; 4]);
        assert_eq!([2, 10, 14, 22].map(lines), [5; 4]);
        assert_eq!([1, 3, 5, 9].map(lines), [3; 4]);
        assert_eq!([6, 8, 12, 16, 18].map(lines), [8; 5]);
        assert_eq!([7, 11, 13, 17].map(lines), [4; 4]);
        // Twenty steps in the rows, twenty in the columns, one diagonal in each of 16 cells.
        assert_eq!((0..25).map(lines).sum::<usize>(), 2 * (20 + 20 + 16));
    }
}

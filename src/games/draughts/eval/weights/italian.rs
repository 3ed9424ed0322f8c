//! Italian draughts: fitted by `damier tune fit` to 886335 positions of 12000 games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::{Entry, read};
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of Italian draughts.
pub const ITALIAN: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::MIRRORED_8,
    terms: Terms {
        man: [90, 104, 122, 142, 138],
        king: [35, 48, 77, 104, 68],
        only_kings: [13, 17, 22, 9, 20],
        road: [0, 0, -1, -1, 2],
        reach: [9, 11, 6, 3, 1],
        prey: [18, 14, 13, 24, 70],
        safe: [16, 12, 7, 5, 18],
        gift: [17, 11, 4, -3, 3],
        short_of_steps: [-12, -17, -18, -17, -11],
        out_of_steps: [-20, -26, -23, -19, -15],
        stuck: [0, 3, 1, -5, -2],
        backed: [11, 11, 9, 3, 4],
        wedge: [3, -1, 0, 5, 4],
        outpost: [-8, -7, -8, -12, -8],
        open: [-6, 0, 1, 1, 2],
        contact: [-4, 0, -3, -3, -1],
        runaway: [-1, -2, -15, -4, 15],
        near_runaway: [9, 12, 10, 4, -2],
        crowning: [17, 22, 15, 8, -3],
        skew: [-4, -3, -3, 3, 3],
        open_row: [1, 2, 9, 2, -3],
        surplus: [-17, -24, -40, -3, 20],
        last_piece: [-5, -7, -12, -22, -19],
        last_two: [-2, -3, -6, -22, -19],
        last_three: [-3, -4, -7, -6, -19],
        last_four: [0, 0, 0, -4, 18],
        lone_king: [-6, -9, -14, -27, -22],
        lone_walk: [0, 0, 0, 0, -8],
        turn: [2, 3, 7, 2, 0],
        threat: [20, 35, 39, 18, 7],
        compelled: [20, 25, 21, 16, 12],
    },
    squares: &[
        // Row 8.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 7.
        [7, 9, 5, 3, 1],
        [2, 4, 5, 4, 5],
        [2, 3, 5, 10, 5],
        [2, 2, 1, 11, 11],
        // Row 6.
        [9, 5, 2, 4, 3],
        [-10, -10, 1, 6, 2],
        [-20, -21, -2, 5, -1],
        [-16, -16, -3, 6, 0],
        // Row 5.
        [-16, -19, -9, -2, -2],
        [-15, -16, -9, -2, -2],
        [-13, -18, -11, -9, -3],
        [3, 4, 9, 11, 9],
        // Row 4.
        [4, 8, 5, 7, 10],
        [-11, -12, -7, -3, -2],
        [-1, -1, -3, -3, 5],
        [-11, -12, -5, -2, 0],
        // Row 3.
        [0, -4, -9, -6, -3],
        [3, 4, -5, -7, -1],
        [-6, -2, -7, -8, -4],
        [13, 12, 6, 7, 5],
        // Row 2.
        [20, 22, 16, 12, 14],
        [11, 14, 2, -1, 3],
        [16, 18, 5, -5, -1],
        [3, 0, -5, -9, -7],
        // Row 1.
        [31, 38, 41, 38, 27],
        [45, 46, 41, 33, 27],
        [30, 38, 39, 30, 36],
        [13, 17, 13, 4, 0],
    ],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> =
        LazyLock::new(|| read(&ITALIAN.board, include_bytes!("italian.patterns")));
    &PATTERNS
}

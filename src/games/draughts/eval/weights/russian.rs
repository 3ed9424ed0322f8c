//! Russian draughts: fitted by `damier tune fit` to 6248762 positions of 184694 games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::{Entry, read};
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of Russian draughts.
pub const RUSSIAN: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::DARK_8,
    terms: Terms {
        man: [113, 124, 123, 128, 59],
        king: [-59, -70, -45, 54, 40],
        only_kings: [-23, -27, 9, 52, 34],
        road: [17, 19, 4, 15, 6],
        reach: [13, 6, 5, 2, 0],
        prey: [21, 31, 54, 53, 30],
        safe: [-4, -4, 9, 4, 2],
        gift: [-2, -3, 7, 0, 1],
        short_of_steps: [-11, -21, -23, -15, 6],
        out_of_steps: [-12, -15, -12, 1, 18],
        stuck: [0, 0, 1, -1, 3],
        backed: [-6, -6, 7, 3, -3],
        wedge: [5, 1, -2, 2, 5],
        outpost: [-6, -5, -11, -14, -10],
        open: [-2, 1, 3, 6, 4],
        contact: [-6, -4, -2, 4, -9],
        runaway: [-10, -12, -11, -11, 4],
        near_runaway: [14, 16, 25, 21, -10],
        crowning: [19, 29, 49, 41, -1],
        skew: [-2, -2, -6, -7, 3],
        open_row: [8, 3, 4, 3, -1],
        surplus: [-8, -9, -8, -2, -24],
        last_piece: [11, 13, 18, 27, 72],
        last_two: [13, 16, 22, 35, -16],
        last_three: [11, 13, 17, 4, -27],
        last_four: [0, 0, -3, -7, 25],
        lone_king: [-39, -47, -65, -96, -49],
        lone_walk: [0, 0, 0, 1, -14],
        turn: [4, 5, 11, 12, 0],
        threat: [16, 22, 31, 23, 2],
        compelled: [21, 24, 27, 27, 10],
    },
    squares: &[
        // Row 8.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 7.
        [23, 25, 38, 41, 14],
        [-11, -9, 0, 14, 35],
        [-29, -35, -31, 0, 18],
        [8, 14, 34, 38, 32],
        // Row 6.
        [-10, -10, 14, 25, 0],
        [-24, -28, -3, 18, 3],
        [-25, -23, 9, 22, 1],
        [8, 13, 24, 20, 4],
        // Row 5.
        [4, 0, 1, -4, 4],
        [-7, -8, -11, -3, -1],
        [-25, -26, -21, 1, 13],
        [-11, -11, -9, -13, -9],
        // Row 4.
        [-5, -5, -15, -16, -9],
        [-8, -2, 1, -2, 4],
        [-13, -6, -1, 1, -1],
        [-2, -1, 1, -12, -13],
        // Row 3.
        [-2, -6, -4, -8, -3],
        [-4, -5, -8, -14, -19],
        [-4, 0, -5, -13, -11],
        [-3, -2, -10, -22, -8],
        // Row 2.
        [2, 1, -14, -27, -18],
        [5, 8, 6, -6, -5],
        [7, 8, 0, -10, -1],
        [7, 5, 5, -5, 4],
        // Row 1.
        [0, -6, -11, -18, 0],
        [20, 21, 13, 9, 4],
        [36, 26, 16, 14, 5],
        [34, 33, 26, 21, 9],
    ],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> =
        LazyLock::new(|| read(&RUSSIAN.board, include_bytes!("russian.patterns")));
    &PATTERNS
}

//! Spanish draughts: fitted by `damier tune fit` to 524867 positions of 12000 games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::{Entry, read};
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of Spanish draughts.
pub const SPANISH: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::MIRRORED_8,
    terms: Terms {
        man: [78, 91, 99, 89, 62],
        king: [3, 4, 17, 52, 37],
        only_kings: [4, 6, 19, 41, 35],
        road: [11, 15, 9, 9, 6],
        reach: [12, 10, 4, 2, 0],
        prey: [15, 16, 40, 45, 30],
        safe: [11, 11, 16, 10, -1],
        gift: [12, 14, 15, 8, -1],
        short_of_steps: [-18, -24, -20, -13, -4],
        out_of_steps: [-17, -20, -16, -8, -5],
        stuck: [4, 5, 6, 3, 4],
        backed: [6, 10, 13, 5, -1],
        wedge: [2, -3, -3, -2, -1],
        outpost: [-3, -3, -7, -6, -4],
        open: [-5, 1, 2, 1, 4],
        contact: [-1, 2, 5, 6, 2],
        runaway: [0, -1, -3, -7, -1],
        near_runaway: [13, 18, 28, 20, -4],
        crowning: [27, 37, 48, 34, 6],
        skew: [-3, -3, -3, -4, -5],
        open_row: [-6, -6, 8, 5, -2],
        surplus: [-1, -2, -3, 14, 10],
        last_piece: [-1, -1, -1, -2, 17],
        last_two: [-3, -4, -7, -17, -30],
        last_three: [-5, -7, -12, -21, -37],
        last_four: [-7, -10, -17, -13, 8],
        lone_king: [-6, -9, -15, -27, -19],
        lone_walk: [0, 0, 0, -1, -5],
        turn: [5, 7, 15, 11, 0],
        threat: [15, 23, 22, 18, 4],
        compelled: [12, 15, 11, 5, 3],
    },
    squares: &[
        // Row 8.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 7.
        [16, 23, 30, 30, 19],
        [7, 10, 16, 15, 10],
        [10, 14, 19, 15, 14],
        [27, 32, 31, 36, 15],
        // Row 6.
        [25, 26, 26, 22, 10],
        [-3, -2, 19, 23, 11],
        [-16, -18, 9, 25, 15],
        [-5, -7, 4, 19, 10],
        // Row 5.
        [-11, -16, -17, -11, -6],
        [-20, -22, -10, -1, 1],
        [-13, -14, -12, -5, -2],
        [8, 9, 1, -2, 3],
        // Row 4.
        [5, 8, 7, -7, -6],
        [-15, -12, -8, -10, -6],
        [-6, -5, -5, -4, -3],
        [-11, -16, -23, -13, -5],
        // Row 3.
        [-7, -10, -19, -20, -12],
        [-6, -2, -14, -15, -11],
        [-14, -14, -13, -13, -8],
        [6, 3, -5, -10, -4],
        // Row 2.
        [16, 13, 12, 0, 2],
        [2, 4, -1, -7, -2],
        [3, 2, 3, -4, -4],
        [-7, -10, -21, -20, -16],
        // Row 1.
        [33, 37, 33, 24, 15],
        [33, 34, 23, 18, 13],
        [19, 23, 21, 17, 12],
        [7, 7, -2, -7, 1],
    ],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> =
        LazyLock::new(|| read(&SPANISH.board, include_bytes!("spanish.patterns")));
    &PATTERNS
}

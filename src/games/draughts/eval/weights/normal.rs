//! International draughts: fitted by `damier tune fit` to 8456467 positions of 115000 games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::{Entry, read};
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of International draughts.
pub const NORMAL: Weights = Weights {
    knots: [40, 28, 18, 10, 4],
    board: Squares::DARK_10,
    terms: Terms {
        man: [93, 106, 96, 113, 47],
        king: [1, 0, 13, 87, 52],
        only_kings: [-15, -18, -13, 38, 65],
        road: [5, 7, 22, 4, 5],
        reach: [3, 4, 2, 2, 0],
        prey: [4, 14, 29, 46, 31],
        safe: [-6, -7, 8, 6, 6],
        gift: [-2, -2, 10, 2, 4],
        short_of_steps: [-10, -18, -26, -38, -11],
        out_of_steps: [-13, -17, -20, -27, -14],
        stuck: [1, 0, 1, 4, 6],
        backed: [-6, -8, 7, 7, 0],
        wedge: [1, 0, -4, 0, 2],
        outpost: [9, 3, -1, -5, -5],
        open: [-4, -2, 1, 5, 4],
        contact: [-4, -2, 3, 8, 3],
        runaway: [-3, -4, 9, -13, 2],
        near_runaway: [6, 7, 28, 46, -7],
        crowning: [4, 6, 34, 57, 9],
        skew: [-1, -2, -4, -8, 2],
        open_row: [-4, -3, 2, -2, 2],
        surplus: [7, 8, 11, 2, 24],
        last_piece: [5, 5, 6, 9, 72],
        last_two: [-3, -4, -7, -11, -57],
        last_three: [3, 4, 5, 11, -74],
        last_four: [0, 0, -1, -1, -23],
        lone_king: [-48, -58, -79, -116, -83],
        lone_walk: [-2, -3, -4, -6, -22],
        turn: [3, 5, 9, 17, 4],
        threat: [10, 18, 22, 26, 9],
        compelled: [8, 10, 12, 20, 10],
    },
    squares: &[
        // Row 10.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 9.
        [16, 17, 43, 72, 16],
        [2, 3, 9, 25, 38],
        [-9, -9, -1, 18, 29],
        [2, 2, 5, 19, 25],
        [38, 47, 67, 62, 45],
        // Row 8.
        [-10, -6, 32, 57, 17],
        [-24, -27, -6, 28, 3],
        [-30, -33, -17, 26, -1],
        [-27, -28, 3, 38, 9],
        [11, 15, 23, 34, 0],
        // Row 7.
        [3, 3, 4, 10, 10],
        [-26, -27, -15, 4, -1],
        [-28, -31, -24, -5, 1],
        [-24, -26, -18, -2, 2],
        [-15, -11, -4, 2, -3],
        // Row 6.
        [-6, -6, -12, -5, 3],
        [-22, -27, -13, -1, 6],
        [-24, -18, -6, 4, 7],
        [-17, -14, -3, 6, 3],
        [-2, 4, 14, 5, 5],
        // Row 5.
        [1, -1, 4, -3, 9],
        [-4, -6, -9, -9, -2],
        [-2, 4, 0, -14, -9],
        [2, 4, -2, -11, -9],
        [2, 3, -5, -20, -9],
        // Row 4.
        [1, 0, -13, -24, -11],
        [-3, -3, -5, -13, -6],
        [-2, 1, 1, -15, -16],
        [-1, -1, -5, -8, -7],
        [-2, -5, 2, -2, 8],
        // Row 3.
        [5, 0, 1, -6, 6],
        [4, 2, -3, -8, -7],
        [8, 11, 5, -11, -3],
        [5, 6, 3, -9, -6],
        [5, 7, -5, -17, -10],
        // Row 2.
        [7, 5, -10, -21, -16],
        [7, 9, 3, -3, 4],
        [10, 11, 8, -7, -8],
        [7, 10, 3, -8, -2],
        [5, 6, 11, 2, 11],
        // Row 1.
        [-2, -5, -6, -10, 2],
        [13, 12, 7, 9, 12],
        [26, 17, 8, 10, 23],
        [18, 22, 12, 8, 11],
        [18, 14, 8, 12, 16],
    ],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> =
        LazyLock::new(|| read(&NORMAL.board, include_bytes!("normal.patterns")));
    &PATTERNS
}

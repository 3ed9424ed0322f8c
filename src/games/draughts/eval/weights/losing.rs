//! International give-away draughts: fitted by `damier tune fit` to 438229 positions of 10000
//! games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::{Entry, read};
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of International give-away draughts.
pub const LOSING: Weights = Weights {
    knots: [40, 28, 18, 10, 4],
    board: Squares::DARK_10,
    terms: Terms {
        man: [-8, -14, -21, -25, -29],
        king: [-10, -13, -18, -12, 3],
        only_kings: [-5, -7, -8, -1, 14],
        road: [1, 2, 2, 0, -3],
        reach: [4, 5, 3, 1, 15],
        prey: [0, -3, 0, 7, 46],
        safe: [2, 4, 11, 18, 10],
        gift: [8, 14, 19, 31, 40],
        short_of_steps: [-3, -5, -7, -13, -6],
        out_of_steps: [0, 0, 0, 0, 2],
        stuck: [-3, -5, -9, -17, -17],
        backed: [-1, 3, 10, 14, 10],
        wedge: [-1, -2, 0, 1, -1],
        outpost: [1, 2, 1, 0, 1],
        open: [-2, 0, -1, 3, 9],
        contact: [8, 16, 31, 24, 19],
        runaway: [-1, -1, -3, -6, -28],
        near_runaway: [-1, -1, -3, 1, 36],
        crowning: [-2, -4, -8, 5, 47],
        skew: [-1, 0, -1, 0, -7],
        open_row: [1, 1, 1, 1, 2],
        surplus: [-3, -4, -6, -4, 13],
        last_piece: [13, 18, 30, 52, 96],
        last_two: [-7, -10, -17, -51, -96],
        last_three: [-9, -13, -23, -36, -46],
        last_four: [-7, -10, -17, -17, -18],
        lone_king: [8, 10, 17, 32, 49],
        lone_walk: [2, 3, 5, -15, -47],
        turn: [20, 11, 10, 8, 24],
        threat: [-14, -14, -9, 4, 11],
        compelled: [0, 0, 0, 0, 1],
    },
    squares: &[
        // Row 10.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 9.
        [-29, -41, -52, -41, -26],
        [-3, -4, -5, -6, 0],
        [-1, -1, -2, 2, 8],
        [-1, -2, -3, -2, 3],
        [-2, -4, -7, -3, 0],
        // Row 8.
        [-5, -7, -13, -13, -4],
        [-1, -1, -1, 2, 9],
        [0, 0, 1, 4, 10],
        [-2, -2, -3, -3, 7],
        [-34, -46, -41, -16, -7],
        // Row 7.
        [5, 3, -12, -18, -19],
        [-9, -11, -6, -4, -8],
        [4, 5, 5, 3, 1],
        [1, 1, -1, -2, -1],
        [4, 6, 4, -7, -10],
        // Row 6.
        [0, -2, -7, -8, -14],
        [-6, -5, -1, 2, -2],
        [-2, -1, 2, 9, 4],
        [-22, -23, -12, -4, -8],
        [1, 4, 2, -5, -8],
        // Row 5.
        [9, 10, 2, -13, -15],
        [6, 6, 11, 5, -6],
        [7, 10, 11, 7, 4],
        [9, 7, 11, 7, 0],
        [6, 7, 4, -3, -14],
        // Row 4.
        [1, 1, -1, -5, -12],
        [6, 5, 5, 7, 5],
        [5, 5, 10, 14, 7],
        [8, 8, 8, 3, -3],
        [5, 5, 2, -3, -14],
        // Row 3.
        [-2, -2, -4, -3, -6],
        [8, 9, 6, 7, 8],
        [6, 11, 18, 19, 19],
        [1, 7, 11, 14, 14],
        [0, 4, 5, 1, -5],
        // Row 2.
        [6, 7, 3, -2, -6],
        [8, 11, 14, 19, 24],
        [10, 11, 15, 24, 27],
        [5, 8, 11, 6, 10],
        [0, 0, 1, -6, -9],
        // Row 1.
        [-1, -3, -5, -14, -19],
        [0, -3, -4, -2, 2],
        [2, 4, 9, 24, 33],
        [-6, -5, 0, 7, 14],
        [-8, -9, -11, -11, -12],
    ],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> =
        LazyLock::new(|| read(&LOSING.board, include_bytes!("losing.patterns")));
    &PATTERNS
}

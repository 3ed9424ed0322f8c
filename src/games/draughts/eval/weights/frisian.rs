//! Frisian draughts: fitted by `damier tune fit` to 453024 positions of 10000 games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::{Entry, read};
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of Frisian draughts.
pub const FRISIAN: Weights = Weights {
    knots: [40, 30, 20, 12, 6],
    board: Squares::DARK_10,
    terms: Terms {
        man: [67, 74, 81, 92, 86],
        king: [10, 13, 24, 51, 102],
        only_kings: [5, 7, 14, 33, 68],
        road: [5, 8, 10, 8, 7],
        reach: [-1, 0, 8, 6, 4],
        prey: [11, 10, 9, 28, 45],
        safe: [11, 7, 7, 11, 14],
        gift: [7, 14, 19, 13, 5],
        short_of_steps: [-1, -1, -2, -3, -3],
        out_of_steps: [0, 0, 0, 0, 1],
        stuck: [8, 2, 3, 5, 14],
        backed: [5, 5, 3, 4, 3],
        wedge: [4, 4, 2, -5, -6],
        outpost: [-2, -1, -1, 1, 1],
        open: [-10, -4, -4, -2, -2],
        contact: [-4, -2, 2, 2, 0],
        runaway: [2, 3, 5, 10, -1],
        near_runaway: [10, 14, 23, 43, 52],
        crowning: [8, 11, 19, 45, 49],
        skew: [1, 0, 0, -2, -4],
        open_row: [-1, -1, -2, -2, 2],
        surplus: [-1, -1, -1, -2, -3],
        last_piece: [1, 2, 2, 4, 7],
        last_two: [-5, -7, -12, -22, -38],
        last_three: [-4, -6, -10, -18, -20],
        last_four: [-2, -3, -5, -9, -8],
        lone_king: [-4, -6, -10, -19, -35],
        lone_walk: [-1, -2, -3, -6, -12],
        turn: [9, 5, 8, 6, 10],
        threat: [-5, -3, 12, 30, 37],
        compelled: [0, 0, 0, 0, 0],
    },
    squares: &[
        // Row 10.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 9.
        [12, 14, 18, 27, 35],
        [-2, -3, -3, 1, 1],
        [-5, -8, -10, -10, -7],
        [-4, -5, -6, -5, -6],
        [0, 0, 3, 8, 8],
        // Row 8.
        [6, 9, 16, 24, 30],
        [-2, -3, -3, 1, 10],
        [-1, -2, -2, 0, 12],
        [-1, -2, -2, 3, 16],
        [3, 4, 5, 14, 18],
        // Row 7.
        [8, 5, -1, -4, -2],
        [-6, -9, -11, -12, -7],
        [-13, -18, -23, -17, -9],
        [-13, -18, -23, -19, -12],
        [-1, -2, -1, 1, 3],
        // Row 6.
        [1, 1, -1, -2, -4],
        [-17, -19, -11, -9, -7],
        [-16, -21, -17, -13, -9],
        [-8, -8, -3, -6, 1],
        [5, 8, 9, 9, 12],
        // Row 5.
        [18, 17, 17, 12, 8],
        [0, 2, 1, -4, -3],
        [-7, -6, -6, -9, -16],
        [-8, -6, -3, -10, -16],
        [8, 8, 7, 3, 2],
        // Row 4.
        [5, 3, 4, 1, -7],
        [0, -3, -5, -5, -12],
        [-3, -3, -6, -7, -16],
        [-1, -1, 2, 4, 2],
        [16, 15, 12, 12, 10],
        // Row 3.
        [11, 13, 11, 13, 8],
        [-4, -2, 1, 0, -3],
        [-2, -4, -6, -5, -11],
        [-5, -2, 0, -2, -2],
        [1, 4, 7, 5, -1],
        // Row 2.
        [3, 6, 10, 8, 0],
        [2, 2, 2, 5, 2],
        [2, 1, 3, 4, -1],
        [3, 5, 6, 11, 7],
        [13, 17, 17, 16, 18],
        // Row 1.
        [20, 24, 20, 18, 16],
        [12, 15, 16, 13, 8],
        [10, 14, 14, 12, 9],
        [13, 15, 12, 9, 7],
        [18, 21, 19, 15, 11],
    ],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> =
        LazyLock::new(|| read(&FRISIAN.board, include_bytes!("frisian.patterns")));
    &PATTERNS
}

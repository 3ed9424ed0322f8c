//! Thai draughts (makhos): fitted by `damier tune fit` to 450322 positions of 12000 games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::{Entry, read};
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of Thai draughts (makhos).
pub const THAI: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::DARK_8,
    terms: Terms {
        man: [51, 72, 97, 89, 63],
        king: [2, 2, 9, 53, 48],
        only_kings: [-5, -7, -5, 28, 23],
        road: [7, 9, 11, 8, 6],
        reach: [3, 4, 6, 1, 0],
        prey: [12, 17, 36, 44, 28],
        safe: [6, 9, 13, 7, -1],
        gift: [8, 11, 13, 7, -3],
        short_of_steps: [-11, -15, -19, -11, -3],
        out_of_steps: [-7, -10, -14, -6, -1],
        stuck: [2, 3, 5, 1, -1],
        backed: [6, 8, 12, 6, 0],
        wedge: [-3, -5, -4, 1, 2],
        outpost: [-4, -5, -7, -4, -2],
        open: [1, 1, 2, 2, 5],
        contact: [1, 1, 13, 14, 11],
        runaway: [1, 1, -3, -7, -3],
        near_runaway: [17, 23, 34, 26, -6],
        crowning: [23, 32, 37, 33, 7],
        skew: [-1, -2, -3, -4, -1],
        open_row: [-8, -11, -2, 9, -1],
        surplus: [0, 1, 1, 13, 9],
        last_piece: [-1, -1, -1, -2, 10],
        last_two: [-5, -7, -12, -24, -30],
        last_three: [-5, -7, -11, -22, -35],
        last_four: [-4, -6, -10, -10, 8],
        lone_king: [-7, -9, -15, -27, -27],
        lone_walk: [0, 1, 1, 2, -3],
        turn: [0, 0, 12, 15, 0],
        threat: [8, 12, 9, 12, 3],
        compelled: [8, 12, 17, 11, 5],
    },
    squares: &[
        // Row 8.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 7.
        [18, 25, 30, 28, 11],
        [8, 11, 14, 10, 10],
        [9, 13, 17, 15, 14],
        [13, 18, 24, 24, 13],
        // Row 6.
        [1, 1, 9, 17, 8],
        [1, 2, 10, 27, 11],
        [3, 5, 23, 26, 12],
        [16, 23, 24, 22, 14],
        // Row 5.
        [5, 7, -2, 1, 5],
        [-7, -9, -8, -2, 0],
        [-9, -13, -10, -1, 4],
        [-6, -9, -10, -7, -2],
        // Row 4.
        [-10, -14, -20, -13, -2],
        [0, 0, -3, 2, 4],
        [-4, -6, -4, -4, -3],
        [7, 9, 6, -3, -1],
        // Row 3.
        [-1, -1, -4, -10, -2],
        [-6, -8, -10, -12, -12],
        [4, 5, -5, -14, -7],
        [-5, -7, -17, -22, -6],
        // Row 2.
        [-6, -9, -20, -24, -17],
        [1, 1, -1, -4, -8],
        [1, 2, -3, -9, -7],
        [1, 1, 6, -4, 1],
        // Row 1.
        [-6, -9, -7, -11, -12],
        [3, 4, 16, 23, 13],
        [11, 15, 16, 13, 8],
        [7, 10, 18, 16, 7],
    ],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> =
        LazyLock::new(|| read(&THAI.board, include_bytes!("thai.patterns")));
    &PATTERNS
}

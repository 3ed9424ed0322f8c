//! English draughts (American checkers): fitted by `damier tune fit` to 3821451 positions of 45000
//! games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::{Entry, read};
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of English draughts (American checkers).
pub const ENGLISH: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::DARK_8,
    terms: Terms {
        man: [112, 113, 128, 157, 192],
        king: [63, 75, 112, 110, 37],
        only_kings: [7, 8, 19, 6, 22],
        road: [3, 1, -3, 0, -5],
        reach: [9, 10, 7, 1, 4],
        prey: [10, 10, 5, 20, 83],
        safe: [14, 10, 3, 0, 7],
        gift: [17, 10, 2, -9, -4],
        short_of_steps: [-12, -17, -20, -19, -5],
        out_of_steps: [-21, -24, -23, -22, -16],
        stuck: [1, 1, 0, -9, -15],
        backed: [9, 9, 6, 5, 12],
        wedge: [5, 1, 0, 9, 4],
        outpost: [-4, -8, -8, -7, -9],
        open: [-6, -1, 2, 2, 1],
        contact: [-3, -2, -2, -4, 1],
        runaway: [-7, -9, -15, -5, 19],
        near_runaway: [8, 9, 6, -2, -9],
        crowning: [22, 23, 19, 12, -11],
        skew: [-4, -3, -2, 2, 0],
        open_row: [-3, -3, 8, 4, -7],
        surplus: [-64, -77, -82, -1, 19],
        last_piece: [-6, -7, -10, -14, -4],
        last_two: [0, 0, 0, -16, -6],
        last_three: [-3, -3, -7, 0, -27],
        last_four: [14, 17, 16, -5, 8],
        lone_king: [-15, -17, -24, -33, -14],
        lone_walk: [5, 6, 9, 11, -9],
        turn: [2, 3, 9, 3, -1],
        threat: [20, 29, 34, 14, 5],
        compelled: [17, 19, 18, 16, 11],
    },
    squares: &[
        // Row 8.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 7.
        [-3, -8, -6, 2, -1],
        [-10, -13, -10, -3, -12],
        [-9, -10, -8, -5, -7],
        [5, 3, -3, -2, 2],
        // Row 6.
        [-17, -16, -6, -3, -15],
        [-29, -24, -4, 1, -14],
        [-23, -18, -4, -4, -21],
        [1, 0, 1, 3, 14],
        // Row 5.
        [5, 1, 7, 13, 18],
        [-15, -15, -9, -6, 6],
        [-17, -20, -12, -4, -5],
        [-21, -20, -11, -4, -1],
        // Row 4.
        [-12, -10, -3, -1, 4],
        [0, -1, -1, 1, 10],
        [-10, -10, -3, -3, -1],
        [8, 8, 8, 10, 12],
        // Row 3.
        [16, 12, 7, 6, 8],
        [-5, 0, -4, -7, 3],
        [8, 8, -3, -4, 6],
        [4, 2, -6, -2, 2],
        // Row 2.
        [3, 5, -5, -10, -1],
        [21, 21, 8, -1, 7],
        [18, 17, 7, 5, 16],
        [25, 22, 15, 11, 15],
        // Row 1.
        [11, 15, 12, 1, -3],
        [33, 38, 41, 43, 42],
        [52, 44, 45, 42, 36],
        [35, 35, 38, 39, 33],
    ],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> =
        LazyLock::new(|| read(&ENGLISH.board, include_bytes!("english.patterns")));
    &PATTERNS
}

//! Poddavki (give-away Russian draughts): fitted by `damier tune fit` to 2842287 positions of
//! 150000 games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::{Entry, read};
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of Poddavki (give-away Russian draughts).
pub const PODDAVKI: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::DARK_8,
    terms: Terms {
        man: [-7, -8, 8, -16, -33],
        king: [-14, -17, -14, -24, -24],
        only_kings: [-7, -8, -7, 2, 4],
        road: [11, 13, 6, -4, 3],
        reach: [3, 3, 2, 8, 12],
        prey: [-4, -1, 5, 25, 84],
        safe: [0, 4, 1, 18, 14],
        gift: [10, 12, 7, 33, 59],
        short_of_steps: [-6, -11, -17, -7, 17],
        out_of_steps: [3, 4, 10, 20, 15],
        stuck: [-10, -10, -14, -16, -21],
        backed: [0, 0, -3, 9, 5],
        wedge: [-1, -3, -4, -4, -8],
        outpost: [-1, -1, -4, -6, -5],
        open: [-2, -4, -2, 1, 10],
        contact: [8, 8, 14, 17, 13],
        runaway: [-3, -3, 1, -10, -17],
        near_runaway: [-3, -3, 1, 1, 8],
        crowning: [0, 1, 7, 22, 49],
        skew: [1, 0, 0, -4, -7],
        open_row: [5, 7, 8, 14, 9],
        surplus: [-6, -8, -6, -8, -2],
        last_piece: [7, 10, 20, 58, 89],
        last_two: [-4, -6, -17, -45, -66],
        last_three: [-3, -5, -13, -21, -43],
        last_four: [-5, -7, -4, -11, -8],
        lone_king: [5, 7, 11, 16, -51],
        lone_walk: [-4, -7, 0, -25, -37],
        turn: [46, 15, 8, 14, 29],
        threat: [-33, -26, -6, 16, 26],
        compelled: [1, 1, 1, 1, 2],
    },
    squares: &[
        // Row 8.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 7.
        [-29, -50, -67, -44, -30],
        [-1, -2, -11, -17, -25],
        [-6, -8, -11, -15, 9],
        [0, -1, -5, -5, -7],
        // Row 6.
        [-2, -5, -4, -2, -1],
        [-7, -5, 5, 18, 21],
        [-4, -1, 3, 6, 15],
        [-30, -35, -23, 4, 12],
        // Row 5.
        [4, 2, -7, -13, -13],
        [-11, -10, 3, 5, -11],
        [4, 8, 9, 10, 23],
        [2, 6, 7, -2, -10],
        // Row 4.
        [-4, 2, 4, -3, -10],
        [9, 6, 8, 13, 0],
        [-7, -4, 5, 11, 2],
        [8, 0, -8, -8, -17],
        // Row 3.
        [-2, -3, -10, -12, -22],
        [16, 13, 8, 8, 13],
        [4, 7, 9, 13, 17],
        [10, 8, 6, -4, -12],
        // Row 2.
        [9, 14, 11, -3, -12],
        [14, 16, 21, 25, 37],
        [19, 18, 19, 14, 10],
        [-4, -1, -5, -7, -20],
        // Row 1.
        [-14, -8, -15, -28, -55],
        [5, 5, 6, 12, 32],
        [9, 12, 12, 21, 43],
        [-4, -4, 0, 1, -11],
    ],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> =
        LazyLock::new(|| read(&PODDAVKI.board, include_bytes!("poddavki.patterns")));
    &PATTERNS
}

//! Poddavki (give-away Russian draughts): fitted by `damier tune fit` to 1501946 positions of 81272
//! games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::read;
use crate::games::draughts::eval::terms::Terms;
use crate::linear::patterns::Entry;
use crate::notation::square::Squares;

/// The weights of Poddavki (give-away Russian draughts).
pub const PODDAVKI: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::DARK_8,
    terms: Terms {
        man: [-5, -2, 9, -7, -13],
        king: [-23, -25, -22, -24, -15],
        only_kings: [-8, -8, -3, 13, 22],
        road: [9, 8, 7, -3, -6],
        reach: [3, 2, 3, 8, 5],
        prey: [0, 3, 8, 28, 69],
        safe: [2, 4, 3, 16, 14],
        gift: [8, 11, 11, 35, 35],
        short_of_steps: [-3, -3, -1, 9, 20],
        out_of_steps: [14, 15, 20, 20, 9],
        stuck: [-8, -5, -9, -16, -20],
        backed: [-2, 0, -2, 9, 11],
        wedge: [-1, -5, -5, -3, -9],
        outpost: [-2, -1, -5, -8, -8],
        open: [-5, -5, -2, 3, 6],
        contact: [10, 7, 12, 5, 5],
        runaway: [0, 2, 2, -14, -29],
        near_runaway: [7, 9, 7, 6, 18],
        crowning: [0, 2, 4, 15, 29],
        skew: [-1, 0, 0, -5, -12],
        open_row: [6, 6, 16, 16, 8],
        surplus: [-4, -4, -4, -15, -29],
        last_piece: [35, 38, 46, 75, 68],
        last_two: [0, 0, 2, -8, -5],
        last_three: [1, 1, -1, 4, -3],
        last_four: [0, 1, 0, -1, -6],
        lone_king: [0, 0, -1, -11, -62],
        lone_walk: [-4, -4, -4, -20, -15],
        turn: [32, 9, 7, 17, 16],
        threat: [-25, -14, -5, 1, -1],
        compelled: [0, 0, 0, -3, -3],
    },
    squares: &[
        // Row 8.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 7.
        [-39, -52, -45, -46, -25],
        [0, -1, -2, 7, 5],
        [-3, -3, -4, 3, 7],
        [-1, -2, 8, 17, 14],
        // Row 6.
        [6, 5, 1, 8, 7],
        [10, 12, 15, 27, 34],
        [7, 9, 14, 21, 25],
        [-23, -20, -15, 13, 8],
        // Row 5.
        [5, 1, -6, -7, -2],
        [-1, -1, 6, 7, -2],
        [13, 13, 12, 18, 27],
        [7, 8, 11, 2, 3],
        // Row 4.
        [2, 5, 4, 0, 2],
        [11, 12, 14, 19, 15],
        [-3, 3, 14, 16, 10],
        [3, 1, -4, -2, 7],
        // Row 3.
        [-4, -4, -11, -19, -17],
        [16, 12, 7, 6, 8],
        [4, 6, 9, 13, 15],
        [9, 8, 7, -2, 0],
        // Row 2.
        [14, 15, 13, -5, -12],
        [16, 18, 23, 24, 36],
        [19, 19, 21, 16, 16],
        [-1, 1, -3, -10, -28],
        // Row 1.
        [-8, -4, -14, -28, -47],
        [6, 10, 11, 16, 18],
        [14, 15, 17, 26, 25],
        [3, 6, 7, -1, -19],
    ],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> =
        LazyLock::new(|| read(&PODDAVKI.board, include_bytes!("poddavki.patterns")));
    &PATTERNS
}

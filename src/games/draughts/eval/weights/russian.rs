//! Russian draughts. What is a king's worth besides its men to catch and its squares to go to is
//! small or negative: most of it is told by `prey` and `reach`.

use super::Weights;
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of Russian draughts.
pub const RUSSIAN: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::DARK_8,
    terms: Terms {
        man: [114, 126, 119, 130, 46],
        king: [-110, -179, -48, 73, 16],
        only_kings: [-33, -49, 10, 71, 48],
        road: [55, 78, 8, 23, 2],
        reach: [28, 6, 5, 3, 1],
        prey: [13, 46, 55, 40, 20],
        safe: [-4, -8, 7, 6, 3],
        gift: [-6, -6, -3, -1, 4],
        short_of_steps: [-23, -27, -26, -15, -11],
        out_of_steps: [-10, -27, -15, -4, -15],
        stuck: [3, 2, 3, -1, 12],
        backed: [-5, -5, 10, 0, -25],
        wedge: [1, 1, -9, -7, 28],
        outpost: [-41, -11, -24, -6, -12],
        open: [-2, 4, 5, -1, -3],
        contact: [-1, -11, -19, -1, 25],
        runaway: [4, 13, 3, -6, 3],
        near_runaway: [4, 12, 27, 19, -4],
        crowning: [17, 31, 63, 53, 5],
        skew: [-2, -3, -11, -8, 0],
        open_row: [-3, -5, 4, 7, 3],
        surplus: [-2, -5, -2, -3, -62],
        last_piece: [0, 0, 0, 0, 72],
        last_two: [3, 6, 16, 85, -28],
        last_three: [11, 21, 54, 28, -29],
        last_four: [4, 8, 8, 4, 28],
        lone_king: [-9, -18, -45, -117, -76],
        lone_walk: [-1, -3, -7, -18, -25],
        turn: [4, 5, 11, 11, 0],
        threat: [12, 23, 39, 23, 2],
        compelled: [16, 27, 15, 33, 20],
    },
    squares: &[
        // Row 8.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 7.
        [11, 10, 20, 24, -7],
        [-9, -17, -13, -8, -8],
        [-13, -26, -38, -25, -3],
        [2, 4, 9, 7, 5],
        // Row 6.
        [-12, -7, 20, 36, 13],
        [-19, -23, 15, 37, 16],
        [-22, -35, 13, 27, 16],
        [-6, 4, 12, 5, 0],
        // Row 5.
        [1, -4, -4, -2, -4],
        [-2, -6, 3, 17, 10],
        [-24, -30, -17, 7, 11],
        [-20, -8, 0, -3, -3],
        // Row 4.
        [-10, -10, -5, -2, -3],
        [2, 7, 12, 3, -5],
        [-5, 5, 8, 7, -6],
        [-4, 3, 8, -7, 2],
        // Row 3.
        [-7, -13, -8, -4, 1],
        [-1, -3, 4, 1, -5],
        [0, 9, 4, -7, -7],
        [-4, -3, -16, -14, -4],
        // Row 2.
        [-3, -7, -13, -15, -7],
        [7, 4, 0, -7, -9],
        [5, -1, -9, -12, 1],
        [-7, -4, -4, -9, -4],
        // Row 1.
        [7, -9, -15, -14, 8],
        [14, 10, 9, 5, 5],
        [28, 14, 5, 6, -3],
        [22, 15, 10, 10, -8],
    ],
    patterns: None,
};

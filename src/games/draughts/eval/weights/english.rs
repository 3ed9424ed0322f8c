//! English and Italian draughts, set by hand: short kings are worth little more than men, and the back
//! row keeps the opponent from having them.

use super::Weights;
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of English and Italian draughts.
pub const ENGLISH: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::DARK_8,
    terms: Terms {
        man: [100, 100, 100, 100, 100],
        king: [135, 135, 138, 142, 145],
        reach: [1, 1, 2, 2, 3],
        safe: [2, 2, 2, 2, 2],
        gift: [-2, -2, -2, -1, 0],
        short_of_steps: [-8, -8, -10, -10, -10],
        out_of_steps: [-15, -15, -15, -15, -15],
        stuck: [-2, -2, -3, -4, -5],
        backed: [2, 2, 1, 0, 0],
        near_runaway: [10, 15, 20, 20, 20],
        crowning: [20, 25, 30, 25, 20],
        skew: [-2, -2, -2, 0, 0],
        open_row: [-10, -12, -12, -8, 0],
        surplus: [0, 0, 5, 10, 15],
        turn: [3, 3, 3, 3, 2],
        threat: [10, 15, 20, 15, 10],
        compelled: [10, 10, 15, 20, 20],
        ..Terms::NONE
    },
    squares: &[
        // Row 8.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 7.
        [14, 14, 14, 14, 14],
        [14, 14, 14, 14, 14],
        [14, 14, 14, 14, 14],
        [14, 14, 14, 14, 14],
        // Row 6.
        [10, 10, 10, 10, 10],
        [9, 9, 9, 9, 9],
        [9, 9, 9, 9, 9],
        [8, 8, 8, 8, 8],
        // Row 5.
        [5, 5, 5, 5, 5],
        [8, 8, 8, 8, 8],
        [8, 8, 8, 8, 8],
        [5, 5, 5, 5, 5],
        // Row 4.
        [2, 2, 2, 2, 2],
        [6, 6, 6, 6, 6],
        [6, 6, 6, 6, 6],
        [2, 2, 2, 2, 2],
        // Row 3.
        [0, 0, 0, 0, 0],
        [3, 3, 3, 3, 3],
        [3, 3, 3, 3, 3],
        [0, 0, 0, 0, 0],
        // Row 2.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 1.
        [8, 8, 8, 8, 8],
        [4, 4, 4, 4, 4],
        [8, 8, 8, 8, 8],
        [0, 0, 0, 0, 0],
    ],
};

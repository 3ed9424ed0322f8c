//! Poddavki. Fewer men are better only towards the end. Steps that give men away are worth more
//! and more; to have nothing but those on the move, and to be threatened, is good.

use super::Weights;
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of Poddavki.
pub const PODDAVKI: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::DARK_8,
    terms: Terms {
        man: [-9, -10, 8, -16, -78],
        king: [-117, -37, -13, -58, -58],
        only_kings: [-23, 33, -2, 13, 35],
        road: [21, 22, 10, -4, 10],
        reach: [27, 8, 5, 10, 12],
        prey: [1, -8, -1, 25, 120],
        safe: [5, 6, -1, 23, 66],
        gift: [24, 12, 13, 45, 129],
        short_of_steps: [4, 10, -6, -10, 34],
        out_of_steps: [-19, -22, 6, 16, -2],
        stuck: [-5, -2, -11, -22, -43],
        backed: [6, 2, -4, 14, 56],
        wedge: [1, -3, -5, -4, -58],
        outpost: [33, 30, -16, -1, -23],
        open: [1, -3, 1, 4, 1],
        contact: [-1, 10, 17, 18, -6],
        runaway: [-8, -7, -9, -5, -18],
        near_runaway: [3, 14, 9, -14, 3],
        crowning: [-8, -11, -10, 8, 58],
        skew: [2, 1, 0, -3, -2],
        open_row: [11, 28, 10, 13, 26],
        surplus: [-1, -2, 7, -8, 8],
        last_piece: [1, 2, 0, 47, 135],
        last_two: [26, 52, 18, -37, -105],
        last_three: [10, 20, -5, -12, -59],
        last_four: [2, 5, -9, -4, -41],
        lone_king: [2, 5, 12, 31, -163],
        lone_walk: [6, 12, 12, -22, -65],
        turn: [27, 7, 12, 18, 35],
        threat: [-23, -36, -26, 14, 50],
        compelled: [4, -8, -63, -148, -129],
    },
    squares: &[
        // Row 8.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 7.
        [-24, -28, -71, -77, -31],
        [2, 5, -3, -27, -35],
        [1, 5, 8, -7, 17],
        [4, 11, 19, 0, -13],
        // Row 6.
        [3, -14, -27, -2, -8],
        [-9, -17, -17, 19, 22],
        [-10, -20, -21, 9, 33],
        [-19, -35, -34, -5, 15],
        // Row 5.
        [2, -3, -13, -18, -28],
        [-25, -14, 16, 4, 0],
        [5, 5, 7, 9, 8],
        [-10, 3, 5, -4, -25],
        // Row 4.
        [-7, -5, -3, -17, -32],
        [7, 0, -5, 19, 24],
        [-15, -2, 10, 9, -1],
        [10, -4, -11, -19, -32],
        // Row 3.
        [-1, 4, -13, -20, -3],
        [5, 12, 11, 9, 11],
        [6, 5, 13, 18, 28],
        [-3, 2, 4, -15, -23],
        // Row 2.
        [-3, 4, 8, -11, -18],
        [7, 10, 17, 27, 37],
        [12, 9, 16, 12, 17],
        [-2, -4, -10, -7, -11],
        // Row 1.
        [-15, -12, -15, -34, -36],
        [14, 10, 7, 11, 24],
        [7, 12, 12, 26, 38],
        [-8, -7, -3, 4, -31],
    ],
    patterns: None,
};

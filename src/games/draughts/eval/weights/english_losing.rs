//! English and Italian give-away draughts, set by hand: pieces are a burden the more the fewer there
//! are, and steps that give one away are worth having.

use super::Weights;
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of English and Italian give-away draughts.
pub const ENGLISH_LOSING: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::DARK_8,
    terms: Terms {
        man: [-10, -12, -20, -40, -80],
        king: [-15, -18, -25, -45, -90],
        safe: [3, 3, 3, 6, 12],
        gift: [10, 10, 14, 24, 40],
        stuck: [-4, -4, -5, -8, -10],
        threat: [-15, -15, -15, -10, 0],
        turn: [5, 5, 8, 10, 15],
        compelled: [0, -5, -20, -50, -60],
        ..Terms::NONE
    },
    squares: &[
        // Row 8.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 7.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 6.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 5.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 4.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 3.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 2.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        // Row 1.
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
    patterns: None,
};

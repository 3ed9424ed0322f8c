//! English draughts (American checkers): fitted by `damier tune fit` to 1202618 positions of 10000
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
        man: [104, 106, 115, 151, 179],
        king: [46, 61, 149, 113, 93],
        only_kings: [30, 39, 13, -1, 33],
        road: [6, 11, -13, 0, -10],
        reach: [9, 14, 5, 1, -2],
        prey: [8, 5, -5, 12, 52],
        safe: [5, 10, 5, -6, 22],
        gift: [1, 14, 5, -11, 0],
        short_of_steps: [-18, -17, -6, -6, 12],
        out_of_steps: [-7, -14, 0, -21, -14],
        stuck: [-2, -1, -8, -17, 2],
        backed: [-6, 3, -3, -4, -10],
        wedge: [23, 8, 9, 16, 33],
        outpost: [-18, -34, -23, -21, 4],
        open: [-10, -9, -8, -2, -16],
        contact: [6, -1, 2, -7, 23],
        runaway: [-10, -5, -10, 5, 12],
        near_runaway: [-2, 6, 4, -14, -11],
        crowning: [11, 12, 17, 15, 4],
        skew: [-1, -3, 0, 2, -2],
        open_row: [-27, -18, -13, 2, -1],
        surplus: [-60, -78, -121, -14, 9],
        last_piece: [-20, -26, -39, -65, 20],
        last_two: [30, 40, 61, -27, -15],
        last_three: [-24, -31, -47, -6, -80],
        last_four: [19, 25, 40, -15, 83],
        lone_king: [-22, -28, -43, -71, 18],
        lone_walk: [0, 0, -1, -1, 8],
        turn: [-1, -1, 3, 2, 0],
        threat: [24, 25, 32, 13, 0],
        compelled: [20, 29, 30, 20, 19],
    },
    squares: &[],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> =
        LazyLock::new(|| read(&ENGLISH.board, include_bytes!("english.patterns")));
    &PATTERNS
}

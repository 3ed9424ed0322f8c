//! International draughts: fitted by `damier tune fit` to 851487 positions of 10000 games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::{Entry, read};
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of International draughts.
pub const NORMAL: Weights = Weights {
    knots: [40, 28, 18, 10, 4],
    board: Squares::DARK_10,
    terms: Terms {
        man: [115, 122, 115, 102, 53],
        king: [-76, -96, -43, 78, 30],
        only_kings: [-13, -18, 30, 40, 71],
        road: [-14, -12, 43, -12, 0],
        reach: [0, 10, 2, 3, 0],
        prey: [1, 20, 32, 39, 28],
        safe: [-15, -6, -1, 10, 5],
        gift: [5, -1, 2, 5, 2],
        short_of_steps: [-16, -21, -25, -17, -11],
        out_of_steps: [-6, -8, -8, -12, -6],
        stuck: [1, 1, 3, 7, 11],
        backed: [-10, -6, 0, 1, -9],
        wedge: [3, -1, -4, -5, -3],
        outpost: [2, -7, 1, -13, -20],
        open: [-4, -6, 0, 0, -3],
        contact: [4, 1, 1, 4, -3],
        runaway: [11, 15, 13, -13, 6],
        near_runaway: [-17, -22, 25, 58, -19],
        crowning: [12, 27, 46, 63, 21],
        skew: [0, -3, -6, -5, 2],
        open_row: [-3, 5, -5, 7, 2],
        surplus: [9, 12, 19, 19, 16],
        last_piece: [-29, -38, -58, -95, 48],
        last_two: [-1, -2, -3, -4, -68],
        last_three: [6, 8, 12, 30, -95],
        last_four: [12, 15, 23, -4, -33],
        lone_king: [-55, -72, -110, -181, -77],
        lone_walk: [-3, -4, -6, -9, -16],
        turn: [2, 3, 6, 14, 2],
        threat: [12, 18, 17, 26, 7],
        compelled: [-1, 3, 3, 21, 20],
    },
    squares: &[],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        read(&NORMAL.board, include_bytes!("normal.patterns"))
    });
    &PATTERNS
}

//! Russian draughts: fitted by `damier tune fit` to 414647 positions of 10000 games.

use std::sync::LazyLock;

use super::Weights;
use crate::games::draughts::eval::patterns::{Entry, read};
use crate::games::draughts::eval::terms::Terms;
use crate::notation::square::Squares;

/// The weights of Russian draughts.
pub const RUSSIAN: Weights = Weights {
    knots: [24, 18, 12, 7, 3],
    board: Squares::DARK_8,
    terms: Terms {
        man: [128, 130, 134, 132, 55],
        king: [-103, -134, -88, 41, 20],
        only_kings: [-46, -60, 5, 70, 34],
        road: [45, 55, 13, 34, 5],
        reach: [10, 4, 4, 2, 1],
        prey: [36, 41, 68, 52, 33],
        safe: [1, 3, 12, 7, -2],
        gift: [12, 4, 9, 6, -7],
        short_of_steps: [-19, -37, -11, -10, -8],
        out_of_steps: [-6, -5, 2, 3, 7],
        stuck: [-4, 3, -2, 0, 3],
        backed: [1, -4, 5, 1, -4],
        wedge: [6, 9, -5, -1, 2],
        outpost: [-79, -24, -23, 0, 7],
        open: [-11, -5, -3, 3, 1],
        contact: [-6, -11, -10, -7, -2],
        runaway: [-3, -4, 9, -13, 3],
        near_runaway: [13, 17, 24, 14, -8],
        crowning: [42, 54, 53, 44, 9],
        skew: [0, -5, -8, -5, 2],
        open_row: [0, -12, 6, -11, -1],
        surplus: [0, 1, 2, 8, -26],
        last_piece: [3, 3, 5, 8, 64],
        last_two: [14, 19, 29, 60, -8],
        last_three: [46, 60, 91, 13, -24],
        last_four: [6, 7, 10, -8, 22],
        lone_king: [-25, -33, -51, -83, -44],
        lone_walk: [-1, -1, -2, -4, -5],
        turn: [2, 5, 10, 10, 0],
        threat: [24, 25, 33, 24, 0],
        compelled: [25, 23, 12, 32, 4],
    },
    squares: &[],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        read(&RUSSIAN.board, include_bytes!("russian.patterns"))
    });
    &PATTERNS
}

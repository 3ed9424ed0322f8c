//! Poddavki (give-away Russian draughts): fitted by `damier tune fit` to 351576 positions of 20000
//! games.

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
        man: [-17, -15, -19, -40, -85],
        king: [-24, 5, 6, -35, -53],
        only_kings: [14, 41, 4, -14, 29],
        road: [2, 31, 3, -13, -45],
        reach: [3, 7, 4, 11, 16],
        prey: [5, -10, -5, 16, 97],
        safe: [2, 9, 8, 16, 60],
        gift: [9, 22, 16, 43, 117],
        short_of_steps: [0, -12, -26, -23, 22],
        out_of_steps: [6, 9, 26, 26, 41],
        stuck: [-6, -7, -13, -27, -21],
        backed: [7, 6, 7, 21, 37],
        wedge: [0, -4, 6, 5, -42],
        outpost: [5, -17, -38, -31, -28],
        open: [1, -2, 4, 6, -10],
        contact: [5, 18, 16, 12, 7],
        runaway: [-10, 5, 1, -9, -2],
        near_runaway: [-21, -11, -3, -3, -8],
        crowning: [-9, 3, -4, -4, 65],
        skew: [0, -2, 2, -4, -9],
        open_row: [8, 10, 6, 16, 49],
        surplus: [3, 3, 8, 11, 9],
        last_piece: [22, 28, 38, 66, 115],
        last_two: [0, 0, -15, -89, -79],
        last_three: [3, 4, -37, -51, -62],
        last_four: [-15, -19, -30, -16, -4],
        lone_king: [-5, -7, -11, -12, -90],
        lone_walk: [18, 24, 0, -39, -56],
        turn: [36, 11, 4, 9, 27],
        threat: [-23, -31, -21, 16, 60],
        compelled: [-6, -7, -6, -32, -28],
    },
    squares: &[],
    patterns: Some(patterns),
};

fn patterns() -> &'static [Entry] {
    static PATTERNS: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        read(&PODDAVKI.board, include_bytes!("poddavki.patterns"))
    });
    &PATTERNS
}

//! What the counts are worth.

mod extreme;

use super::*;
use crate::game::{Facts, Game};
use crate::games::extreme::Extreme;
use crate::linear::{Curve, Knots, between, source};

pub(super) use extreme::EXTREME;

/// The weights of the game.
#[derive(Debug)]
pub(super) struct Weights {
    /// The pieces of both sides that make up each stage.
    pub(super) knots: Knots,
    /// What each count is worth.
    pub(super) terms: Terms<Curve>,
    /// What a man is worth for standing on a square, besides what any is worth: the left half of
    /// the board, which is like the right one, row by row from the furthest, as its owner sees it.
    pub(super) men: &'static [Curve],
    /// The same for a king.
    pub(super) kings: &'static [Curve],
}

impl Weights {
    /// Squares of half a row.
    const HALF: usize = 4;
    /// Squares of the left half of the board.
    pub(super) const PLACES: usize = 8 * Self::HALF;

    /// Where the tables tell of a square.
    pub(super) const fn place(side: Side, square: usize) -> usize {
        let (column, row) = (square % 8, square / 8);
        let row = match side {
            Side::White => row,
            Side::Black => 7 - row,
        };
        row * Self::HALF + if column < Self::HALF { column } else { 7 - column }
    }

    pub(super) fn groups(&self) -> Vec<Group> {
        let table = |name, squares: &[Curve]| {
            Group::of_curves(name, &[], &self.knots, squares.iter().copied())
        };
        vec![
            Group::of_curves("terms", Terms::<Curve>::NAMES, &self.knots, self.terms.values()),
            table("men", self.men),
            table("kings", self.kings),
        ]
    }

    pub(super) fn source(groups: &[Group], story: &str) -> String {
        let [terms, men, kings] = groups else { return String::new() };
        let Facts { title, .. } = Extreme::FACTS;
        let mut text = source::head(title, story);
        text += "use super::{Terms, Weights};\n\n";
        text += "/// The weights of Extreme Checkers.\n";
        text += "pub(in super::super) const EXTREME: Weights = Weights {\n";
        text += &source::knots(terms);
        text += &source::terms("terms", terms);
        text += &source::table("men", men, Self::HALF, 8);
        text += &source::table("kings", kings, Self::HALF, 8);
        text + "};\n"
    }
}

/// No position has more pieces.
pub(super) const MOST_PIECES: usize = 48;

/// The weights for one number of pieces.
#[derive(Clone, Copy)]
pub(super) struct Phase {
    pub(super) terms: Terms<i16>,
    /// For each side what men, and what kings, are worth on each square.
    squares: [[[i16; 64]; 2]; 2],
}

impl Phase {
    /// The weights for every number of pieces.
    pub(super) const ALL: &'static [Phase; MOST_PIECES + 1] = &{
        let mut all = [Phase::new(0); MOST_PIECES + 1];
        let mut pieces = 1;
        while pieces <= MOST_PIECES {
            all[pieces] = Phase::new(pieces);
            pieces += 1;
        }
        all
    };

    const fn new(pieces: usize) -> Phase {
        let Weights { knots, terms, men, kings } = &EXTREME;
        let mut phase = Phase { terms: terms.at(knots, pieces), squares: [[[0; 64]; 2]; 2] };
        let mut square = 0;
        while square < 64 {
            let mut side = 0;
            while side < 2 {
                let place = Weights::place(Side::ALL[side], square);
                phase.squares[side][0][square] = between(&men[place], knots, pieces);
                phase.squares[side][1][square] = between(&kings[place], knots, pieces);
                side += 1;
            }
            square += 1;
        }
        phase
    }

    /// What the pieces of a side are worth for standing where they stand.
    #[inline(always)]
    pub(super) fn placed(&self, position: &Position, side: Side) -> i32 {
        let sum = |set, worth: &[i16; 64]| {
            squares(set).map(|square| i32::from(worth[square % 64])).sum::<i32>()
        };
        let [men, kings] = &self.squares[side.index()];
        let (own, crowned) = (position.pieces(side), position.kings());
        sum(own & !crowned, men) + sum(own & crowned, kings)
    }
}

//! What the counts are worth.

mod impasse;

use super::*;
use crate::game::{Facts, Game};
use crate::games::impasse::Impasse;
use crate::linear::{Curve, Knots, between, source};

pub(super) use impasse::IMPASSE;

/// The weights of the game.
#[derive(Debug)]
pub(super) struct Weights {
    /// The checkers of both sides that make up each stage.
    pub(super) knots: Knots,
    /// What each count is worth.
    pub(super) terms: Terms<Curve>,
    /// What a single is worth for standing on a square, besides what any is worth: row by row from
    /// the furthest, as its owner sees it.
    pub(super) singles: &'static [Curve],
    /// The same for a double.
    pub(super) doubles: &'static [Curve],
}

impl Weights {
    /// The squares of the board.
    pub(super) const SQUARES: usize = Impasse::FACTS.squares.count();

    pub(super) fn groups(&self) -> Vec<Group> {
        let table = |name, squares: &[Curve]| {
            Group::of_curves(name, &[], &self.knots, squares.iter().copied())
        };
        vec![
            Group::of_curves("terms", Terms::<Curve>::NAMES, &self.knots, self.terms.values()),
            table("singles", self.singles),
            table("doubles", self.doubles),
        ]
    }

    pub(super) fn source(groups: &[Group], story: &str) -> String {
        let [terms, singles, doubles] = groups else { return String::new() };
        let Facts { title, squares, .. } = Impasse::FACTS;
        let mut text = source::head(title, story);
        text += "use super::{Terms, Weights};\n\n";
        text += "/// The weights of Impasse.\n";
        text += "pub(in super::super) const IMPASSE: Weights = Weights {\n";
        text += &source::knots(terms);
        text += &source::terms("terms", terms);
        text += &source::table("singles", singles, squares.row(), squares.height);
        text += &source::table("doubles", doubles, squares.row(), squares.height);
        text + "};\n"
    }
}

/// No position has more checkers.
pub(super) const MOST_CHECKERS: usize = 24;

/// The weights for one number of checkers.
#[derive(Clone, Copy)]
pub(super) struct Phase {
    pub(super) terms: Terms<i16>,
    singles: [i16; 64],
    doubles: [i16; 64],
}

impl Phase {
    /// The weights for every number of checkers.
    pub(super) const ALL: &'static [Phase; MOST_CHECKERS + 1] = &{
        let mut all = [Phase::new(0); MOST_CHECKERS + 1];
        let mut checkers = 1;
        while checkers <= MOST_CHECKERS {
            all[checkers] = Phase::new(checkers);
            checkers += 1;
        }
        all
    };

    const fn new(checkers: usize) -> Phase {
        let Weights { knots, terms, singles, doubles } = &IMPASSE;
        let terms = terms.at(knots, checkers);
        let mut phase = Phase { terms, singles: [0; 64], doubles: [0; 64] };
        let mut square = 0;
        while square < Weights::SQUARES {
            let bit = bit_of_number(square + 1) as usize;
            phase.singles[bit] = between(&singles[square], knots, checkers);
            phase.doubles[bit] = between(&doubles[square], knots, checkers);
            square += 1;
        }
        phase
    }

    /// What pieces are worth for standing where they stand.
    #[inline(always)]
    pub(super) fn placed(&self, view: &View) -> i32 {
        let sum = |board, worth: &[i16; 64]| {
            bits(board).map(|bit| i32::from(worth[usize::from(bit % 64)])).sum::<i32>()
        };
        sum(view.singles, &self.singles) + sum(view.doubles, &self.doubles)
    }
}

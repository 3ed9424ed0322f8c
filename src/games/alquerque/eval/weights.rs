//! What the counts are worth.

mod alquerque;

use super::*;
use crate::game::{Facts, Game};
use crate::games::alquerque::Alquerque;
use crate::linear::{Curve, Knots, between, source};

pub(super) use alquerque::ALQUERQUE;

/// The weights of the game.
#[derive(Debug)]
pub(super) struct Weights {
    /// The pieces of both sides that make up each stage.
    pub(super) knots: Knots,
    /// What each count is worth.
    pub(super) terms: Terms<Curve>,
    /// What a piece is worth for standing on a point, besides what any is worth: row by row from
    /// the furthest, as its owner sees it.
    pub(super) points: &'static [Curve],
}

impl Weights {
    const POINTS: usize = Alquerque::FACTS.squares.count();

    /// Where the table tells of a point.
    pub(super) const fn place(side: Side, point: usize) -> usize {
        match side {
            Side::White => point,
            Side::Black => Self::POINTS - 1 - point,
        }
    }

    pub(super) fn groups(&self) -> Vec<Group> {
        let points = self.points.iter().copied();
        vec![
            Group::of_curves("terms", Terms::<Curve>::NAMES, &self.knots, self.terms.values()),
            Group::of_curves("points", &[], &self.knots, points),
        ]
    }

    pub(super) fn source(groups: &[Group], story: &str) -> String {
        let [terms, points] = groups else { return String::new() };
        let Facts { title, squares, .. } = Alquerque::FACTS;
        let mut text = source::head(title, story);
        text += "use super::{Terms, Weights};\n\n";
        text += "/// The weights of alquerque.\n";
        text += "pub(in super::super) const ALQUERQUE: Weights = Weights {\n";
        text += &source::knots(terms);
        text += &source::terms("terms", terms);
        text += &source::table("points", points, squares.row(), squares.height);
        text + "};\n"
    }
}

/// No position has more pieces.
pub(super) const MOST_PIECES: usize = 25;

/// The weights for one number of pieces.
#[derive(Clone, Copy)]
pub(super) struct Phase {
    pub(super) terms: Terms<i16>,
    /// For each side what a piece is worth on each point.
    points: [[i16; 32]; 2],
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
        let Weights { knots, terms, points } = &ALQUERQUE;
        let mut phase = Phase { terms: terms.at(knots, pieces), points: [[0; 32]; 2] };
        let mut point = 0;
        while point < Weights::POINTS {
            let mut side = 0;
            while side < 2 {
                let place = Weights::place(Side::ALL[side], point);
                phase.points[side][point] = between(&points[place], knots, pieces);
                side += 1;
            }
            point += 1;
        }
        phase
    }

    /// What the pieces of a side are worth for standing where they stand.
    pub(super) fn placed(&self, position: &Position, side: Side) -> i32 {
        let worth = &self.points[side.index()];
        points(position.pieces(side)).map(|point| i32::from(worth[point % 32])).sum()
    }
}

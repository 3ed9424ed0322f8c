//! What the counts are worth.

mod extreme;

use super::patterns::Windows;
use super::*;
use crate::game::{Facts, Game};
use crate::games::extreme::Extreme;
use crate::linear::patterns::{self, Entry, Share};
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
    /// What it is worth to have more pieces than the enemy on a square colour, at
    /// [`Weights::balance`]. The loss of the last piece of a colour loses the game, so numbers tell more
    /// than their difference.
    pub(super) balance: &'static [Curve],
    /// What patterns of pieces are worth, as [`patterns::unfold`] gives it.
    pub(super) patterns: fn() -> &'static [Entry],
}

impl Weights {
    /// Squares of half a row.
    const HALF: usize = 4;
    /// Squares of the left half of the board.
    pub(super) const PLACES: usize = 8 * Self::HALF;

    /// Numbers of pieces on a colour, one greater than the other.
    pub(super) const BALANCES: usize = MOST_OF_COLOUR * (MOST_OF_COLOUR + 1) / 2;

    /// Where the balance of so many pieces of a colour against fewer stands.
    pub(super) const fn balance(more: usize, fewer: usize) -> usize {
        more * (more - 1) / 2 + fewer
    }

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
            table("balance", self.balance),
            Group {
                name: "patterns",
                knots: self.knots[..patterns::STAGES].to_vec(),
                names: &[],
                values: patterns::fold(Windows, (self.patterns)()),
            },
        ]
    }

    pub(super) fn source(groups: &[Group], story: &str) -> String {
        let [terms, men, kings, balance, _] = groups else { return String::new() };
        let Facts { title, .. } = Extreme::FACTS;
        let mut text = source::head(title, story);
        text += "use std::sync::LazyLock;\n\n";
        text += "use super::{Terms, Weights};\n";
        text += "use crate::games::extreme::eval::patterns::read;\n";
        text += "use crate::linear::patterns::Entry;\n\n";
        text += "/// The weights of Extreme Checkers.\n";
        text += "pub(in super::super) const EXTREME: Weights = Weights {\n";
        text += &source::knots(terms);
        text += &source::terms("terms", terms);
        text += &source::table("men", men, Self::HALF, 8);
        text += &source::table("kings", kings, Self::HALF, 8);
        text += &source::list("balance", balance);
        text += "    patterns,\n};\n\n";
        text += "fn patterns() -> &'static [Entry] {\n";
        text += "    static PATTERNS: LazyLock<Vec<Entry>> =\n";
        text += "        LazyLock::new(|| read(include_bytes!(\"extreme.patterns\")));\n";
        text + "    &PATTERNS\n}\n"
    }
}

/// More pieces of a side on a square colour are not told apart.
pub(super) const MOST_OF_COLOUR: usize = 12;
/// No position has more pieces.
pub(super) const MOST_PIECES: usize = 48;

/// The weights for one number of pieces.
#[derive(Clone, Copy)]
pub(super) struct Phase {
    pub(super) terms: Terms<i16>,
    /// What the stages of patterns have in the worth of a position.
    pub(super) share: Share,
    /// For each side what men, and what kings, are worth on each square.
    squares: [[[i16; 64]; 2]; 2],
    /// For each number of pieces of the side to move on a square colour, and of its enemy.
    balance: [[i16; 16]; 16],
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
        let Weights { knots, terms, men, kings, balance, .. } = &EXTREME;
        let share = Share::new(&[knots[0], knots[1], knots[2], knots[3]], pieces);
        let (squares, table) = ([[[0; 64]; 2]; 2], [[0; 16]; 16]);
        let mut phase = Phase { terms: terms.at(knots, pieces), share, squares, balance: table };
        let mut more = 1;
        while more <= MOST_OF_COLOUR {
            let mut fewer = 0;
            while fewer < more {
                let worth = between(&balance[Weights::balance(more, fewer)], knots, pieces);
                phase.balance[more][fewer] = worth;
                phase.balance[fewer][more] = -worth;
                fewer += 1;
            }
            more += 1;
        }
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

    /// What the numbers of pieces on a square colour are worth.
    #[inline(always)]
    pub(super) fn balance(&self, own: usize, theirs: usize) -> i32 {
        i32::from(self.balance[own % 16][theirs % 16])
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

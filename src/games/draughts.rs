//! The draughts family: one generator, one set of draw counters and one notation, made into
//! many games by the facts in [`rules`].

pub mod bits;
mod board;
mod capture;
mod directions;
mod draws;
pub mod eval;
mod jump;
mod king_limit;
mod notation;
mod path;
pub mod position;
mod quiet;
pub mod rules;
mod tabled;
pub mod turn;

use std::marker::PhantomData;

use rules::{Lines, Rules};

/// The game with the rules `R`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Draughts<R>(PhantomData<R>);

impl<R: Rules> Draughts<R> {
    /// The rows that a side's men fill at the start.
    const ROWS: usize = R::SET.men / R::SET.facts.squares.row();

    /// How many pieces a side may have in a position that is set up: as many as fill the board but
    /// for the two rows in the middle, though some games start with fewer.
    const MOST_PIECES: usize = match R::SET.lines {
        Lines::Orthogonal => R::SET.men,
        _ => R::SET.facts.squares.row() * (R::SET.facts.squares.height / 2 - 1),
    };
}

//! The draughts family: one generator, one set of draw counters and one notation, made into
//! many games by the facts in [`rules`].

pub mod bits;
mod board;
mod capture;
mod draws;
pub mod eval;
mod notation;
mod path;
pub mod position;
mod quiet;
pub mod rules;
pub mod turn;

use std::marker::PhantomData;

use rules::Rules;

/// The game with the rules `R`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Draughts<R>(PhantomData<R>);

impl<R: Rules> Draughts<R> {
    /// The rows that a side's men fill at the start.
    const ROWS: usize = R::SET.men / R::SET.facts.squares.row();
}

//! What endgame tables and proven positions know together, as a search asks it.

use std::sync::Arc;

use crate::game::{Oracle, Outcome, Position};
use crate::solve::proven::{Proven, Value};
use crate::tables::Tabled;
use crate::tables::store::Store;

/// Endgame tables, and positions that were proven.
#[derive(Debug)]
pub struct Known<G: Tabled> {
    store: Arc<Store<G>>,
    proven: Proven,
}

impl<G: Tabled> Known<G> {
    /// Both together; the positions must be of the same rules.
    #[must_use]
    pub const fn new(store: Arc<Store<G>>, proven: Proven) -> Known<G> {
        Known { store, proven }
    }

    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        Some(match self.proven.value(position.key())? {
            Value::Won(winner, _) if winner == position.side() => Outcome::Win,
            Value::Won(..) => Outcome::Loss,
            Value::Drawn => Outcome::Draw,
        })
    }

    fn is_tabled(&self, position: &G::Position) -> bool {
        position.pieces_left() <= self.store.most()
    }
}

impl<G: Tabled> Oracle<G::Position> for Known<G> {
    fn most(&self) -> u32 {
        if self.proven.is_empty() { self.store.most() } else { u32::MAX }
    }

    fn stored(&self, position: &G::Position) -> Option<Outcome> {
        let stored = self.is_tabled(position).then(|| self.store.stored(position)).flatten();
        stored.or_else(|| self.outcome(position))
    }

    fn value(&self, position: &G::Position) -> Option<Outcome> {
        self.store.value(position).or_else(|| self.outcome(position))
    }

    fn distance(&self, position: &G::Position) -> Option<u32> {
        self.store.distance(position)
    }

    fn proven(&self, position: &G::Position) -> Option<u32> {
        match self.proven.value(position.key())? {
            Value::Won(_, plies) => Some(plies),
            Value::Drawn => None,
        }
    }
}

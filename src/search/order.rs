//! The order in which turns are tried: the table's, then what the game promises, killers, the
//! counter turn, and the rest by history.

use crate::game::{Game, Position, Turn};
use crate::search::worker::Worker;

/// Sorts lists that are short and mostly read from the front: one turn is picked at a time.
#[derive(Debug, Default)]
pub(super) struct Picker {
    /// Value and index of each turn.
    values: Vec<(i32, u16)>,
    next: usize,
}

impl Picker {
    /// Prepares the picking of the turns of a node.
    pub(super) fn prepare<G: Game>(
        &mut self,
        worker: &Worker<'_, G>,
        position: &G::Position,
        turns: &[Turn<G>],
        first: Option<u16>,
        ply: usize,
    ) {
        let side = position.side();
        let killers = worker.frames[ply].killers;
        let before = worker.frames[ply].before;
        self.next = 0;
        self.values.clear();
        self.values.extend(turns.iter().enumerate().map(|(index, &turn)| {
            let slot = G::Position::slot(turn);
            let value = if first == Some(index as u16) {
                i32::MAX
            } else {
                let mut value = worker.history.value(side, slot) + 64 * position.promise(turn);
                if killers[0] == Some(turn) {
                    value += 24_000;
                } else if killers[1] == Some(turn) {
                    value += 20_000;
                } else if before.is_some_and(|before| worker.history.is_counter(side, before, slot))
                {
                    value += 8_000;
                }
                value
            };
            (value, index as u16)
        }));
    }

    /// The index of the best turn that has not been picked.
    pub(super) fn pick(&mut self) -> Option<usize> {
        let rest = &mut self.values[self.next..];
        // The first of equals is taken, so that the order depends on nothing else.
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].0 > rest[best].0 {
                best = i;
            }
        }
        let index = rest.get(best)?.1;
        // Moving the others up keeps them in the generator's order.
        rest[..=best].rotate_right(1);
        self.next += 1;
        Some(usize::from(index))
    }

    /// The indices picked before the last one.
    pub(super) fn tried(&self) -> impl Iterator<Item = usize> + '_ {
        self.values[..self.next.saturating_sub(1)].iter().map(|&(_, index)| usize::from(index))
    }
}

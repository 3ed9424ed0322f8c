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
    /// Turns that were put off, in their order.
    deferred: Vec<u16>,
    /// How many of them have been picked again.
    resumed: usize,
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
        self.deferred.clear();
        self.resumed = 0;
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

    /// The index of the best turn that has not been picked; those that were put off come last.
    pub(super) fn pick(&mut self) -> Option<usize> {
        let rest = &mut self.values[self.next..];
        // The first of equals is taken, so that the order depends on nothing else.
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].0 > rest[best].0 {
                best = i;
            }
        }
        if let Some(&(_, index)) = rest.get(best) {
            // Moving the others up keeps them in the generator's order.
            rest[..=best].rotate_right(1);
            self.next += 1;
            return Some(usize::from(index));
        }
        let index = *self.deferred.get(self.resumed)?;
        self.resumed += 1;
        Some(usize::from(index))
    }

    /// Whether the turn picked last may be put off: once, and not for ever.
    pub(super) fn may_defer(&self) -> bool {
        self.resumed == 0
    }

    /// Puts off the turn picked last.
    pub(super) fn defer(&mut self, index: usize) {
        self.deferred.push(index as u16);
    }

    /// The indices that were picked, and not put off, before the last one.
    pub(super) fn tried(&self, last: usize) -> impl Iterator<Item = usize> + '_ {
        let put_off = &self.deferred[self.resumed..];
        let picked = self.values[..self.next].iter().map(|&(_, index)| index);
        picked
            .filter(|index| put_off.is_empty() || !put_off.contains(index))
            .map(usize::from)
            .filter(move |&index| index != last)
    }
}

//! The order in which turns are tried: the table's, then what the game promises, killers, the
//! counter turn, and the rest by history.

use crate::game::{Game, Position, Turn};
use crate::search::worker::Worker;

/// A turn by its value, and among equals by its index, the first being the greatest: the order
/// then depends on nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Valued(i64);

impl Valued {
    fn new(value: i32, index: usize) -> Valued {
        Valued(i64::from(value) << 16 | i64::from(!(index as u16)))
    }

    fn index(self) -> u16 {
        !(self.0 as u16)
    }
}

/// Sorts lists that are short and mostly read from the front: one turn is picked at a time.
#[derive(Debug, Default)]
pub(super) struct Picker {
    /// The turns: those that have been picked in their order, then the others in any.
    turns: Vec<Valued>,
    next: usize,
    /// Whether the best of the others is the first of them.
    is_sorted: bool,
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
        self.is_sorted = false;
        self.deferred.clear();
        self.resumed = 0;
        self.turns.clear();
        self.turns.extend(turns.iter().enumerate().map(|(index, &turn)| {
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
            Valued::new(value, index)
        }));
    }

    /// The index of the turn that [`Picker::pick`] will pick, unless only turns are left that were put
    /// off.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<usize> {
        let (first, others) = self.turns[self.next..].split_first_mut()?;
        if !self.is_sorted {
            self.is_sorted = true;
            for other in others {
                if other > first {
                    std::mem::swap(first, other);
                }
            }
        }
        Some(usize::from(first.index()))
    }

    /// The index of the best turn that has not been picked; those that were put off come last.
    pub(super) fn pick(&mut self) -> Option<usize> {
        if let Some(index) = self.peek() {
            self.next += 1;
            self.is_sorted = false;
            return Some(index);
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
        let picked = self.turns[..self.next].iter().map(|turn| turn.index());
        picked
            .filter(|index| put_off.is_empty() || !put_off.contains(index))
            .map(usize::from)
            .filter(move |&index| index != last)
    }
}

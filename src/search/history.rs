//! What a searching thread remembers of turns: how often each kind of turn was the best, and
//! what refuted what.

use crate::game::{Position, Side};

/// The bound of a history value.
const MOST: i32 = 16_384;

/// The memory of one thread.
#[derive(Debug)]
pub(super) struct History {
    values: Box<[i16]>,
    counters: Box<[u16]>,
    slots: usize,
}

/// No counter turn is known.
const NONE: u16 = u16::MAX;

impl History {
    pub(super) fn new<P: Position>() -> History {
        assert!(P::SLOTS <= usize::from(NONE));
        History {
            values: vec![0; 2 * P::SLOTS].into_boxed_slice(),
            counters: vec![NONE; 2 * P::SLOTS].into_boxed_slice(),
            slots: P::SLOTS,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.values.fill(0);
        self.counters.fill(NONE);
    }

    /// Lets a new search start from half of what is known.
    pub(super) fn fade(&mut self) {
        for value in &mut self.values {
            *value /= 2;
        }
    }

    /// How good turns of this slot have been for a side.
    #[inline]
    pub(super) fn value(&self, side: Side, slot: usize) -> i32 {
        i32::from(self.values[side.index() * self.slots + slot])
    }

    /// Whether a turn of this slot refuted a turn of the slot `before` last time.
    #[inline]
    pub(super) fn is_counter(&self, side: Side, before: usize, slot: usize) -> bool {
        usize::from(self.counters[side.index() * self.slots + before]) == slot
    }

    /// Learns that a turn was the best at a depth and others tried before it were not.
    pub(super) fn learn(
        &mut self,
        side: Side,
        best: usize,
        others: impl Iterator<Item = usize>,
        before: Option<usize>,
        depth: i32,
    ) {
        let bonus = (depth * depth + depth).min(1_200);
        self.add(side, best, bonus);
        for slot in others {
            self.add(side, slot, -bonus);
        }
        if let Some(before) = before {
            self.counters[side.index() * self.slots + before] = best as u16;
        }
    }

    /// Moves a value towards its bound, the slower the nearer it is.
    fn add(&mut self, side: Side, slot: usize, bonus: i32) {
        let value = &mut self.values[side.index() * self.slots + slot];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MOST) as i16;
    }
}

//! Where the threads of a search are, so that each looks where the others are not.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Room to count the threads that are at a position, by its key.
const CLAIMS: usize = 1 << 14;

/// Which positions other threads are at.
#[derive(Debug)]
pub(super) struct Claims {
    /// One thread needs none.
    counts: Vec<AtomicU8>,
}

impl Claims {
    pub(super) fn new(threads: usize) -> Claims {
        let room = if threads > 1 { CLAIMS } else { 0 };
        Claims { counts: (0..room).map(|_| AtomicU8::new(0)).collect() }
    }

    #[inline]
    pub(super) fn is_needed(&self) -> bool {
        !self.counts.is_empty()
    }

    fn of(&self, key: u64) -> Option<&AtomicU8> {
        self.counts.get(key as usize % CLAIMS)
    }

    pub(super) fn take(&self, key: u64) {
        if let Some(count) = self.of(key) {
            count.fetch_add(1, Relaxed);
        }
    }

    pub(super) fn give_back(&self, key: u64) {
        if let Some(count) = self.of(key) {
            count.fetch_sub(1, Relaxed);
        }
    }

    #[inline]
    pub(super) fn count(&self, key: u64) -> u32 {
        self.of(key).map_or(0, |count| u32::from(count.load(Relaxed)))
    }
}

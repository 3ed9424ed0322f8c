//! Which turns the threads are looking at just now. A thread puts off a turn that another is
//! looking at: when it comes back to it, the table has the answer (the deferral of ABDADA, in the
//! form that Tom Kerrigan describes as simplified).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Claims that share a cache line.
const WAYS: usize = 8;
/// Cache lines, a power of two.
const LINES: usize = 1 << 10;
/// The least depth, in plies, at which a turn is worth a claim.
pub(super) const CLAIM_FROM: i32 = 3;

/// The turns that are being looked at. A claim may be lost where many meet: then a turn is looked
/// at twice, and nothing worse.
pub(super) struct Claims {
    lines: Box<[Line]>,
}

#[repr(align(64))]
#[derive(Default)]
struct Line([AtomicU64; WAYS]);

impl Claims {
    /// For so many threads; one alone needs none.
    pub(super) fn new(threads: usize) -> Claims {
        let lines = if threads > 1 { LINES } else { 0 };
        Claims { lines: (0..lines).map(|_| Line::default()).collect() }
    }

    /// Whether there is more than one thread.
    #[inline]
    pub(super) fn are_kept(&self) -> bool {
        !self.lines.is_empty()
    }

    fn line(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.lines[key as usize % LINES].0
    }

    /// Whether some thread looks at the turn that leads to `key`.
    pub(super) fn is_claimed(&self, key: u64) -> bool {
        self.line(key).iter().any(|claim| claim.load(Relaxed) == key)
    }

    /// A thread begins to look at it.
    pub(super) fn claim(&self, key: u64) {
        let line = self.line(key);
        let free = line.iter().find(|claim| claim.load(Relaxed) == 0);
        free.unwrap_or(&line[0]).store(key, Relaxed);
    }

    /// It has done.
    pub(super) fn release(&self, key: u64) {
        for claim in self.line(key) {
            if claim.load(Relaxed) == key {
                claim.store(0, Relaxed);
            }
        }
    }
}

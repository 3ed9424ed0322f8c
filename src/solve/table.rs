//! What has been found out about positions, shared by all threads without a lock. An entry is two
//! words, the second the contents and the first the key xor the contents, so that a torn pair is
//! not recognised (Hyatt and Mann 2002). What took the least work is replaced first.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::memory::Memory;
use crate::solve::entry::{Entry, WEIGHTS, weight_of};
use crate::tt::{OutOfMemory, free_memory};

/// Bytes of an entry.
const ENTRY: usize = 16;
/// Entries that share a cache line, among which a key is looked for.
const CLUSTER: usize = 4;
const CLUSTER_WORDS: usize = 2 * CLUSTER;

/// The table.
#[derive(Debug)]
pub struct Table {
    memory: Memory,
    clusters: usize,
}

impl Table {
    /// An empty table of about `bytes` bytes, one cluster at least.
    ///
    /// # Errors
    /// If the system does not grant the memory, or would have to take it from others.
    pub fn new(bytes: usize) -> Result<Table, OutOfMemory> {
        if free_memory(bytes as u64).is_some_and(|free| bytes as u64 > free) {
            return Err(OutOfMemory { bytes });
        }
        let clusters = (bytes / (ENTRY * CLUSTER)).max(1);
        let memory = Memory::new(clusters * CLUSTER_WORDS).ok_or(OutOfMemory { bytes })?;
        Ok(Table { memory, clusters })
    }

    /// The first word of the cluster of a key.
    #[inline]
    fn start(&self, key: u64) -> usize {
        let index = (u128::from(key) * self.clusters as u128) >> 64;
        index as usize * CLUSTER_WORDS
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[AtomicU64] {
        let start = self.start(key);
        &self.memory.words()[start..start + CLUSTER_WORDS]
    }

    /// Says that this key will soon be asked for.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.memory.prefetch(self.start(key));
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).chunks_exact(2).find_map(|slot| {
            let contents = slot[1].load(Relaxed);
            (slot[0].load(Relaxed) ^ contents == key).then(|| Entry::unpack(contents)).flatten()
        })
    }

    /// Remembers a position, in place of what took the least work of its cluster. What is settled
    /// stays settled.
    pub(super) fn store(&self, key: u64, entry: Entry) {
        let cluster = self.cluster(key);
        let mut place = 0;
        let mut least = u32::MAX;
        for (i, slot) in cluster.chunks_exact(2).enumerate() {
            let contents = slot[1].load(Relaxed);
            if contents != 0 && slot[0].load(Relaxed) ^ contents == key {
                let is_better = |old: Entry| {
                    let are_proven = old.is_proven() && entry.is_proven();
                    are_proven && old.mark <= entry.mark || old.is_settled() && !entry.is_settled()
                };
                if Entry::unpack(contents).is_some_and(is_better) {
                    return;
                }
                place = i;
                break;
            }
            let weight = if contents == 0 { 0 } else { 1 + weight_of(contents) };
            if weight < least {
                least = weight;
                place = i;
            }
        }
        self.put(cluster, place, key, entry.pack());
    }

    fn put(&self, cluster: &[AtomicU64], place: usize, key: u64, contents: u64) {
        cluster[2 * place].store(key ^ contents, Relaxed);
        cluster[2 * place + 1].store(contents, Relaxed);
    }

    /// Forgets a position.
    pub(super) fn forget(&self, key: u64) {
        for slot in self.cluster(key).chunks_exact(2) {
            let contents = slot[1].load(Relaxed);
            if contents != 0 && slot[0].load(Relaxed) ^ contents == key {
                slot[1].store(0, Relaxed);
            }
        }
    }

    /// How full the table is, in thousandths, by a sample.
    #[must_use]
    pub fn fill(&self) -> u32 {
        let words = self.memory.words();
        let entries = (words.len() / 2).min(4_000);
        let used = words.chunks_exact(2).take(entries).filter(|slot| slot[1].load(Relaxed) != 0);
        (used.count() * 1_000 / entries.max(1)) as u32
    }

    /// Entries as keys and contents, so many at most: those that took the most work.
    pub(super) fn worthy(&self, most: u64) -> impl Iterator<Item = (u64, u64)> {
        let filled = || {
            self.memory.words().chunks_exact(2).filter_map(|slot| {
                let contents = slot[1].load(Relaxed);
                (contents != 0).then(|| (slot[0].load(Relaxed) ^ contents, contents))
            })
        };
        let mut counts = [0_u64; WEIGHTS];
        for (_, contents) in filled() {
            counts[weight_of(contents) as usize] += 1;
        }
        // Positions that took no work are found again as fast as they are read.
        let mut least = WEIGHTS;
        let mut left = most;
        while least > 1 && counts[least - 1] <= left {
            least -= 1;
            left -= counts[least];
        }
        filled().filter(move |&(_, contents)| weight_of(contents) as usize >= least)
    }

    /// Takes in an entry that [`Table::worthy`] gave.
    pub(super) fn recall(&self, key: u64, contents: u64) {
        if let Some(entry) = Entry::unpack(contents) {
            self.store(key, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::entry::Refutation;
    use crate::zobrist::mix;

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1 << 16).unwrap();
        for key in (1..400u64).map(mix) {
            let entry = Entry::open(key as u32 % 1000 + 1, 3);
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        assert_eq!(table.probe(mix(1_000)), None);
    }

    #[test]
    fn what_took_much_work_stays_in_a_full_table() {
        let table = Table::new(0).unwrap();
        table.store(1, Entry { work: 1_000_000, ..Entry::open(9, 9) });
        for key in 2..1_000 {
            table.store(key, Entry::open(1, 1));
            assert!(table.probe(key).is_some());
        }
        assert!(table.probe(1).is_some());
    }

    #[test]
    fn what_is_settled_is_not_opened_again() {
        let table = Table::new(0).unwrap();
        table.store(5, Entry::refuted(Refutation::Held, 0));
        table.store(5, Entry::open(1, 1));
        assert!(table.probe(5).is_some_and(|entry| entry.is_refuted()));
        table.store(6, Entry::refuted(Refutation::Tainted, 0));
        table.store(6, Entry::open(1, 1));
        assert!(table.probe(6).is_some_and(|entry| !entry.is_refuted()));
        table.forget(5);
        assert_eq!((table.probe(5), table.probe(6).is_some()), (None, true));
    }

    #[test]
    fn of_two_proofs_the_shorter_one_stays() {
        let table = Table::new(0).unwrap();
        for plies in [9, 5, 7] {
            table.store(5, Entry::proven(plies));
        }
        assert_eq!(table.probe(5), Some(Entry::proven(5)));
    }
}

//! What has been found out about positions, shared by all threads without a lock. An entry is two
//! words, the second the contents and the first the key xor the contents, so that a torn pair is
//! not recognised (Hyatt and Mann 2002). What took the least work is replaced first.
//!
//! A table takes up its memory as it fills, so that a question soon answered touches little of it,
//! which is faster: the system has less to clear, and the processor finds more of it at once.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::memory::Memory;
use crate::parallel;
use crate::solve::entry::{Entry, WEIGHTS, weight_of};
use crate::tt::{OutOfMemory, free_memory};

/// Bytes of an entry.
const ENTRY: usize = 16;
/// Entries that share a cache line, among which a key is looked for.
const CLUSTER: usize = 4;
const CLUSTER_WORDS: usize = 2 * CLUSTER;
/// A table begins with so many clusters, or up to twice as many.
const FIRST: usize = 1 << 20;
/// It takes up twice the memory when so much of what it has is full, in thousandths.
const CROWDED: u32 = 500;
/// Clusters that a thread moves at a time.
const MOVED: usize = 1 << 12;
/// Entries that are looked at to see how full a table is.
const SAMPLE: usize = 1_024;

/// The table.
#[derive(Debug)]
pub struct Table {
    memory: Memory,
    /// Clusters in use.
    clusters: AtomicUsize,
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
        let all = (bytes / (ENTRY * CLUSTER)).max(1);
        let doublings = (all / FIRST).checked_ilog2().unwrap_or(0);
        let clusters = all >> doublings;
        let memory = Memory::new((clusters << doublings) * CLUSTER_WORDS);
        let memory = memory.ok_or(OutOfMemory { bytes })?;
        Ok(Table { memory, clusters: AtomicUsize::new(clusters) })
    }

    /// The words in use.
    fn words(&self) -> &[AtomicU64] {
        &self.memory.words()[..self.clusters.load(Relaxed) * CLUSTER_WORDS]
    }

    /// Whether what is in use is full and there is more.
    pub(super) fn is_outgrown(&self) -> bool {
        self.has_more() && self.crowd() > CROWDED
    }

    /// Takes up more memory if what is in use is full and there is more. No thread may look
    /// anything up meanwhile: it would not find what is being moved.
    pub(super) fn make_room(&self) {
        while self.is_outgrown() {
            self.double();
        }
    }

    fn has_more(&self) -> bool {
        self.words().len() < self.memory.words().len()
    }

    fn double(&self) {
        let before = self.clusters.load(Relaxed);
        // The entries of a cluster go into two, the first of them at twice its place. From behind
        // they come to where all has been moved away from.
        let mut end = before;
        while end > 0 {
            let start = if end == 1 { 0 } else { end.div_ceil(2) };
            parallel::each((end - start).div_ceil(MOVED), &|part| {
                let first = start + part * MOVED;
                for cluster in first..(first + MOVED).min(end) {
                    self.split(cluster, 2 * before);
                }
            });
            end = start;
        }
        self.clusters.store(2 * before, Relaxed);
    }

    /// Moves the entries of a cluster to where they belong among so many clusters.
    fn split(&self, cluster: usize, clusters: usize) {
        let words = self.memory.words();
        let from = &words[cluster * CLUSTER_WORDS..][..CLUSTER_WORDS];
        let entries: [u64; CLUSTER_WORDS] = std::array::from_fn(|i| from[i].swap(0, Relaxed));
        for entry in entries.chunks_exact(2).filter(|entry| entry[1] != 0) {
            let start = first_word(entry[0] ^ entry[1], clusters);
            let mut slots = words[start..start + CLUSTER_WORDS].chunks_exact(2);
            if let Some(slot) = slots.find(|slot| slot[1].load(Relaxed) == 0) {
                slot[0].store(entry[0], Relaxed);
                slot[1].store(entry[1], Relaxed);
            }
        }
    }

    /// The first word of the cluster of a key.
    #[inline]
    fn start(&self, key: u64) -> usize {
        first_word(key, self.clusters.load(Relaxed))
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

    /// How full what is in use is, in thousandths, by a sample.
    fn crowd(&self) -> u32 {
        let words = self.words();
        let entries = (words.len() / 2).min(SAMPLE);
        let used = words.chunks_exact(2).take(entries).filter(|slot| slot[1].load(Relaxed) != 0);
        (used.count() * 1_000 / entries.max(1)) as u32
    }

    /// How full the whole table is, in thousandths, by a sample.
    #[must_use]
    pub fn fill(&self) -> u32 {
        let share = self.words().len() as f64 / self.memory.words().len() as f64;
        (f64::from(self.crowd()) * share) as u32
    }

    /// Entries as keys and contents, so many at most: those that took the most work.
    pub(super) fn worthy(&self, most: u64) -> impl Iterator<Item = (u64, u64)> {
        let filled = || {
            self.words().chunks_exact(2).filter_map(|slot| {
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

/// The first word of the cluster of a key among so many clusters.
#[inline]
fn first_word(key: u64, clusters: usize) -> usize {
    let index = (u128::from(key) * clusters as u128) >> 64;
    index as usize * CLUSTER_WORDS
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
    fn a_table_grows_and_loses_nothing() {
        // Not a power of two, so that halves are not even.
        let table = Table::new(9 * FIRST * ENTRY * CLUSTER / 4).unwrap();
        let kept = |key: u64| Entry { work: 64, ..Entry::open(key as u32 % 1000 + 1, 3) };
        let all = table.memory.words().len() / 2;
        assert!(table.words().len() / 2 < all);
        let mut stored = 0_u64;
        while table.has_more() {
            for _ in 0..500_000 {
                stored += 1;
                table.store(mix(stored), kept(mix(stored)));
            }
            let known = || (1..=stored).map(mix).filter(|&key| table.probe(key).is_some());
            let before: Vec<u64> = known().collect();
            table.make_room();
            assert!(!table.is_outgrown());
            assert!(known().eq(before.iter().copied()));
            assert!(before.iter().all(|&key| table.probe(key) == Some(kept(key))));
        }
        assert!(table.fill() > 200 && table.fill() < 500, "{}", table.fill());
        assert_eq!(
            table.worthy(u64::MAX).filter(|&(key, _)| table.probe(key).is_none()).count(),
            0
        );
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

//! The transposition table: what searches have found out about positions, shared by all threads
//! without a lock. An entry is two words, the second the contents and the first the key xor the
//! contents, so that a torn pair is not recognised (Hyatt and Mann 2002).

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::memory::Memory;
use crate::score::Score;

/// Bytes of an entry.
pub const ENTRY: usize = 16;
/// Entries that share a cache line, among which a key is looked for.
const CLUSTER: usize = 4;
const CLUSTER_WORDS: usize = 2 * CLUSTER;
/// Words of the smallest page of any system.
const PAGE: usize = 4096 / 8;
/// Words that one thread gets ready at a time.
const CHUNK: usize = 1 << 20;
/// Ages are counted modulo this.
const AGES: u8 = 64;

/// What a score in the table says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// It is the true score.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score; a decided one counts its plies from the position itself.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// How deep the search was, in plies.
    pub depth: u8,
    /// The index of the best turn in the generator's list, if one is known.
    pub turn: Option<u16>,
}

impl Entry {
    fn pack(self, age: u8, era: u16) -> u64 {
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        u64::from(self.score.0 as u16)
            | u64::from(self.turn.unwrap_or(u16::MAX)) << 16
            | u64::from(self.depth) << 32
            | bound << 40
            | u64::from(age) << 42
            | u64::from(era) << 48
    }

    /// The entry in a word, if there is one of this era.
    #[inline]
    fn unpack(word: u64, era: u16) -> Option<Entry> {
        if (word >> 48) as u16 != era {
            return None;
        }
        let bound = match word >> 40 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let turn = (word >> 16) as u16;
        Some(Entry {
            score: Score(word as u16 as i16),
            bound,
            depth: (word >> 32) as u8,
            turn: (turn != u16::MAX).then_some(turn),
        })
    }
}

/// The table.
#[derive(Debug)]
pub struct Table {
    memory: Memory,
    clusters: usize,
    age: AtomicU8,
    /// How often the table was cleared since its memory was: entries of another era are none.
    era: u16,
    /// Whether a search has begun since the table was empty.
    is_searched: AtomicBool,
    /// Whether the system has given all of the memory.
    is_ready: bool,
}

/// The table does not fit into the memory that the system grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a transposition table of {bytes} bytes")]
pub struct OutOfMemory {
    /// The size that was asked for.
    pub bytes: usize,
}

/// The bytes of memory that are free, if they can be told and it matters for a table of so many
/// bytes: small ones are not worth the question.
pub(crate) fn free_memory(bytes: u64) -> Option<u64> {
    const SMALL: u64 = 1 << 30;
    if bytes <= SMALL {
        return None;
    }
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let group = system.cgroup_limits().map(|group| group.total_memory.saturating_sub(group.rss));
    Some(system.available_memory().min(group.unwrap_or(u64::MAX))).filter(|free| *free > 0)
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
        let (age, is_searched) = (AtomicU8::new(0), AtomicBool::new(false));
        Ok(Table { memory, clusters, age, era: 0, is_searched, is_ready: false })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if !std::mem::take(self.is_searched.get_mut()) {
            return;
        }
        *self.age.get_mut() = 0;
        // To begin an era takes no time, however large the table is.
        self.era = self.era.wrapping_add(1);
        if self.era == 0 {
            self.memory.words().par_iter().for_each(|word| word.store(0, Relaxed));
        }
    }

    /// Has the system give all of the memory now: while a search runs it could take as long as a
    /// short search may.
    pub fn get_ready(&mut self) {
        if !std::mem::replace(&mut self.is_ready, true) {
            let chunks = self.memory.words().par_chunks(CHUNK);
            chunks.for_each(|chunk| {
                for word in chunk.iter().step_by(PAGE) {
                    // Only a write makes the system give a page, and a compiler may leave out one
                    // that it sees to change nothing.
                    let _ = word.compare_exchange(0, 0, Relaxed, Relaxed);
                }
            });
        }
    }

    /// Tells that a new search begins, as every search must: what is older may be replaced first.
    pub fn grow_older(&self) {
        self.is_searched.store(true, Relaxed);
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// The first word of the cluster of a key.
    #[inline]
    fn start(&self, key: u64) -> usize {
        let index = (u128::from(key) * self.clusters as u128) >> 64;
        index as usize * CLUSTER_WORDS
    }

    /// Says that this key will soon be asked for.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.memory.prefetch(self.start(key));
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[AtomicU64] {
        let start = self.start(key);
        &self.memory.words()[start..start + CLUSTER_WORDS]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).chunks_exact(2).find_map(|entry| {
            let contents = entry[1].load(Relaxed);
            (entry[0].load(Relaxed) ^ contents == key)
                .then(|| Entry::unpack(contents, self.era))
                .flatten()
        })
    }

    /// Remembers a position, in place of what is worth least in its cluster. A turn that was
    /// known before is kept if the new entry has none.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let cluster = self.cluster(key);
        let mut place = 0;
        let mut least = i32::MAX;
        for (i, slot) in cluster.chunks_exact(2).enumerate() {
            let contents = slot[1].load(Relaxed);
            let Some(old) = Entry::unpack(contents, self.era) else {
                if least > -1_000 {
                    least = -1_000;
                    place = i;
                }
                continue;
            };
            let old_age = (contents >> 42) as u8 % AGES;
            let is_same = slot[0].load(Relaxed) ^ contents == key;
            if is_same {
                if entry.turn.is_none() {
                    entry.turn = old.turn;
                }
                let is_better = old.depth > entry.depth + 3 && old_age == age;
                if is_better && entry.bound != Bound::Exact && !entry.score.is_decided() {
                    return;
                }
                place = i;
                break;
            }
            let years = (AGES + age - old_age) % AGES;
            let worth =
                i32::from(old.depth) - 8 * i32::from(years) + i32::from(old.bound == Bound::Exact);
            if worth < least {
                least = worth;
                place = i;
            }
        }
        let contents = entry.pack(age, self.era);
        cluster[2 * place].store(key ^ contents, Relaxed);
        cluster[2 * place + 1].store(contents, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    #[must_use]
    pub fn fill(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.memory.words();
        let entries = (sample.len() / 2).min(1_000);
        let used = sample.chunks_exact(2).take(entries).filter(|entry| {
            let contents = entry[1].load(Relaxed);
            Entry::unpack(contents, self.era).is_some() && (contents >> 42) as u8 % AGES == age
        });
        (used.count() * 1_000 / entries.max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1 << 16).unwrap();
        for key in (1..200u64).map(crate::zobrist::mix) {
            let entry = Entry {
                score: Score(key as i16 % 8_000),
                bound: Bound::Lower,
                depth: (key % 100) as u8,
                turn: Some((key % 30) as u16),
            };
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        assert_eq!(table.probe(crate::zobrist::mix(1_000)), None);
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = Table::new(0).unwrap();
        let entry = Entry { score: Score::ZERO, bound: Bound::Exact, depth: 1, turn: None };
        table.grow_older();
        table.store(77, entry);
        assert!(table.probe(77).is_some());
        table.clear();
        assert!(table.probe(77).is_none());
    }

    #[test]
    fn no_era_comes_again() {
        let mut table = Table::new(0).unwrap();
        let entry = Entry { score: Score::ZERO, bound: Bound::Exact, depth: 1, turn: None };
        for era in 0..=u32::from(u16::MAX) + 1 {
            table.grow_older();
            assert!(table.probe(77).is_none(), "{era}");
            if era == 0 || era == u32::from(u16::MAX) {
                table.store(77, entry);
            }
            table.clear();
        }
    }

    #[test]
    fn a_table_beyond_all_memory_is_refused() {
        assert!(Table::new(usize::MAX).is_err());
        assert!(Table::new(1 << 60).is_err());
    }
}

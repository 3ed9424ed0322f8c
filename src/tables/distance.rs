//! How far the end is, in plies, with best play of both sides: found for positions whose values are
//! known, ply after ply, and packed.
//!
//! Whether a distance is even follows from who wins, so half of it is kept, in a byte. A packed
//! table begins with the place of each block of [`BLOCK`] positions and the end of the last, 32
//! bits each, lowest byte first, counted from the first block. A block is compressed as in RFC 1951
//! (deflate).

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};

use crate::parallel;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::game::{Outcome, Position, Settings, Turn, Turns};
use crate::tables::build::{BuildError, Progress, Table, sweep};
use crate::tables::catalogue::{self, Catalogue};
use crate::tables::material::Material;
use crate::tables::{Pieces, Tabled, opposite, seen_by_other};

/// Positions of a block.
pub const BLOCK: u64 = 1 << 14;
/// How hard the compression tries, from 1 to 10.
const EFFORT: u8 = 8;
/// The largest half of a distance that is kept; what is farther is told as this.
const MOST_HALF: u16 = 255;
/// Positions that one thread takes at a time.
const CHUNK: usize = 1 << 13;

/// No distance is known yet, or there is none.
const NONE: u16 = u16::MAX;
/// The turns of a position that captures lead to other tables only.
const CLOSED: u8 = u8::MAX;

/// The distance of which half was kept.
#[must_use]
pub fn whole<G: Tabled>(half: u8, value: Outcome) -> u32 {
    2 * u32::from(half) + u32::from((value == Outcome::Win) != G::ends_won())
}

/// The halves of distances of a block of a packed table of so many positions; none if the bytes
/// are no packed table.
#[must_use]
pub fn unpack(bytes: &[u8], size: u64, block: u64) -> Option<Vec<u8>> {
    let count = size.div_ceil(BLOCK);
    let (places, blocks) = bytes.split_at_checked(4 * (count as usize + 1))?;
    let at = |n: usize| {
        let word = places.get(4 * n..4 * n + 4)?;
        Some(u32::from_le_bytes(word.try_into().ok()?) as usize)
    };
    let block = blocks.get(at(block as usize)?..at(block as usize + 1)?)?;
    decompress_to_vec_with_limit(block, BLOCK as usize).ok()
}

/// A table of distances as it is to be kept.
#[derive(Clone, Debug)]
pub struct Made {
    /// The pieces.
    pub material: Material,
    /// How many positions there are.
    pub size: u64,
    /// The packed table.
    pub bytes: Vec<u8>,
    /// The longest distance.
    pub longest: u32,
}

/// Finds distances; it knows all those that it has found.
#[derive(Debug, Default)]
pub struct Finder {
    known: Catalogue<Vec<u16>>,
}

/// One material.
struct Half<'a, B> {
    table: &'a Table<B>,
    /// The distance as far as it is known: of won positions the shortest so far, of lost ones the
    /// longest.
    plies: Vec<AtomicU16>,
    /// How many turns of a lost position lead to the same pieces and are not known yet.
    open: Vec<AtomicU8>,
}

struct Work<'a, G: Tabled> {
    finder: &'a Finder,
    values: &'a Catalogue<Table<G::Bits>>,
    settings: &'a Settings,
    halves: Vec<Half<'a, G::Bits>>,
}

impl Finder {
    /// Finds the distances of a material and its exchange, whose values must be known.
    ///
    /// # Errors
    /// If they are not.
    pub fn make<G: Tabled>(
        &mut self,
        material: Material,
        values: &Catalogue<Table<G::Bits>>,
        settings: &Settings,
        progress: Progress<'_>,
    ) -> Result<Vec<Made>, BuildError> {
        let mut pair = vec![material];
        if !material.is_even() {
            pair.push(material.swapped());
        }
        let halves = pair.into_iter().map(|material| {
            let table = values.get(material.key());
            let table = table.ok_or_else(|| BuildError::Missing(material.name::<G>()))?;
            let size = table.index.size();
            Ok(Half {
                table,
                plies: (0..size).map(|_| AtomicU16::new(NONE)).collect(),
                open: (0..size).map(|_| AtomicU8::new(0)).collect(),
            })
        });
        let halves = halves.collect::<Result<Vec<_>, BuildError>>()?;
        let work: Work<'_, G> = Work { finder: self, values, settings, halves };
        if G::IS_ACYCLIC {
            sweep::in_order::<G>(material, progress, |half, pieces, turns| {
                work.settle(half, pieces, turns);
            });
        } else {
            for half in 0..work.halves.len() {
                work.begin(half, progress);
            }
            let mut plies = 0;
            while work.tell(plies) {
                plies += 1;
            }
        }
        let found = work.halves.into_iter().map(|half| {
            let plies: Vec<u16> = half.plies.into_iter().map(AtomicU16::into_inner).collect();
            let open: Vec<u8> = half.open.into_iter().map(AtomicU8::into_inner).collect();
            (half.table.material, plies, open)
        });
        let found: Vec<_> = found.collect();
        let mut made = Vec::new();
        for (material, plies, open) in found {
            let longest = plies.iter().filter(|&&plies| plies != NONE).max();
            let longest = longest.copied().unwrap_or(0).into();
            let bytes = pack(&plies, &open, progress);
            made.push(Made { material, size: plies.len() as u64, bytes, longest });
            self.known.insert(material.key(), plies);
        }
        Ok(made)
    }

    /// Takes in packed distances of a material that were found before; the longest of them.
    ///
    /// # Errors
    /// If the values are not known, or the bytes do not tell all distances.
    pub fn recall<G: Tabled>(
        &mut self,
        material: Material,
        values: &Catalogue<Table<G::Bits>>,
        settings: &Settings,
        bytes: &[u8],
    ) -> Result<u32, BuildError> {
        let missing = || BuildError::Missing(material.name::<G>());
        let table = values.get(material.key()).ok_or_else(missing)?;
        let size = table.index.size();
        let work: Work<'_, G> = Work { finder: self, values, settings, halves: Vec::new() };
        let blocks = parallel::map(size.div_ceil(BLOCK) as usize, &|block| {
            let block = block as u64;
            let halves = unpack(bytes, size, block)?;
            let mut turns = Turns::new();
            let mut walk = table.index.walk(block * BLOCK);
            let mut all = Vec::with_capacity(halves.len());
            for (number, half) in (block * BLOCK..size.min((block + 1) * BLOCK)).zip(halves) {
                let value = table.values.get(number);
                let pieces = walk.pieces();
                all.push(if value == Outcome::Draw {
                    NONE
                } else if !G::is_stored(&G::set_up(pieces, settings)) {
                    work.first(pieces, value, &mut turns).0
                } else if u16::from(half) == MOST_HALF {
                    return None;
                } else {
                    whole::<G>(half, value) as u16
                });
                walk.advance();
            }
            Some(all)
        });
        let blocks: Option<Vec<Vec<u16>>> = blocks.into_iter().collect();
        let plies = blocks.ok_or_else(missing)?.concat();
        if plies.len() as u64 != size {
            return Err(missing());
        }
        let longest = plies.iter().filter(|&&plies| plies != NONE).max().copied().unwrap_or(0);
        self.known.insert(material.key(), plies);
        Ok(longest.into())
    }
}

/// Packs distances; those of positions with a capture follow from others and are left out.
fn pack(plies: &[u16], open: &[u8], progress: Progress<'_>) -> Vec<u8> {
    let size = BLOCK as usize;
    let blocks = parallel::map(plies.len().div_ceil(size), &|block| {
        let mut last = 0;
        let pairs = plies.iter().zip(open).skip(block * size).take(size);
        let halves = pairs.map(|(&plies, &open)| {
            if plies != NONE && open != CLOSED {
                last = (plies / 2).min(MOST_HALF) as u8;
            }
            last
        });
        let halves: Vec<u8> = halves.collect();
        progress(halves.len() as u64);
        compress_to_vec(&halves, EFFORT)
    });
    let mut bytes = Vec::new();
    let mut place = 0_u32;
    for block in &blocks {
        bytes.extend(place.to_le_bytes());
        place += block.len() as u32;
    }
    bytes.extend(place.to_le_bytes());
    bytes.extend(blocks.iter().flatten());
    bytes
}

impl<G: Tabled> Work<'_, G> {
    /// The distance from a position of a table that is finished.
    fn known(&self, position: &G::Position) -> u16 {
        if G::ended(position).is_some() {
            return 0;
        }
        let pieces = G::pieces(position);
        let key = catalogue::key(&pieces);
        let place = self.values.get(key).and_then(|table| table.index.rank(&pieces));
        let plies = self.finder.known.get(key).zip(place).map(|(all, place)| all[place as usize]);
        plies.unwrap_or(NONE)
    }

    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        if let Some(outcome) = G::ended(position) {
            return Some(outcome);
        }
        let pieces = G::pieces(position);
        let table = self.values.get(catalogue::key(&pieces))?;
        Some(table.values.get(table.index.rank(&pieces)?))
    }

    fn begin(&self, half: usize, progress: Progress<'_>) {
        let Half { table, plies, open } = &self.halves[half];
        let size = table.index.size();
        let chunks = size.div_ceil(CHUNK as u64);
        parallel::each(chunks as usize, &|chunk| {
            let mut turns = Turns::new();
            let numbers = (chunk * CHUNK) as u64..size.min(((chunk + 1) * CHUNK) as u64);
            let count = numbers.end - numbers.start;
            let mut walk = table.index.walk(numbers.start);
            for number in numbers {
                let value = table.values.get(number);
                let (first, turns_open) = self.first(walk.pieces(), value, &mut turns);
                plies[number as usize].store(first, Relaxed);
                open[number as usize].store(turns_open, Relaxed);
                walk.advance();
            }
            progress(3 * count);
        });
    }

    /// What the tables that are finished tell of a position, and how many turns are open.
    fn first(
        &self,
        pieces: &Pieces<G::Bits>,
        value: Outcome,
        turns: &mut Turns<Turn<G>>,
    ) -> (u16, u8) {
        let position = G::set_up(pieces, self.settings);
        let mut open = if G::is_stored(&position) { 0 } else { CLOSED };
        if value == Outcome::Draw {
            return (NONE, open);
        }
        position.generate(turns);
        if position.outcome(turns).is_some() {
            return (0, open);
        }
        let mut best = if value == Outcome::Win { NONE } else { 0 };
        for &turn in turns.iter() {
            if G::stays(&position, turn) {
                open += u8::from(value == Outcome::Loss);
                continue;
            }
            let mut after = position.clone();
            after.play(turn);
            if value == Outcome::Loss {
                best = best.max(self.known(&after).saturating_add(1));
            } else if self.outcome(&after).map(opposite) == Some(Outcome::Win) {
                best = best.min(self.known(&after).saturating_add(1));
            }
        }
        (best, open)
    }

    /// Finds the distance of a position from those that its turns lead to, which are known.
    fn settle(&self, half: usize, pieces: &Pieces<G::Bits>, turns: &mut Turns<Turn<G>>) {
        let Half { table, plies, .. } = &self.halves[half];
        let after = &self.halves[self.halves.len() - 1 - half];
        let number = |table: &Table<G::Bits>, pieces: &Pieces<G::Bits>| {
            table.index.rank(pieces).expect("the pieces stand where they may") as usize
        };
        let place = number(table, pieces);
        let value = table.values.get(place as u64);
        let position = G::set_up(pieces, self.settings);
        position.generate(turns);
        let mut best = if value == Outcome::Win { NONE } else { 0 };
        if position.outcome(turns).is_some() {
            turns.clear();
            best = 0;
        }
        for &turn in turns.iter() {
            let mut next = position.clone();
            next.play(turn);
            let (told, outcome) = if G::stays(&position, turn) {
                let place = number(after.table, &G::pieces(&next));
                (after.plies[place].load(Relaxed), Some(after.table.values.get(place as u64)))
            } else {
                (self.known(&next), self.outcome(&next))
            };
            if value == Outcome::Loss {
                best = best.max(told.saturating_add(1));
            } else if outcome == Some(Outcome::Loss) {
                best = best.min(told.saturating_add(1));
            }
        }
        plies[place].store(best, Relaxed);
    }

    /// Tells those that lead to positions of this distance; false if there are none of a longer
    /// one.
    fn tell(&self, distance: u16) -> bool {
        let goes_on = AtomicU64::new(0);
        for (n, half) in self.halves.iter().enumerate() {
            let before = &self.halves[self.halves.len() - 1 - n];
            parallel::each(half.plies.len().div_ceil(CHUNK), &|chunk| {
                for (place, plies) in half.plies.iter().enumerate().skip(chunk * CHUNK).take(CHUNK)
                {
                    let plies = plies.load(Relaxed);
                    if plies == NONE || plies < distance {
                        continue;
                    }
                    if plies > distance {
                        goes_on.store(1, Relaxed);
                        continue;
                    }
                    let number = place as u64;
                    let value = half.table.values.get(number);
                    let open = half.open[number as usize].load(Relaxed);
                    if value == Outcome::Loss && !matches!(open, 0 | CLOSED) {
                        continue;
                    }
                    self.tell_before(&half.table.index.pieces(number), value, distance, before);
                    goes_on.store(1, Relaxed);
                }
            });
        }
        goes_on.into_inner() == 1
    }

    fn tell_before(
        &self,
        pieces: &Pieces<G::Bits>,
        value: Outcome,
        distance: u16,
        before: &Half<'_, G::Bits>,
    ) {
        let after = seen_by_other::<G>(pieces);
        G::unmoves(&after, self.settings, |kind, from, to| {
            let mut pieces = after;
            let set = &mut pieces[0][kind];
            *set = *set & !to | from;
            let Some(number) = before.table.index.rank(&pieces) else { return };
            let place = number as usize;
            let open = before.open[place].load(Relaxed);
            if open == CLOSED {
                return;
            }
            match (value, before.table.values.get(number)) {
                (Outcome::Loss, Outcome::Win) => {
                    before.plies[place].fetch_min(distance + 1, Relaxed);
                }
                (Outcome::Win, Outcome::Loss) => {
                    before.plies[place].fetch_max(distance + 1, Relaxed);
                    before.open[place].fetch_sub(1, Relaxed);
                }
                _ => {}
            }
        });
    }
}

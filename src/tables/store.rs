//! The tables that are at hand for a game: those in the binary and those of a folder.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::game::{Oracle, Outcome, Position, Settings, Turns};
use crate::games::draughts::bits::Bits;
use crate::tables::catalogue::{self, Catalogue};
use crate::tables::file::{Content, EXTENSION, Entry, FileError, Heading, Source, options};
use crate::tables::index::Index;
use crate::tables::material::MOST_PIECES;
use crate::tables::{Pieces, Tabled, code, distance, embedded, opposite};

/// Which tables are asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// Whether any are.
    pub is_on: bool,
    /// A folder with more than the binary has.
    pub folder: Option<PathBuf>,
    /// The most pieces of a position that they are asked for.
    pub pieces: u32,
    /// A file of proven positions that is asked as well.
    pub proven: Option<PathBuf>,
}

impl Default for Sources {
    fn default() -> Sources {
        Sources { is_on: true, folder: None, pieces: MOST_PIECES, proven: None }
    }
}

/// A file that is not used, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct Refused {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub error: FileError,
}

/// A packed table in its file.
#[derive(Clone, Debug)]
struct Part {
    source: Arc<Source>,
    range: Range<usize>,
}

impl Part {
    fn bytes(&self) -> &[u8] {
        self.source.get(self.range.clone()).unwrap_or_default()
    }
}

/// One table.
#[derive(Clone, Debug)]
pub struct Stored<B> {
    /// What its file tells of it.
    pub entry: Entry,
    /// The numbers of the positions.
    pub index: Index<B>,
    values: Part,
    distances: Option<Part>,
}

impl<B: Bits> Stored<B> {
    /// The value of a number, if it is stored.
    #[inline]
    #[must_use]
    pub fn value(&self, number: u64) -> Option<Outcome> {
        code::read(self.values.bytes(), self.entry.size, number)
    }

    /// Whether distances are known.
    #[must_use]
    pub const fn has_distances(&self) -> bool {
        self.distances.is_some()
    }

    /// Whether it is part of the binary.
    #[must_use]
    pub fn is_builtin(&self) -> bool {
        matches!(*self.values.source, Source::Builtin(_))
    }
}

/// The tables at hand.
#[derive(Debug)]
pub struct Store<G: Tabled> {
    tables: Catalogue<Stored<G::Bits>>,
    settings: Settings,
    /// The most pieces of any table that is asked.
    most: u32,
    recent: Recent,
}

/// Blocks of distances that were unpacked last, by the key of the material and their number.
#[derive(Debug, Default)]
struct Recent(Mutex<HashMap<(u32, u64), Block>>);

/// Halves of distances.
type Block = Arc<Vec<u8>>;

impl Recent {
    /// So many blocks are kept.
    const MOST: usize = 256;

    fn get(&self, key: (u32, u64), unpack: impl FnOnce() -> Option<Vec<u8>>) -> Option<Block> {
        // Whoever holds the lock only looks up or adds.
        let mut blocks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = blocks.get(&key) {
            return Some(Arc::clone(block));
        }
        let block = Arc::new(unpack()?);
        if blocks.len() >= Recent::MOST {
            blocks.clear();
        }
        blocks.insert(key, Arc::clone(&block));
        Some(block)
    }
}

impl<G: Tabled> Store<G> {
    /// No tables.
    #[must_use]
    pub fn empty(settings: Settings) -> Store<G> {
        Store { tables: Catalogue::default(), settings, most: 0, recent: Recent::default() }
    }

    /// Takes the tables that there are for a game; those that cannot be used are told.
    #[must_use]
    pub fn open(settings: Settings, sources: &Sources) -> (Store<G>, Vec<Refused>) {
        let mut store = Store::empty(settings);
        let mut refused = Vec::new();
        if !sources.is_on {
            return (store, refused);
        }
        let mut distances = Vec::new();
        for bytes in embedded::files(G::FACTS.name) {
            // Those in the binary hold for the usual rules only.
            if let Ok(Some(file)) = store.add(Source::Builtin(bytes), sources.pieces) {
                distances.push(file);
            }
        }
        if let Some(folder) = &sources.folder {
            match names(folder, G::FACTS.name) {
                Ok(paths) => {
                    for path in paths {
                        let added = Source::open(&path).map_err(FileError::from);
                        match added.and_then(|source| store.add(source, sources.pieces)) {
                            Ok(file) => distances.extend(file),
                            Err(error) => refused.push(Refused { path, error }),
                        }
                    }
                }
                Err(error) => {
                    refused.push(Refused { path: folder.clone(), error: error.into() });
                }
            }
        }
        for (source, heading) in distances {
            store.add_distances(&source, &heading);
        }
        (store, refused)
    }

    /// Adds the tables of a file with values; one with distances is given back.
    fn add(
        &mut self,
        source: Source,
        most: u32,
    ) -> Result<Option<(Arc<Source>, Heading)>, FileError> {
        let heading = Heading::read(&source)?;
        heading.fits::<G>(&self.settings)?;
        let source = Arc::new(source);
        if heading.content == Content::Distances {
            return Ok(Some((source, heading)));
        }
        for &entry in &heading.entries {
            let pieces = entry.material.count::<G>();
            if pieces > most {
                continue;
            }
            let is_playable = entry.material.0.iter().all(G::is_playable);
            let index = Index::new::<G>(entry.material).map_err(|_| FileError::Heading)?;
            if !is_playable || index.size() != entry.size {
                return Err(FileError::Heading);
            }
            let values = Part { source: Arc::clone(&source), range: entry.range() };
            let stored = Stored { entry, index, values, distances: None };
            self.tables.insert(entry.material.key(), stored);
            self.most = self.most.max(pieces);
        }
        Ok(None)
    }

    fn add_distances(&mut self, source: &Arc<Source>, heading: &Heading) {
        for entry in &heading.entries {
            if let Some(table) = self.tables.get_mut(entry.material.key())
                && table.entry.size == entry.size
            {
                table.distances = Some(Part { source: Arc::clone(source), range: entry.range() });
            }
        }
    }

    /// The tables.
    pub fn tables(&self) -> impl Iterator<Item = &Stored<G::Bits>> {
        self.tables.iter()
    }

    /// The table of a material, by its [`crate::tables::material::Material::key`].
    #[must_use]
    pub fn table(&self, key: u32) -> Option<&Stored<G::Bits>> {
        self.tables.get(key)
    }

    /// Whether the tables hold under these settings too.
    #[must_use]
    pub fn holds_for(&self, settings: &Settings) -> bool {
        options::<G>(settings) == options::<G>(&self.settings)
    }

    /// The rules that the tables hold for.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The most pieces of any table.
    #[must_use]
    pub const fn most(&self) -> u32 {
        self.most
    }

    /// Whether there may be a table for these pieces.
    #[inline]
    fn is_small(&self, pieces: &Pieces<G::Bits>) -> bool {
        let count = |side: &[G::Bits]| -> u32 {
            let kinds = G::PIECES.iter().zip(side);
            kinds.map(|(kind, set)| u32::from(kind.weight) * set.count()).sum()
        };
        count(&pieces[0]) + count(&pieces[1]) <= self.most
    }

    /// The value of a position, if it can be read without looking at what follows it.
    #[inline]
    #[must_use]
    pub fn stored(&self, position: &G::Position) -> Option<Outcome> {
        let pieces = G::pieces(position);
        if !self.is_small(&pieces) || !G::is_stored(position) {
            return None;
        }
        let table = self.tables.get(catalogue::key(&pieces))?;
        table.value(table.index.rank(&pieces)?)
    }

    /// The value of a position, if it is known, captures and all.
    #[must_use]
    pub fn value(&self, position: &G::Position) -> Option<Outcome> {
        if let Some(outcome) = G::ended(position) {
            return Some(outcome);
        }
        if !self.is_small(&G::pieces(position)) {
            return None;
        }
        if G::is_stored(position) {
            return self.stored(position);
        }
        let mut turns = Turns::new();
        position.generate(&mut turns);
        let mut best = Outcome::Loss;
        for &turn in &turns {
            let mut after = position.clone();
            after.play(turn);
            match opposite(self.value(&after)?) {
                Outcome::Win => return Some(Outcome::Win),
                Outcome::Draw => best = Outcome::Draw,
                Outcome::Loss => {}
            }
        }
        Some(best)
    }

    /// How many plies the end is away with best play of both sides, if that is known and there is
    /// one.
    #[must_use]
    pub fn distance(&self, position: &G::Position) -> Option<u32> {
        let mut turns = Turns::new();
        position.generate(&mut turns);
        let value = self.value(position)?;
        if value == Outcome::Draw {
            return None;
        }
        if G::ended(position).is_some() || turns.is_empty() {
            return Some(0);
        }
        if G::is_stored(position) {
            return self.stored_distance(&G::pieces(position), value);
        }
        let mut best: Option<u32> = None;
        for &turn in &turns {
            let mut after = position.clone();
            after.play(turn);
            let is_kept = self.value(&after)? == opposite(value);
            if is_kept {
                let plies = self.distance(&after)? + 1;
                best = Some(match (best, value) {
                    (Some(best), Outcome::Win) => best.min(plies),
                    (Some(best), _) => best.max(plies),
                    (None, _) => plies,
                });
            }
        }
        best
    }
}

impl<G: Tabled> Store<G> {
    fn stored_distance(&self, pieces: &Pieces<G::Bits>, value: Outcome) -> Option<u32> {
        let key = catalogue::key(pieces);
        let table = self.tables.get(key)?;
        let part = table.distances.as_ref()?;
        let number = table.index.rank(pieces)?;
        let block = number / distance::BLOCK;
        let unpack = || distance::unpack(part.bytes(), table.entry.size, block);
        let halves = self.recent.get((key, block), unpack)?;
        let half = *halves.get((number % distance::BLOCK) as usize)?;
        Some(distance::whole::<G>(half, value))
    }
}

impl<G: Tabled> Oracle<G::Position> for Store<G> {
    fn most(&self) -> u32 {
        self.most
    }

    fn stored(&self, position: &G::Position) -> Option<Outcome> {
        Store::stored(self, position)
    }

    fn value(&self, position: &G::Position) -> Option<Outcome> {
        Store::value(self, position)
    }

    fn distance(&self, position: &G::Position) -> Option<u32> {
        Store::distance(self, position)
    }
}

/// The files of a game in a folder, in the order of their names.
fn names(folder: &Path, game: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    let start = format!("{game}-");
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // The names of other games may begin alike, but no digit follows there.
        let is_meant = name.strip_prefix(&start).is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_hexdigit()) && rest.contains('v')
        });
        if is_meant && path.extension().is_some_and(|extension| extension == EXTENSION) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

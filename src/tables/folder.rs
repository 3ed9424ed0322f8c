//! Makes a folder of tables, a file for each material and its exchange, and goes on where it was
//! broken off: what is there is not made again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::game::Settings;
use crate::tables::Tabled;
use crate::tables::build::{BuildError, Builder, Progress, STEPS};
use crate::tables::distance::Finder;
use crate::tables::file::{self, Content, Entry, FileError, Heading, Packed, Source};
use crate::tables::index::Index;
use crate::tables::material::Material;
use crate::tables::store::Refused;

/// What is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Where.
    pub folder: PathBuf,
    /// The most pieces.
    pub pieces: u32,
    /// Whether distances are wanted too.
    pub distances: bool,
}

/// The work cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file or the folder cannot be written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A table cannot be made.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// What is told of the work.
#[derive(Debug)]
pub enum Told {
    /// A file was there but could not be used; it is made again.
    Refused(Refused),
    /// All material with so many pieces is finished.
    Finished(Summary),
}

/// All tables with so many pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many pieces.
    pub pieces: u32,
    /// How many positions there are.
    pub positions: u64,
    /// How many are lost, won and drawn.
    pub counts: [u64; 3],
    /// Bytes of the packed values.
    pub bytes: u64,
    /// The longest distance in plies, if distances were made.
    pub longest: Option<u32>,
}

/// Who is told how the work goes on.
pub struct Watch<'a> {
    /// How many steps there will be.
    pub begin: &'a mut dyn FnMut(u64),
    /// So many are done.
    pub progress: Progress<'a>,
    /// Something else has happened.
    pub tell: &'a mut dyn FnMut(Told),
}

/// A file of values that is whole and as it should be; none if it is not there.
fn present<G: Tabled>(
    path: &Path,
    settings: &Settings,
    material: Material,
) -> Result<Option<(Source, Heading)>, FileError> {
    if !path.exists() {
        return Ok(None);
    }
    let source = Source::open(path)?;
    let heading = Heading::read(&source)?;
    heading.fits::<G>(settings)?;
    let is_meant = heading.entries.first().is_some_and(|entry| entry.material == material);
    if is_meant { Ok(Some((source, heading))) } else { Err(FileError::Heading) }
}

/// Makes what is missing.
///
/// # Errors
/// If a table cannot be made or written.
pub fn build<G: Tabled>(
    settings: &Settings,
    plan: &Plan,
    watch: &mut Watch<'_>,
) -> Result<(), FolderError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |error| FolderError::Io { path, error }
    };
    fs::create_dir_all(&plan.folder).map_err(io(&plan.folder))?;
    let all: Vec<(u32, Material)> = (1..=plan.pieces)
        .flat_map(|pieces| Material::all::<G>(pieces).into_iter().map(move |m| (pieces, m)))
        .collect();
    let mut steps = 0;
    for &(_, material) in &all {
        let positions = Index::<G::Bits>::new::<G>(material).map_err(BuildError::from)?.size();
        steps += positions * if material.is_even() { 1 } else { 2 };
    }
    (watch.begin)(steps * STEPS * if plan.distances { 2 } else { 1 });
    let mut builder = Builder::<G>::new(*settings);
    let mut finder = Finder::default();
    let mut summary = Summary { pieces: 1, ..Summary::default() };
    for (pieces, material) in all {
        if pieces != summary.pieces {
            finish(&mut summary, pieces, watch);
        }
        let path = plan.folder.join(file::name::<G>(material, Content::Values));
        let found = present::<G>(&path, settings, material).unwrap_or_else(|error| {
            (watch.tell)(Told::Refused(Refused { path: path.clone(), error }));
            None
        });
        let recalled = found.and_then(|found| recall(&mut builder, &found, watch.progress).ok());
        let entries = match recalled {
            Some(entries) => entries,
            None => {
                let made = builder.make(material, watch.progress)?;
                let packed = made.iter().map(|made| Packed {
                    material: made.material,
                    size: made.size,
                    counts: made.counts,
                    bytes: &made.coded.bytes,
                });
                let packed: Vec<Packed> = packed.collect();
                file::write::<G>(&path, Content::Values, settings, &packed).map_err(io(&path))?;
                packed.iter().map(|p| (p.size, p.counts, p.bytes.len() as u64)).collect()
            }
        };
        for (size, counts, bytes) in entries {
            summary.positions += size;
            summary.bytes += bytes;
            for (sum, count) in summary.counts.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        if plan.distances {
            let known = builder.known();
            let path = plan.folder.join(file::name::<G>(material, Content::Distances));
            let found = present::<G>(&path, settings, material).unwrap_or_else(|error| {
                (watch.tell)(Told::Refused(Refused { path: path.clone(), error }));
                None
            });
            let recalled = found.and_then(|(source, heading)| {
                let recall = |entry: &Entry| {
                    let bytes = &source[entry.range()];
                    let longest =
                        finder.recall::<G>(entry.material, known, settings, bytes).ok()?;
                    (watch.progress)(STEPS * entry.size);
                    Some(longest)
                };
                heading.entries.iter().map(recall).collect::<Option<Vec<u32>>>()
            });
            if let Some(longest) = recalled {
                summary.longest = summary.longest.max(longest.into_iter().max());
                continue;
            }
            let made = finder.make::<G>(material, known, settings, watch.progress)?;
            let packed = made.iter().map(|made| Packed {
                material: made.material,
                size: made.size,
                counts: [0; 3],
                bytes: &made.bytes,
            });
            let packed: Vec<Packed> = packed.collect();
            file::write::<G>(&path, Content::Distances, settings, &packed).map_err(io(&path))?;
            let longest = made.iter().map(|made| made.longest).max();
            summary.longest = summary.longest.max(longest);
        }
    }
    finish(&mut summary, plan.pieces, watch);
    Ok(())
}

fn finish(summary: &mut Summary, next: u32, watch: &mut Watch<'_>) {
    if summary.positions > 0 {
        (watch.tell)(Told::Finished(*summary));
    }
    *summary = Summary { pieces: next, ..Summary::default() };
}

/// Takes tables in that were made before; their sizes, counts and bytes.
fn recall<G: Tabled>(
    builder: &mut Builder<G>,
    (source, heading): &(Source, Heading),
    progress: Progress<'_>,
) -> Result<Vec<(u64, [u64; 3], u64)>, BuildError> {
    let mut told = Vec::new();
    for entry in &heading.entries {
        builder.recall(entry.material, &source[entry.range()])?;
        progress(STEPS * entry.size);
        told.push((entry.size, entry.counts, entry.length));
    }
    Ok(told)
}

/// Puts all tables of a folder with at most so many pieces into one file.
///
/// # Errors
/// If it cannot be written, or a table cannot be read.
pub fn join<G: Tabled>(
    settings: &Settings,
    plan: &Plan,
    target: &Path,
) -> Result<u64, FolderError> {
    let content = if plan.distances { Content::Distances } else { Content::Values };
    let mut sources = Vec::new();
    for pieces in 1..=plan.pieces {
        for material in Material::all::<G>(pieces) {
            let path = plan.folder.join(file::name::<G>(material, content));
            let read = Source::open(&path).map_err(FileError::from).and_then(|source| {
                let heading = Heading::read(&source)?;
                heading.fits::<G>(settings)?;
                Ok((source, heading))
            });
            let read =
                read.map_err(|error| FolderError::Io { path, error: io::Error::other(error) });
            sources.push(read?);
        }
    }
    let entries = sources.iter().flat_map(|(source, heading)| {
        heading.entries.iter().map(|entry| Packed {
            material: entry.material,
            size: entry.size,
            counts: entry.counts,
            bytes: &source[entry.range()],
        })
    });
    let packed: Vec<Packed> = entries.collect();
    let write = file::write::<G>(target, content, settings, &packed);
    write.map_err(|error| FolderError::Io { path: target.to_owned(), error })?;
    Ok(packed.iter().map(|packed| packed.bytes.len() as u64).sum())
}

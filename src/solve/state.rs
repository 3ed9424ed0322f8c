//! What a solver knows, on disk, so that work that was broken off goes on.
//!
//! First a line `damier solver state 2`, then a line of JSON, the [`Heading`], then parts: the
//! length of each packed and unpacked (4 bytes each), and so many bytes (deflate) that hold entries of
//! the table, key and contents, 8 bytes each. A part of length 0 is the last. At the end stands
//! the sum of all that (XXH3 of 64 bits). Numbers are written lowest byte first.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::solve::rules::{OtherRules, Rules};
use crate::solve::table::Table;

const MAGIC: &[u8] = b"damier solver state 2\n";
/// Bytes of an entry.
const ENTRY: usize = 16;
/// Entries of a part.
const PART: usize = 1 << 16;
/// The longest heading.
const LONGEST: u64 = 1 << 16;
/// So many entries are kept, those that took the most work.
const MOST: u64 = 1 << 24;
/// How hard parts are packed, of 10: keys are noise.
const EFFORT: u8 = 1;

/// What has been spent so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Nodes.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

impl Spent {
    /// The sum of this and more.
    #[must_use]
    pub fn with(self, nodes: u64, time: Duration) -> Spent {
        Spent {
            nodes: self.nodes.saturating_add(nodes),
            seconds: self.seconds + time.as_secs_f64(),
        }
    }
}

/// What a file of this kind tells in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// What it holds for.
    #[serde(flatten)]
    pub rules: Rules,
    /// The position that is worked on, as Hub writes it.
    pub position: String,
    /// What has been spent on it.
    pub spent: Spent,
}

/// A file that tells no state.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("it is no state of a solver, or of another version than 2")]
    Foreign,
    /// It has been changed or cut.
    #[error("it is damaged")]
    Damaged,
    /// It is of another game or of other rules.
    #[error(transparent)]
    Other(#[from] OtherRules),
}

/// Passes bytes on and sums them up.
struct Summing<W> {
    inner: W,
    sum: Xxh3,
}

impl<W: Write> Summing<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }
}

impl<R: Read> Summing<R> {
    fn take(&mut self, count: usize) -> Result<Vec<u8>, StateError> {
        let mut bytes = vec![0; count];
        self.inner.read_exact(&mut bytes).map_err(|_| StateError::Damaged)?;
        self.sum.update(&bytes);
        Ok(bytes)
    }

    fn number(&mut self) -> Result<usize, StateError> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }
}

/// Writes what a table knows: first beside the file, so that a file of that name is always whole.
///
/// # Errors
/// If it cannot be written.
pub(super) fn save(path: &Path, heading: &Heading, table: &Table) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let mut writer = Summing { inner: BufWriter::new(File::create(&beside)?), sum: Xxh3::new() };
    writer.put(MAGIC)?;
    writer.put(serde_json::to_string(heading)?.as_bytes())?;
    writer.put(b"\n")?;
    let mut part = Vec::with_capacity(ENTRY * PART);
    for (key, contents) in table.worthy(MOST) {
        part.extend(key.to_le_bytes());
        part.extend(contents.to_le_bytes());
        if part.len() == ENTRY * PART {
            put_part(&mut writer, &mut part)?;
        }
    }
    if !part.is_empty() {
        put_part(&mut writer, &mut part)?;
    }
    writer.put(&[0; 8])?;
    let sum = writer.sum.digest();
    writer.put(&sum.to_le_bytes())?;
    writer.inner.into_inner()?.sync_all()?;
    fs::rename(&beside, path)
}

fn put_part(writer: &mut Summing<impl Write>, part: &mut Vec<u8>) -> io::Result<()> {
    let packed = compress_to_vec(part, EFFORT);
    writer.put(&(packed.len() as u32).to_le_bytes())?;
    writer.put(&(part.len() as u32).to_le_bytes())?;
    writer.put(&packed)?;
    part.clear();
    Ok(())
}

/// Takes in what a file knows, if it is of the rules that are expected. What a damaged file has told before the damage was seen is left in the
/// table, which is of no use then.
///
/// # Errors
/// If it cannot be read, is damaged, or is refused.
pub(super) fn load(path: &Path, table: &Table, rules: &Rules) -> Result<Heading, StateError> {
    let mut reader = Summing { inner: BufReader::new(File::open(path)?), sum: Xxh3::new() };
    if reader.take(MAGIC.len()).ok().is_none_or(|magic| magic != MAGIC) {
        return Err(StateError::Foreign);
    }
    let mut line = Vec::new();
    let mut length = 0;
    while line.last() != Some(&b'\n') {
        line.extend(reader.take(1)?);
        length += 1;
        if length > LONGEST {
            return Err(StateError::Damaged);
        }
    }
    let heading: Heading = serde_json::from_slice(&line).map_err(|_| StateError::Damaged)?;
    heading.rules.expect(rules)?;
    loop {
        let (packed, unpacked) = (reader.number()?, reader.number()?);
        if packed == 0 {
            break;
        }
        if unpacked > ENTRY * PART || packed > 2 * ENTRY * PART {
            return Err(StateError::Damaged);
        }
        let packed = reader.take(packed)?;
        let part =
            decompress_to_vec_with_limit(&packed, unpacked).map_err(|_| StateError::Damaged)?;
        table.make_room();
        for entry in part.chunks_exact(ENTRY) {
            let word = |bytes: &[u8]| {
                bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
            };
            let (key, contents) = entry.split_at(8);
            table.recall(word(key), word(contents));
        }
    }
    let expected = reader.sum.digest();
    let sum = reader.take(8)?;
    if sum == expected.to_le_bytes() { Ok(heading) } else { Err(StateError::Damaged) }
}

//! The file of a book.
//!
//! | bytes | what |
//! |---|---|
//! | a line | `damier book 1`, where 1 is the version of this form |
//! | a line | a JSON object: `program` that began it, and its `plan` ([`Plan`]) |
//! | 4 | the number of positions |
//! | for each | in the order in which they were added, the start of the game first: |
//! | 8 | the key |
//! | 1 | the number of moves, from 1 |
//! | 8 for each | the key of the position that it leads to |
//! | 2 for each | what the search found it worth, in centimen, signed |
//! | 8 | the checksum of all that stands before it: XXH3 in 64 bits |
//!
//! Numbers have their lowest byte first. Keys are those of [`Position::key`](crate::game::Position::key).
//! What moves are worth by what follows in the book is not written: it is found when it is read. A
//! file is written beside the one that it takes the place of, so that there is always a whole one;
//! that is done after each position, and takes next to no time against the search of one.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::graph::{Graph, GraphError, MOST_MOVES, Move};
use super::{Book, Plan};
use crate::score::Score;

/// What every book begins with, whatever its version.
const MAGIC: &[u8] = b"damier book ";
/// The version that is written.
const VERSION: &str = "1";
/// No file is longer.
const LONGEST: u64 = 256 << 20;

/// Bytes that are no book.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// They do not begin as a book does.
    #[error("it is no book of damier")]
    Foreign,
    /// They have a form that is not known.
    #[error("it is a book of version '{0}', and only version {VERSION} can be read")]
    Version(String),
    /// There are too many.
    #[error("it is longer than {LONGEST} bytes")]
    Long,
    /// They are not what was written.
    #[error("it is damaged or cut off: its checksum is wrong")]
    Checksum,
    /// They cannot have been written here.
    #[error("it is damaged: {0}")]
    Contents(String),
    /// The positions do not hang together.
    #[error("it is damaged: {0}")]
    Graph(#[from] GraphError),
}

/// A book cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct FileError {
    path: PathBuf,
    fault: Fault,
}

#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("{0}")]
    File(#[from] io::Error),
    #[error("{0}")]
    Format(#[from] FormatError),
}

impl FileError {
    /// Whether there is no such file.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(&self.fault, Fault::File(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

/// The second line.
#[derive(Serialize, Deserialize)]
struct Header {
    program: String,
    plan: Plan,
}

impl Book {
    /// The bytes of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header { program: self.program.clone(), plan: self.plan.clone() };
        let header = serde_json::to_vec(&header).expect("texts and numbers can be told in JSON");
        let mut bytes = [MAGIC, VERSION.as_bytes(), b"\n", &header, b"\n"].concat();
        let places = self.graph.places();
        bytes.extend((places.len() as u32).to_le_bytes());
        for place in places {
            bytes.extend(place.key.to_le_bytes());
            bytes.push(place.moves.len() as u8);
            for m in &place.moves {
                bytes.extend(m.key.to_le_bytes());
                bytes.extend(m.score.0.to_le_bytes());
            }
        }
        let checksum = xxh3_64(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are none of a book, or not whole.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, FormatError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(FormatError::Foreign)?;
        let version = line(rest).map_or(rest, |(version, _)| version);
        if version != VERSION.as_bytes() {
            let shown = crate::notation::turn::shown(&String::from_utf8_lossy(version));
            return Err(FormatError::Version(shown));
        }
        let (bytes, checksum) = bytes.split_last_chunk().ok_or(FormatError::Checksum)?;
        if u64::from_le_bytes(*checksum) != xxh3_64(bytes) {
            return Err(FormatError::Checksum);
        }
        let contents = |message: &str| FormatError::Contents(message.to_owned());
        let behind = line(bytes).and_then(|(_, rest)| line(rest));
        let (header, rest) = behind.ok_or_else(|| contents("it has no header"))?;
        let header: Header = serde_json::from_slice(header)
            .map_err(|error| FormatError::Contents(format!("its header: {error}")))?;
        let graph = read_graph(rest).map_err(|fault| match fault {
            Some(error) => FormatError::Graph(error),
            None => contents("it has not the length that it should have"),
        })?;
        let worths = graph.worths();
        Ok(Book { program: header.program, plan: header.plan, graph, worths })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no whole book.
    pub fn load(path: &Path) -> Result<Book, FileError> {
        let read = read_file(path).and_then(|bytes| Ok(Book::from_bytes(&bytes)?));
        read.map_err(|fault| FileError { path: path.to_owned(), fault })
    }

    /// Writes a file in place of the one of that name, which stays until the new one is whole.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        let write = || -> io::Result<()> {
            let mut file = File::create(&beside)?;
            file.write_all(&self.to_bytes())?;
            file.sync_data()?;
            fs::rename(&beside, path)
        };
        write().map_err(|error| FileError { path: path.to_owned(), fault: error.into() })
    }
}

/// The bytes of a file, no more of them than a book may have.
fn read_file(path: &Path) -> Result<Vec<u8>, Fault> {
    let metadata = fs::metadata(path)?;
    // To open anything else may take for ever.
    if !metadata.is_file() || metadata.len() < MAGIC.len() as u64 {
        return Err(FormatError::Foreign.into());
    }
    let mut file = File::open(path)?.take(LONGEST + 1);
    let mut bytes = vec![0; MAGIC.len()];
    file.read_exact(&mut bytes)?;
    if bytes != MAGIC {
        return Err(FormatError::Foreign.into());
    }
    if metadata.len() > LONGEST || file.read_to_end(&mut bytes)? as u64 > LONGEST {
        return Err(FormatError::Long.into());
    }
    Ok(bytes)
}

/// The first line, and what stands behind it.
fn line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

/// Reads the positions; an error without a reason if the bytes do not end where they should.
fn read_graph(mut bytes: &[u8]) -> Result<Graph, Option<GraphError>> {
    fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], Option<GraphError>> {
        let (first, rest) = bytes.split_first_chunk().ok_or(None)?;
        *bytes = rest;
        Ok(*first)
    }
    const _: () = assert!(MOST_MOVES == u8::MAX as usize, "their number is a byte");
    let mut graph = Graph::default();
    for _ in 0..u32::from_le_bytes(take(&mut bytes)?) {
        let key = u64::from_le_bytes(take(&mut bytes)?);
        let [count] = take(&mut bytes)?;
        let mut moves = Vec::with_capacity(count.into());
        for _ in 0..count {
            let key = u64::from_le_bytes(take(&mut bytes)?);
            let score = Score(i16::from_le_bytes(take(&mut bytes)?));
            moves.push(Move { key, score });
        }
        graph.add(key, moves).map_err(Some)?;
    }
    if bytes.is_empty() { Ok(graph) } else { Err(None) }
}

//! The form of tables on disk and in the binary. All numbers are written lowest byte first.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `damiertb` |
//! | 2 | the version of the form, 1 |
//! | 1 | what is told: 0 values, 1 distances |
//! | 1 | 0 |
//! | 4 | how many tables |
//! | 4 | the length of the heading, up to and with its sum |
//! | 1 and more | the length of the game's name, and the name |
//! | 2 and more | the length of the options that the tables hold for, and these: `name=value`, with blanks between them |
//! | 64 each | for each table: 8 bytes of material (how many pieces of each kind the side to move has, then the other), the number of positions, the place and length of the packed table, its sum, and how many positions are lost, won and drawn |
//! | 8 | the sum of the heading |
//! | | the packed tables, see [`crate::tables::code`] and [`crate::tables::distance`] |
//!
//! Sums are XXH3 of 64 bits.

mod source;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use crate::game::Settings;
use crate::tables::Tabled;
use crate::tables::material::{KINDS, Material};

pub use source::Source;

const MAGIC: &[u8; 8] = b"damiertb";
const VERSION: u16 = 1;

/// How files of tables are named.
pub const EXTENSION: &str = "dt";

/// What a file tells of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Who wins.
    Values,
    /// How far the end is.
    Distances,
}

/// What a file tells of one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The pieces.
    pub material: Material,
    /// How many positions there are.
    pub size: u64,
    /// Where the packed table begins.
    place: u64,
    /// How long it is.
    pub length: u64,
    /// The sum of the packed table.
    pub sum: u64,
    /// How many positions are lost, won and drawn.
    pub counts: [u64; 3],
}

impl Entry {
    /// The packed table within the file.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<usize> {
        self.place as usize..(self.place + self.length) as usize
    }
}

/// What a file begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// What it tells.
    pub content: Content,
    /// The game.
    pub game: String,
    /// The options that it holds for.
    pub options: String,
    /// The tables.
    pub entries: Vec<Entry>,
}

/// A file that is no use.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("it is no file of tables")]
    Foreign,
    /// It is of a version that is not known.
    #[error("it is of version {0}, and only version {VERSION} is known")]
    Version(u16),
    /// Its heading makes no sense.
    #[error("its heading is damaged")]
    Heading,
    /// It is too short or too long.
    #[error("it is {found} bytes long and should be {expected}")]
    Length {
        /// Bytes of the file.
        found: u64,
        /// Bytes that its heading tells.
        expected: u64,
    },
    /// A packed table is not what was written.
    #[error("the table {0} in it is damaged")]
    Damaged(String),
    /// It is of another game.
    #[error("it is of the game '{found}', not of '{expected}'")]
    Game {
        /// The game of the file.
        found: String,
        /// The game that is played.
        expected: &'static str,
    },
    /// It is for other rules.
    #[error("it holds for {found}, not for {expected}")]
    Options {
        /// The options of the file.
        found: String,
        /// The options that are played with.
        expected: String,
    },
}

/// The options that matter for tables, as a file tells them.
#[must_use]
pub fn options<G: Tabled>(settings: &Settings) -> String {
    let all = G::FACTS.options.iter().enumerate();
    let told = all.filter(|(_, option)| G::OPTIONS.contains(&option.name));
    let text = |(i, option): (usize, &crate::game::Choice)| {
        format!("{}={}", option.name, option.values[settings.get(i)])
    };
    told.map(text).collect::<Vec<_>>().join(" ")
}

/// Reads numbers from a heading.
struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, left) = self.0.split_at_checked(count)?;
        self.0 = left;
        Some(bytes)
    }

    fn number(&mut self, bytes: usize) -> Option<u64> {
        let bytes = self.bytes(bytes)?.iter().rev();
        Some(bytes.fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn text(&mut self, bytes: usize) -> Option<String> {
        let length = self.number(bytes)? as usize;
        String::from_utf8(self.bytes(length)?.to_vec()).ok()
    }

    fn entry(&mut self) -> Option<Entry> {
        let mut material = [[0; KINDS]; 2];
        for count in material.as_flattened_mut() {
            *count = self.number(1)? as u8;
        }
        let [size, place, length, sum] =
            [self.number(8)?, self.number(8)?, self.number(8)?, self.number(8)?];
        let counts = [self.number(8)?, self.number(8)?, self.number(8)?];
        place.checked_add(length)?;
        Some(Entry { material: Material(material), size, place, length, sum, counts })
    }
}

impl Heading {
    /// Reads the heading of a file and checks its length and its sums.
    ///
    /// # Errors
    /// If it is no file of tables or not whole.
    pub fn read(file: &[u8]) -> Result<Heading, FileError> {
        let mut words = Words(file);
        if words.bytes(MAGIC.len()).is_none_or(|magic| magic != MAGIC) {
            return Err(FileError::Foreign);
        }
        let version = words.number(2).ok_or(FileError::Heading)? as u16;
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let heading = Heading::rest(file, words).ok_or(FileError::Heading)?;
        let expected = heading.entries.iter().map(|entry| entry.range().end).max();
        let (found, expected) = (file.len() as u64, expected.unwrap_or(0) as u64);
        if found != expected {
            return Err(FileError::Length { found, expected });
        }
        for entry in &heading.entries {
            if xxh3_64(&file[entry.range()]) != entry.sum {
                return Err(FileError::Damaged(entry.material.to_string()));
            }
        }
        Ok(heading)
    }

    /// What stands behind the version.
    fn rest(file: &[u8], mut words: Words) -> Option<Heading> {
        let content = match words.number(2)? {
            0 => Content::Values,
            1 => Content::Distances,
            _ => return None,
        };
        let count = words.number(4)?;
        let length = words.number(4)? as usize;
        let (told, sum) = file.get(..length)?.split_last_chunk::<8>()?;
        if xxh3_64(told) != u64::from_le_bytes(*sum) {
            return None;
        }
        let (game, options) = (words.text(1)?, words.text(2)?);
        let entries = (0..count).map(|_| words.entry()).collect::<Option<_>>()?;
        Some(Heading { content, game, options, entries })
    }

    /// Whether the tables are those of a game under these settings.
    ///
    /// # Errors
    /// If they are not.
    pub fn fits<G: Tabled>(&self, settings: &Settings) -> Result<(), FileError> {
        let expected = G::FACTS.name;
        if self.game != expected {
            return Err(FileError::Game { found: self.game.clone(), expected });
        }
        let expected = options::<G>(settings);
        if self.options != expected {
            return Err(FileError::Options { found: self.options.clone(), expected });
        }
        Ok(())
    }

    fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([u8::from(self.content == Content::Distances), 0]);
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        let length = self.length() as u32;
        bytes.extend(length.to_le_bytes());
        bytes.push(self.game.len() as u8);
        bytes.extend(self.game.as_bytes());
        bytes.extend((self.options.len() as u16).to_le_bytes());
        bytes.extend(self.options.as_bytes());
        for entry in &self.entries {
            bytes.extend(entry.material.0.as_flattened());
            for number in [entry.size, entry.place, entry.length, entry.sum] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend(entry.counts.iter().flat_map(|count| count.to_le_bytes()));
        }
        let sum = xxh3_64(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn length(&self) -> usize {
        MAGIC.len()
            + 12
            + 1
            + self.game.len()
            + 2
            + self.options.len()
            + 64 * self.entries.len()
            + 8
    }
}

/// A table to be written.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    /// The pieces.
    pub material: Material,
    /// How many positions there are.
    pub size: u64,
    /// How many are lost, won and drawn.
    pub counts: [u64; 3],
    /// The packed table.
    pub bytes: &'a [u8],
}

/// Writes a file of tables: first beside it, so that a file of that name is always whole.
///
/// # Errors
/// If it cannot be written.
pub fn write<G: Tabled>(
    path: &Path,
    content: Content,
    settings: &Settings,
    tables: &[Packed],
) -> io::Result<()> {
    let mut heading = Heading {
        content,
        game: G::FACTS.name.to_owned(),
        options: options::<G>(settings),
        entries: tables
            .iter()
            .map(|table| Entry {
                material: table.material,
                size: table.size,
                place: 0,
                length: table.bytes.len() as u64,
                sum: xxh3_64(table.bytes),
                counts: table.counts,
            })
            .collect(),
    };
    let mut place = heading.length() as u64;
    for entry in &mut heading.entries {
        entry.place = place;
        place += entry.length;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let mut writer = BufWriter::new(File::create(&beside)?);
    writer.write_all(&heading.write())?;
    for table in tables {
        writer.write_all(table.bytes)?;
    }
    writer.into_inner()?.sync_all()?;
    fs::rename(&beside, path)
}

/// The name of the file with the tables of a material and its exchange.
#[must_use]
pub fn name<G: Tabled>(material: Material, content: Content) -> String {
    let (game, digits) = (G::FACTS.name, material.digits::<G>());
    match content {
        Content::Values => format!("{game}-{digits}.{EXTENSION}"),
        Content::Distances => format!("{game}-{digits}-distance.{EXTENSION}"),
    }
}

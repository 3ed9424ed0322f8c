//! Positions of which something has been proven, by their keys, and the file that they grow in.
//!
//! First a line `damier proven positions 1`, then a line of JSON, the [`Heading`], then packed
//! (deflate) for each position, in the order of their keys, three numbers: how much its key is
//! greater than the one before, what is proven (0 White wins, 1 Black wins, 2 White does not lose,
//! 3 Black does not lose), and the plies of the proof (seven bits a byte, the lowest first, the
//! highest bit set if another byte follows). At the end stands the sum of all that (XXH3 of 64
//! bits, lowest byte first).

use std::collections::HashMap;
use std::fs::{self, File};
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::game::Side;
use crate::solve::proof::Claim;
use crate::solve::rules::{OtherRules, Rules};

const MAGIC: &[u8] = b"damier proven positions 1\n";
/// A position takes no more bytes than this.
const LONGEST: u64 = 16;
/// A file tells no more positions.
const MOST: u64 = 1 << 30;
/// How hard files are packed, of 10: keys are noise.
const EFFORT: u8 = 3;

/// What a file of proven positions tells in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// Whose positions they are.
    #[serde(flatten)]
    pub rules: Rules,
    /// How many things are proven.
    pub count: u64,
    /// Bytes of what is packed.
    pub length: u64,
}

/// A file that tells no proven positions.
#[derive(Debug, thiserror::Error)]
pub enum ProvenError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("it tells no proven positions, or is of another version than 1")]
    Foreign,
    /// It has been changed or cut.
    #[error("it is damaged")]
    Damaged,
    /// It is of another game or of other rules.
    #[error(transparent)]
    Other(#[from] OtherRules),
}

/// Keys are as good as random and need no further hash.
#[derive(Debug, Default)]
pub(super) struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// For each of the four claims the plies of its proof and 1; 0 if it is not proven.
type Claims = [u16; 4];

/// What is known to the full of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A side wins, and its end, or what endgame tables know, is so many plies away at most.
    Won(Side, u32),
    /// Neither side loses.
    Drawn,
}

/// Proven positions of one game.
#[derive(Clone, Debug)]
pub struct Proven {
    rules: Rules,
    positions: HashMap<u64, Claims, BuildHasherDefault<Plain>>,
}

const ALL: [Claim; 4] = [
    Claim::Wins(Side::White),
    Claim::Wins(Side::Black),
    Claim::Holds(Side::White),
    Claim::Holds(Side::Black),
];

const fn index(claim: Claim) -> usize {
    match claim {
        Claim::Wins(side) => side.index(),
        Claim::Holds(side) => 2 + side.index(),
    }
}

impl Proven {
    /// No positions.
    #[must_use]
    pub fn new(rules: Rules) -> Proven {
        Proven { rules, positions: HashMap::default() }
    }

    /// Whose positions they are.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds what is proven of a position; of two proofs the shorter one counts.
    pub fn add(&mut self, key: u64, claim: Claim, plies: u32) {
        let plies = plies.min(u32::from(u16::MAX) - 1) as u16 + 1;
        let known = &mut self.positions.entry(key).or_default()[index(claim)];
        *known = if *known == 0 { plies } else { plies.min(*known) };
    }

    /// Everything that is proven.
    pub fn all(&self) -> impl Iterator<Item = (u64, Claim, u32)> {
        self.positions.iter().flat_map(|(&key, claims)| {
            let told = ALL.iter().zip(claims).filter(|&(_, &plies)| plies > 0);
            told.map(move |(&claim, &plies)| (key, claim, u32::from(plies) - 1))
        })
    }

    /// What is known to the full of the position with this key.
    #[must_use]
    pub fn value(&self, key: u64) -> Option<Value> {
        let claims = self.positions.get(&key)?;
        match *claims {
            [plies, 0, ..] if plies > 0 => Some(Value::Won(Side::White, u32::from(plies) - 1)),
            [0, plies, ..] if plies > 0 => Some(Value::Won(Side::Black, u32::from(plies) - 1)),
            [0, 0, white, black] if white > 0 && black > 0 => Some(Value::Drawn),
            _ => None,
        }
    }

    /// Adds all that others tell.
    ///
    /// # Errors
    /// If they are of other rules.
    pub fn merge(&mut self, other: &Proven) -> Result<(), OtherRules> {
        other.rules.expect(&self.rules)?;
        for (key, claim, plies) in other.all() {
            self.add(key, claim, plies);
        }
        Ok(())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<Proven, ProvenError> {
        let bytes = fs::read(path)?;
        if !bytes.starts_with(MAGIC) {
            return Err(ProvenError::Foreign);
        }
        let (told, sum) = bytes.split_last_chunk::<8>().ok_or(ProvenError::Damaged)?;
        if xxh3_64(told) != u64::from_le_bytes(*sum) {
            return Err(ProvenError::Damaged);
        }
        Proven::unpack(told.get(MAGIC.len()..).unwrap_or_default()).ok_or(ProvenError::Damaged)
    }

    fn unpack(told: &[u8]) -> Option<Proven> {
        let end = told.iter().position(|&byte| byte == b'\n')?;
        let heading: Heading = serde_json::from_slice(&told[..end]).ok()?;
        if heading.count > MOST || heading.length > LONGEST * heading.count {
            return None;
        }
        let packed = &told[end + 1..];
        let bytes = decompress_to_vec_with_limit(packed, heading.length as usize).ok()?;
        let mut left = bytes.as_slice();
        let mut proven = Proven::new(heading.rules);
        let mut key = 0_u64;
        for _ in 0..heading.count {
            key = key.checked_add(number(&mut left)?)?;
            let claim = *ALL.get(usize::try_from(number(&mut left)?).ok()?)?;
            proven.add(key, claim, u32::try_from(number(&mut left)?).ok()?);
        }
        left.is_empty().then_some(proven)
    }

    /// Writes the file: first beside it, so that a file of that name is always whole.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut all: Vec<(u64, usize, u32)> =
            self.all().map(|(key, claim, plies)| (key, index(claim), plies)).collect();
        all.sort_unstable();
        let mut packed = Vec::new();
        let mut last = 0;
        for &(key, claim, plies) in &all {
            put(&mut packed, key - last);
            put(&mut packed, claim as u64);
            put(&mut packed, plies.into());
            last = key;
        }
        let heading = Heading {
            rules: self.rules.clone(),
            count: all.len() as u64,
            length: packed.len() as u64,
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(serde_json::to_string(&heading)?.as_bytes());
        bytes.push(b'\n');
        bytes.extend(compress_to_vec(&packed, EFFORT));
        let sum = xxh3_64(&bytes);
        bytes.extend(sum.to_le_bytes());
        let mut beside = path.as_os_str().to_owned();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        let mut file = File::create(&beside)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    }
}

/// Adds a number, seven bits a byte.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the front.
pub(super) fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..10 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127).checked_shl(7 * place)?;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_back_and_a_changed_one_does_not() {
        let rules = Rules { game: "poddavki".to_owned(), options: Default::default() };
        let mut proven = Proven::new(rules);
        for key in (0..1_000).map(crate::zobrist::mix) {
            proven.add(key, ALL[key as usize % 4], key as u32 % 300);
        }
        proven.add(7, Claim::Holds(Side::White), 0);
        proven.add(7, Claim::Holds(Side::Black), 0);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.proven");
        proven.write(&path).unwrap();
        let read = Proven::read(&path).unwrap();
        assert_eq!(read.positions, proven.positions);
        assert_eq!(read.value(7), Some(Value::Drawn));
        let bytes = fs::read(&path).unwrap();
        for place in [0, 40, bytes.len() / 2, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            fs::write(&path, &changed).unwrap();
            assert!(Proven::read(&path).is_err(), "{place}");
        }
        fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
        assert!(Proven::read(&path).is_err());
    }
}

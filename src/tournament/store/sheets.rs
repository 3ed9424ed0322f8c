//! The PDN file of a match, which holds the games of its JSON file in the same order. What is there
//! when a match is gone on with is compared, byte by byte, and only what is missing is written: so
//! nothing is lost, whenever the program ends, and nothing that somebody else has written.

use std::io::{BufReader, Read};
use std::path::Path;

use super::{StoreError, at};

/// Compares a file with the games that it should hold.
pub(super) struct Comparison<'a> {
    reader: BufReader<Box<dyn Read + 'a>>,
    path: &'a Path,
    /// The file with the games.
    json: &'a Path,
    /// What is missing.
    missing: Vec<u8>,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(file: impl Read + 'a, path: &'a Path, json: &'a Path) -> Comparison<'a> {
        Comparison { reader: BufReader::new(Box::new(file)), path, json, missing: Vec::new() }
    }

    fn read(&mut self, most: usize) -> Result<Vec<u8>, StoreError> {
        let mut bytes = Vec::new();
        let read = self.reader.by_ref().take(most as u64).read_to_end(&mut bytes);
        read.map_err(at(self.path))?;
        Ok(bytes)
    }

    /// The next game.
    pub(super) fn game(&mut self, text: &[u8]) -> Result<(), StoreError> {
        let there = self.read(text.len())?;
        let rest = text.strip_prefix(there.as_slice()).ok_or_else(|| self.foreign())?;
        self.missing.extend(rest);
        Ok(())
    }

    /// What is missing behind what is there.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, StoreError> {
        if self.read(1)?.is_empty() { Ok(self.missing) } else { Err(self.foreign()) }
    }

    fn foreign(&self) -> StoreError {
        StoreError::Foreign { pdn: self.path.to_owned(), json: self.json.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(there: &str, games: &[&str]) -> Option<String> {
        let mut comparison =
            Comparison::new(there.as_bytes(), Path::new("a.pdn"), Path::new("a.json"));
        for game in games {
            comparison.game(game.as_bytes()).ok()?;
        }
        Some(String::from_utf8(comparison.finish().ok()?).unwrap())
    }

    #[test]
    fn only_what_is_missing_is_written() {
        for (there, missing) in
            [("", "onetwo"), ("o", "netwo"), ("one", "two"), ("onetw", "o"), ("onetwo", "")]
        {
            assert_eq!(compare(there, &["one", "two"]).as_deref(), Some(missing), "{there}");
        }
        for there in ["x", "onx", "onetwothree", "twoone", "two"] {
            assert_eq!(compare(there, &["one", "two"]), None, "{there}");
        }
        assert_eq!(compare("one", &[]), None);
    }
}

//! Where the bytes of a file of tables are: in the binary, or mapped into memory, so that the
//! system reads what is asked for and all processes share it.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file.
#[derive(Debug)]
pub enum Source {
    /// Part of the binary.
    Builtin(&'static [u8]),
    /// A map of a file.
    File(Mmap),
}

impl Source {
    /// Maps a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path) -> io::Result<Source> {
        let file = File::open(path)?;
        // SAFETY: files of tables are never changed, only replaced by others of the same name,
        // which leaves the map as it is. What is read is checked as the bytes of strangers are.
        let map = unsafe { Mmap::map(&file)? };
        #[cfg(unix)]
        if let Err(error) = map.advise(memmap2::Advice::Random) {
            log::info!("tables are not read at random: {error}");
        }
        Ok(Source::File(map))
    }
}

impl Deref for Source {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Source::Builtin(bytes) => bytes,
            Source::File(map) => map,
        }
    }
}

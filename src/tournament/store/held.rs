//! A file of results that this program alone writes for as long as it is held. Another program
//! that wants to hold it is refused, so that two matches never write one file.

use std::fs::{File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{StoreError, at};

#[derive(Debug)]
pub(super) struct Held {
    file: File,
    path: PathBuf,
    /// Whether it is a file on a disk, and no pipe or the like.
    is_regular: bool,
}

impl Held {
    /// Takes hold of a file; nothing if it is not there.
    pub(super) fn existing(path: &Path) -> Result<Option<Held>, StoreError> {
        match path.metadata() {
            Ok(found) if found.is_file() => {
                let file = File::options().read(true).write(true).open(path).map_err(at(path))?;
                Held::lock(file, path).map(Some)
            }
            Ok(_) => {
                let file = File::options().write(true).open(path).map_err(at(path))?;
                Ok(Some(Held { file, path: path.to_owned(), is_regular: false }))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(at(path)(error)),
        }
    }

    /// Makes a file and takes hold of it.
    pub(super) fn new(path: &Path) -> Result<Held, StoreError> {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let held = Held::lock(options.open(path).map_err(at(path))?, path)?;
        // Another program may have been here a moment ago.
        if held.length()? > 0 { Err(held.exists()) } else { Ok(held) }
    }

    fn lock(file: File, path: &Path) -> Result<Held, StoreError> {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Busy { path: path.to_owned() });
            }
            // Some file systems know no locks, and a match can be kept there all the same.
            Err(TryLockError::Error(error)) => log::warn!("{}: {error}", path.display()),
            Ok(()) => {}
        }
        Ok(Held { file, path: path.to_owned(), is_regular: true })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The error that says that there is something in it.
    pub(super) fn exists(&self) -> StoreError {
        StoreError::Exists { path: self.path.clone() }
    }

    /// Its bytes.
    pub(super) fn length(&self) -> Result<u64, StoreError> {
        if !self.is_regular {
            return Ok(0);
        }
        Ok(self.file.metadata().map_err(at(&self.path))?.len())
    }

    /// The file, to be read from its start.
    pub(super) fn reader(&self) -> Result<&File, StoreError> {
        (&self.file).seek(SeekFrom::Start(0)).map_err(at(&self.path))?;
        Ok(&self.file)
    }

    /// Leaves so many bytes of it; what is written comes behind them.
    pub(super) fn cut(&mut self, length: u64) -> Result<(), StoreError> {
        if !self.is_regular {
            return Ok(());
        }
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(drop).map_err(at(&self.path))
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.file.write_all(bytes).map_err(at(&self.path))
    }

    /// Once this returns the disk has what was written.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        match self.file.sync_data() {
            // Not every file can be: a pipe cannot.
            Err(error) if error.kind() != io::ErrorKind::InvalidInput => Err(at(&self.path)(error)),
            _ => Ok(()),
        }
    }
}

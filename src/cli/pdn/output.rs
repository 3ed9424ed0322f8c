//! Where a command writes to: standard output, or a file that is whole or not there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Something that is written. Dropped before [`Output::finish`], it leaves a file of that name as
/// it was.
pub(super) struct Output {
    writer: BufWriter<Box<dyn Write>>,
    /// Where it is written and what it is called when it is whole.
    names: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// Opens standard output, or a file beside the one that is meant.
    pub(super) fn open(path: Option<&Path>) -> anyhow::Result<Output> {
        let Some(path) = path.filter(|&path| path != Path::new("-")) else {
            return Ok(Output { writer: BufWriter::new(Box::new(io::stdout())), names: None });
        };
        // What is no file, a pipe for example, cannot be replaced.
        let is_file = fs::metadata(path).map_or(true, |metadata| metadata.is_file());
        let mut beside = path.as_os_str().to_owned();
        beside.push(".part");
        let beside = if is_file { PathBuf::from(beside) } else { path.to_owned() };
        let file = File::create(&beside);
        let file = file.with_context(|| format!("cannot write {}", beside.display()))?;
        let names = is_file.then(|| (beside, path.to_owned()));
        Ok(Output { writer: BufWriter::new(Box::new(file)), names })
    }

    /// Gives the file its name.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.writer.flush()?;
        if let Some((beside, path)) = self.names.take() {
            fs::rename(&beside, &path)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.names {
            // There is nobody left to tell.
            let _ = fs::remove_file(beside);
        }
    }
}

//! The file that an annotation is written to. It only grows, by a line a move, so that what is
//! there when somebody stops the program is right; and what is there tells where to go on.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use damier::notation::pdn::fault::{Place, SyntaxError};
use damier::notation::pdn::reader::{Event, Reader, Visitor};

pub(super) struct Journal {
    file: File,
    path: PathBuf,
    /// Games that are whole.
    finished: u64,
    /// Whether a game has been begun.
    is_begun: bool,
    /// What stands behind those that are whole.
    tail: Option<String>,
    /// Where that begins.
    end: u64,
}

/// What is there of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfinished {
    Nothing,
    /// So many lines behind its header.
    Lines(usize),
}

impl Journal {
    /// Opens a file that is not there yet or, to go on, one that may be.
    pub(super) fn open(path: &Path, resume: bool) -> anyhow::Result<Journal> {
        let shown = path.display();
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.with_context(|| format!("cannot write {shown}"))?;
        let length = file.metadata()?.len();
        ensure!(resume || length == 0, "{shown} is there already: --resume goes on with it");
        let mut journal = Journal {
            file,
            path: path.to_owned(),
            finished: 0,
            is_begun: false,
            tail: None,
            end: 0,
        };
        if length > 0 {
            journal.look_back().with_context(|| format!("cannot read {shown}"))?;
        }
        Ok(journal)
    }

    /// The games that need nothing more.
    pub(super) fn finished(&self) -> u64 {
        self.finished
    }

    /// Cuts a line off that is not whole, counts the games that are, and keeps the rest.
    fn look_back(&mut self) -> io::Result<()> {
        let mut reader = BufReader::new(&self.file);
        let (mut read, mut line) = (0, Vec::new());
        let whole = loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)?;
            if !line.ends_with(b"\n") {
                break read;
            }
            read += length as u64;
        };
        self.file.set_len(whole)?;
        self.file.seek(SeekFrom::Start(0))?;
        let mut reader = Reader::new(&self.file);
        let mut ends = Ends { count: 0, last: None };
        while reader.read_game(&mut ends)?.is_some() {}
        self.finished = ends.count;
        self.is_begun = ends.count > 0;
        let mut rest = Vec::new();
        self.file.seek(SeekFrom::Start(ends.last.unwrap_or(0)))?;
        (&self.file).read_to_end(&mut rest)?;
        let rest = String::from_utf8_lossy(&rest);
        // The line with the result of the last whole game comes first.
        let result =
            if ends.count > 0 { rest.find('\n').map_or(rest.len(), |at| at + 1) } else { 0 };
        self.end = ends.last.unwrap_or(0) + result as u64;
        self.tail = Some(rest[result..].to_owned()).filter(|tail| !tail.is_empty());
        Ok(())
    }

    /// Begins a game, or goes on with it if it has been begun.
    pub(super) fn begin(&mut self, header: &str) -> anyhow::Result<Unfinished> {
        let apart = if std::mem::replace(&mut self.is_begun, true) { "\n" } else { "" };
        let header = format!("{apart}{header}");
        if let Some(tail) = self.tail.take() {
            if let Some(lines) = tail.strip_prefix(&header) {
                return Ok(Unfinished::Lines(lines.lines().count()));
            }
            ensure!(
                header.starts_with(&tail),
                "{} was not begun with this input and these limits",
                self.path.display()
            );
            self.file.set_len(self.end)?;
            self.file.seek(SeekFrom::End(0))?;
        }
        self.write(&header)?;
        Ok(Unfinished::Nothing)
    }

    /// Writes at the end.
    pub(super) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let shown = self.path.display();
        self.file.write_all(text.as_bytes()).with_context(|| format!("cannot write {shown}"))
    }
}

/// Looks for the results of games.
struct Ends {
    count: u64,
    /// Where the last one stands.
    last: Option<u64>,
}

impl Visitor for Ends {
    type Output = ();

    fn begin(&mut self, _place: Place) {}

    fn event(&mut self, place: Place, event: Event<'_>) -> ControlFlow<()> {
        if let Event::Ending(_) = event {
            self.count += 1;
            self.last = Some(place.offset);
        }
        ControlFlow::Continue(())
    }

    fn fault(&mut self, _place: Place, _error: SyntaxError) {}

    fn end(&mut self, _place: Place) {}
}

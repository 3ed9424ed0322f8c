//! Games on disk: a JSON line each, behind a first line that tells what is played. A game is
//! there, whole and for good, before the next begins.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::config::Tournament;
use super::record::GameRecord;
use super::sheet;

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum StoredLine {
    /// What is played.
    Match(Box<Tournament>),
    /// A game.
    Game(Box<GameRecord>),
}

/// Games cannot be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened, read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// There is something in it already.
    #[error("{} is there already: go on with it by --resume, or move it away", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A line is none of those that are written here.
    #[error("{}, line {line}: {message}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The file holds other games.
    #[error("{} holds games of another match: {what} differs", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What is not the same.
        what: String,
    },
    /// Games can only be gone on with if they have been kept as JSON.
    #[error("--resume needs the JSON file of the games that have been played")]
    NoJson,
}

fn at(path: &Path) -> impl Fn(io::Error) -> StoreError {
    let path = path.to_owned();
    move |error| StoreError::File { path: path.clone(), error }
}

/// The part of a tournament that must be the same for games to belong together: not where they
/// are written, nor how many are played at once.
fn plan(tournament: &Tournament) -> Tournament {
    Tournament {
        concurrency: 1,
        patience: Tournament::default().patience,
        pdn: None,
        json: None,
        log: None,
        ..tournament.clone()
    }
}

/// What differs between two plans, if anything does.
fn difference(a: &Tournament, b: &Tournament) -> Option<String> {
    let (a, b) = (plan(a), plan(b));
    if a == b {
        return None;
    }
    let table = |plan: &Tournament| serde_json::to_value(plan).unwrap_or_default();
    let (a, b) = (table(&a), table(&b));
    let names = a.as_object().into_iter().flatten().map(|(name, _)| name);
    let differs = names.filter(|name| a[name.as_str()] != b[name.as_str()]);
    Some(differs.map(String::as_str).collect::<Vec<_>>().join(", "))
}

/// A file that has been read.
pub struct Stored {
    /// What is played.
    pub tournament: Tournament,
    /// The bytes up to the end of the last whole line.
    length: u64,
}

/// Reads a file, and gives each of its games to `game`. The last line may be broken off; nothing
/// comes back if not even the first line is whole.
///
/// # Errors
/// If the file cannot be read, or a line is none of a match.
pub fn read(path: &Path, mut game: impl FnMut(GameRecord)) -> Result<Option<Stored>, StoreError> {
    let mut reader = BufReader::new(File::open(path).map_err(at(path))?);
    let mut stored: Option<Stored> = None;
    let (mut line, mut length) = (0, 0);
    let mut text = String::new();
    loop {
        text.clear();
        let read = reader.read_line(&mut text).map_err(at(path))?;
        line += 1;
        if read == 0 || !text.ends_with('\n') {
            return Ok(stored);
        }
        length += read as u64;
        let wrong = |message: String| StoreError::Line { path: path.to_owned(), line, message };
        let parsed = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        match (parsed, &mut stored) {
            (StoredLine::Match(tournament), None) => {
                stored = Some(Stored { tournament: *tournament, length });
            }
            (StoredLine::Game(record), Some(stored)) => {
                stored.length = length;
                game(*record);
            }
            (StoredLine::Match(_), Some(_)) => return Err(wrong("a second match".to_owned())),
            (StoredLine::Game(_), None) => {
                return Err(wrong("a game before its match".to_owned()));
            }
        }
    }
}

/// The files of a match that is being played.
pub struct Store {
    tournament: Tournament,
    json: Option<(File, PathBuf)>,
    pdn: Option<(File, PathBuf)>,
}

impl Store {
    /// Makes the files, or with `resume` goes on with those that are there: each game in them is
    /// given to `game`.
    ///
    /// # Errors
    /// If that cannot be done, or the files hold other games.
    pub fn open(
        tournament: &Tournament,
        resume: bool,
        mut game: impl FnMut(GameRecord),
    ) -> Result<Store, StoreError> {
        let mut store = Store { tournament: tournament.clone(), json: None, pdn: None };
        if resume && tournament.json.is_none() {
            return Err(StoreError::NoJson);
        }
        for path in [&tournament.json, &tournament.pdn].into_iter().flatten() {
            if !resume && fs::metadata(path).is_ok_and(|file| file.len() > 0) {
                return Err(StoreError::Exists { path: path.clone() });
            }
        }
        let mut records = Vec::new();
        let mut length = 0;
        if let Some(path) = tournament.json.as_ref().filter(|path| resume && path.exists())
            && let Some(stored) = read(path, |record| records.push(record))?
        {
            if let Some(what) = difference(&stored.tournament, tournament) {
                return Err(StoreError::Other { path: path.clone(), what });
            }
            length = stored.length;
        }
        // The PDN file is written anew from the JSON file, so that both hold the same games.
        if let Some(path) = &tournament.pdn {
            store.pdn = Some((File::create(path).map_err(at(path))?, path.clone()));
        }
        for record in records {
            store.write_pdn(&record)?;
            game(record);
        }
        if let Some(path) = &tournament.json {
            let file = File::options().create(true).write(true).truncate(false).open(path);
            let mut file = file.map_err(at(path))?;
            file.set_len(length).map_err(at(path))?;
            file.seek(SeekFrom::Start(length)).map_err(at(path))?;
            store.json = Some((file, path.clone()));
            if length == 0 {
                store.write_json(&StoredLine::Match(Box::new(plan(tournament))))?;
            }
        }
        store.sync()?;
        Ok(store)
    }

    /// Writes a game. Once this returns the disk has it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        if self.json.is_some() {
            self.write_json(&StoredLine::Game(Box::new(record.clone())))?;
        }
        self.write_pdn(record)?;
        self.sync()
    }

    fn write_json(&mut self, line: &StoredLine) -> Result<(), StoreError> {
        let Some((file, path)) = &mut self.json else { return Ok(()) };
        let text = serde_json::to_string(line).map_err(io::Error::other).map_err(at(path))?;
        file.write_all(format!("{text}\n").as_bytes()).map_err(at(path))
    }

    fn write_pdn(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        let Some((file, path)) = &mut self.pdn else { return Ok(()) };
        let text = sheet::write(&self.tournament, record);
        let text = text.map_err(io::Error::other).map_err(at(path))?;
        file.write_all(format!("{text}\n").as_bytes()).map_err(at(path))
    }

    fn sync(&mut self) -> Result<(), StoreError> {
        for (file, path) in [&self.json, &self.pdn].into_iter().flatten() {
            match file.sync_data() {
                // Not every file can be: a pipe cannot.
                Err(error) if error.kind() != io::ErrorKind::InvalidInput => {
                    return Err(at(path)(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Joins the files of the shares of one match: its games in their order, each once.
///
/// # Errors
/// If a file cannot be read, or is of another match.
pub fn merge(paths: &[PathBuf]) -> Result<Option<(Tournament, Vec<GameRecord>)>, StoreError> {
    let mut tournament: Option<Tournament> = None;
    let mut games: HashMap<usize, GameRecord> = HashMap::new();
    for path in paths {
        let stored = read(path, |record| {
            games.entry(record.number).or_insert(record);
        })?;
        let Some(stored) = stored else { continue };
        match &tournament {
            None => tournament = Some(stored.tournament),
            Some(first) => {
                if let Some(what) = difference(first, &stored.tournament) {
                    return Err(StoreError::Other { path: path.clone(), what });
                }
            }
        }
    }
    let mut games: Vec<GameRecord> = games.into_values().collect();
    games.sort_by_key(|record| record.number);
    Ok(tournament.map(|tournament| (tournament, games)))
}

//! Games on disk: a JSON line each, behind a first line that tells what is played. A game is
//! there, whole and for good, before the next begins. Nothing that somebody else has written is lost.

mod held;
mod places;
mod sheets;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::config::Tournament;
use super::record::GameRecord;
use super::sheet;
use held::Held;
use sheets::Comparison;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 28;
/// How the lines of a file begin, as [`StoredLine`] has it.
const MATCH: &[u8] = b"{\"kind\":\"match\",";
const GAME: &[u8] = b"{\"kind\":\"game\",";

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
    /// Another program writes to it.
    #[error(
        "{} is being written by another match: let that end, or give this one another file",
        path.display()
    )]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// Two things would be written to one place.
    #[error("{first} and {second} are one place: {}", path.display())]
    Same {
        /// An option.
        first: &'static str,
        /// Another.
        second: &'static str,
        /// What both tell.
        path: PathBuf,
    },
    /// A PDN file has other games than those that were kept.
    #[error(
        "{} has what does not come from the games of {}: move it away, and --resume writes it anew from those",
        pdn.display(), json.display()
    )]
    Foreign {
        /// The PDN file.
        pdn: PathBuf,
        /// The JSON file.
        json: PathBuf,
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
    /// Whether that line has no line feed.
    is_open: bool,
}

/// Reads a file, and gives each of its games to `game`. The last line may be broken off; nothing
/// comes back if not even the first line is whole.
///
/// # Errors
/// If the file cannot be read, or a line is none of a match.
pub fn read(path: &Path, game: impl FnMut(GameRecord)) -> Result<Option<Stored>, StoreError> {
    read_from(File::open(path).map_err(at(path))?, path, game)
}

fn read_from(
    file: impl Read,
    path: &Path,
    mut game: impl FnMut(GameRecord),
) -> Result<Option<Stored>, StoreError> {
    let mut reader = BufReader::new(file);
    let mut stored: Option<Stored> = None;
    let (mut line, mut length) = (0, 0);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        let read = read.map_err(at(path))? as u64;
        line += 1;
        let wrong = |message: String| StoreError::Line { path: path.to_owned(), line, message };
        if read == LONGEST_LINE {
            return Err(wrong("it is too long".to_owned()));
        }
        let is_open = !bytes.ends_with(b"\n");
        length += read;
        let begin = if stored.is_some() { GAME } else { MATCH };
        let parsed = match serde_json::from_slice(&bytes) {
            Ok(parsed) => parsed,
            Err(_) if is_open && (bytes.starts_with(begin) || begin.starts_with(&bytes)) => {
                return Ok(stored);
            }
            Err(error) => return Err(wrong(format!("it is none of a match: {error}"))),
        };
        match (parsed, &mut stored) {
            (StoredLine::Match(tournament), None) => {
                stored = Some(Stored { tournament: *tournament, length, is_open });
            }
            (StoredLine::Game(record), Some(stored)) => {
                (stored.length, stored.is_open) = (length, is_open);
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
    json: Option<Held>,
    pdn: Option<Held>,
}

impl Store {
    /// Makes the files, or with `resume` goes on with those that are there: each game in them is
    /// given to `game`. Until the store is dropped no other has these files.
    ///
    /// # Errors
    /// If that cannot be done, or the files hold anything else.
    pub fn open(
        tournament: &Tournament,
        resume: bool,
        mut game: impl FnMut(GameRecord),
    ) -> Result<Store, StoreError> {
        if resume && tournament.json.is_none() {
            return Err(StoreError::NoJson);
        }
        places::check(tournament)?;
        let find = |path: &Option<PathBuf>| match path {
            Some(path) => Held::existing(path),
            None => Ok(None),
        };
        let (json, pdn) = (find(&tournament.json)?, find(&tournament.pdn)?);
        if !resume {
            for held in [&json, &pdn].into_iter().flatten() {
                if held.length()? > 0 {
                    return Err(held.exists());
                }
            }
        }
        let mut records = Vec::new();
        let mut stored = None;
        if let Some(held) = json.as_ref().filter(|_| resume) {
            let found = read_from(held.reader()?, held.path(), |record| records.push(record))?;
            if let Some(stored) = &found
                && let Some(what) = difference(&stored.tournament, tournament)
            {
                return Err(StoreError::Other { path: held.path().to_owned(), what });
            }
            stored = found;
        }
        let missing = missing(tournament, pdn.as_ref(), &records)?;
        let make = |held: Option<Held>, path: &Option<PathBuf>| match (held, path) {
            (None, Some(path)) => Held::new(path).map(Some),
            (held, _) => Ok(held),
        };
        let json = make(json, &tournament.json)?;
        let pdn = make(pdn, &tournament.pdn)?;
        let mut store = Store { tournament: tournament.clone(), json, pdn };
        if let Some(held) = &mut store.json {
            held.cut(stored.as_ref().map_or(0, |stored| stored.length))?;
            match stored {
                None => store.write_json(&StoredLine::Match(Box::new(plan(tournament))))?,
                Some(Stored { is_open: true, .. }) => held.write(b"\n")?,
                Some(_) => {}
            }
        }
        if let Some(held) = &mut store.pdn {
            let length = held.length()?;
            held.cut(length)?;
            held.write(&missing)?;
        }
        for held in [&store.json, &store.pdn].into_iter().flatten() {
            held.sync()?;
        }
        records.into_iter().for_each(&mut game);
        Ok(store)
    }

    /// Writes a game. Once this returns the disk has it, as JSON before as PDN.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        if self.json.is_some() {
            self.write_json(&StoredLine::Game(Box::new(record.clone())))?;
        }
        if let Some(held) = &mut self.pdn {
            held.write(sheet(&self.tournament, record, held.path())?.as_bytes())?;
            held.sync()?;
        }
        Ok(())
    }

    fn write_json(&mut self, line: &StoredLine) -> Result<(), StoreError> {
        let Some(held) = &mut self.json else { return Ok(()) };
        let text = serde_json::to_string(line).map_err(io::Error::other);
        let text = text.map_err(at(held.path()))?;
        held.write(format!("{text}\n").as_bytes())?;
        held.sync()
    }
}

/// A game as it stands in a PDN file.
fn sheet(tournament: &Tournament, record: &GameRecord, path: &Path) -> Result<String, StoreError> {
    let text = sheet::write(tournament, record).map_err(io::Error::other).map_err(at(path))?;
    Ok(format!("{text}\n"))
}

/// What a PDN file lacks of the games that have been played.
fn missing(
    tournament: &Tournament,
    pdn: Option<&Held>,
    records: &[GameRecord],
) -> Result<Vec<u8>, StoreError> {
    let (Some(json), Some(path)) = (&tournament.json, &tournament.pdn) else {
        return Ok(Vec::new());
    };
    let mut comparison = match pdn {
        Some(held) => Comparison::new(held.reader()?, path, json),
        None => Comparison::new(io::empty(), path, json),
    };
    for record in records {
        comparison.game(sheet(tournament, record, path)?.as_bytes())?;
    }
    comparison.finish()
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

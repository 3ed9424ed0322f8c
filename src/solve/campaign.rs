//! Many positions to be solved one after the other, each helped by what was proven before: what is
//! asked, as a file in TOML tells it, and the sheet with a line of JSON for each answer.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::any::{AnyGame, PositionText};
use crate::game::{Notation, PositionError, SettingError, TurnError};
use crate::games::{UnknownVariant, Variant};
use crate::solve::verdict::Verdict;

/// A campaign.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Campaign {
    /// The game.
    pub game: String,
    /// The options of its rules, such as `kings15=on`.
    #[serde(default)]
    pub options: Vec<String>,
    /// All openings of so many plies.
    pub plies: Option<u32>,
    /// A file with a position a line: a FEN, and behind a semicolon moves played from there.
    pub positions: Option<PathBuf>,
    /// The moves of a game, which is walked back from its end.
    pub walk_back: Option<String>,
    /// Nodes for each position.
    pub nodes: Option<u64>,
    /// Seconds for each position.
    pub time: Option<f64>,
    /// Megabytes of the table.
    #[serde(default = "Campaign::hash")]
    pub hash: u64,
    /// Threads.
    #[serde(default = "Campaign::threads")]
    pub threads: u16,
    /// A folder with endgame tables.
    pub tables: Option<PathBuf>,
    /// The file of proven positions, which grows.
    pub proven: PathBuf,
    /// The sheet of answers, which grows.
    pub results: PathBuf,
    /// A folder for the proofs.
    pub proofs: Option<PathBuf>,
}

/// A position that is to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The moves that lead to it, as people write them.
    pub moves: String,
    /// The position.
    pub fen: String,
}

/// What was found of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The moves that lead to it.
    pub moves: String,
    /// The position.
    pub fen: String,
    /// What it is worth for the side to move.
    pub value: Verdict,
    /// Nodes.
    pub nodes: u64,
    /// Seconds.
    pub time: f64,
    /// The limits that it was given.
    pub most_nodes: Option<u64>,
    /// The same in seconds.
    pub most_time: Option<f64>,
    /// Positions of the proofs.
    pub positions: usize,
    /// The file with the proofs.
    pub proof: Option<String>,
    /// The sum of that file (XXH3 of 64 bits), in hexadecimal digits.
    pub sum: Option<String>,
}

/// A campaign that makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// It is no campaign.
    #[error("{}: {error}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        #[source]
        error: toml::de::Error,
    },
    /// A limit is no number of seconds.
    #[error("time = {0}: it is a number of seconds, 0 or more")]
    Time(f64),
    /// The game is not known.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// An option has not the right form.
    #[error("option '{0}' has not the form name=value")]
    Option(String),
    /// An option cannot be chosen so.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// No positions are told.
    #[error("it asks about no position: tell plies, positions or walk-back")]
    Nothing,
    /// So many openings would not end.
    #[error("plies = {0}: at most {MOST_PLIES}")]
    Plies(u32),
    /// A position cannot be read.
    #[error("'{text}': {error}")]
    Position {
        /// The line.
        text: String,
        /// What is wrong.
        #[source]
        error: PositionError,
    },
    /// A move cannot be played.
    #[error("'{text}': {error}")]
    Turn {
        /// The line.
        text: String,
        /// What is wrong.
        #[source]
        error: TurnError,
    },
}

/// The longest openings.
const MOST_PLIES: u32 = 6;

impl Campaign {
    const fn hash() -> u64 {
        512
    }

    const fn threads() -> u16 {
        1
    }

    /// Reads a campaign.
    ///
    /// # Errors
    /// If it cannot be read or makes no sense.
    pub fn read(path: &Path) -> Result<Campaign, CampaignError> {
        let text = fs::read_to_string(path)
            .map_err(|error| CampaignError::Io { path: path.to_owned(), error })?;
        let campaign: Campaign = toml::from_str(&text)
            .map_err(|error| CampaignError::Form { path: path.to_owned(), error })?;
        match campaign.time {
            Some(time) if !time.is_finite() || time < 0.0 => Err(CampaignError::Time(time)),
            _ => Ok(campaign),
        }
    }

    /// The game.
    ///
    /// # Errors
    /// If it is not known.
    pub fn variant(&self) -> Result<Variant, UnknownVariant> {
        self.game.parse()
    }

    /// The options as names and values.
    ///
    /// # Errors
    /// If one has not that form.
    pub fn options(&self) -> Result<Vec<(&str, &str)>, CampaignError> {
        let mut options = Vec::new();
        for option in &self.options {
            let split = option.split_once('=');
            let (name, value) = split.ok_or_else(|| CampaignError::Option(option.clone()))?;
            options.push((name.trim(), value.trim()));
        }
        Ok(options)
    }

    /// The positions that are asked about, each once.
    ///
    /// # Errors
    /// If they cannot be read or there are none.
    pub fn tasks(&self) -> Result<Vec<Task>, CampaignError> {
        let variant = self.variant()?;
        let mut start = variant.game();
        for (name, value) in self.options()? {
            start.set_option(name, value)?;
        }
        let mut tasks = Vec::new();
        if let Some(plies) = self.plies {
            if plies > MOST_PLIES {
                return Err(CampaignError::Plies(plies));
            }
            openings(&mut *start, plies, &mut Vec::new(), &mut tasks)?;
        }
        if let Some(path) = &self.positions {
            let io = |error| CampaignError::Io { path: path.clone(), error };
            for line in BufReader::new(File::open(path).map_err(io)?).lines() {
                let line = line.map_err(io)?;
                let line = line.trim();
                if !line.is_empty() && !line.starts_with('#') {
                    let (fen, moves) = line.split_once(';').unwrap_or((line, ""));
                    reset(&mut *start, fen.trim(), line)?;
                    let turns = moves.split_whitespace();
                    turns.into_iter().try_for_each(|turn| play(&mut *start, turn, line))?;
                    tasks.push(Task { moves: moves.trim().to_owned(), fen: start.fen() });
                }
            }
        }
        if let Some(moves) = &self.walk_back {
            reset(&mut *start, "start", moves)?;
            let mut played = Vec::new();
            let mut walked = Vec::new();
            for turn in moves.split_whitespace() {
                play(&mut *start, turn, moves)?;
                played.push(turn);
                walked.push(Task { moves: played.join(" "), fen: start.fen() });
            }
            tasks.extend(walked.into_iter().rev());
        }
        let mut seen = BTreeSet::new();
        tasks.retain(|task| seen.insert(task.fen.clone()));
        if tasks.is_empty() { Err(CampaignError::Nothing) } else { Ok(tasks) }
    }

    /// Whether a position need not be looked at again: it is known to the full, or no more was found
    /// within the same limits.
    #[must_use]
    pub fn is_done(&self, record: &Record) -> bool {
        record.value.outcome().is_some()
            || record.most_nodes == self.nodes && record.most_time == self.time
    }
}

fn reset(game: &mut dyn AnyGame, fen: &str, line: &str) -> Result<(), CampaignError> {
    game.set_position(&PositionText::guess(fen))
        .map_err(|error| CampaignError::Position { text: line.to_owned(), error })
}

fn play(game: &mut dyn AnyGame, turn: &str, line: &str) -> Result<(), CampaignError> {
    game.play(turn, Notation::Hub)
        .map_err(|error| CampaignError::Turn { text: line.to_owned(), error })
}

/// All openings of so many plies from here on.
fn openings(
    game: &mut dyn AnyGame,
    plies: u32,
    played: &mut Vec<String>,
    tasks: &mut Vec<Task>,
) -> Result<(), CampaignError> {
    if plies == 0 {
        tasks.push(Task { moves: played.join(" "), fen: game.fen() });
        return Ok(());
    }
    let before = game.fen();
    for turn in game.turns() {
        play(game, &turn.hub, &turn.hub)?;
        played.push(turn.own);
        openings(game, plies - 1, played, tasks)?;
        played.pop();
        reset(game, &before, &before)?;
    }
    Ok(())
}

/// The sheet of answers.
#[derive(Debug)]
pub struct Sheet {
    file: File,
    /// The last answer for each position.
    known: HashMap<String, Record>,
}

impl Sheet {
    /// Opens a sheet, or begins one. A last line that was broken off is written over.
    ///
    /// # Errors
    /// If it cannot be read or written, or a line is no answer.
    pub fn open(path: &Path) -> io::Result<Sheet> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let text = io::read_to_string(&file)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            file.set_len(whole as u64)?;
        }
        let mut known = HashMap::new();
        for line in text[..whole].lines() {
            let record: Record = serde_json::from_str(line)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            known.insert(record.fen.clone(), record);
        }
        file.flush()?;
        Ok(Sheet { file, known })
    }

    /// The last answer for a position.
    #[must_use]
    pub fn get(&self, fen: &str) -> Option<&Record> {
        self.known.get(fen)
    }

    /// Adds an answer; it is on disk afterwards.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, record: Record) -> io::Result<()> {
        let line = serde_json::to_string(&record)?;
        writeln!(self.file, "{line}")?;
        self.file.sync_data()?;
        self.known.insert(record.fen.clone(), record);
        Ok(())
    }
}

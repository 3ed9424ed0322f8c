//! What is to be played: the engines, the games, the limits, and where the results go. A file in
//! TOML and the command line tell the same.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::adjudication::Adjudication;
use super::dxp::{self, DxpError};
use super::limits::Limits;
use super::schedule;
use super::sprt::Sprt;
use crate::game::SettingError;
use crate::games::Variant;

/// How the command of an engine begins that listens for DXP; its address follows.
const DXP: &str = "dxp:";

/// A tournament as it is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tournament {
    /// The game.
    pub variant: String,
    /// Rules that are chosen, by the names of the game's options.
    pub options: toml::Table,
    /// Who plays whom.
    pub format: Format,
    /// Games of each two engines that meet; an even number.
    pub games: usize,
    /// `builtin`, or a file with an opening a line.
    pub openings: String,
    /// The order of the openings.
    pub order: Order,
    /// What chance goes by where the order is random.
    pub seed: u64,
    /// What ends the thinking of engines that have no limits of their own.
    pub limits: Limits,
    /// Seconds by which an engine may be late.
    pub margin: f64,
    /// Seconds after which an engine that gives no sign of life, and has no clock, is given up.
    pub patience: f64,
    /// Whether engines think while their opponents do.
    pub ponder: bool,
    /// Games that are played at the same time.
    pub concurrency: usize,
    /// When the referee ends games that could go on.
    pub adjudicate: Adjudication,
    /// The test that ends a match of two engines early.
    pub sprt: Option<Sprt>,
    /// Where the games are written as PDN.
    pub pdn: Option<PathBuf>,
    /// Where the games are written as JSON, a line each.
    pub json: Option<PathBuf>,
    /// The folder where the standard error of engines goes.
    pub log: Option<PathBuf>,
    /// The engines.
    pub engine: Vec<Participant>,
}

impl Default for Tournament {
    fn default() -> Tournament {
        Tournament {
            variant: String::new(),
            options: toml::Table::new(),
            format: Format::default(),
            games: 2,
            openings: "builtin".to_owned(),
            order: Order::default(),
            seed: 0,
            limits: Limits::default(),
            margin: 0.1,
            patience: 60.0,
            ponder: false,
            concurrency: 1,
            adjudicate: Adjudication::default(),
            sprt: None,
            pdn: None,
            json: None,
            log: None,
            engine: Vec::new(),
        }
    }
}

/// An engine that takes part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Participant {
    /// What it is called in the results.
    pub name: String,
    /// The command that starts it, in the words of a shell, or `builtin`, or `dxp:HOST:PORT` for one
    /// that listens there.
    pub cmd: String,
    /// The folder that it is started in.
    pub dir: Option<PathBuf>,
    /// Megabytes of its table.
    pub hash: Option<u64>,
    /// Its threads.
    pub threads: Option<u64>,
    /// Whether it may play from its opening book, if it has one: the openings of the match are the
    /// same for both sides, and what a book adds to them is not.
    pub book: bool,
    /// Further parameters.
    pub param: toml::Table,
    /// Its limits, if they are not those of all.
    pub limits: Option<Limits>,
}

impl Participant {
    /// Where it listens, if it is played over DXP.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        self.cmd.trim().strip_prefix(DXP)
    }
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody; with two engines this is a match.
    #[default]
    RoundRobin,
    /// The first engine meets each of the others.
    Gauntlet,
}

/// The order of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As they stand in the list.
    #[default]
    Sequential,
    /// By chance.
    Random,
}

/// A tournament that cannot be played as it is asked for.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The game is not known.
    #[error(transparent)]
    Variant(#[from] crate::games::UnknownVariant),
    /// No game is told.
    #[error("no game is told: -g VARIANT, or variant = \"...\" in the file")]
    NoVariant,
    /// A rule cannot be chosen so.
    #[error(transparent)]
    Option(#[from] SettingError),
    /// There are fewer than two engines.
    #[error("a match needs two engines or more, not {0}")]
    Engines(usize),
    /// An engine has no command.
    #[error("engine {0} has no cmd")]
    Command(usize),
    /// Two engines have one name.
    #[error("two engines are called '{0}': give them names")]
    Names(String),
    /// An engine cannot be told over DXP what is asked of it.
    #[error("{engine}: {error}")]
    Dxp {
        /// Its name.
        engine: String,
        /// What cannot be told.
        error: DxpError,
    },
    /// Two engines are one.
    #[error("'{0}' and '{1}' are one engine: they have one address")]
    Address(String, String),
    /// Openings are played with both colours.
    #[error(
        "the number of games must be even and not 0, for every opening is played with colours exchanged; it is {0}"
    )]
    Games(usize),
    /// They cannot be counted.
    #[error("{0} games of each two engines are more than can be counted")]
    TooMany(usize),
    /// An engine would think for ever.
    #[error("{0} has no limit: a time control, a move time, nodes or a depth")]
    NoLimit(String),
    /// A number makes no sense.
    #[error("{0}")]
    Value(String),
    /// The tables that should end games are no use.
    #[error("{0}")]
    Tables(String),
    /// A test is of two engines.
    #[error("a sequential test needs two engines, not {0}")]
    Test(usize),
}

impl Tournament {
    /// The game.
    ///
    /// # Errors
    /// If it is not known.
    pub fn game(&self) -> Result<Variant, ConfigError> {
        if self.variant.is_empty() {
            return Err(ConfigError::NoVariant);
        }
        Ok(self.variant.parse()?)
    }

    /// The limits of an engine.
    #[must_use]
    pub fn limits_of(&self, engine: usize) -> &Limits {
        self.engine[engine].limits.as_ref().unwrap_or(&self.limits)
    }

    /// The rules that are chosen, as names and values.
    pub fn chosen(&self) -> impl Iterator<Item = (&str, String)> {
        self.options.iter().map(|(name, value)| (name.as_str(), plain(value)))
    }

    /// Gives engines without a name that of their command, and checks that all can be played.
    ///
    /// # Errors
    /// If it cannot.
    pub fn prepare(&mut self) -> Result<(), ConfigError> {
        let variant = self.game()?;
        let mut game = variant.game();
        for (name, value) in self.chosen() {
            game.set_option(name, &value)?;
        }
        if self.engine.len() < 2 {
            return Err(ConfigError::Engines(self.engine.len()));
        }
        for (index, engine) in self.engine.iter_mut().enumerate() {
            if engine.cmd.trim().is_empty() {
                return Err(ConfigError::Command(index + 1));
            }
            if engine.name.is_empty() {
                let program = engine.cmd.split_whitespace().next().unwrap_or_default();
                engine.name = program.rsplit('/').next().unwrap_or_default().to_owned();
            }
            if engine.name.contains(char::is_control) {
                let message = format!("the name of engine {} has a control character", index + 1);
                return Err(ConfigError::Value(message));
            }
        }
        for (index, engine) in self.engine.iter().enumerate() {
            if self.engine[..index].iter().any(|other| other.name == engine.name) {
                return Err(ConfigError::Names(engine.name.clone()));
            }
            let limits = self.limits_of(index);
            if limits.is_empty() {
                return Err(ConfigError::NoLimit(engine.name.clone()));
            }
            if let Some(limit) = limits.unsound() {
                let message = format!("the limits of {} cannot be kept: {limit}", engine.name);
                return Err(ConfigError::Value(message));
            }
            for (what, number) in [("threads", engine.threads), ("hash", engine.hash)] {
                if number == Some(0) {
                    let message = format!("{what} of {} is 1 or more, not 0", engine.name);
                    return Err(ConfigError::Value(message));
                }
            }
            let Some(address) = engine.address() else { continue };
            dxp::check(engine, address, limits, variant)
                .map_err(|error| ConfigError::Dxp { engine: engine.name.clone(), error })?;
            let same = self.engine[..index].iter().find(|other| other.address() == Some(address));
            if let Some(other) = same {
                return Err(ConfigError::Address(other.name.clone(), engine.name.clone()));
            }
        }
        if self.games == 0 || self.games % 2 == 1 {
            return Err(ConfigError::Games(self.games));
        }
        if schedule::count(self.format, self.engine.len(), self.games).is_none() {
            return Err(ConfigError::TooMany(self.games));
        }
        if self.adjudicate.max_plies == 0 {
            return Err(ConfigError::Value("max-plies is 1 or more, not 0".to_owned()));
        }
        let is_time = |seconds: f64| (0.0..=1e6).contains(&seconds);
        if !is_time(self.margin) || !is_time(self.patience) || self.patience == 0.0 {
            return Err(ConfigError::Value("margin and patience are seconds".to_owned()));
        }
        if !(1..=1024).contains(&self.concurrency) {
            return Err(ConfigError::Value("concurrency is a number from 1 to 1024".to_owned()));
        }
        match &self.sprt {
            Some(_) if self.engine.len() != 2 => Err(ConfigError::Test(self.engine.len())),
            Some(test) if !test.is_sound() => {
                let message =
                    "a sequential test needs elo0 < elo1, and alpha and beta between 0 and 0.5";
                Err(ConfigError::Value(message.to_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// A value as Hub writes it.
#[must_use]
pub(super) fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

//! The engine parameters: what the client is told of them and what it may set. The table has
//! one size and two parameters that tell it; clients that send every parameter must not undo
//! one by the other, so only a value that differs from what the client knows of it changes
//! anything.

use std::path::{Path, PathBuf};

use crate::game::{Choice, Notation};
use crate::games::Variant;
use crate::protocol::hub::message;
use crate::search;
use crate::skill::Skill;
use crate::tables::material::MOST_PIECES;
use crate::tables::store::Sources;
use crate::tt;

/// Megabytes.
const HASH: std::ops::RangeInclusive<u64> = 1..=1 << 20;
/// The binary logarithm of the number of entries.
const TABLE_SIZE: std::ops::RangeInclusive<u64> = 10..=36;
const THREADS: std::ops::RangeInclusive<u64> = 1..=256;
const SKILL: std::ops::RangeInclusive<u64> = 0..=Skill::FULL as u64;
const SEED: std::ops::RangeInclusive<u64> = 0..=u32::MAX as u64;
/// Centimen.
const BOOK_MARGIN: std::ops::RangeInclusive<u64> = 0..=1_000;
const LINES: std::ops::RangeInclusive<u64> = 1..=super::command::MOST_LINES;
/// The most pieces of a position for which endgame tables are asked.
const TABLES_PIECES: std::ops::RangeInclusive<u64> = 0..=MOST_PIECES as u64;
/// Milliseconds.
const LINE_DELAY: std::ops::RangeInclusive<u64> = 0..=1_000;

/// The values of all parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameters {
    pub(super) variant: Variant,
    pub(super) threads: usize,
    /// Bytes of the table.
    pub(super) table: usize,
    /// What the client knows of `hash` and of `tt-size`.
    known_hash: u64,
    known_size: u64,
    pub(super) skill: Skill,
    /// How many lines a search tells.
    pub(super) lines: usize,
    pub(super) ponder: bool,
    pub(super) book: bool,
    /// Centimen that a move of the book may be worse than the best.
    pub(super) book_margin: u32,
    /// The user's book; empty for the one of the game.
    pub(super) book_path: String,
    pub(super) national: bool,
    /// The endgame tables that are asked.
    tables: Sources,
    /// Whether proven positions are asked.
    proven: bool,
    /// The file that tells them; empty for none.
    proven_path: String,
    /// Milliseconds between two lines.
    pub(super) line_delay: u64,
    /// The options of the rules of all games.
    pub(super) rules: Vec<(&'static Choice, &'static str)>,
    /// The constants of the search that were set, by their index.
    search: Vec<(usize, i32)>,
}

/// A value that a parameter cannot take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParameterError {
    #[error(transparent)]
    Variant(#[from] crate::games::UnknownVariant),
    #[error("parameter '{name}' cannot be '{value}': {expected}")]
    Value { name: String, value: String, expected: String },
}

impl Parameters {
    pub(super) fn new(variant: Variant, line_delay: u64) -> Parameters {
        let mut rules: Vec<(&'static Choice, &'static str)> = Vec::new();
        for option in Variant::ALL.iter().flat_map(|variant| variant.facts().options) {
            if !rules.iter().any(|(known, _)| known.name == option.name) {
                rules.push((option, option.values[option.default]));
            }
        }
        let mut parameters = Parameters {
            variant,
            threads: 1,
            table: 64 << 20,
            known_hash: 0,
            known_size: 0,
            skill: Skill { level: Skill::FULL, seed: 0 },
            lines: 1,
            ponder: false,
            book: true,
            book_margin: 4,
            book_path: String::new(),
            national: false,
            tables: Sources::default(),
            proven: true,
            proven_path: String::new(),
            line_delay: line_delay.min(*LINE_DELAY.end()),
            rules,
            search: Vec::new(),
        };
        parameters.tell_table();
        parameters
    }

    /// The notation of turns.
    pub(super) fn notation(&self) -> Notation {
        if self.national { Notation::National } else { Notation::Hub }
    }

    /// The endgame tables and the proven positions that are asked.
    pub(super) fn sources(&self) -> Sources {
        let is_asked = self.proven && !self.proven_path.is_empty();
        Sources {
            proven: is_asked.then(|| PathBuf::from(&self.proven_path)),
            ..self.tables.clone()
        }
    }

    /// The constants of the search.
    pub(super) fn search(&self) -> search::Parameters {
        let mut constants = self.variant.search();
        for &(index, value) in &self.search {
            constants.set(index, value);
        }
        constants
    }

    fn hash(&self) -> u64 {
        (self.table as u64 >> 20).max(1)
    }

    fn table_size(&self) -> u64 {
        u64::from((self.table / tt::ENTRY).max(1).ilog2())
    }

    /// From now on the client knows the size of the table in both units.
    fn tell_table(&mut self) {
        self.known_hash = self.hash();
        self.known_size = self.table_size();
    }

    /// The `param` lines, the variants first.
    pub(super) fn list(&mut self) -> Vec<String> {
        self.tell_table();
        let int = |name: &str, value: u64, range: std::ops::RangeInclusive<u64>| {
            format!(
                "param name={name} value={value} type=int min={} max={}",
                range.start(),
                range.end()
            )
        };
        let bool = |name: &str, value: bool| format!("param name={name} value={value} type=bool");
        let choice = |name: &str, value: &str, values: &str| {
            format!("param name={name} value={value} type=enum values=\"{values}\"")
        };
        let folder = self.tables.folder.as_deref().unwrap_or(Path::new("")).to_string_lossy();
        let variants: Vec<_> = Variant::ALL.iter().map(|v| v.name()).collect();
        let mut lines = vec![
            choice("variant", self.variant.name(), &variants.join(" ")),
            int("threads", self.threads as u64, THREADS),
            int("hash", self.hash(), HASH),
            int("tt-size", self.table_size(), TABLE_SIZE),
            int("multipv", self.lines as u64, LINES),
            int("skill", self.skill.level.into(), SKILL),
            int("seed", self.skill.seed, SEED),
            bool("ponder", self.ponder),
            bool("book", self.book),
            int("book-margin", self.book_margin.into(), BOOK_MARGIN),
            format!(
                "param name=book-path value=\"{}\" type=string",
                message::clean(&self.book_path)
            ),
            bool("tables", self.tables.is_on),
            format!("param name=tables-path value=\"{}\" type=string", message::clean(&folder)),
            int("tables-pieces", self.tables.pieces.into(), TABLES_PIECES),
            bool("proven", self.proven),
            format!(
                "param name=proven-path value=\"{}\" type=string",
                message::clean(&self.proven_path)
            ),
            choice("numbering", if self.national { "national" } else { "board" }, "board national"),
            int("line-delay", self.line_delay, LINE_DELAY),
        ];
        let rules = self.rules.iter();
        lines.extend(
            rules.map(|(option, value)| choice(option.name, value, &option.values.join(" "))),
        );
        if cfg!(feature = "tune") {
            let constants = self.search();
            lines.extend(search::Parameters::LIST.iter().enumerate().map(|(index, parameter)| {
                let search::Parameter { name, least, most, .. } = parameter;
                let value = constants.get(index);
                format!("param name={name} value={value} type=int min={least} max={most}")
            }));
        }
        lines
    }

    /// Whether there is a parameter of this name.
    pub(super) fn is_known(&self, name: &str) -> bool {
        let start = format!("param name={name} ");
        self.clone().list().iter().any(|line| line.starts_with(&start))
    }

    /// Sets a parameter. A number out of range is taken for the nearest in range; a name that
    /// is not known is ignored.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        match name {
            "variant" => self.variant = value.parse()?,
            "threads" => self.threads = int(name, value, THREADS)? as usize,
            "hash" => {
                let hash = int(name, value, HASH)?;
                if hash != self.known_hash {
                    self.known_hash = hash;
                    self.table = within_memory(hash << 20);
                }
            }
            "tt-size" => {
                let size = int(name, value, TABLE_SIZE)?;
                if size != self.known_size {
                    self.known_size = size;
                    self.table = within_memory((tt::ENTRY as u64) << size);
                }
            }
            "skill" => self.skill.level = int(name, value, SKILL)? as u8,
            "seed" => self.skill.seed = int(name, value, SEED)?,
            "multipv" => self.lines = int(name, value, LINES)? as usize,
            "ponder" => self.ponder = bool(name, value)?,
            "book" => self.book = bool(name, value)?,
            "book-margin" => self.book_margin = int(name, value, BOOK_MARGIN)? as u32,
            "book-path" => value.clone_into(&mut self.book_path),
            "tables" => self.tables.is_on = bool(name, value)?,
            "tables-path" => {
                self.tables.folder = (!value.is_empty()).then(|| PathBuf::from(value));
            }
            "tables-pieces" => self.tables.pieces = int(name, value, TABLES_PIECES)? as u32,
            "proven" => self.proven = bool(name, value)?,
            "proven-path" => value.clone_into(&mut self.proven_path),
            "numbering" => {
                self.national = match value {
                    "national" => true,
                    "board" => false,
                    _ => return Err(wrong(name, value, "it is one of: board national")),
                }
            }
            "line-delay" => self.line_delay = int(name, value, LINE_DELAY)?,
            _ => {
                let constants = search::Parameters::LIST;
                if cfg!(feature = "tune")
                    && let Some(index) = constants.iter().position(|known| known.name == name)
                {
                    let number = super::command::real(value)
                        .ok_or_else(|| wrong(name, value, "it is a whole number"))?;
                    self.search.retain(|&(known, _)| known != index);
                    self.search.push((index, number as i32));
                }
                if let Some((option, chosen)) =
                    self.rules.iter_mut().find(|(option, _)| option.name == name)
                {
                    *chosen = option.read(value).ok_or_else(|| {
                        wrong(name, value, &format!("it is one of: {}", option.values.join(" ")))
                    })?;
                }
            }
        }
        Ok(())
    }
}

/// The size in bytes, or three quarters of the memory that is free if that is less.
fn within_memory(bytes: u64) -> usize {
    let most = tt::free_memory(bytes).map_or(u64::MAX, |free| free / 4 * 3);
    if bytes > most {
        log::warn!("a table of {bytes} bytes is reduced to {most}: no more memory is free");
    }
    usize::try_from(bytes.min(most)).unwrap_or(usize::MAX)
}

fn int(
    name: &str,
    value: &str,
    range: std::ops::RangeInclusive<u64>,
) -> Result<u64, ParameterError> {
    let number = super::command::real(value).filter(|_| !value.trim().is_empty());
    let number = number.ok_or_else(|| wrong(name, value, "it is a whole number"))?;
    Ok((number as u64).clamp(*range.start(), *range.end()))
}

fn bool(name: &str, value: &str) -> Result<bool, ParameterError> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" | "yes" => Ok(true),
        "false" | "0" | "off" | "no" => Ok(false),
        _ => Err(wrong(name, value, "it is true or false")),
    }
}

fn wrong(name: &str, value: &str, expected: &str) -> ParameterError {
    ParameterError::Value {
        name: name.to_owned(),
        value: crate::notation::turn::shown(value),
        expected: expected.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Parameters {
        Parameters::new(Variant::International, 0)
    }

    #[test]
    fn a_client_that_sends_every_parameter_undoes_nothing() {
        let mut p = parameters();
        p.set("hash", "128").unwrap();
        p.set("tt-size", "22").unwrap();
        assert_eq!(p.table, 128 << 20);
        let mut p = parameters();
        p.set("hash", "64").unwrap();
        p.set("tt-size", "24").unwrap();
        assert_eq!(p.table, 256 << 20);
    }

    #[test]
    fn the_last_change_of_the_table_wins() {
        let mut p = parameters();
        p.set("tt-size", "24").unwrap();
        p.set("hash", "32").unwrap();
        assert_eq!(p.table, 32 << 20);
        assert!(p.list().iter().any(|line| line.starts_with("param name=tt-size value=21 ")));
        p.set("tt-size", "22").unwrap();
        assert_eq!(p.table, 64 << 20);
    }

    #[test]
    fn numbers_out_of_range_are_clamped_and_nonsense_is_refused() {
        let mut p = parameters();
        p.set("threads", "0").unwrap();
        assert_eq!(p.threads, 1);
        p.set("threads", "10000").unwrap();
        assert_eq!(p.threads, 256);
        p.set("hash", "-5").unwrap();
        assert_eq!(p.table, 1 << 20);
        let before = p.clone();
        for (name, value) in [
            ("threads", "many"),
            ("ponder", "maybe"),
            ("variant", "chess"),
            ("numbering", "roman"),
            ("hash", ""),
        ] {
            assert!(p.set(name, value).is_err(), "{name}={value}");
        }
        p.set("initial-time", "60").unwrap();
        assert_eq!(p, before);
    }

    #[test]
    fn the_variants_come_first_and_their_values_last() {
        let lines = parameters().list();
        assert!(lines[0].starts_with("param name=variant value=normal type=enum values=\"normal "));
        assert!(lines.iter().all(|line| !line.contains("wait") && !line.contains("ready")));
    }
}

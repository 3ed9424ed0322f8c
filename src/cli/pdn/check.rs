//! `damier pdn check`: what is wrong with files of games.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use damier::notation::pdn::replay::{Keep, Outcome};

/// Play through the games of files and tell every fault
///
/// A line a fault, with file, line and column, then a line a file. The first fault of a game is
/// told; the next game is read whatever it was. The exit code is 1 if there is a fault.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier pdn check games.pdn")]
pub(in crate::cli) struct Arguments {
    /// The files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    fallback: super::FallbackArguments,
}

/// What has been read.
#[derive(Clone, Debug, Default)]
struct Count {
    games: u64,
    turns: u64,
    faults: u64,
    /// The games by name; a question mark behind it tells that it is a guess.
    variants: Vec<String>,
}

impl Count {
    fn add(&mut self, outcome: &Outcome) {
        self.games += 1;
        self.turns += outcome.turns;
        self.faults += u64::from(outcome.record.is_err());
        if let Some(variant) = outcome.variant {
            let is_known = |known: &String| {
                known.strip_suffix('?').unwrap_or(known) == variant.name()
                    && known.ends_with('?') == outcome.is_guess
            };
            if !self.variants.iter().any(is_known) {
                let mark = if outcome.is_guess { "?" } else { "" };
                self.variants.push(format!("{variant}{mark}"));
            }
        }
    }

    fn add_all(&mut self, other: Count) {
        self.games += other.games;
        self.turns += other.turns;
        self.faults += other.faults;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::counted(self.games, "game"))?;
        if !self.variants.is_empty() {
            write!(f, " ({})", self.variants.join(", "))?;
        }
        let counts = [(self.turns, "move"), (self.faults, "fault")];
        let [turns, faults] = counts.map(|(count, what)| super::counted(count, what));
        write!(f, ", {turns}, {faults}")
    }
}

impl Arguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<bool> {
        let mut output = BufWriter::new(io::stdout().lock());
        let mut total = Count::default();
        for path in &self.files {
            let name = super::shown(path);
            let (games, progress) = super::open(path, &self.fallback, Keep::Nothing, super::SMALL)?;
            let mut count = Count::default();
            for outcome in games {
                let outcome = outcome.with_context(|| format!("cannot read {name}"))?;
                count.add(&outcome);
                if let Err(fault) = outcome.record {
                    progress.suspend(|| {
                        writeln!(output, "{name}:{fault}")?;
                        output.flush()
                    })?;
                }
            }
            progress.finish_and_clear();
            writeln!(output, "{name}: {count}")?;
            output.flush()?;
            total.add_all(count);
        }
        if self.files.len() > 1 {
            writeln!(output, "total: {total}")?;
        }
        output.flush()?;
        Ok(total.faults == 0)
    }
}

//! `damier pdn convert`: files of games in other forms.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use damier::notation::fen::Naming;
use damier::notation::pdn::record::{Item, Record};
use damier::notation::pdn::replay::Keep;

use super::json;
use super::output::Output;

/// Write the games of a file as PDN, FENs, JSON or Hub lines
///
/// Games with a fault are told on standard error and left out; the exit code is 1 then.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier pdn convert games.pdn --to json -o games.json")]
pub(in crate::cli) struct Arguments {
    /// The file; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The form.
    #[arg(long, value_name = "FORM")]
    to: Form,

    /// How the squares of moves are named, in PDN and JSON.
    #[arg(long, default_value = "national")]
    notation: Squares,

    /// Write to this file, which is replaced when all is written; standard output if it is left
    /// out.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    fallback: super::FallbackArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// PDN 3.0.
    Pdn,
    /// Each position of the main lines, a FEN a line.
    Fen,
    /// A game a line, as a JSON object.
    Json,
    /// A game a line: Hub position, semicolon, Hub moves.
    Hub,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Squares {
    /// As the game's players do.
    National,
    /// By numbers.
    Numeric,
    /// By names.
    Algebraic,
}

impl Squares {
    fn keep(self) -> Keep {
        match self {
            Squares::National => Keep::National,
            Squares::Numeric => Keep::Named(Naming::Numbers),
            Squares::Algebraic => Keep::Named(Naming::Algebraic),
        }
    }
}

impl Arguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<bool> {
        let name = super::shown(&self.file);
        let keep = self.notation.keep();
        let (games, progress) = super::open(&self.file, &self.fallback, keep, super::SMALL)?;
        let output = self.output.as_deref();
        let is_told = output.is_some_and(|path| path != Path::new("-"));
        let mut output = Output::open(output)?;
        let (mut written, mut faults) = (0_u64, 0_u64);
        for outcome in games {
            let outcome = outcome.with_context(|| format!("cannot read {name}"))?;
            match outcome.record {
                Ok(Some(record)) => {
                    if self.to == Form::Pdn && written > 0 {
                        output.write_all(b"\n")?;
                    }
                    output.write_all(self.text(&record, outcome.game)?.as_bytes())?;
                    written += 1;
                }
                Ok(None) => {}
                Err(fault) => {
                    progress.suspend(|| eprintln!("{name}:{fault}"));
                    faults += 1;
                }
            }
        }
        output.finish()?;
        progress.finish_and_clear();
        if is_told || faults > 0 {
            eprintln!("{}", super::summary(&name, written, faults));
        }
        Ok(faults == 0)
    }

    fn text(&self, record: &Record, game: u64) -> anyhow::Result<String> {
        Ok(match self.to {
            Form::Pdn => record.write(),
            Form::Fen => fens(record, game),
            Form::Json => json::line(record, game)?,
            Form::Hub => hub(record),
        })
    }
}

/// The positions of the main line, behind a line that tells which game it is.
fn fens(record: &Record, game: u64) -> String {
    let mut text = format!("# game {game}, {}\n{}\n", record.variant, record.start.fen);
    for item in record.main_line() {
        let fen = match item {
            Item::Turn(played) => &played.fen,
            Item::Setup(position) => &position.fen,
            _ => continue,
        };
        text.push_str(fen);
        text.push('\n');
    }
    text
}

/// The moves of the main line, behind the position that they start from; a setup begins another
/// line.
fn hub(record: &Record) -> String {
    let mut text = record.start.hub.clone();
    let mut sign = " ;";
    for item in record.main_line() {
        match item {
            Item::Turn(played) => {
                text.push_str(sign);
                text.push(' ');
                text.push_str(&played.hub);
                sign = "";
            }
            Item::Setup(position) => {
                text.push('\n');
                text.push_str(&position.hub);
                sign = " ;";
            }
            _ => {}
        }
    }
    text.push('\n');
    text
}

//! `damier pdn`: files of games, checked, converted and annotated.

mod annotate;
mod check;
mod convert;
mod json;
mod output;

use std::io;
use std::path::Path;

use clap::{Args, Subcommand};
use damier::games::Variant;
use damier::notation::pdn::Games;
use damier::notation::pdn::replay::{Keep, Outcome};
use indicatif::ProgressBar;

use super::analyse::stream::{self, Source};

/// Check, convert or annotate files of games (PDN)
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Convert(convert::Arguments),
    Annotate(annotate::Arguments),
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        match self.command {
            Command::Check(arguments) => arguments.run(),
            Command::Convert(arguments) => arguments.run(),
            Command::Annotate(arguments) => arguments.run(),
        }
    }
}

/// What a file is whose tags do not tell the game.
#[derive(Clone, Debug, Args)]
struct FallbackArguments {
    /// The game where the tags do not tell it; if it is left out, the first in which every move
    /// is legal.
    #[arg(short = 'g', long = "game", value_name = "VARIANT")]
    variant: Option<Variant>,
}

/// Files with fewer bytes are read before anybody looks at a bar.
const SMALL: u64 = 1 << 20;

/// Opens a file, or standard input for `-`, with a bar that shows how much of it has been read.
fn open(
    path: &Path,
    fallback: &FallbackArguments,
    keep: Keep,
    small: u64,
) -> anyhow::Result<(impl Iterator<Item = io::Result<Outcome>> + use<>, ProgressBar)> {
    let Source { reader, size } = stream::open(path)?;
    let progress = stream::progress(size.filter(|&size| size >= small));
    let games = Games::new(progress.wrap_read(reader), fallback.variant, keep);
    Ok((games, progress))
}

/// The name of a file in messages.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}

/// `1 game`, `2 games`.
fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// What has become of the games of a file.
fn summary(name: &str, written: u64, faults: u64) -> String {
    let left_out = if faults > 0 { format!(", {faults} left out") } else { String::new() };
    format!("{name}: {} written{left_out}", counted(written, "game"))
}

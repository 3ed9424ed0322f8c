//! `damier tables`: endgame tables are made, checked, listed and asked.

mod build;
mod info;
mod join;
mod probe;
mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use damier::tables::any::AnyTables;
use damier::tables::material::MOST_PIECES;
use damier::tables::store::Sources;

/// Make, check, list and ask endgame tables
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Arguments),
    Verify(verify::Arguments),
    Info(info::Arguments),
    Probe(probe::Arguments),
    Join(join::Arguments),
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        match self.command {
            Command::Build(arguments) => arguments.run(),
            Command::Verify(arguments) => arguments.run(),
            Command::Info(arguments) => arguments.run(),
            Command::Probe(arguments) => arguments.run(),
            Command::Join(arguments) => arguments.run(),
        }
    }
}

/// Which tables are meant.
#[derive(Debug, Args)]
struct SourceArguments {
    /// A folder with tables, besides those of the program itself.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// Tables with at most so many pieces.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = MOST_PIECES, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PIECES)))]
    pieces: u32,
}

impl SourceArguments {
    /// Opens them; false if some file cannot be used, which is told on standard error.
    fn open(&self, game: &super::GameArguments) -> anyhow::Result<(Box<dyn AnyTables>, bool)> {
        let sources =
            Sources { folder: self.dir.clone(), pieces: self.pieces, ..Sources::default() };
        let options = options(game)?;
        let (tables, refused) = game.variant.tables(&options, &sources)?;
        for file in &refused {
            eprintln!("damier: {file}");
        }
        Ok((tables, refused.is_empty()))
    }
}

/// The options of the rules as names and values.
fn options(game: &super::GameArguments) -> anyhow::Result<Vec<(&str, &str)>> {
    game.options.iter().map(|option| super::name_and_value(option)).collect()
}

/// So many bytes, as people say it.
fn bytes(bytes: u64) -> String {
    indicatif::DecimalBytes(bytes).to_string()
}

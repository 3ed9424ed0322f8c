//! `damier tables join`: many files made into one, as the program itself has them.

use std::path::PathBuf;

use clap::Args;
use damier::tables::folder::Plan;
use damier::tables::material::MOST_PIECES;

/// Put the tables of a folder with up to so many pieces into one file
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  damier tables join -g poddavki --pieces 4 --dir tables -o poddavki.dt"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: crate::cli::GameArguments,

    /// The most pieces.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_PIECES)))]
    pieces: u32,

    /// Where the tables are.
    #[arg(long, value_name = "DIR", default_value = "tables")]
    dir: PathBuf,

    /// The distances instead of the values.
    #[arg(long)]
    distance: bool,

    /// The file that is written.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let options = super::options(&self.game)?;
        let plan = Plan { folder: self.dir, pieces: self.pieces, distances: self.distance };
        let bytes = self.game.variant.join_tables(&options, &plan, &self.output)?;
        crate::cli::say(format_args!("{}: {}", self.output.display(), super::bytes(bytes)))?;
        Ok(true)
    }
}

//! `damier tables build`: makes tables.

use std::io;
use std::path::PathBuf;

use clap::Args;
use damier::tables::folder::{Plan, Told, Watch};
use damier::tables::material::MOST_PIECES;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::say;

/// Make the tables of every material with up to so many pieces
///
/// A file for each material and its exchange. What is there already is not made again, so that work
/// that was broken off goes on; a file that is damaged is. A line for each number of pieces
/// tells how many positions there are, for the side to move, and the bytes that they take.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier tables build -g poddavki --pieces 5 --dir tables")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: crate::cli::GameArguments,

    /// The most pieces; in Impasse checkers.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_PIECES)))]
    pieces: u32,

    /// Where the files go.
    #[arg(long, value_name = "DIR", default_value = "tables")]
    dir: PathBuf,

    /// Tell how far the end is too, in plies with best play of both sides.
    #[arg(long)]
    distance: bool,

    /// Threads; as many as there are processors if it is left out.
    #[arg(allow_negative_numbers = true, long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let options = super::options(&self.game)?;
        let plan = Plan { folder: self.dir.clone(), pieces: self.pieces, distances: self.distance };
        let threads = self.threads.unwrap_or(0) as usize;
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
        // Hidden by itself where nobody watches.
        let bar = ProgressBar::new(0);
        bar.set_style(ProgressStyle::with_template("{wide_bar} {percent}% {eta} left")?);
        let mut said = Ok(());
        let mut watch = Watch {
            begin: &mut |steps| bar.set_length(steps),
            progress: &|steps| bar.inc(steps),
            // The work is done though nobody may read of it.
            tell: &mut |told| {
                if said.is_ok() {
                    said = bar.suspend(|| tell(told));
                }
            },
        };
        let built = self.game.variant.build_tables(&options, &plan, &mut watch);
        bar.finish_and_clear();
        built?;
        said?;
        Ok(true)
    }
}

fn tell(told: Told) -> io::Result<()> {
    match told {
        Told::Refused(file) => {
            eprintln!("damier: {file}; it is made again");
            Ok(())
        }
        Told::Finished(summary) => {
            let [lost, won, drawn] = summary.counts;
            let longest = summary.longest.map(|plies| format!(", longest end {plies} plies"));
            say(format_args!(
                "{} pieces: {} positions, {won} won, {drawn} drawn, {lost} lost, {}{}",
                summary.pieces,
                summary.positions,
                super::bytes(summary.bytes),
                longest.unwrap_or_default(),
            ))
        }
    }
}

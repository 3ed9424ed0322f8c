//! `damier tables verify`: checks tables.

use std::io;

use clap::Args;
use damier::game::Outcome;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::say;

/// Check tables: the sums of all files, and each position against those that follow
///
/// A line a table. Tells each fault; the exit code is 1 if there is any.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  damier tables verify -g poddavki --dir tables\n  damier tables verify -g poddavki --dir tables --all"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: crate::cli::GameArguments,

    #[command(flatten)]
    sources: super::SourceArguments,

    /// Look at about so many positions of each table.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    sample: u64,

    /// Look at all positions.
    #[arg(long, conflicts_with = "sample")]
    all: bool,
}

const fn word(value: Option<Outcome>) -> &'static str {
    match value {
        Some(Outcome::Win) => "win",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Loss) => "loss",
        None => "unknown",
    }
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let (tables, mut is_whole) = self.sources.open(&self.game)?;
        let sample = (!self.all).then_some(self.sample);
        let listed = tables.list();
        // Hidden by itself where nobody watches.
        let looked_at = |positions: u64| sample.map_or(positions, |sample| positions.min(sample));
        let bar = ProgressBar::new(listed.iter().map(|table| looked_at(table.positions)).sum());
        bar.set_style(ProgressStyle::with_template("{wide_bar} {percent}% {eta} left")?);
        for (index, table) in listed.iter().enumerate() {
            let verdict = tables.verify(index, sample, &|positions| bar.inc(positions));
            bar.suspend(|| -> io::Result<()> {
                for fault in &verdict.faults {
                    say(format_args!(
                        "{}: {} is told for {}, {} follows",
                        table.material,
                        word(fault.told),
                        fault.fen,
                        word(fault.follows),
                    ))?;
                }
                say(format_args!("{}: {} positions", table.material, verdict.positions))
            })?;
            is_whole &= verdict.faults.is_empty();
        }
        bar.finish_and_clear();
        Ok(is_whole)
    }
}

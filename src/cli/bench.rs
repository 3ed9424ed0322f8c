//! `damier bench`: a fixed amount of searching, the same on every machine.

use std::io::{self, Write};

use clap::Args;
use damier::bench;
use damier::games::Variant;
use damier::search::MAX_DEPTH;

/// Search fixed positions and tell nodes and speed
///
/// One thread, a fresh table for each position, fixed depth: the number of nodes is the same on
/// every machine, and changes when the search or an evaluation does.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier bench -g poddavki")]
pub(super) struct Arguments {
    /// Only this game.
    #[arg(short = 'g', long = "game", value_name = "VARIANT")]
    variant: Option<Variant>,

    /// Plies, instead of the depth that each game has.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let mut output = io::stdout().lock();
        let mut total = 0;
        for &variant in Variant::ALL {
            if self.variant.is_some_and(|only| only != variant) {
                continue;
            }
            let result = bench::run(variant, self.depth)?;
            total += result.nodes;
            writeln!(
                output,
                "{:17} depth {:3} {:12} nodes {:8.3} s {:7.3} Mn/s",
                variant.name(),
                result.depth,
                result.nodes,
                result.time.as_secs_f64(),
                result.nodes as f64 / result.time.as_secs_f64().max(1e-9) / 1e6
            )?;
        }
        writeln!(output, "Bench: {total}")?;
        Ok(true)
    }
}

//! `damier bench`: a fixed amount of searching, the same on every machine.

use std::io::{self, Write};

use clap::Args;
use damier::bench::{self, Bench};
use damier::games::Variant;
use damier::search::MAX_DEPTH;

/// Search fixed positions and tell nodes and speed
///
/// A fresh table for each position, fixed depth. With one thread the number of nodes is the same
/// on every machine, and changes when the search or an evaluation does. With more, one thread alone
/// is timed as well, and each line tells how much sooner they come to the depth and how many times
/// its nodes a second they search.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  damier bench -g poddavki\n  damier bench -g poddavki --depth 19 --threads 2 --hash 64"
)]
pub(super) struct Arguments {
    /// Only this game.
    #[arg(short = 'g', long = "game", value_name = "VARIANT")]
    variant: Option<Variant>,

    /// Plies, instead of the depth that each game has.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,

    /// Threads.
    #[arg(allow_negative_numbers = true, long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Megabytes of the transposition table.
    #[arg(allow_negative_numbers = true, long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash: u64,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let mut output = io::stdout().lock();
        let mut total = 0;
        let mut logarithms = Vec::new();
        let bench = Bench {
            depth: self.depth,
            threads: self.threads as usize,
            table: (self.hash as usize) << 20,
        };
        for &variant in Variant::ALL {
            if self.variant.is_some_and(|only| only != variant) {
                continue;
            }
            let result = bench::run(variant, &bench)?;
            total += result.nodes;
            write!(
                output,
                "{:17} depth {:3} {:12} nodes {:8.3} s {:7.3} Mn/s",
                variant.name(),
                result.depth,
                result.nodes,
                result.time.as_secs_f64(),
                result.speed() / 1e6
            )?;
            if bench.threads > 1 {
                let alone = bench::run(variant, &Bench { threads: 1, ..bench })?;
                let sooner = alone.time.as_secs_f64() / result.time.as_secs_f64().max(1e-9);
                let faster = result.speed() / alone.speed().max(1e-9);
                write!(output, "  sooner x{sooner:.2}  faster x{faster:.2}")?;
                logarithms.push(sooner.ln());
            }
            writeln!(output)?;
        }
        writeln!(output, "Bench: {total}")?;
        if !logarithms.is_empty() {
            let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
            writeln!(output, "Sooner by (geometric mean): x{:.2}", mean.exp())?;
        }
        Ok(true)
    }
}

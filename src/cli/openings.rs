//! `damier openings`: lists of positions to start matches from.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use damier::games::Variant;
use damier::openings::{self, Wanted};
use damier::search::{Limits, MAX_DEPTH};
use damier::tournament::openings::{self as list, Opening};
use indicatif::ProgressBar;

use crate::cli::output::Output;

/// Make or check lists of openings
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Generate(Generate),
    Check(Check),
}

/// Find positions that are near even, unlike each other, and reached by random moves
///
/// The same seed gives the same list.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  damier openings generate -g impasse --plies 4-6 --count 40 --max-score 0.2 --depth 10 -o impasse.fen"
)]
struct Generate {
    /// The game.
    #[arg(short = 'g', long = "game", value_name = "VARIANT")]
    variant: Variant,

    /// Random plies from the start: a number, or the least and the most.
    #[arg(long, value_name = "N", default_value = "4-6", value_parser = plies)]
    plies: (u32, u32),

    /// How many openings.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,

    /// How far from even a search may find them, in men.
    #[arg(allow_negative_numbers = true, long, value_name = "MEN", default_value_t = 0.2, value_parser = men)]
    max_score: f64,

    /// Plies that it looks ahead.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: u32,

    /// Nodes that it looks at, instead of a depth.
    #[arg(allow_negative_numbers = true, long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// What chance goes by.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Check that each line is an opening from which the game can go on, and none stands twice
///
/// The lines are those that `damier match --openings` plays: a FEN, moves, or `FEN ; moves`. Tells each fault with its file and line; the exit code is 1 if there is any.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  damier openings check -g poddavki openings/poddavki.fen --max-score 0.5 --depth 12"
)]
struct Check {
    /// The game.
    #[arg(short = 'g', long = "game", value_name = "VARIANT")]
    variant: Variant,

    /// The lists.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Search them too: how far from even they may be, in men.
    #[arg(allow_negative_numbers = true, long, value_name = "MEN", value_parser = men)]
    max_score: Option<f64>,

    /// Plies that such a search looks ahead.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: u32,

    /// Nodes that such a search looks at, instead of a depth.
    #[arg(allow_negative_numbers = true, long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

pub(super) fn plies(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if 1 <= least && least <= most && most <= 1_000 => Ok((least, most)),
        _ => Err("expected a number of plies, or two as in 4-6, from 1 to 1000".to_owned()),
    }
}

fn men(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(men) if men.is_finite() && men >= 0.0 => Ok(men),
        _ => Err("expected a number of men, 0 or more".to_owned()),
    }
}

/// The nodes of a search if they are told, else its depth.
fn limits(depth: u32, nodes: Option<u64>) -> Limits {
    let depth = nodes.is_none().then_some(depth);
    Limits { depth, nodes, ..Limits::default() }
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        match self.command {
            Command::Generate(generate) => generate.run(),
            Command::Check(check) => check.run(),
        }
    }
}

impl Generate {
    fn run(self) -> anyhow::Result<bool> {
        let wanted = Wanted {
            least_plies: self.plies.0,
            most_plies: self.plies.1,
            count: self.count as usize,
            max_score: self.max_score,
            limits: limits(self.depth, self.nodes),
            seed: self.seed,
        };
        let mut output = Output::open(self.output.as_deref())?;
        let (least, most) = self.plies;
        let plies = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let how_far = match self.nodes {
            Some(nodes) => format!("after {nodes} nodes"),
            None => format!("at depth {}", self.depth),
        };
        writeln!(
            output,
            "# {}: positions after {plies} random plies (seed {}), kept if damier {} scores them within {:.2} men {how_far}.",
            self.variant.facts().title,
            self.seed,
            env!("CARGO_PKG_VERSION"),
            self.max_score,
        )?;
        // Hidden by itself where nobody watches.
        let progress = ProgressBar::new(u64::from(self.count));
        let found = openings::generate::<anyhow::Error>(self.variant, &wanted, |fen| {
            progress.inc(1);
            Ok(writeln!(output, "{fen}")?)
        })?;
        progress.finish_and_clear();
        ensure!(found > 0, "no such opening was found");
        output.finish()?;
        if found < wanted.count {
            eprintln!("damier: only {found} such openings were found");
        }
        Ok(found == wanted.count)
    }
}

impl Check {
    fn run(self) -> anyhow::Result<bool> {
        let mut faults = 0;
        for path in &self.files {
            let name = path.display();
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
            let mut game = self.variant.game();
            let mut seen = HashSet::new();
            let mut count = 0;
            for (line, opening) in list::lines(&text, &mut *game) {
                count += 1;
                let checked = opening.map_err(anyhow::Error::msg);
                if let Err(fault) = checked.and_then(|opening| self.check(&opening, &mut seen)) {
                    super::say(format_args!("{name}:{line}: {fault:#}"))?;
                    faults += 1;
                }
            }
            super::say(format_args!("{name}: {count} openings"))?;
        }
        Ok(faults == 0)
    }

    fn check(&self, opening: &Opening, seen: &mut HashSet<String>) -> anyhow::Result<()> {
        let mut engine = self.variant.engine(1, 4 << 20)?;
        let game = engine.game_mut();
        list::place(game, opening).map_err(anyhow::Error::msg)?;
        ensure!(seen.insert(game.hub()), "it stands twice");
        if let Some(most) = self.max_score {
            let score = openings::score(&mut *engine, limits(self.depth, self.nodes));
            ensure!(score.abs() <= most, "far from even: {score:.2} for the side to move");
        }
        Ok(())
    }
}

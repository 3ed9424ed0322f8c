//! `damier perft`: counting lines of play, to try and to time the generators.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use damier::any::{AnyGame, PositionText};
use damier::perft::MAX_DEPTH;
use serde::Serialize;

/// Count the lines of play to a depth, or check counts in a file
///
/// A line a depth: depth, nodes, seconds, millions of nodes a second. With --epd every line of
/// the file is a FEN and counts, as in `FEN ;D1 7 ;D2 49`: D counts lines, R counts those with
/// different results at each node.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  damier perft -g russian -d 8\n  damier perft -g russian --epd tests/data/perft/russian.epd --max-depth 5"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: super::PositionArguments,

    #[command(flatten)]
    work: Work,

    /// Tell the count behind each move at the greatest depth.
    #[arg(long, conflicts_with = "epd")]
    divide: bool,

    /// Threads.
    #[arg(allow_negative_numbers = true, long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// A JSON object a line.
    #[arg(long, conflicts_with = "epd")]
    json: bool,

    /// With --epd, check no deeper counts.
    #[arg(allow_negative_numbers = true, long, value_name = "N", conflicts_with = "depth")]
    max_depth: Option<u32>,
}

/// What is to be counted.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Work {
    /// The greatest depth, in moves of either side.
    #[arg(allow_negative_numbers = true, short, long, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,

    /// Check the counts in this file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    epd: Option<PathBuf>,
}

#[derive(Serialize)]
struct Counted {
    depth: u32,
    nodes: u64,
    seconds: f64,
    mnps: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Divided>>,
}

#[derive(Serialize)]
struct Divided {
    hub: String,
    own: String,
    nodes: u64,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads as usize).build()?;
        pool.install(|| match &self.work.epd {
            Some(path) => self.check(path),
            None => self.count(),
        })
    }

    fn count(&self) -> anyhow::Result<bool> {
        let game = self.position.game()?;
        let mut output = io::stdout().lock();
        for depth in 1..=self.work.depth.unwrap_or_default() {
            let is_last = Some(depth) == self.work.depth;
            let begun = Instant::now();
            let mut divided = None;
            let nodes = if self.threads > 1 || (self.divide && is_last) {
                let counts = game.divide(depth);
                let sum = counts.iter().map(|(_, nodes)| nodes).sum();
                divided = (self.divide && is_last).then_some(counts);
                sum
            } else {
                game.perft(depth, &AtomicBool::new(false))
            };
            let seconds = begun.elapsed().as_secs_f64();
            let mnps = nodes as f64 / seconds.max(1e-9) / 1e6;
            let divided: Option<Vec<Divided>> = divided.map(|counts| {
                let listed = counts.into_iter().map(|(text, nodes)| Divided {
                    hub: text.hub,
                    own: text.own,
                    nodes,
                });
                listed.collect()
            });
            if self.json {
                let counted = Counted { depth, nodes, seconds, mnps, divide: divided };
                super::write_json(&mut output, &counted)?;
                continue;
            }
            for Divided { hub, own, nodes } in divided.into_iter().flatten() {
                writeln!(output, "{hub}\t{own}\t{nodes}")?;
            }
            writeln!(output, "{depth:2} {nodes:16} {seconds:9.3} s {mnps:9.2} Mn/s")?;
        }
        Ok(true)
    }

    /// Checks a file and names every line that differs.
    fn check(&self, path: &PathBuf) -> anyhow::Result<bool> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let mut output = io::stdout().lock();
        let mut game = self.position.game()?;
        let (mut lines, mut counts, mut wrong) = (0, 0, 0);
        for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = || format!("{name}, line {}", i + 1);
            let (fen, told) =
                line.split_once(';').with_context(|| format!("{}: no counts", place()))?;
            let fen = fen.trim();
            game.set_position(&PositionText::guess(fen)).with_context(place)?;
            lines += 1;
            for count in told.split(';') {
                let (kind, depth, expected) = read_count(count).with_context(place)?;
                if self.max_depth.is_some_and(|most| depth > most) {
                    continue;
                }
                counts += 1;
                let found = match kind {
                    Kind::Lines => self.lines(&*game, depth),
                    Kind::Results => game.distinct(depth),
                };
                if found != expected {
                    wrong += 1;
                    let (what, place) = (count.trim(), place());
                    writeln!(output, "{place}: {what} expected, {found} found: {fen}")?;
                }
            }
        }
        if counts == 0 {
            bail!("{name} has no counts to check");
        }
        writeln!(output, "{lines} positions, {counts} counts, {wrong} wrong")?;
        Ok(wrong == 0)
    }

    fn lines(&self, game: &dyn AnyGame, depth: u32) -> u64 {
        if self.threads > 1 && depth > 0 {
            game.divide(depth).iter().map(|(_, nodes)| nodes).sum()
        } else {
            game.perft(depth, &AtomicBool::new(false))
        }
    }
}

/// What is counted.
enum Kind {
    Lines,
    Results,
}

/// Reads `D3 302`.
fn read_count(text: &str) -> anyhow::Result<(Kind, u32, u64)> {
    let mut words = text.split_whitespace();
    let (Some(what), Some(count), None) = (words.next(), words.next(), words.next()) else {
        bail!("'{}' is no count: expected D or R, a depth and a number", text.trim());
    };
    let (kind, depth) = match (what.strip_prefix('D'), what.strip_prefix('R')) {
        (Some(depth), _) => (Kind::Lines, depth),
        (_, Some(depth)) => (Kind::Results, depth),
        _ => bail!("'{what}' is neither D nor R and a depth"),
    };
    let depth = depth.parse().ok().filter(|depth| *depth <= MAX_DEPTH);
    let depth =
        depth.with_context(|| format!("'{what}': the depth is not one of 0 to {MAX_DEPTH}"))?;
    let count = count.parse().with_context(|| format!("'{count}' is no number"))?;
    Ok((kind, depth, count))
}

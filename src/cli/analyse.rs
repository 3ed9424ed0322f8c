//! `damier analyse`: what the search thinks of a position, or of many.

mod record;
mod single;
pub(in crate::cli) mod stream;

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use damier::clock;
use damier::engine::AnyEngine;
use damier::game::Notation;
use damier::search::{Limits, MAX_DEPTH, Request};
use damier::skill::Skill;

/// Search a position, or many, and tell the best move
///
/// For one position: draws the board, then tells a line an iteration: depth, score in men for the
/// side to move (99.93 is a win in 7 plies), nodes, seconds, and the best line.
///
/// With --file, or what comes through a pipe, a line is a position: a FEN or a Hub position, and
/// moves played from there behind a semicolon; empty lines and those that begin with # are passed
/// over. Each is answered by a line, in order and at once.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  damier analyse -g impasse --depth 6 --json\n  damier analyse -g poddavki --nodes 10000 --file openings/poddavki.fen --jobs 2"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: super::PositionArguments,

    #[command(flatten)]
    limits: LimitArguments,

    /// Analyse the positions in this file, a line each; - is standard input. What a pipe brings
    /// within a second is read without being asked for, if there is no --fen and no --moves.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    file: Option<PathBuf>,

    /// Positions that are analysed at the same time, each with a table and threads of its own.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,

    /// How many of the best moves are told, each with its line.
    #[arg(allow_negative_numbers = true, long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,

    /// Look at these moves only, with blanks between them.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    search_moves: String,

    /// Play worse on purpose, 0 to 20: less deep, and not always the best move.
    #[arg(allow_negative_numbers = true, long, value_name = "LEVEL", default_value_t = Skill::FULL, value_parser = clap::value_parser!(u8).range(0..=i64::from(Skill::FULL)))]
    skill: u8,

    /// What chance --skill goes by.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Threads for each position.
    #[arg(allow_negative_numbers = true, long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Megabytes of each transposition table.
    #[arg(allow_negative_numbers = true, long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash: u64,

    /// JSON: one object a position and nothing else.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Debug, Args)]
#[group(required = true, multiple = true)]
pub(in crate::cli) struct LimitArguments {
    /// Plies.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,

    /// Nodes.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Seconds.
    #[arg(allow_negative_numbers = true, long, value_name = "S", value_parser = seconds)]
    time: Option<f64>,
}

impl LimitArguments {
    pub(in crate::cli) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(clock::move_time),
            proof_is_enough: true,
            forced_is_enough: false,
        }
    }
}

/// The limits as they are asked for.
impl std::fmt::Display for LimitArguments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let told = [
            self.depth.map(|plies| format!("depth {plies}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.time.map(|seconds| format!("{seconds} s")),
        ];
        f.write_str(&told.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(seconds),
        _ => Err("expected a number of seconds, 0 or more".to_owned()),
    }
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let source = match &self.file {
            Some(path) => Some(stream::open(path)?),
            None if self.position.is_given() => None,
            None => stream::piped(),
        };
        match source {
            Some(source) => stream::run(&self, source),
            None if self.jobs > 1 => bail!("--jobs needs the positions of a --file or a pipe"),
            None => single::run(&self),
        }
    }

    /// An engine as the arguments want it.
    fn engine(&self) -> anyhow::Result<Box<dyn AnyEngine>> {
        let bytes = usize::try_from(self.hash << 20).context("--hash is too large")?;
        let mut engine = self.position.variant().engine(self.threads as usize, bytes)?;
        self.position.game.set_options(engine.game_mut())?;
        engine.get_ready();
        Ok(engine)
    }

    /// What is to be searched in the position of the engine.
    fn request(&self, engine: &dyn AnyEngine) -> anyhow::Result<Request> {
        let find = |text| engine.game().find(text, Notation::Hub);
        let only = self.search_moves.split_whitespace().map(find);
        Ok(Request {
            limits: self.limits.limits(),
            lines: self.multipv.into(),
            only: only.collect::<Result<_, _>>().context("--search-moves")?,
            skill: Some(Skill { level: self.skill, seed: self.seed }),
        })
    }
}

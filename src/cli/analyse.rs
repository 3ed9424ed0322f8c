//! `damier analyse`: what the search thinks of a position.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use damier::clock;
use damier::diagram;
use damier::engine::{Answer, News};
use damier::search::{Control, Limits, MAX_DEPTH};
use serde::Serialize;

/// Search a position and tell the best move
///
/// Draws the board, then tells a line an iteration: depth, score in men for the side to move
/// (99.xx is a win, the game ends in 100.00 - 99.xx plies/100), nodes, seconds, and the best line.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier analyse -g impasse --depth 6 --json")]
pub(super) struct Arguments {
    #[command(flatten)]
    position: super::PositionArguments,

    #[command(flatten)]
    limits: LimitArguments,

    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Megabytes of the transposition table.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash: u64,

    /// One JSON object and nothing else.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
struct LimitArguments {
    /// Plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,

    /// Nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Seconds.
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<f64>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(seconds),
        _ => Err("expected a number of seconds, 0 or more".to_owned()),
    }
}

/// A text for Hub and one for people.
#[derive(Serialize)]
struct Both<T> {
    hub: T,
    own: T,
}

#[derive(Serialize)]
struct Analysis {
    variant: &'static str,
    fen: String,
    depth: u32,
    /// Men, for the side to move.
    score: f64,
    /// Plies to the end, if one is forced.
    distance: Option<u32>,
    nodes: u64,
    /// Seconds.
    time: f64,
    /// Nodes a second.
    nps: u64,
    pv: Both<Vec<String>>,
    best_move: Option<Both<String>>,
    /// The result, if the game is over.
    result: Option<String>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let bytes = usize::try_from(self.hash << 20).context("--hash is too large")?;
        let mut engine = self.position.variant().engine(self.threads as usize, bytes)?;
        self.position.set(engine.game_mut())?;
        let (fen, result) = (engine.game().fen(), engine.game().result());
        // Not locked: the search writes its lines from another thread.
        let mut output = io::stdout();
        if !self.json {
            let game = engine.game();
            write!(output, "{}", diagram::text(game.facts(), &game.hub()))?;
            writeln!(output, "{fen}\n{} to move", game.side())?;
            if let Some(result) = result {
                writeln!(output, "the game is over: {result}")?;
                return Ok(true);
            }
        }
        let limits = Limits {
            depth: self.limits.depth,
            nodes: self.limits.nodes,
            time: self.limits.time.map(clock::move_time),
            proof_is_enough: true,
            forced_is_enough: false,
        };
        engine.get_ready();
        let control = Control::new(Instant::now(), false);
        let mut lines = Vec::new();
        let mut failed = None;
        let answer = if result.is_some() {
            None
        } else {
            Some(engine.search(limits, &control, &mut |news| {
                if self.json || failed.is_some() {
                    return;
                }
                lines.clear();
                write_line(&mut lines, &news);
                if let Err(error) =
                    io::stdout().write_all(&lines).and_then(|()| io::stdout().flush())
                {
                    failed = Some(error);
                    control.stop();
                }
            }))
        };
        if let Some(error) = failed {
            return Err(error.into());
        }
        if self.json {
            let analysis = Analysis::new(self.position.variant().name(), fen, answer, result);
            super::write_json(&mut output, &analysis)?;
        } else if let Some(best) = answer.and_then(|answer| answer.best) {
            writeln!(output, "best move: {} (Hub {})", best.own, best.hub)?;
        }
        Ok(true)
    }
}

fn write_line(output: &mut Vec<u8>, news: &News) {
    let pv: Vec<&str> = news.pv.iter().map(|turn| turn.own.as_str()).collect();
    // Writing to memory cannot fail.
    let _ = writeln!(
        output,
        "depth {:2}  score {:>6}  nodes {:>11}  time {:8.3}  pv {}",
        news.depth,
        news.score.to_string(),
        news.nodes,
        news.time.as_secs_f64(),
        pv.join(" ")
    );
}

impl Analysis {
    fn new(
        variant: &'static str,
        fen: String,
        answer: Option<Answer>,
        result: Option<damier::game::GameResult>,
    ) -> Analysis {
        let result = result.map(|result| result.to_string());
        let Some(Answer { best, news, .. }) = answer else {
            let pv = Both { hub: Vec::new(), own: Vec::new() };
            return Analysis {
                variant,
                fen,
                depth: 0,
                score: 0.0,
                distance: None,
                nodes: 0,
                time: 0.0,
                nps: 0,
                pv,
                best_move: None,
                result,
            };
        };
        let (hub, own) = news.pv.iter().map(|turn| (turn.hub.clone(), turn.own.clone())).unzip();
        Analysis {
            variant,
            fen,
            depth: news.depth,
            score: news.score.men(),
            distance: news.score.plies_to_end(),
            nodes: news.nodes,
            time: news.time.as_secs_f64(),
            nps: news.nps() as u64,
            pv: Both { hub, own },
            best_move: best.map(|best| Both { hub: best.hub, own: best.own }),
            result,
        }
    }
}

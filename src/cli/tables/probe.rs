//! `damier tables probe`: what tables know of a position.

use std::io::{self, Write};

use anyhow::Context;
use clap::Args;
use damier::any::PositionText;
use damier::game::Outcome;
use damier::tables::any::TurnJudgement;
use serde::Serialize;

/// Tell what tables know of a position: its value for the side to move, how far the end is, and the
/// best moves
///
/// Values do not know draws by counting or repetition. The exit code is 1 if no table knows the position.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier tables probe -g poddavki --fen W:WKa1:BKh8")]
pub(super) struct Arguments {
    #[command(flatten)]
    position: crate::cli::PositionArguments,

    #[command(flatten)]
    sources: super::SourceArguments,

    /// A JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Told {
    fen: String,
    value: Option<&'static str>,
    distance: Option<u32>,
    best: Vec<String>,
    moves: Vec<ToldMove>,
}

#[derive(Serialize)]
struct ToldMove {
    hub: String,
    own: String,
    value: Option<&'static str>,
    distance: Option<u32>,
}

fn word(value: Option<Outcome>) -> Option<&'static str> {
    value.map(|value| match value {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    })
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let game = self.position.game()?;
        let (tables, _) = self.sources.open(&self.position.game)?;
        let fen = game.fen();
        let judgement = tables.judge(&PositionText::Fen(&fen)).context("bad position")?;
        let is_known = judgement.value.is_some();
        let best = judgement.turns.iter().filter(|turn| turn.is_best);
        let best: Vec<String> = best.map(|turn| turn.text.own.clone()).collect();
        let mut output = io::stdout().lock();
        if self.json {
            let told = |turn: TurnJudgement| ToldMove {
                hub: turn.text.hub,
                own: turn.text.own,
                value: word(turn.value),
                distance: turn.distance,
            };
            let told = Told {
                fen,
                value: word(judgement.value),
                distance: judgement.distance,
                best,
                moves: judgement.turns.into_iter().map(told).collect(),
            };
            crate::cli::write_json(&mut output, &told)?;
        } else if let Some(value) = word(judgement.value) {
            writeln!(output, "value    {value}")?;
            if let Some(plies) = judgement.distance {
                writeln!(output, "distance {plies} plies")?;
            }
            if !best.is_empty() {
                writeln!(output, "best     {}", best.join(" "))?;
            }
        } else {
            eprintln!("damier: no table knows this position");
        }
        Ok(is_known)
    }
}

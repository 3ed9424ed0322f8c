//! `damier diagram`: a picture of a position.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use damier::any::AnyGame;
use damier::diagram::Drawing;
use damier::game::Notation;

/// Draw a position, as SVG or for the terminal
///
/// With --moves the last move is shown: arrows, and crosses where pieces were taken off.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  damier diagram -g extreme -o start.svg\n  damier diagram -g impasse --moves \"d2f4\" --ansi"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: super::PositionArguments,

    #[command(flatten)]
    target: Target,

    /// Leave out the names of the squares.
    #[arg(long)]
    no_labels: bool,
}

/// Where the picture goes.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Target {
    /// Write SVG to this file; - is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Draw with colours in the terminal.
    #[arg(long)]
    ansi: bool,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let mut game = self.position.variant().game();
        let last = self.position.set_but_last(&mut *game)?;
        let turn = last.map(|text| last_turn(&mut *game, text)).transpose()?;
        let hub = game.hub();
        let mut drawing = Drawing::new(game.facts(), &hub);
        if let Some(turn) = &turn {
            drawing = drawing.after(turn);
        }
        let mut output = io::stdout();
        match &self.target.output {
            None => write!(output, "{}", drawing.ansi())?,
            Some(path) => {
                let svg = drawing.svg(!self.no_labels);
                if path.as_os_str() == "-" {
                    output.write_all(svg.as_bytes())?;
                } else {
                    fs::write(path, svg)
                        .with_context(|| format!("cannot write {}", path.display()))?;
                }
            }
        }
        Ok(true)
    }
}

/// Plays the last move and tells its Hub text.
fn last_turn(game: &mut dyn AnyGame, text: &str) -> anyhow::Result<String> {
    let fen = game.fen();
    let index =
        game.find(text, Notation::Hub).with_context(|| format!("last move, after {fen}"))?;
    let turn = game.turn(index);
    game.play(text, Notation::Hub)?;
    Ok(turn.hub)
}

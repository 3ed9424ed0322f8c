//! `damier moves`: the legal moves of a position and where they lead.

use std::io::{self, BufWriter, Write};

use clap::Args;
use serde::Serialize;

/// List the legal moves of a position
///
/// A move a line, four fields with tabs between them: Hub text, the text of the game's players,
/// the FEN after it, and the result if it ends the game or - if not. A finished game lists
/// nothing and tells its result on standard error.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier moves -g poddavki --moves \"c3-d4 d6-c5\"")]
pub(super) struct Arguments {
    #[command(flatten)]
    position: super::PositionArguments,

    /// A JSON array, an object a move.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ListedMove {
    hub: String,
    own: String,
    fen: String,
    result: Option<String>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let game = self.position.game()?;
        let mut output = BufWriter::new(io::stdout().lock());
        let moves = game.legal().into_iter().map(|legal| ListedMove {
            hub: legal.text.hub,
            own: legal.text.own,
            fen: legal.fen,
            result: legal.result.map(|result| result.to_string()),
        });
        if self.json {
            super::write_json(&mut output, &moves.collect::<Vec<_>>())?;
        } else {
            for ListedMove { hub, own, fen, result } in moves {
                let result = result.as_deref().unwrap_or("-");
                writeln!(output, "{hub}\t{own}\t{fen}\t{result}")?;
            }
        }
        output.flush()?;
        if let Some(result) = game.result() {
            eprintln!("{result}");
        }
        Ok(true)
    }
}

//! `damier tables info`: lists tables.

use std::io::{self, BufWriter, Write};

use clap::Args;

/// List the tables that there are for a game
///
/// A line a table: the pieces of the side to move and of the other, positions, how many of them
/// are won, drawn and lost for the side to move, bytes, and whether distances are known and the table is part
/// of the program. The exit code is 1 if some file cannot be used.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier tables info -g poddavki --dir tables")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: crate::cli::GameArguments,

    #[command(flatten)]
    sources: super::SourceArguments,

    /// A JSON array, an object a table.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let (tables, is_whole) = self.sources.open(&self.game)?;
        let tables = tables.list();
        let mut output = BufWriter::new(io::stdout().lock());
        if self.json {
            crate::cli::write_json(&mut output, &tables)?;
        } else {
            for table in &tables {
                let distances = if table.distances { " distances" } else { "" };
                let builtin = if table.builtin { " builtin" } else { "" };
                writeln!(
                    output,
                    "{:<12} {:>12} positions {:>11} won {:>11} drawn {:>11} lost {:>10}{distances}{builtin}",
                    table.material,
                    table.positions,
                    table.won,
                    table.drawn,
                    table.lost,
                    super::bytes(table.bytes),
                )?;
            }
        }
        output.flush()?;
        Ok(is_whole)
    }
}

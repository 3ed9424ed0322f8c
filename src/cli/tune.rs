//! `damier tune`: games of the engine against itself, and what is learnt from them.

mod fit;
mod selfplay;
mod spsa;

use clap::{Args, Subcommand};

/// Play games to learn from, and fit weights to them
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Selfplay(selfplay::Arguments),
    Fit(fit::Arguments),
    Spsa(spsa::Arguments),
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        match self.command {
            Command::Selfplay(arguments) => arguments.run(),
            Command::Fit(arguments) => arguments.run(),
            Command::Spsa(arguments) => arguments.run(),
        }
    }
}

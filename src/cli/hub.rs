//! `damier hub`: the Hub protocol on standard input and output.

use std::io::{self, IsTerminal};

use clap::Args;
use damier::games::Variant;
use damier::protocol::hub;

/// Speak the Hub protocol on standard input and output
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier hub -g poddavki")]
pub(super) struct Arguments {
    /// The game until the client chooses another.
    #[arg(short = 'g', long = "game", value_name = "VARIANT", default_value = "normal")]
    variant: Variant,

    /// Milliseconds between two lines, for clients that lose lines that come together.
    #[arg(long, value_name = "MS", env = "DAMIER_LINE_DELAY_MS", default_value_t = 0)]
    line_delay: u64,
}

impl Default for Arguments {
    fn default() -> Arguments {
        let line_delay = std::env::var("DAMIER_LINE_DELAY_MS").ok();
        let line_delay = line_delay.and_then(|delay| delay.parse().ok()).unwrap_or(0);
        Arguments { variant: Variant::International, line_delay }
    }
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        if io::stdin().is_terminal() {
            eprintln!(
                "damier waits for commands of the Hub protocol; damier --help tells what else it does."
            );
        }
        let options = hub::Options { variant: self.variant, line_delay: self.line_delay };
        hub::run(io::stdin(), io::stdout(), options)?;
        Ok(true)
    }
}

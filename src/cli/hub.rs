//! `damier hub`: the Hub protocol on standard input and output.

use std::io::{self, IsTerminal};

use anyhow::Context;
use clap::Args;
use damier::games::Variant;
use damier::protocol::hub;

/// Speak the Hub protocol on standard input and output
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier hub -g poddavki --option threads=2")]
pub(super) struct Arguments {
    /// The game until the client chooses another.
    #[arg(short = 'g', long = "game", value_name = "VARIANT", default_value = "normal")]
    variant: Variant,

    /// Milliseconds between two lines, for clients that lose lines that come together; if it is
    /// left out, the environment variable DAMIER_LINE_DELAY_MS tells them. 1000 at most.
    #[arg(allow_negative_numbers = true, long, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=1_000))]
    line_delay: Option<u64>,

    /// A parameter and its value, such as threads=2, as a client would set it; may be given
    /// several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments { variant: Variant::International, line_delay: None, options: Vec::new() }
    }
}

/// The delay that the environment tells; an empty variable tells none.
fn environment_delay() -> anyhow::Result<u64> {
    match std::env::var("DAMIER_LINE_DELAY_MS") {
        Ok(delay) if !delay.trim().is_empty() => delay.trim().parse().with_context(|| {
            format!("DAMIER_LINE_DELAY_MS is '{delay}', not a whole number of milliseconds")
        }),
        _ => Ok(0),
    }
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let line_delay = self.line_delay.map_or_else(environment_delay, Ok)?;
        if io::stdin().is_terminal() {
            eprintln!(
                "damier waits for commands of the Hub protocol; damier --help tells what else it does."
            );
        }
        let parameters = self.options.iter().map(|option| {
            let (name, value) = super::name_and_value(option)?;
            Ok((name.to_owned(), value.to_owned()))
        });
        let parameters = parameters.collect::<anyhow::Result<_>>()?;
        let options = hub::Options { variant: self.variant, line_delay, parameters };
        hub::run(io::stdin(), io::stdout(), options)?;
        Ok(true)
    }
}

//! The command line. Each subcommand has a room of its own; what several of them ask for (game,
//! position, turns) is read here.

mod analyse;
mod bench;
mod book;
mod diagram;
mod dxp;
mod guard;
mod hub;
mod interrupt;
mod moves;
mod openings;
mod output;
mod pdn;
mod perft;
mod solve;
mod tables;
mod tournament;
mod tune;
mod variants;

use std::fmt;
use std::io::{self, Write};

use anyhow::Context;
use clap::{ArgAction, Args, Parser, Subcommand};
use damier::any::{AnyGame, PositionText};
use damier::game::Notation;
use damier::games::Variant;
use log::LevelFilter;

/// A search engine for Poddavki, Impasse, Extreme Checkers and the draughts family.
///
/// Without a command it speaks the Hub protocol on standard input and output, for draughts GUIs
/// and scripts.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLE, arg_required_else_help = false)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// Log to standard error: -v what happens, -vv every line (RUST_LOG says it finer).
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
}

const EXAMPLE: &str = "Example:\n  damier analyse -g poddavki --depth 12";

#[derive(Debug, Subcommand)]
enum Command {
    Hub(hub::Arguments),
    Dxp(dxp::Arguments),
    Variants(variants::Arguments),
    Moves(moves::Arguments),
    Perft(perft::Arguments),
    #[command(alias = "analyze")]
    Analyse(analyse::Arguments),
    Bench(bench::Arguments),
    // A match is much the largest command.
    Match(Box<tournament::Arguments>),
    #[command(hide = true)]
    Guard(guard::Arguments),
    Diagram(diagram::Arguments),
    Pdn(pdn::Arguments),
    Openings(openings::Arguments),
    Book(book::Arguments),
    Tune(tune::Arguments),
    Tables(tables::Arguments),
    Solve(Box<solve::Arguments>),
}

impl Arguments {
    /// Starts the log on standard error; it is silent unless asked for.
    pub(crate) fn start_log(&self) {
        let level = match self.verbose {
            0 => LevelFilter::Off,
            1 => LevelFilter::Info,
            _ => LevelFilter::Debug,
        };
        env_logger::Builder::new().filter_level(level).parse_default_env().init();
    }

    /// Does what is asked for; false if a check failed.
    pub(crate) fn run(self) -> anyhow::Result<bool> {
        match self.command {
            None => hub::Arguments::default().run(),
            Some(Command::Hub(arguments)) => arguments.run(),
            Some(Command::Dxp(arguments)) => arguments.run(),
            Some(Command::Variants(arguments)) => arguments.run(),
            Some(Command::Moves(arguments)) => arguments.run(),
            Some(Command::Perft(arguments)) => arguments.run(),
            Some(Command::Analyse(arguments)) => arguments.run(),
            Some(Command::Bench(arguments)) => arguments.run(),
            Some(Command::Match(arguments)) => arguments.run(),
            Some(Command::Guard(arguments)) => arguments.run(),
            Some(Command::Diagram(arguments)) => arguments.run(),
            Some(Command::Pdn(arguments)) => arguments.run(),
            Some(Command::Openings(arguments)) => arguments.run(),
            Some(Command::Book(arguments)) => arguments.run(),
            Some(Command::Tune(arguments)) => arguments.run(),
            Some(Command::Tables(arguments)) => arguments.run(),
            Some(Command::Solve(arguments)) => arguments.run(),
        }
    }
}

/// Whether an error says only that nobody reads the output any more.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Writes a line to standard output.
///
/// # Errors
/// If it cannot be written, as when nobody reads it any more.
fn say(line: impl fmt::Display) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{line}")
}

/// The game that is meant.
#[derive(Clone, Debug, Args)]
struct GameArguments {
    /// The game: a name or alias that `damier variants` lists.
    #[arg(short = 'g', long = "game", value_name = "VARIANT")]
    variant: Variant,

    /// An option of its rules, such as kings15=on; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl GameArguments {
    /// Gives a game its options.
    fn set_options(&self, game: &mut dyn AnyGame) -> anyhow::Result<()> {
        for option in &self.options {
            let (name, value) = name_and_value(option)?;
            game.set_option(name, value)?;
        }
        Ok(())
    }
}

/// Takes `name=value` apart.
fn name_and_value(option: &str) -> anyhow::Result<(&str, &str)> {
    let (name, value) = option
        .split_once('=')
        .with_context(|| format!("option '{option}' has not the form name=value"))?;
    Ok((name.trim(), value.trim()))
}

/// The position that is meant.
#[derive(Clone, Debug, Args)]
struct PositionArguments {
    #[command(flatten)]
    game: GameArguments,

    /// The position, as FEN or Hub string; the start of the game if it is left out.
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,

    /// Moves played from there, with blanks between them, as Hub or the game's players write them.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
}

impl PositionArguments {
    fn variant(&self) -> Variant {
        self.game.variant
    }

    /// Whether there is a position other than the start of the game.
    fn is_given(&self) -> bool {
        self.fen.is_some() || !self.moves.is_empty()
    }

    /// Brings a game to the position.
    fn set(&self, game: &mut dyn AnyGame) -> anyhow::Result<()> {
        if let Some(last) = self.set_but_last(game)? {
            let played = game.play(last, Notation::Hub);
            played.with_context(|| format!("last move, after {}", game.fen()))?;
        }
        Ok(())
    }

    /// Brings a game to where the last move is still to be played, if there is one.
    fn set_but_last(&self, game: &mut dyn AnyGame) -> anyhow::Result<Option<&str>> {
        self.game.set_options(game)?;
        if let Some(fen) = &self.fen {
            let read = game.set_position(&PositionText::guess(fen));
            read.with_context(|| format!("bad position for {}", game.facts().name))?;
        }
        let mut moves = self.moves.split_whitespace();
        let last = moves.next_back();
        for (i, turn) in moves.enumerate() {
            let played = game.play(turn, Notation::Hub);
            played.with_context(|| format!("move {}, after {}", i + 1, game.fen()))?;
        }
        Ok(last)
    }

    /// A game that has come to the position.
    fn game(&self) -> anyhow::Result<Box<dyn AnyGame>> {
        let mut game = self.variant().game();
        self.set(&mut *game)?;
        Ok(game)
    }
}

/// Writes a JSON object and ends its line.
fn write_json(output: &mut impl Write, value: &impl serde::Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string(value)?;
    Ok(writeln!(output, "{text}")?)
}

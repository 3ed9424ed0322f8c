//! `damier solve`: who wins a position, proven.

mod campaign;
mod check;
mod single;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use damier::games::Variant;
use damier::solve::any::{AnySolver, Means};
use damier::tables::material::MOST_PIECES;
use damier::tables::store::Sources;
use damier::tournament::schedule::Share;

/// Prove who wins a position
///
/// Tells the value for the side to move: win, draw, loss, at least draw, at most draw, or unknown
/// if the budget was too small. Draws by counting are left out, as in endgame tables; a repetition
/// wins for nobody, and no win leans on one. How it goes is told on standard error. Ctrl-C ends it. The exit code is 1
/// if the value stays unknown.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  damier solve -g poddavki --fen W:Wa1,c3,e3:Bb8,d6,f6,h8 --time 60\n  damier solve -g poddavki --moves g3-f4 --hash 4096 --threads 2 --tables tables --state g3-f4.state --proof g3-f4.proof\n  damier solve --check g3-f4.proof --tables tables"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// The game: a name or alias that `damier variants` lists.
    #[arg(short = 'g', long = "game", value_name = "VARIANT", required_unless_present_any = ["check", "campaign"])]
    variant: Option<Variant>,

    /// An option of its rules, such as kings15=on; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// The position, as FEN or Hub string; the start of the game if it is left out.
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,

    /// Moves played from there, with blanks between them, as Hub or the game's players write them.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Nodes; without this and --time it goes on until it knows.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Seconds.
    #[arg(allow_negative_numbers = true, long, value_name = "S", value_parser = super::analyse::seconds)]
    time: Option<f64>,

    /// Megabytes of the table of positions.
    #[arg(allow_negative_numbers = true, long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash: u64,

    /// Threads.
    #[arg(allow_negative_numbers = true, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// A folder with endgame tables, besides those of the program.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// Ask endgame tables for positions with at most so many pieces; 0 for none.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = MOST_PIECES, value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_PIECES)))]
    tables_pieces: u32,

    /// Keep what is known in this file, and go on with what it knows.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Seconds from one writing of --state to the next.
    #[arg(allow_negative_numbers = true, long, value_name = "S", default_value_t = 600.0, value_parser = super::analyse::seconds)]
    state_interval: f64,

    /// Write the proof into this file.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// Check a proof instead: by a second move generator, slow and simple.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "options", "fen", "moves", "nodes", "time", "state", "proof"])]
    check: Option<PathBuf>,

    /// Solve many positions, as this file tells in TOML, each helped by what was proven before.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "options", "fen", "moves", "nodes", "time", "hash", "threads", "tables", "tables_pieces", "state", "proof", "check", "json"])]
    campaign: Option<PathBuf>,

    /// Solve the I-th of N shares of the campaign.
    #[arg(long, value_name = "I/N", requires = "campaign")]
    worker: Option<Share>,

    /// A JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Merge(MergeArguments),
}

/// Join the files of proven positions of the shares of one campaign
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  damier solve merge openings-1-of-2.proven openings-2-of-2.proven -o openings.proven"
)]
struct MergeArguments {
    /// The files.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The file that is written.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        if let Some(Command::Merge(merge)) = &self.command {
            return campaign::merge(&merge.files, &merge.output);
        }
        match (&self.check, &self.campaign, self.variant) {
            (Some(path), _, _) => check::run(&self, path),
            (None, Some(path), _) => campaign::run(path, self.worker),
            (None, None, Some(variant)) => single::run(&self, variant),
            (None, None, None) => anyhow::bail!("there is no game: -g names it"),
        }
    }

    /// The endgame tables that are asked.
    fn sources(&self) -> Sources {
        Sources {
            is_on: self.tables_pieces > 0,
            folder: self.tables.clone(),
            pieces: self.tables_pieces,
            proven: None,
        }
    }

    fn position(&self, variant: Variant) -> super::PositionArguments {
        super::PositionArguments {
            game: super::GameArguments { variant, options: self.options.clone() },
            fen: self.fen.clone(),
            moves: self.moves.clone(),
        }
    }

    fn solver(&self, variant: Variant) -> anyhow::Result<Box<dyn AnySolver>> {
        let options: Vec<(&str, &str)> = self
            .options
            .iter()
            .map(|text| super::name_and_value(text))
            .collect::<Result<_, _>>()?;
        let means = Means {
            hash: usize::try_from(self.hash << 20).context("--hash is too large")?,
            threads: self.threads.into(),
            tables: self.sources(),
        };
        let (solver, refused) = variant.solver(&options, &means)?;
        for file in &refused {
            eprintln!("damier: {file}");
        }
        Ok(solver)
    }
}

/// Writes a file first beside its name, so that a file of that name is always whole.
fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut output = crate::cli::output::Output::open(Some(path))?;
    output.write_all(bytes)?;
    output.finish()
}

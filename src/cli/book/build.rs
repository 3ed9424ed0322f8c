//! `damier book build`: games that leave a book, and what the search makes of where they do.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use clap::{ArgGroup, Args};
use damier::book::expand::{self, Ending, Stop};
use damier::book::{Book, Plan};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::interrupt;

/// Make an opening book, or go on with one
///
/// Each game goes from the start by the moves of the book, the best and, the less far the worse
/// they are, the others, to where it leaves the book. That position is searched and added with its
/// best moves, and their scores go back to the start (drop-out expansion, T. R. Lincke, 2001).
///
/// The file is whole at any time: begun again with the same options, or more --games, the program
/// goes on with it. With one thread and --nodes the book does not depend on interruptions.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("limit").required(true),
    after_help = "Example:\n  damier book build -g poddavki --plies 20 --width 4 --games 1000 --nodes 200000 --out poddavki.dbook"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: crate::cli::GameArguments,

    /// Plies from the start for which the book has moves.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    plies: u32,

    /// The most moves of a position.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    width: u32,

    /// Games, of which each adds a position; those of the file count.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// A move that is so many hundredths of a man worse than the best is followed a ply less far.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    ply_value: u32,

    /// Nodes for each position.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), group = "limit")]
    nodes: Option<u64>,

    /// Seconds for each position.
    #[arg(allow_negative_numbers = true, long, value_name = "S", value_parser = crate::cli::analyse::seconds, group = "limit")]
    time: Option<f64>,

    /// Threads that search.
    #[arg(allow_negative_numbers = true, long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Megabytes of the transposition table.
    #[arg(allow_negative_numbers = true, long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash: u64,

    /// The file of the book; if it is there, the program goes on with it.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// A plan, but for its game, in the words of the command line.
pub(super) fn told(plan: &Plan) -> String {
    let mut words = format!(
        "--plies {} --width {} --ply-value {} --threads {} --hash {}",
        plan.plies, plan.width, plan.ply_value, plan.threads, plan.hash
    );
    if let Some(nodes) = plan.nodes {
        words += &format!(" --nodes {nodes}");
    }
    if let Some(time) = plan.time {
        words += &format!(" --time {}", time as f64 / 1e3);
    }
    words
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let plan = self.plan()?;
        let mut book = match Book::load(&self.out) {
            Ok(book) => book,
            Err(error) if error.is_missing() => Book::new(plan.clone()),
            Err(error) => return Err(error.into()),
        };
        if let Some(what) = book.plan().difference(&plan) {
            bail!(
                "{} was made by another plan: {what} differs; give another name, or the options of the first time",
                self.out.display()
            );
        }
        // What cannot be written is told before anything is searched.
        book.save(&self.out)?;
        let stop = Arc::new(Stop::default());
        let asked = Arc::clone(&stop);
        interrupt::do_instead(move || asked.ask())?;
        let games = self.games as usize;
        let bar = progress(&book, games);
        let ending = expand::expand(&mut book, games, &stop, &mut |book| {
            book.save(&self.out)?;
            bar.inc(1);
            bar.set_message(format!("{} plies, score {}", book.plies(), book.worth(0)));
            Ok(())
        });
        bar.finish_and_clear();
        let ending = ending?;
        let (name, positions) = (self.out.display(), book.graph().places().len());
        crate::cli::say(format_args!("{name}: {positions} positions, {} plies", book.plies()))?;
        match ending {
            Ending::Done => {}
            Ending::Exhausted => eprintln!("damier: there is nothing more to search"),
            Ending::Stopped => std::process::exit(interrupt::INTERRUPTED),
        }
        Ok(true)
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let mut game = self.game.variant.game();
        self.game.set_options(&mut *game)?;
        let options = game.options().into_iter();
        Ok(Plan {
            variant: game.facts().name.to_owned(),
            options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            plies: self.plies,
            width: self.width,
            ply_value: self.ply_value,
            nodes: self.nodes,
            time: self.time.map(|seconds| (seconds * 1e3).ceil() as u64),
            threads: self.threads,
            hash: self.hash,
        })
    }
}

/// Hidden by itself where nobody watches.
fn progress(book: &Book, games: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} eta {eta}\n{msg}");
    let bar = ProgressBar::new(games as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_position(book.graph().places().len() as u64);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

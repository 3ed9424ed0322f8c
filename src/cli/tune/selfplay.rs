//! `damier tune selfplay`: games that weights can be fitted to.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Context;
use clap::Args;
use damier::batch;
use damier::game::{Game, Settings};
use damier::games::Visitor;
use damier::tournament::openings;
use damier::tune::games::{Header, Played, Writer};
use damier::tune::selfplay::{Plan, Player};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{GameArguments, interrupt, openings as lists};

/// Play games against oneself and keep their quiet positions
///
/// The file grows by a game at a time, in order; whoever is interrupted goes on with the same
/// command. The same seed gives the same file, with any number of threads.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  damier tune selfplay -g poddavki --nodes 1000 --games 10000 --seed 1 --out poddavki.games"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// Nodes for each turn.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    nodes: u64,

    /// How many games the file shall have.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// What chance goes by.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// The file; the name of the game with `.games` if it is left out.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Begin at a position of this list, `builtin` for the one of the program, instead of the start.
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,

    /// Random plies from there: a number, or the least and the most.
    #[arg(long, value_name = "N", default_value = "4-12", value_parser = lists::plies)]
    plies: (u32, u32),

    /// Of a thousand turns behind these so many are random.
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = clap::value_parser!(u32).range(0..=1000))]
    random: u32,

    /// Plies after which a game is called a draw.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    most_plies: u32,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let starts = self.starts()?;
        let text = starts.join("\n");
        let mut game = self.game.variant.game();
        self.game.set_options(&mut *game)?;
        let text_of = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let facts = game.facts();
        let header = Header {
            game: facts.name.to_owned(),
            options: game.options().into_iter().map(text_of).collect(),
            squares: facts.squares.count(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            nodes: self.nodes,
            seed: self.seed,
            plies: self.plies,
            random: self.random,
            openings: (!starts.is_empty()).then(|| crc32fast::hash(text.as_bytes())),
            most_plies: self.most_plies,
        };
        let out = self.out.clone();
        let out = out.unwrap_or_else(|| PathBuf::from(format!("{}.games", facts.name)));
        let variant = self.game.variant;
        variant.visit(Work { arguments: self, header, starts, out })
    }

    /// The FENs of the openings.
    fn starts(&self) -> anyhow::Result<Vec<String>> {
        let Some(name) = &self.openings else { return Ok(Vec::new()) };
        let mut game = self.game.variant.game();
        self.game.set_options(&mut *game)?;
        let list = if name == "builtin" {
            openings::builtin(self.game.variant, &mut *game)?
        } else {
            let text = fs::read_to_string(name).with_context(|| format!("cannot read {name}"))?;
            openings::read(&text, &mut *game).with_context(|| name.clone())?
        };
        let mut starts = Vec::new();
        for opening in &list {
            openings::place(&mut *game, opening).map_err(anyhow::Error::msg)?;
            starts.push(game.fen());
        }
        Ok(starts)
    }
}

/// The games to be played.
struct Work {
    arguments: Arguments,
    header: Header,
    starts: Vec<String>,
    out: PathBuf,
}

impl Visitor for Work {
    type Output = anyhow::Result<bool>;

    fn visit<G: Game>(self) -> anyhow::Result<bool> {
        let mut settings = Settings::defaults(&G::FACTS);
        for (name, value) in &self.header.options {
            settings.set(&G::FACTS, name, value)?;
        }
        let plan: Plan<G> = Plan {
            starts: Plan::<G>::starts(&self.starts, &settings)?,
            plies: self.header.plies,
            random: self.header.random,
            nodes: self.header.nodes,
            most_plies: self.header.most_plies,
            seed: self.header.seed,
        };
        let mut players = Vec::new();
        for _ in 0..self.arguments.threads {
            players.push(Player::new(plan.clone())?);
        }
        let name = self.out.display();
        let opened = Writer::open(&self.out, &self.header);
        let (mut writer, played, positions) = opened.with_context(|| name.to_string())?;

        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        interrupt::do_instead(move || asked.store(true, Relaxed))?;
        let progress = Progress::new(&self.out, self.arguments.games, played, positions);
        let ended = Arc::clone(&stop);
        let numbers = (played..self.arguments.games).take_while(move |_| !ended.load(Relaxed));
        let worker = || {
            let mut player = players.pop();
            let stop = Arc::clone(&stop);
            move |number| player.as_mut().and_then(|player| player.play(number, &stop))
        };
        let mut is_whole = true;
        let kept = batch::in_order(
            numbers.map(Ok),
            self.arguments.threads as usize,
            worker,
            |played: Option<Played>| {
                // Behind a game that was broken off none may stand.
                is_whole &= played.is_some();
                match played.filter(|_| is_whole) {
                    Some(played) => {
                        writer.add(&played)?;
                        progress.add(&played);
                        Ok(())
                    }
                    None => Ok(()),
                }
            },
        );
        kept.with_context(|| format!("cannot write {name}"))?;
        progress.end();
        if stop.load(Relaxed) {
            std::process::exit(interrupt::INTERRUPTED);
        }
        Ok(true)
    }
}

/// What is seen of the games: on a terminal a bar, elsewhere a line at the end.
struct Progress {
    name: String,
    bar: ProgressBar,
    positions: std::cell::Cell<u64>,
}

impl Progress {
    fn new(out: &Path, games: u32, played: u32, positions: u64) -> Progress {
        let style = "{elapsed_precise} {wide_bar} {pos}/{len} games{msg} eta {eta}";
        let style = ProgressStyle::with_template(style);
        // Hidden by itself where nobody watches.
        let bar = ProgressBar::new(games.into())
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            .with_position(played.into());
        bar.reset_eta();
        Progress { name: out.display().to_string(), bar, positions: positions.into() }
    }

    fn add(&self, played: &Played) {
        self.positions.set(self.positions.get() + played.positions.len() as u64);
        self.bar.set_message(format!(" {} positions", self.positions.get()));
        self.bar.inc(1);
    }

    fn end(&self) {
        let (games, positions) = (self.bar.position(), self.positions.get());
        self.bar.finish_and_clear();
        eprintln!("{}: {games} games, {positions} positions", self.name);
    }
}

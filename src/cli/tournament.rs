//! `damier match`: engines play each other, and damier is their referee.

mod progress;
mod report;
mod words;

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use damier::games::Variant;
use damier::tournament::config::{Format, Order, Tournament};
use damier::tournament::limits::{Limits, TimeControl};
use damier::tournament::openings::{self, Opening};
use damier::tournament::player::{BUILTIN, Launcher, Stop};
use damier::tournament::record::GameRecord;
use damier::tournament::runner::Runner;
use damier::tournament::schedule::{Schedule, Share};
use damier::tournament::standings::Standings;
use damier::tournament::store::{self, Store};

use progress::Progress;
use words::Words;

/// Have engines play each other
///
/// Every opening is played twice, with colours exchanged. Each finished game is on disk before the
/// next begins; --resume goes on with the missing ones. Ctrl-C lets the running games end, a second
/// one breaks them off, and so do SIGTERM and SIGHUP at once. FILE tells in TOML what the options tell; what an option tells comes first.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  damier match -g poddavki --nodes 1000 --games 20 --engine builtin name=A --engine builtin name=B nodes=100\n  damier match --engine cmd=\"./scan hub\" name=Scan --engine builtin name=damier -g normal --tc 60+0.5 --games 158 --json games.json --pdn games.pdn\n  damier match match.toml --resume"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// A match as a TOML file.
    file: Option<PathBuf>,

    #[command(flatten)]
    words: Words,

    /// The game: a name or alias that `damier variants` lists.
    #[arg(short = 'g', long = "game", value_name = "VARIANT")]
    variant: Option<Variant>,

    /// An option of its rules, such as kings15=on; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Who plays whom: round-robin, or gauntlet (the first engine against each of the others).
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,

    /// Games of each two engines that meet, an even number.
    #[arg(long, value_name = "N")]
    games: Option<usize>,

    /// A file with an opening a line (a FEN, moves, or `FEN ; moves`), or builtin.
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,

    /// The order of the openings: sequential or random.
    #[arg(long, value_name = "ORDER")]
    order: Option<String>,

    /// What chance goes by in a random order.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// A clock: seconds for the game and for each move (60+0.5), or for so many moves (40/60).
    #[arg(long, value_name = "CONTROL")]
    tc: Option<TimeControl>,

    /// A clock for each engine in place of --tc, in the order of the engines.
    #[arg(long, value_name = "CONTROL", num_args = 1..)]
    tc_each: Vec<TimeControl>,

    /// Seconds for each move.
    #[arg(long, value_name = "S")]
    move_time: Option<f64>,

    /// Nodes for each move.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Plies for each move.
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Seconds by which an engine may be late (0.1 unless told otherwise).
    #[arg(long, value_name = "S")]
    margin: Option<f64>,

    /// Seconds without a sign of life, an `info` or an answer, after which an engine without a
    /// clock is given up (60). However lively it is, after 60 times as long it is as well.
    #[arg(long, value_name = "S")]
    patience: Option<f64>,

    /// Let engines think while their opponents do.
    #[arg(long)]
    ponder: bool,

    /// Games that are played at the same time.
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,

    /// End games by the endgame tables in this folder, besides those of the program.
    #[arg(long, value_name = "DIR")]
    tables: Option<String>,

    /// Write the games as PDN.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    /// Write the games as JSON, one a line: what --resume and merge read.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write what engines say on standard error into this folder.
    #[arg(long, value_name = "FOLDER")]
    log: Option<PathBuf>,

    /// Go on with the games of --json: play those that are missing.
    #[arg(long)]
    resume: bool,

    /// Play the I-th of N shares of the games.
    #[arg(long, value_name = "I/N")]
    worker: Option<Share>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Merge(MergeArguments),
}

/// Join the JSON files of the shares of one match, and print its table
#[derive(Debug, Args)]
struct MergeArguments {
    /// The files.
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,

    /// Write all games as PDN.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    /// Write all games as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl MergeArguments {
    fn run(self) -> anyhow::Result<bool> {
        let merged = store::merge(&self.files)?;
        let (mut tournament, games) = merged.context("there is no match in these files")?;
        (tournament.pdn, tournament.json) = (self.pdn, self.json);
        let mut store = Store::open(&tournament, false, |_| ())?;
        let mut standings = standings(&tournament);
        for game in &games {
            store.keep(game)?;
            standings.add(game);
        }
        print(&tournament, &standings)?;
        Ok(true)
    }
}

impl Arguments {
    pub(super) fn run(mut self) -> anyhow::Result<bool> {
        if let Some(Command::Merge(arguments)) = self.command.take() {
            return arguments.run();
        }
        let tournament = self.tournament()?;
        let variant = tournament.game()?;
        let openings = openings(&tournament, variant)?;
        let share = self.worker.unwrap_or(Share::ALL);
        let engines = tournament.engine.len();
        let Tournament { format, games, .. } = tournament;
        let schedule = Schedule::new(format, engines, games, openings.len(), share);

        let (stop, code) = (Arc::new(Stop::default()), Arc::new(AtomicI32::new(0)));
        let (asked, told) = (Arc::clone(&stop), Arc::clone(&code));
        super::interrupt::do_instead(move || {
            asked.ask();
            if told.swap(super::interrupt::INTERRUPTED, Relaxed) == 0 {
                eprintln!(
                    "damier: the running games are played to their end; Ctrl-C again breaks them off"
                );
            }
        })?;
        let (ended, told) = (Arc::clone(&stop), Arc::clone(&code));
        super::interrupt::end_instead(move |code| {
            told.store(code, Relaxed);
            ended.abandon();
        })?;
        // Engines end with this program, however it ends, where the system can be asked for that.
        let guard = if cfg!(unix) { std::env::current_exe().ok() } else { None };
        let launcher = Launcher { tournament, variant, guard };
        let runner = Runner { launcher: &launcher, openings: &openings, stop: &stop };
        let bench = runner.try_engines(&schedule)?;

        let mut standings = standings(&launcher.tournament);
        let mut played = HashSet::new();
        let mut foreign = None;
        let store = Store::open(&launcher.tournament, self.resume, |record| {
            standings.add(&record);
            if let Err(error) = check_played(&record, &schedule, &openings) {
                foreign.get_or_insert(error);
            }
            played.insert(record.number);
        })?;
        if let Some(error) = foreign {
            return Err(error);
        }

        let progress = Progress::new(schedule.len(), &standings);
        let tell = |record: &GameRecord, standings: &Standings| progress.tell(record, standings);
        let (standings, kept) = runner.run(schedule, &played, bench, store, standings, tell);
        drop(progress);
        print(&launcher.tournament, &standings)?;
        kept?;
        match code.load(Relaxed) {
            0 => Ok(true),
            code => std::process::exit(code),
        }
    }

    /// What the file says, with what the options say instead.
    fn tournament(&mut self) -> anyhow::Result<Tournament> {
        let mut tournament = match &self.file {
            Some(path) => {
                let name = path.display();
                let text =
                    fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
                toml::from_str(&text).with_context(|| format!("{name} tells no match"))?
            }
            None => Tournament::default(),
        };
        fn take<T>(target: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *target = value;
            }
        }
        let t = &mut tournament;
        take(&mut t.variant, self.variant.map(|variant| variant.name().to_owned()));
        t.options.extend(words::table(&self.options, &[])?);
        take(&mut t.format, self.format.as_deref().map(named::<Format>).transpose()?);
        take(&mut t.games, self.games);
        take(&mut t.openings, self.openings.take());
        take(&mut t.order, self.order.as_deref().map(named::<Order>).transpose()?);
        take(&mut t.seed, self.seed);
        let Arguments { tc, move_time, nodes, depth, .. } = *self;
        let limits = Limits { tc, move_time, nodes, depth };
        if !limits.is_empty() {
            t.limits = limits;
        }
        take(&mut t.margin, self.margin);
        take(&mut t.patience, self.patience);
        t.ponder |= self.ponder;
        take(&mut t.concurrency, self.concurrency);
        t.pdn = self.pdn.take().or(t.pdn.take());
        t.json = self.json.take().or(t.json.take());
        t.log = self.log.take().or(t.log.take());
        if let Some(words) = &self.words.sprt {
            let table = words::table(words, &["model"]).context("--sprt")?;
            t.sprt = Some(table.try_into().context("--sprt")?);
        }
        if let Some(words) = &self.words.adjudicate {
            // The tables of the program need no value.
            let is_tables = |word: &&String| *word == "tables";
            let others: Vec<String> = words.iter().filter(|w| !is_tables(w)).cloned().collect();
            let table = words::table(&others, &["win", "draw", "tables"]);
            let mut table = table.context("--adjudicate")?;
            if words.iter().any(|word| is_tables(&word)) {
                table.insert("tables".to_owned(), BUILTIN.into());
            }
            t.adjudicate = table.try_into().context("--adjudicate")?;
        }
        if let Some(folder) = self.tables.take() {
            t.adjudicate.tables = Some(folder);
        }
        for words in &self.words.engines {
            t.engine.push(words::engine(words)?);
        }
        let clocks = self.tc_each.len();
        ensure!(
            clocks == 0 || clocks == t.engine.len(),
            "--tc-each tells {clocks} clocks, and there are {} engines",
            t.engine.len()
        );
        for (engine, tc) in t.engine.iter_mut().zip(&self.tc_each) {
            let limits = engine.limits.get_or_insert_with(|| t.limits.clone());
            limits.tc = Some(*tc);
        }
        // Several clients give the variant another name than damier.
        t.variant = t.game()?.name().to_owned();
        t.prepare()?;
        Ok(tournament)
    }
}

/// A word that stands for one of several things.
fn named<T: serde::de::DeserializeOwned>(word: &str) -> anyhow::Result<T> {
    Ok(toml::Value::String(word.to_owned()).try_into()?)
}

fn openings(tournament: &Tournament, variant: Variant) -> anyhow::Result<Vec<Opening>> {
    let mut game = variant.game();
    for (name, value) in tournament.chosen() {
        game.set_option(name, &value)?;
    }
    let mut list = if tournament.openings == "builtin" {
        openings::builtin(variant, &mut *game)?
    } else {
        let name = &tournament.openings;
        let text = fs::read_to_string(Path::new(name));
        let text = text.with_context(|| format!("cannot read {name}"))?;
        openings::read(&text, &mut *game).with_context(|| name.clone())?
    };
    openings::arrange(&mut list, tournament.order, tournament.seed);
    Ok(list)
}

/// A game that has been played must be one of the schedule.
fn check_played(
    record: &GameRecord,
    schedule: &Schedule,
    openings: &[Opening],
) -> anyhow::Result<()> {
    let Some(fixture) = schedule.find(record.number) else {
        bail!("game {} has been played, but is none of this match or share", record.number);
    };
    let opening = &openings[fixture.opening];
    let book = record.moves.iter().take(record.book).map(|played| &played.hub);
    if opening.fen != record.start || !book.eq(opening.turns.iter().map(|turn| &turn.hub)) {
        bail!("game {} has been played from another opening", record.number);
    }
    Ok(())
}

fn standings(tournament: &Tournament) -> Standings {
    Standings::new(tournament.engine.iter().map(|engine| engine.name.clone()).collect())
}

fn print(tournament: &Tournament, standings: &Standings) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(report::full(tournament, standings).as_bytes())?;
    Ok(output.flush()?)
}

//! `damier dxp`: games against other programs over the network.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{ArgGroup, Args};
use damier::game::Side;
use damier::notation::pdn;
use damier::protocol::dxp::connection::{Listener, addresses};
use damier::protocol::dxp::player::{Finish, Options, Player, Way};
use damier::protocol::dxp::record::Record;
use damier::protocol::dxp::session::{self, Plan};
use damier::search::MAX_DEPTH;
use serde::Serialize;

/// Play over the network by DamExchange (DXP)
///
/// One program listens and the other connects. Independently of that, one asks for games, the
/// initiator, and the other follows: with --games damier is the initiator, without it the
/// follower. Each game is told by a line when it has ended.
///
/// DXP does not tell which game is played: both programs must be told the same.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("way").required(true),
    after_help = "Examples:\n  damier dxp -g normal --listen --threads 2\n  damier dxp -g frisian --connect otherhost:27531 --games 10 --minutes 5"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: super::GameArguments,

    /// Wait for callers, one after the other, on this address. Whoever reaches it may play:
    /// without an address only programs on this machine do.
    #[arg(long, value_name = "ADDRESS:PORT", group = "way", num_args = 0..=1, default_missing_value = "127.0.0.1:27531")]
    listen: Option<String>,

    /// Call this host; it is tried some times.
    #[arg(long, value_name = "HOST:PORT", group = "way")]
    connect: Option<String>,

    /// End with the first connection.
    #[arg(long, requires = "listen")]
    once: bool,

    /// Be the initiator: ask for so many games, White in the first, and change colours.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Minutes for each player and game, a fraction too; 0 is no limit.
    #[arg(allow_negative_numbers = true, long, value_name = "M", default_value_t = 5.0, value_parser = minutes, requires = "games")]
    minutes: f64,

    /// Moves of each player after which a game ends without a result; 0 is no limit.
    #[arg(allow_negative_numbers = true, long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=999), requires = "games")]
    moves: u16,

    /// The position that the games begin with, as FEN or Hub string; the start of the game if it
    /// is left out.
    #[arg(long, value_name = "POSITION", requires = "games")]
    fen: Option<String>,

    /// Seconds for each move, instead of a share of the time for the game; 1 where no time and
    /// nothing else is told.
    #[arg(allow_negative_numbers = true, long, value_name = "S", value_parser = super::analyse::seconds)]
    move_time: Option<f64>,

    /// Plies of each search, at most.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,

    /// Nodes of each search, at most.
    #[arg(allow_negative_numbers = true, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Never go back in a game when the opponent wants to.
    #[arg(long)]
    no_takeback: bool,

    /// Threads that search.
    #[arg(allow_negative_numbers = true, long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Megabytes of the transposition table.
    #[arg(allow_negative_numbers = true, long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash: u64,

    /// Add each game to this file, as PDN.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    /// JSON: one object a game and nothing else.
    #[arg(long)]
    json: bool,
}

/// Opens a file that grows.
fn open(path: &Path) -> anyhow::Result<File> {
    let file = File::options().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(minutes) if (0.0..=999.0).contains(&minutes) => Ok(minutes),
        _ => Err("expected a number of minutes, 0 to 999".to_owned()),
    }
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let player = Player::new(self.options()?)?;
        let way = self.way()?;
        let interrupter = player.interrupter();
        ctrlc::set_handler(move || interrupter.interrupt())
            .context("Ctrl-C cannot be waited for")?;
        let mut file = self.pdn.as_deref().map(open).transpose()?;
        let mut number = 0;
        let finish = player.run(way, &mut |record| {
            number += 1;
            if let Some(file) = &mut file {
                let game = record.pdn(&pdn::today()).map_err(io::Error::other)?;
                // In one write, so that the file has whole games only.
                file.write_all(format!("{}\n", game.write()).as_bytes())?;
            }
            let line = if self.json { json(number, record)? } else { line(number, record) };
            let mut output = io::stdout().lock();
            output.write_all(line.as_bytes()).and_then(|()| output.flush())
        });
        match finish {
            Ok(Finish::Complete) => Ok(true),
            Ok(Finish::Incomplete) => Ok(false),
            Ok(Finish::Interrupted) => std::process::exit(super::interrupt::INTERRUPTED),
            Err(error) => Err(error.into()),
        }
    }

    fn options(&self) -> anyhow::Result<Options> {
        let rules = self.game.options.iter().map(|option| {
            let (name, value) = super::name_and_value(option)?;
            Ok((name.to_owned(), value.to_owned()))
        });
        let plan = self.games.map(|games| Plan {
            games,
            side: Side::White,
            minutes: self.minutes,
            moves: self.moves,
            start: self.fen.clone(),
        });
        Ok(Options {
            session: session::Options {
                variant: self.game.variant,
                rules: rules.collect::<anyhow::Result<_>>()?,
                takes_back: !self.no_takeback,
                plan,
            },
            threads: self.threads as usize,
            table: usize::try_from(self.hash << 20).context("--hash is too large")?,
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
        })
    }

    fn way(&self) -> anyhow::Result<Way> {
        if let Some(text) = &self.connect {
            return Ok(Way::Call(addresses(text).context("--connect")?));
        }
        let text = self.listen.as_deref().unwrap_or_default();
        let listener = Listener::new(&addresses(text).context("--listen")?)
            .with_context(|| format!("cannot listen on {text}"))?;
        if io::stderr().is_terminal() {
            eprintln!("damier waits for a caller on {}; Ctrl-C ends it.", listener.address()?);
        }
        Ok(Way::Listen { listener, once: self.once })
    }
}

/// A game, for people.
fn line(number: u64, record: &Record) -> String {
    let [white, black] = record.names();
    let (result, moves, ending) = (record.result_text(), record.moves.len(), record.ending);
    format!("game {number}  {white} - {black}  {result}  {moves} plies  {ending}\n")
}

/// A game, for scripts.
fn json(number: u64, record: &Record) -> io::Result<String> {
    #[derive(Serialize)]
    struct Json<'a> {
        game: u64,
        variant: &'static str,
        white: &'a str,
        black: &'a str,
        result: String,
        ending: String,
        fen: &'a str,
        moves: Vec<&'a str>,
    }
    let [white, black] = record.names();
    let json = Json {
        game: number,
        variant: record.variant.name(),
        white: &white,
        black: &black,
        result: record.result_text(),
        ending: record.ending.to_string(),
        fen: &record.start,
        moves: record.moves.iter().map(|turn| turn.hub.as_str()).collect(),
    };
    Ok(serde_json::to_string(&json)? + "\n")
}

//! Random conversations with the built program, as long as one likes: whatever a client may
//! validly say, at any moment. Each `go` gets one `done` with a legal move, each `ping` its
//! `pong`, every line has its form, and the memory does not grow.
//!
//! `DAMIER_SOAK_SECONDS` says how long (few by default), `DAMIER_SOAK_SEED` which conversations.
//! For an hour: `DAMIER_SOAK_SECONDS=3600 cargo test --release --test soak -- --nocapture`.

#[path = "common/hub_process.rs"]
mod hub_process;

use std::ops::Range;
use std::thread;
use std::time::{Duration, Instant};

use damier::any::{AnyGame, PositionText};
use damier::game::{Notation, Numbering};
use damier::games::Variant;
use damier::notation::fen::Naming;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use hub_process::{HubProcess, move_of};

/// Kilobytes by which the memory may differ between two moments of the same settings: what the
/// system's allocator keeps for threads that come and go.
const SLACK: u64 = 12 << 10;
/// Nothing but a fault lets a program that has been told to end live on for so long.
const PROMPTLY: Duration = Duration::from_secs(10);

fn environment(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a whole number"))
}

/// What the client has told the engine of the rules and the texts.
#[derive(Clone)]
struct Setting {
    variant: Variant,
    options: Vec<(&'static str, &'static str)>,
    notation: Notation,
    is_weak: bool,
}

impl Setting {
    fn game(&self) -> Box<dyn AnyGame> {
        let mut game = self.variant.game();
        for (name, value) in &self.options {
            if game.facts().options.iter().any(|option| option.name == *name) {
                game.set_option(name, value).expect("an option of the game");
            }
        }
        game
    }
}

/// A position that has been sent.
#[derive(Clone)]
struct Sent {
    setting: Setting,
    /// A FEN; none for the start.
    fen: Option<String>,
    /// The moves from there, as they were sent.
    moves: Vec<String>,
    /// The line that tells it.
    line: String,
}

impl Sent {
    fn game(&self) -> Box<dyn AnyGame> {
        let mut game = self.setting.game();
        if let Some(fen) = &self.fen {
            game.set_position(&PositionText::Fen(fen)).expect("a position of the game");
        }
        for text in &self.moves {
            game.play(text, self.setting.notation).expect("a legal move");
        }
        game
    }
}

/// How a search that runs can come to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// By itself.
    Limit,
    /// By `stop` only.
    Stop,
    /// By `ponder-hit` or `stop`, and then as the other says.
    Hit { is_limited: bool },
}

#[derive(Default)]
struct Tally {
    sessions: u64,
    searches: u64,
    /// Kilobytes after each session.
    memory: Vec<u64>,
}

/// One client and its engine.
struct Client {
    hub: HubProcess,
    random: StdRng,
    setting: Setting,
    /// The position on the board, if it may be searched again.
    board: Option<Sent>,
    /// The positions of the searches that have not been answered, in their order.
    open: Vec<Sent>,
    /// Pings without a pong.
    pings: usize,
    searches: u64,
}

impl Client {
    fn new(seed: u64) -> Client {
        Client {
            hub: HubProcess::start(),
            random: StdRng::seed_from_u64(seed),
            setting: Setting {
                variant: Variant::International,
                options: Vec::new(),
                notation: Notation::Hub,
                is_weak: false,
            },
            board: None,
            open: Vec::new(),
            pings: 0,
            searches: 0,
        }
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.random.random_range(0..100) < percent
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        *values.choose(&mut self.random).expect("there are some")
    }

    fn number(&mut self, range: Range<u32>) -> u32 {
        self.random.random_range(range)
    }

    /// A time that a client takes: often none, seldom long.
    fn dawdle(&mut self) {
        let longest = self.one_of(&[0, 0, 1, 5, 40]);
        thread::sleep(Duration::from_micros(self.number(0..longest * 1000 + 1).into()));
    }

    /// Lines that the engine says nothing to, in one write or in several.
    fn say(&mut self, lines: &[String]) {
        if self.chance(50) {
            self.hub.say_all(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        } else {
            for line in lines {
                self.hub.say(line);
            }
        }
    }

    fn ping(&mut self) {
        self.hub.say("ping");
        self.pings += 1;
    }

    /// Takes the pongs out of lines.
    fn without_pongs(&mut self, mut lines: Vec<String>) -> Vec<String> {
        let before = lines.len();
        lines.retain(|line| line != "pong");
        self.pings = self.pings.checked_sub(before - lines.len()).expect("a pong unasked");
        lines
    }

    /// Everything has been answered, once.
    fn settle(&mut self) {
        self.ping();
        while self.pings > 0 {
            let lines = self.hub.until("pong");
            let rest = self.without_pongs(lines);
            assert!(rest.is_empty(), "nobody asked for {rest:?}");
        }
    }

    /// The answer to a command, with nothing before it.
    fn answer(&mut self, word: &str) -> Vec<String> {
        let lines = self.hub.until(word);
        self.without_pongs(lines)
    }

    /// A position that random play comes to, and the line that tells it.
    fn position(&mut self) -> Sent {
        let mut game = self.setting.game();
        let notation = self.setting.notation;
        let longest = self.one_of(&[1, 10, 60, 200]);
        let plies = self.number(0..longest);
        // From this ply on, the moves are told.
        let told_from = if self.chance(60) { 0 } else { self.number(0..plies + 1) };
        let mut sent = Sent {
            setting: self.setting.clone(),
            fen: None,
            moves: Vec::new(),
            line: String::new(),
        };
        let mut base = "start".to_owned();
        for ply in 0..=plies {
            if ply == told_from && ply > 0 {
                sent.moves.clear();
                sent.fen = Some(game.fen());
                let (fen, hub) = (game.fen(), game.hub());
                let forms = [format!("fen=\"{fen}\""), format!("pos=\"{fen}\"")];
                base = forms[self.number(0..2) as usize].clone();
                // The Hub position does not tell the count of plies nor of king moves.
                let is_told = !fen.contains(":H") && !fen.contains(":+");
                let is_turned = notation == Notation::National
                    && game.facts().numbering == Numbering::HubFromStarter;
                if is_told && !is_turned && self.chance(50) {
                    base = format!("pos={hub}");
                }
            }
            if ply == plies {
                break;
            }
            let turns = game.turns();
            let Some(turn) = turns.choose(&mut self.random) else { break };
            // Names are understood in any notation; numbers are those of one.
            let is_named = game.facts().naming == Naming::Algebraic;
            let is_own = is_named && self.random.random_bool(0.2);
            let form = if is_own { Notation::Own } else { notation };
            let text = turn.get(form).to_owned();
            game.play(&text, notation).expect("a legal move");
            sent.moves.push(text);
        }
        let moves = sent.moves.join(" ");
        sent.line = match moves.is_empty() && self.chance(50) {
            true => format!("pos {base}"),
            false => format!("pos {base} moves=\"{moves}\""),
        };
        sent
    }

    /// The lines that begin a search, and how it ends.
    fn request(&mut self) -> (Vec<String>, End) {
        let (depth, nodes) = (self.number(1..8), self.number(1..30_000));
        let (time, increment) = (self.number(0..300), self.number(0..30));
        let time = format!("time={:.3}", f64::from(time) / 1000.0);
        let increment = format!("inc={:.3}", f64::from(increment) / 1000.0);
        let move_time = format!("move-time={:.3}", f64::from(self.number(0..60)) / 1000.0);
        let moves = self.number(1..40);
        let level = match self.number(0..100) {
            0..20 => vec![format!("level depth={depth}")],
            20..40 => vec![format!("level nodes={nodes}")],
            40..55 => vec![format!("level {move_time}")],
            55..65 => vec![format!("level {time} {increment}")],
            65..70 => vec![format!("level moves={moves} {time} {increment}")],
            70..75 => vec![format!("level {time}")],
            75..80 => vec![format!("level {move_time}"), format!("level depth={depth}")],
            80..85 => vec![format!("level depth={depth} nodes={nodes} {move_time}")],
            _ => vec!["level infinite".to_owned()],
        };
        let is_limited = level[0] != "level infinite";
        let mode = self.one_of(&["think", "think", "ponder", "analyze"]);
        let mut go = format!("go {mode}");
        if self.chance(5) {
            go += &format!(" multipv={}", self.number(1..5));
        }
        let sent = match self.board.take() {
            Some(board) if self.chance(15) => board,
            _ => self.position(),
        };
        let is_same = self.open.last().is_some_and(|last| last.line == sent.line);
        let mut lines = vec![sent.line.clone()];
        if is_same && self.chance(50) {
            lines.clear();
        }
        lines.extend(level);
        if self.chance(10) {
            lines.rotate_left(1);
        }
        lines.push(go);
        self.board = Some(sent.clone());
        self.open.push(sent);
        self.searches += 1;
        let end = match mode {
            "ponder" => End::Hit { is_limited },
            _ if is_limited => End::Limit,
            _ => End::Stop,
        };
        (lines, end)
    }

    /// One search or several, each ended in some way by what stands behind it.
    fn search(&mut self) {
        let (lines, mut end) = self.request();
        self.say(&lines);
        self.look_for_silence(end);
        while self.chance(40) {
            self.dawdle();
            if self.chance(30) {
                self.ping();
            }
            let mut lines = Vec::new();
            if self.chance(70) {
                lines.push("stop".to_owned());
            }
            let (request, next) = self.request();
            lines.extend(request);
            self.say(&lines);
            end = next;
        }
        self.dawdle();
        if self.chance(30) {
            self.ping();
        }
        if let End::Hit { is_limited } = end
            && self.chance(60)
        {
            self.hub.say("ponder-hit");
            end = if is_limited { End::Limit } else { End::Stop };
            self.look_for_silence(end);
            self.dawdle();
        }
        if end != End::Limit || self.chance(30) {
            if self.chance(20) {
                self.interrupt();
                return;
            }
            self.hub.say("stop");
        }
        self.take_dones();
        self.settle();
    }

    /// A search that only the client ends says nothing but news until then, if it is the only one.
    fn look_for_silence(&mut self, end: End) {
        let [sent] = &self.open[..] else { return };
        if end != End::Limit && self.pings == 0 && sent.game().result().is_none() && self.chance(30)
        {
            let time = self.number(0..30);
            self.hub.expect_silence(Duration::from_millis(time.into()));
        }
    }

    /// A command that ends the search and is obeyed after it.
    fn interrupt(&mut self) {
        let (command, answer) = self.one_of(&[
            ("hub", "wait"),
            ("init", "ready"),
            ("new-game", ""),
            ("list-moves", "movelist"),
            ("fen", "fen"),
            ("eval", "eval"),
            ("perft depth=2", "perft"),
        ]);
        self.hub.say(command);
        self.take_dones();
        if !answer.is_empty() {
            self.answer(answer);
        }
        self.settle();
    }

    /// The answers of all open searches.
    fn take_dones(&mut self) {
        for sent in std::mem::take(&mut self.open) {
            let lines = self.hub.until("done");
            let lines = self.without_pongs(lines);
            let (done, news) = lines.split_last().expect("the line that was waited for");
            assert!(news.iter().all(|line| line.starts_with("info ")), "{lines:?}");
            check_answer(&sent, news, done);
        }
    }

    /// Something between two searches.
    fn fiddle(&mut self) {
        match self.number(0..100) {
            0..45 => self.set_a_parameter(),
            45..55 => {
                self.hub.say("hub");
                self.answer("wait");
            }
            55..65 => {
                self.hub.say("init");
                self.answer("ready");
            }
            65..75 => self.hub.say("new-game"),
            75..80 => self.hub.say("stop"),
            80..85 => self.hub.say("ponder-hit"),
            85..90 => {
                let sent = self.position();
                self.hub.say(&sent.line);
                let mut told = self.hub.moves();
                let notation = self.setting.notation;
                let turns = sent.game().turns();
                let mut legal: Vec<_> =
                    turns.iter().map(|turn| turn.get(notation).to_owned()).collect();
                told.sort();
                legal.sort();
                assert_eq!(told, legal, "{}", sent.line);
                self.board = Some(sent);
            }
            90..95 => {
                self.hub.say("perft depth=3");
                self.answer("perft");
            }
            _ => self.ping(),
        }
        self.settle();
    }

    fn set_a_parameter(&mut self) {
        let number = self.number(1..6);
        let (name, value) = match self.number(0..12) {
            0..3 => {
                self.setting.variant = self.one_of(Variant::ALL);
                ("variant", self.setting.variant.name().to_owned())
            }
            3..5 => ("threads", self.one_of(&["1", "2", "2"]).to_owned()),
            5 => ("hash", number.to_string()),
            6 => ("multipv", self.one_of(&["1", "1", "1", "3"]).to_owned()),
            7 => {
                let skill = self.one_of(&[20, 20, 3, 12]);
                self.setting.is_weak = skill < 20;
                ("skill", skill.to_string())
            }
            8 => ("seed", number.to_string()),
            9 => ("ponder", self.one_of(&["true", "false"]).to_owned()),
            10 => {
                let is_national = self.chance(50);
                self.setting.notation =
                    if is_national { Notation::National } else { Notation::Hub };
                ("numbering", if is_national { "national" } else { "board" }.to_owned())
            }
            _ => {
                let variant = self.one_of(Variant::ALL);
                let Some(option) = variant.facts().options.choose(&mut self.random) else {
                    return;
                };
                let value = self.one_of(option.values);
                self.setting.options.retain(|(name, _)| *name != option.name);
                self.setting.options.push((option.name, value));
                (option.name, value.to_owned())
            }
        };
        self.board = None;
        self.hub.say(&format!("set-param name={name} value={value}"));
    }

    /// From a handshake to the end of some games.
    fn session(&mut self) {
        self.hub.say("hub");
        if self.chance(30) {
            self.hub.say("init");
        } else {
            self.answer("wait");
            self.hub.say("init");
        }
        self.answer("ready");
        let steps = self.number(5..60);
        for _ in 0..steps {
            if self.chance(60) {
                self.search();
            } else {
                self.fiddle();
            }
        }
    }

    /// The memory under settings that are always the same.
    fn memory(&mut self) -> Option<u64> {
        for parameter in ["variant value=normal", "threads value=1", "hash value=4"] {
            self.hub.say(&format!("set-param name={parameter}"));
        }
        self.setting.variant = Variant::International;
        self.board = None;
        self.hub.say("init");
        self.answer("ready");
        self.hub.resident_memory()
    }

    /// Goes away, perhaps in the middle of a search.
    fn leave(mut self) {
        if self.chance(50) {
            let (lines, _) = self.request();
            self.say(&lines);
            self.dawdle();
        }
        if self.chance(50) {
            self.hub.say("quit");
        } else {
            self.hub.close();
        }
        let (lines, status, time) = self.hub.end();
        assert!(status.success(), "{status}");
        assert!(time < PROMPTLY, "it ended after {time:?}");
        let dones = lines.iter().filter(|line| line.starts_with("done")).count();
        assert!(dones <= self.open.len(), "{lines:?}");
    }
}

/// The answer to a search is legal, and so is what is told of it.
fn check_answer(sent: &Sent, news: &[String], done: &str) {
    let notation = sent.setting.notation;
    let what = || format!("{}: {} after {news:?}: {done}", sent.setting.variant, sent.line);
    for line in news {
        let pv = line.split_once("pv=\"").and_then(|(_, rest)| rest.split('"').next());
        let mut game = sent.game();
        for text in pv.expect("a line of moves").split(' ') {
            let played = game.play(text, notation);
            assert!(played.is_ok(), "{text} of {line} in {}", what());
        }
    }
    let mut game = sent.game();
    let Some(best) = move_of(done) else {
        assert!(game.result().is_some(), "{}", what());
        return;
    };
    assert!(game.play(&best, notation).is_ok(), "{}", what());
    if let Some((_, ponder)) = done.split_once("ponder=") {
        assert!(game.result().is_none(), "{}", what());
        assert!(game.play(ponder, notation).is_ok(), "{}", what());
        assert!(game.result().is_none(), "{}", what());
    }
    if !sent.setting.is_weak
        && let Some(last) = news.last()
    {
        let is_first =
            last.contains(&format!("pv=\"{best} ")) || last.contains(&format!("pv=\"{best}\""));
        assert!(is_first, "{}", what());
    }
}

/// Many sessions with one process; its memory is looked at after each.
fn live_on(seed: u64, end: Instant) -> Tally {
    let mut client = Client::new(seed);
    let mut tally = Tally::default();
    while tally.sessions == 0 || Instant::now() < end {
        client.session();
        tally.sessions += 1;
        tally.memory.extend(client.memory());
    }
    tally.searches = client.searches;
    client.leave();
    tally
}

/// A new process for each session.
fn begin_anew(seed: u64, end: Instant) -> Tally {
    let mut tally = Tally::default();
    while tally.sessions == 0 || Instant::now() < end {
        let mut client = Client::new(seed.wrapping_add(tally.sessions));
        client.session();
        tally.sessions += 1;
        tally.searches += client.searches;
        client.leave();
    }
    tally
}

#[test]
fn random_sessions_are_answered_line_by_line() {
    let seconds = environment("DAMIER_SOAK_SECONDS", 10);
    let seed = environment("DAMIER_SOAK_SEED", 1);
    println!("soak: {seconds} seconds, seed {seed}");
    let end = Instant::now() + Duration::from_secs(seconds);
    let (long, short) = thread::scope(|scope| {
        let long = scope.spawn(|| live_on(seed, end));
        let short = scope.spawn(|| begin_anew(seed.wrapping_add(1 << 32), end));
        (long.join().expect("the long life"), short.join().expect("the short lives"))
    });
    println!(
        "soak: {} sessions and {} searches in one process, {} and {} in new ones",
        long.sessions, long.searches, short.sessions, short.searches
    );
    // Half of the sessions warm the allocator up, if there are few.
    let warm = (long.memory.len() / 2).min(200);
    let (before, after) = long.memory.split_at(warm);
    if let (Some(before), Some(after), Some(last)) =
        (before.iter().max(), after.iter().max(), after.last())
    {
        println!(
            "soak: memory {before} kB at most when warm, {after} kB at most then, {last} kB last"
        );
        assert!(*after <= before + SLACK, "the memory grows: {:?}", long.memory);
    }
}

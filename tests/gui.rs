//! The Hub GUI 2.1 by its manners: what it sends, where it waits and where it does not. It is
//! written in Rust since what it needs is here already: a driver that holds every line against
//! the strictest clients, and a library that tells which moves are legal.

#[path = "common/hub_process.rs"]
mod hub_process;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use damier::any::AnyGame;
use damier::game::{Notation, Side};
use damier::games::Variant;
use hub_process::{HubProcess, move_of};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// A longer game is broken off, in plies.
const LONGEST_GAME: usize = 300;
/// No process that ends at once takes longer, not even on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(3);

/// A game on the GUI's board.
struct Board {
    variant: Variant,
    game: Box<dyn AnyGame>,
    played: Vec<String>,
    /// The position after the last move that was for good, and what was played since.
    base: String,
    since: Vec<String>,
}

impl Board {
    fn new(variant: Variant) -> Board {
        let game = variant.game();
        Board { variant, base: game.hub(), game, played: Vec::new(), since: Vec::new() }
    }

    /// A king that goes somewhere can come back; any other move is for good.
    fn play(&mut self, text: &str) {
        let before = self.game.hub();
        self.game.play(text, Notation::Hub).unwrap_or_else(|error| panic!("{error}"));
        let after = self.game.hub();
        let from: Option<usize> = text.split('-').next().and_then(|from| from.parse().ok());
        let piece = from.and_then(|from| before.chars().nth(from));
        let is_king = piece.is_some_and(|piece| piece.is_ascii_uppercase());
        if is_king && pieces(&before) == pieces(&after) {
            self.since.push(text.to_owned());
        } else {
            self.base = after;
            self.since.clear();
        }
        self.played.push(text.to_owned());
    }

    /// The board after one more move.
    fn after(&self, text: &str) -> Board {
        let mut board = Board::new(self.variant);
        for text in self.played.iter().map(String::as_str).chain([text]) {
            board.play(text);
        }
        board
    }

    fn legal(&self) -> Vec<String> {
        self.game.turns().into_iter().map(|turn| turn.hub).collect()
    }

    fn is_over(&self) -> bool {
        self.game.result().is_some()
    }

    fn pos(&self) -> String {
        match self.since[..] {
            [] => format!("pos pos={}", self.base),
            _ => format!("pos pos={} moves={}", self.base, value(&self.since.join(" "))),
        }
    }
}

/// The pieces of a Hub position, in order.
fn pieces(hub: &str) -> Vec<char> {
    let mut pieces: Vec<char> = hub.chars().skip(1).collect();
    pieces.sort_unstable();
    pieces
}

/// A value with quotation marks only where there must be some.
fn value(text: &str) -> String {
    if text.is_empty() || text.contains(' ') { format!("\"{text}\"") } else { text.to_owned() }
}

/// Seconds in a locale with a decimal comma, which is that of the GUI's home.
fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}").replace('.', ",")
}

fn clock(time: f64, increment: f64) -> String {
    format!("level time={} inc={}", seconds(time), seconds(increment))
}

/// The first answer to a search: the move, and what is expected after it.
type Answer = (String, Option<String>);

/// The GUI: an engine, and the searches that it has not answered yet.
struct Gui {
    hub: HubProcess,
    /// Of each search the legal moves and the lines that asked for it.
    pending: VecDeque<(Vec<String>, String)>,
}

impl Gui {
    /// Starts an engine. Of what the user has chosen only that is set which the engine has, and
    /// has otherwise; the names of it come back.
    fn start<'a>(chosen: &[(&'a str, &str)]) -> (Gui, Vec<&'a str>) {
        let mut hub = HubProcess::start();
        hub.say("hub");
        let told = hub.until("wait");
        let mut set = Vec::new();
        for &(name, chosen) in chosen {
            let start = format!("param name={name} value=");
            let present = told.iter().find_map(|line| line.strip_prefix(&start)?.split(' ').next());
            if present.is_some_and(|present| present.trim_matches('"') != chosen) {
                hub.say(&format!("set-param name={name} value={}", value(chosen)));
                set.push(name);
            }
        }
        hub.say("init");
        assert_eq!(hub.until("ready"), ["ready"]);
        (Gui { hub, pending: VecDeque::new() }, set)
    }

    fn playing(variant: Variant) -> Gui {
        Gui::start(&[("variant", variant.name()), ("hash", "16"), ("ponder", "true")]).0
    }

    /// Asks for a search, in one write with the lines that come before.
    fn go(&mut self, before: &[&str], board: &Board, level: &str, mode: &str) {
        let (pos, go) = (board.pos(), format!("go {mode}"));
        let lines = [before, &[pos.as_str(), level, go.as_str()]].concat();
        self.hub.say_all(&lines);
        self.pending.push_back((board.legal(), lines.join(" / ")));
    }

    /// The answer to the oldest search that has none. It and all that was told before it must
    /// belong to that search.
    fn oldest(&mut self) -> Answer {
        let (legal, asked) = self.pending.pop_front().expect("a search has been asked for");
        let lines = self.hub.until("done");
        let (done, infos) = lines.split_last().expect("at least the done");
        for info in infos {
            let first = java_reads(info).split(' ').next().unwrap_or_default().to_owned();
            assert!(legal.contains(&first), "{info}: none of {legal:?} for {asked}");
        }
        let best = move_of(done).unwrap_or_else(|| panic!("{done} for {asked}"));
        assert!(legal.contains(&best), "{done}: none of {legal:?} for {asked}");
        (best, done.split_once(" ponder=").map(|(_, answer)| answer.to_owned()))
    }

    /// The answer to the last search; those to the searches before are dropped.
    fn newest(&mut self) -> Answer {
        while self.pending.len() > 1 {
            self.oldest();
        }
        self.oldest()
    }

    /// The GUI is closed: no `quit`, whatever the engine is at.
    fn leave(mut self) {
        self.hub.close();
        let (lines, status, time) = self.hub.end();
        assert!(status.success(), "{status}");
        assert!(time < AT_ONCE, "{time:?}");
        let (dones, others): (Vec<_>, Vec<_>) =
            lines.iter().partition(|line| line.starts_with("done"));
        assert!(dones.len() <= self.pending.len(), "{lines:?}");
        assert!(others.iter().all(|line| line.starts_with("info ")), "{lines:?}");
    }
}

/// Reads a line as Java does, whose numbers are narrower than ours and whose parsers throw; the
/// principal variation comes back.
fn java_reads(info: &str) -> &str {
    let head = info.strip_prefix("info ").unwrap_or_else(|| panic!("unasked: {info}"));
    let (head, pv) = head.split_once(" pv=\"").unwrap_or_else(|| panic!("no line: {info}"));
    for argument in head.split(' ') {
        let (name, text) = argument.split_once('=').unwrap_or_else(|| panic!("a flag: {info}"));
        let is_read = match name {
            "depth" => text.parse::<i32>().is_ok(),
            "nodes" => text.parse::<i64>().is_ok(),
            _ => text.parse::<f64>().is_ok_and(f64::is_finite),
        };
        assert!(is_read, "{argument} in {info}");
    }
    pv.trim_end_matches('"')
}

/// A game against a user who plays what the engine expects, and something else every other time;
/// how often the engine has pondered about the right move and about a wrong one.
fn play_a_user(variant: Variant, engine: Side) -> (u32, u32) {
    const INCREMENT: f64 = 0.01;
    let mut random = StdRng::seed_from_u64(7);
    let mut gui = Gui::playing(variant);
    let mut board = Board::new(variant);
    if board.game.side() != engine {
        board.play(board.legal().choose(&mut random).expect("the game begins"));
    }
    let (mut left, mut hits, mut misses, mut is_hit) = (0.6, 0, 0, false);
    loop {
        // The engine's move; the clock of one that ponders begins with the hit.
        let begun = Instant::now();
        if is_hit {
            gui.hub.say("ponder-hit");
        } else {
            let before: &[&str] = if gui.pending.is_empty() { &[] } else { &["stop"] };
            gui.go(before, &board, &clock(left, INCREMENT), "think");
        }
        let (best, expected) = gui.newest();
        left += INCREMENT - begun.elapsed().as_secs_f64();
        board.play(&best);
        if board.is_over() || board.played.len() >= LONGEST_GAME {
            break;
        }
        // The user's move. What the engine does not know of the game may end it with its answer.
        let ahead = expected.map(|answer| (board.after(&answer), answer));
        let ahead = ahead.filter(|(ahead, _)| !ahead.is_over());
        if let Some((ahead, _)) = &ahead {
            gui.go(&[], ahead, &clock(left, INCREMENT), "ponder");
            gui.hub.expect_silence(Duration::from_millis(random.random_range(0..20)));
        }
        let answer = ahead.map(|(_, answer)| answer);
        let mut others = board.legal();
        others.retain(|text| Some(text) != answer.as_ref());
        is_hit = answer.is_some() && (hits <= misses || others.is_empty());
        hits += u32::from(is_hit);
        misses += u32::from(answer.is_some() && !is_hit);
        let other = others.choose(&mut random).cloned();
        board.play(&answer.filter(|_| is_hit).or(other).expect("the game goes on"));
        if board.is_over() {
            gui.hub.say("stop");
            break;
        }
    }
    while !gui.pending.is_empty() {
        gui.oldest();
    }
    gui.hub.expect(&[]);
    gui.leave();
    // A busy machine may make a flag fall, but a clock that is not understood costs far more.
    assert!(left > -5.0, "{variant}: the clock stands at {left:.1} s");
    (hits, misses)
}

#[test]
fn whole_games_with_pondering_on_a_clock() {
    for (i, &variant) in Variant::ALL.iter().enumerate() {
        let (hits, misses) = play_a_user(variant, Side::ALL[i % 2]);
        assert!(hits > 0 && misses > 0, "{variant}: {hits} hits, {misses} misses");
    }
}

#[test]
fn only_parameters_that_are_known_and_differ_are_set() {
    let chosen = [
        ("variant", "losing"),
        ("threads", "1"),
        ("hash", "16"),
        ("bb-size", "5"),
        ("ponder", "true"),
        ("book", "false"),
    ];
    let (mut gui, set) = Gui::start(&chosen);
    assert_eq!(set, ["variant", "hash", "ponder"]);
    gui.go(&[], &Board::new(Variant::Losing), &clock(0.1, 0.0), "think");
    gui.newest();
    gui.leave();
}

#[test]
fn a_user_who_clicks_through_a_game_gets_each_search_answered_in_order() {
    let mut random = StdRng::seed_from_u64(3);
    for &variant in Variant::ALL {
        let mut gui = Gui::playing(variant);
        let mut board = Board::new(variant);
        for click in 0..40 {
            let before: &[&str] = match click {
                0 => &[],
                20 => &["stop", "new-game"],
                _ => &["stop"],
            };
            // Nobody waits for a `done` here: they are counted.
            match click % 4 {
                3 => gui.go(before, &board, &clock(2.0, 0.2), "think"),
                2 => gui.go(before, &board, &clock(2.0, 0.2), "ponder"),
                _ => gui.go(before, &board, "level infinite", "analyze"),
            }
            if random.random_range(0..4) == 0 {
                std::thread::sleep(Duration::from_millis(random.random_range(0..20)));
            }
            // The game begins again with `new-game`.
            if click == 19 {
                board = Board::new(variant);
                continue;
            }
            let next = board.legal().choose(&mut random).expect("the game goes on").clone();
            if !board.after(&next).is_over() {
                board.play(&next);
            }
        }
        gui.hub.say("stop");
        while !gui.pending.is_empty() {
            gui.oldest();
        }
        gui.hub.expect(&[]);
        gui.leave();
    }
}

#[test]
fn a_new_game_ends_what_the_engine_is_at() {
    for &variant in Variant::ALL {
        let mut gui = Gui::playing(variant);
        let board = Board::new(variant);
        for mode in ["think", "ponder", "analyze"] {
            gui.go(&[], &board, "level infinite", mode);
            gui.hub.expect_silence(Duration::from_millis(5));
            gui.hub.say_all(&["stop", "new-game"]);
            gui.newest();
            gui.hub.expect(&[]);
        }
        gui.go(&[], &board, &clock(0.1, 0.0), "think");
        gui.newest();
        gui.leave();
    }
}

#[test]
fn the_clock_goes_on_after_the_flag_has_fallen() {
    let mut gui = Gui::playing(Variant::Poddavki);
    let mut board = Board::new(Variant::Poddavki);
    for level in [
        "level time=-1,500".to_owned(),
        clock(-0.001, 0.0),
        clock(-30.0, 0.2),
        clock(0.0, 0.0),
        format!("level moves=1 time={}", seconds(-0.3)),
        format!("level moves=3 time={} inc={}", seconds(-0.3), seconds(0.02)),
    ] {
        let begun = Instant::now();
        gui.go(&[], &board, &level, "think");
        board.play(&gui.newest().0);
        assert!(begun.elapsed() < AT_ONCE, "{level}");
    }
    gui.leave();
}

#[test]
fn the_gui_may_be_closed_at_any_moment() {
    for level in ["level infinite", "level time=600,000 inc=10,000"] {
        for mode in ["think", "ponder", "analyze"] {
            for wait in [0, 30] {
                let mut gui = Gui::playing(Variant::Extreme);
                gui.go(&[], &Board::new(Variant::Extreme), level, mode);
                gui.hub.expect_silence(Duration::from_millis(wait));
                gui.leave();
            }
        }
    }
}

//! Finding the best turn: limits in, a report out. Nothing here knows a game's rules, and no
//! text is written: the search tells typed news, others put them into words.

mod claims;
mod history;
mod negamax;
mod order;
mod parameters;
mod pv;
mod quiescence;
mod root;
mod tables;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::clock::Budget;
use crate::game::{Game, Turn};
use crate::score::Score;
use crate::skill::Skill;

pub use parameters::{Parameter, Parameters};
pub use root::Searcher;

/// No iteration goes deeper, in plies.
pub const MAX_DEPTH: u32 = 200;
/// No line goes further, in plies.
const MAX_PLY: usize = 320;

/// When a search ends by itself. Of several limits the first that is met counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Nodes: exactly so many with one thread.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Budget>,
    /// Whether the search may end once it has proved how far the end of the game is.
    pub proof_is_enough: bool,
    /// Whether the search may end at once where only one turn is legal.
    pub forced_is_enough: bool,
}

/// What is searched for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// When it ends.
    pub limits: Limits,
    /// How many of the best turns are told, each with its line; 0 is taken for 1.
    pub lines: usize,
    /// Which turns are looked at, by their index in the list of legal turns; all if it is empty.
    pub only: Vec<usize>,
    /// How well to play; as well as possible if it is not told. The search itself asks nothing of
    /// it but its depth and number of lines.
    pub skill: Option<Skill>,
}

impl From<Limits> for Request {
    /// One line, all turns.
    fn from(limits: Limits) -> Request {
        Request { limits, lines: 1, only: Vec::new(), skill: None }
    }
}

/// What the outside tells a running search.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    begun: Instant,
    /// When the clock began to run, in microseconds after `begun`.
    clock: AtomicU64,
}

/// The clock does not run yet.
const PONDERING: u64 = u64::MAX;

impl Control {
    /// For a search that was asked for at `begun`. While pondering no limit holds.
    #[must_use]
    pub fn new(begun: Instant, pondering: bool) -> Control {
        let clock = AtomicU64::new(if pondering { PONDERING } else { 0 });
        Control { stop: AtomicBool::new(false), begun, clock }
    }

    /// Ends the search as soon as it can be.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// The expected turn was played: from now on the limits hold.
    pub fn ponder_hit(&self) {
        let now = self.begun.elapsed().as_micros() as u64;
        let _ = self.clock.compare_exchange(PONDERING, now, Relaxed, Relaxed);
    }

    /// Whether the search has been told to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whether the limits do not hold yet.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.clock.load(Relaxed) == PONDERING
    }

    /// Time since the search was asked for.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Time on the clock of the side to move; none while pondering.
    fn on_clock(&self) -> Option<Duration> {
        let clock = self.clock.load(Relaxed);
        (clock != PONDERING)
            .then(|| self.begun.elapsed().saturating_sub(Duration::from_micros(clock)))
    }
}

/// What a search has found so far.
#[derive(Clone, Debug)]
pub struct Info<G: Game> {
    /// Plies of the iteration that is told of.
    pub depth: u32,
    /// Which of the best lines it is, from 1, if several are told.
    pub rank: Option<usize>,
    /// The mean length of the lines looked at, in plies.
    pub mean_depth: f64,
    /// The score of the best line.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// The best line.
    pub pv: Vec<Turn<G>>,
}

/// Where a search has ended.
#[derive(Clone, Debug)]
pub struct Report<G: Game> {
    /// The best turn; none if there is no legal one.
    pub best: Option<Turn<G>>,
    /// The best answer to it, if one is known.
    pub ponder: Option<Turn<G>>,
    /// The last news of each line that is told, the best first; never empty.
    pub lines: Vec<Info<G>>,
}

//! One searching thread: its own memory, and what it shares with the others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::game::{Game, Oracle, Position, Turn, Turns};
use crate::search::claims::Claims;
use crate::search::history::History;
use crate::search::order::Picker;
use crate::search::tables::Tables;
use crate::search::{Control, Limits, MAX_PLY, Parameters};
use crate::tt::Table;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    /// The constants of the search, as they were set.
    pub(super) parameters: &'a Parameters,
    pub(super) limits: Limits,
    /// Set when a limit is met, for all threads to end.
    pub(super) halt: AtomicBool,
    /// Nodes of all threads, told by each from time to time.
    pub(super) nodes: AtomicU64,
    pub(super) claims: Claims,
    /// How many threads there are.
    pub(super) threads: usize,
}

/// What belongs to one ply of the line that is looked at.
pub(super) struct Frame<G: Game> {
    pub(super) turns: Turns<Turn<G>>,
    pub(super) picker: Picker,
    pub(super) pv: Vec<Turn<G>>,
    pub(super) killers: [Option<Turn<G>>; 2],
    /// The slot of the turn that led here.
    pub(super) before: Option<usize>,
    /// The index of a turn that is not looked at, to see what the others are worth.
    pub(super) left_out: Option<u16>,
}

impl<G: Game> Frame<G> {
    fn new() -> Frame<G> {
        Frame {
            turns: Turns::new(),
            picker: Picker::default(),
            pv: Vec::new(),
            killers: [None; 2],
            before: None,
            left_out: None,
        }
    }
}

/// What a thread keeps from one search to the next.
pub(super) struct Memory<G: Game> {
    pub(super) history: History,
    pub(super) frames: Vec<Frame<G>>,
    pub(super) evaluator: G::Evaluator,
    /// The endgame tables that it may ask.
    pub(super) oracle: Option<Arc<dyn Oracle<G::Position>>>,
}

impl<G: Game> Memory<G> {
    pub(super) fn new() -> Memory<G> {
        Memory {
            history: History::new::<G::Position>(),
            frames: (0..MAX_PLY + 2).map(|_| Frame::new()).collect(),
            evaluator: G::Evaluator::default(),
            oracle: None,
        }
    }

    pub(super) fn clear(&mut self) {
        self.history.clear();
        for frame in &mut self.frames {
            frame.killers = [None; 2];
        }
    }
}

/// One searching thread.
pub(super) struct Worker<'a, G: Game> {
    pub(super) shared: &'a Shared<'a>,
    /// 0 for the thread that reports and watches the limits.
    pub(super) number: usize,
    pub(super) history: &'a mut History,
    pub(super) frames: &'a mut [Frame<G>],
    pub(super) evaluator: &'a mut G::Evaluator,
    pub(super) tables: Tables<'a, G::Position>,
    /// Keys of the game and of the line that is looked at, the present one last.
    pub(super) keys: Vec<u64>,
    /// How many of the keys are those of the game.
    pub(super) played: usize,
    /// The first of the keys that can stand again.
    floor: usize,
    pub(super) nodes: u64,
    told: u64,
    /// Lines that have ended and the sum of their lengths in plies.
    pub(super) leaves: u64,
    pub(super) leaf_plies: u64,
    pub(super) aborted: bool,
    /// Whether a shallow search for a cut is under way: within it there is no other, or judgement
    /// would sink to a few plies.
    pub(super) is_probing: bool,
}

/// Nodes between two looks at the clock.
const WATCH: u64 = 256;

impl<'a, G: Game> Worker<'a, G> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        number: usize,
        memory: &'a mut Memory<G>,
        keys: &[u64],
    ) -> Worker<'a, G> {
        let mut all = Vec::with_capacity(keys.len() + MAX_PLY);
        all.extend_from_slice(keys);
        Worker {
            shared,
            number,
            history: &mut memory.history,
            frames: &mut memory.frames,
            evaluator: &mut memory.evaluator,
            tables: Tables::new(memory.oracle.as_deref()),
            played: all.len(),
            floor: 0,
            keys: all,
            nodes: 0,
            told: 0,
            leaves: 0,
            leaf_plies: 0,
            aborted: false,
            is_probing: false,
        }
    }

    /// The constants of the search; the compiler knows them unless they are being fitted.
    #[inline]
    pub(super) fn parameters(&self) -> &'a Parameters {
        if cfg!(feature = "tune") { self.shared.parameters } else { const { &G::SEARCH } }
    }

    /// Counts a node and tells whether the search must end.
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        if let Some(nodes) = self.shared.limits.nodes
            && self.shared.threads == 1
            && self.nodes >= nodes
            && !self.shared.control.is_pondering()
        {
            self.aborted = true;
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(WATCH) {
            self.watch();
        }
        self.aborted
    }

    /// Tells the nodes and looks at the limits.
    #[cold]
    #[inline(never)]
    pub(super) fn watch(&mut self) {
        let shared = self.shared;
        shared.nodes.fetch_add(self.nodes - self.told, Relaxed);
        self.told = self.nodes;
        if self.number == 0 {
            let on_clock = shared.control.on_clock();
            let late = match (on_clock, shared.limits.time) {
                (Some(passed), Some(budget)) => passed >= budget.hard,
                _ => false,
            };
            let many = shared.limits.nodes.is_some_and(|n| shared.nodes.load(Relaxed) >= n);
            if late || (many && on_clock.is_some()) {
                shared.halt.store(true, Relaxed);
            }
        }
        self.aborted |= shared.halt.load(Relaxed) || shared.control.is_stopped();
    }

    /// Notes the end of a line.
    #[inline]
    pub(super) fn leaf(&mut self, ply: usize) {
        self.leaves += 1;
        self.leaf_plies += ply as u64;
    }

    /// Whether the present position has stood before: once in the line that is looked at, or
    /// twice in the game.
    #[inline]
    pub(super) fn is_repetition(&self) -> bool {
        let last = self.keys.len() - 1;
        let key = self.keys[last];
        let mut in_game = 0;
        // Only positions with the same side to move can be the same.
        let mut i = last;
        while i >= self.floor + 2 {
            i -= 2;
            if self.keys[i] == key {
                in_game += 1;
                if i + 1 >= self.played || in_game == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Goes on to the position after a turn. The number that comes with it is for the way back.
    #[inline]
    pub(super) fn descend(
        &mut self,
        position: &G::Position,
        turn: Turn<G>,
        ply: usize,
    ) -> (G::Position, usize) {
        let floor = self.floor;
        if position.is_irreversible(turn) {
            self.floor = self.keys.len();
        }
        let mut after = position.clone();
        after.play(turn);
        self.frames[ply + 1].before = Some(G::Position::slot(turn));
        self.keys.push(after.key());
        (after, floor)
    }

    /// Comes back from it.
    #[inline]
    pub(super) fn ascend(&mut self, floor: usize) {
        self.keys.pop();
        self.floor = floor;
    }

    /// Makes the line of a ply its turn and the line of the next ply.
    pub(super) fn lengthen_pv(&mut self, ply: usize, turn: Turn<G>) {
        let [here, below] = &mut self.frames[ply..ply + 2] else { return };
        here.pv.clear();
        here.pv.push(turn);
        here.pv.extend_from_slice(&below.pv);
    }
}

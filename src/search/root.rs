//! Iterative deepening from the root, by one thread or by several over one table.
//!
//! Several threads all search the root, those with odd numbers one ply deeper, each with its own
//! history; they share what they find through the table, and put off the turns that another is
//! looking at ([`super::claims`]). Measured on two processors, time to a fixed depth over nine
//! positions of five games, geometric mean: two threads are 1.6 times as fast as one (2.0 times the
//! nodes a second). Without claims, and with small pages for the table, it was 1.20 times; the same
//! with the turns of the root split among the threads 0.96 times, since they wait for the first
//! turn, and for each other at the end of each iteration.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::game::{Game, Oracle, Position, Turn};
use crate::line::Line;
use crate::score::Score;
use crate::search::claims::Claims;
use crate::search::negamax::Window;
use crate::search::worker::{Memory, Shared, Worker};
use crate::search::{Control, Info, MAX_DEPTH, Parameters, Report, Request, pv};
use crate::tt::Table;

/// The least depth at which a window is used.
const ASPIRATION_FROM: u32 = 4;
/// News inside an iteration is told only after this time.
const QUIET_TIME: Duration = Duration::from_millis(200);

/// The threads that search, with what they remember from one search to the next.
pub struct Searcher<G: Game> {
    memories: Vec<Memory<G>>,
    parameters: Parameters,
    pool: rayon::ThreadPool,
}

/// The stack of a searching thread: the deepest line has room several times over.
const STACK: usize = 16 << 20;

impl<G: Game> Searcher<G> {
    /// Searches with `threads` threads, one at least.
    ///
    /// # Errors
    /// If the system does not grant the threads.
    pub fn new(threads: usize) -> Result<Searcher<G>, rayon::ThreadPoolBuildError> {
        let threads = threads.max(1);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK)
            .thread_name(|number| format!("search {number}"))
            .build()?;
        let memories = (0..threads).map(|_| Memory::new()).collect();
        Ok(Searcher { memories, parameters: G::SEARCH, pool })
    }

    /// From now on all threads ask these endgame tables.
    pub fn set_oracle(&mut self, oracle: Option<Arc<dyn Oracle<G::Position>>>) {
        for memory in &mut self.memories {
            memory.oracle.clone_from(&oracle);
        }
    }

    /// Forgets what was learnt in earlier searches.
    pub fn clear(&mut self) {
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// The constants of the search. To change them has no effect without the feature `tune`.
    pub fn parameters_mut(&mut self) -> &mut Parameters {
        &mut self.parameters
    }

    /// Searches the position of `line` until a limit is met or `control` says stop; `news` is
    /// told of each iteration, the best line last, and of a new best turn within one.
    pub fn search(
        &mut self,
        line: &Line<G>,
        request: &Request,
        table: &Table,
        control: &Control,
        news: &mut (dyn FnMut(&Info<G>) + Send),
    ) -> Report<G> {
        let shared = Shared {
            table,
            control,
            parameters: &self.parameters,
            limits: request.limits,
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            claims: Claims::new(self.memories.len()),
            threads: self.memories.len(),
        };
        table.grow_older();
        let (first, others) = self.memories.split_at_mut(1);
        let mut report = None;
        self.pool.in_place_scope(|scope| {
            let shared = &shared;
            for (i, memory) in others.iter_mut().enumerate() {
                scope.spawn(move |_| {
                    let mut root = Root::new(line, request, shared, i + 1, memory);
                    root.deepen(&mut |_| ());
                });
            }
            let report = &mut report;
            scope.spawn(move |_| {
                let mut root = Root::new(line, request, shared, 0, &mut first[0]);
                *report = Some(root.deepen(news));
                shared.halt.store(true, Relaxed);
            });
        });
        report.expect("the first thread has ended")
    }
}

/// A turn of the root with what is known of it.
pub(super) struct RootTurn<G: Game> {
    pub(super) turn: Turn<G>,
    /// Its score, if tables tell it: then it is not searched.
    pub(super) exact: Option<Score>,
    /// Its score in the present pass, the lowest if it has none.
    score: Score,
    /// Its score in the last pass that gave it one.
    last: Score,
    pub(super) pv: Vec<Turn<G>>,
}

/// The root as one thread sees it.
struct Root<'a, G: Game> {
    line: &'a Line<G>,
    worker: Worker<'a, G>,
    turns: Vec<RootTurn<G>>,
    /// How many of the best turns are told.
    lines: usize,
    /// The turns before this one are better than the one that is sought.
    first: usize,
}

impl<'a, G: Game> Root<'a, G> {
    fn new(
        line: &'a Line<G>,
        request: &Request,
        shared: &'a Shared<'a>,
        number: usize,
        memory: &'a mut Memory<G>,
    ) -> Root<'a, G> {
        memory.history.fade();
        let mut worker = Worker::new(shared, number, memory, line.keys());
        worker.frames[0].before = line.last().map(G::Position::slot);
        let is_wanted = |index: &usize| request.only.is_empty() || request.only.contains(index);
        let mut turns: Vec<RootTurn<G>> = (0..line.turns().len())
            .filter(is_wanted)
            .map(|index| {
                let turn = line.turns()[index];
                let (score, last) = (-Score::INFINITE, Score::ZERO);
                RootTurn { turn, exact: None, score, last, pv: vec![turn] }
            })
            .collect();
        worker.tables.look_at_root(line, &mut turns, request.lines.max(1));
        let lines = request.lines.clamp(1, turns.len().max(1));
        Root { line, worker, turns, lines, first: 0 }
    }

    /// One iteration after the other.
    fn deepen(&mut self, news: &mut (dyn FnMut(&Info<G>) + Send)) -> Report<G> {
        let limits = self.worker.shared.limits;
        let last = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut told = vec![self.info(0, 0)];
        if self.turns.is_empty() {
            return Report { best: None, ponder: None, lines: told };
        }
        let mut steady = 0;
        let ahead = (self.worker.number % 2) as u32;
        for depth in 1..=last {
            let before = self.turns[0].turn;
            let is_done = (0..self.lines).all(|first| {
                self.first = first;
                self.iterate((depth + ahead).min(MAX_DEPTH), depth, news)
            });
            self.first = 0;
            self.worker.watch();
            if is_done {
                // A line that is found later may be better after all.
                self.turns[..self.lines].sort_by_key(|root| std::cmp::Reverse(root.last));
                told = (0..self.lines).map(|index| self.info(depth, index)).collect();
                told.iter().rev().for_each(&mut *news);
            } else {
                // The best of a broken iteration is better than that of the one before.
                if self.turns[0].pv.first() != told[0].pv.first() {
                    let best = self.info(depth, 0);
                    let ranks: Vec<_> = told.iter().map(|line| line.rank).collect();
                    told.retain(|line| line.pv.first() != best.pv.first());
                    told.insert(0, best);
                    told.truncate(ranks.len());
                    told.iter_mut().zip(ranks).for_each(|(line, rank)| line.rank = rank);
                    told.iter().rev().for_each(&mut *news);
                }
                break;
            }
            steady = if before == self.turns[0].turn { steady + 1 } else { 0 };
            if self.is_enough(depth, told[0].score, steady) {
                break;
            }
        }
        let ponder = self.ponder(&told[0].pv);
        Report { best: told[0].pv.first().copied(), ponder, lines: told }
    }

    /// Whether the limits leave no sense in another iteration.
    fn is_enough(&self, depth: u32, score: Score, steady: u32) -> bool {
        let shared = self.worker.shared;
        if self.worker.number > 0 {
            return false;
        }
        // Nothing better can be found than what is known.
        if self.lines == 1 && self.turns[0].exact.is_some() {
            return true;
        }
        let on_clock = shared.control.on_clock();
        if on_clock.is_some() {
            // A proof as deep as the end is far leaves no shorter win and no longer loss.
            let is_proved =
                self.lines == 1 && score.plies_to_end().is_some_and(|plies| plies <= depth);
            let is_forced = self.line.turns().len() == 1;
            if is_proved && shared.limits.proof_is_enough
                || is_forced && shared.limits.forced_is_enough
            {
                return true;
            }
        }
        match (shared.limits.time, on_clock) {
            (Some(budget), Some(passed)) if budget.soft < budget.hard => {
                let share = if steady >= 6 {
                    0.5
                } else if steady >= 2 {
                    0.7
                } else {
                    1.0
                };
                passed >= budget.soft.mul_f64(share)
            }
            _ => false,
        }
    }

    /// One line of an iteration: the windows that it takes to hold the score. False if it was
    /// broken off.
    fn iterate(&mut self, depth: u32, told: u32, news: &mut (dyn FnMut(&Info<G>) + Send)) -> bool {
        let last = self.turns[self.first].last;
        let mut width = self.worker.parameters().aspiration;
        let mut window = if told < ASPIRATION_FROM {
            Window { alpha: -Score::INFINITE, beta: Score::INFINITE }
        } else if last.is_win() {
            Window { alpha: last.plus(-1), beta: Score::INFINITE }
        } else if last.is_loss() {
            Window { alpha: -Score::INFINITE, beta: last.plus(1) }
        } else {
            Window { alpha: last.plus(-width), beta: last.plus(width) }
        };
        loop {
            let score = self.search(window, depth as i32, told, news);
            if self.worker.aborted {
                self.sort();
                return false;
            }
            width *= 3;
            let is_decided = score.is_decided() || width > 500;
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                window.alpha = if is_decided { -Score::INFINITE } else { score.plus(-width) };
            } else if score >= window.beta && window.beta < Score::INFINITE {
                self.sort();
                window.beta = if is_decided { Score::INFINITE } else { score.plus(width) };
            } else {
                self.sort();
                return true;
            }
        }
    }

    /// The best turns first; the others keep their order.
    fn sort(&mut self) {
        self.turns[self.first..].sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// Searches every turn of the root from the first on.
    fn search(
        &mut self,
        window: Window,
        depth: i32,
        told: u32,
        news: &mut (dyn FnMut(&Info<G>) + Send),
    ) -> Score {
        let position = self.line.position().clone();
        let first = self.first;
        for root in &mut self.turns[first..] {
            root.score = -Score::INFINITE;
        }
        let mut best = -Score::INFINITE;
        let mut alpha = window.alpha;
        for i in first..self.turns.len() {
            let turn = self.turns[i].turn;
            if let Some(exact) = self.turns[i].exact {
                self.turns[i].score = exact;
                self.turns[i].last = exact;
                best = best.max(exact);
                alpha = alpha.max(exact);
                continue;
            }
            let (after, floor) = self.worker.descend(&position, turn, 0);
            let full = Window { alpha, beta: window.beta }.turned();
            let mut score = alpha.plus(1);
            if i > first {
                score = -self.worker.search(&after, Window::null(alpha).turned(), depth - 1, 1);
            }
            if score > alpha && !self.worker.aborted {
                score = -self.worker.search(&after, full, depth - 1, 1);
            }
            self.worker.ascend(floor);
            if self.worker.aborted {
                return Score::ZERO;
            }
            best = best.max(score);
            if i == first || score > alpha {
                self.worker.lengthen_pv(0, turn);
                let root = &mut self.turns[i];
                root.score = score;
                root.last = score;
                root.pv.clone_from(&self.worker.frames[0].pv);
            }
            if score > alpha {
                alpha = score;
                let is_late = self.worker.shared.control.elapsed() >= QUIET_TIME;
                let is_telling = self.worker.number == 0 && self.lines == 1;
                if i > 0 && is_late && score < window.beta && is_telling {
                    news(&self.info(told, i));
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        best
    }

    /// What is known of the turn at an index.
    fn info(&mut self, depth: u32, index: usize) -> Info<G> {
        self.worker.watch();
        let worker = &self.worker;
        let shared = worker.shared;
        let (score, pv) = self.turns.get(index).map_or((Score::ZERO, Vec::new()), |root| {
            let is_decided = root.last.is_decided();
            let pv = pv::lengthened(self.line, &root.pv, depth, is_decided, shared.table);
            (root.last, pv)
        });
        Info {
            depth,
            rank: (self.lines > 1).then_some(index + 1),
            mean_depth: worker.leaf_plies as f64 / worker.leaves.max(1) as f64,
            score,
            nodes: shared.nodes.load(Relaxed),
            time: shared.control.elapsed(),
            pv,
        }
    }

    /// The answer that is expected, unless the game ends before it is given or by it.
    fn ponder(&self, pv: &[Turn<G>]) -> Option<Turn<G>> {
        let [best, answer, ..] = *pv else { return None };
        let mut line = self.line.clone();
        line.play(best);
        if line.outcome().is_some() || !line.turns().contains(&answer) {
            return None;
        }
        line.play(answer);
        line.outcome().is_none().then_some(answer)
    }
}

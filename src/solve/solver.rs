//! Two questions about a position, whether the one side wins and whether the other does: the likelier
//! is asked until both are answered or the budget is spent. What the search finds counts only when
//! it has been drawn up as a [`Proof`].

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::game::{Evaluator, Position, Settings, Side, Turn, Turns};
use crate::score::Score;
use crate::solve::claims::Claims;
use crate::solve::draw_up::{Unproven, draw_up};
use crate::solve::entry::{Entry, INFINITE, Refutation};
use crate::solve::proof::{Claim, Proof};
use crate::solve::proven::Proven;
use crate::solve::rules::Rules;
use crate::solve::search::{Shared, Worker, salt};
use crate::solve::table::Table;
use crate::solve::verdict::Verdict;
use crate::tables::Tabled;
use crate::tables::store::Store;

/// Nodes of the first look at a question.
const FIRST: u64 = 50_000;
/// The work that a position counts for which was proven before: no small one is put in its place.
const LEARNT: u64 = 4_096;
/// So many of them are taken in before it is seen whether the table has room for more.
const LOT: usize = 1 << 16;
/// Time between two pieces of news.
const TICK: Duration = Duration::from_millis(100);
/// Bytes of the stack of a thread: a line may be a thousand positions long.
const STACK: usize = 64 << 20;
/// Nodes that drawing up a proof may take besides half of those that finding it took.
const SPARE: u64 = 2_000_000;
/// The same in time, where time is limited.
const SPARE_TIME: Duration = Duration::from_secs(2);

/// When the work ends by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

/// A proof and a disproof number; `u32::MAX` is infinite.
pub type Numbers = (u32, u32);

/// A turn and the numbers of the position behind it.
pub type Numbered<G> = (Turn<G>, Option<Numbers>);

/// How the work goes.
#[derive(Clone, Debug)]
pub struct Progress<G: Tabled> {
    /// The side that is asked whether it wins.
    pub attacker: Side,
    /// The proof and the disproof number of the position.
    pub numbers: Option<Numbers>,
    /// The turns and the numbers of the positions behind them.
    pub turns: Vec<Numbered<G>>,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fill: u32,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found<P> {
    /// What the position is worth for the side to move.
    pub verdict: Verdict,
    /// What shows it: one proof, or two if it is a draw.
    pub proofs: Vec<Proof<P>>,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

/// A solver of positions of one game.
#[derive(Debug)]
pub struct Solver<G: Tabled> {
    table: Table,
    store: Store<G>,
    pool: rayon::ThreadPool,
}

/// What is known of a question.
#[derive(Clone, Copy, Debug)]
struct Question {
    attacker: Side,
    entry: Entry,
    /// Nodes of its next turn.
    share: u64,
    /// Whether it is asked strictly.
    is_strict: bool,
}

impl Question {
    fn is_answered(&self) -> bool {
        self.entry.is_proven() || self.entry.is_refuted()
    }

    /// What its answer would show.
    fn claim(&self) -> Option<Claim> {
        let defender = self.attacker.opponent();
        match self.entry.refutation {
            _ if self.entry.is_proven() => Some(Claim::Wins(self.attacker)),
            _ if !self.entry.is_refuted() => None,
            Refutation::Lost => Some(Claim::Wins(defender)),
            Refutation::Held | Refutation::Tainted => Some(Claim::Holds(defender)),
        }
    }

    /// How likely a win looks, by the numbers.
    fn likelihood(&self) -> f64 {
        f64::from(self.entry.disproof) / f64::from(self.entry.proof.max(1))
    }
}

impl<G: Tabled> Solver<G> {
    /// A solver with a table, endgame tables and so many threads, one at least.
    ///
    /// # Errors
    /// If the system does not grant the threads.
    pub fn new(
        table: Table,
        store: Store<G>,
        threads: usize,
    ) -> Result<Solver<G>, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.max(1))
            .stack_size(STACK)
            .thread_name(|number| format!("solve {number}"))
            .build()?;
        Ok(Solver { table, store, pool })
    }

    /// The rules that are played.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        self.store.settings()
    }

    /// The rules that it solves by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        Rules::new::<G>(self.settings())
    }

    /// Takes in positions that were proven before, of the same rules.
    pub fn learn(&self, proven: &Proven) {
        for (i, (key, claim, plies)) in proven.all().enumerate() {
            if i % LOT == 0 {
                self.make_room();
            }
            let (attacker, entry) = match claim {
                Claim::Wins(side) => (side, Entry::proven(plies)),
                Claim::Holds(side) => (side.opponent(), Entry::refuted(Refutation::Held, plies)),
            };
            self.table.store(key ^ salt(attacker), Entry { work: LEARNT, ..entry });
        }
    }

    fn make_room(&self) {
        self.pool.install(|| self.table.make_room());
    }

    /// What has been found out so far.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The endgame tables.
    #[must_use]
    pub const fn store(&self) -> &Store<G> {
        &self.store
    }

    /// Solves a position; nothing counts that was played before. `watch` is told now and then how
    /// it goes, and `stop` ends it.
    pub fn solve(
        &self,
        position: &G::Position,
        limits: Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress<G>),
    ) -> Found<G::Position> {
        let mut root = position.clone();
        root.forget_counts();
        let nodes = AtomicU64::new(0);
        let begun = Instant::now();
        let run = Run {
            solver: self,
            root: &root,
            nodes: &nodes,
            stop,
            begun,
            most: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| begun.checked_add(time)),
        };
        let (verdict, proofs) = run.all(watch);
        Found { verdict, proofs, nodes: nodes.load(Relaxed), time: begun.elapsed() }
    }
}

/// The work on one position.
struct Run<'a, G: Tabled> {
    solver: &'a Solver<G>,
    root: &'a G::Position,
    nodes: &'a AtomicU64,
    stop: &'a AtomicBool,
    begun: Instant,
    most: u64,
    deadline: Option<Instant>,
}

type Proofs<G> = Vec<Proof<<G as crate::game::Game>::Position>>;

impl<G: Tabled> Run<'_, G> {
    fn all(&self, watch: &mut dyn FnMut(&Progress<G>)) -> (Verdict, Proofs<G>) {
        let mover = self.root.side();
        let is_better = G::Evaluator::default().evaluate(self.root) >= Score::ZERO;
        let first = if is_better { mover } else { mover.opponent() };
        let mut questions = [first, first.opponent()].map(|attacker| Question {
            attacker,
            entry: Entry::open(1, 1),
            share: FIRST,
            is_strict: false,
        });
        let mut proofs: Proofs<G> = Vec::new();
        loop {
            let [a, b] = &questions;
            let next = match (a.is_answered(), b.is_answered()) {
                (true, true) => break,
                (true, false) => 1,
                (false, true) => 0,
                // Both lead through the same positions, so that the likelier win is asked for.
                (false, false) => usize::from(a.likelihood() < b.likelihood()),
            };
            let question = &mut questions[next];
            let before = self.nodes.load(Relaxed);
            self.solver.make_room();
            question.entry = self.ask(question, watch);
            // Else it is answered, or the table was full.
            if self.nodes.load(Relaxed) - before >= question.share {
                question.share *= 2;
            }
            if let Some(claim @ Claim::Wins(winner)) = question.claim() {
                return match self.draw_up(claim, true) {
                    Ok(proof) => (Verdict::won(winner == mover), vec![proof]),
                    Err(Unproven) => (Verdict::Unknown, Vec::new()),
                };
            }
            let is_spent = self.is_spent();
            if is_spent || questions.iter().all(Question::is_answered) {
                for question in &mut questions {
                    let Some(claim) = question.claim() else { continue };
                    if proofs.iter().any(|proof| proof.claim == claim) {
                        continue;
                    }
                    if let Ok(proof) = self.draw_up(claim, false) {
                        proofs.push(proof);
                        continue;
                    }
                    // It may have been refuted by positions that need not come again.
                    let win = Claim::Wins(question.attacker);
                    if !is_spent && let Ok(proof) = self.draw_up(win, false) {
                        return (Verdict::won(question.attacker == mover), vec![proof]);
                    }
                    if !question.is_strict {
                        question.is_strict = true;
                        question.entry = Entry::open(1, 1);
                    }
                }
            }
            if is_spent {
                break;
            }
        }
        let holds = |side| proofs.iter().any(|proof| proof.claim == Claim::Holds(side));
        (Verdict::held(holds(mover), holds(mover.opponent())), proofs)
    }

    fn is_spent(&self) -> bool {
        self.stop.load(Relaxed)
            || self.nodes.load(Relaxed) >= self.most
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn shared(
        &self,
        threads: usize,
        is_strict: bool,
        most_nodes: u64,
        deadline: Option<Instant>,
    ) -> Shared<'_, G> {
        Shared {
            table: &self.solver.table,
            store: &self.solver.store,
            // Tables that do not know all that matters are not asked.
            most_pieces: if G::IS_WHOLE { self.solver.store.most() } else { 0 },
            stop: self.stop,
            nodes: self.nodes,
            is_strict,
            most_nodes,
            deadline,
            halt: AtomicBool::new(false),
            claims: Claims::new(threads),
        }
    }

    fn draw_up(&self, claim: Claim, is_asked: bool) -> Result<Proof<G::Position>, Unproven> {
        let nodes = self.nodes.load(Relaxed);
        let time = self.begun.elapsed() / 2 + SPARE_TIME;
        let deadline = self.deadline.and_then(|_| Instant::now().checked_add(time));
        let shared = self.shared(1, true, nodes + nodes / 2 + SPARE, deadline);
        self.solver.pool.install(|| draw_up(&shared, claim, self.root, is_asked))
    }

    /// Asks whether a side wins, until its share of nodes is spent or the table is full.
    fn ask(&self, question: &Question, watch: &mut dyn FnMut(&Progress<G>)) -> Entry {
        let attacker = question.attacker;
        let end = self.nodes.load(Relaxed).saturating_add(question.share).min(self.most);
        let threads = self.solver.pool.current_num_threads();
        let shared = self.shared(threads, question.is_strict, end, self.deadline);
        let (sender, receiver) = channel();
        let mut best = Entry::open(1, 1);
        self.solver.pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let (sender, shared) = (sender.clone(), &shared);
                scope.spawn(move |_| {
                    let entry = Worker::new(shared, attacker).search(self.root);
                    shared.halt.store(true, Relaxed);
                    // Whoever waits for it is in this scope.
                    let _ = sender.send(entry);
                });
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok(entry) => {
                        if !best.is_proven() && !best.is_refuted() {
                            best = entry;
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => watch(&self.progress(attacker)),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        best
    }

    fn progress(&self, attacker: Side) -> Progress<G> {
        let known = |position: &G::Position| {
            let entry = self.solver.table.probe(position.key() ^ salt(attacker))?;
            let most = |number| if number >= INFINITE { u32::MAX } else { number };
            Some((most(entry.proof), most(entry.disproof)))
        };
        let mut turns = Turns::new();
        self.root.generate(&mut turns);
        let turns = turns.into_iter().map(|turn| {
            let mut after = self.root.clone();
            after.play(turn);
            after.forget_counts();
            (turn, known(&after))
        });
        Progress {
            attacker,
            numbers: known(self.root),
            turns: turns.collect(),
            nodes: self.nodes.load(Relaxed),
            time: self.begun.elapsed(),
            fill: self.solver.table.fill(),
        }
    }
}

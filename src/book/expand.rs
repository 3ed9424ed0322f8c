//! Drop-out expansion (T. R. Lincke, "Strategies for the automatic construction of opening books",
//! 2001): a book grows where a game would leave it.
//!
//! Each of its games goes from the start, by the moves of the book, to a position that is not in it
//! yet. That is searched, and added with its best moves. Which way a game goes is told by what it
//! costs: a ply costs one, unless the move is the only one, and a move that is worse than the best
//! costs what it is worse, divided by the plan's `ply_value`. The cheapest way is taken, for both
//! sides: good moves are followed far, bad ones as far as an opponent who makes them deserves. What
//! the new position is worth goes back to the start before the next game begins.
//!
//! Nothing is searched behind a forced end, in a game that is over, or where a count that may draw
//! the game has gone far: the worth of such a position hangs on how it was reached. Every search
//! begins with an empty table, so that a book does not depend on how often its making was
//! interrupted.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::check::{CheckError, positions};
use super::format::FileError;
use super::graph::{GraphError, Move, Place};
use super::{Book, PlanError};
use crate::clock;
use crate::engine::{EngineError, processors};
use crate::game::{Game, Position};
use crate::games::Visitor;
use crate::line::Line;
use crate::search::{Control, Info, Limits, Request, Searcher};
use crate::tt::Table;

/// What a ply costs.
const PLY: u64 = 100;
/// What the way to a position costs that is not to be searched.
const CLOSED: u64 = u64::MAX;

/// Whether the making of a book is to end.
#[derive(Debug, Default)]
pub struct Stop {
    is_asked: AtomicBool,
    search: Mutex<Option<Arc<Control>>>,
}

impl Stop {
    /// Asks for an end: the running search is given up.
    pub fn ask(&self) {
        self.is_asked.store(true, SeqCst);
        if let Some(control) = &*self.search.lock().unwrap_or_else(PoisonError::into_inner) {
            control.stop();
        }
    }

    /// Whether it was asked for.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.is_asked.load(SeqCst)
    }

    /// A search begins.
    fn begin(&self) -> Arc<Control> {
        let control = Arc::new(Control::new(Instant::now(), false));
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        *search = Some(Arc::clone(&control));
        if self.is_asked() {
            control.stop();
        }
        control
    }
}

/// Why no position is added any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As many games as were asked for have been played.
    Done,
    /// There is nothing more to search.
    Exhausted,
    /// An end was asked for.
    Stopped,
}

/// A book cannot grow.
#[derive(Debug, thiserror::Error)]
pub enum ExpandError {
    /// It is none of its game.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// There is no engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A position cannot be added.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// It cannot be kept.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Plays games until the book has as many positions as `games`, each added by one; `keep` is told
/// of the book after each.
///
/// # Errors
/// If the book cannot grow, or `keep` fails.
pub fn expand(
    book: &mut Book,
    games: usize,
    stop: &Stop,
    keep: &mut dyn FnMut(&Book) -> Result<(), FileError>,
) -> Result<Ending, ExpandError> {
    struct Expand<'a>(
        &'a mut Book,
        usize,
        &'a Stop,
        &'a mut dyn FnMut(&Book) -> Result<(), FileError>,
    );
    impl Visitor for Expand<'_> {
        type Output = Result<Ending, ExpandError>;
        fn visit<G: Game>(self) -> Self::Output {
            let Expand(book, games, stop, keep) = self;
            let mut growth = Growth::<G>::new(book)?;
            while growth.book.graph.places().len() < games {
                if stop.is_asked() {
                    return Ok(Ending::Stopped);
                }
                let Some(key) = growth.drop_out() else { return Ok(Ending::Exhausted) };
                let Some(moves) = growth.search(key, stop) else { return Ok(Ending::Stopped) };
                growth.add(key, moves)?;
                keep(growth.book)?;
            }
            Ok(Ending::Done)
        }
    }
    let variant = book.plan.game().map_err(|error| CheckError::Plan(error.into()))?;
    variant.visit(Expand(book, games, stop, keep))
}

/// A book that grows.
struct Growth<'a, G: Game> {
    book: &'a mut Book,
    /// The positions that can be added.
    leaves: HashMap<u64, G::Position>,
    /// The start of the game.
    start: u64,
    searcher: Searcher<G>,
    table: Table,
}

impl<'a, G: Game> Growth<'a, G> {
    fn new(book: &'a mut Book) -> Result<Growth<'a, G>, ExpandError> {
        let settings = book.plan.settings(&G::FACTS);
        let settings = settings.map_err(|error| CheckError::Plan(PlanError::Setting(error)))?;
        let mut leaves = positions::<G>(book)?;
        leaves.retain(|&key, position| book.graph.find(key).is_none() && is_open::<G>(position));
        let threads = (book.plan.threads as usize).min(processors());
        let searcher = Searcher::new(threads).map_err(EngineError::from)?;
        let bytes = usize::try_from(book.plan.hash << 20).unwrap_or(usize::MAX);
        let table = Table::new(bytes).map_err(EngineError::from)?;
        Ok(Growth { book, leaves, start: G::start(&settings).key(), searcher, table })
    }

    /// The position in which the next game leaves the book.
    fn drop_out(&self) -> Option<u64> {
        let graph = &self.book.graph;
        if graph.places().is_empty() {
            return self.leaves.contains_key(&self.start).then_some(self.start);
        }
        let mut costs = vec![CLOSED; graph.places().len()];
        for number in graph.backwards() {
            let moves = graph.places()[number].moves.iter();
            let cheapest = moves.map(|m| self.cost(number, m, &costs)).min();
            costs[number] = cheapest.unwrap_or(CLOSED);
        }
        let mut number = 0;
        loop {
            let place = &graph.places()[number];
            let cheapest = place.moves.iter().min_by_key(|m| self.cost(number, m, &costs))?;
            if costs[number] == CLOSED {
                return None;
            }
            match graph.next(place, cheapest) {
                Some(next) => number = next,
                None => return Some(cheapest.key),
            }
        }
    }

    /// What it costs to leave the book by a move, given the costs of all positions of later plies.
    fn cost(&self, number: usize, m: &Move, costs: &[u64]) -> u64 {
        let (book, graph) = (&*self.book, &self.book.graph);
        let place = &graph.places()[number];
        let onward = match graph.next(place, m) {
            Some(next) => costs[next],
            None if self.can_be_added(place, m) => 0,
            None => CLOSED,
        };
        let loss = (book.worths[number] - graph.worth(place, m, &book.worths)).unsigned_abs();
        let loss = u64::from(loss) * PLY / u64::from(book.plan.ply_value.max(1));
        let ply = if place.moves.len() == 1 { 0 } else { PLY };
        onward.saturating_add(ply + loss)
    }

    fn can_be_added(&self, place: &Place, m: &Move) -> bool {
        place.ply + 1 < self.book.plan.plies
            && !m.score.is_decided()
            && self.leaves.contains_key(&m.key)
    }

    /// The best moves of a position; nothing if an end was asked for meanwhile.
    fn search(&mut self, key: u64, stop: &Stop) -> Option<Vec<Move>> {
        let line = Line::new(self.leaves[&key].clone());
        let plan = &self.book.plan;
        let limits = Limits {
            nodes: plan.nodes,
            time: plan.time.map(|milliseconds| clock::move_time(milliseconds as f64 / 1e3)),
            ..Limits::default()
        };
        // Limits that leave no time for one iteration are exceeded for that.
        let one_iteration = Limits { depth: Some(1), ..Limits::default() };
        let mut lines = Vec::new();
        for limits in [limits, one_iteration] {
            if lines.is_empty() {
                lines = self.lines(&line, limits, &stop.begin());
            }
        }
        let mut seen = HashSet::new();
        let moves = lines.iter().filter_map(|info| {
            let mut after = line.position().clone();
            after.play(*info.pv.first()?);
            // Different turns may have one result.
            seen.insert(after.key()).then(|| Move { key: after.key(), score: info.score })
        });
        let moves = moves.collect();
        (!stop.is_asked()).then_some(moves)
    }

    /// The best lines of the last whole iteration of a search.
    fn lines(&mut self, line: &Line<G>, limits: Limits, control: &Control) -> Vec<Info<G>> {
        let lines = (self.book.plan.width as usize).min(line.turns().len()).max(1);
        let request = Request { lines, ..Request::from(limits) };
        self.searcher.clear();
        self.table.clear();
        // The worst of an iteration is told first. What a broken one tells is incomplete.
        let mut told = Vec::new();
        let mut whole = Vec::new();
        let mut news = |info: &Info<G>| {
            told.push(info.clone());
            if info.rank.is_none_or(|rank| rank == 1) {
                let iteration = std::mem::take(&mut told);
                if iteration.len() == lines {
                    whole = iteration;
                }
            }
        };
        self.searcher.search(line, &request, &self.table, control, &mut news);
        whole.reverse();
        whole
    }

    /// Adds a position.
    fn add(&mut self, key: u64, moves: Vec<Move>) -> Result<(), ExpandError> {
        self.book.add(key, moves)?;
        let position = self.leaves.remove(&key).expect("it was searched");
        let mut turns = Vec::new();
        position.generate(&mut turns);
        let place = self.book.graph.places().last().expect("it was added");
        for turn in turns {
            let mut after = position.clone();
            after.play(turn);
            let key = after.key();
            let is_new = self.book.graph.find(key).is_none();
            if is_new && place.moves.iter().any(|m| m.key == key) && is_open::<G>(&after) {
                self.leaves.entry(key).or_insert(after);
            }
        }
        Ok(())
    }
}

/// Whether a position can be added to a book.
fn is_open<G: Game>(position: &G::Position) -> bool {
    position.counter_key() == 0 && Line::<G>::new(position.clone()).outcome().is_none()
}

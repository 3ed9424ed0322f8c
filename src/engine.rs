//! A game, a table and the threads that search it, behind a trait that knows no game.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::any::{AnyGame, Playing, TurnText};
use crate::game::{Game, Oracle, Position, Settings};
use crate::games::{Variant, Visitor};
use crate::score::Score;
use crate::search::{Control, Info, Parameters, Request, Searcher};
use crate::skill::Skill;
use crate::solve::known::Known;
use crate::solve::proven::{Proven, ProvenError};
use crate::solve::rules::Rules;
use crate::tables::Tabled;
use crate::tables::store::{Sources, Store};
use crate::tt::{OutOfMemory, Table};

/// What a search has found so far, in texts.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    /// Plies of the iteration.
    pub depth: u32,
    /// Which of the best lines it is, from 1, if several are told.
    pub rank: Option<usize>,
    /// The mean length of the lines looked at, in plies.
    pub mean_depth: f64,
    /// The score for the side to move.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// The best line.
    pub pv: Vec<TurnText>,
}

impl News {
    fn new<G: Game>(position: &G::Position, info: &Info<G>) -> News {
        News {
            depth: info.depth,
            rank: info.rank,
            mean_depth: info.mean_depth,
            score: info.score,
            nodes: info.nodes,
            time: info.time,
            pv: TurnText::of_line::<G>(position, &info.pv),
        }
    }

    /// Nodes a second.
    #[must_use]
    pub fn nps(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-6)
    }
}

/// Where a search has ended, in texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The best turn; none if there is no legal one.
    pub best: Option<TurnText>,
    /// The answer that is expected.
    pub ponder: Option<TurnText>,
    /// The last news of each line that is told, the best first; never empty.
    pub lines: Vec<News>,
}

impl Answer {
    /// The last news of the best line.
    #[must_use]
    pub fn news(&self) -> &News {
        &self.lines[0]
    }
}

/// An engine could not be made, or not be changed; it stays as it was.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The table does not fit into memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system does not grant the threads.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// An engine of some game.
pub trait AnyEngine: Send {
    /// The game that is being played.
    fn game(&self) -> &dyn AnyGame;

    /// The same, to be changed.
    fn game_mut(&mut self) -> &mut dyn AnyGame;

    /// Forgets what earlier searches have found out, so that the next one takes the same course
    /// as it would in a new engine.
    fn forget(&mut self);

    /// Does beforehand what the first search would have to do in its own time.
    fn get_ready(&mut self);

    /// Takes a table of about `bytes` bytes; it starts empty.
    ///
    /// # Errors
    /// If there is no memory for it.
    fn set_table(&mut self, bytes: usize) -> Result<(), EngineError>;

    /// The table, which suits every game: an engine that takes the place of another can take its
    /// table as well.
    fn table_mut(&mut self) -> &mut Table;

    /// Searches with so many threads from now on, but with no more than the machine has
    /// processors: further ones would only wait for each other.
    ///
    /// # Errors
    /// If the system does not grant them.
    fn set_threads(&mut self, threads: usize) -> Result<(), EngineError>;

    /// The constants of the search; without the feature `tune` a change has no effect.
    fn parameters_mut(&mut self) -> &mut Parameters;

    /// Asks these endgame tables from now on. What is wrong with files that are not used is told.
    fn set_tables(&mut self, sources: &Sources) -> Vec<String>;

    /// Searches the position until a limit is met or `control` says stop. Of several lines the
    /// best is told last.
    fn search(
        &mut self,
        request: &Request,
        control: &Control,
        news: &mut (dyn FnMut(News) + Send),
    ) -> Answer;
}

struct Engine<G: Tabled> {
    playing: Playing<G>,
    table: Table,
    searcher: Searcher<G>,
    sources: Sources,
    /// The endgame tables, once they are needed.
    store: Option<Arc<Store<G>>>,
    /// The same together with positions that were proven, if there are any.
    known: Option<Arc<Known<G>>>,
}

impl<G: Tabled> Engine<G> {
    /// Opens the endgame tables if they are not open or hold for other rules.
    fn open_tables(&mut self) -> Vec<String> {
        let settings = self.playing.settings;
        let is_open = self.store.as_ref().is_some_and(|store| {
            // Proven positions hold for one choice of all options.
            let is_same = *store.settings() == settings || self.sources.proven.is_none();
            store.holds_for(&settings) && is_same
        });
        let mut complaints = Vec::new();
        if !is_open {
            let (store, refused) = Store::open(settings, &self.sources);
            complaints.extend(refused.iter().map(|file| format!("tables not used: {file}")));
            let store = Arc::new(store);
            self.known = None;
            if let Some(path) = &self.sources.proven {
                match proven::<G>(path, &settings) {
                    Ok(proven) => self.known = Some(Arc::new(Known::new(store.clone(), proven))),
                    Err(error) => {
                        let path = path.display();
                        complaints.push(format!("proven positions not used: {path}: {error}"));
                    }
                }
            }
            complaints.iter().for_each(|complaint| log::warn!("{complaint}"));
            self.store = Some(store);
            self.tell_tables();
        }
        complaints
    }

    /// Tells the searching threads of the tables.
    fn tell_tables(&mut self) {
        let store = self.store.as_ref().filter(|store| store.most() > 0);
        let store = store.map(|store| Arc::clone(store) as Arc<dyn Oracle<G::Position>>);
        let known = self.known.as_ref().map(|known| Arc::clone(known) as Arc<_>);
        self.searcher.set_oracle(known.or(store));
    }
}

/// The proven positions of a file, if they are of these rules.
fn proven<G: Tabled>(path: &Path, settings: &Settings) -> Result<Proven, ProvenError> {
    let proven = Proven::read(path)?;
    proven.rules().expect(&Rules::new::<G>(settings))?;
    Ok(proven)
}

/// The processors of the machine.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl<G: Tabled> AnyEngine for Engine<G> {
    fn game(&self) -> &dyn AnyGame {
        &self.playing
    }

    fn game_mut(&mut self) -> &mut dyn AnyGame {
        &mut self.playing
    }

    fn forget(&mut self) {
        self.table.clear();
        self.searcher.clear();
    }

    fn get_ready(&mut self) {
        self.table.get_ready();
        self.open_tables();
    }

    fn set_table(&mut self, bytes: usize) -> Result<(), EngineError> {
        self.table = Table::new(bytes)?;
        Ok(())
    }

    fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        let parameters = *self.searcher.parameters_mut();
        self.searcher = Searcher::new(threads.min(processors()))?;
        *self.searcher.parameters_mut() = parameters;
        self.tell_tables();
        Ok(())
    }

    fn parameters_mut(&mut self) -> &mut Parameters {
        self.searcher.parameters_mut()
    }

    fn set_tables(&mut self, sources: &Sources) -> Vec<String> {
        self.sources = sources.clone();
        self.store = None;
        // Those of the binary are opened when they are needed.
        let is_told = self.sources.folder.is_some() || self.sources.proven.is_some();
        if is_told { self.open_tables() } else { Vec::new() }
    }

    fn search(
        &mut self,
        request: &Request,
        control: &Control,
        news: &mut (dyn FnMut(News) + Send),
    ) -> Answer {
        self.open_tables();
        let line = &self.playing.line;
        let position = line.position();
        let asked = request.lines.max(1);
        let mut request = request.clone();
        if let Some(skill) = request.skill.filter(Skill::is_weak) {
            let depth = request.limits.depth.unwrap_or(u32::MAX);
            request.limits.depth = Some(depth.min(skill.depth()));
            request.lines = request.lines.max(Skill::LINES);
        }
        // Lines that only the choice of a weaker turn needs are not told.
        let tell = &mut |info: &Info<G>| {
            if info.rank.is_none_or(|rank| rank <= asked) {
                let rank = info.rank.filter(|_| asked > 1);
                news(News { rank, ..News::new(position, info) });
            }
        };
        let report = self.searcher.search(line, &request, &self.table, control, tell);
        let mut answer = Answer {
            best: report.best.map(|turn| TurnText::new::<G>(position, turn)),
            ponder: report.best.zip(report.ponder).map(|(best, ponder)| {
                let mut after = position.clone();
                after.play(best);
                TurnText::new::<G>(&after, ponder)
            }),
            lines: report.lines.iter().map(|info| News::new(position, info)).collect(),
        };
        if let Some(skill) = request.skill.filter(Skill::is_weak) {
            let scores: Vec<Score> = answer.lines.iter().map(|line| line.score).collect();
            let chosen = skill.choose(&scores, position.key());
            if chosen > 0 {
                answer.best = answer.lines[chosen].pv.first().cloned();
                answer.ponder = None;
            }
        }
        answer
    }
}

impl Variant {
    /// An engine for this variant with a table of about `bytes` bytes.
    ///
    /// # Errors
    /// If there is no memory or there are no threads for it.
    pub fn engine(self, threads: usize, bytes: usize) -> Result<Box<dyn AnyEngine>, EngineError> {
        struct Build {
            threads: usize,
            bytes: usize,
        }
        impl Visitor for Build {
            type Output = Result<Box<dyn AnyEngine>, EngineError>;
            fn visit<G: Tabled>(self) -> Self::Output {
                Ok(Box::new(Engine::<G> {
                    playing: Playing::new(),
                    table: Table::new(self.bytes)?,
                    searcher: Searcher::new(self.threads.min(processors()))?,
                    sources: Sources::default(),
                    store: None,
                    known: None,
                }))
            }
        }
        self.visit(Build { threads, bytes })
    }
}

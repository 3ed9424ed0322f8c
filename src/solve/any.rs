//! A solver without the type of its game: strings in, strings out.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::any::{PositionText, TurnText};
use crate::game::{Game, Position, PositionError, SettingError, Settings, Side, Turns};
use crate::games::{Variant, Visitor};
use crate::solve::file;
use crate::solve::proof::{Claim, Proof, Step};
use crate::solve::proven::Proven;
use crate::solve::rules::{OtherRules, Rules};
use crate::solve::solver::{Limits, Numbered, Numbers, Progress, Solver};
use crate::solve::state::{self, Heading, Spent, StateError};
use crate::solve::table::Table;
use crate::solve::verdict::Verdict;
use crate::tables::Tabled;
use crate::tables::store::{Refused, Sources, Store};
use crate::tt::OutOfMemory;

/// How the work goes, in texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// The side that is asked whether it wins.
    pub attacker: Side,
    /// The numbers of the position.
    pub numbers: Option<Numbers>,
    /// The turns and the numbers of the positions behind them.
    pub turns: Vec<(TurnText, Option<Numbers>)>,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fill: u32,
}

/// What was found, in texts.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position.
    pub fen: String,
    /// The side to move.
    pub side: Side,
    /// What it is worth for that side.
    pub verdict: Verdict,
    /// How many positions each proof has, and what it shows.
    pub proofs: Vec<(Claim, usize)>,
    /// The bytes of a file with the proofs, if it was asked for and there are any.
    pub file: Option<Vec<u8>>,
    /// What is proven of the positions of all proofs, if it was asked for.
    pub proven: Vec<(u64, Claim, u32)>,
    /// A line in which who loses holds out as long as it can, in what was proven.
    pub line: Vec<TurnText>,
    /// Whether the line ends where endgame tables go on.
    pub is_tabled: bool,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

/// What an answer holds besides the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// The bytes of a file with the proofs.
    pub file: bool,
    /// What is proven of all their positions.
    pub positions: bool,
}

/// A solver of some game.
pub trait AnySolver: Send + Sync {
    /// Solves a position.
    ///
    /// # Errors
    /// If the text tells no position of the game.
    fn solve(
        &self,
        position: &PositionText,
        limits: Limits,
        wants: Wants,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&News),
    ) -> Result<Answer, PositionError>;

    /// Takes in positions that were proven before.
    ///
    /// # Errors
    /// If they are of other rules.
    fn learn(&self, proven: &Proven) -> Result<(), OtherRules>;

    /// The rules that it solves by.
    fn rules(&self) -> Rules;

    /// Writes what is known, with what was spent on a position so far. It may be called while
    /// the solver works.
    ///
    /// # Errors
    /// If it cannot be written, or the text tells no position of the game.
    fn save(&self, path: &Path, position: &PositionText, spent: Spent) -> Result<(), SaveError>;

    /// Takes in what was known, and what had been spent on the position if it was the same.
    ///
    /// # Errors
    /// If the file is of no use.
    fn load(&self, path: &Path, position: &PositionText) -> Result<Spent, StateError>;
}

/// A state could not be written.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The text tells no position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl<G: Tabled> AnySolver for Solver<G> {
    fn solve(
        &self,
        position: &PositionText,
        limits: Limits,
        wants: Wants,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&News),
    ) -> Result<Answer, PositionError> {
        let position = position.read::<G>(self.settings())?;
        let mut tell = |progress: &Progress<G>| watch(&news::<G>(&position, progress));
        let found = Solver::solve(self, &position, limits, stop, &mut tell);
        let (line, is_tabled) = match found.proofs.first() {
            Some(proof) => line::<G>(proof),
            None => (Vec::new(), false),
        };
        Ok(Answer {
            fen: G::write_fen(&position),
            side: position.side(),
            verdict: found.verdict,
            proofs: found.proofs.iter().map(|proof| (proof.claim, proof.nodes.len())).collect(),
            file: (wants.file && !found.proofs.is_empty())
                .then(|| file::write(self.store(), &found.proofs)),
            proven: if wants.positions { positions(&found.proofs) } else { Vec::new() },
            line,
            is_tabled,
            nodes: found.nodes,
            time: found.time,
        })
    }

    fn learn(&self, proven: &Proven) -> Result<(), OtherRules> {
        proven.rules().expect(&Solver::rules(self))?;
        Solver::learn(self, proven);
        Ok(())
    }

    fn rules(&self) -> Rules {
        Solver::rules(self)
    }

    fn save(&self, path: &Path, position: &PositionText, spent: Spent) -> Result<(), SaveError> {
        let position = position.read::<G>(self.settings())?;
        let heading =
            Heading { rules: Solver::rules(self), position: G::write_hub(&position), spent };
        Ok(state::save(path, &heading, self.table())?)
    }

    fn load(&self, path: &Path, position: &PositionText) -> Result<Spent, StateError> {
        let heading = state::load(path, self.table(), &Solver::rules(self))?;
        let position = position.read::<G>(self.settings()).ok();
        let is_same = position.is_some_and(|position| G::write_hub(&position) == heading.position);
        Ok(if is_same { heading.spent } else { Spent::default() })
    }
}

/// What proofs show of their positions. What ends the game or is in the tables need not be told.
fn positions<P: Position>(proofs: &[Proof<P>]) -> Vec<(u64, Claim, u32)> {
    let told = proofs.iter().flat_map(|proof| {
        let open = proof.nodes.iter().filter(|node| node.step == Step::On);
        open.map(|node| (node.position.key(), proof.claim, node.plies))
    });
    told.collect()
}

fn news<G: Tabled>(position: &G::Position, progress: &Progress<G>) -> News {
    let text = |(turn, numbers): &Numbered<G>| (TurnText::new::<G>(position, *turn), *numbers);
    News {
        attacker: progress.attacker,
        numbers: progress.numbers,
        turns: progress.turns.iter().map(text).collect(),
        nodes: progress.nodes,
        time: progress.time,
        fill: progress.fill,
    }
}

/// The line of a proof, and whether it ends in the tables.
fn line<G: Tabled>(proof: &Proof<G::Position>) -> (Vec<TurnText>, bool) {
    let places = proof.line();
    let mut turns = Turns::new();
    let mut texts = Vec::new();
    for (&from, &to) in places.iter().zip(&places[1..]) {
        let (before, after) = (&proof.nodes[from].position, &proof.nodes[to].position);
        before.generate(&mut turns);
        let leads_there = |turn: &&crate::game::Turn<G>| {
            let mut played = before.clone();
            played.play(**turn);
            played.key() == after.key()
        };
        texts.extend(turns.iter().find(leads_there).map(|&turn| TurnText::new::<G>(before, turn)));
    }
    let is_tabled = places.last().is_some_and(|&last| proof.nodes[last].step == Step::Tabled);
    (texts, is_tabled)
}

/// What a solver needs.
#[derive(Clone, Debug)]
pub struct Means {
    /// Bytes of its table.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
    /// The endgame tables that it asks.
    pub tables: Sources,
}

/// A solver could not be made.
#[derive(Debug, thiserror::Error)]
pub enum MeansError {
    /// An option of the rules cannot be chosen so.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The table does not fit into memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl Variant {
    /// A solver of the game with these options of its rules, and the files of tables that are not
    /// used.
    ///
    /// # Errors
    /// If an option cannot be chosen so, or there is no memory, or there are no threads.
    pub fn solver(
        self,
        options: &[(&str, &str)],
        means: &Means,
    ) -> Result<(Box<dyn AnySolver>, Vec<Refused>), MeansError> {
        struct Make<'a>(&'a [(&'a str, &'a str)], &'a Means);
        impl Visitor for Make<'_> {
            type Output = Result<(Box<dyn AnySolver>, Vec<Refused>), MeansError>;
            fn visit<G: Tabled>(self) -> Self::Output {
                let mut settings = Settings::defaults(&<G as Game>::FACTS);
                for (name, value) in self.0 {
                    settings.set(&G::FACTS, name, value)?;
                }
                let (store, refused) = Store::<G>::open(settings, &self.1.tables);
                let table = Table::new(self.1.hash)?;
                Ok((Box::new(Solver::new(table, store, self.1.threads)?), refused))
            }
        }
        self.visit(Make(options, means))
    }
}

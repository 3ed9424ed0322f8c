//! Opening books: positions with their best moves and what those are worth, found by the search.
//!
//! [`graph`] holds positions and moves, [`expand`] adds to them, [`mod@format`] is the file,
//! [`choose`] plays from a book, [`check`] sees that its moves are legal, and [`shelf`] has the
//! books that are part of the program.

pub mod check;
pub mod choose;
pub mod expand;
pub mod format;
pub mod graph;
pub mod shelf;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::{Facts, Game, SettingError, Settings};
use crate::games::{UnknownVariant, Variant};
use crate::score::Score;
use graph::{Graph, GraphError, Move};

/// How a book is made. Books of one plan, and as many games, are the same, if one thread searches
/// and nothing but nodes limits it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Plan {
    /// The game.
    pub variant: String,
    /// The rules that it is played by: each option of the game.
    pub options: BTreeMap<String, String>,
    /// No position is added that is so many plies from the start.
    pub plies: u32,
    /// How many moves of a position are added, at most.
    pub width: u32,
    /// A move that is so many centimen worse than the best is followed a ply less far.
    pub ply_value: u32,
    /// Nodes of the search of a position.
    pub nodes: Option<u64>,
    /// Milliseconds of the search of a position.
    pub time: Option<u64>,
    /// Threads that search.
    pub threads: u32,
    /// Megabytes of the table.
    pub hash: u64,
}

/// A plan that is none.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The game is not known.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The game cannot be played by these rules.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

impl Plan {
    /// The game.
    ///
    /// # Errors
    /// If it is not known.
    pub fn game(&self) -> Result<Variant, UnknownVariant> {
        self.variant.parse()
    }

    /// The rules, for a game that has these facts.
    ///
    /// # Errors
    /// If the game does not know one of them.
    pub fn settings(&self, facts: &Facts) -> Result<Settings, SettingError> {
        let mut settings = Settings::defaults(facts);
        for (name, value) in &self.options {
            settings.set(facts, name, value)?;
        }
        Ok(settings)
    }

    /// What differs between two plans, if anything does.
    #[must_use]
    pub fn difference(&self, other: &Plan) -> Option<String> {
        let table = |plan: &Plan| serde_json::to_value(plan).unwrap_or_default();
        let (one, other) = (table(self), table(other));
        let names = one.as_object()?.keys().filter(|name| one[*name] != other[*name]);
        let names: Vec<&str> = names.map(String::as_str).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// A book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The program that began it.
    program: String,
    plan: Plan,
    graph: Graph,
    /// What each position is worth for its side to move.
    worths: Vec<Score>,
}

impl Book {
    /// A book without positions.
    #[must_use]
    pub fn new(plan: Plan) -> Book {
        let program = format!("damier {}", env!("CARGO_PKG_VERSION"));
        Book { program, plan, graph: Graph::default(), worths: Vec::new() }
    }

    /// The program that began it.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.program
    }

    /// How it was made.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Its positions.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// What the position of this number is worth for its side to move.
    #[must_use]
    pub fn worth(&self, number: usize) -> Score {
        self.worths[number]
    }

    /// The greatest number of moves from the start that it can tell.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.graph.places().iter().map(|place| place.ply + 1).max().unwrap_or(0)
    }

    /// Adds a position; see [`Graph::add`].
    ///
    /// # Errors
    /// If it cannot be added.
    pub fn add(&mut self, key: u64, moves: Vec<Move>) -> Result<(), GraphError> {
        self.graph.add(key, moves)?;
        self.worths = self.graph.worths();
        Ok(())
    }

    /// Whether it tells of the game `G` by these rules.
    #[must_use]
    pub fn is_of<G: Game>(&self, settings: &Settings) -> bool {
        self.plan.variant == G::FACTS.name
            && self.plan.settings(&G::FACTS).is_ok_and(|own| own == *settings)
    }
}

//! Tables without the type of their game: strings in, strings out.

use std::path::Path;

use serde::Serialize;

use crate::any::{PositionText, TurnText};
use crate::game::{Game, Outcome, Position, PositionError, SettingError, Settings, Turns};
use crate::games::{Variant, Visitor};
use crate::tables::folder::{self, FolderError, Plan, Watch};
use crate::tables::store::{Refused, Sources, Store};
use crate::tables::verify::{self, Verdict};
use crate::tables::{Tabled, opposite};

/// What tables know of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The position.
    pub fen: String,
    /// Its value for the side to move, if it is known.
    pub value: Option<Outcome>,
    /// How many plies the end is away.
    pub distance: Option<u32>,
    /// The legal turns.
    pub turns: Vec<TurnJudgement>,
}

/// What tables know of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnJudgement {
    /// The turn.
    pub text: TurnText,
    /// Its value for the side that makes it, if it is known.
    pub value: Option<Outcome>,
    /// How many plies the end is away, the turn among them.
    pub distance: Option<u32>,
    /// Whether no turn is known to be better.
    pub is_best: bool,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Its pieces, those of the side to move first.
    pub material: String,
    /// How many pieces there are.
    pub pieces: u32,
    /// How many positions there are.
    pub positions: u64,
    /// How many of them are won for the side to move.
    pub won: u64,
    /// How many are drawn.
    pub drawn: u64,
    /// How many are lost.
    pub lost: u64,
    /// The length of the packed values.
    pub bytes: u64,
    /// Whether distances are known too.
    pub distances: bool,
    /// Whether it is part of the binary.
    pub builtin: bool,
}

/// The tables of some game.
pub trait AnyTables: Send + Sync {
    /// The value of a position for the side to move, if it is known.
    fn value(&self, position: &PositionText) -> Option<Outcome>;

    /// All that is known of a position.
    ///
    /// # Errors
    /// If the text tells no position of the game.
    fn judge(&self, position: &PositionText) -> Result<Judgement, PositionError>;

    /// The tables, those with the fewest pieces first.
    fn list(&self) -> Vec<Listed>;

    /// Checks the table at an index of that list: so many of its positions, or all.
    fn verify(&self, index: usize, sample: Option<u64>, done: &(dyn Fn(u64) + Sync)) -> Verdict;
}

impl<G: Tabled> Store<G> {
    fn ordered(&self) -> Vec<&super::store::Stored<G::Bits>> {
        let mut tables: Vec<_> = self.tables().collect();
        tables.sort_by_key(|table| (table.entry.material.count::<G>(), table.entry.material));
        tables
    }
}

const fn rank(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    }
}

/// A number that is larger the better a turn is.
fn worth(turn: &TurnJudgement) -> Option<(u8, i64)> {
    let value = turn.value?;
    let plies = i64::from(turn.distance.unwrap_or(0));
    Some((rank(value), if value == Outcome::Win { -plies } else { plies }))
}

impl<G: Tabled> AnyTables for Store<G> {
    fn value(&self, position: &PositionText) -> Option<Outcome> {
        Store::value(self, &position.read::<G>(self.settings()).ok()?)
    }

    fn judge(&self, position: &PositionText) -> Result<Judgement, PositionError> {
        let position = position.read::<G>(self.settings())?;
        let mut turns = Turns::new();
        position.generate(&mut turns);
        let judge = |&turn: &crate::game::Turn<G>| {
            let mut after = position.clone();
            after.play(turn);
            TurnJudgement {
                text: TurnText::new::<G>(&position, turn),
                value: Store::value(self, &after).map(opposite),
                distance: Store::distance(self, &after).map(|plies| plies + 1),
                is_best: false,
            }
        };
        let value = Store::value(self, &position);
        let mut turns: Vec<TurnJudgement> =
            if value.is_some() { turns.iter().map(judge).collect() } else { Vec::new() };
        let best = turns.iter().filter_map(worth).max();
        for turn in &mut turns {
            turn.is_best = best.is_some() && worth(turn) == best;
        }
        let distance = Store::distance(self, &position);
        Ok(Judgement { fen: <G as Game>::write_fen(&position), value, distance, turns })
    }

    fn list(&self) -> Vec<Listed> {
        let listed = self.ordered().into_iter().map(|table| {
            let [lost, won, drawn] = table.entry.counts;
            Listed {
                material: table.entry.material.name::<G>(),
                pieces: table.entry.material.count::<G>(),
                positions: table.entry.size,
                won,
                drawn,
                lost,
                bytes: table.entry.length,
                distances: table.has_distances(),
                builtin: table.is_builtin(),
            }
        });
        listed.collect()
    }

    fn verify(&self, index: usize, sample: Option<u64>, done: &(dyn Fn(u64) + Sync)) -> Verdict {
        let Some(&table) = self.ordered().get(index) else { return Verdict::default() };
        let step = sample.map_or(1, |sample| table.entry.size.div_ceil(sample.max(1)));
        verify::check(self, table, step, done)
    }
}

/// The settings of a game with these options chosen.
fn settings<G: Game>(options: &[(&str, &str)]) -> Result<Settings, SettingError> {
    let mut settings = Settings::defaults(&G::FACTS);
    for (name, value) in options {
        settings.set(&G::FACTS, name, value)?;
    }
    Ok(settings)
}

impl Variant {
    /// The tables that there are for the game with these options of its rules, and the files that
    /// are not used.
    ///
    /// # Errors
    /// If an option cannot be chosen so.
    pub fn tables(
        self,
        options: &[(&str, &str)],
        sources: &Sources,
    ) -> Result<(Box<dyn AnyTables>, Vec<Refused>), SettingError> {
        struct Open<'a>(&'a [(&'a str, &'a str)], &'a Sources);
        impl Visitor for Open<'_> {
            type Output = Result<(Box<dyn AnyTables>, Vec<Refused>), SettingError>;
            fn visit<G: Tabled>(self) -> Self::Output {
                let (store, refused) = Store::<G>::open(settings::<G>(self.0)?, self.1);
                Ok((Box::new(store), refused))
            }
        }
        self.visit(Open(options, sources))
    }

    /// Makes tables for the game with these options of its rules.
    ///
    /// # Errors
    /// If an option cannot be chosen so, or the tables cannot be made or written.
    pub fn build_tables(
        self,
        options: &[(&str, &str)],
        plan: &Plan,
        watch: &mut Watch<'_>,
    ) -> Result<(), AnyError> {
        struct Build<'a, 'b>(&'a [(&'a str, &'a str)], &'a Plan, &'a mut Watch<'b>);
        impl Visitor for Build<'_, '_> {
            type Output = Result<(), AnyError>;
            fn visit<G: Tabled>(self) -> Self::Output {
                Ok(folder::build::<G>(&settings::<G>(self.0)?, self.1, self.2)?)
            }
        }
        self.visit(Build(options, plan, watch))
    }

    /// Puts the tables of a folder into one file; the bytes of all packed tables.
    ///
    /// # Errors
    /// If an option cannot be chosen so, a table is missing, or the file cannot be written.
    pub fn join_tables(
        self,
        options: &[(&str, &str)],
        plan: &Plan,
        target: &Path,
    ) -> Result<u64, AnyError> {
        struct Join<'a>(&'a [(&'a str, &'a str)], &'a Plan, &'a Path);
        impl Visitor for Join<'_> {
            type Output = Result<u64, AnyError>;
            fn visit<G: Tabled>(self) -> Self::Output {
                Ok(folder::join::<G>(&settings::<G>(self.0)?, self.1, self.2)?)
            }
        }
        self.visit(Join(options, plan, target))
    }
}

/// Tables of some game cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum AnyError {
    /// An option of the rules cannot be chosen so.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The work cannot go on.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

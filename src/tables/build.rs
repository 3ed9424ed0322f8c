//! Makes the tables, one material and its exchange after the other, from few pieces to many: each
//! turn that changes the material then leads to a table that is finished.

mod retrograde;
pub(super) mod sweep;

use crate::parallel;

use crate::game::{Outcome, Position, Settings, Turn, Turns};
use crate::tables::catalogue::{self, Catalogue};
use crate::tables::code::{self, BLOCK, Coded, TooLong};
use crate::tables::index::{Index, TooMany};
use crate::tables::material::Material;
use crate::tables::values::{Packer, Values, bits, words};
use crate::tables::{Tabled, opposite};

/// Positions that one thread takes at a time, whole blocks of a packed table; their values fill whole
/// words.
const CHUNK: u64 = 1 << 13;

/// What is told of the work as it goes on, in positions. [`STEPS`] of them make one position.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// How often each position is told of.
pub const STEPS: u64 = 4;

/// A table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// It has too many positions.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// It is too long.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A table that is needed is missing, or tells nothing.
    #[error("the table {0}, which others are made from, is missing or damaged")]
    Missing(String),
}

/// A table that is finished.
#[derive(Clone, Debug)]
pub struct Table<B> {
    /// The pieces.
    pub material: Material,
    /// The numbers of the positions.
    pub index: Index<B>,
    /// Their values, all of them.
    pub values: Values,
}

/// A table as it is to be kept.
#[derive(Clone, Debug)]
pub struct Made {
    /// The pieces.
    pub material: Material,
    /// How many positions there are.
    pub size: u64,
    /// How many are lost, won and drawn.
    pub counts: [u64; 3],
    /// The values that must be stored, packed.
    pub coded: Coded,
}

/// Makes tables; it knows all those that it has made.
#[derive(Debug)]
pub struct Builder<G: Tabled> {
    settings: Settings,
    known: Catalogue<Table<G::Bits>>,
}

/// What a turn leads to.
enum Exit {
    /// A position with the same pieces.
    Open,
    /// A position whose value is known, for the side that makes the turn.
    Known(Outcome),
}

impl<G: Tabled> Builder<G> {
    /// A maker of tables under these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Builder<G> {
        Builder { settings, known: Catalogue::default() }
    }

    /// The tables that have been made.
    #[must_use]
    pub const fn known(&self) -> &Catalogue<Table<G::Bits>> {
        &self.known
    }

    /// The value of a position of a finished table.
    #[inline]
    fn value(&self, position: &G::Position) -> Outcome {
        if let Some(outcome) = G::ended(position) {
            return outcome;
        }
        let pieces = G::pieces(position);
        let table = self.known.get(catalogue::key(&pieces));
        let known = table.and_then(|table| Some(table.values.get(table.index.rank(&pieces)?)));
        known.expect("a turn leads to a position of a table that is finished")
    }

    #[inline]
    fn exit(&self, position: &G::Position, turn: Turn<G>) -> Exit {
        if G::stays(position, turn) {
            Exit::Open
        } else {
            let mut after = position.clone();
            after.play(turn);
            Exit::Known(opposite(self.value(&after)))
        }
    }

    /// Makes the tables of a material and its exchange.
    ///
    /// # Errors
    /// If there are too many positions.
    pub fn make(
        &mut self,
        material: Material,
        progress: Progress<'_>,
    ) -> Result<Vec<Made>, BuildError> {
        let made = if G::IS_ACYCLIC {
            sweep::make(self, material, progress)?
        } else {
            retrograde::make(self, material, progress)?
        };
        Ok(made)
    }

    /// Takes in a table that was made before, in its packed form.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn recall(&mut self, material: Material, packed: &[u8]) -> Result<(), BuildError> {
        let index = Index::new::<G>(material)?;
        let size = index.size();
        let bits = bits(!G::IS_ACYCLIC);
        let chunks = parallel::map(size.div_ceil(CHUNK) as usize, &|chunk| {
            let start = chunk as u64 * CHUNK;
            let mut values = Vec::with_capacity(CHUNK as usize);
            for block in start / BLOCK..size.min(start + CHUNK).div_ceil(BLOCK) {
                code::unpack(packed, size, block, &mut values)?;
            }
            // A sweep stores all values.
            if !G::IS_ACYCLIC {
                self.derive(&index, start, &mut values);
            }
            let mut packer = Packer::new(bits);
            values.into_iter().for_each(|value| packer.push(value));
            Some(packer.finish())
        });
        let chunks: Option<Vec<Vec<u64>>> = chunks.into_iter().collect();
        let words = chunks.ok_or_else(|| BuildError::Missing(material.name::<G>()))?.concat();
        self.known
            .insert(material.key(), Table { material, index, values: Values::new(words, bits) });
        Ok(())
    }

    /// Puts in the values that are not stored, among those of the numbers from `start` on.
    fn derive(&self, index: &Index<G::Bits>, start: u64, values: &mut [Outcome]) {
        let mut turns = Turns::new();
        let mut walk = index.walk(start);
        for value in values {
            let position = G::set_up(walk.pieces(), &self.settings);
            if !G::is_stored(&position) {
                *value = self.best(&position, &mut turns);
            }
            walk.advance();
        }
    }

    /// The value of a position in which every turn changes the material.
    fn best(&self, position: &G::Position, turns: &mut Turns<Turn<G>>) -> Outcome {
        position.generate(turns);
        if let Some(outcome) = position.outcome(turns) {
            return outcome;
        }
        let mut best = Outcome::Loss;
        for &turn in turns.iter() {
            match self.exit(position, turn) {
                Exit::Known(Outcome::Win) => return Outcome::Win,
                Exit::Known(Outcome::Draw) => best = Outcome::Draw,
                Exit::Known(Outcome::Loss) | Exit::Open => {}
            }
        }
        best
    }

    /// Keeps the finished values of a material.
    fn keep(&mut self, material: Material, index: Index<G::Bits>, values: Values) {
        debug_assert_eq!(values.len(), words(index.size(), bits(!G::IS_ACYCLIC)));
        self.known.insert(material.key(), Table { material, index, values });
    }
}

/// A material and, if it is another, its exchange.
fn pair(material: Material) -> Vec<Material> {
    let mut pair = vec![material];
    if !material.is_even() {
        pair.push(material.swapped());
    }
    pair
}

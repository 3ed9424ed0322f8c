//! The check of tables: the value of a position must be the best that its turns lead to.

use crate::parallel;

use crate::game::{Game, Outcome, Position, Turns};
use crate::tables::store::{Store, Stored};
use crate::tables::{Tabled, opposite};

/// Positions that one thread takes at a time.
const CHUNK: u64 = 1 << 10;

/// A position whose value contradicts those that follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The position.
    pub fen: String,
    /// What the table says.
    pub told: Option<Outcome>,
    /// What follows from the tables that its turns lead to; none if one is missing.
    pub follows: Option<Outcome>,
}

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// How many positions were looked at.
    pub positions: u64,
    /// The first faults.
    pub faults: Vec<Fault>,
}

/// The most faults that are told of one table.
const MOST_FAULTS: usize = 10;

/// Checks every position of a table whose number is a multiple of `step`.
pub fn check<G: Tabled>(
    store: &Store<G>,
    table: &Stored<G::Bits>,
    step: u64,
    done: impl Fn(u64) + Sync,
) -> Verdict {
    let step = step.max(1);
    let count = table.index.size().div_ceil(step);
    let faults = parallel::map(count.div_ceil(CHUNK) as usize, &|chunk| {
        let numbers = chunk as u64 * CHUNK..count.min((chunk as u64 + 1) * CHUNK);
        let length = numbers.end - numbers.start;
        let mut faults = Vec::new();
        let mut turns = Turns::new();
        for number in numbers {
            let position = G::set_up(&table.index.pieces(number * step), store.settings());
            let told = store.value(&position);
            let follows = follows::<G>(store, &position, &mut turns);
            if told.is_none() || told != follows {
                faults.push(Fault { fen: <G as Game>::write_fen(&position), told, follows });
            }
        }
        done(length);
        faults.truncate(MOST_FAULTS);
        faults
    });
    Verdict { positions: count, faults: faults.into_iter().flatten().take(MOST_FAULTS).collect() }
}

/// The best that the turns of a position lead to.
fn follows<G: Tabled>(
    store: &Store<G>,
    position: &G::Position,
    turns: &mut Turns<<G::Position as Position>::Turn>,
) -> Option<Outcome> {
    position.generate(turns);
    if let Some(outcome) = position.outcome(turns) {
        return Some(outcome);
    }
    let mut best = Outcome::Loss;
    for &turn in turns.iter() {
        let mut after = position.clone();
        after.play(turn);
        match opposite(store.value(&after)?) {
            Outcome::Win => return Some(Outcome::Win),
            Outcome::Draw => best = Outcome::Draw,
            Outcome::Loss => {}
        }
    }
    Some(best)
}

//! The positions behind the keys of a book: every move played by the rules.

use std::collections::HashMap;

use super::{Book, PlanError};
use crate::game::{Game, Position};
use crate::games::Visitor;
use crate::line::Line;

/// A book that is not one of its game.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Its plan is none.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// It begins elsewhere.
    #[error("it does not begin at the start of the game")]
    Start,
    /// A position is not reached by its moves.
    #[error("no legal moves lead to position {0:016x}")]
    Unreached(u64),
    /// A position is of a game that has ended.
    #[error("the game is over in {0}")]
    Over(String),
    /// A move is not legal.
    #[error("no legal move leads to position {key:016x} in {fen}")]
    Illegal {
        /// Where the move would lead.
        key: u64,
        /// Where it is made.
        fen: String,
    },
}

/// Every position that the moves of a book lead to, and the start of the game, by their keys.
pub(super) fn positions<G: Game>(book: &Book) -> Result<HashMap<u64, G::Position>, CheckError> {
    let settings = book.plan().settings(&G::FACTS).map_err(PlanError::Setting)?;
    let start = G::start(&settings);
    let places = book.graph().places();
    if places.first().is_some_and(|first| first.key != start.key()) {
        return Err(CheckError::Start);
    }
    let mut positions = HashMap::from([(start.key(), start)]);
    for place in places {
        let position = positions.get(&place.key).ok_or(CheckError::Unreached(place.key))?;
        let line = Line::<G>::new(position.clone());
        if line.outcome().is_some() {
            return Err(CheckError::Over(G::write_fen(line.position())));
        }
        let after = |&turn: &_| {
            let mut after = line.position().clone();
            after.play(turn);
            (after.key(), after)
        };
        let mut legal: HashMap<u64, G::Position> = line.turns().iter().map(after).collect();
        for m in &place.moves {
            let after = legal.remove(&m.key).ok_or_else(|| CheckError::Illegal {
                key: m.key,
                fen: G::write_fen(line.position()),
            })?;
            positions.entry(m.key).or_insert(after);
        }
    }
    Ok(positions)
}

/// Plays every move of a book, and tells how many there are.
///
/// # Errors
/// If one is not legal, or a position is none of its game.
pub fn check(book: &Book) -> Result<usize, CheckError> {
    struct Check<'a>(&'a Book);
    impl Visitor for Check<'_> {
        type Output = Result<usize, CheckError>;
        fn visit<G: Game>(self) -> Self::Output {
            positions::<G>(self.0)?;
            Ok(self.0.graph().places().iter().map(|place| place.moves.len()).sum())
        }
    }
    book.plan().game().map_err(PlanError::Variant)?.visit(Check(book))
}

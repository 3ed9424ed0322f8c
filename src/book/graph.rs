//! The positions of a book and the moves between them, told by their keys: nothing here knows a
//! game.
//!
//! A position stands in it once, whatever ways lead there. Each has a ply, the length of the longest
//! way by which it was reached before it was searched itself, and a move leads on to a position of
//! a later ply only. A move back to an earlier one, by which a position could be repeated, keeps the
//! score that the search gave it. So no way through the book comes to a place twice, and the worth
//! of a position is that of its best move, without regard to how it was reached.

use std::collections::{HashMap, HashSet};

use crate::score::Score;

/// The most moves of a position.
pub const MOST_MOVES: usize = u8::MAX as usize;

/// A move of a position in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The key of the position that it leads to.
    pub key: u64,
    /// What the search found it worth, for the side that makes it.
    pub score: Score,
}

/// A position in the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its key.
    pub key: u64,
    /// Plies from the start of the game, the longest way.
    pub ply: u32,
    /// Its moves, the best for the search first.
    pub moves: Vec<Move>,
}

/// A position that cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// It stands there already.
    #[error("position {0:016x} stands twice")]
    Twice(u64),
    /// No move leads there.
    #[error("no move leads to position {0:016x}")]
    Unreached(u64),
    /// It has no moves, too many, or two that lead to one position.
    #[error("the moves of position {0:016x} are none that a position can have")]
    Moves(u64),
    /// A score is none.
    #[error("position {0:016x} has a move with a score that is none")]
    Score(u64),
}

/// The positions, in the order in which they were added: the start of the game first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    places: Vec<Place>,
    numbers: HashMap<u64, usize>,
    /// The ply of each position that some move leads to.
    reached: HashMap<u64, u32>,
}

impl Graph {
    /// All positions, in the order in which they were added.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The number of the position with a key.
    #[must_use]
    pub fn find(&self, key: u64) -> Option<usize> {
        self.numbers.get(&key).copied()
    }

    /// Adds a position: the first is the start of the game, and a move must lead to any other.
    ///
    /// # Errors
    /// If it or its moves cannot be; nothing changes then.
    pub fn add(&mut self, key: u64, moves: Vec<Move>) -> Result<(), GraphError> {
        if self.numbers.contains_key(&key) {
            return Err(GraphError::Twice(key));
        }
        let ply = match self.reached.get(&key) {
            Some(&ply) => ply,
            None if self.places.is_empty() => 0,
            None => return Err(GraphError::Unreached(key)),
        };
        let distinct: HashSet<u64> = moves.iter().map(|m| m.key).collect();
        if !(1..=MOST_MOVES).contains(&moves.len()) || distinct.len() < moves.len() {
            return Err(GraphError::Moves(key));
        }
        if moves.iter().any(|m| m.score.0.unsigned_abs() > Score::WIN.0.unsigned_abs()) {
            return Err(GraphError::Score(key));
        }
        for m in &moves {
            let reached = self.reached.entry(m.key).or_default();
            *reached = (*reached).max(ply + 1);
        }
        self.numbers.insert(key, self.places.len());
        self.places.push(Place { key, ply, moves });
        Ok(())
    }

    /// The number of the position that a move of `place` leads on to, if that is in the book.
    #[must_use]
    pub fn next(&self, place: &Place, m: &Move) -> Option<usize> {
        self.find(m.key).filter(|&next| self.places[next].ply > place.ply)
    }

    /// The numbers of all positions, those with the greatest ply first.
    #[must_use]
    pub fn backwards(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by_key(|&number| std::cmp::Reverse(self.places[number].ply));
        order
    }

    /// What each position is worth for its side to move, by its best way through the book.
    #[must_use]
    pub fn worths(&self) -> Vec<Score> {
        let mut worths = vec![Score::ZERO; self.places.len()];
        for number in self.backwards() {
            let place = &self.places[number];
            let best = place.moves.iter().map(|m| self.worth(place, m, &worths)).max();
            worths[number] = best.unwrap_or_default();
        }
        worths
    }

    /// What a move of `place` is worth for the side that makes it, given the worths of all positions
    /// of later plies.
    #[must_use]
    pub fn worth(&self, place: &Place, m: &Move, worths: &[Score]) -> Score {
        self.next(place, m).map_or(m.score, |next| a_ply_before(worths[next]))
    }
}

/// What a position is worth for the opponent of the side to move, a ply before: a forced end is a
/// ply further away.
fn a_ply_before(worth: Score) -> Score {
    let score = -worth;
    if score.is_decided() { Score(score.0 - score.0.signum()) } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(moves: &[(u64, i16)]) -> Vec<Move> {
        moves.iter().map(|&(key, score)| Move { key, score: Score(score) }).collect()
    }

    #[test]
    fn the_worth_of_leaves_goes_back_to_the_start() {
        let mut graph = Graph::default();
        graph.add(1, moves(&[(2, 30), (3, 20)])).unwrap();
        assert_eq!(graph.worths(), [Score(30)]);
        graph.add(2, moves(&[(4, 10), (5, -5)])).unwrap();
        // The move to 2 is worth -10 now, so that the one to 3 is the best.
        assert_eq!(graph.worths(), [Score(20), Score(10)]);
        graph.add(3, moves(&[(4, -15)])).unwrap();
        assert_eq!(graph.worths()[0], Score(15));
        // 4 is one position, whichever way leads there.
        graph.add(4, moves(&[(6, 40)])).unwrap();
        assert_eq!(graph.worths(), [Score(40), Score(-5), Score(-40), Score(40)]);
        assert_eq!(graph.places()[3].ply, 2);
    }

    #[test]
    fn a_forced_end_is_further_away_before() {
        let mut graph = Graph::default();
        graph.add(1, moves(&[(2, 30)])).unwrap();
        graph.add(2, moves(&[(3, -9_996)])).unwrap();
        assert_eq!(graph.worths(), [Score::win_in(5), Score::loss_in(4)]);
    }

    #[test]
    fn a_move_back_keeps_its_score() {
        let mut graph = Graph::default();
        graph.add(1, moves(&[(2, 10)])).unwrap();
        graph.add(2, moves(&[(1, 7), (3, 0)])).unwrap();
        graph.add(3, moves(&[(2, 5), (4, -80)])).unwrap();
        assert_eq!(graph.worths(), [Score(-7), Score(7), Score(5)]);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut graph = Graph::default();
        assert_eq!(graph.add(1, Vec::new()), Err(GraphError::Moves(1)));
        assert_eq!(graph.add(1, moves(&[(2, 1), (2, 2)])), Err(GraphError::Moves(1)));
        assert_eq!(graph.add(1, moves(&[(2, 10_001)])), Err(GraphError::Score(1)));
        assert_eq!(graph.add(1, moves(&[(2, i16::MIN)])), Err(GraphError::Score(1)));
        graph.add(1, moves(&[(2, 1)])).unwrap();
        assert_eq!(graph.add(1, moves(&[(2, 1)])), Err(GraphError::Twice(1)));
        assert_eq!(graph.add(3, moves(&[(2, 1)])), Err(GraphError::Unreached(3)));
        assert_eq!(graph.places().len(), 1);
    }
}

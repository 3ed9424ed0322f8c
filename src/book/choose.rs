//! Playing from a book: what it knows of a position, and the choice among its moves.

use std::time::Duration;

use rand::SeedableRng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;
use rand::rngs::StdRng;

use super::Book;
use crate::any::{AnyGame, TurnText};
use crate::engine::{Answer, News};
use crate::game::{Game, Position, Settings, Turn};
use crate::line::Line;
use crate::score::Score;

/// No line through a book is followed further.
const LONGEST_LINE: usize = 64;

/// A move that a book knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookTurn {
    /// Its index in the list of legal turns.
    pub index: usize,
    /// What it is worth for the side that makes it.
    pub score: Score,
    /// The move and the best that follows in the book.
    pub line: Vec<TurnText>,
    /// The answer that is expected, unless the game ends with either.
    pub ponder: Option<TurnText>,
}

impl BookTurn {
    /// The move as the answer of a search that found it at once.
    #[must_use]
    pub fn answer(self, time: Duration) -> Answer {
        let news = News {
            depth: 1,
            rank: None,
            mean_depth: 1.0,
            score: self.score,
            nodes: 0,
            time,
            pv: self.line,
        };
        Answer { best: news.pv.first().cloned(), ponder: self.ponder, lines: vec![news] }
    }
}

impl Book {
    /// The moves that the book knows of the position of `line`, the best first. There are none if
    /// it is a book of another game or of other rules, if the game is over, or if a count that may
    /// draw it has gone far: of counts a book knows nothing. A move that repeats a position of the
    /// game is left out.
    #[must_use]
    pub fn turns<G: Game>(&self, line: &Line<G>, settings: &Settings) -> Vec<BookTurn> {
        if !self.is_of::<G>(settings) {
            return Vec::new();
        }
        let known = self.known(line).into_iter().map(|(index, score)| {
            let first = line.turns()[index];
            let best = self.best_line(line, first);
            BookTurn {
                index,
                score,
                line: TurnText::of_line::<G>(line.position(), &best),
                ponder: ponder(line, &best),
            }
        });
        known.collect()
    }

    /// The indices of the turns that it knows, with what they are worth, the best first.
    fn known<G: Game>(&self, line: &Line<G>) -> Vec<(usize, Score)> {
        let position = line.position();
        let Some(number) = self.graph.find(position.key()) else { return Vec::new() };
        if position.counter_key() != 0 || line.outcome().is_some() {
            return Vec::new();
        }
        let place = &self.graph.places()[number];
        let mut known = Vec::new();
        for m in &place.moves {
            let index = line.turns().iter().position(|&turn| leads_to::<G>(position, turn, m.key));
            let Some(index) = index else { continue };
            let is_back = !position.is_irreversible(line.turns()[index]);
            if is_back && line.keys().contains(&m.key) {
                continue;
            }
            known.push((index, self.graph.worth(place, m, &self.worths)));
        }
        known.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        known
    }

    /// A turn, and the best that follows in the book.
    fn best_line<G: Game>(&self, line: &Line<G>, first: Turn<G>) -> Vec<Turn<G>> {
        let mut line = line.clone();
        line.play(first);
        let mut turns = vec![first];
        while turns.len() < LONGEST_LINE
            && let Some(&(best, _)) = self.known(&line).first()
        {
            turns.push(line.turns()[best]);
            line.play(line.turns()[best]);
        }
        turns
    }
}

fn leads_to<G: Game>(position: &G::Position, turn: Turn<G>, key: u64) -> bool {
    let mut after = position.clone();
    after.play(turn);
    after.key() == key
}

/// The second turn, unless the game ends with it.
fn ponder<G: Game>(line: &Line<G>, turns: &[Turn<G>]) -> Option<TurnText> {
    let [first, second, ..] = *turns else { return None };
    let mut line = line.clone();
    line.play(first);
    let text = TurnText::new::<G>(line.position(), second);
    line.play(second);
    line.outcome().is_none().then_some(text)
}

/// What a book plays in the position of a game, if it knows a move there; see [`choose`].
#[must_use]
pub fn turn(book: &Book, game: &dyn AnyGame, margin: u32, seed: u64) -> Option<BookTurn> {
    let mut turns = game.book_turns(book);
    let scores: Vec<Score> = turns.iter().map(|turn| turn.score).collect();
    choose(&scores, margin, seed, game.key()).map(|chosen| turns.swap_remove(chosen))
}

/// The index of one of some scores, the best first: only those within `margin` centimen of the best
/// are chosen, the better the more often. `position` tells positions apart; for the same seed and
/// position it is the same. Nothing if there are none.
#[must_use]
pub fn choose(scores: &[Score], margin: u32, seed: u64, position: u64) -> Option<usize> {
    let best = *scores.first()?;
    let loss = |score: Score| (best - score).unsigned_abs();
    let weights = scores.iter().map(|&score| loss(score)).take_while(|&loss| loss <= margin);
    let chances = WeightedIndex::new(weights.map(|loss| margin - loss + 1)).ok()?;
    Some(chances.sample(&mut StdRng::seed_from_u64(seed ^ position)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(scores: &[i16], margin: u32) -> Vec<usize> {
        let scores: Vec<Score> = scores.iter().copied().map(Score).collect();
        let mut counts = vec![0; scores.len()];
        for seed in 0..600 {
            counts[choose(&scores, margin, seed, 5).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn only_moves_within_the_margin_are_chosen_and_the_best_most_often() {
        assert_eq!(chosen(&[10, 9, 0], 0), [600, 0, 0]);
        let counts = chosen(&[10, 5, -10], 10);
        assert!(counts[0] > counts[1] && counts[1] > 100 && counts[2] == 0, "{counts:?}");
        assert!(chosen(&[10, 10], 0)[1] > 200, "equal moves are equal");
        assert_eq!(choose(&[], 10, 1, 1), None);
    }

    #[test]
    fn a_seed_gives_one_choice() {
        let scores = [Score(3), Score(2), Score(1)];
        assert_eq!(choose(&scores, 20, 7, 9), choose(&scores, 20, 7, 9));
    }
}

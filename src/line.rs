//! A game as far as it has been played: the position and those before it, so that repetition
//! can be told.

use crate::game::{Game, GameResult, Outcome, Position, Turn, Turns};

/// The third time that a position stands, the game is drawn.
const REPETITIONS: usize = 3;

/// A line of play from some position on.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    position: G::Position,
    /// The legal turns of the position.
    turns: Turns<Turn<G>>,
    /// The keys of the positions since the last irreversible turn, the present one last.
    keys: Vec<u64>,
    last: Option<Turn<G>>,
}

impl<G: Game> Line<G> {
    /// The line that starts with `position`, as if nothing had stood before.
    pub fn new(position: G::Position) -> Line<G> {
        let mut line: Line<G> =
            Line { keys: vec![position.key()], position, turns: Turns::new(), last: None };
        line.position.generate(&mut line.turns);
        line
    }

    /// Where the line has led.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The legal turns of the position. A finished game may still list some.
    pub fn turns(&self) -> &[Turn<G>] {
        &self.turns
    }

    /// The keys of the positions since the last irreversible turn, the present one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The last turn that was played.
    pub fn last(&self) -> Option<Turn<G>> {
        self.last
    }

    /// Plays a legal turn.
    pub fn play(&mut self, turn: Turn<G>) {
        if self.position.is_irreversible(turn) {
            self.keys.clear();
        }
        self.position.play(turn);
        self.keys.push(self.position.key());
        self.position.generate(&mut self.turns);
        self.last = Some(turn);
    }

    /// How the game has ended, if it has, for the side to move.
    pub fn outcome(&self) -> Option<Outcome> {
        let repeated = || {
            let key = self.position.key();
            self.keys.iter().filter(|&&k| k == key).count() >= REPETITIONS
        };
        self.position.outcome(&self.turns).or_else(|| repeated().then_some(Outcome::Draw))
    }

    /// How the game has ended, if it has.
    pub fn result(&self) -> Option<GameResult> {
        self.outcome().map(|outcome| GameResult::new(outcome, self.position.side()))
    }
}

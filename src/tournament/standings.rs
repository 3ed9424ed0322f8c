//! The sums of the games: points, pairs, forfeits, and how the engines thought.

use std::collections::{BTreeMap, HashMap};

use super::record::{ForfeitKind, GameRecord};
use super::statistics::Pairs;
use crate::game::{GameResult, Side};

/// The sums of all games so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    names: Vec<String>,
    tallies: Vec<Tally>,
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// Pairs of which one game has been played, and the half points of the first engine in it.
    halves: HashMap<usize, usize>,
    games: usize,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// The games of an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Its results.
    pub score: Score,
    /// The pairs against all others.
    pub pairs: Pairs,
    /// The games that it has forfeited.
    pub forfeits: BTreeMap<ForfeitKind, u64>,
    depth: Mean,
    nodes: Mean,
    time: Mean,
    /// Seconds of the moves whose nodes are known.
    counted_time: f64,
}

/// The games of two engines, as the first sees them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meeting {
    /// The results.
    pub score: Score,
    /// The pairs.
    pub pairs: Pairs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: Option<f64>) {
        if let Some(value) = value {
            self.sum += value;
            self.count += 1;
        }
    }

    fn get(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl Score {
    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A win is a point, a draw half of one.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

impl Tally {
    /// The mean depth of its searches, in plies.
    #[must_use]
    pub fn depth(&self) -> Option<f64> {
        self.depth.get()
    }

    /// The mean nodes of its moves.
    #[must_use]
    pub fn nodes(&self) -> Option<f64> {
        self.nodes.get()
    }

    /// The mean time of its moves, in seconds.
    #[must_use]
    pub fn time(&self) -> Option<f64> {
        self.time.get()
    }

    /// Its nodes a second.
    #[must_use]
    pub fn nps(&self) -> Option<f64> {
        (self.counted_time > 0.0).then(|| self.nodes.sum / self.counted_time)
    }
}

impl Standings {
    /// No game has been played yet by the engines of these names.
    #[must_use]
    pub fn new(names: Vec<String>) -> Standings {
        let tallies = vec![Tally::default(); names.len()];
        let (meetings, halves) = (BTreeMap::new(), HashMap::new());
        Standings { names, tallies, meetings, halves, games: 0 }
    }

    /// Adds a game; one with an engine that does not take part is not counted.
    pub fn add(&mut self, record: &GameRecord) {
        let index = |name: &str| self.names.iter().position(|known| known == name);
        let (Some(white), Some(black)) = (index(&record.white), index(&record.black)) else {
            return;
        };
        self.games += 1;
        let for_white = match record.result {
            GameResult::WhiteWins => 2,
            GameResult::Draw => 1,
            GameResult::BlackWins => 0,
        };
        self.tallies[white].score.add(for_white);
        self.tallies[black].score.add(2 - for_white);
        if let Some(forfeit) = &record.forfeit
            && let Some(guilty) = index(&forfeit.engine)
        {
            *self.tallies[guilty].forfeits.entry(forfeit.kind).or_default() += 1;
        }
        let (first, second) = (white.min(black), white.max(black));
        let for_first = if first == white { for_white } else { 2 - for_white };
        let meeting = self.meetings.entry((first, second)).or_default();
        meeting.score.add(for_first);
        match self.halves.remove(&record.pair) {
            Some(other) => {
                meeting.pairs.add(other + for_first);
                self.tallies[first].pairs.add(other + for_first);
                self.tallies[second].pairs.add(4 - other - for_first);
            }
            None => {
                self.halves.insert(record.pair, for_first);
            }
        }
        self.add_moves(record, [white, black]);
    }

    fn add_moves(&mut self, record: &GameRecord, engines: [usize; 2]) {
        let mut side = first_to_move(&record.start);
        for (ply, played) in record.moves.iter().enumerate() {
            if ply >= record.book {
                let tally = &mut self.tallies[engines[side.index()]];
                tally.depth.add(played.depth);
                tally.nodes.add(played.nodes);
                tally.time.add(played.time);
                if played.nodes.is_some() {
                    tally.counted_time += played.time.unwrap_or_default();
                }
            }
            side = side.opponent();
        }
    }

    /// The games so far.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// The engines and their games, in the order in which they were named.
    pub fn engines(&self) -> impl Iterator<Item = (&str, &Tally)> {
        self.names.iter().map(String::as_str).zip(&self.tallies)
    }

    /// Engines that have met, the first and the second, and their games.
    pub fn meetings(&self) -> impl Iterator<Item = (&str, &str, &Meeting)> {
        self.meetings.iter().map(|(&(first, second), meeting)| {
            (self.names[first].as_str(), self.names[second].as_str(), meeting)
        })
    }

    /// The pairs of the first engine against the second.
    #[must_use]
    pub fn pairs(&self) -> Pairs {
        self.meetings.get(&(0, 1)).map(|meeting| meeting.pairs).unwrap_or_default()
    }
}

/// The side to move of a FEN: its first letter, or the last where the board comes first.
fn first_to_move(fen: &str) -> Side {
    let letter = match fen.rsplit_once(' ') {
        Some((_, last)) => last.chars().next(),
        None => fen.chars().next(),
    };
    letter
        .map(|letter| letter.to_ascii_uppercase())
        .and_then(Side::from_letter)
        .unwrap_or(Side::White)
}

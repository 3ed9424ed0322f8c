//! Positions as a fit sees them: which weights count in each and how often, what a search thought
//! of it, and how the game ended.

use std::io::Read;

use crate::game::{Game, GameResult, HubPosition, PositionError, Settings, Side};
use crate::linear::{Group, Linear};
use crate::score::Score;
use crate::tune::games::{Games, GamesError, Recorded};
use crate::zobrist;

/// Positions, the counts of each behind those of the one before.
#[derive(Debug, Default)]
pub struct Samples {
    /// The pieces that tell the stage of each.
    pieces: Vec<u8>,
    /// For each position and each group of weights where the counts end.
    ends: Vec<usize>,
    /// The first stage of each weight that counts, as its place among the values of all groups.
    weights: Vec<u32>,
    /// How often it counts.
    counts: Vec<i16>,
    /// What the search thought of each, in centimen for the side to move.
    scores: Vec<i16>,
    /// Points that the side to move got in the end: 0, 0.5 or 1.
    results: Vec<f32>,
    groups: usize,
}

/// A position of some [`Samples`].
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    samples: &'a Samples,
    index: usize,
}

impl Samples {
    /// None yet; their weights stand in so many groups.
    #[must_use]
    pub fn new(groups: usize) -> Samples {
        Samples { groups, ..Samples::default() }
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The position at an index.
    #[must_use]
    pub fn get(&self, index: usize) -> Sample<'_> {
        Sample { samples: self, index }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Adds a position. `counts` tells for each group the weights, from 0 within the group, and
    /// how often each counts.
    pub fn add(
        &mut self,
        groups: &[Group],
        pieces: usize,
        counts: &[(usize, i32)],
        score: Score,
        result: f32,
    ) {
        let (mut first, mut value) = (0, 0);
        let mut rest = counts;
        for group in groups {
            let of_group = rest.partition_point(|(weight, _)| *weight < first + group.len());
            for (weight, count) in &rest[..of_group] {
                self.weights.push((value + (weight - first) * group.knots.len()) as u32);
                self.counts.push(*count as i16);
            }
            rest = &rest[of_group..];
            self.ends.push(self.weights.len());
            first += group.len();
            value += group.values.len();
        }
        self.pieces.push(pieces.min(u8::MAX.into()) as u8);
        self.scores.push(score.0);
        self.results.push(result);
    }
}

impl Sample<'_> {
    /// The pieces that tell the stage.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.samples.pieces[self.index].into()
    }

    /// What the search thought of it, in centimen for the side to move.
    #[must_use]
    pub fn score(&self) -> f32 {
        self.samples.scores[self.index].into()
    }

    /// Points that the side to move got in the end: 0, 0.5 or 1.
    #[must_use]
    pub fn result(&self) -> f32 {
        self.samples.results[self.index]
    }

    /// The weights of a group that count, by the place of the first stage of each, and how often.
    pub fn counts(&self, group: usize) -> impl Iterator<Item = (usize, f32)> {
        let Samples { ends, weights, counts, groups, .. } = self.samples;
        let at = self.index * groups + group;
        let from = if at == 0 { 0 } else { ends[at - 1] };
        let range = from..ends[at];
        let pairs = weights[range.clone()].iter().zip(&counts[range]);
        pairs.map(|(weight, count)| (*weight as usize, f32::from(*count)))
    }
}

/// Positions to learn from, and others to look how well it went.
#[derive(Debug)]
pub struct Split {
    /// To learn from.
    pub training: Samples,
    /// To look.
    pub validation: Samples,
    /// Games of both.
    pub games: u64,
}

/// Which positions are taken.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// One of so many games is kept for validation; 0 for none.
    pub validation: u64,
    /// Whether positions are taken from which the search chose a tactical turn.
    pub tactical: bool,
    /// Whether positions are taken that the search found decided.
    pub decided: bool,
    /// Plies at the beginning of the game from which none is taken.
    pub skip: u16,
}

impl Choice {
    fn takes(&self, recorded: &Recorded) -> bool {
        recorded.ply >= self.skip
            && (self.tactical || !recorded.is_tactical)
            && (self.decided || !recorded.score.is_decided())
    }
}

/// Games that cannot be learnt from.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] GamesError),
    /// It has games of another kind.
    #[error("it has games of {found}, not of {expected}")]
    Game {
        /// The game that is in it.
        found: String,
        /// The game that is fitted.
        expected: &'static str,
    },
    /// A position is none of the game.
    #[error("game {number} has the position {hub}: {error}")]
    Position {
        /// The number of the game.
        number: u32,
        /// The position.
        hub: String,
        /// What is wrong with it.
        error: PositionError,
    },
}

impl Split {
    /// No positions yet.
    #[must_use]
    pub fn new(groups: &[Group]) -> Split {
        let samples = || Samples::new(groups.len());
        Split { training: samples(), validation: samples(), games: 0 }
    }

    /// Adds the games of a file, and tells `news` the bytes that have been read.
    ///
    /// # Errors
    /// If the file cannot be read, or has a position that is none of the game.
    pub fn add<G: Game>(
        &mut self,
        groups: &[Group],
        games: Games<impl Read>,
        choice: &Choice,
        mut news: impl FnMut(u64),
    ) -> Result<(), SampleError> {
        let header = games.header().clone();
        if header.game != G::FACTS.name || header.squares != G::FACTS.squares.count() {
            return Err(SampleError::Game { found: header.game, expected: G::FACTS.name });
        }
        let mut settings = Settings::defaults(&G::FACTS);
        for (name, value) in &header.options {
            let set = settings.set(&G::FACTS, name, value);
            set.map_err(|error| GamesError::Header(error.to_string()))?;
        }
        let mut games = games;
        let mut counts = Vec::new();
        while let Some(played) = games.next() {
            let played = played?;
            news(games.length());
            self.games += 1;
            let drawn = zobrist::mix(zobrist::mix(header.seed) ^ u64::from(played.number));
            let is_kept = choice.validation > 0 && drawn.is_multiple_of(choice.validation);
            let samples = if is_kept { &mut self.validation } else { &mut self.training };
            for recorded in &played.positions {
                if !choice.takes(recorded) {
                    continue;
                }
                let position = G::read_hub(&HubPosition::new(&recorded.hub), &settings);
                let position = position.map_err(|error| SampleError::Position {
                    number: played.number,
                    hub: recorded.hub.clone(),
                    error,
                })?;
                count::<G>(&position, &mut counts);
                let side = crate::game::Position::side(&position);
                let result = match (played.result, side) {
                    (GameResult::Draw, _) => 0.5,
                    (GameResult::WhiteWins, Side::White) => 1.0,
                    (GameResult::BlackWins, Side::Black) => 1.0,
                    _ => 0.0,
                };
                let pieces = G::Evaluator::pieces(&position);
                samples.add(groups, pieces, &counts, recorded.score, result);
            }
        }
        Ok(())
    }
}

/// The weights that count in a position, in order, each once, with how often.
pub fn count<G: Game>(position: &G::Position, counts: &mut Vec<(usize, i32)>) {
    counts.clear();
    G::Evaluator::counts(position, &mut |weight, count| {
        if count != 0 {
            counts.push((weight, count));
        }
    });
    counts.sort_unstable_by_key(|(weight, _)| *weight);
    counts.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    counts.retain(|(_, count)| *count != 0);
}

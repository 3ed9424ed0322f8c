//! Games of the engine against itself. Each goes by the seed and its own number only, so that it
//! comes out the same whoever plays it and whenever. Games are played to their end, so that what is
//! decided is learnt from too.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::engine::EngineError;
use crate::game::{Game, GameResult, Position, PositionError, Settings};
use crate::line::Line;
use crate::search::{Control, Limits, Report, Searcher};
use crate::tt::Table;
use crate::tune::games::{Played, Recorded};
use crate::zobrist;

/// Bytes of the table of a player: the searches are short.
const TABLE: usize = 1 << 20;
/// An opening that a search finds further from even, in centimen, is not worth playing.
const UNEVEN: i16 = 400;
/// So many openings are tried for a game.
const TRIES: usize = 100;

/// How games are played.
#[derive(Clone, Debug)]
pub struct Plan<G: Game> {
    /// The positions from which games begin, one by chance for each game.
    pub starts: Vec<G::Position>,
    /// The fewest and the most random plies before the first search.
    pub plies: (u32, u32),
    /// Of a thousand turns behind these so many are random: positions that good play avoids must be
    /// learnt from too, for a search looks at them all the time.
    pub random: u32,
    /// Nodes for each turn.
    pub nodes: u64,
    /// Plies after which a game is called a draw.
    pub most_plies: u32,
    /// What chance goes by.
    pub seed: u64,
}

impl<G: Game> Plan<G> {
    /// Reads the positions that games begin from.
    ///
    /// # Errors
    /// If a FEN tells no position of the game.
    pub fn starts(fens: &[String], settings: &Settings) -> Result<Vec<G::Position>, PositionError> {
        if fens.is_empty() {
            return Ok(vec![G::start(settings)]);
        }
        fens.iter().map(|fen| G::read_fen(fen, settings)).collect()
    }
}

/// Who plays the games, for both sides.
pub struct Player<G: Game> {
    plan: Plan<G>,
    searcher: Searcher<G>,
    table: Table,
}

impl<G: Game> Player<G> {
    /// A player for these games.
    ///
    /// # Errors
    /// If there is no memory or no thread for it.
    pub fn new(plan: Plan<G>) -> Result<Player<G>, EngineError> {
        Ok(Player { plan, searcher: Searcher::new(1)?, table: Table::new(TABLE)? })
    }

    /// Plays the game of a number; none if it is stopped. If chance finds no opening for it, it has
    /// no position.
    pub fn play(&mut self, number: u32, stop: &AtomicBool) -> Option<Played> {
        self.table.clear();
        self.searcher.clear();
        let seed = zobrist::mix(self.plan.seed) ^ zobrist::mix(!u64::from(number));
        let mut random = StdRng::seed_from_u64(seed);
        let mut positions = Vec::new();
        let Some((mut line, mut ply)) = (0..TRIES).find_map(|_| self.open(&mut random)) else {
            return Some(Played { number, result: GameResult::Draw, positions });
        };
        let result = loop {
            if stop.load(Relaxed) {
                return None;
            }
            if let Some(result) = line.result() {
                break result;
            }
            if ply >= self.plan.most_plies {
                break GameResult::Draw;
            }
            let report = self.search(&line);
            let position = line.position();
            let score = report.lines[0].score;
            let Some(best) = report.best else { break GameResult::Draw };
            // Where nothing but captures may be played, the position is worth nothing definite
            // until they have been.
            if !line.turns().iter().all(|&turn| position.is_tactical(turn)) {
                let (hub, is_tactical) = (G::write_hub(position), position.is_tactical(best));
                positions.push(Recorded { hub, ply: ply as u16, score, is_tactical });
            }
            let is_random = random.random_range(0..1000) < self.plan.random;
            let turn = if is_random { line.turns().choose(&mut random) } else { None };
            line.play(turn.copied().unwrap_or(best));
            ply += 1;
        };
        Some(Played { number, result, positions })
    }

    /// A line to the end of a random opening, with its plies, if that is worth going on from.
    fn open(&mut self, random: &mut StdRng) -> Option<(Line<G>, u32)> {
        let mut line: Line<G> = Line::new(self.plan.starts.choose(random)?.clone());
        let (least, most) = self.plan.plies;
        let plies = random.random_range(least..=most);
        for _ in 0..plies {
            if line.outcome().is_some() {
                return None;
            }
            line.play(*line.turns().choose(random)?);
        }
        if line.outcome().is_some() || self.search(&line).lines[0].score.0.abs() > UNEVEN {
            return None;
        }
        Some((line, plies))
    }

    fn search(&mut self, line: &Line<G>) -> Report<G> {
        let limits = Limits { nodes: Some(self.plan.nodes), ..Limits::default() };
        let control = Control::new(Instant::now(), false);
        self.searcher.search(line, &limits.into(), &self.table, &control, &mut |_| ())
    }
}

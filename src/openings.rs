//! Openings to start matches from: positions after random moves that a search finds near even and
//! that are unlike each other.

use std::collections::HashSet;
use std::time::Instant;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::any::PositionText;
use crate::engine::{AnyEngine, EngineError};
use crate::games::Variant;
use crate::search::{Control, Limits};

/// Bytes of the table of the search.
const TABLE: usize = 16 << 20;
/// So many lines of play are tried for each opening that is wanted, before it is given up.
const TRIES: usize = 2_000;
/// In so many squares any two openings differ: more than one step changes.
const UNLIKE: usize = 3;

/// Which openings are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The fewest plies from the start.
    pub least_plies: u32,
    /// The most.
    pub most_plies: u32,
    /// How many openings.
    pub count: usize,
    /// How far from even the search may find them, in men.
    pub max_score: f64,
    /// How far it looks.
    pub limits: Limits,
    /// What chance goes by.
    pub seed: u64,
}

/// Looks for openings of a game and tells the FEN of each as it is found. There may be fewer than are
/// wanted. The same wishes give the same openings, unless a time limits the search.
///
/// # Errors
/// If there is no engine, or `news` fails.
pub fn generate<E: From<EngineError>>(
    variant: Variant,
    wanted: &Wanted,
    mut news: impl FnMut(&str) -> Result<(), E>,
) -> Result<usize, E> {
    let mut engine = variant.engine(1, TABLE)?;
    let mut random = StdRng::seed_from_u64(wanted.seed);
    let mut seen = HashSet::new();
    let mut found: Vec<String> = Vec::new();
    for _ in 0..TRIES * wanted.count {
        if found.len() == wanted.count {
            break;
        }
        let plies = random.random_range(wanted.least_plies..=wanted.most_plies);
        if !play(&mut *engine, plies, &mut random) || !seen.insert(engine.game().hub()) {
            continue;
        }
        let hub = engine.game().hub();
        let is_like = |other: &String| distance(other, &hub) < UNLIKE;
        if found.iter().any(is_like) || !is_even(&mut *engine, wanted) {
            continue;
        }
        news(&engine.game().fen())?;
        found.push(hub);
    }
    Ok(found.len())
}

/// Plays random moves from the start; false if the game is over before or after the last.
fn play(engine: &mut dyn AnyEngine, plies: u32, random: &mut StdRng) -> bool {
    let game = engine.game_mut();
    game.set_position(&PositionText::Start).expect("every game has a start");
    for _ in 0..plies {
        let turns = game.turns();
        let Some(turn) = turns.choose(random) else { return false };
        game.play(&turn.hub, crate::game::Notation::Hub).expect("the turn is legal");
    }
    game.result().is_none()
}

/// Whether a search of the position finds it as near even as is wanted.
fn is_even(engine: &mut dyn AnyEngine, wanted: &Wanted) -> bool {
    score(engine, wanted.limits).abs() <= wanted.max_score
}

/// What a search with an empty table thinks of the position of an engine, in men for the side to
/// move.
pub fn score(engine: &mut dyn AnyEngine, limits: Limits) -> f64 {
    engine.forget();
    let control = Control::new(Instant::now(), false);
    engine.search(&limits.into(), &control, &mut |_| ()).news().score.men()
}

/// In how many places two Hub positions differ.
fn distance(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).filter(|(one, other)| one != other).count()
}

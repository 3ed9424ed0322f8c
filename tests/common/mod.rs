//! What several test files need: lists of turns, positions after turns, counts of lines, and
//! random games. It knows every game through the traits only.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub(crate) mod checks;

use damier::game::{Game, Position, Settings, Turn, Turns};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// The settings that hold if nothing is chosen.
pub(crate) fn settings<G: Game>() -> Settings {
    Settings::defaults(&G::FACTS)
}

/// The position that a FEN tells.
pub(crate) fn fen<G: Game>(text: &str) -> G::Position {
    G::read_fen(text, &settings::<G>()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal turns.
pub(crate) fn turns<P: Position>(position: &P) -> Turns<P::Turn> {
    let mut turns = Turns::new();
    position.generate(&mut turns);
    turns
}

/// The position after a turn.
pub(crate) fn after<P: Position>(position: &P, turn: P::Turn) -> P {
    let mut next = position.clone();
    next.play(turn);
    next
}

/// Lines of so many turns, by lists only: no short cut of the library is used.
pub(crate) fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let turns = turns(position);
    match depth {
        0 => 1,
        1 => turns.len() as u64,
        _ => turns.iter().map(|&turn| perft(&after(position, turn), depth - 1)).sum(),
    }
}

/// Visits every position of seeded random games, with its turns; a game lasts until there is no
/// turn or so many plies have been played, whatever the draw rules say.
pub(crate) fn random_games<G: Game>(
    games: u64,
    plies: usize,
    mut visit: impl FnMut(&G::Position, &[Turn<G>]),
) {
    for seed in 0..games {
        let mut random = StdRng::seed_from_u64(seed);
        let mut position = G::start(&settings::<G>());
        for _ in 0..plies {
            let turns = turns(&position);
            visit(&position, &turns);
            if turns.is_empty() {
                break;
            }
            position.play(turns[random.random_range(0..turns.len())]);
        }
    }
}

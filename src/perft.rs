//! Counting the lines of play to a depth, by which generators are compared.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::parallel;

use crate::game::{Position, Turns};

/// The greatest depth that is counted to.
pub const MAX_DEPTH: u32 = 99;
/// Below this depth nobody asks whether to stop.
const ASK_FROM: u32 = 4;

/// The number of lines of `depth` turns, [`MAX_DEPTH`] at most. A position in which the game is
/// over has none; draws by counting or repetition end no line. Without a use once `stop` is set.
pub fn perft<P: Position>(position: &P, depth: u32, stop: &AtomicBool) -> u64 {
    let mut lists = vec![Turns::new(); depth.clamp(1, MAX_DEPTH) as usize];
    count(position, depth, &mut lists, stop)
}

fn count<P: Position>(
    position: &P,
    depth: u32,
    lists: &mut [Turns<P::Turn>],
    stop: &AtomicBool,
) -> u64 {
    let Some((turns, deeper)) = lists.split_first_mut() else { return 1 };
    match depth {
        0 => 1,
        1 => position.count(turns),
        _ if depth >= ASK_FROM && stop.load(Relaxed) => 0,
        _ => {
            position.generate(turns);
            let mut sum = 0;
            for &turn in turns.iter() {
                let mut after = position.clone();
                after.play(turn);
                sum += count(&after, depth - 1, deeper, stop);
            }
            sum
        }
    }
}

/// The number of lines behind each turn, in the order of the generator; the turns are spread
/// over the threads of the current pool.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Turn, u64)> {
    let mut turns = Turns::new();
    position.generate(&mut turns);
    let lines = parallel::map(turns.len(), &|index| {
        let mut after = position.clone();
        after.play(turns[index]);
        perft(&after, depth.saturating_sub(1), &AtomicBool::new(false))
    });
    turns.into_iter().zip(lines).collect()
}

/// The number of lines when turns with the same result count once at each node.
pub fn distinct<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut turns = Turns::new();
    position.generate(&mut turns);
    let mut seen = HashSet::new();
    let mut sum = 0;
    for turn in turns {
        let mut after = position.clone();
        after.play(turn);
        if seen.insert(after.key()) {
            sum += distinct(&after, depth - 1);
        }
    }
    sum
}

//! A principal variation to its end: where the search took a score from the table the line is
//! short, and goes on by what the table knows.

use crate::game::{Game, Position, Turn};
use crate::line::Line;
use crate::search::MAX_PLY;
use crate::tt::{Bound, Table};

/// The line `pv` from `line`, lengthened to `depth` plies, or to the end of the game if the end
/// is in sight.
pub(super) fn lengthened<G: Game>(
    line: &Line<G>,
    pv: &[Turn<G>],
    depth: u32,
    is_decided: bool,
    table: &Table,
) -> Vec<Turn<G>> {
    let mut line = line.clone();
    let mut pv = pv.to_vec();
    for &turn in &pv {
        line.play(turn);
    }
    let most = if is_decided { MAX_PLY } else { depth as usize };
    while pv.len() < most && line.outcome().is_none() {
        let position = line.position();
        let known = match line.turns() {
            [only] => Some(*only),
            turns => table
                .probe(position.key() ^ position.counter_key())
                .filter(|entry| entry.bound != Bound::Upper)
                .and_then(|entry| turns.get(usize::from(entry.turn?)).copied()),
        };
        let Some(turn) = known else { break };
        // A line that goes round says nothing more.
        let mut next = position.clone();
        next.play(turn);
        if !position.is_irreversible(turn) && line.keys().contains(&next.key()) {
            break;
        }
        line.play(turn);
        pv.push(turn);
    }
    pv
}

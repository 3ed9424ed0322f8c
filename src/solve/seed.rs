//! The first numbers of a position that nothing is known of.

use crate::game::{Evaluator, Position, Side};
use crate::solve::entry::Entry;
use crate::tables::Tabled;

/// The first numbers of a position that is even and has few pieces: in the give-away games, whose
/// evaluation tells much, and in the others.
const UNIT: (f32, f32) = (8.0, 2.0);
/// With a piece more it is so many times as far from being decided.
const WIDER: f32 = 1.3;
/// The pieces from which on, and up to which, that counts.
const COUNTED: (u32, u32) = (5, 29);
/// So many centimen make a position twice as near.
const SCALE: f32 = 50.0;
/// So often it is made twice as near at most, in the same.
const TWICE: (f32, f32) = (2.0, 1.0);

/// Numbers of an open position with so many choices. Who has more to choose from is nearer to what
/// he wants, and so is who is evaluated to be better. Both are nearer where fewer pieces are left,
/// so that the search seeks what simplifies.
pub(super) fn seed<G: Tabled>(
    evaluator: &mut G::Evaluator,
    position: &G::Position,
    choices: usize,
    attacker: Side,
) -> Entry {
    let score = f32::from(evaluator.evaluate(position).0);
    let attacks = position.side() == attacker;
    let of_game = |(giving, other)| if G::ends_won() { giving } else { other };
    let (unit, twice) = (of_game(UNIT), of_game(TWICE));
    let lean = (if attacks { score } else { -score } / SCALE).clamp(-twice, twice).exp2();
    let choices = choices as f32;
    let pieces = position.pieces_left().clamp(COUNTED.0, COUNTED.1) - COUNTED.0;
    let size = unit * WIDER.powi(pieces as i32);
    let (mut proof, mut disproof) = (size / lean, size * lean);
    if attacks {
        disproof *= choices
    } else {
        proof *= choices
    }
    Entry::open(proof as u32, disproof as u32)
}

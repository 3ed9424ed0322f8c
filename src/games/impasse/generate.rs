//! The legal turns of a position, listed and counted. All pieces of a kind slide together, one
//! step of the board at a time. Knows the order of the parts of a turn: move or removal,
//! bear-off, crowning; it does not carry them out.

use super::board::{LEFT, RIGHT, bits, far, home, shift, slides};
use super::position::ImpassePosition;
use super::turn::{Action, ImpasseTurn};
use crate::game::{Position, Side, Turns};

/// The two sides as types, so that the shifts of each are compiled in.
const WHITE: bool = true;
const BLACK: bool = false;

/// The bit from which a piece came to `to` by `steps` shifts.
const fn origin<const UP: bool>(to: u8, by: u32, steps: u32) -> u8 {
    if UP { to - (by * steps) as u8 } else { to + (by * steps) as u8 }
}

const fn side<const WHITE_MOVES: bool>() -> Side {
    if WHITE_MOVES { Side::White } else { Side::Black }
}

pub(super) fn generate(position: &ImpassePosition, turns: &mut Turns<ImpasseTurn>) {
    turns.clear();
    if position.pieces(position.side().opponent()) == 0 {
        return;
    }
    match position.side() {
        Side::White => generate_for::<WHITE, BLACK>(position, turns),
        Side::Black => generate_for::<BLACK, WHITE>(position, turns),
    }
}

/// `BACK` is the opposite of `FORWARD`: singles shift by the one, doubles by the other.
fn generate_for<const FORWARD: bool, const BACK: bool>(
    position: &ImpassePosition,
    turns: &mut Turns<ImpasseTurn>,
) {
    let side = side::<FORWARD>();
    let singles = position.singles[side.index()];
    let doubles = position.doubles[side.index()];
    let empty = position.empty();
    let waiting = singles & far(side);

    for by in [LEFT, RIGHT] {
        let mut reached = shift::<FORWARD>(singles, by) & empty;
        let mut steps = 1;
        while reached != 0 {
            for to in bits(reached) {
                let from = origin::<FORWARD>(to, by, steps);
                let turn = ImpasseTurn::slide(Action::SingleSlide, from, to);
                let crowned = far(side) >> to & 1 != 0;
                push(turns, turn, if crowned { singles & !(1 << from) } else { 0 });
            }
            reached = shift::<FORWARD>(reached, by) & empty;
            steps += 1;
        }
    }
    for by in [LEFT, RIGHT] {
        let mut reached = shift::<BACK>(doubles, by) & empty;
        let mut steps = 1;
        while reached != 0 {
            for to in bits(reached) {
                let from = origin::<BACK>(to, by, steps);
                let turn = ImpasseTurn::slide(Action::DoubleSlide, from, to);
                // The single that a bear-off leaves crowns the one that waits.
                let crowned = waiting != 0 && home(side) >> to & 1 != 0;
                push(turns, turn, if crowned { 1 << to } else { 0 });
            }
            reached = shift::<BACK>(reached, by) & empty;
            steps += 1;
        }
        for to in bits(shift::<BACK>(doubles, by) & singles) {
            let from = origin::<BACK>(to, by, 1);
            let turn = ImpasseTurn::slide(Action::Transpose, from, to);
            let crowned = far(side) >> from & 1 != 0;
            push(turns, turn, if crowned { singles & !(1 << to) } else { 0 });
        }
    }
    if turns.is_empty() {
        removals(side, singles, doubles, turns);
    }
}

/// The impasse rule: one checker leaves, never a second.
fn removals(side: Side, singles: u64, doubles: u64, turns: &mut Turns<ImpasseTurn>) {
    let waiting = singles & far(side);
    for from in bits(singles) {
        turns.push(ImpasseTurn::removal(Action::RemoveSingle, from));
    }
    for from in bits(doubles) {
        let base = 1 << from;
        // A far double leaves a single to crown, and where one waits, either may be the base.
        let crowning = match (far(side) & base != 0, waiting != 0) {
            (true, true) => waiting | base,
            (true, false) => singles,
            (false, true) => base,
            (false, false) => 0,
        };
        push(turns, ImpasseTurn::removal(Action::RemoveTop, from), crowning);
    }
}

/// Adds the turn once for each single that may crown, or as it is if none may.
fn push(turns: &mut Turns<ImpasseTurn>, turn: ImpasseTurn, crowning: u64) {
    if crowning == 0 {
        turns.push(turn);
    } else {
        turns.extend(bits(crowning).map(|crown| turn.crowned_with(crown)));
    }
}

pub(super) fn count(position: &ImpassePosition) -> u64 {
    if position.pieces(position.side().opponent()) == 0 {
        return 0;
    }
    match position.side() {
        Side::White => count_for::<WHITE, BLACK>(position),
        Side::Black => count_for::<BLACK, WHITE>(position),
    }
}

fn count_for<const FORWARD: bool, const BACK: bool>(position: &ImpassePosition) -> u64 {
    let side = side::<FORWARD>();
    let singles = position.singles[side.index()];
    let doubles = position.doubles[side.index()];
    let empty = position.empty();

    let (mut plain, mut crowning) = (0, 0);
    for by in [LEFT, RIGHT] {
        let reached = slides::<FORWARD>(singles, empty, by);
        plain += (reached & !far(side)).count_ones();
        crowning += (reached & far(side)).count_ones();
        plain += slides::<BACK>(doubles, empty, by).count_ones();
        plain += (shift::<BACK>(doubles & !far(side), by) & singles).count_ones();
        crowning += (shift::<BACK>(doubles & far(side), by) & singles).count_ones();
    }
    if plain + crowning > 0 {
        // Slid or transposed, one single takes part in the move and the others may crown.
        let choices = singles.count_ones().saturating_sub(1).max(1);
        return u64::from(plain + crowning * choices);
    }
    let far_doubles = (doubles & far(side)).count_ones();
    let choices = match singles & far(side) {
        0 => singles.count_ones().max(1),
        _ => 2,
    };
    u64::from(singles.count_ones() + doubles.count_ones() + far_doubles * (choices - 1))
}

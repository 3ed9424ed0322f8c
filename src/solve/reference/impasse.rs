//! Impasse, by its rule sheet.

use std::collections::BTreeSet;

use super::View;
use super::board::Board;
use super::position::{Position, is_far_row, other};
use crate::game::Outcome;

const BOARD: Board = Board::Dark(8);

/// Singles are small letters and doubles capitals; see [`Position`].
type Squares = Vec<char>;

/// Looks at a position.
pub(super) fn look(text: &str) -> Option<View> {
    let position = Position::read_hub(text, BOARD)?;
    let us = position.side;
    if position.pieces(us).is_empty() {
        return Some(View::Ended(Outcome::Win));
    }
    if position.pieces(other(us)).is_empty() {
        return Some(View::Ended(Outcome::Loss));
    }
    let mut moved = moves(&position);
    if moved.is_empty() {
        moved = removals(&position);
    }
    let mut behind = BTreeSet::new();
    for squares in moved {
        for squares in crowned(&squares, us) {
            behind.insert(Position { squares, side: other(us), runs: [None; 2] }.hub());
        }
    }
    Some(View::On { behind: behind.into_iter().collect(), is_quiet: true })
}

const fn single(side: char) -> char {
    side.to_ascii_lowercase()
}

/// What stands on the board after each slide and each transpose.
fn moves(position: &Position) -> Vec<Squares> {
    let (us, squares) = (position.side, &position.squares);
    let forward = if us == 'W' { -1 } else { 1 };
    let mut all = Vec::new();
    for from in position.pieces(us) {
        let is_double = squares[from] == us;
        let down = if is_double { -forward } else { forward };
        for step in [(-1, down), (1, down)] {
            let mut next = BOARD.next(from, step);
            if let Some(to) = next.filter(|&to| is_double && squares[to] == single(us)) {
                let mut after = squares.clone();
                (after[from], after[to]) = (single(us), borne_off(us, to));
                all.push(after);
            }
            while let Some(to) = next.filter(|&to| squares[to] == 'e') {
                let mut after = squares.clone();
                after[from] = 'e';
                after[to] = if is_double { borne_off(us, to) } else { single(us) };
                all.push(after);
                next = BOARD.next(to, step);
            }
        }
    }
    all
}

/// What becomes of a double that has come to a square.
fn borne_off(side: char, square: usize) -> char {
    // The own nearest row is the other's far row.
    if is_far_row(BOARD, other(side), square) { single(side) } else { side }
}

/// What stands on the board after each removal of one checker.
fn removals(position: &Position) -> Vec<Squares> {
    let us = position.side;
    let removed = position.pieces(us).into_iter().map(|square| {
        let mut after = position.squares.clone();
        after[square] = if after[square] == us { single(us) } else { 'e' };
        after
    });
    removed.collect()
}

/// What stands on the board after each crowning, or as it is if nothing is crowned.
fn crowned(squares: &Squares, side: char) -> Vec<Squares> {
    let singles: Vec<usize> =
        (0..squares.len()).filter(|&square| squares[square] == single(side)).collect();
    let mut all = Vec::new();
    for &base in singles.iter().filter(|&&square| is_far_row(BOARD, side, square)) {
        for &crown in singles.iter().filter(|&&square| square != base) {
            let mut after = squares.clone();
            (after[base], after[crown]) = (side, 'e');
            all.push(after);
        }
    }
    if all.is_empty() { vec![squares.clone()] } else { all }
}

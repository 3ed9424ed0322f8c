//! Extreme Checkers, by the author's description and the rulings told in protocol.md.

use std::collections::BTreeSet;

use super::View;
use super::board::{Board, Step};
use super::position::{Position, is_far_row, other, owner};
use crate::game::Outcome;

const BOARD: Board = Board::All;
const DIAGONALS: [Step; 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
const LINES: [Step; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// The options of the rules.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether the longest sequence of jumps must be chosen.
    majority: bool,
    /// Whether sandwiches are taken after each landing.
    each: bool,
    /// Whether sandwiches follow the rim round the corners.
    wrap: bool,
}

impl Options {
    /// The options with these names and values.
    pub(super) fn of(options: &[(&str, &str)]) -> Options {
        let is = |name, value, default| {
            options.iter().find(|(n, _)| *n == name).map_or(default, |(_, v)| *v == value)
        };
        Options {
            majority: is("majority", "on", false),
            each: is("sandwich", "each", false),
            wrap: is("wrap", "on", true),
        }
    }
}

/// A turn: what stands on the board after it, and how many pieces it has jumped.
type Played = (Vec<char>, usize);

/// Looks at a position.
pub(super) fn look(text: &str, options: Options) -> Option<View> {
    let position = Position::read_hub(text, BOARD)?;
    let us = position.side;
    if is_cleared(&position, us) {
        return Some(View::Ended(Outcome::Loss));
    }
    if is_cleared(&position, other(us)) {
        return Some(View::Ended(Outcome::Win));
    }
    let mut jumps: Vec<Played> = Vec::new();
    for from in position.pieces(us) {
        let mut squares = position.squares.clone();
        let piece = std::mem::replace(&mut squares[from], 'e');
        Walk { piece, us, options }.jump(&squares, from, 0, &mut jumps);
    }
    let is_quiet = jumps.is_empty();
    let most = jumps.iter().map(|&(_, jumped)| jumped).max();
    jumps.retain(|&(_, jumped)| !options.majority || Some(jumped) == most);
    let played = if is_quiet { steps(&position, options) } else { jumps };
    if played.is_empty() {
        return Some(View::Ended(Outcome::Loss));
    }
    let behind: BTreeSet<String> = played
        .into_iter()
        .map(|(squares, _)| Position { squares, side: other(us), runs: [None; 2] }.hub())
        .collect();
    Some(View::On { behind: behind.into_iter().collect(), is_quiet })
}

/// Whether a side has nothing on the squares of one colour.
fn is_cleared(position: &Position, side: char) -> bool {
    let colour = |square: usize| {
        let (column, row) = BOARD.place(square);
        (column + row) % 2
    };
    let colours: BTreeSet<i32> = position.pieces(side).into_iter().map(colour).collect();
    colours.len() < 2
}

/// The diagonals along which a piece goes.
fn diagonals(piece: char) -> impl Iterator<Item = Step> {
    let forward = match piece {
        'w' => Some(-1),
        'b' => Some(1),
        _ => None,
    };
    DIAGONALS.into_iter().filter(move |(_, down)| forward.is_none_or(|forward| *down == forward))
}

fn steps(position: &Position, options: Options) -> Vec<Played> {
    let us = position.side;
    let mut all = Vec::new();
    for from in position.pieces(us) {
        let mut squares = position.squares.clone();
        let piece = std::mem::replace(&mut squares[from], 'e');
        for step in diagonals(piece) {
            if let Some(to) = BOARD.next(from, step).filter(|&to| squares[to] == 'e') {
                let mut after = squares.clone();
                take_sandwiched(&mut after, to, us, options.wrap);
                after[to] = crowned(piece, us, to);
                all.push((after, 0));
            }
        }
    }
    all
}

fn crowned(piece: char, side: char, square: usize) -> char {
    if is_far_row(BOARD, side, square) { side } else { piece }
}

/// A piece that jumps; it stands on no square of the board meanwhile.
struct Walk {
    piece: char,
    us: char,
    options: Options,
}

impl Walk {
    /// Goes on from a square in every way, or ends there if it has jumped and cannot go on.
    fn jump(&self, squares: &[char], at: usize, jumped: usize, ends: &mut Vec<Played>) {
        let mut goes_on = false;
        for step in diagonals(self.piece) {
            let over = BOARD.next(at, step);
            let Some(over) = over.filter(|&over| is_of(squares[over], other(self.us))) else {
                continue;
            };
            let Some(to) = BOARD.next(over, step).filter(|&to| squares[to] == 'e') else {
                continue;
            };
            goes_on = true;
            let mut after = squares.to_vec();
            after[over] = 'e';
            if self.options.each {
                take_sandwiched(&mut after, to, self.us, self.options.wrap);
            }
            self.jump(&after, to, jumped + 1, ends);
        }
        if !goes_on && jumped > 0 {
            let mut after = squares.to_vec();
            if !self.options.each {
                take_sandwiched(&mut after, at, self.us, self.options.wrap);
            }
            after[at] = crowned(self.piece, self.us, at);
            ends.push((after, jumped));
        }
    }
}

fn is_of(piece: char, side: char) -> bool {
    piece != 'e' && owner(piece) == side
}

/// Takes off what a piece that has come to a square, on which nothing stands yet, closes in.
fn take_sandwiched(squares: &mut [char], to: usize, us: char, wrap: bool) {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for step in LINES {
        let mut line = Vec::new();
        let mut next = BOARD.next(to, step);
        while let Some(square) = next {
            line.push(square);
            next = BOARD.next(square, step);
        }
        lines.push(line);
    }
    let rim = rim();
    if let Some(place) = rim.iter().position(|&square| square == to).filter(|_| wrap) {
        let round: Vec<usize> = (1..rim.len()).map(|n| rim[(place + n) % rim.len()]).collect();
        lines.push(round.iter().rev().copied().collect());
        lines.push(round);
    }
    let is_enemy = |square: usize| is_of(squares[square], other(us));
    let mut taken = Vec::new();
    for line in lines {
        let run = line.iter().take_while(|&&square| is_enemy(square)).count();
        if line.get(run).is_some_and(|&square| is_of(squares[square], us)) {
            taken.extend_from_slice(&line[..run]);
        }
    }
    for square in taken {
        squares[square] = 'e';
    }
}

/// The squares of the rim, once round.
fn rim() -> Vec<usize> {
    let side = 0..7;
    let top = side.clone().map(|n| (n, 0));
    let right = side.clone().map(|n| (7, n));
    let bottom = side.clone().map(|n| (7 - n, 7));
    let left = side.map(|n| (0, 7 - n));
    top.chain(right).chain(bottom).chain(left).filter_map(|place| BOARD.number(place)).collect()
}

//! A position: what stands on each square, the side to move, and what kings have moved in a row.

use super::board::Board;
use super::captures::captures;
use super::rules::Rules;
use std::collections::BTreeSet;

/// What stands on the squares, in the letters of Hub: `w`, `b`, kings `W`, `B`, nothing `e`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) squares: Vec<char>,
    /// `W` or `B`.
    pub(crate) side: char,
    /// The king of White, and of Black, that has moved so often in a row without a capture.
    pub(crate) runs: [Option<(usize, u8)>; 2],
}

/// A turn. Turns that are equal count once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Move {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) captured: BTreeSet<usize>,
    pub(crate) promotes: bool,
}

pub(crate) fn other(side: char) -> char {
    if side == 'W' { 'B' } else { 'W' }
}

/// Whose piece a letter is.
pub(crate) fn owner(piece: char) -> char {
    piece.to_ascii_uppercase()
}

fn index(side: char) -> usize {
    usize::from(side == 'B')
}

impl Position {
    /// The start of a game.
    pub(crate) fn start(rules: &Rules) -> Position {
        let (first, end) = rules.rows;
        let square = |&(_, row): &(i32, i32)| {
            if (first..end).contains(&row) {
                'b'
            } else if (first..end).contains(&(rules.board.size() - 1 - row)) {
                'w'
            } else {
                'e'
            }
        };
        let squares = rules.board.places().iter().map(square).collect();
        Position { squares, side: rules.first, runs: [None; 2] }
    }

    /// Reads what the library writes: a FEN without ranges.
    pub(crate) fn read_fen(text: &str, board: Board) -> Position {
        let mut parts = text.split(':');
        let side = parts.next().and_then(|side| side.chars().next()).expect("the side to move");
        let mut squares = vec!['e'; board.places().len()];
        let mut runs = [None; 2];
        for part in parts {
            let (kind, list) = part.split_at(1);
            match kind {
                "W" | "B" => {
                    for name in list.split(',').filter(|name| !name.is_empty()) {
                        let king = name.strip_prefix('K');
                        let square = read_square(king.unwrap_or(name), board);
                        squares[square] = match (kind, king) {
                            ("W", None) => 'w',
                            ("W", Some(_)) => 'W',
                            (_, None) => 'b',
                            (_, Some(_)) => 'B',
                        };
                    }
                }
                "+" => {
                    let (black, white) = list.split_once('+').expect("two counts");
                    runs = [white, black].map(|run| {
                        let (count, square) = run.split_at(1);
                        (count != "0")
                            .then(|| (read_square(square, board), count.parse().expect("a count")))
                    });
                }
                "H" => (),
                _ => panic!("unknown part {part}"),
            }
        }
        Position { squares, side, runs }
    }

    /// The Hub position.
    pub(crate) fn hub(&self) -> String {
        std::iter::once(self.side).chain(self.squares.iter().copied()).collect()
    }

    /// The moves of kings in a row, as Hub tells them.
    pub(crate) fn wolf(&self) -> String {
        let runs = ['W', 'B'].into_iter().filter_map(|side| {
            let (square, count) = self.runs[index(side)]?;
            Some(format!("{side}{:02}={count}", square + 1))
        });
        runs.collect::<Vec<_>>().join(" ")
    }

    /// The squares of the pieces of a side.
    pub(crate) fn pieces(&self, side: char) -> Vec<usize> {
        (0..self.squares.len())
            .filter(|&square| self.squares[square] != 'e' && owner(self.squares[square]) == side)
            .collect()
    }

    /// How many men a side has.
    pub(crate) fn men(&self, side: char) -> usize {
        self.squares.iter().filter(|piece| **piece == side.to_ascii_lowercase()).count()
    }

    /// The legal turns.
    pub(crate) fn moves(&self, rules: &Rules) -> BTreeSet<Move> {
        if rules.first_king && self.squares.iter().any(char::is_ascii_uppercase) {
            return BTreeSet::new();
        }
        let mut moves: BTreeSet<Move> =
            captures(self, rules).into_iter().map(|capture| capture.result()).collect();
        if moves.is_empty() {
            moves = self.steps(rules);
        }
        moves
    }

    fn steps(&self, rules: &Rules) -> BTreeSet<Move> {
        let mut moves = BTreeSet::new();
        for from in self.pieces(self.side) {
            let king = self.squares[from].is_ascii_uppercase();
            if king && rules.king_limit && self.runs[index(self.side)] == Some((from, 3)) {
                continue;
            }
            let steps = if king { rules.king_steps() } else { rules.man_steps(self.side) };
            for step in steps {
                let mut at = from;
                while let Some(to) = rules.board.next(at, step) {
                    if self.squares[to] != 'e' {
                        break;
                    }
                    let promotes = !king && is_far_row(rules.board, self.side, to);
                    moves.insert(Move { from, to, captured: BTreeSet::new(), promotes });
                    if !king || !rules.kings_fly {
                        break;
                    }
                    at = to;
                }
            }
        }
        moves
    }

    /// The position after a turn.
    pub(crate) fn play(&self, played: &Move, rules: &Rules) -> Position {
        let (us, them) = (self.side, other(self.side));
        let mut after = self.clone();
        let piece = std::mem::replace(&mut after.squares[played.from], 'e');
        for &square in &played.captured {
            after.squares[square] = 'e';
        }
        // A Turkish king may land where a captured piece stood.
        after.squares[played.to] = if played.promotes { owner(piece) } else { piece };
        after.side = them;
        if rules.king_limit {
            // Only a king's step counts, and only for a side with men; all else it does ends its count.
            let steps = piece.is_ascii_uppercase() && played.captured.is_empty();
            after.runs[index(us)] = match self.runs[index(us)] {
                _ if !steps || after.men(us) == 0 => None,
                Some((square, count)) if square == played.from => Some((played.to, count + 1)),
                _ => Some((played.to, 1)),
            };
            // The opponent's count ends with its king or with its last man.
            let gone = |(square, _): (usize, u8)| played.captured.contains(&square);
            if after.men(them) == 0 || self.runs[index(them)].is_some_and(gone) {
                after.runs[index(them)] = None;
            }
        }
        after
    }

    /// The number of lines of so many turns.
    pub(crate) fn perft(&self, rules: &Rules, depth: u32) -> u64 {
        let moves = self.moves(rules);
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.iter().map(|m| self.play(m, rules).perft(rules, depth - 1)).sum(),
        }
    }
}

/// Whether men of a side become kings on a square.
pub(crate) fn is_far_row(board: Board, side: char, square: usize) -> bool {
    board.place(square).1 == if side == 'W' { 0 } else { board.size() - 1 }
}

fn read_square(name: &str, board: Board) -> usize {
    let mut letters = name.chars();
    let first = letters.next().expect("a square");
    if first.is_ascii_digit() {
        return name.parse::<usize>().expect("a number") - 1;
    }
    let rank: i32 = letters.as_str().parse().expect("a row");
    let column = first as i32 - 'a' as i32;
    board.number((column, board.size() - rank)).expect("a square of the board")
}

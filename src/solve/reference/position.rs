//! A position: what stands on each square, the side to move, and what kings have moved in a row.

use super::board::Board;
use super::captures::captures;
use super::rules::Rules;
use std::collections::BTreeSet;

/// What stands on the squares, in the letters of Hub: `w`, `b`, kings `W`, `B`, nothing `e`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// What stands on each square.
    pub squares: Vec<char>,
    /// `W` or `B`.
    pub side: char,
    /// The king of White, and of Black, that has moved so often in a row without a capture.
    pub runs: [Option<(usize, u8)>; 2],
}

/// A turn. Turns that are equal count once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: usize,
    /// Where it goes.
    pub to: usize,
    /// What it takes.
    pub captured: BTreeSet<usize>,
    /// Whether it becomes a king.
    pub promotes: bool,
}

/// The other side.
#[must_use]
pub fn other(side: char) -> char {
    if side == 'W' { 'B' } else { 'W' }
}

/// Whose piece a letter is.
pub fn owner(piece: char) -> char {
    piece.to_ascii_uppercase()
}

fn index(side: char) -> usize {
    usize::from(side == 'B')
}

impl Position {
    /// The start of a game.
    pub fn start(rules: &Rules) -> Position {
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

    /// Reads a Hub position; no king has moved.
    #[must_use]
    pub fn read_hub(text: &str, board: Board) -> Option<Position> {
        let mut letters = text.chars();
        let side = letters.next().filter(|side| matches!(side, 'W' | 'B'))?;
        let squares: Vec<char> = letters.collect();
        let is_read = squares.len() == board.places().len()
            && squares.iter().all(|piece| matches!(piece, 'w' | 'b' | 'W' | 'B' | 'e'));
        is_read.then_some(Position { squares, side, runs: [None; 2] })
    }

    /// The Hub position.
    pub fn hub(&self) -> String {
        std::iter::once(self.side).chain(self.squares.iter().copied()).collect()
    }

    /// The moves of kings in a row, as Hub tells them.
    pub fn wolf(&self) -> String {
        let runs = ['W', 'B'].into_iter().filter_map(|side| {
            let (square, count) = self.runs[index(side)]?;
            Some(format!("{side}{:02}={count}", square + 1))
        });
        runs.collect::<Vec<_>>().join(" ")
    }

    /// The squares of the pieces of a side.
    pub fn pieces(&self, side: char) -> Vec<usize> {
        (0..self.squares.len())
            .filter(|&square| self.squares[square] != 'e' && owner(self.squares[square]) == side)
            .collect()
    }

    /// How many men a side has.
    pub fn men(&self, side: char) -> usize {
        self.squares.iter().filter(|piece| **piece == side.to_ascii_lowercase()).count()
    }

    /// The legal turns.
    pub fn moves(&self, rules: &Rules) -> BTreeSet<Move> {
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
    pub fn play(&self, played: &Move, rules: &Rules) -> Position {
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
    pub fn perft(&self, rules: &Rules, depth: u32) -> u64 {
        let moves = self.moves(rules);
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.iter().map(|m| self.play(m, rules).perft(rules, depth - 1)).sum(),
        }
    }
}

/// Whether men of a side become kings on a square.
pub fn is_far_row(board: Board, side: char, square: usize) -> bool {
    board.place(square).1 == if side == 'W' { 0 } else { board.size() - 1 }
}

//! Captures: every way of every piece, walked jump by jump, and then the choice among them.

use std::collections::BTreeSet;

use super::board::Step;
use super::position::{Move, Position, is_far_row, owner};
use super::rules::{Choice, Landing, Promotion, Rules};

/// One way to capture.
#[derive(Clone, Debug)]
pub struct Capture {
    from: usize,
    to: usize,
    promotes: bool,
    /// The pieces in the order in which they are jumped, and whether each is a king.
    taken: Vec<(usize, bool)>,
    by_king: bool,
}

impl Capture {
    /// What it does, by whichever way.
    pub fn result(&self) -> Move {
        let captured = self.taken.iter().map(|&(square, _)| square).collect();
        Move { from: self.from, to: self.to, captured, promotes: self.promotes }
    }

    /// What it does, told apart by the order in which pieces are taken.
    pub fn in_order(&self) -> (Move, Vec<usize>) {
        (self.result(), self.taken.iter().map(|&(square, _)| square).collect())
    }

    /// Of the captures only those with the greatest rank may be chosen; the first number that
    /// differs decides.
    fn rank(&self, choice: Choice) -> Vec<i32> {
        let all = self.taken.len() as i32;
        let kings = self.taken.iter().filter(|(_, king)| *king).count() as i32;
        let by_king = i32::from(self.by_king);
        match choice {
            Choice::Free => vec![],
            Choice::Most => vec![all],
            Choice::MostThenKings => vec![all, kings],
            Choice::KingFirst => vec![by_king],
            // A king counts as two men less a trifle.
            Choice::Frisian => vec![all + kings, -kings, by_king],
            Choice::Italian => {
                let order = self.taken.iter().map(|&(_, king)| i32::from(king));
                [all, by_king, kings].into_iter().chain(order).collect()
            }
        }
    }
}

/// The captures that may be chosen.
pub fn captures(position: &Position, rules: &Rules) -> Vec<Capture> {
    let mut found = Vec::new();
    for from in position.pieces(position.side) {
        let piece = position.squares[from];
        Walk { position, rules, from }.walk(piece, from, &[], None, &mut found);
    }
    let best = found.iter().map(|capture| capture.rank(rules.choice)).max();
    found.retain(|capture| Some(capture.rank(rules.choice)) == best);
    found
}

struct Walk<'a> {
    position: &'a Position,
    rules: &'a Rules,
    from: usize,
}

/// What is jumped, in which direction, and where one can land.
type Jump = (usize, Step, Vec<usize>);

impl Walk<'_> {
    fn is_free(&self, square: usize, taken: &[(usize, bool)]) -> bool {
        let is_gone = self.rules.taken_at_once && taken.iter().any(|(gone, _)| *gone == square);
        self.position.squares[square] == 'e' || square == self.from || is_gone
    }

    /// Whether a piece can be jumped by one of the side to move.
    fn is_prey(&self, by_king: bool, square: usize, taken: &[(usize, bool)]) -> bool {
        let piece = self.position.squares[square];
        piece != 'e'
            && owner(piece) != self.position.side
            && !taken.iter().any(|(gone, _)| *gone == square)
            && (by_king || self.rules.men_capture_kings || piece.is_ascii_lowercase())
    }

    /// The jumps of a piece that stands on a square and came there by a step.
    fn jumps(
        &self,
        piece: char,
        at: usize,
        taken: &[(usize, bool)],
        last: Option<Step>,
    ) -> Vec<Jump> {
        let rules = self.rules;
        let king = piece.is_ascii_uppercase();
        let flies = king && rules.kings_fly;
        let steps =
            if king { rules.king_captures() } else { rules.man_captures(self.position.side) };
        let mut jumps = Vec::new();
        for step in steps {
            if king && !rules.half_turns && last == Some((-step.0, -step.1)) {
                continue;
            }
            let mut over = rules.board.next(at, step);
            while let Some(square) = over {
                if !flies || !self.is_free(square, taken) {
                    break;
                }
                over = rules.board.next(square, step);
            }
            let Some(over) = over.filter(|&square| self.is_prey(king, square, taken)) else {
                continue;
            };
            let mut landings = Vec::new();
            let mut behind = rules.board.next(over, step);
            while let Some(square) = behind.filter(|&square| self.is_free(square, taken)) {
                landings.push(square);
                if !flies || rules.landing == Landing::Behind {
                    break;
                }
                behind = rules.board.next(square, step);
            }
            if !landings.is_empty() {
                jumps.push((over, step, landings));
            }
        }
        jumps
    }

    /// Goes on from a square in every way.
    fn walk(
        &self,
        piece: char,
        at: usize,
        taken: &[(usize, bool)],
        last: Option<Step>,
        found: &mut Vec<Capture>,
    ) {
        for (over, step, landings) in self.jumps(piece, at, taken, last) {
            let prey_is_king = self.position.squares[over].is_ascii_uppercase();
            let taken = [taken, &[(over, prey_is_king)]].concat();
            let behind = landings[0];
            // Each landing: what the piece is there, and whether it goes on.
            let landings: Vec<(usize, char, bool)> = landings
                .into_iter()
                .map(|to| {
                    let is_crowned = piece.is_ascii_lowercase()
                        && is_far_row(self.rules.board, self.position.side, to);
                    let (piece, may_go_on) = match self.rules.promotion {
                        Promotion::Stops if is_crowned => (owner(piece), false),
                        Promotion::GoesOnAsKing if is_crowned => (owner(piece), true),
                        _ => (piece, true),
                    };
                    let goes_on =
                        may_go_on && !self.jumps(piece, to, &taken, Some(step)).is_empty();
                    (to, piece, goes_on)
                })
                .collect();
            let one_goes_on = landings.iter().any(|(_, _, goes_on)| *goes_on);
            for (to, now, goes_on) in landings {
                if goes_on {
                    self.walk(now, to, &taken, Some(step), found);
                    continue;
                }
                let must_stop_behind = self.rules.landing == Landing::BehindLastKing
                    && piece.is_ascii_uppercase()
                    && prey_is_king;
                if (one_goes_on && self.rules.lands_to_go_on) || (must_stop_behind && to != behind)
                {
                    continue;
                }
                let began_as_man = self.position.squares[self.from].is_ascii_lowercase();
                let ends_as_king = now.is_ascii_uppercase()
                    || is_far_row(self.rules.board, self.position.side, to);
                found.push(Capture {
                    from: self.from,
                    to,
                    promotes: began_as_man && ends_as_king,
                    taken: taken.clone(),
                    by_king: !began_as_man,
                });
            }
        }
    }
}

/// The lines of so many turns, when captures of the same pieces in another order are others.
pub fn perft_in_order(position: &Position, rules: &Rules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let captures: BTreeSet<(Move, Vec<usize>)> =
        captures(position, rules).iter().map(Capture::in_order).collect();
    let moves: Vec<Move> = if captures.is_empty() {
        position.moves(rules).into_iter().collect()
    } else {
        captures.into_iter().map(|(result, _)| result).collect()
    };
    moves.iter().map(|m| perft_in_order(&position.play(m, rules), rules, depth - 1)).sum()
}

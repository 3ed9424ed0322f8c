//! The texts of the game: FEN by algebraic names, Hub of 26 characters, and turns. Hub tells
//! what a turn captures, people every landing.

use std::fmt::Write as _;

use crate::game::{Game, HubPosition, Notation, PositionError, Settings, Side, TurnError};
use crate::notation::fen::{Naming, Piece, Placement};
use crate::notation::square::Squares;
use crate::notation::turn::{Shape, WrittenTurn};

use super::board::points;
use super::generate::{Jump, Jumper};
use super::position::{Backward, Position};
use super::turn::Turn;
use super::{Alquerque, PIECES};

const BOARD: Squares = Alquerque::FACTS.squares;

pub(super) fn read_fen(text: &str, settings: &Settings) -> Result<Position, PositionError> {
    place(&Placement::read_fen(text, &BOARD)?, settings)
}

pub(super) fn write_fen(position: &Position) -> String {
    placement(position).write_fen(Naming::Algebraic, &BOARD)
}

pub(super) fn read_hub(hub: &HubPosition, settings: &Settings) -> Result<Position, PositionError> {
    place(&Placement::read_hub(hub, &BOARD)?, settings)
}

pub(super) fn write_hub(position: &Position) -> String {
    placement(position).write_hub()
}

fn place(placement: &Placement, settings: &Settings) -> Result<Position, PositionError> {
    placement.check_count(PIECES)?;
    let mut pieces = [0; 2];
    for side in Side::ALL {
        for (point, king) in placement.pieces(side) {
            if king {
                return Err(PositionError::Misplaced {
                    side,
                    piece: "king",
                    square: BOARD.name(point),
                    reason: "this game has no kings",
                });
            }
            pieces[side.index()] |= 1 << point;
        }
    }
    Ok(Position::new(pieces, placement.side, placement.halfmove, Backward::new(settings)))
}

fn placement(position: &Position) -> Placement {
    let mut placement = Placement::new(position.to_move(), &BOARD);
    placement.halfmove = position.halfmove();
    for side in Side::ALL {
        for point in points(position.pieces(side)) {
            placement.squares[point] = Some(Piece { side, king: false });
        }
    }
    placement
}

/// Writes a turn. No two turns have one text: the landings tell what is captured, and Hub names
/// the result.
pub(super) fn write_turn(position: &Position, turn: Turn, notation: Notation) -> String {
    let (from, to) = (usize::from(turn.from), usize::from(turn.to));
    let sign = if turn.captured == 0 { '-' } else { 'x' };
    let mut text = String::new();
    // Writing to a String cannot fail.
    if notation == Notation::Own {
        text.push_str(&BOARD.name(from));
        for point in landings(position, turn) {
            let _ = write!(text, "{sign}{}", BOARD.name(point));
        }
    } else {
        let _ = write!(text, "{}{sign}{}", from + 1, to + 1);
        for point in points(turn.captured) {
            let _ = write!(text, "x{}", point + 1);
        }
    }
    text
}

/// Where the piece of a turn lands, on the first way that leads to the turn.
fn landings(position: &Position, turn: Turn) -> Vec<usize> {
    way(position, turn, &[], false).unwrap_or_else(|| vec![turn.to.into()])
}

/// The landings of the first way that captures what the turn captures, ends where it ends, and
/// lands on these points in this order, and on no others if `exact`. A step has no way.
fn way(position: &Position, turn: Turn, points: &[usize], exact: bool) -> Option<Vec<usize>> {
    /// Follows the ways from a jump. `seen` remembers from where, with how many points still to
    /// come, none leads to the turn, and `landings` grows from the end.
    fn follow(
        jumper: &Jumper,
        jump: Jump,
        turn: Turn,
        (points, exact): (&[usize], bool),
        seen: &mut Vec<(Jump, usize)>,
        landings: &mut Vec<usize>,
    ) -> bool {
        if jump.captured == turn.captured && jump.at == 1 << turn.to {
            return points.is_empty();
        }
        if seen.contains(&(jump, points.len())) {
            return false;
        }
        seen.push((jump, points.len()));
        let mut nexts = Vec::new();
        jumper.next(jump, |next| nexts.push(next));
        nexts.into_iter().filter(|next| next.captured & !turn.captured == 0).any(|next| {
            let landing = next.at.trailing_zeros() as usize;
            let rest = match points {
                [first, rest @ ..] if *first == landing => rest,
                _ if exact => return false,
                points => points,
            };
            let is_way = follow(jumper, next, turn, (rest, exact), seen, landings);
            if is_way {
                landings.push(landing);
            }
            is_way
        })
    }
    let jumper = Jumper::new(position, turn.from.into());
    let mut landings = Vec::new();
    let start = jumper.standing();
    let is_way = turn.captured != 0
        && follow(&jumper, start, turn, (points, exact), &mut Vec::new(), &mut landings);
    landings.reverse();
    is_way.then_some(landings)
}

pub(super) fn read_turn(
    position: &Position,
    turns: &[Turn],
    text: &str,
    notation: Notation,
) -> Result<Turn, TurnError> {
    let written = WrittenTurn::read(text, &BOARD, |number| BOARD.numbered(number))?;
    let shape = |turn: &Turn| Shape {
        from: turn.from.into(),
        to: turn.to.into(),
        captured: turn.captured.into(),
        crowned: false,
    };
    let shapes: Vec<Shape> = turns.iter().map(shape).collect();
    let lands = |index: usize, points: &[usize], exact: bool| {
        let turn = turns[index];
        if turn.captured == 0 {
            points == [usize::from(turn.to)]
        } else {
            way(position, turn, points, exact).is_some()
        }
    };
    let name = |index: usize| write_turn(position, turns[index], Notation::Own);
    written.find(text, notation, &shapes, lands, name).map(|index| turns[index])
}

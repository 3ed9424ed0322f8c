//! The texts of the game: FEN by algebraic names, Hub of 65 characters, and turns. Sandwiches
//! follow from the position, so people do not write them and Hub may leave them out.

use std::fmt::Write as _;

use crate::game::{Game, HubPosition, Notation, PositionError, Settings, Side, TurnError};
use crate::notation::fen::{Naming, Piece, Placement};
use crate::notation::square::Squares;
use crate::notation::turn::{Shape, WrittenTurn};

use super::board::squares;
use super::generate::{Jump, Jumper};
use super::position::{Options, Position};
use super::turn::Turn;
use super::{Extreme, PIECES};

const BOARD: Squares = Extreme::FACTS.squares;

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
    placement.check(PIECES, Naming::Algebraic, &BOARD)?;
    let set = |side| placement.pieces(side).fold(0u64, |set, (square, _)| set | 1 << square);
    let kings = Side::ALL.into_iter().flat_map(|side| placement.pieces(side));
    let kings = kings.fold(0u64, |set, (square, king)| set | u64::from(king) << square);
    let pieces = Side::ALL.map(set);
    let options = Options::new(settings);
    Ok(Position::new(pieces, kings, placement.side, placement.halfmove, options))
}

fn placement(position: &Position) -> Placement {
    let mut placement = Placement::new(position.to_move(), &BOARD);
    placement.halfmove = position.halfmove();
    for side in Side::ALL {
        for square in squares(position.pieces(side)) {
            let king = position.kings() >> square & 1 == 1;
            placement.squares[square] = Some(Piece { side, king });
        }
    }
    placement
}

/// Writes a turn. No two turns have one text: the landings tell what is jumped and that what is
/// sandwiched; Hub names the result.
pub(super) fn write_turn(position: &Position, turn: Turn, notation: Notation) -> String {
    let (from, to) = (usize::from(turn.from), usize::from(turn.to));
    let mut text = String::new();
    // Writing to a String cannot fail.
    if notation == Notation::Own {
        text.push_str(&BOARD.name(from));
        let sign = if turn.jumped == 0 { '-' } else { 'x' };
        for square in landings(position, &turn) {
            let _ = write!(text, "{sign}{}", BOARD.name(square));
        }
    } else {
        let sign = if turn.captured() == 0 { '-' } else { 'x' };
        let _ = write!(text, "{}{sign}{}", from + 1, to + 1);
        for square in squares(turn.captured()) {
            let _ = write!(text, "x{}", square + 1);
        }
    }
    text
}

/// Where the piece of a turn lands, on the first way that leads to the turn.
fn landings(position: &Position, turn: &Turn) -> Vec<usize> {
    let ways = if turn.jumped == 0 { Vec::new() } else { ways(position, turn.from) };
    let way = ways.into_iter().find(|way| {
        let end = way.end;
        (end.jumped, end.sandwiched, end.at) == (turn.jumped, turn.sandwiched, 1 << turn.to)
    });
    way.map_or_else(|| vec![turn.to.into()], |way| way.landings)
}

/// One way to jump to the end.
struct Way {
    landings: Vec<usize>,
    end: Jump,
}

/// All ways in which the piece on a square can jump.
fn ways(position: &Position, from: u8) -> Vec<Way> {
    fn follow(jumper: &Jumper, jump: Jump, landings: &[usize], ways: &mut Vec<Way>) {
        let any = jumper.next(jump, |next| {
            let landings = [landings, &[next.at.trailing_zeros() as usize]].concat();
            follow(jumper, next, &landings, ways);
        });
        if !any && !landings.is_empty() {
            ways.push(Way { landings: landings.to_vec(), end: jumper.settle(jump) });
        }
    }
    let jumper = Jumper::new(position, from.into());
    let mut found = Vec::new();
    follow(&jumper, jumper.standing(), &[], &mut found);
    found
}

pub(super) fn read_turn(
    position: &Position,
    turns: &[Turn],
    text: &str,
    notation: Notation,
) -> Result<Turn, TurnError> {
    let written = WrittenTurn::read(text, &BOARD, |number| BOARD.numbered(number))?;
    let shapes = |captured: fn(&Turn) -> u64| -> Vec<Shape> {
        let shape = |turn: &Turn| Shape {
            from: turn.from.into(),
            to: turn.to.into(),
            captured: captured(turn).into(),
            crowned: false,
        };
        turns.iter().map(shape).collect()
    };
    let find = |shapes: &[Shape]| {
        let lands = |index: usize, squares: &[usize], exact: bool| {
            lands(position, &turns[index], squares, exact)
        };
        let name = |index: usize| write_turn(position, turns[index], Notation::Own);
        written.find(text, notation, shapes, lands, name).map(|index| turns[index])
    };
    let found = find(&shapes(Turn::captured));
    match found {
        // The jumped pieces alone may tell which of several turns is meant.
        Err(TurnError::Ambiguous { .. }) => find(&shapes(|turn| turn.jumped)).or(found),
        found => found,
    }
}

/// Whether some way with the result of the turn lands on these squares, and on no others if
/// `exact`.
fn lands(position: &Position, turn: &Turn, squares: &[usize], exact: bool) -> bool {
    if turn.jumped == 0 {
        return squares == [usize::from(turn.to)];
    }
    let taken = |end: &Jump| (end.jumped | end.sandwiched, end.at);
    ways(position, turn.from).iter().any(|way| {
        taken(&way.end) == (turn.captured(), 1 << turn.to)
            && if exact {
                way.landings == squares
            } else {
                let mut landings = way.landings.iter();
                squares.iter().all(|square| landings.any(|landing| landing == square))
            }
    })
}

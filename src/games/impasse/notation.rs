//! The texts of Impasse, both ways: FEN, Hub positions, and turns as Hub numbers or as names of
//! squares. Knows how pieces and squares are written, not which turns are legal.

use std::iter;

use super::board::{SQUARES, bit_at, bit_of_number, name_at, name_of_bit, number_of_bit};
use super::position::ImpassePosition;
use super::turn::ImpasseTurn;
use crate::game::{Notation, Position, PositionError, Side, TurnError};
use crate::notation::fen::syntax;
use crate::notation::turn::shown;

/// The pieces while a position is read.
#[derive(Default)]
struct Pieces {
    singles: [u64; 2],
    doubles: [u64; 2],
}

impl Pieces {
    fn put(&mut self, (side, is_double): (Side, bool), bit: u8) {
        let boards = if is_double { &mut self.doubles } else { &mut self.singles };
        boards[side.index()] |= 1 << bit;
    }

    fn position(self, side: Side, text: &str) -> Result<ImpassePosition, PositionError> {
        if self.singles == [0; 2] && self.doubles == [0; 2] {
            return Err(syntax(text, "a checker of at least one side: nobody has won this game"));
        }
        ImpassePosition::new(self.singles, self.doubles, side)
    }
}

/// The side of a piece letter, and whether it is a double.
const fn piece_of_letter(letter: char) -> Option<(Side, bool)> {
    match letter {
        'w' => Some((Side::White, false)),
        'b' => Some((Side::Black, false)),
        'W' => Some((Side::White, true)),
        'B' => Some((Side::Black, true)),
        _ => None,
    }
}

fn letter_at(position: &ImpassePosition, bit: u8) -> Option<char> {
    let on = |board: u64| board >> bit & 1 != 0;
    let letters = [('w', 'W'), ('b', 'B')];
    iter::zip(letters, Side::ALL).find_map(|((single, double), side)| {
        if on(position.singles[side.index()]) {
            Some(single)
        } else {
            on(position.doubles[side.index()]).then_some(double)
        }
    })
}

pub(super) fn read_fen(text: &str) -> Result<ImpassePosition, PositionError> {
    let mut fields = text.split_whitespace();
    let board = fields.next().ok_or(PositionError::Empty)?;
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 8 {
        return Err(syntax(board, &format!("8 rows with / between, not {}", rows.len())));
    }
    let mut pieces = Pieces::default();
    for (from_top, row) in rows.into_iter().enumerate() {
        read_row(row, 7 - from_top, &mut pieces)?;
    }
    let side = match fields.next() {
        Some("w" | "W") => Side::White,
        Some("b" | "B") => Side::Black,
        Some(other) => return Err(syntax(other, "the side to move, w or b")),
        None => return Err(syntax(board, "the side to move, w or b, should follow the board")),
    };
    if let Some(more) = fields.next() {
        return Err(syntax(more, "nothing should follow the side to move"));
    }
    pieces.position(side, board)
}

fn read_row(text: &str, row: usize, pieces: &mut Pieces) -> Result<(), PositionError> {
    let mut file = 0;
    for letter in text.chars() {
        if let Some(run @ 1..=8) = letter.to_digit(10) {
            file += run as usize;
        } else if let Some(piece) = piece_of_letter(letter) {
            // A row that is too long is refused below, when its whole length is known.
            if file < 8 {
                let bit = bit_at(file, row).ok_or_else(|| PositionError::Misplaced {
                    side: piece.0,
                    piece: if piece.1 { "double" } else { "single" },
                    square: name_at(file, row),
                    reason: "only the dark squares are played on",
                })?;
                pieces.put(piece, bit);
            }
            file += 1;
        } else {
            let found = letter.to_string();
            return Err(syntax(
                &found,
                &format!("row {} has w, b, W, B and numbers from 1 to 8 of empty squares", row + 1),
            ));
        }
    }
    if file == 8 {
        Ok(())
    } else {
        Err(syntax(text, &format!("row {} should have 8 squares, not {file}", row + 1)))
    }
}

pub(super) fn write_fen(position: &ImpassePosition) -> String {
    let mut fen = String::new();
    for row in (0..8).rev() {
        let mut run = 0;
        for file in 0..8 {
            let letter = bit_at(file, row).and_then(|bit| letter_at(position, bit));
            match letter {
                None => run += 1,
                Some(letter) => {
                    if run > 0 {
                        fen += &run.to_string();
                    }
                    run = 0;
                    fen.push(letter);
                }
            }
        }
        if run > 0 {
            fen += &run.to_string();
        }
        fen.push(if row > 0 { '/' } else { ' ' });
    }
    fen.push(position.side().letter().to_ascii_lowercase());
    fen
}

pub(super) fn read_hub(text: &str) -> Result<ImpassePosition, PositionError> {
    let text = text.trim();
    let mut letters = text.chars();
    let first = letters.next().ok_or(PositionError::Empty)?;
    let found = text.chars().count();
    if found != SQUARES + 1 {
        return Err(PositionError::Length { found, expected: SQUARES + 1 });
    }
    let side = Side::from_letter(first)
        .ok_or_else(|| syntax(&first.to_string(), "the side to move, W or B"))?;
    let mut pieces = Pieces::default();
    for (number, letter) in iter::zip(1.., letters) {
        if let Some(piece) = piece_of_letter(letter) {
            pieces.put(piece, bit_of_number(number));
        } else if letter != 'e' {
            let expected = format!("square {number} should be w, b, W, B or e");
            return Err(syntax(&letter.to_string(), &expected));
        }
    }
    pieces.position(side, text)
}

pub(super) fn write_hub(position: &ImpassePosition) -> String {
    let squares = (1..=SQUARES).map(bit_of_number);
    iter::once(position.side().letter())
        .chain(squares.map(|bit| letter_at(position, bit).unwrap_or('e')))
        .collect()
}

pub(super) fn write_turn(turn: ImpasseTurn, notation: Notation) -> String {
    let ImpasseTurn { action, from, to, crown } = turn;
    let square = |bit| match notation {
        Notation::Hub | Notation::National => number_of_bit(bit).to_string(),
        Notation::Own => name_of_bit(bit),
    };
    let (to_mark, off, crown_mark) = match notation {
        Notation::Hub | Notation::National => ("-", "-0", "+"),
        Notation::Own => ("", "", ""),
    };
    let mut text = square(from);
    if action.is_removal() {
        text += off;
    } else {
        text += to_mark;
        text += &square(to);
    }
    if turn.is_crowning() {
        text += crown_mark;
        text += &square(crown);
    }
    text
}

/// A place as a turn names it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Square(u8),
    /// A light square, or a number that the board does not have.
    Unplayed,
    /// `0`, where removed checkers go.
    Off,
}

/// The places that a text names, and whether the first is a number. Between places `-`, `+`,
/// `x` and `:` mean the same; names of squares need nothing between.
fn places(text: &str) -> Option<(Vec<Place>, bool)> {
    let mut places = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let unmarked = rest.strip_prefix(['-', '+', 'x', ':']);
        let is_marked = unmarked.is_some();
        if is_marked && places.is_empty() {
            return None;
        }
        rest = unmarked.unwrap_or(rest);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            if !is_marked && !places.is_empty() {
                return None;
            }
            places.push(match rest[..digits].parse() {
                Ok(0) => Place::Off,
                Ok(number @ 1..=SQUARES) => Place::Square(bit_of_number(number)),
                _ => Place::Unplayed,
            });
            rest = &rest[digits..];
        } else if let [file @ b'a'..=b'h', row @ b'1'..=b'8', ..] = rest.as_bytes() {
            let bit = bit_at(usize::from(file - b'a'), usize::from(row - b'1'));
            places.push(bit.map_or(Place::Unplayed, Place::Square));
            rest = &rest[2..];
        } else {
            return None;
        }
    }
    Some((places, text.starts_with(|letter: char| letter.is_ascii_digit())))
}

/// Whether a turn may be meant by the places, and whether they tell all of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    None,
    WithoutCrown,
    Whole,
}

fn fit(turn: ImpasseTurn, places: &[Place], is_numeric: bool) -> Fit {
    let is = |bit: u8, place: Place| bit != ImpasseTurn::NONE && place == Place::Square(bit);
    let removal = turn.action.is_removal();
    let (is_begun, crown) = match *places {
        [from] | [from, Place::Off] => (removal && is(turn.from, from), None),
        [from, Place::Off, crown] => (removal && is(turn.from, from), Some(crown)),
        [from, crown] if removal => (!is_numeric && is(turn.from, from), Some(crown)),
        [from, to] => (is(turn.from, from) && is(turn.to, to), None),
        [from, to, crown] => (is(turn.from, from) && is(turn.to, to), Some(crown)),
        _ => (false, None),
    };
    match crown {
        _ if !is_begun => Fit::None,
        None if turn.is_crowning() => Fit::WithoutCrown,
        None => Fit::Whole,
        Some(crown) if is(turn.crown, crown) => Fit::Whole,
        Some(_) => Fit::None,
    }
}

pub(super) fn read_turn(
    turns: &[ImpasseTurn],
    text: &str,
    notation: Notation,
) -> Result<ImpasseTurn, TurnError> {
    let text = text.trim();
    let (places, is_numeric) =
        places(text).ok_or_else(|| TurnError::Syntax { text: shown(text) })?;
    let is_form = match *places {
        [place] => !is_numeric && place != Place::Off,
        [first, _] => first != Place::Off,
        [first, _, third] => first != Place::Off && third != Place::Off,
        _ => false,
    };
    if !is_form {
        return Err(TurnError::Syntax { text: shown(text) });
    }
    let mut unfinished = Vec::new();
    for &turn in turns {
        match fit(turn, &places, is_numeric) {
            Fit::None => {}
            Fit::WithoutCrown => unfinished.push(turn),
            Fit::Whole => return Ok(turn),
        }
    }
    match *unfinished {
        [] => Err(TurnError::Illegal { text: shown(text) }),
        [turn] => Ok(turn),
        _ => {
            let written = unfinished.iter().map(|&turn| write_turn(turn, notation));
            Err(TurnError::Ambiguous {
                text: shown(text),
                candidates: written.collect::<Vec<_>>().join(", "),
            })
        }
    }
}

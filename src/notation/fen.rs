//! Positions of men and kings as text: the FEN of the draughts world (`W:W31-50:BK1,2`) and the
//! Hub string. What is read here is a placement of pieces that breaks no rule that all such
//! games share; what else a game demands it checks itself.
//!
//! The grammar is that of the PDN 3.0 standard, with the suffixes of lidraughts.

use std::fmt::Write as _;

use crate::game::{HubPosition, PositionError, Side};
use crate::notation::square::Squares;

/// A man or a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Whether it is a king.
    pub king: bool,
}

/// The contents of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The side to move.
    pub side: Side,
    /// What stands on each square.
    pub squares: Vec<Option<Piece>>,
    /// Plies since the last capture or man's move.
    pub halfmove: u16,
    /// For each side, what its king that moved last has moved in a row without a capture.
    pub king_moves: [KingRun; 2],
}

/// The moves that one king has made in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingRun {
    /// Where it stands, if that is told.
    pub square: Option<usize>,
    /// How many there are.
    pub count: u8,
}

/// How squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// By their Hub numbers.
    Numbers,
    /// By their algebraic names, from a1 upwards.
    Algebraic,
}

/// The greatest half-move count that is kept; a larger one is read as this.
pub const MOST_HALFMOVES: u16 = 999;

impl Placement {
    /// An empty board.
    #[must_use]
    pub fn new(side: Side, board: &Squares) -> Placement {
        Placement {
            side,
            squares: vec![None; board.count()],
            halfmove: 0,
            king_moves: Default::default(),
        }
    }

    /// Reads a FEN: numbers, algebraic names, ranges of numbers, `K` before any of them (or before
    /// both ends of a range), `G` or `P` for pieces that are captured already, the colours in either
    /// order, an empty side, a full stop at the end, `:H<plies>`, `:F<move>` and `:+<black>+<white>`
    /// (moves of a king in a row) behind, the brackets of a PDN tag around it.
    ///
    /// # Errors
    /// Names the first part that is wrong.
    pub fn read_fen(text: &str, board: &Squares) -> Result<Placement, PositionError> {
        let text = text.trim();
        let text = text.strip_prefix("[FEN \"").and_then(|t| t.strip_suffix("\"]")).unwrap_or(text);
        let text = text.strip_suffix('.').unwrap_or(text);
        if text.is_empty() {
            return Err(PositionError::Empty);
        }
        let mut parts = text.split(':');
        let first = parts.next().unwrap_or_default();
        let side = side(first).ok_or_else(|| {
            syntax(first, "expected W or B, the side to move, before the first ':'")
        })?;
        let mut placement = Placement::new(side, board);
        let mut seen = [false; 2];
        for part in parts {
            let mut letters = part.chars();
            match letters.next() {
                Some(letter @ ('W' | 'B')) => {
                    let side = if letter == 'W' { Side::White } else { Side::Black };
                    if std::mem::replace(&mut seen[side.index()], true) {
                        return Err(syntax(part, "each colour is named once"));
                    }
                    placement.read_pieces(side, letters.as_str(), board)?;
                }
                Some('H') => placement.halfmove = count(part, letters.as_str())?,
                Some('F') => drop(count(part, letters.as_str())?),
                Some('+') => placement.king_moves = king_moves(part, board)?,
                _ => return Err(syntax(part, "expected W or B and the squares of that side")),
            }
        }
        if seen == [false; 2] {
            return Err(syntax(
                text,
                "expected the side to move and the pieces, as in W:W31,32:BK5",
            ));
        }
        Ok(placement)
    }

    fn read_pieces(
        &mut self,
        side: Side,
        list: &str,
        board: &Squares,
    ) -> Result<(), PositionError> {
        if list.is_empty() {
            return Ok(());
        }
        for item in list.split(',') {
            let (king, name) = item.strip_prefix('K').map_or((false, item), |name| (true, name));
            let captured = name.strip_prefix(['G', 'P']);
            let name = captured.unwrap_or(name);
            let (from, to) = name.split_once('-').unwrap_or((name, name));
            let to = if king { to.strip_prefix('K').unwrap_or(to) } else { to };
            let range = name.contains('-');
            let read = |text: &str| match text.bytes().next() {
                None => Err(syntax(item, "expected a square")),
                Some(b'0'..=b'9') => board.numbered(text).ok_or_else(|| no_square(text)),
                Some(b'a'..=b'z') if !range => board.named(text).ok_or_else(|| no_square(text)),
                Some(_) => Err(syntax(item, "expected a square, or K and a square")),
            };
            let (from, to) = (read(from)?, read(to)?);
            if to < from {
                return Err(syntax(item, "a range goes from the lower to the higher number"));
            }
            if captured.is_some() {
                continue;
            }
            for square in from..=to {
                if self.squares[square].replace(Piece { side, king }).is_some() {
                    let square = if name.starts_with(|c: char| c.is_ascii_digit()) {
                        (square + 1).to_string()
                    } else {
                        board.name(square)
                    };
                    return Err(PositionError::Twice { square });
                }
            }
        }
        Ok(())
    }

    /// Reads a Hub position: `W` or `B`, then `w`, `b`, `W`, `B` (kings) or `e` for each square.
    ///
    /// # Errors
    /// Names the first character that is wrong, or the length.
    pub fn read_hub(hub: &HubPosition, board: &Squares) -> Result<Placement, PositionError> {
        let text = hub.squares;
        let found = text.chars().count();
        let expected = board.count() + 1;
        let mut letters = text.chars();
        let Some(first) = letters.next() else { return Err(PositionError::Empty) };
        let side = Side::from_letter(first).ok_or_else(|| {
            let expected =
                format!("a position begins with W or B, the side to move, not '{first}'");
            syntax(text, &expected)
        })?;
        if found != expected {
            return Err(PositionError::Length { found, expected });
        }
        let mut placement = Placement::new(side, board);
        placement.halfmove = hub.halfmove.min(MOST_HALFMOVES);
        for (square, letter) in placement.squares.iter_mut().zip(letters) {
            *square = match letter {
                'w' => Some(Piece { side: Side::White, king: false }),
                'W' => Some(Piece { side: Side::White, king: true }),
                'b' => Some(Piece { side: Side::Black, king: false }),
                'B' => Some(Piece { side: Side::Black, king: true }),
                'e' => None,
                _ => return Err(syntax(&letter.to_string(), "a square is one of w b W B e")),
            };
        }
        placement.read_wolf(hub.wolf, board);
        Ok(placement)
    }

    /// Reads `W28=2 B19=1`, the king moves that lidraughts sends; what makes no sense is passed over,
    /// as everything unknown in Hub.
    fn read_wolf(&mut self, text: &str, board: &Squares) {
        for item in text.split_whitespace() {
            let side = item.chars().next().and_then(Side::from_letter);
            let told = item.get(1..).and_then(|told| told.split_once('='));
            let (Some(side), Some((square, count))) = (side, told) else { continue };
            let (Some(square), Ok(count)) = (board.numbered(square), count.parse()) else {
                continue;
            };
            if self.squares[square] == Some(Piece { side, king: true }) {
                self.king_moves[side.index()] = KingRun { square: Some(square), count };
            }
        }
    }

    /// Checks that no side has more than `most` pieces and no man stands on its promotion row.
    ///
    /// # Errors
    /// Names the side or the man.
    pub fn check(&self, most: usize, naming: Naming, board: &Squares) -> Result<(), PositionError> {
        for side in Side::ALL {
            let far_row = if side == Side::White { 0 } else { board.height - 1 };
            if let Some((square, _)) =
                self.pieces(side).find(|&(square, king)| !king && board.place(square).1 == far_row)
            {
                return Err(PositionError::Misplaced {
                    side,
                    piece: "man",
                    square: write_square(square, naming, board),
                    reason: "a man cannot stand on its promotion row",
                });
            }
        }
        self.check_count(most)
    }

    /// Checks that no side has more than `most` pieces.
    ///
    /// # Errors
    /// Names the side.
    pub fn check_count(&self, most: usize) -> Result<(), PositionError> {
        for side in Side::ALL {
            let count = self.pieces(side).count();
            if count > most {
                return Err(PositionError::TooMany { side, count, pieces: "pieces", most });
            }
        }
        Ok(())
    }

    /// The pieces of a side: square and whether it is a king.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (usize, bool)> + Clone + '_ {
        let placed = self.squares.iter().enumerate();
        placed.filter_map(move |(square, piece)| {
            piece.filter(|piece| piece.side == side).map(|piece| (square, piece.king))
        })
    }

    /// Writes the FEN: White first, sorted, no full stop, the half-move count only if it is not 0.
    #[must_use]
    pub fn write_fen(&self, naming: Naming, board: &Squares) -> String {
        let mut text = self.side.letter().to_string();
        for side in Side::ALL {
            text.push(':');
            text.push(side.letter());
            let mut pieces: Vec<_> = self.pieces(side).collect();
            if naming == Naming::Algebraic {
                pieces.sort_by_key(|&(square, _)| board.upward(square + 1));
            }
            for (i, (square, king)) in pieces.into_iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                if king {
                    text.push('K');
                }
                text.push_str(&write_square(square, naming, board));
            }
        }
        if self.halfmove > 0 {
            // Writing to a String cannot fail.
            let _ = write!(text, ":H{}", self.halfmove);
        }
        if self.king_moves.iter().any(|run| run.count > 0) {
            text.push(':');
            for run in self.king_moves.iter().rev() {
                let _ = write!(text, "+{}", run.count);
                if let Some(square) = run.square.filter(|_| run.count > 0) {
                    let _ = write!(text, "{:02}", square + 1);
                }
            }
        }
        text
    }

    /// Writes the Hub position.
    #[must_use]
    pub fn write_hub(&self) -> String {
        let squares = self.squares.iter().map(|piece| match piece {
            None => 'e',
            Some(Piece { side: Side::White, king: false }) => 'w',
            Some(Piece { side: Side::White, king: true }) => 'W',
            Some(Piece { side: Side::Black, king: false }) => 'b',
            Some(Piece { side: Side::Black, king: true }) => 'B',
        });
        std::iter::once(self.side.letter()).chain(squares).collect()
    }
}

/// Writes a square.
#[must_use]
pub fn write_square(square: usize, naming: Naming, board: &Squares) -> String {
    match naming {
        Naming::Numbers => (square + 1).to_string(),
        Naming::Algebraic => board.name(square),
    }
}

fn side(text: &str) -> Option<Side> {
    let mut letters = text.chars();
    letters.next().and_then(Side::from_letter).filter(|_| letters.next().is_none())
}

fn count(part: &str, digits: &str) -> Result<u16, PositionError> {
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(syntax(part, "expected a number behind H or F"));
    }
    Ok(digits.parse().unwrap_or(MOST_HALFMOVES).min(MOST_HALFMOVES))
}

/// A Hub position with the board turned and the colours exchanged.
#[must_use]
pub fn exchanged(hub: &str) -> String {
    let letter = |letter: char| match letter {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        other => other,
    };
    let mut letters = hub.chars();
    let side = letters.next().into_iter();
    side.chain(letters.rev()).map(letter).collect()
}

/// Reads `+<black>+<white>`, each a count from 0 to 3 and, if the king is told, its square in two
/// digits (lidraughts).
fn king_moves(part: &str, board: &Squares) -> Result<[KingRun; 2], PositionError> {
    let expected = "expected the king moves of Black and White, as in +0+228";
    let run = |text: &str| {
        let digit = text.chars().next().and_then(|c| c.to_digit(4));
        let count = digit.ok_or_else(|| syntax(part, expected))? as u8;
        let square = &text[1..];
        let square = match square {
            "" => None,
            _ => Some(board.numbered(square).ok_or_else(|| no_square(square))?),
        };
        Ok(KingRun { square, count })
    };
    match part[1..].split('+').collect::<Vec<_>>()[..] {
        [black, white] => Ok([run(white)?, run(black)?]),
        _ => Err(syntax(part, expected)),
    }
}

/// A [`PositionError::Syntax`] that shows at most the first forty characters of the part.
#[must_use]
pub fn syntax(part: &str, expected: &str) -> PositionError {
    let mut shown: String = part.chars().take(40).collect();
    if shown.len() < part.len() {
        shown.push('…');
    }
    PositionError::Syntax { part: shown, expected: expected.to_owned() }
}

fn no_square(text: &str) -> PositionError {
    PositionError::Square { square: text.chars().take(40).collect() }
}

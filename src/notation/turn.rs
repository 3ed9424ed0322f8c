//! The text of a turn from square to square, and the search for the legal turn that it means.
//! Hub names where a piece comes from, where it goes and what it captures; people name where it
//! comes from and every square it lands on. Both are read, with as much left out as leaves the
//! meaning clear.

use crate::game::{Notation, TurnError};
use crate::notation::square::Squares;

/// A turn as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenTurn {
    /// The squares in the order of the text: two at least.
    pub squares: Vec<usize>,
    /// Whether the signs between them are those of a capture.
    pub capture: bool,
    /// Whether the text ends in `+K`: the man becomes a king on its way.
    pub crowned: bool,
    /// Whether any square was written as a number, as Hub does.
    pub numeric: bool,
}

/// What of a legal turn can be told from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Where the piece comes from.
    pub from: usize,
    /// Where it goes.
    pub to: usize,
    /// The squares that it captures, a bit each.
    pub captured: u128,
    /// Whether a man becomes a king before its last landing, where another turn with the same
    /// squares leaves it a man.
    pub crowned: bool,
}

/// The longest text that is looked at: a turn that names every square of a board is shorter.
const LONGEST: usize = 512;

/// So many turns are named when a text may mean several: a king among many pieces can have
/// hundreds.
const MOST_NAMED: usize = 8;

impl WrittenTurn {
    /// Reads a text; `number` tells which square a number means.
    ///
    /// # Errors
    /// [`TurnError::Syntax`] if it is not a list of squares with `-`, `x` or `:` between them.
    pub fn read(
        text: &str,
        board: &Squares,
        number: impl Fn(&str) -> Option<usize>,
    ) -> Result<WrittenTurn, TurnError> {
        let syntax = || TurnError::Syntax { text: shown(text) };
        if text.len() > LONGEST {
            return Err(syntax());
        }
        let trimmed = text.trim();
        let (body, crowned) = trimmed.strip_suffix("+K").map_or((trimmed, false), |b| (b, true));
        let mut turn = WrittenTurn { squares: Vec::new(), capture: false, crowned, numeric: false };
        let mut rest = body;
        loop {
            let letters = usize::from(rest.starts_with(|c: char| c.is_ascii_lowercase()));
            let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
            let (name, behind) = rest.split_at(letters + digits);
            let square = if letters == 1 { board.named(name) } else { number(name) };
            turn.numeric |= letters == 0;
            turn.squares.push(square.ok_or_else(syntax)?);
            rest = behind;
            match rest.bytes().next() {
                None => break,
                Some(b'-') => rest = &rest[1..],
                Some(b'x' | b':' | b'X') => {
                    turn.capture = true;
                    rest = &rest[1..];
                }
                // Algebraic squares may follow each other without a sign.
                Some(b'a'..=b'w') if letters == 1 => {}
                Some(_) => return Err(syntax()),
            }
        }
        if turn.squares.len() < 2 { Err(syntax()) } else { Ok(turn) }
    }

    /// The index of the one turn among `shapes` that is meant: by what it captures if that is how
    /// the notation writes, else by where it lands; the other way if that means nothing. `lands` tells whether the turn at
    /// an index can land on these squares in this order, the last one included, and on no others
    /// if it is asked for that; `name` writes a turn for the message when several fit.
    ///
    /// # Errors
    /// [`TurnError::Illegal`] or [`TurnError::Ambiguous`].
    pub fn find(
        &self,
        text: &str,
        notation: Notation,
        shapes: &[Shape],
        lands: impl Fn(usize, &[usize], bool) -> bool,
        name: impl Fn(usize) -> String,
    ) -> Result<usize, TurnError> {
        let by_captures = || self.candidates(shapes, |shape, _| self.fits(shape));
        let by_landings = || {
            let last = self.squares[self.squares.len() - 1];
            let fit = |exact| {
                self.candidates(shapes, |shape, index| {
                    self.squares[0] == shape.from
                        && last == shape.to
                        && (shape.captured != 0 || self.squares.len() == 2)
                        && lands(index, &self.squares[1..], exact)
                })
            };
            let exact = fit(true);
            if exact.is_empty() { fit(false) } else { exact }
        };
        let names_captures = self.numeric && notation != Notation::Own;
        let mut found = if names_captures { by_captures() } else { by_landings() };
        if found.is_empty() {
            found = if names_captures { by_landings() } else { by_captures() };
        }
        match found[..] {
            [] => Err(TurnError::Illegal { text: shown(text) }),
            [only] => Ok(only),
            [..] => {
                let named = found.iter().take(MOST_NAMED).map(|&i| name(i));
                let more = (found.len() > MOST_NAMED).then(|| "…".to_owned());
                let candidates = named.chain(more).collect::<Vec<_>>().join(" ");
                Err(TurnError::Ambiguous { text: shown(text), candidates })
            }
        }
    }

    /// The turns that fit, the signs obeyed. One whose captured squares are exactly those that are
    /// named goes before one that captures more; of two that differ in nothing but a crowning on
    /// the way, the one without.
    fn candidates(&self, shapes: &[Shape], fits: impl Fn(&Shape, usize) -> bool) -> Vec<usize> {
        let signs = |shape: &Shape| !self.capture || shape.captured != 0;
        let all: Vec<usize> = (0..shapes.len())
            .filter(|&i| signs(&shapes[i]) && (!self.crowned || shapes[i].crowned))
            .filter(|&i| fits(&shapes[i], i))
            .collect();
        let narrowed = |from: &[usize], keeps: &dyn Fn(&Shape) -> bool| {
            let kept: Vec<usize> = from.iter().copied().filter(|&i| keeps(&shapes[i])).collect();
            if kept.is_empty() { from.to_vec() } else { kept }
        };
        if all.len() < 2 {
            return all;
        }
        let exact = narrowed(&all, &|shape| self.is_exact(shape));
        if exact.len() < 2 || !self.is_exact(&shapes[exact[0]]) {
            return exact;
        }
        narrowed(&exact, &|shape| shape.crowned == self.crowned)
    }

    /// Whether from, to and the captured squares that are named agree.
    fn fits(&self, shape: &Shape) -> bool {
        let [from, to, captured @ ..] = &self.squares[..] else { return false };
        *from == shape.from
            && *to == shape.to
            && captured.iter().all(|square| shape.captured >> square & 1 == 1)
    }

    /// Whether exactly the captured squares are named.
    fn is_exact(&self, shape: &Shape) -> bool {
        let named = self.squares[2..].iter().fold(0u128, |set, square| set | 1 << square);
        named == shape.captured
    }
}

/// The text, cut to a length that fits into a message.
#[must_use]
pub fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

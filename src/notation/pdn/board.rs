//! The board on which a game of a file is played through, its type hidden. It goes back to where
//! variations leave a line, and knows nothing of repetition: a drawn game may go on in a file.

use std::borrow::Cow;

use super::game_type::Corner;
use super::record::Position as PositionTexts;
use crate::any::PositionText;
use crate::game::{
    Facts, Game, Notation, Position, PositionError, Settings, Side, Turn, TurnError, Turns,
};
use crate::games::{Variant, Visitor};
use crate::notation::fen::Naming;
use crate::notation::square::Squares;

/// So many legal moves are told when one is not.
const MOST_TOLD: usize = 24;

/// A game that is played through.
pub(super) trait Board: Send {
    /// Sets up the start of the game, move 1.
    fn start(&mut self);

    /// Sets up a position; the number of the move stays.
    fn set_up(&mut self, text: &PositionText) -> Result<(), PositionError>;

    /// Gives the next move a number.
    fn set_number(&mut self, number: u32);

    /// The number of the next move, and whose it is.
    fn next(&self) -> (u32, Side);

    /// Plays the move that a text of the game's players means.
    fn play(&mut self, text: &str) -> Result<(), TurnError>;

    /// The last move: its Hub text and the one for a file.
    fn last(&self, naming: Naming) -> (String, String);

    /// The position.
    fn position(&self) -> PositionTexts;

    /// The legal moves, as many as fit into a message.
    fn legal(&mut self) -> String;

    /// Goes to where the last move can be played otherwise.
    fn enter(&mut self);

    /// Goes back to where [`Board::enter`] left.
    fn leave(&mut self);
}

/// A board for a game.
pub(super) fn board(variant: Variant) -> Box<dyn Board> {
    struct Build;
    impl Visitor for Build {
        type Output = Box<dyn Board>;
        fn visit<G: Game>(self) -> Box<dyn Board> {
            Box::new(Track::<G>::new())
        }
    }
    variant.visit(Build)
}

/// A position and the number of the next move.
#[derive(Clone)]
struct Moment<G: Game> {
    position: G::Position,
    number: u32,
}

/// A place in the game: the moment, and the one before the last move.
#[derive(Clone)]
struct Spot<G: Game> {
    now: Moment<G>,
    before: Option<Moment<G>>,
}

struct Track<G: Game> {
    settings: Settings,
    at: Spot<G>,
    /// Where the open variations have been entered.
    left: Vec<Spot<G>>,
    /// The legal turns of the moment before the last move, and which of them that was.
    turns: Turns<Turn<G>>,
    last: Option<Turn<G>>,
}

impl<G: Game> Track<G> {
    fn new() -> Track<G> {
        let settings = Settings::defaults(&G::FACTS);
        let now = Moment { position: G::start(&settings), number: 1 };
        let at = Spot { now, before: None };
        Track { settings, at, left: Vec::new(), turns: Turns::new(), last: None }
    }

    fn read(&self, text: &str) -> Result<Turn<G>, TurnError> {
        G::read_turn(&self.at.now.position, &self.turns, text, Notation::Own)
    }

    /// The text of a turn for a file: a capture names the squares that it lands on only if that
    /// is needed to tell it from others.
    fn write(position: &G::Position, turns: &[Turn<G>], turn: Turn<G>) -> String {
        let own = G::write_turn(position, turn, Notation::Own);
        let sign = |c: char| c == 'x' || c == ':';
        let (Some(first), Some(last)) = (own.find(sign), own.rfind(sign)) else { return own };
        if first == last {
            return own;
        }
        let short = format!("{}{}", &own[..first], &own[last..]);
        let meant = G::read_turn(position, turns, &short, Notation::Own);
        if meant == Ok(turn) { short } else { own }
    }

    /// The same text with squares named as in a file: numbers are counted from the usual corner.
    fn rename(own: String, naming: Naming) -> String {
        let facts = &G::FACTS;
        let board = &facts.squares;
        let corner = Corner::usual(facts);
        match (facts.naming, naming) {
            (Naming::Algebraic, Naming::Algebraic) => own,
            // Names may stand side by side, numbers cannot.
            (Naming::Algebraic, Naming::Numbers) if !own.contains(['-', 'x', ':']) => own,
            (Naming::Algebraic, Naming::Numbers) => map_squares(&own, |name| {
                let square = board.named(name)?;
                Some((corner.square(square + 1, board)? + 1).to_string())
            }),
            (Naming::Numbers, Naming::Numbers) => counted(own, board, corner),
            (Naming::Numbers, Naming::Algebraic) => {
                map_squares(&own, |number| board.numbered(number).map(|square| board.name(square)))
            }
        }
    }
}

impl<G: Game> Board for Track<G> {
    fn start(&mut self) {
        let now = Moment { position: G::start(&self.settings), number: 1 };
        self.at = Spot { now, before: None };
        self.left.clear();
        self.last = None;
    }

    fn set_up(&mut self, text: &PositionText) -> Result<(), PositionError> {
        self.at.now.position = text.read::<G>(&self.settings)?;
        self.at.before = None;
        self.last = None;
        Ok(())
    }

    fn set_number(&mut self, number: u32) {
        self.at.now.number = number;
    }

    fn next(&self) -> (u32, Side) {
        (self.at.now.number, self.at.now.position.side())
    }

    fn play(&mut self, text: &str) -> Result<(), TurnError> {
        self.at.now.position.generate(&mut self.turns);
        let turn = self.read(text)?;
        let now = &mut self.at.now;
        self.at.before = Some(now.clone());
        now.number += u32::from(now.position.side() != G::FACTS.first);
        now.position.play(turn);
        self.last = Some(turn);
        Ok(())
    }

    fn last(&self, naming: Naming) -> (String, String) {
        let (Some(before), Some(turn)) = (&self.at.before, self.last) else {
            return Default::default();
        };
        let own = Self::write(&before.position, &self.turns, turn);
        (G::write_turn(&before.position, turn, Notation::Hub), Self::rename(own, naming))
    }

    fn position(&self) -> PositionTexts {
        let position = &self.at.now.position;
        PositionTexts { fen: G::write_fen(position), hub: G::write_hub(position) }
    }

    fn legal(&mut self) -> String {
        let position = &self.at.now.position;
        position.generate(&mut self.turns);
        let told = self.turns.iter().take(MOST_TOLD);
        let mut told: Vec<String> = told
            .map(|&turn| Self::rename(Self::write(position, &self.turns, turn), G::FACTS.naming))
            .collect();
        match self.turns.len() {
            0 => told.push("none".to_owned()),
            1..=MOST_TOLD => {}
            _ => told.push("…".to_owned()),
        }
        told.join(" ")
    }

    fn enter(&mut self) {
        let now = self.at.before.clone().unwrap_or_else(|| self.at.now.clone());
        self.left.push(std::mem::replace(&mut self.at, Spot { now, before: None }));
        self.last = None;
    }

    fn leave(&mut self) {
        if let Some(spot) = self.left.pop() {
            self.at = spot;
            self.last = None;
        }
    }
}

/// Replaces each square of a text: a name or a number. One that is not known stays.
fn map_squares(text: &str, renamed: impl Fn(&str) -> Option<String>) -> String {
    let mut mapped = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let letters = usize::from(first.is_ascii_lowercase());
        let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            mapped.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (square, behind) = rest.split_at(letters + digits);
        match renamed(square) {
            Some(square) => mapped.push_str(&square),
            None => mapped.push_str(square),
        }
        rest = behind;
    }
    mapped
}

/// A text with the numbers of Hub counted from another corner.
fn counted(text: String, board: &Squares, corner: Corner) -> String {
    if corner == Corner::TopLeft {
        return text;
    }
    map_squares(&text, |number| {
        let square = corner.square(number.parse().ok()?, board)?;
        Some((square + 1).to_string())
    })
}

/// Turns as the game's players write them, with their numbers as files have them.
#[must_use]
pub fn file_text(text: String, facts: &Facts) -> String {
    counted(text, &facts.squares, Corner::usual(facts))
}

/// A FEN of the game as files have it, sorted by their numbers.
pub(super) fn file_fen(fen: &str, facts: &Facts) -> String {
    if Corner::usual(facts) == Corner::TopLeft {
        return fen.to_owned();
    }
    let part = |part: &str| match part.split_at_checked(1) {
        Some((side @ ("W" | "B"), list)) => {
            let squares = list.split(',').rev().map(|item| file_text(item.to_owned(), facts));
            format!("{side}{}", squares.collect::<Vec<_>>().join(","))
        }
        _ => part.to_owned(),
    };
    fen.split(':').map(part).collect::<Vec<_>>().join(":")
}

/// Whether a text names a square by its number.
pub(super) fn has_numbers(text: &str) -> bool {
    let mut is_behind_letter = false;
    text.bytes().any(|byte| {
        let is_number = byte.is_ascii_digit() && !is_behind_letter;
        is_behind_letter =
            byte.is_ascii_lowercase() && byte != b'x' || is_behind_letter && byte.is_ascii_digit();
        is_number
    })
}

/// A move with names instead of numbers, which are counted from a corner.
pub(super) fn named(text: &str, board: &Squares, corner: Corner) -> String {
    map_squares(text, |square| {
        let square = corner.square(square.parse().ok()?, board)?;
        Some(board.name(square))
    })
}

/// A FEN as the game reads it: with the side to move where that is left open, and with numbers
/// that are counted from a corner made names.
pub(super) fn plain_fen<'a>(fen: &'a str, facts: &Facts, corner: Option<Corner>) -> Cow<'a, str> {
    let fen = fen.trim();
    let open = fen.strip_prefix('?').map(|rest| format!("{}{rest}", facts.first.letter()));
    let fen = open.map_or(Cow::Borrowed(fen), Cow::Owned);
    let corner = corner.unwrap_or_else(|| Corner::usual(facts));
    if corner == Corner::TopLeft || !fen.contains(':') {
        return fen;
    }
    let board = &facts.squares;
    let part = |part: &str| {
        let item = |item: &str| {
            let (king, square) = item.strip_prefix('K').map_or(("", item), |square| ("K", square));
            let (from, to) = square.split_once('-').unwrap_or((square, square));
            let number = |text: &str| text.trim_start_matches('K').parse::<usize>().ok();
            let squares = number(from).zip(number(to)).filter(|&(_, to)| to <= board.count());
            let named = squares.and_then(|(from, to)| {
                let names = (from..=to).map(|number| corner.square(number, board));
                let names = names.map(|square| Some(format!("{king}{}", board.name(square?))));
                names.collect::<Option<Vec<_>>>()
            });
            named.map_or_else(|| item.to_owned(), |names| names.join(","))
        };
        match part.get(1..) {
            Some(list) if part.starts_with(['W', 'B']) => {
                let items = list.split(',').map(item).collect::<Vec<_>>();
                format!("{}{}", &part[..1], items.join(","))
            }
            _ => part.to_owned(),
        }
    };
    let text = fen.trim_end_matches('.').split(':').map(part).collect::<Vec<_>>().join(":");
    Cow::Owned(text)
}

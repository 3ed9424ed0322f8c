//! Games whose type is not known: strings in, strings out. Protocols, commands and referees use
//! these and know no game.

use std::sync::atomic::AtomicBool;

use crate::book::Book;
use crate::book::choose::BookTurn;
use crate::game::{
    Evaluator, Facts, Game, GameResult, HubPosition, Notation, Position, PositionError, Settings,
    Side, Turn, TurnError,
};
use crate::games::{Variant, Visitor};
use crate::line::Line;
use crate::perft;
use crate::score::Score;

/// A position as a user tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionText<'a> {
    /// The start of the game.
    Start,
    /// A FEN.
    Fen(&'a str),
    /// A Hub position.
    Hub(HubPosition<'a>),
}

impl<'a> PositionText<'a> {
    /// Tells a FEN, which has a sign that no Hub position has, from a Hub position.
    #[must_use]
    pub fn guess(text: &'a str) -> PositionText<'a> {
        let text = text.trim();
        if text == "start" {
            PositionText::Start
        } else if text.contains([':', '/', ' ', '[']) || text.is_empty() {
            PositionText::Fen(text)
        } else {
            PositionText::Hub(HubPosition::new(text))
        }
    }

    /// Reads the position.
    ///
    /// # Errors
    /// If the text tells no position of the game.
    pub fn read<G: Game>(&self, settings: &Settings) -> Result<G::Position, PositionError> {
        match *self {
            PositionText::Start => Ok(G::start(settings)),
            PositionText::Fen(text) => G::read_fen(text, settings),
            PositionText::Hub(hub) => G::read_hub(&hub, settings),
        }
    }
}

/// A turn in all its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnText {
    /// As Hub writes it.
    pub hub: String,
    /// With the numbers of the game's own books.
    pub national: String,
    /// As people write it.
    pub own: String,
}

impl TurnText {
    /// The texts of a legal turn.
    pub fn new<G: Game>(position: &G::Position, turn: Turn<G>) -> TurnText {
        let write = |notation| G::write_turn(position, turn, notation);
        let hub = write(Notation::Hub);
        let national =
            if G::FACTS.numbering.is_own() { write(Notation::National) } else { hub.clone() };
        TurnText { hub, national, own: write(Notation::Own) }
    }

    /// The texts of turns that follow one another.
    pub fn of_line<G: Game>(position: &G::Position, turns: &[Turn<G>]) -> Vec<TurnText> {
        let mut position = position.clone();
        let text = |&turn: &Turn<G>| {
            let text = TurnText::new::<G>(&position, turn);
            position.play(turn);
            text
        };
        turns.iter().map(text).collect()
    }

    /// The text in a notation.
    #[must_use]
    pub fn get(&self, notation: Notation) -> &str {
        match notation {
            Notation::Hub => &self.hub,
            Notation::National => &self.national,
            Notation::Own => &self.own,
        }
    }
}

/// A legal turn and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalTurn {
    /// Its texts.
    pub text: TurnText,
    /// The position after it.
    pub fen: String,
    /// The result, if it ends the game.
    pub result: Option<GameResult>,
}

/// A game that is being played.
pub trait AnyGame: Send {
    /// What is known of the game.
    fn facts(&self) -> &'static Facts;

    /// Begins anew from a position. If it cannot be read, nothing changes.
    ///
    /// # Errors
    /// If the text tells no position of the game.
    fn set_position(&mut self, text: &PositionText) -> Result<(), PositionError>;

    /// Changes an option of the rules. The position stays, the positions before it are
    /// forgotten.
    ///
    /// # Errors
    /// If there is no such option or value; nothing changes then.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), crate::game::SettingError>;

    /// The value of each of the game's options.
    fn options(&self) -> Vec<(&'static str, &'static str)>;

    /// Plays the turn that a text means. If there is none, nothing changes. A draw by counting
    /// or repetition stops nobody from playing on.
    ///
    /// # Errors
    /// If the text means no legal turn, or several.
    fn play(&mut self, text: &str, notation: Notation) -> Result<(), TurnError>;

    /// The index of the legal turn that a text means, in the order of [`AnyGame::turns`].
    ///
    /// # Errors
    /// If the text means no legal turn, or several.
    fn find(&self, text: &str, notation: Notation) -> Result<usize, TurnError>;

    /// The texts of the legal turn at an index of that order.
    fn turn(&self, index: usize) -> TurnText;

    /// The FEN of the position.
    fn fen(&self) -> String;

    /// The Hub position.
    fn hub(&self) -> String;

    /// The side to move.
    fn side(&self) -> Side;

    /// How many more moves the side to move is thought to make.
    fn moves_left(&self) -> f64;

    /// How the game has ended, if it has.
    fn result(&self) -> Option<GameResult>;

    /// The legal turns; none if the game is over.
    fn turns(&self) -> Vec<TurnText>;

    /// The legal turns and where they lead; none if the game is over.
    fn legal(&self) -> Vec<LegalTurn>;

    /// What a book knows of the position, the best first; nothing if it is a book of another game
    /// or of other rules.
    fn book_turns(&self, book: &Book) -> Vec<BookTurn>;

    /// The key of the position.
    fn key(&self) -> u64;

    /// The evaluation of the position without search, for the side to move.
    fn evaluate(&self) -> Score;

    /// The number of lines of `depth` turns, without a use once `stop` is set.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> u64;

    /// The number of lines behind each turn.
    fn divide(&self, depth: u32) -> Vec<(TurnText, u64)>;

    /// The number of lines when turns with the same result count once.
    fn distinct(&self, depth: u32) -> u64;
}

/// A game with its type.
#[derive(Clone, Debug)]
pub struct Playing<G: Game> {
    /// What has been played.
    pub line: Line<G>,
    /// The options of the rules.
    pub settings: Settings,
}

impl<G: Game> Playing<G> {
    /// The start of the game under its usual rules.
    #[must_use]
    pub fn new() -> Playing<G> {
        let settings = Settings::defaults(&G::FACTS);
        Playing { line: Line::new(G::start(&settings)), settings }
    }
}

impl<G: Game> Default for Playing<G> {
    fn default() -> Playing<G> {
        Playing::new()
    }
}

impl<G: Game> AnyGame for Playing<G> {
    fn facts(&self) -> &'static Facts {
        &G::FACTS
    }

    fn set_position(&mut self, text: &PositionText) -> Result<(), PositionError> {
        self.line = Line::new(text.read::<G>(&self.settings)?);
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), crate::game::SettingError> {
        let mut settings = self.settings;
        settings.set(&G::FACTS, name, value)?;
        if settings != self.settings {
            self.settings = settings;
            let fen = G::write_fen(self.line.position());
            if let Ok(position) = G::read_fen(&fen, &settings) {
                self.line = Line::new(position);
            }
        }
        Ok(())
    }

    fn options(&self) -> Vec<(&'static str, &'static str)> {
        let value = |(i, option): (usize, &crate::game::Choice)| {
            (option.name, option.values[self.settings.get(i)])
        };
        G::FACTS.options.iter().enumerate().map(value).collect()
    }

    fn play(&mut self, text: &str, notation: Notation) -> Result<(), TurnError> {
        let turn = G::read_turn(self.line.position(), self.line.turns(), text, notation)?;
        self.line.play(turn);
        Ok(())
    }

    fn find(&self, text: &str, notation: Notation) -> Result<usize, TurnError> {
        let turns = self.line.turns();
        let turn = G::read_turn(self.line.position(), turns, text, notation)?;
        Ok(turns.iter().position(|t| *t == turn).expect("the turn is one of the list"))
    }

    fn turn(&self, index: usize) -> TurnText {
        TurnText::new::<G>(self.line.position(), self.line.turns()[index])
    }

    fn fen(&self) -> String {
        G::write_fen(self.line.position())
    }

    fn hub(&self) -> String {
        G::write_hub(self.line.position())
    }

    fn side(&self) -> Side {
        self.line.position().side()
    }

    fn moves_left(&self) -> f64 {
        G::PACE * f64::from(self.line.position().pieces_left())
    }

    fn result(&self) -> Option<GameResult> {
        self.line.result()
    }

    fn turns(&self) -> Vec<TurnText> {
        if self.line.outcome().is_some() {
            return Vec::new();
        }
        let position = self.line.position();
        self.line.turns().iter().map(|&turn| TurnText::new::<G>(position, turn)).collect()
    }

    fn legal(&self) -> Vec<LegalTurn> {
        if self.line.outcome().is_some() {
            return Vec::new();
        }
        let position = self.line.position();
        let legal = |&turn: &Turn<G>| {
            let mut after = self.line.clone();
            after.play(turn);
            LegalTurn {
                text: TurnText::new::<G>(position, turn),
                fen: G::write_fen(after.position()),
                result: after.result(),
            }
        };
        self.line.turns().iter().map(legal).collect()
    }

    fn book_turns(&self, book: &Book) -> Vec<BookTurn> {
        book.turns(&self.line, &self.settings)
    }

    fn key(&self) -> u64 {
        self.line.position().key()
    }

    fn evaluate(&self) -> Score {
        G::Evaluator::default().evaluate(self.line.position())
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> u64 {
        perft::perft(self.line.position(), depth, stop)
    }

    fn divide(&self, depth: u32) -> Vec<(TurnText, u64)> {
        let position = self.line.position();
        let text = |(turn, count)| (TurnText::new::<G>(position, turn), count);
        perft::divide(position, depth).into_iter().map(text).collect()
    }

    fn distinct(&self, depth: u32) -> u64 {
        perft::distinct(self.line.position(), depth)
    }
}

impl Variant {
    /// A game of this variant, at its start.
    #[must_use]
    pub fn game(self) -> Box<dyn AnyGame> {
        struct Begin;
        impl Visitor for Begin {
            type Output = Box<dyn AnyGame>;
            fn visit<G: Game>(self) -> Box<dyn AnyGame> {
                Box::new(Playing::<G>::new())
            }
        }
        self.visit(Begin)
    }
}

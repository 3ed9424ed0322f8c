//! Games of a file played through by the rules: a visitor that tells of each game what it is, or
//! what is wrong with it and where.

use std::ops::ControlFlow;

use super::board::{Board, board, file_fen, file_text, has_numbers, named, plain_fen};
use super::ending::Ending;
use super::fault::{Fault, GameError, Place, SyntaxError};
use super::game_type::{self, Corner, GameTypeError, Told};
use super::reader::{Event, Visitor};
use super::record::{Item, Played, Record};
use super::writer::ROSTER;
use crate::any::PositionText;
use crate::game::{Facts, HubPosition, Side, TurnError};
use crate::games::Variant;
use crate::notation::fen::Naming;
use crate::notation::turn::shown;

/// The most memory that a game may take, in bytes.
pub const LARGEST_GAME: usize = 1 << 26;

/// The greatest number of a move.
const LAST_NUMBER: u32 = 99_999;

/// What is kept of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nothing: they are only checked, in constant memory.
    Nothing,
    /// All, with squares as the game's players name them.
    National,
    /// All, with squares named in this way.
    Named(Naming),
}

/// What became of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Which game of the file it is, from 1.
    pub game: u64,
    /// The variant, if it is known.
    pub variant: Option<Variant>,
    /// Whether neither the tags nor the reader's user has told the variant: it is then the first
    /// that can be meant.
    pub is_guess: bool,
    /// The moves that were played, those in variations too.
    pub turns: u64,
    /// What is wrong, or the game if it is kept.
    pub record: Result<Option<Record>, Fault>,
}

/// Plays through the games of a file.
pub struct Replay {
    /// The game where the tags do not tell one.
    fallback: Option<Variant>,
    keep: Keep,
    games: u64,
    /// Tags, and comments before them, until something else comes.
    tags: Vec<(String, String)>,
    places: Vec<Place>,
    early: Vec<(Place, String)>,
    /// Where the present game begins.
    begin: Place,
    /// Games that have been played, to be used again.
    table: Option<(Variant, Box<dyn Board>)>,
    course: Course,
    /// The bytes of what is kept so far.
    size: usize,
    fault: Option<Fault>,
}

/// The course of a game.
enum Course {
    /// The tags are not over.
    Tags,
    /// The game is known and is being played through.
    Played(Game),
    /// The game is not known: events are kept until the whole of it is there.
    Waiting(Vec<(Place, Event<'static>)>),
}

/// A game that is being played through.
struct Game {
    variant: Variant,
    corner: Option<Corner>,
    turns: u64,
    depth: usize,
    record: Option<Record>,
    tagged: Option<Ending>,
    ending: Option<Ending>,
}

impl Replay {
    /// A visitor that takes games for `fallback` whose tags do not tell which they are. Without
    /// it such a game is the first in which everything is legal.
    #[must_use]
    pub fn new(fallback: Option<Variant>, keep: Keep) -> Replay {
        Replay {
            fallback,
            keep,
            games: 0,
            tags: Vec::new(),
            places: Vec::new(),
            early: Vec::new(),
            begin: Place::START,
            table: None,
            course: Course::Tags,
            size: 0,
            fault: None,
        }
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Where the tag stands that an error is about, or the game.
    fn place_of(&self, error: &GameError) -> Place {
        let name = match error {
            GameError::Position { .. } => "FEN",
            GameError::Type(GameTypeError::Name { .. }) => "Variant",
            _ => "GameType",
        };
        let index = self.tags.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        index.map_or(self.begin, |index| self.places[index])
    }

    /// Finds out what the game is, once its tags are over.
    fn begin_course(&mut self) -> Result<(), GameError> {
        let fallback = self.fallback.map(|variant| Told { variant, corner: None });
        match game_type::find(self.tag("GameType"), self.tag("Variant"))?.or(fallback) {
            Some(told) => {
                self.begin_game(told)?;
                for (_, text) in std::mem::take(&mut self.early) {
                    self.apply(&Event::Comment(text.into()))?;
                }
            }
            None => {
                let early = std::mem::take(&mut self.early);
                let early = early.into_iter();
                let early = early.map(|(place, text)| (place, Event::Comment(text.into())));
                self.course = Course::Waiting(early.collect());
            }
        }
        Ok(())
    }

    /// Sets up the start of a game.
    fn begin_game(&mut self, told: Told) -> Result<(), GameError> {
        let Told { variant, corner } = told;
        let mut table = match self.table.take() {
            Some((known, table)) if known == variant => table,
            _ => board(variant),
        };
        table.start();
        let usual = table.position();
        let fen = self.tag("FEN").filter(|fen| !fen.trim().is_empty());
        let placed = fen.map_or(Ok(()), |fen| set_up(&mut *table, variant, corner, fen));
        let start = table.position();
        self.table = Some((variant, table));
        placed?;
        let naming = match self.keep {
            Keep::Named(naming) => Some(naming),
            Keep::National => Some(variant.facts().naming),
            Keep::Nothing => None,
        };
        let tagged = self.tag("Result").and_then(Ending::read);
        let record = naming.map(|naming| Record {
            variant,
            naming,
            tags: own_tags(&self.tags),
            is_set_up: start != usual,
            start,
            items: Vec::new(),
            ending: Ending::Open,
        });
        self.course = Course::Played(Game {
            variant,
            corner,
            turns: 0,
            depth: 0,
            record,
            tagged,
            ending: None,
        });
        Ok(())
    }

    /// Does what an event of a game that is known says.
    fn apply(&mut self, event: &Event) -> Result<(), GameError> {
        let (Course::Played(game), Some((_, table))) = (&mut self.course, &mut self.table) else {
            return Ok(());
        };
        let item = match event {
            Event::Tag(..) => None,
            Event::Number(number, _) => {
                if game.turns == 0 && game.depth == 0 {
                    table.set_number((*number).clamp(1, LAST_NUMBER));
                }
                None
            }
            Event::Turn(text) => {
                let (number, side) = table.next();
                game.play(&mut **table, text)?;
                game.record.as_ref().map(|record| {
                    let (hub, text) = table.last(record.naming);
                    let fen = table.position().fen;
                    Item::Turn(Played { number, side, text, hub, fen })
                })
            }
            Event::Nag(nag) => Some(Item::Nag(*nag)),
            Event::Comment(text) => Some(Item::Comment(text.to_string())),
            Event::Open => {
                table.enter();
                game.depth += 1;
                Some(Item::Open)
            }
            Event::Close => {
                table.leave();
                game.depth -= 1;
                Some(Item::Close)
            }
            Event::Setup(fen) => {
                set_up(&mut **table, game.variant, game.corner, fen)?;
                Some(Item::Setup(table.position()))
            }
            Event::Ending(ending) => {
                game.ending = Some(*ending);
                let differs = |tag: &Ending| tag.result().is_some() && tag != ending;
                if let Some(tag) = game.tagged.filter(differs)
                    && ending.result().is_some()
                {
                    let text = |ending: Ending| ending.write(false).to_owned();
                    return Err(GameError::Result { ending: text(*ending), tag: text(tag) });
                }
                None
            }
        };
        if let (Some(record), Some(item)) = (&mut game.record, item) {
            self.size += item.size();
            record.items.push(item);
        }
        self.check_size()
    }

    fn check_size(&self) -> Result<(), GameError> {
        if self.size > LARGEST_GAME {
            return Err(GameError::TooLarge { most: LARGEST_GAME });
        }
        Ok(())
    }

    fn take(&mut self, place: Place, event: Event) -> Result<(), Box<(Place, GameError)>> {
        let here = |error| Box::new((place, error));
        if matches!(self.course, Course::Tags) {
            match event {
                Event::Tag(name, value) => {
                    self.size += name.len() + value.len();
                    self.tags.push((name.into_owned(), value.into_owned()));
                    self.places.push(place);
                    return self.check_size().map_err(here);
                }
                Event::Comment(text) => {
                    self.size += text.len() + size_of::<Item>();
                    self.early.push((place, text.into_owned()));
                    return self.check_size().map_err(here);
                }
                _ => {
                    self.begin_course().map_err(|error| Box::new((self.place_of(&error), error)))?
                }
            }
        }
        if let Course::Waiting(events) = &mut self.course {
            let text = match &event {
                Event::Turn(text) | Event::Comment(text) | Event::Setup(text) => text.len(),
                _ => 0,
            };
            self.size += text + size_of::<(Place, Event)>();
            events.push((place, event.into_owned()));
            return self.check_size().map_err(here);
        }
        self.apply(&event).map_err(here)
    }

    /// A fault of the present game.
    fn fault_at(&self, place: Place, error: GameError) -> Fault {
        let turn = match (&self.course, &self.table, &error) {
            (Course::Played(_), Some((_, table)), GameError::Turn { .. }) => Some(table.next()),
            _ => None,
        };
        Fault { place, game: self.games, turn, error: Box::new(error) }
    }

    /// Plays the events of a game that is not known by the rules of each game that it may be, up
    /// to the first that allows everything. If none does, the one that came furthest tells.
    fn guess(&mut self, events: &[(Place, Event)]) {
        let size = self.size;
        let mut nearest: Option<(Place, Fault)> = None;
        for variant in game_type::likely() {
            self.size = size;
            let mut failed = self.begin_game(Told { variant, corner: None }).err();
            let is_of_tags = failed.is_some();
            let mut place = Place::START;
            for (at, event) in events {
                if failed.is_some() {
                    break;
                }
                place = *at;
                failed = self.apply(event).err();
            }
            let Some(error) = failed else { return };
            let shown = if is_of_tags { self.place_of(&error) } else { place };
            let fault = self.fault_at(shown, error);
            if nearest.as_ref().is_none_or(|(far, _)| place.offset > far.offset) {
                nearest = Some((place, fault));
            }
        }
        self.fault = nearest.map(|(_, fault)| fault);
    }
}

impl Game {
    /// Plays a move. Numbers are names that are counted from a corner, where players write names;
    /// if no tag tells the corner, the first move that is legal from one does.
    fn play(&mut self, table: &mut dyn Board, text: &str) -> Result<(), GameError> {
        let facts = self.variant.facts();
        let usual = Corner::usual(facts);
        let played = if !has_numbers(text) {
            table.play(text)
        } else if facts.naming == Naming::Numbers {
            if usual == Corner::TopLeft {
                table.play(text)
            } else {
                table.play(&named(text, &facts.squares, usual))
            }
        } else if let Some(corner) = self.corner {
            table.play(&named(text, &facts.squares, corner))
        } else {
            let mut play = |corner| {
                let played = table.play(&named(text, &facts.squares, corner));
                if played.is_ok() {
                    self.corner = Some(corner);
                }
                played
            };
            play(Corner::TopLeft).or_else(|error| play(Corner::BottomLeft).map_err(|_| error))
        };
        self.turns += u64::from(played.is_ok());
        played.map_err(|error| GameError::Turn {
            error: told(error, text, facts),
            variant: facts.name,
            fen: file_fen(&table.position().fen, facts),
            legal: table.legal(),
        })
    }
}

/// The tags that no other field of a record tells, in the order of the standard.
fn own_tags(tags: &[(String, String)]) -> Vec<(String, String)> {
    const TOLD: [&str; 5] = ["GameType", "Variant", "FEN", "SetUp", "Result"];
    let is_own = |(name, value): &&(String, String)| {
        !value.is_empty() && !TOLD.iter().any(|told| told.eq_ignore_ascii_case(name))
    };
    let mut own: Vec<_> = tags.iter().filter(is_own).cloned().collect();
    let place = |name: &str| ROSTER.iter().position(|first| *first == name);
    own.sort_by_key(|(name, _)| place(name).unwrap_or(ROSTER.len()));
    own
}

/// The error with the text as it was written.
fn told(error: TurnError, written: &str, facts: &Facts) -> TurnError {
    let text = shown(written);
    match error {
        TurnError::Syntax { .. } => TurnError::Syntax { text },
        TurnError::Illegal { .. } => TurnError::Illegal { text },
        TurnError::Ambiguous { candidates, .. } => {
            TurnError::Ambiguous { text, candidates: file_text(candidates, facts) }
        }
    }
}

/// Sets up a position. One without pieces (`B::`) only tells whose move it is.
fn set_up(
    table: &mut dyn Board,
    variant: Variant,
    corner: Option<Corner>,
    fen: &str,
) -> Result<(), GameError> {
    let facts = variant.facts();
    let plain = plain_fen(fen, facts, corner);
    let side = plain.trim_end_matches(':');
    let passed = side.parse().ok().and_then(Side::from_letter).filter(|_| side != plain);
    let placed = match passed {
        Some(side) => {
            let mut hub = table.position().hub;
            hub.replace_range(..1, side.letter().encode_utf8(&mut [0; 4]));
            table.set_up(&PositionText::Hub(HubPosition::new(&hub)))
        }
        None => table.set_up(&PositionText::Fen(&plain)),
    };
    placed.map_err(|error| GameError::Position { fen: shown(fen), variant: facts.name, error })
}

impl Visitor for Replay {
    type Output = Outcome;

    fn begin(&mut self, place: Place) {
        self.games += 1;
        self.tags.clear();
        self.places.clear();
        self.early.clear();
        self.course = Course::Tags;
        self.size = 0;
        self.fault = None;
        self.begin = place;
    }

    fn event(&mut self, place: Place, event: Event<'_>) -> ControlFlow<()> {
        match self.take(place, event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                let (place, error) = *error;
                self.fault = Some(self.fault_at(place, error));
                ControlFlow::Break(())
            }
        }
    }

    fn fault(&mut self, place: Place, error: SyntaxError) {
        self.fault = Some(self.fault_at(place, error.into()));
    }

    fn end(&mut self, _place: Place) -> Outcome {
        if self.fault.is_none()
            && matches!(self.course, Course::Tags)
            && let Err(error) = self.begin_course()
        {
            self.fault = Some(self.fault_at(self.place_of(&error), error));
        }
        let mut is_guess = false;
        if let Course::Waiting(events) = &mut self.course {
            is_guess = true;
            let events = std::mem::take(events);
            if self.fault.is_none() {
                self.guess(&events);
            }
        }
        let (variant, turns, record) = match std::mem::replace(&mut self.course, Course::Tags) {
            Course::Played(mut game) => {
                let open = |ending: &Ending| *ending != Ending::Open;
                let ending = game.ending.filter(open).or(game.tagged).or(game.ending);
                if let Some(record) = &mut game.record {
                    record.ending = ending.unwrap_or_default();
                }
                (Some(game.variant), game.turns, game.record)
            }
            Course::Tags | Course::Waiting(_) => (None, 0, None),
        };
        let record = self.fault.take().map_or(Ok(record), Err);
        Outcome { game: self.games, variant, is_guess, turns, record }
    }
}

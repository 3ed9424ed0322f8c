//! The seams of the house: what a game must tell so that the search, the protocols and the
//! commands can serve it. Nothing here knows any one game.

use std::fmt::{self, Debug};

use crate::linear::Linear;
use crate::notation::fen::Naming;
use crate::notation::square::Squares;
use crate::notation::turn::shown;
use crate::score::Score;
use crate::search::Parameters;

/// One of the two players.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player at the bottom of the board.
    White,
    /// The player at the top of the board.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `W` or `B`, as FEN and Hub write it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'W',
            Side::Black => 'B',
        }
    }

    /// The side that `W` or `B` names.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'W' => Some(Side::White),
            'B' => Some(Side::Black),
            _ => None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// How a game has ended, seen from the side to move. In a give-away game "win" means winning
/// the game that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// Nobody has won.
    Draw,
    /// The side to move has lost.
    Loss,
}

/// The result of a finished game, as PDN writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
}

impl GameResult {
    /// The result when `outcome` holds for the player `side`.
    #[must_use]
    pub const fn new(outcome: Outcome, side: Side) -> GameResult {
        match (outcome, side) {
            (Outcome::Draw, _) => GameResult::Draw,
            (Outcome::Win, Side::White) | (Outcome::Loss, Side::Black) => GameResult::WhiteWins,
            (Outcome::Win, Side::Black) | (Outcome::Loss, Side::White) => GameResult::BlackWins,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

/// A list of legal turns. It is filled anew for each position and used again, so that no node
/// of a search allocates; it has no bound, so that no constructed position can overflow it.
pub type Turns<T> = Vec<T>;

/// A position of one game: the board, the side to move and the draw counters, but not the
/// positions that stood before it (see [`crate::line::Line`] for those).
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// One whole turn of a player, never half of one.
    type Turn: Copy + Eq + Debug + Send + Sync + 'static;

    /// How many values [`Position::slot`] has.
    const SLOTS: usize;

    /// The side to move.
    fn side(&self) -> Side;

    /// The Zobrist key of the board and the side to move, kept incrementally. Two positions
    /// that the repetition rule calls the same have the same key.
    fn key(&self) -> u64;

    /// The same key computed from nothing; it always equals [`Position::key`].
    fn computed_key(&self) -> u64;

    /// What the draw counters add (by exclusive or) to the key under which a search may store
    /// the position: positions whose counters make them worth differently differ here.
    fn counter_key(&self) -> u64 {
        0
    }

    /// How many plies the game can still go on before a count draws it, if nothing starts the
    /// count again.
    fn plies_to_draw(&self) -> u32 {
        u32::MAX
    }

    /// Begins every count that draws anew, as if nothing had been played before. What a position
    /// is worth when no count draws is asked by endgame tables and the solver.
    fn forget_counts(&mut self) {}

    /// Replaces the contents of `turns` with the legal turns, in an order that depends on
    /// nothing but the position. Turns are unique by their result, unless the game says that
    /// it counts texts (Impasse).
    fn generate(&self, turns: &mut Turns<Self::Turn>);

    /// The number of turns that [`Position::generate`] lists. `scratch` is a list to work with;
    /// what it holds afterwards means nothing.
    fn count(&self, scratch: &mut Turns<Self::Turn>) -> u64 {
        self.generate(scratch);
        scratch.len() as u64
    }

    /// How many pieces are left, or what stands for them, as [`Oracle::most`] counts them.
    fn pieces_left(&self) -> u32 {
        u32::MAX
    }

    /// Plays a turn that [`Position::generate`] listed for this position. Any other turn may
    /// leave a wrong position, but nothing worse.
    fn play(&mut self, turn: Self::Turn);

    /// How the game has ended, if it has, given the list of legal turns. Repetition, which
    /// needs the positions before, is not looked at.
    fn outcome(&self, turns: &[Self::Turn]) -> Option<Outcome>;

    /// Whether the turn changes the material so much that no evaluation before it holds: a
    /// capture, say.
    fn is_tactical(&self, turn: Self::Turn) -> bool;

    /// How good a turn looks before anything is known of it; larger is tried earlier. One is
    /// worth about as much as 64 of a history that goes up to 16384.
    fn promise(&self, _turn: Self::Turn) -> i32 {
        0
    }

    /// Whether the opponent could capture if it were to move.
    fn is_threatened(&self) -> bool {
        false
    }

    /// Whether the side to move must capture.
    fn is_compelled(&self) -> bool {
        false
    }

    /// Whether no position before this turn can stand again after it.
    fn is_irreversible(&self, turn: Self::Turn) -> bool;

    /// A number below [`Position::SLOTS`] for turns that are alike (same squares), under which
    /// a search remembers what such turns were worth.
    fn slot(turn: Self::Turn) -> usize;
}

/// Who knows how positions with few pieces end, whatever has been counted so far.
pub trait Oracle<P: Position>: Debug + Send + Sync {
    /// The most pieces of a position that it knows.
    fn most(&self) -> u32;

    /// The outcome for the side to move, if it is known at once. Where a capture is obligatory it
    /// need not be.
    fn stored(&self, position: &P) -> Option<Outcome>;

    /// The outcome for the side to move, if it is known or follows from what is.
    fn value(&self, position: &P) -> Option<Outcome>;

    /// How many plies the end is away with best play of both sides, if it is forced and known.
    fn distance(&self, position: &P) -> Option<u32>;

    /// The plies of the proof of a forced end, if one is known: whoever wins can play so that they
    /// fall with every turn.
    fn proven(&self, _position: &P) -> Option<u32> {
        None
    }
}

/// A judge of positions without search. Each searching thread has its own.
pub trait Evaluator<P: Position>: Default + Send + 'static {
    /// The worth of the position for the side to move, in centimen, between
    /// -[`Score::EVALUATION`] and [`Score::EVALUATION`].
    fn evaluate(&mut self, position: &P) -> Score;
}

/// A rule of a game that a user may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name of the engine parameter.
    pub name: &'static str,
    /// The values that it can take. `off` and `on` may also be written as booleans.
    pub values: &'static [&'static str],
    /// The index of the value that holds if none is chosen.
    pub default: usize,
    /// One line that says what it means.
    pub help: &'static str,
}

impl Choice {
    /// The value that a text means: `off` and `on` may be written as booleans.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<&'static str> {
        let text = text.to_ascii_lowercase();
        let meant = match text.as_str() {
            "true" | "1" | "yes" => "on",
            "false" | "0" | "no" => "off",
            other => other,
        };
        let is_meant = |value: &&&str| **value == text || **value == meant;
        self.values.iter().find(is_meant).copied()
    }
}

/// What `W` and `B` stand for in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpperPiece {
    /// A king.
    King,
    /// Two checkers, one on the other.
    Double,
    /// Nothing: all pieces are alike.
    None,
}

/// How the books of a game number the squares; always row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// As Hub does: from the top left, White at the bottom.
    Hub,
    /// As Hub does; but pydraughts shows positions from the side that starts, and calls it White.
    HubFromStarter,
    /// Rows from the bottom upwards, each from the left: 1 is a1.
    Upward,
    /// From the bottom right: the last number of Hub is 1.
    Reversed,
}

impl Numbering {
    /// The number in the books of what Hub numbers `number`, from 1. The same leads back.
    #[must_use]
    pub const fn turn(self, number: usize, board: &Squares) -> usize {
        match self {
            Numbering::Hub | Numbering::HubFromStarter => number,
            Numbering::Upward => board.upward(number),
            Numbering::Reversed => board.count() + 1 - number,
        }
    }

    /// Whether numbers differ from those of Hub.
    #[must_use]
    pub const fn is_own(self) -> bool {
        matches!(self, Numbering::Upward | Numbering::Reversed)
    }
}

/// A position as Hub tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HubPosition<'a> {
    /// The side to move, then one character a square.
    pub squares: &'a str,
    /// Plies without progress before it, where the game counts them.
    pub halfmove: u16,
    /// What kings have moved in a row, such as `W28=2 B19=1`, where the game has a king limit.
    pub wolf: &'a str,
}

impl<'a> HubPosition<'a> {
    /// A position before which nothing has been counted.
    #[must_use]
    pub const fn new(squares: &'a str) -> HubPosition<'a> {
        HubPosition { squares, halfmove: 0, wolf: "" }
    }
}

/// What is known of a game without playing it.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name that Hub and the command line use.
    pub name: &'static str,
    /// The name for people, with the inventor's where there is one.
    pub title: &'static str,
    /// Further names that are understood.
    pub aliases: &'static [&'static str],
    /// The board.
    pub squares: Squares,
    /// How its players name squares.
    pub naming: Naming,
    /// What the capital letters of a position stand for.
    pub upper: UpperPiece,
    /// The side that starts.
    pub first: Side,
    /// The PDN tags that name the game, such as `GameType "20"`.
    pub pdn: &'static str,
    /// How the game's own books number the squares.
    pub numbering: Numbering,
    /// The rules that a user may choose.
    pub options: &'static [Choice],
}

/// Which values of its [`Facts::options`] a game is played with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    chosen: [u8; Settings::MOST],
}

impl Settings {
    /// The most options that a game may have.
    pub const MOST: usize = 4;

    /// The settings that hold if nothing is chosen.
    #[must_use]
    pub fn defaults(facts: &Facts) -> Settings {
        let mut settings = Settings::default();
        for (chosen, option) in settings.chosen.iter_mut().zip(facts.options) {
            *chosen = option.default as u8;
        }
        settings
    }

    /// The index of the value of the option at `index` of [`Facts::options`].
    #[must_use]
    pub fn get(&self, index: usize) -> usize {
        usize::from(self.chosen[index])
    }

    /// Chooses a value.
    ///
    /// # Errors
    /// If the game has no such option, or the option no such value.
    pub fn set(&mut self, facts: &Facts, name: &str, value: &str) -> Result<(), SettingError> {
        let index = facts.options.iter().position(|option| option.name == name);
        let index = index.ok_or_else(|| SettingError::Name {
            game: facts.name,
            name: shown(name),
            known: facts.options.iter().map(|o| o.name).collect::<Vec<_>>().join(", "),
        })?;
        let option = &facts.options[index];
        let read = option.read(value);
        let chosen = option.values.iter().position(|v| Some(*v) == read);
        self.chosen[index] = chosen.ok_or_else(|| SettingError::Value {
            name: option.name,
            value: shown(value),
            values: option.values.join(" "),
        })? as u8;
        Ok(())
    }
}

/// An option of a game that cannot be set as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// The game has no option of that name.
    #[error("{game} has no option '{name}'{}", options_hint(known))]
    Name {
        /// The game.
        game: &'static str,
        /// The name that was given.
        name: String,
        /// The options that it has, with commas.
        known: String,
    },
    /// The option has no such value.
    #[error("option '{name}' cannot be '{value}': it is one of: {values}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// The values that it can take.
        values: String,
    },
}

fn options_hint(known: &str) -> String {
    if known.is_empty() { String::new() } else { format!(": it has {known}") }
}

/// Which text of a turn is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Hub: square numbers row by row from the top left, every captured square listed.
    Hub,
    /// Hub with the square numbers of the game's own books instead.
    National,
    /// What people write down.
    Own,
}

/// A game: its facts, its start and its texts. The type is a name only and holds nothing.
pub trait Game: Copy + Default + Debug + Send + Sync + 'static {
    /// Its positions.
    type Position: Position;
    /// Its evaluation.
    type Evaluator: Linear<Self::Position>;
    /// What is known of it.
    const FACTS: Facts;
    /// How it is searched.
    const SEARCH: Parameters = Parameters::COMMON;
    /// How many moves a side makes for each piece on the board until a game is decided, as games of
    /// the engine against itself go. Time is divided by it.
    const PACE: f64;

    /// The position that it starts from.
    fn start(settings: &Settings) -> Self::Position;

    /// Reads a FEN.
    ///
    /// # Errors
    /// If the text is no FEN or tells no position of this game; the error names the part.
    fn read_fen(text: &str, settings: &Settings) -> Result<Self::Position, PositionError>;

    /// Writes the FEN; [`Game::read_fen`] gives the same position back.
    fn write_fen(position: &Self::Position) -> String;

    /// Reads a Hub position.
    ///
    /// # Errors
    /// If the text tells no position of this game; the error names the part.
    fn read_hub(hub: &HubPosition, settings: &Settings) -> Result<Self::Position, PositionError>;

    /// Writes the squares of the Hub position.
    fn write_hub(position: &Self::Position) -> String;

    /// Writes a legal turn.
    fn write_turn(position: &Self::Position, turn: Turn<Self>, notation: Notation) -> String;

    /// Finds the legal turn that a text means. Numbers are read in the notation that is given, in
    /// the game's own text as in Hub; names of squares are understood in any.
    ///
    /// # Errors
    /// If the text is no turn, is not legal or means several turns of different results.
    fn read_turn(
        position: &Self::Position,
        turns: &[Turn<Self>],
        text: &str,
        notation: Notation,
    ) -> Result<Turn<Self>, TurnError>;
}

/// The turns of a game.
pub type Turn<G> = <<G as Game>::Position as Position>::Turn;

/// A text that tells no position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text is empty.
    #[error("the position is empty")]
    Empty,
    /// The text does not have the form of a position.
    #[error("'{part}': {expected}")]
    Syntax {
        /// The part that is wrong.
        part: String,
        /// What should stand there.
        expected: String,
    },
    /// The board has no such square.
    #[error("'{square}' is no square of this board")]
    Square {
        /// The square as written.
        square: String,
    },
    /// Two pieces stand on one square.
    #[error("square {square} is named twice")]
    Twice {
        /// The square as people write it.
        square: String,
    },
    /// A piece stands where the rules do not let it stand at the start of a turn.
    #[error("{side} {piece} on {square}: {reason}")]
    Misplaced {
        /// Whose piece it is.
        side: Side,
        /// `man`, `king`, `single` or `double`.
        piece: &'static str,
        /// The square as people write it.
        square: String,
        /// The rule that forbids it.
        reason: &'static str,
    },
    /// A side has more pieces than it starts with.
    #[error("{side} has {count} {pieces}, but may have {most} at most")]
    TooMany {
        /// Whose pieces they are.
        side: Side,
        /// How many there are.
        count: usize,
        /// `pieces` or `checkers`.
        pieces: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// A Hub position has the wrong number of characters.
    #[error(
        "a position of this game has {expected} characters (side to move, then one a square), not {found}"
    )]
    Length {
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
}

/// A text that means no turn of the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// The text does not have the form of a turn.
    #[error("'{text}' is not a move")]
    Syntax {
        /// The text.
        text: String,
    },
    /// No legal turn is meant.
    #[error("illegal move '{text}'")]
    Illegal {
        /// The text.
        text: String,
    },
    /// Several legal turns are meant.
    #[error("ambiguous move '{text}': it may be {candidates}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The turns that it may mean.
        candidates: String,
    },
}

//! Which game a file means: the tags `GameType` and `Variant`, and the corner from which squares
//! are counted. The table of the games says what is known; nothing here knows a game by name.

use crate::game::{Facts, Numbering, Side};
use crate::games::Variant;
use crate::notation::fen::Naming;
use crate::notation::square::Squares;
use crate::notation::turn::shown;

/// The standard's number of international draughts.
const INTERNATIONAL: u16 = 20;

/// Numbers from here on are used by servers for games that the standard does not list: forms of
/// international draughts.
const UNOFFICIAL: u16 = 90;

/// A server's number for an international game that begins elsewhere than at the start.
const FROM_POSITION: u16 = 99;

/// Tags that name no game that is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameTypeError {
    /// The tag is no number.
    #[error("GameType \"{text}\" does not begin with a number")]
    Syntax {
        /// Its value.
        text: String,
    },
    /// No game has the number.
    #[error("no game here has GameType \"{number}\" (known: {known})")]
    Number {
        /// The number.
        number: u16,
        /// Those that are known.
        known: String,
    },
    /// No game has the name.
    #[error("no game here is called '{name}'{}", number_hint(*number))]
    Name {
        /// The name.
        name: String,
        /// The number beside it.
        number: Option<u16>,
    },
}

fn number_hint(number: Option<u16>) -> String {
    number.map_or_else(String::new, |number| format!(" and has GameType \"{number}\""))
}

/// How [`Facts::pdn`] tells the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameType {
    /// The value of `GameType`.
    pub number: Option<u16>,
    /// The value of `Variant`.
    pub name: Option<&'static str>,
}

impl GameType {
    /// What the facts say.
    #[must_use]
    pub fn of(facts: &Facts) -> GameType {
        let value = |tag: &str| {
            let text: &'static str = facts.pdn;
            let (_, behind) = text.split_once(tag)?;
            behind.split_once('"').map(|(value, _)| value)
        };
        GameType {
            number: value("GameType \"").and_then(|number| number.parse().ok()),
            name: value("Variant \""),
        }
    }

    /// Whether a win is worth two points in the results of its games.
    #[must_use]
    pub fn has_two_points(self) -> bool {
        matches!(self.number, Some(20 | 27))
    }
}

/// The corner where square 1 is, White at the bottom. The numbers go on along the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Where White's a1 is.
    BottomLeft,
    /// Where White's right hand is.
    BottomRight,
    /// Where Hub counts from.
    TopLeft,
    /// The corner that is left.
    TopRight,
}

impl Corner {
    const ALL: [Corner; 4] =
        [Corner::BottomLeft, Corner::BottomRight, Corner::TopLeft, Corner::TopRight];

    /// The corner of a digit of the standard, which a player sees from his side.
    fn seen(digit: usize, side: Side) -> Corner {
        Corner::ALL[if side == Side::White { digit } else { 3 - digit }]
    }

    /// The digit for it.
    fn digit(self, side: Side) -> usize {
        if side == Side::White { self as usize } else { 3 - self as usize }
    }

    /// The corner from which files count the squares of a game: where its books begin, and where
    /// Hub does if its players write names.
    #[must_use]
    pub fn usual(facts: &Facts) -> Corner {
        match facts.numbering {
            Numbering::Reversed => Corner::BottomRight,
            Numbering::Hub | Numbering::HubFromStarter | Numbering::Upward => Corner::TopLeft,
        }
    }

    /// The square (from 0, in the Hub order) of a number (from 1), and the number of a square:
    /// what is one more than the square of a number leads back to it.
    #[must_use]
    pub fn square(self, number: usize, board: &Squares) -> Option<usize> {
        let index = number.checked_sub(1).filter(|&index| index < board.count())?;
        let (row, column) = (index / board.row(), index % board.row());
        let is_top = matches!(self, Corner::TopLeft | Corner::TopRight);
        let is_left = matches!(self, Corner::TopLeft | Corner::BottomLeft);
        let row = if is_top { row } else { board.height - 1 - row };
        let column = if is_left { column } else { board.row() - 1 - column };
        Some(row * board.row() + column)
    }
}

/// What tags tell of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The game.
    pub variant: Variant,
    /// The corner from which numbers are counted, where that is told and not a matter of course.
    pub corner: Option<Corner>,
}

/// Finds the game that tags tell; none if they do not.
///
/// # Errors
/// If they tell one that is not known.
pub fn find(game_type: Option<&str>, name: Option<&str>) -> Result<Option<Told>, GameTypeError> {
    let filled = |text: &&str| !text.trim().is_empty() && text.trim() != "?";
    let number = game_type.filter(filled).map(read_number).transpose()?;
    let Some(variant) = find_variant(number, name.filter(filled).map(str::trim))? else {
        return Ok(None);
    };
    let corner = game_type.and_then(|text| read_corner(text, variant.facts()));
    Ok(Some(Told { variant, corner }))
}

fn read_number(text: &str) -> Result<u16, GameTypeError> {
    let number = text.split(',').next().unwrap_or_default().trim();
    number.parse().map_err(|_| GameTypeError::Syntax { text: shown(text) })
}

/// The corner that the fifth part of a game type tells. Games whose players write numbers have
/// only one way to count; what files say of those is often wrong, and passed over.
fn read_corner(text: &str, facts: &Facts) -> Option<Corner> {
    let mut parts = text.split(',').map(str::trim);
    let (first, notation) = (parts.nth(1)?, parts.nth(2)?);
    let mut letters = notation.chars();
    let is_numeric = letters.next() == Some('N') && facts.naming == Naming::Algebraic;
    let digit = letters.next()?.to_digit(4)? as usize;
    let side = Side::from_letter(first.chars().next()?)?;
    is_numeric.then(|| Corner::seen(digit, side))
}

fn find_variant(number: Option<u16>, name: Option<&str>) -> Result<Option<Variant>, GameTypeError> {
    let types = || Variant::ALL.iter().map(|&variant| (variant, GameType::of(variant.facts())));
    if let Some(name) = name {
        let is_called = |(variant, game_type): &(Variant, GameType)| {
            let facts = variant.facts();
            let names = [Some(facts.name), Some(facts.title), game_type.name].into_iter().flatten();
            names.chain(facts.aliases.iter().copied()).any(|known| known.eq_ignore_ascii_case(name))
        };
        let agrees = |own: Option<u16>| match (number, own) {
            (None, _) | (_, None) => true,
            (Some(INTERNATIONAL), Some(own)) if own >= UNOFFICIAL => true,
            (Some(number), Some(own)) => number == own,
        };
        let mut called = types().filter(is_called).peekable();
        let is_known = called.peek().is_some();
        if let Some((variant, _)) = called.find(|(_, own)| agrees(own.number)) {
            return Ok(Some(variant));
        }
        // Some files tell openings by that tag: the number is enough then.
        if is_known || number.is_none() {
            return Err(GameTypeError::Name { name: shown(name), number });
        }
    }
    let Some(number) = number else { return Ok(None) };
    let number = if number == FROM_POSITION { INTERNATIONAL } else { number };
    let found = types().find(|(_, own)| own.number == Some(number) && own.name.is_none());
    found.map(|(variant, _)| Some(variant)).ok_or_else(|| {
        let known = types().filter(|(_, own)| own.name.is_none());
        let known = known.filter_map(|(variant, own)| Some(format!("{} {variant}", own.number?)));
        GameTypeError::Number { number, known: known.collect::<Vec<_>>().join(", ") }
    })
}

/// The games that a file without tags may mean, the likeliest first: those with a number of the
/// standard that is theirs alone.
pub fn likely() -> impl Iterator<Item = Variant> {
    Variant::ALL.iter().copied().filter(|variant| {
        let game_type = GameType::of(variant.facts());
        game_type.name.is_none() && game_type.number.is_some_and(|number| number < UNOFFICIAL)
    })
}

/// The letter and digit with which a game type tells how squares are written, if that is not as
/// the game's players do: names, or numbers from the top left.
#[must_use]
pub fn suffix(facts: &Facts, naming: Naming) -> String {
    if naming == facts.naming {
        return String::new();
    }
    let board = &facts.squares;
    let corner = match naming {
        Naming::Algebraic => Corner::BottomLeft,
        Naming::Numbers => Corner::usual(facts),
    };
    let letter = match naming {
        Naming::Algebraic => 'A',
        Naming::Numbers => 'N',
    };
    let is_inverted = board.at(0, board.height - 1).is_none();
    format!(
        ",{},{},{},{letter}{},{}",
        facts.first.letter(),
        board.width,
        board.height,
        corner.digit(facts.first),
        u8::from(is_inverted)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_own_tags() {
        for &variant in Variant::ALL {
            let own = GameType::of(variant.facts());
            let number = own.number.map(|number| number.to_string());
            let found = find(number.as_deref(), own.name);
            assert_eq!(found.map(|told| told.map(|told| told.variant)), Ok(Some(variant)));
        }
    }

    #[test]
    fn corners_are_seen_from_both_sides() {
        let board = &Squares::DARK_8;
        for (number, corner) in [
            (1, Corner::TopLeft),
            (29, Corner::BottomLeft),
            (32, Corner::BottomRight),
            (4, Corner::TopRight),
        ] {
            assert_eq!(corner.square(1, board), Some(number - 1), "{corner:?}");
            assert_eq!(Corner::seen(corner.digit(Side::Black), Side::Black), corner);
        }
        assert_eq!(Corner::TopLeft.square(0, board), None);
        assert_eq!(Corner::TopLeft.square(33, board), None);
        for number in 1..=32 {
            let square = Corner::BottomLeft.square(number, board);
            assert_eq!(square, Some(board.upward(number) - 1));
        }
    }

    #[test]
    fn most_games_are_counted_as_hub_does() {
        let other =
            Variant::ALL.iter().filter(|variant| Corner::usual(variant.facts()) != Corner::TopLeft);
        let other: Vec<&str> = other.map(|variant| variant.name()).collect();
        assert_eq!(other, ["spanish", "portuguese", "thai", "spanish-losing", "thai-losing"]);
        let spanish = Variant::Spanish.facts();
        assert_eq!(Corner::usual(spanish).square(1, &spanish.squares), Some(31));
    }

    #[test]
    fn names_and_numbers_must_agree() {
        let found = |number, name| find(number, name).map(|told| told.map(|told| told.variant));
        assert_eq!(found(None, None), Ok(None));
        assert_eq!(found(Some(" 25,W,8,8,A0,0"), None), Ok(Some(Variant::Russian)));
        assert_eq!(found(Some("25"), Some("poddavki")), Ok(Some(Variant::Poddavki)));
        assert_eq!(found(Some("20"), Some("Antidraughts")), Ok(Some(Variant::Losing)));
        assert_eq!(found(Some("21"), Some("Losing")), Ok(Some(Variant::EnglishLosing)));
        assert_eq!(found(None, Some("Losing")), Ok(Some(Variant::Losing)));
        assert_eq!(found(Some("20"), Some("Killer")), Ok(Some(Variant::Killer)));
        assert_eq!(found(Some("99"), None), Ok(Some(Variant::International)));
        assert_eq!(found(Some("20"), Some("Kozlov opening")), Ok(Some(Variant::International)));
        assert_eq!(found(None, Some("extreme checkers")), Ok(Some(Variant::Extreme)));
        assert!(matches!(found(Some("20"), Some("Poddavki")), Err(GameTypeError::Name { .. })));
        assert!(matches!(found(Some("50"), None), Err(GameTypeError::Number { number: 50, .. })));
        assert!(matches!(found(Some("draughts"), None), Err(GameTypeError::Syntax { .. })));
        assert!(matches!(found(None, Some("chess")), Err(GameTypeError::Name { .. })));
    }
}

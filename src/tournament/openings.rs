//! Lists of openings: positions, moves, or both, one a line.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::config::Order;
use crate::any::{AnyGame, PositionText, TurnText};
use crate::game::{HubPosition, Notation};
use crate::games::Variant;

macro_rules! lists {
    ($($name:literal)*) => {
        /// The lists that come with the program, by the names of their games.
        const LISTS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../openings/", $name, ".fen")))),*];
    };
}

lists! {
    "alquerque" "brazilian" "brazilian-losing" "bt" "canadian"
    "canadian-losing" "czech" "czech-losing" "english" "english-losing"
    "extreme" "frisian" "frisian-losing" "frysk" "impasse"
    "italian" "italian-losing" "killer" "losing" "normal"
    "poddavki" "pool" "pool-losing" "portuguese" "russian"
    "spanish" "spanish-losing" "thai" "thai-losing" "turkish"
}

/// Where games begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position, as FEN.
    pub fen: String,
    /// The same as Hub string.
    pub hub: String,
    /// The moves that are played from there without the engines.
    pub turns: Vec<TurnText>,
}

/// A list that cannot be played from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// A line is neither a position nor moves.
    #[error("line {line} of the openings: {message}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// There is none.
    #[error("the list of openings is empty")]
    Empty,
}

/// The openings of the program for a game, which is `game` with its rules chosen.
///
/// # Errors
/// If there are none, or the chosen rules do not allow one of the list.
pub fn builtin(variant: Variant, game: &mut dyn AnyGame) -> Result<Vec<Opening>, OpeningError> {
    let list = LISTS.iter().find(|(name, _)| *name == variant.name());
    read(list.map_or("", |(_, list)| list), game)
}

/// Brings a game to where an opening leads.
///
/// # Errors
/// If the opening is not one of the game.
pub fn place(game: &mut dyn AnyGame, opening: &Opening) -> Result<(), String> {
    let start = PositionText::Hub(HubPosition::new(&opening.hub));
    game.set_position(&start).map_err(|error| error.to_string())?;
    for turn in &opening.turns {
        game.play(&turn.hub, Notation::Hub).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Reads a list.
///
/// # Errors
/// If a line is no opening, or there is no line.
pub fn read(list: &str, game: &mut dyn AnyGame) -> Result<Vec<Opening>, OpeningError> {
    let openings = lines(list, game)
        .map(|(line, opening)| opening.map_err(|message| OpeningError::Line { line, message }));
    let openings = openings.collect::<Result<Vec<_>, _>>()?;
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

/// Reads a list, a line after the other: its number, from 1, and the opening or what is wrong with
/// it. Lines are `position`, `position ; moves` or `moves`. Empty lines and those that begin with
/// `#` are passed over.
pub fn lines<'a>(
    list: &'a str,
    game: &'a mut dyn AnyGame,
) -> impl Iterator<Item = (usize, Result<Opening, String>)> + 'a {
    let lines = list.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(index, line)| (index + 1, read_line(line, game)))
}

fn read_line(line: &str, game: &mut dyn AnyGame) -> Result<Opening, String> {
    let (position, moves) = match line.split_once(';') {
        Some((position, moves)) => (Some(position), moves),
        None if game.set_position(&PositionText::guess(line)).is_ok() => (Some(line), ""),
        None => (None, line),
    };
    let text = position.map_or(PositionText::Start, PositionText::guess);
    game.set_position(&text).map_err(|error| format!("bad position: {error}"))?;
    // Counts of what was played before a position are forgotten: engines are not told of them.
    let mut opening = Opening { fen: String::new(), hub: game.hub(), turns: Vec::new() };
    place(game, &opening)?;
    opening.fen = game.fen();
    for word in moves.split_whitespace() {
        // `1.32-28` and `1. 32-28` are the first move.
        let text = word.rsplit('.').next().unwrap_or_default();
        if text.is_empty() {
            continue;
        }
        let found = game.find(text, Notation::Hub).map_err(|error| error.to_string());
        let found = found.map_err(|error| match position {
            Some(_) => error,
            None => format!("neither a position nor moves from the start: {error}"),
        })?;
        let turn = game.turn(found);
        game.play(&turn.hub, Notation::Hub).map_err(|error| error.to_string())?;
        opening.turns.push(turn);
    }
    match game.result() {
        Some(result) => Err(format!("the game is over: {result}")),
        None => Ok(opening),
    }
}

/// Brings openings into an order.
pub fn arrange(openings: &mut [Opening], order: Order, seed: u64) {
    if order == Order::Random {
        openings.shuffle(&mut StdRng::seed_from_u64(seed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_openings() {
        for &variant in Variant::ALL {
            let mut game = variant.game();
            let openings = builtin(variant, &mut *game).unwrap();
            assert!(openings.len() >= 30, "{variant}");
        }
    }

    #[test]
    fn positions_moves_and_both_are_openings() {
        let mut game = Variant::Russian.game();
        let list = "# a list\n\nW:Wc3:Bd6\n W:Wc3:Bd6 ; c3-b4\nc3-d4 d6-c5\n1. c3-b4 2.b6-a5\n";
        let openings = read(list, &mut *game).unwrap();
        let plies: Vec<usize> = openings.iter().map(|opening| opening.turns.len()).collect();
        assert_eq!(plies, [0, 1, 2, 2]);
        assert_eq!(openings[0].fen, "W:Wc3:Bd6");
    }

    #[test]
    fn lines_that_are_no_openings_are_named() {
        let mut game = Variant::Russian.game();
        for (list, told) in [
            ("W:Wc3:Bd6\nnonsense", "line 2"),
            ("c3-d4 c3-d4", "illegal"),
            ("B:Wc3:B", "over"),
            ("W:Wz9:Bd6 ; c3-d4", "bad position"),
            ("# nothing", "empty"),
        ] {
            let error = read(list, &mut *game).unwrap_err().to_string();
            assert!(error.contains(told), "{list}: {error}");
        }
    }

    #[test]
    fn chance_goes_by_the_seed() {
        let mut game = Variant::International.game();
        let list = builtin(Variant::International, &mut *game).unwrap();
        let order = |seed| {
            let mut list = list.clone();
            arrange(&mut list, Order::Random, seed);
            list
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        assert_ne!(order(1), list);
    }
}

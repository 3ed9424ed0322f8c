//! What the squares of DXP mean in each game. The protocol was made for the 50 squares of
//! international draughts; for smaller boards damier follows pydraughts, the one program known
//! that plays them so:
//!
//! - a position is told in the order of Hub, row by row from the top left with White at the
//!   bottom; in English draughts the board is turned and the letters are exchanged, so that the
//!   pieces of Black, who starts, are `w` at the bottom, while the side to move has its own colour;
//! - a move is told in the numbers of the game's own books (in Russian draughts 1 is a1).

use crate::any::{AnyGame, PositionText, TurnText};
use crate::game::{Facts, HubPosition, Notation, Numbering, PositionError};
use crate::games::Variant;
use crate::notation::fen;
use crate::notation::square::Squares;
use crate::protocol::dxp::message::{MoveMessage, StartPosition};

/// A game that cannot be played over DXP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} cannot be played over DXP, which has no form for it: the draughts games of 50 and 32 squares and turkish have one"
)]
pub struct NoForm(pub Variant);

/// Checks that a game can be played over DXP.
///
/// # Errors
/// If it has no form there.
pub fn check(variant: Variant) -> Result<(), NoForm> {
    let squares = variant.facts().squares;
    let boards = [Squares::DARK_10, Squares::DARK_8, Squares::MIRRORED_8, Squares::ALL_8];
    let is_other_game = matches!(variant, Variant::Impasse | Variant::Extreme);
    if boards.contains(&squares) && !is_other_game { Ok(()) } else { Err(NoForm(variant)) }
}

/// The position of a game as DXP tells it.
#[must_use]
pub fn write_position(game: &dyn AnyGame) -> StartPosition {
    let hub = game.hub();
    let hub = if is_exchanged(game.facts()) { fen::exchanged(&hub) } else { hub };
    let squares = hub.chars().skip(1).map(|letter| match letter {
        'b' => 'z',
        'B' => 'Z',
        other => other,
    });
    StartPosition { side: game.side(), squares: squares.collect() }
}

/// Brings a game to a position. If it is none, nothing changes.
///
/// # Errors
/// If it has not the squares of this game, or breaks its rules.
pub fn read_position(game: &mut dyn AnyGame, start: &StartPosition) -> Result<(), PositionError> {
    let squares: String = start
        .squares
        .chars()
        .map(|letter| match letter {
            'z' => 'b',
            'Z' => 'B',
            other => other,
        })
        .collect();
    let hub = if is_exchanged(game.facts()) {
        fen::exchanged(&format!("{}{squares}", start.side.opponent().letter()))
    } else {
        format!("{}{squares}", start.side.letter())
    };
    game.set_position(&PositionText::Hub(HubPosition::new(&hub)))
}

fn is_exchanged(facts: &Facts) -> bool {
    facts.numbering == Numbering::HubFromStarter
}

/// A move as DXP tells it.
#[must_use]
pub fn write_move(turn: &TurnText, seconds: u16) -> MoveMessage {
    let text = turn.national.trim_end_matches("+K");
    // A game with another form has not passed the check above.
    let mut squares = text.split(['-', 'x']).map(|number| number.parse().unwrap_or(0));
    let (from, to) = (squares.next().unwrap_or(0), squares.next().unwrap_or(0));
    MoveMessage { seconds, from, to, captured: squares.collect() }
}

/// The legal turn that a move means: that from and to the same squares which captures exactly
/// the same pieces. Of two that differ only in that a man becomes a king on its way it is that in
/// which it does not.
#[must_use]
pub fn read_move(game: &dyn AnyGame, message: &MoveMessage) -> Option<TurnText> {
    let sign = if message.captured.is_empty() { '-' } else { 'x' };
    let mut text = format!("{}{sign}{}", message.from, message.to);
    for number in &message.captured {
        text.push_str(&format!("x{number}"));
    }
    let turn = game.turn(game.find(&text, Notation::National).ok()?);
    let sorted = |message: &MoveMessage| {
        let mut captured = message.captured.clone();
        captured.sort_unstable();
        captured
    };
    (sorted(&write_move(&turn, 0)) == sorted(message)).then_some(turn)
}

/// The legal turns, by their index in [`AnyGame::turns`], that a peer understands as they are
/// meant; see [`read_move`].
#[must_use]
pub fn clear_turns(game: &dyn AnyGame) -> Vec<usize> {
    let turns = game.turns();
    let is_clear = |turn: &TurnText| read_move(game, &write_move(turn, 0)).as_ref() == Some(turn);
    (0..turns.len()).filter(|&index| is_clear(&turns[index])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;

    fn start(side: Side, squares: &str) -> StartPosition {
        StartPosition { side, squares: squares.to_owned() }
    }

    fn game(variant: Variant, fen: &str) -> Box<dyn AnyGame> {
        let mut game = variant.game();
        game.set_position(&PositionText::Fen(fen)).unwrap();
        game
    }

    fn played(variant: Variant, turns: &[&str]) -> Box<dyn AnyGame> {
        let mut game = variant.game();
        for turn in turns {
            game.play(turn, Notation::National).unwrap();
        }
        game
    }

    #[test]
    fn games_without_a_form_are_refused() {
        let refused: Vec<_> = Variant::ALL.iter().filter(|&&v| check(v).is_err()).collect();
        let names = refused.iter().map(|variant| variant.name()).collect::<Vec<_>>().join(" ");
        assert_eq!(names, "impasse extreme canadian canadian-losing alquerque");
    }

    /// The positions are those that pydraughts 0.6.7 sends.
    #[test]
    fn positions_are_those_of_pydraughts() {
        let men = |top: &str, middle: usize, bottom: &str, count: usize| {
            format!("{}{}{}", top.repeat(count), "e".repeat(middle), bottom.repeat(count))
        };
        let russian = men("z", 8, "w", 12);
        let turkish = format!("{}{}{0}", "e".repeat(8), men("z", 16, "w", 16));
        for (variant, turns, side, squares) in [
            (Variant::International, &[][..], Side::White, men("z", 10, "w", 20)),
            (Variant::Russian, &[], Side::White, russian.clone()),
            (Variant::Italian, &[], Side::White, russian.clone()),
            (Variant::Turkish, &[], Side::White, turkish),
            (Variant::English, &[], Side::Black, russian),
            (Variant::Russian, &["10-13"], Side::Black, "zzzzzzzzzzzzeeeeweeewewwwwwwwwww".into()),
            (Variant::Italian, &["21-18"], Side::Black, "zzzzzzzzzzzzeeeeeweeewwwwwwwwwww".into()),
            (Variant::English, &["11-16"], Side::White, "zzzzzzzzzzzzeeeeweeewewwwwwwwwww".into()),
        ] {
            let game = played(variant, turns);
            assert_eq!(write_position(&*game), start(side, &squares), "{variant} {turns:?}");
            let mut other = variant.game();
            read_position(&mut *other, &start(side, &squares)).unwrap();
            assert_eq!(other.fen(), game.fen());
        }
    }

    #[test]
    fn kings_have_capital_letters() {
        let king = game(Variant::International, "B:W50,K49:B1,K2");
        let position = write_position(&*king);
        assert!(position.squares.starts_with("zZee") && position.squares.ends_with("eWw"));
    }

    #[test]
    fn a_position_of_another_length_is_refused() {
        for (variant, count) in
            [(Variant::International, 32), (Variant::Russian, 50), (Variant::Turkish, 32)]
        {
            let mut game = variant.game();
            let error = read_position(&mut *game, &start(Side::White, &"e".repeat(count)));
            assert!(matches!(error, Err(PositionError::Length { .. })), "{variant}");
            assert_eq!(game.fen(), variant.game().fen());
        }
    }

    #[test]
    fn moves_are_told_in_national_numbers() {
        // pydraughts: 23-19 is the answer to 10-13 in Russian draughts.
        let russian = played(Variant::Russian, &["10-13"]);
        let step = MoveMessage { seconds: 0, from: 23, to: 19, captured: vec![] };
        let turn = read_move(&*russian, &step).unwrap();
        assert_eq!(turn.own, "f6-e5");
        assert_eq!(write_move(&turn, 0), step);
    }

    #[test]
    fn a_capture_names_exactly_what_it_takes_in_any_order() {
        let game = game(Variant::International, "W:W38:B32,22");
        let turns = game.turns();
        let message = write_move(&turns[0], 7);
        assert_eq!((turns.len(), message.captured.len()), (1, 2), "{turns:?}");
        let told = |captured: Vec<u8>| {
            read_move(&*game, &MoveMessage { captured, ..message.clone() }).is_some()
        };
        let [first, second] = message.captured[..] else { panic!("two are taken") };
        assert!(told(vec![first, second]) && told(vec![second, first]));
        assert!(!told(vec![first]) && !told(vec![]) && !told(vec![first, second, 50]));
        assert!(!told(vec![first, first]) && !told(vec![first, second, second]));
    }

    #[test]
    fn every_turn_of_every_game_is_understood() {
        use rand::rngs::StdRng;
        use rand::{Rng, SeedableRng};
        for &variant in Variant::ALL.iter().filter(|&&variant| check(variant).is_ok()) {
            let mut random = StdRng::seed_from_u64(1);
            let mut game = variant.game();
            for _ in 0..120 {
                let turns = game.turns();
                if turns.is_empty() {
                    break;
                }
                let clear = clear_turns(&*game);
                assert!(!clear.is_empty());
                for (index, turn) in turns.iter().enumerate() {
                    let is_twin = turn.national.ends_with("+K");
                    assert_eq!(clear.contains(&index), !is_twin, "{variant} {}", turn.national);
                }
                let mut other = variant.game();
                read_position(&mut *other, &write_position(&*game)).unwrap();
                assert_eq!(other.hub(), game.hub(), "{variant}");
                let turn = &turns[clear[random.random_range(0..clear.len())]];
                game.play(&turn.hub, Notation::Hub).unwrap();
            }
        }
    }
}

//! A search knows the draw counters, and what the table has kept from positions whose counters
//! stood lower does not make it forget them.

use std::time::Instant;

use damier::any::{AnyGame, PositionText};
use damier::engine::AnyEngine;
use damier::game::Notation;
use damier::games::Variant;
use damier::score::Score;
use damier::search::{Control, Limits};

fn engine(variant: Variant, options: &[(&str, &str)]) -> Box<dyn AnyEngine> {
    let mut engine = variant.engine(1, 4 << 20).expect("a small engine");
    for (name, value) in options {
        engine.game_mut().set_option(name, value).expect("an option of the game");
    }
    engine
}

fn score(engine: &mut dyn AnyEngine, fen: &str, depth: u32) -> Score {
    engine.game_mut().set_position(&PositionText::Fen(fen)).expect(fen);
    searched(engine, depth)
}

fn searched(engine: &mut dyn AnyEngine, depth: u32) -> Score {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let control = Control::new(Instant::now(), false);
    engine.search(&limits.into(), &control, &mut |_| ()).news().score
}

/// For each position: what a new engine thinks with `plies` already counted, and what one thinks
/// that has looked at the position without them just before.
fn agree(variant: Variant, options: &[(&str, &str)], positions: &[String], plies: u32) -> u32 {
    let mut used = engine(variant, options);
    let mut changed = 0;
    for fen in positions {
        let counted = format!("{fen}:H{plies}");
        let alone = score(&mut *engine(variant, options), &counted, 8);
        used.forget();
        let before = score(&mut *used, fen, 8);
        let after = score(&mut *used, &counted, 8);
        assert_eq!(alone.plies_to_end(), after.plies_to_end(), "{counted}: {alone} {after}");
        assert_eq!(alone.is_win(), after.is_win(), "{counted}");
        changed += u32::from(before.is_decided() && !after.is_decided());
    }
    changed
}

/// Pairs of kings on all squares of a board of 8x8, every so many.
fn kings(every: usize) -> Vec<String> {
    let squares = (1..=32).flat_map(|white| (1..=32).map(move |black| (white, black)));
    let apart = squares.filter(|(white, black)| white != black);
    apart.step_by(every).map(|(white, black)| format!("W:WK{white}:BK{black}")).collect()
}

#[test]
fn a_win_that_comes_after_the_draw_is_none() {
    let positions = kings(7);
    let options = [("kings15", "on")];
    let changed = agree(Variant::Poddavki, &options, &positions, 29);
    assert!(changed > 0, "no position tells the difference");
    agree(Variant::Poddavki, &options, &positions, 28);
    agree(Variant::Russian, &[], &kings(31), 29);
}

/// Four plies that lead back to the same position, if the sides can step to and fro.
fn round_trip(game: &mut dyn AnyGame, fen: &str) -> Option<Vec<String>> {
    let steps = |game: &dyn AnyGame| -> Vec<String> {
        game.turns().into_iter().map(|turn| turn.hub).filter(|hub| !hub.contains('x')).collect()
    };
    let back = |step: &str| step.split_once('-').map(|(from, to)| format!("{to}-{from}"));
    game.set_position(&PositionText::Fen(fen)).expect(fen);
    let start = game.hub();
    for ours in steps(game) {
        game.set_position(&PositionText::Fen(fen)).expect(fen);
        game.play(&ours, Notation::Hub).expect("a legal step");
        for theirs in steps(game) {
            let trip = [ours.clone(), theirs.clone(), back(&ours)?, back(&theirs)?];
            game.set_position(&PositionText::Fen(fen)).expect(fen);
            if trip.iter().all(|step| game.play(step, Notation::Hub).is_ok()) && game.hub() == start
            {
                return Some(trip.to_vec());
            }
        }
    }
    None
}

/// Russian draughts, two kings against one: drawn after five moves each. A win of seven plies or
/// more is none after four have been lost, though the table has it from before.
#[test]
fn a_win_that_was_put_off_too_long_is_none() {
    let mut used = engine(Variant::Russian, &[]);
    for fen in ["W:WK32,K20:BK5", "W:WK2,K5:BK32"] {
        used.forget();
        let early = score(&mut *used, fen, 10);
        assert!(early.is_win() && early.plies_to_end() >= Some(7), "{fen}: {early}");
        round_trip(used.game_mut(), fen).expect("the kings can step to and fro");
        // The trip has been played on the board: the position stands again, four plies later.
        let late = searched(&mut *used, 6);
        assert!(!late.is_decided(), "{fen}: {late}");
    }
}

//! Positions that were sought for the most ways to capture, within the pieces that a game starts
//! with: lists, texts and their reading must stay quick where kings and lattices of men meet.

mod common;

use std::fmt::Display;
use std::time::{Duration, Instant};

use common::{fen, settings, turns};
use damier::any::PositionText;
use damier::game::{Game, HubPosition, Notation};
use damier::games::Variant;
use damier::games::draughts::{Draughts, rules};

/// A generous bound for anything that is done once; each takes a few milliseconds at most.
const BOUND: Duration = Duration::from_secs(2);

fn quick<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = work();
    let taken = begun.elapsed();
    assert!(taken < BOUND, "{what} took {taken:?}");
    done
}

/// Lists the turns of a position, writes some of them and reads the texts back.
fn check<G: Game>(position: &G::Position) -> usize {
    let hub = G::write_hub(position);
    let legal = quick(&hub, || turns(position));
    for &turn in legal.iter().step_by(1 + legal.len() / 20) {
        for notation in [Notation::Hub, Notation::National, Notation::Own] {
            let text = quick(&hub, || G::write_turn(position, turn, notation));
            let read = quick(&text, || G::read_turn(position, &legal, &text, notation));
            assert_eq!(read, Ok(turn), "{text} in {hub}");
        }
        // From and to alone: many may fit.
        let text = G::write_turn(position, turn, Notation::Hub);
        let short = text.split('x').take(2).collect::<Vec<_>>().join("x");
        let read = quick(&short, || G::read_turn(position, &legal, &short, Notation::Hub));
        if let Err(error) = read {
            assert!(error.to_string().len() < 1_000, "{error}");
        }
    }
    legal.len()
}

fn hub<G: Game>(text: &str) -> G::Position {
    G::read_hub(&HubPosition::new(text), &settings::<G>())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn check_hubs<G: Game>(most_turns: &str, longest: &[&str]) -> usize {
    for text in longest {
        check::<G>(&hub::<G>(text));
    }
    check::<G>(&hub::<G>(most_turns))
}

#[test]
fn kings_among_lattices_on_100_squares() {
    const MOST: &str = "WeBeWWebBeeBeBeBWeeBBBeeBeWeeBBBeBeeWeBeeBBeeeWWeee";
    const LONGEST: [&str; 2] = [
        "WWeeeWWbBBbeeeeeWBeeBeeBeWeBBeBeeeeeeeeBbBBbeeWeeeW",
        "WWeeeBeebbBBBeWeeWeeBBbbeeWeeeBbeeWeeeeBBBBBeeWeBeW",
    ];
    type International = Draughts<rules::international::International>;
    type Losing = Draughts<rules::losing::Losing<rules::international::International>>;
    assert_eq!(check_hubs::<International>(MOST, &LONGEST), 407);
    assert_eq!(check_hubs::<Losing>(MOST, &LONGEST), 407);
    // A full lattice round one king.
    check::<International>(&fen::<International>(
        "W:WK46:BK7,K8,K9,K10,K17,K18,K19,K20,K27,K28,K29,K30,K37,K38,K39,K40",
    ));
}

#[test]
fn kings_among_lattices_on_64_squares() {
    const MOST: &str = "WeeeWWBBBeeeWeeeeBBBeeeeeBBBeWeWW";
    const LONGEST: [&str; 2] =
        ["WWeeWBBBbeeeeeBbBeeeeWBBBWeeWWeeW", "WBeeWWeBBBeeeeebBBeeeeeBbBeeWWeeW"];
    assert_eq!(check_hubs::<Draughts<rules::russian::Russian>>(MOST, &LONGEST), 68);
    assert_eq!(check_hubs::<Draughts<rules::poddavki::Poddavki>>(MOST, &LONGEST), 68);
}

#[test]
fn jumps_and_sandwiches_everywhere() {
    use damier::games::extreme::Extreme;
    // A king before a lattice on the squares that it can jump to all round.
    let lattice = "W:WKa1,Kc3,Ke5,Kd1,Kh4:BKb2,Kd2,Kf2,Kb4,Kd4,Kf4,Kb6,Kd6,Kf6,Kg3,Kc2,Ke2,Kg5,Kc6";
    check::<Extreme>(&fen::<Extreme>(lattice));
    check::<Extreme>(&fen::<Extreme>(
        "W:WKa1,Kb1:BKb2,Kd2,Kf2,Kb4,Kd4,Kf4,Kb6,Kd6,Kf6,Kc2,Ke2,Kg2,Kc4,Ke4,Kg4,Kc6,Ke6,Kg6",
    ));
}

#[test]
fn twelve_pieces_round_one_on_25_points() {
    use damier::games::alquerque::Alquerque;
    let most = hub::<Alquerque>("Weeebeebbbbebebwebbbbeeebe");
    assert_eq!(check::<Alquerque>(&most), 260);
}

#[test]
fn a_long_text_is_refused_at_once() {
    let turns = ["a1".repeat(100_000), "1x".repeat(100_000), "é".repeat(100_000)];
    let positions = [
        "W:W".to_owned() + &"a1,".repeat(100_000),
        "W".repeat(1_000_000),
        "8/".repeat(100_000),
        "8/8/8/8/8/8/8/".to_owned() + &"w".repeat(100_000),
        "8/8/8/8/8/8/8/8 ".to_owned() + &"w".repeat(100_000),
        "8/8/8/8/8/8/8/w7 w ".to_owned() + &"w".repeat(100_000),
    ];
    let refused = |error: &dyn Display| {
        let message = error.to_string();
        assert!(message.len() < 300, "{} bytes: {message:.300}", message.len());
    };
    for variant in Variant::ALL {
        let mut game = variant.game();
        for text in &turns {
            let read = quick("a long turn", || game.play(text, Notation::Own));
            refused(&read.expect_err("it is no turn"));
        }
        for text in &positions {
            for position in [PositionText::Fen(text), PositionText::Hub(HubPosition::new(text))] {
                let read = quick("a long position", || game.set_position(&position));
                refused(&read.expect_err("it is no position"));
            }
        }
        refused(&game.set_option(&turns[0], "on").expect_err("there is no such option"));
        if let Some((name, _)) = game.options().first() {
            refused(&game.set_option(name, &turns[0]).expect_err("there is no such value"));
        }
    }
}

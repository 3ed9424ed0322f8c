//! Positions that isolate one rule each: the legal turns are those that are recorded, nothing
//! more and nothing less, every way to write them is understood, and each has its result.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{after, fen, turns};
use damier::any::PositionText;
use damier::game::{Game, GameResult, HubPosition, Notation, Position as _, Turn};
use damier::games::Variant;
use damier::games::draughts::{Draughts, rules};
use serde::Deserialize;

type Russian = Draughts<rules::russian::Russian>;
type Poddavki = Draughts<rules::poddavki::Poddavki>;

#[derive(Deserialize)]
struct Cases {
    start_fen: String,
    perft_unique: Vec<u64>,
    positions: Vec<Case>,
    sequences: Vec<Sequence>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    fen: String,
    unique_moves: usize,
    all_paths: usize,
    moves: Vec<Move>,
    poddavki_winner: Option<String>,
    russian_winner: Option<String>,
}

#[derive(Deserialize)]
struct Move {
    #[serde(rename = "move")]
    text: String,
    same_result_paths: Vec<String>,
    captures: BTreeSet<String>,
    result: String,
}

#[derive(Deserialize)]
struct Sequence {
    id: String,
    fen: String,
    moves: Vec<String>,
    options: BTreeMap<String, bool>,
    result_after_last: String,
    decided_at_ply: usize,
}

fn cases() -> Cases {
    serde_json::from_str(include_str!("data/russian.json")).expect("the cases")
}

fn result(winner: &str) -> GameResult {
    match winner {
        "white" | "white wins" => GameResult::WhiteWins,
        "black" | "black wins" => GameResult::BlackWins,
        "draw" => GameResult::Draw,
        other => panic!("unknown result {other}"),
    }
}

/// The squares that a turn takes, by the numbers of its Hub text.
fn captured<G: Game>(hub: &str) -> BTreeSet<String> {
    let squares = hub.split('x').skip(2).map(|number| number.parse::<usize>().expect("a number"));
    squares.map(|number| G::FACTS.squares.name(number - 1)).collect()
}

/// Tests the turns of a position under the rules of `G`.
fn check_turns<G: Game>(case: &Case) {
    let id = format!("{} of {}", case.id, G::FACTS.name);
    let position = fen::<G>(&case.fen);
    let legal = turns(&position);
    assert_eq!(legal.len(), case.unique_moves, "{id}");
    assert_eq!(legal.len(), case.moves.len(), "{id}");
    let paths: usize = case.moves.iter().map(|m| m.same_result_paths.len()).sum();
    assert_eq!(paths, case.all_paths, "{id}: the record agrees with itself");
    let mut found: Vec<Turn<G>> = Vec::new();
    for expected in &case.moves {
        let read = |text: &str| {
            [Notation::Own, Notation::Hub, Notation::National].map(|notation| {
                G::read_turn(&position, &legal, text, notation)
                    .unwrap_or_else(|error| panic!("{id} {text}: {error}"))
            })
        };
        let [turn, ..] = read(&expected.text);
        assert!(!found.contains(&turn), "{id} {}: two records for one turn", expected.text);
        found.push(turn);
        for path in &expected.same_result_paths {
            assert_eq!(read(path), [turn; 3], "{id} {path}");
        }
        let hub = G::write_turn(&position, turn, Notation::Hub);
        assert_eq!(captured::<G>(&hub), expected.captures, "{id} {hub}");
        let own = G::write_turn(&position, turn, Notation::Own);
        assert!(expected.same_result_paths.contains(&own), "{id} {own}");
        let after = after(&position, turn);
        let result = fen::<G>(&expected.result);
        assert_eq!(after.key(), result.key(), "{id} {}", expected.text);
        assert_eq!(G::write_hub(&after), G::write_hub(&result), "{id} {}", expected.text);
    }
}

#[test]
fn recorded_positions_of_russian_draughts_and_poddavki() {
    let cases = cases();
    assert_eq!(cases.positions.len(), 28);
    for case in &cases.positions {
        check_turns::<Russian>(case);
        check_turns::<Poddavki>(case);
        for (variant, winner) in
            [(Variant::Poddavki, &case.poddavki_winner), (Variant::Russian, &case.russian_winner)]
        {
            let mut game = variant.game();
            game.set_position(&PositionText::Fen(&case.fen)).expect("it was read before");
            let winner = winner.as_deref().map(result);
            assert_eq!(game.result(), winner, "{} of {variant}", case.id);
        }
    }
}

#[test]
fn the_recorded_start() {
    let cases = cases();
    for variant in [Variant::Russian, Variant::Poddavki] {
        let mut game = variant.game();
        let start = (game.fen(), game.hub());
        game.set_position(&PositionText::Fen(&cases.start_fen)).expect("the start");
        assert_eq!((game.fen(), game.hub()), start);
        for (depth, &lines) in (1..=6).zip(&cases.perft_unique) {
            assert_eq!(game.distinct(depth), lines);
        }
    }
}

#[test]
fn recorded_sequences() {
    for sequence in cases().sequences {
        let id = &sequence.id;
        let mut game = Variant::Poddavki.game();
        let kings15 = sequence.options.get("kings15").copied().unwrap_or_default();
        game.set_option("kings15", if kings15 { "on" } else { "off" }).expect("the option");
        game.set_position(&PositionText::Fen(&sequence.fen)).expect("a position");
        // A draw stops nobody from playing on; without `rep3` repetition is not what is meant.
        let counts_repetition = sequence.options.get("rep3") != Some(&false);
        for (ply, text) in (1..).zip(&sequence.moves) {
            game.play(text, Notation::Own).unwrap_or_else(|error| panic!("{id} {text}: {error}"));
            if counts_repetition {
                let expected =
                    (ply == sequence.decided_at_ply).then(|| result(&sequence.result_after_last));
                assert_eq!(game.result(), expected, "{id} ply {ply}");
            }
        }
        assert_eq!(sequence.moves.len(), sequence.decided_at_ply, "{id}");
        assert_eq!(game.result(), Some(result(&sequence.result_after_last)), "{id}");
        // Seen from a position that stands for the first time, the count alone decides.
        game.set_position(&PositionText::Fen(&game.fen())).expect("its own FEN");
        let expected = (!counts_repetition || sequence.result_after_last != "draw")
            .then(|| result(&sequence.result_after_last));
        assert_eq!(game.result(), expected, "{id} afresh");
    }
}

#[derive(Deserialize)]
struct RulePosition {
    id: String,
    variant: String,
    fen: String,
    legal_hub: BTreeSet<String>,
    n: usize,
}

/// The squares of a Hub text: from, to, and the captured ones in order.
fn squares(hub: &str) -> (String, String, BTreeSet<u32>) {
    let mut parts = hub.split(['-', 'x']);
    let mut next = || parts.next().expect("a square").to_owned();
    let (from, to) = (next(), next());
    (from, to, parts.map(|number| number.parse().expect("a number")).collect())
}

impl RulePosition {
    fn check(&self, variant: Variant) {
        let id = &self.id;
        let mut game = variant.game();
        game.set_position(&PositionText::Fen(&self.fen)).expect(id);
        let legal: Vec<String> = game.turns().into_iter().map(|turn| turn.hub).collect();
        assert_eq!(legal.len(), self.n, "{id}");
        let written: BTreeSet<String> = legal.iter().cloned().collect();
        assert_eq!(written, self.legal_hub, "{id}");
        let shapes: Vec<_> = legal.iter().map(|hub| squares(hub)).collect();
        for (turn, hub) in legal.iter().enumerate() {
            let read = |text: &str| game.find(text, Notation::Hub);
            assert_eq!(read(hub), Ok(turn), "{id}");
            let (from, to, captured) = squares(hub);
            if captured.is_empty() {
                continue;
            }
            // In the other order, and with `:` for the sign.
            let mut text = format!("{from}x{to}");
            for square in captured.iter().rev() {
                text += &format!("x{square}");
            }
            assert_eq!(read(&text), Ok(turn), "{id} {text}");
            assert_eq!(read(&text.replace('x', ":")), Ok(turn), "{id} {text}");
            // With a captured square left out, then with all: understood where no other turn
            // fits, and refused as ambiguous where one does.
            let mut left: Vec<BTreeSet<u32>> = captured
                .iter()
                .map(|out| captured.iter().copied().filter(|square| square != out).collect())
                .collect();
            left.push(BTreeSet::new());
            for left in left {
                let mut text = format!("{from}x{to}");
                for square in &left {
                    text += &format!("x{square}");
                }
                let fits = |(f, t, c): &&(String, String, BTreeSet<u32>)| {
                    (f, t) == (&from, &to) && c.is_superset(&left)
                };
                let is_exact = shapes.contains(&(from.clone(), to.clone(), left.clone()));
                if shapes.iter().filter(fits).count() == 1 {
                    assert_eq!(read(&text), Ok(turn), "{id} {text}");
                } else if !is_exact {
                    let error = read(&text).expect_err("two turns fit").to_string();
                    assert!(error.contains("ambiguous") && error.contains(&text), "{id} {error}");
                }
            }
        }
    }
}

#[test]
fn recorded_positions_of_the_family() {
    let files =
        [include_str!("data/rule-positions.json"), include_str!("data/family-positions.json")];
    let mut tested = BTreeMap::<&str, usize>::new();
    for file in files {
        let all: Vec<RulePosition> = serde_json::from_str(file).expect("the positions");
        for position in &all {
            let variant: Variant = position.variant.parse().expect("a game");
            position.check(variant);
            *tested.entry(variant.name()).or_default() += 1;
        }
    }
    for variant in family() {
        assert!(tested.contains_key(variant.name()), "{variant}: {tested:?}");
    }
}

#[test]
fn a_turn_that_is_not_legal_is_named_and_changes_nothing() {
    for variant in Variant::ALL {
        let mut game = variant.game();
        let before = (game.fen(), game.turns());
        for text in ["", "a1", "a1-a1", "a1-b9", "1-99", "x", "a1-h8", "32x1", "nonsense"] {
            let error = game.play(text, Notation::Own).expect_err(text).to_string();
            assert!(error.contains(&format!("'{text}'")), "{variant} {text:?}: {error}");
        }
        assert_eq!((game.fen(), game.turns()), before, "{variant}");
    }
}

/// The games of the draughts family.
fn family() -> impl Iterator<Item = Variant> {
    let others = [Variant::Impasse, Variant::Extreme, Variant::Alquerque];
    Variant::ALL.iter().copied().filter(move |variant| !others.contains(variant))
}

fn result_of(variant: Variant, text: &PositionText) -> Option<GameResult> {
    let mut game = variant.game();
    game.set_position(text).unwrap_or_else(|error| panic!("{variant} {text:?}: {error}"));
    assert!(game.result().is_none() || (game.turns().is_empty() && game.legal().is_empty()));
    game.result()
}

#[test]
fn a_side_without_turns_has_lost_and_has_won_in_the_losing_games() {
    let losing = [
        Variant::Losing,
        Variant::Poddavki,
        Variant::FrisianLosing,
        Variant::BrazilianLosing,
        Variant::PoolLosing,
        Variant::EnglishLosing,
        Variant::ItalianLosing,
        Variant::SpanishLosing,
        Variant::CzechLosing,
        Variant::ThaiLosing,
        Variant::CanadianLosing,
    ];
    let mirrored =
        [Variant::Italian, Variant::Spanish, Variant::Portuguese, Variant::ItalianLosing];
    for variant in family() {
        let (white_wins, black_wins) = if losing.contains(&variant) {
            (GameResult::BlackWins, GameResult::WhiteWins)
        } else {
            (GameResult::WhiteWins, GameResult::BlackWins)
        };
        // A white man that is blocked, and does not see what it could capture.
        let blocked = if variant == Variant::Turkish {
            "W:Wa4:Ba5,a6,b4,c4"
        } else if mirrored.contains(&variant) || variant == Variant::SpanishLosing {
            "W:Wa2:Bb3,c4"
        } else {
            "W:Wa3:Bb4,c5"
        };
        let without = |side: &str| match side {
            "W" => "W:W:B13",
            _ => "B:W13:B",
        };
        for (fen, expected) in
            [(blocked, black_wins), (without("W"), black_wins), (without("B"), white_wins)]
        {
            let found = result_of(variant, &PositionText::Fen(fen));
            assert_eq!(found, Some(expected), "{variant} {fen}");
        }
    }
}

#[test]
fn the_first_king_wins_breakthrough() {
    let mut game = Variant::Breakthrough.game();
    // The man passes the far row, comes back and is none.
    game.set_position(&PositionText::Fen("W:W15:B9,10,40")).expect("a position");
    game.play("15x13", Notation::Hub).expect("the capture");
    assert_eq!(game.result(), None);
    game.play("40-44", Notation::Hub).expect("a step");
    game.play("13-8", Notation::Hub).expect("a step");
    assert_eq!(game.result(), None);
    game.play("44-50", Notation::Hub).expect("a step");
    assert_eq!(game.result(), Some(GameResult::BlackWins));
    assert!(game.turns().is_empty());
    game.set_position(&PositionText::Fen("W:W6:B45")).expect("a position");
    game.play("6-1", Notation::Hub).expect("a step");
    assert_eq!(game.result(), Some(GameResult::WhiteWins));
}

#[test]
fn a_side_whose_only_mover_is_a_held_frisian_king_has_lost() {
    // The man on 6 is blocked by its own king, which has made three moves.
    for (fen, expected) in [
        ("W:W6,K1:B45:+0+301", Some(GameResult::BlackWins)),
        ("W:W6,K1:B45:+0+201", None),
        ("W:W6,K1:B45", None),
    ] {
        assert_eq!(result_of(Variant::Frisian, &PositionText::Fen(fen)), expected, "{fen}");
        assert_eq!(result_of(Variant::Frysk, &PositionText::Fen(fen)), expected, "{fen}");
    }
    let held = result_of(Variant::FrisianLosing, &PositionText::Fen("W:W6,K1:B45:+0+301"));
    assert_eq!(held, Some(GameResult::WhiteWins));
}

#[test]
fn frisian_king_moves_are_counted_and_forgotten() {
    for (fen, turns, expected) in [
        // Three moves, then another king, then the first again.
        ("W:W35,K50:B5,K1", "50-45 1-6 45-50 6-1 50-45", "+201+345"),
        ("W:W35,K50,K48:B5,K1:+0+350", "48-42", "+0+142"),
        // A man's move, a capture and a promotion end the count.
        ("W:W35,K50:B5,K1:+201+350", "35-30", "+201+0"),
        ("W:W35,K50:B5,K1,44:+201+350", "50x39", "+201+0"),
        ("W:W6,35,K50:B5,K46:+246+350", "6-1", "+246+0"),
        // The king is captured, and the last man.
        ("W:W35,K50:BK39,5:+339+0", "50x33", ""),
        ("W:W35,K50:BK1,39:+301+0", "50x33", ""),
        // Without men nothing is counted.
        ("W:W35,K50:BK1", "50-45 1-6", "+0+145"),
    ] {
        let mut game = Variant::Frisian.game();
        game.set_position(&PositionText::Fen(fen)).expect(fen);
        for turn in turns.split(' ') {
            game.play(turn, Notation::Hub).unwrap_or_else(|error| panic!("{fen} {error}"));
        }
        let fen_after = game.fen();
        let counts = fen_after.split(':').nth(3).unwrap_or_default();
        assert_eq!(counts, expected, "{fen} {turns}");
    }
}

#[test]
fn one_against_one_draws_turkish_draughts_unless_it_can_capture() {
    for (fen, expected) in [
        ("W:Wa3:Bh6", Some(GameResult::Draw)),
        ("W:WKa1:Bh6", Some(GameResult::Draw)),
        ("B:WKa1:BKh6", Some(GameResult::Draw)),
        ("W:WKa1:Ba5", None),
        ("W:WKa1:Bh6,h5", None),
        ("W:WKa1,b1:Bh6", None),
        // Nothing is no piece.
        ("W:Wa3:B", None),
        ("W:WKa1:B", None),
    ] {
        assert_eq!(result_of(Variant::Turkish, &PositionText::Fen(fen)), expected, "{fen}");
    }
    let mut game = Variant::Turkish.game();
    game.set_position(&PositionText::Fen("W:WKa1:Ba5,h6")).expect("a position");
    game.play("a1xa6", Notation::Own).expect("the capture");
    assert_eq!(game.result(), Some(GameResult::Draw));
}

/// Found by playing back every listed move of random positions: a capture that crowns on its way
/// was taken for another that captures those pieces and more.
#[test]
fn a_text_that_names_exactly_what_a_turn_takes_means_that_turn() {
    for (hub, text) in [
        ("BeeeeeewwWeweebweweWeeeebwwwweewe", "14x5x9x17x25x26"),
        ("BWeeebeeeweeeeewbwwebeeewwwweeeww", "5x28x9x17x24x25x26"),
        ("BeeebeeeewweeeebWwWweeebweweweeew", "15x22x9x16x17x18x24x26"),
        ("WeeeeweBwBBwweWbbWeeeebBbeBewweew", "11x13x7x9"),
        ("WeeBBeBbeeBwebBbbeeeeBBebeeeeeeew", "11x25x6x7x14x22"),
        ("BbeeebeWeWeebeebeeWWeeeBeWWweeeee", "15x13x7x9x18x26x27"),
        ("BbeeebeWeWeebeebeeWWeeeBeWWweeeee", "15x13x9x18x19x26x27"),
    ] {
        let mut game = Variant::Russian.game();
        game.set_position(&PositionText::Hub(HubPosition::new(hub))).expect(hub);
        let index = game.find(text, Notation::Hub).expect(text);
        assert_eq!(game.turn(index).hub, text);
        for (index, turn) in game.turns().iter().enumerate() {
            assert_eq!(game.find(&turn.hub, Notation::Hub), Ok(index), "{hub}: {}", turn.hub);
        }
    }
}

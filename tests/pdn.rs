//! Files of games: every tolerance and trap of PDN alone, faults with their exact place, real
//! files, and random games written and read again.

use std::io::Read;

use assert_cmd::Command;
use damier::any::{AnyGame, PositionText};
use damier::game::Notation;
use damier::games::Variant;
use damier::notation::fen::Naming;
use damier::notation::pdn::fault::{Fault, GameError, SyntaxError};
use damier::notation::pdn::record::{Item, Record};
use damier::notation::pdn::replay::{Keep, Outcome};
use damier::notation::pdn::{Games, check_round_trip, file_text};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use serde_json::Value;

fn read_as(bytes: &[u8], fallback: Option<Variant>, keep: Keep) -> Vec<Outcome> {
    let games = Games::new(bytes, fallback, keep);
    games.map(|game| game.expect("a slice can be read")).collect()
}

fn outcomes(bytes: &[u8]) -> Vec<Outcome> {
    read_as(bytes, None, Keep::National)
}

/// The games of a text in which nothing is wrong.
fn records(bytes: impl AsRef<[u8]>) -> Vec<Record> {
    let bytes = bytes.as_ref();
    check_round_trip(bytes);
    let record = |outcome: Outcome| {
        let text = String::from_utf8_lossy(bytes);
        let record = outcome.record.unwrap_or_else(|fault| panic!("{fault}: {text}"));
        record.expect("it is kept")
    };
    outcomes(bytes).into_iter().map(record).collect()
}

/// The only game of a text.
fn record(bytes: impl AsRef<[u8]>) -> Record {
    let mut records = records(bytes);
    assert_eq!(records.len(), 1);
    records.remove(0)
}

/// The moves of the main line.
fn moves(record: &Record) -> String {
    let turns = record.main_line().filter_map(|item| match item {
        Item::Turn(played) => Some(played.text.as_str()),
        _ => None,
    });
    turns.collect::<Vec<_>>().join(" ")
}

/// The moves of an international game with these words.
fn moves_of(text: &str) -> String {
    moves(&record(format!("[GameType \"20\"]\n\n{text}\n")))
}

fn ending(text: &str) -> &'static str {
    record(format!("[GameType \"20\"]\n\n1. 32-28 {text}\n")).ending.write(false)
}

fn faults(bytes: impl AsRef<[u8]>) -> Vec<Fault> {
    check_round_trip(bytes.as_ref());
    outcomes(bytes.as_ref()).into_iter().filter_map(|outcome| outcome.record.err()).collect()
}

/// The only fault of a text: where it is and what is wrong.
fn fault(bytes: impl AsRef<[u8]>) -> (String, GameError) {
    let mut faults = faults(bytes);
    assert_eq!(faults.len(), 1, "{faults:?}");
    let fault = faults.remove(0);
    (fault.place.to_string(), *fault.error)
}

fn syntax(bytes: impl AsRef<[u8]>) -> (String, SyntaxError) {
    match fault(bytes) {
        (place, GameError::Syntax(error)) => (place, error),
        (place, other) => panic!("{place}: {other}"),
    }
}

// Tolerances.

#[test]
fn numbers_of_moves_have_many_forms() {
    for text in [
        "1. 32-28 19-23 2. 28x19",
        "1.32-28 19-23 2.28x19",
        "1. 32-28 1. ... 19-23 2. 28x19",
        "1. 32-28 1... 19-23 2. 28x19",
        "1. 32-28 1...19-23 2. 28x19",
        "1.32-28 1..19-23 2.28x19",
        "1 32-28 19-23 2 28x19",
        "32-28 19-23 28x19",
        "7. 32-28 3. 19-23 99. 28x19",
        "1. 32-28 … 19-23 2. 28x19",
        "1.\n32-28 19-23 2.\r\n28x19",
    ] {
        assert_eq!(moves_of(text), "32-28 19-23 28x19", "{text}");
    }
}

#[test]
fn moves_have_many_forms() {
    for text in [
        "32-28 19-23 28x19",
        "32 - 28 19 - 23 28 x 19",
        "3228 1923 2819",
        "32-28 19-23 28:19",
        "32-28 19-23 28X19",
        "32-28 19-23 28\u{d7}19",
        "32\u{2013}28 19\u{2013}23 28x19",
        "32-28 19-23 28-19",
        "32-28 19-23 28x19*",
        "32-28* 19-23 * 28x19 *",
        "d4-e5 19-23 28x19",
    ] {
        assert_eq!(moves_of(text), "32-28 19-23 28x19", "{text}");
    }
}

#[test]
fn leading_zeros_are_passed_over() {
    let text = "[GameType \"20\"] [FEN \"W:W32:B1\"] 032-028 01-07 *";
    assert_eq!(moves(&record(text)), "32-28 1-7");
}

#[test]
fn a_whole_way_and_a_short_one_mean_the_same_capture() {
    let text = "[GameType \"20\"][FEN \"W:W40:B34,23\"]";
    for way in ["40x18", "40x29x18"] {
        assert_eq!(moves(&record(format!("{text} 1. {way} *"))), "40x18");
    }
}

/// Positions of a king among men, in which captures may go several ways.
fn crowded(seed: u64) -> (String, Box<dyn AnyGame>) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut squares: Vec<u32> = (6..=45).collect();
    squares.shuffle(&mut random);
    let men: Vec<String> = squares[1..14].iter().map(u32::to_string).collect();
    let fen = format!("W:WK{}:B{}", squares[0], men.join(","));
    let mut game = Variant::International.game();
    game.set_position(&PositionText::Fen(&fen)).expect("a position");
    (format!("[GameType \"20\"]\n[FEN \"{fen}\"]\n\n"), game)
}

fn short(own: &str) -> String {
    let squares: Vec<&str> = own.split('x').collect();
    format!("{}x{}", squares[0], squares[squares.len() - 1])
}

#[test]
fn ambiguous_captures_are_told_by_landings_and_only_they() {
    let mut ambiguous = 0;
    for seed in 0..300 {
        let (tags, game) = crowded(seed);
        for turn in game.turns().into_iter().filter(|turn| turn.own.contains('x')) {
            let short = short(&turn.own);
            let is_clear = game.find(&short, Notation::Own).is_ok();
            let played = record(format!("{tags}1. {} *", turn.own));
            assert_eq!(moves(&played), if is_clear { short } else { turn.own.clone() }, "{tags}");
            let Some(Item::Turn(first)) = played.items.first() else { panic!("a move is first") };
            assert_eq!(first.hub, turn.hub, "{tags}");
            ambiguous += u32::from(!is_clear);
        }
    }
    assert!(ambiguous > 0);
}

#[test]
fn results_have_many_forms() {
    for (text, expected) in [
        ("1-0", "1-0"),
        ("2-0", "1-0"),
        ("0-1", "0-1"),
        ("0-2", "0-1"),
        ("1-1", "1/2-1/2"),
        ("1/2-1/2", "1/2-1/2"),
        ("\u{bd}-\u{bd}", "1/2-1/2"),
        ("0-0", "0-0"),
        ("1.5-0.5", "1-0"),
        ("*", "*"),
        ("", "*"),
    ] {
        assert_eq!(ending(text), expected, "{text}");
    }
}

#[test]
fn a_result_and_a_move_are_told_apart_by_their_whole_words() {
    let text = "[GameType \"20\"][FEN \"W:WK1,45:BK5\"] 1. 1-18 5-10 2. 18-1 1-1";
    let record = record(text);
    assert_eq!(moves(&record), "1-18 5-10 18-1");
    assert_eq!(record.ending.write(true), "1-1");
}

#[test]
fn a_star_ends_a_game_or_marks_a_forced_move() {
    let two = records("[GameType \"20\"] 1. 32-28 * 1. 31-27 *\n[GameType \"20\"] 1. 33-29*");
    assert_eq!(two.iter().map(moves).collect::<Vec<_>>(), ["32-28", "31-27", "33-29"]);
    let marked = record("[GameType \"20\"] 1. 32-28 19-23 2. 28x19* 14x23 * 3. 37-32 *");
    assert_eq!(moves(&marked), "32-28 19-23 28x19 14x23 37-32");
    assert_eq!(marked.items.iter().filter(|item| **item == Item::Nag(7)).count(), 2);
}

#[test]
fn strokes_stand_for_moves_that_were_not_made() {
    assert_eq!(moves_of("1. 32-28 19-23 2. - - 2-0"), "32-28 19-23");
    let text = "[GameType \"20\"][FEN \"B:W32:B19\"] 1. - 19-23 2. 32-27 *";
    assert_eq!(moves(&record(text)), "19-23 32-27");
}

#[test]
fn marks_are_numbers_too() {
    let text = "1. 32-28! 19-23? 2. 28x19!! 14x23?? 3. 37-32!? 10-14?! 4. 41-37(!) 5-10(?) \
                5. 46-41(!?!!!) 17-21 $14 *";
    let record = record(format!("[GameType \"20\"] {text}"));
    let nags = record.items.iter().filter_map(|item| match item {
        Item::Nag(nag) => Some(*nag),
        _ => None,
    });
    assert_eq!(nags.collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 1, 2, 5, 14]);
}

#[test]
fn comments_may_hold_anything_but_their_end() {
    let text = "{[before] the tags}\n[GameType \"20\"]\n{1. 31-27 (no) [Event \"x\"] {} 1. 32-28 \
                {[%clock w0:01:10 B0:01:15] 1-0\n\n[Result \"1-0\"]\n} 19-23 ; to the end } {\n\
                % a line for nobody\n 2. 28x19 [%clk 0:01:00] 2-0 {a draw\t  at\nlast} {!}";
    let record = record(text);
    let comments = record.items.iter().filter_map(|item| match item {
        Item::Comment(text) => Some(text.as_str()),
        _ => None,
    });
    let expected = [
        "[before] the tags",
        "1. 31-27 (no) [Event \"x\"] {",
        "[%clock w0:01:10 B0:01:15] 1-0 [Result \"1-0\"]",
        "to the end ) {",
        "[%clk 0:01:00]",
        "a draw at last",
        "!",
    ];
    assert_eq!(comments.collect::<Vec<_>>(), expected);
    assert_eq!(moves(&record), "32-28 19-23 28x19");
}

#[test]
fn variations_go_back_by_one_move() {
    let text = "1. 32-28 (1. 31-27 17-21 (1... 19-23 {good} 2. 33-29)) 19-23 (18-23 (17-22)) \
                2. 28x19 14x23 (2... 13x24 1-0) (2... 13x24) 2-0";
    let record = record(format!("[GameType \"20\"] {text}"));
    assert_eq!(moves(&record), "32-28 19-23 28x19 14x23");
    let written = record.write();
    let movetext = written.split_once("\n\n").expect("tags and moves").1.replace('\n', " ");
    assert_eq!(
        movetext.trim(),
        "1. 32-28 ( 1. 31-27 17-21 ( 1... 19-23 {good} 2. 33-29 ) ) 1... 19-23 ( 1... 18-23 ( \
         1... 17-22 ) ) 2. 28x19 14x23 ( 2... 13x24 ) ( 2... 13x24 ) 2-0"
    );
}

#[test]
fn games_need_no_separators() {
    let text = "[Event \"a\"][GameType \"20\"]1.32-28 19-23[Event \"b\"]\n[GameType \"20\"]\n\
                1.31-27\n2-0 1. 33-29 *\n[Event \"c\"]\n[GameType \"20\"]\n\n\
                [Event \"d\"]\n[GameType \"20\"]\n\n{d} 0-2";
    let games = records(text);
    assert_eq!(
        games.iter().map(moves).collect::<Vec<_>>(),
        ["32-28 19-23", "31-27", "33-29", "", ""]
    );
    assert_eq!(games[4].tags, [("Event".to_owned(), "d".to_owned())]);
    assert!(records("").is_empty());
    assert!(records("* 1-0\n\n% nothing\n").is_empty());
}

#[test]
fn encodings_and_ends_of_lines_do_not_matter() {
    let value = |bytes: &[u8]| record(bytes).tags[0].1.clone();
    let utf8 = "\u{feff}[White \"Сергей\"]\r\n[GameType \"20\"]\r\n\r\n1. 32-28\r\n19-23 *\r\n\x1a";
    assert_eq!(value(utf8.as_bytes()), "Сергей");
    assert_eq!(value(b"[White \"Andr\xe9\"][GameType \"20\"] 32-28 {na\xefve} *"), "André");
    assert_eq!(value(b"[White \"a\"]\r[GameType \"20\"]\r% no\r1. 32-28 ; yes\r19-23 *"), "a");
    assert_eq!(moves_of("1.\u{a0}32-28 *"), "32-28");
}

#[test]
fn tags_are_read_with_their_quotes() {
    let text = "[Event \"The \\\"Open\\\" of \"94\" \\\\ [x]\"]\n[ GameType  \"20\" ]\n\
                [White \"\"]\n[Round \"1\"\n1. 32-28 *";
    let record = record(text);
    assert_eq!(record.tags[0].1, "The \"Open\" of \"94\" \\ [x]");
    assert_eq!(record.tags[1], ("Round".to_owned(), "1".to_owned()));
    let written = record.write();
    assert!(written.starts_with("[Event \"The \\\"Open\\\" of \\\"94\\\" \\\\ [x]\"]\n"));
    assert!(!written.contains("White"), "empty tags are left out: {written}");
}

#[test]
fn a_position_may_be_set_up_within_a_game() {
    let text = "[GameType \"20\"] 1. 32-28 /FEN \"W:W40:B34,5\"/ 2. 40x29 /FEN \"W::\"/ 29-24 *";
    let record = record(text);
    assert_eq!(moves(&record), "32-28 40x29 29-24");
    let Some(Item::Turn(last)) = record.items.last() else { panic!("a move is last") };
    assert_eq!(last.fen, "B:W24:B5");
}

#[test]
fn the_side_to_move_may_be_left_open() {
    let open = records("[FEN \"?:W29,13,11:B22,4,2\"]\n*\n[FEN \"W:W31-50:B1-20.\"]\n*");
    assert_eq!(open[0].start.fen, "W:W11,13,29:B2,4,22");
    assert!(!open[1].is_set_up, "the start of the game needs no tag");
}

// Games and their squares.

#[test]
fn tags_tell_the_game() {
    for (tags, first, expected) in [
        ("[GameType \"20\"]", "32-28", Variant::International),
        ("[GameType \"20,W,10,10,N1,0\"]", "32-28", Variant::International),
        ("[GameType \"98\"]", "32-28", Variant::Losing),
        ("[GameType \"25\"]", "c3-d4", Variant::Russian),
        ("[GameType \"25,W,8,8,A0,0\"]", "c3d4", Variant::Russian),
        ("[GameType \"25\"][Variant \"Poddavki\"]", "c3-d4", Variant::Poddavki),
        ("[Variant \"Impasse\"]", "d2f4", Variant::Impasse),
        ("[Variant \"Extreme checkers\"]", "c6-d5", Variant::Extreme),
        ("", "32-28", Variant::International),
        ("", "c3-d4", Variant::Russian),
    ] {
        let record = record(format!("{tags} 1. {first} *"));
        assert_eq!(record.variant, expected, "{tags}");
    }
    let fallen = read_as(b"1. c3-d4 *", Some(Variant::Poddavki), Keep::National);
    assert_eq!((fallen[0].variant, fallen[0].is_guess), (Some(Variant::Poddavki), false));
    let told = read_as(b"[GameType \"25\"] c3-d4 *", Some(Variant::Poddavki), Keep::National);
    assert_eq!(told[0].variant, Some(Variant::Russian), "the tag goes before what is assumed");
}

#[test]
fn a_game_that_is_unknown_is_a_fault_of_its_own() {
    let text = "[Event \"a\"]\n[GameType \"50\"]\n\n1. d3 c5 *\n\n[GameType \"20\"]\n\n32-28 *";
    let games = outcomes(text.as_bytes());
    let fault = games[0].record.clone().expect_err("nobody plays Othello here");
    assert!(
        fault.to_string().starts_with("2:1: game 1: no game here has GameType \"50\""),
        "{fault}"
    );
    assert!(games[1].record.is_ok());
    let text = "[GameType \"25\"]\n[Variant \"Impasse\"]\n[FEN \"x\"]\n*";
    assert!(matches!(fault_of(text), GameError::Type(_) | GameError::Position { .. }));
}

fn fault_of(text: &str) -> GameError {
    fault(text).1
}

#[test]
fn numbers_in_games_of_names_are_counted_from_the_corner_that_is_told() {
    for (game_type, text) in [
        ("25", "1. 22-18 11-15"),
        ("25", "1. 10-14 23-19"),
        ("25,W,8,8,N2,0", "1. 22-18 11-15"),
        ("25,W,8,8,N0,0", "1. 10-14 23-19"),
        ("25,B,8,8,N1,0", "1. 22-18 11-15"),
        ("25,W,8,8,N1,0", "1. 10-14 23-19"),
        ("25,W,8,8,A0,0", "1. c3-d4 f6-e5"),
    ] {
        let record = record(format!("[GameType \"{game_type}\"] {text} *"));
        let expected = if game_type.contains("N1") && game_type.contains('W') {
            // From the bottom right: 10 is e3.
            "e3-f4 d6-c5"
        } else {
            "c3-d4 f6-e5"
        };
        assert_eq!(moves(&record), expected, "{game_type}");
    }
    let text = "[GameType \"25,W,8,8,N0,0\"][FEN \"W:W1-3,K5:BK32\"] 1. 5-9 *";
    assert_eq!(record(text).start.fen, "W:Wa1,c1,e1,Kb2:BKh8");
}

#[test]
fn numbers_are_those_of_the_games_own_books() {
    for (tags, text, hub) in [
        ("[GameType \"21\"]", "11-15 23-19", "11-15 23-19"),
        ("[GameType \"22\"]", "22-18 11-15", "22-18 11-15"),
        ("[GameType \"24\"]", "11-15 22-18", "22-18 11-15"),
        ("[GameType \"28\"][FEN \"W:W1-3,K9:B30.\"]", "9-18 30-26", "24-15 3-7"),
        ("[GameType \"31\"]", "25-21 8-12", "8-12 25-21"),
        ("[GameType \"27\"]", "43-37 26-32", "43-37 26-32"),
        ("[GameType \"30\"]", "a3-a4 b6-b5", "41-33 18-26"),
        ("[GameType \"40\"]", "32-28 19-23", "32-28 19-23"),
    ] {
        let record = record(format!("{tags} {text} *"));
        let played = record.main_line().filter_map(|item| match item {
            Item::Turn(played) => Some(played.hub.as_str()),
            _ => None,
        });
        assert_eq!(played.collect::<Vec<_>>().join(" "), hub, "{tags}");
        assert_eq!(moves(&record), text, "{tags}");
    }
    let placed = record("[GameType \"24\"][FEN \"W:W1,2:BK30\"] *");
    assert_eq!(placed.start.fen, "W:W31,32:BK3");
    assert!(placed.write().contains("[FEN \"W:W1,2:BK30\"]"), "{}", placed.write());
    let fault = &faults("[GameType \"24\"][FEN \"W:W1,2:BK30\"] 1-9 *")[0];
    assert!(fault.to_string().contains("in W:W1,2:BK30 (spanish); legal: "), "{fault}");
}

#[test]
fn squares_are_written_as_asked_for() {
    let text = b"[GameType \"25\"] 1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 *";
    let keep = |naming| read_as(text, None, Keep::Named(naming));
    let numeric = keep(Naming::Numbers)[0].record.clone().expect("legal").expect("kept");
    let written = numeric.write();
    assert!(written.contains("[GameType \"25,W,8,8,N2,0\"]"), "{written}");
    assert!(written.contains("1. 22-18 10-14"), "{written}");
    let named = read_as(b"[GameType \"20\"] 32-28 *", None, Keep::Named(Naming::Algebraic));
    let written = named[0].record.clone().expect("legal").expect("kept").write();
    assert!(written.contains("[GameType \"20,W,10,10,A0,0\"]"), "{written}");
    assert!(written.contains("1. d4-e5"), "{written}");
}

// Faults.

#[test]
fn an_illegal_move_is_told_with_its_place_and_what_was_legal() {
    let text = "[GameType \"20\"]\n\n1. 32-28 *\n\n[GameType \"20\"]\n\n1. 32-28 19-23\n\
                2. 28x19 12-17 3. 1-2 *\n\n[GameType \"20\"]\n\n1. 31-27 *\n";
    let games = outcomes(text.as_bytes());
    assert_eq!(
        games.iter().map(|game| game.record.is_ok()).collect::<Vec<_>>(),
        [true, false, true]
    );
    let fault = games[1].record.clone().expect_err("12-17 passes over a capture");
    assert_eq!(
        fault.to_string(),
        "8:10: game 2, move 2 (Black): illegal move '12-17' in \
         B:W19,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,\
         12,13,14,15,16,17,18,20 (normal); legal: 13x24 14x23"
    );
    assert_eq!(fault.place.offset, text.find("12-17").expect("it is there") as u64);
}

#[test]
fn places_count_characters_and_lines_of_any_kind() {
    assert_eq!(syntax("[White \"Сергей\"]\r\n\r\n{ö} x").0, "3:5");
    assert_eq!(syntax("32-28 {\u{feff}a\nb} @").0, "2:4");
}

#[test]
fn an_ambiguous_move_is_a_fault() {
    let ambiguous = (0..300).find_map(|seed| {
        let (tags, game) = crowded(seed);
        let captures = game.turns().into_iter().filter(|turn| turn.own.contains('x'));
        let shorts = captures.map(|turn| short(&turn.own));
        let mut unclear = shorts.filter(|short| game.find(short, Notation::Own).is_err());
        unclear.next().map(|short| (tags, short))
    });
    let (tags, short) = ambiguous.expect("some capture goes several ways");
    let (place, error) = fault(format!("{tags}1. {short} *"));
    assert_eq!(place, "4:4");
    assert!(
        error.to_string().starts_with(&format!("ambiguous move '{short}': it may be ")),
        "{error}"
    );
}

#[test]
fn what_is_no_pdn_is_refused_with_its_place() {
    for (text, place, part) in [
        ("1. 32-28 { a { b } }", "1:20", "comments cannot be nested"),
        ("1. 32-28 )", "1:10", "')' closes nothing"),
        ("1. 32-28 ]", "1:10", "']' closes nothing"),
        ("1. 32-28\n19-23 (18-23", "2:7", "variation begins here that is not closed"),
        ("1. 32-28 {never", "1:10", "comment begins here that is not closed"),
        ("1. 32-28 hello 19-23", "1:10", "'hello' is no move"),
        ("1. 32-28 x23", "1:10", "'x23' is no move"),
        ("1. 32-28 $ 3", "1:10", "'$' is no move"),
        ("1. 32-28 $99999", "1:10", "'$99999' is no move"),
        ("1. 32-28 12345", "1:10", "'12345' is no move"),
        ("[Event 3]\n*", "1:1", "a tag has the form"),
        ("[Event \"3]\n*", "1:1", "not closed on its line"),
        ("1. 32-28 /FEN W:W1/", "1:10", "a setup has the form"),
    ] {
        let (found, error) = syntax(text);
        assert_eq!(found, place, "{text}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn a_bad_position_is_told_where_its_tag_stands() {
    let text = "[Event \"a\"]\n[GameType \"20\"]\n[FEN \"W:W99:B1\"]\n\n1. 32-28 *";
    let (place, error) = fault(text);
    assert_eq!(place, "3:1");
    assert!(error.to_string().contains("'99' is no square"), "{error}");
    let (place, error) = fault("[GameType \"20\"]\n1. 32-28 /FEN \"W:W1\"/ *");
    assert_eq!(place, "2:10");
    assert!(matches!(error, GameError::Position { .. }), "{error}");
}

#[test]
fn results_that_contradict_each_other_are_a_fault() {
    let (place, error) = fault("[GameType \"20\"]\n[Result \"2-0\"]\n1. 32-28 0-1");
    assert_eq!(place, "3:10");
    assert!(matches!(error, GameError::Result { .. }), "{error}");
    for agree in
        ["[Result \"2-0\"] 32-28 1-0", "[Result \"*\"] 32-28 1-0", "[Result \"2-0\"] 32-28 *"]
    {
        assert_eq!(record(agree).ending.write(false), "1-0", "{agree}");
    }
}

#[test]
fn the_next_game_is_read_whatever_was_wrong() {
    for broken in [
        "1. 32-28 } 19-23 { \"\n",
        "1. 32-28 {never closed\n",
        "1. 99-98 19-23 (junk) } 1-0\n",
        "[Event \"open\n[Site \"b\"]\n\n1. 32-28 *\n",
        "(((((\n",
        "\u{1}\u{2}\n",
    ] {
        let text = format!("{broken}\n[Event \"next\"]\n[GameType \"20\"]\n\n1. 32-28 *\n");
        let games = outcomes(text.as_bytes());
        assert_eq!(games.len(), 2, "{broken}");
        assert!(games[0].record.is_err() && games[1].record.is_ok(), "{broken}");
    }
}

// Bounds.

#[test]
fn what_never_ends_is_read_to_its_end() {
    let endless = |opening: &'static [u8], byte: u8, length: u64| {
        opening.chain(std::io::repeat(byte).take(length))
    };
    let long = 1 << 25;
    for (opening, byte) in [
        (&b"1. 32-28 {"[..], b'x'),
        (b";", b'x'),
        (b"[Event \"", b'x'),
        (b"[", b'E'),
        (b"1. ", b'7'),
        (b"1. ", b'('),
        (b"/FEN \"", b'W'),
        (b"1. 32-28 ", b'!'),
        (b"%", b'%'),
        (b"", b' '),
        (b"", b'\n'),
        (b"a1", b'-'),
        (b"$", b'1'),
    ] {
        let games = Games::new(endless(opening, byte, long), None, Keep::National);
        assert!(games.count() <= 1, "{}", String::from_utf8_lossy(opening));
    }
}

#[test]
fn nesting_has_a_bound() {
    let nested = |depth: usize| {
        let text = format!("32-28 {}{}", "(31-27 ".repeat(depth), ")".repeat(depth));
        outcomes(format!("[GameType \"20\"] {text} *").as_bytes()).remove(0).record
    };
    assert!(nested(32).is_ok());
    let error = nested(33).expect_err("it is too deep").error;
    assert_eq!(*error, GameError::Syntax(SyntaxError::Nesting { most: 32 }));
}

#[test]
fn a_game_has_a_bound() {
    let comment = format!("{{{}}}\n", "x".repeat(1 << 19));
    let text =
        format!("[GameType \"20\"]\n{}32-28 *\n\n[GameType \"20\"] 32-28 *", comment.repeat(200));
    let kept = outcomes(text.as_bytes());
    let error = kept[0].record.clone().expect_err("it is too large").error;
    assert!(matches!(*error, GameError::TooLarge { .. }), "{error}");
    assert!(kept[1].record.is_ok());
    let guessed = outcomes(text.replace("[GameType \"20\"]", "[Event \"x\"]").as_bytes());
    assert!(guessed[0].record.is_err() && guessed[1].record.is_ok());
}

// Real files.

fn case(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/data/pdn/{name}.pdn", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect("the file is there")
}

#[test]
fn real_files_have_no_false_faults() {
    for (name, games, turns) in [
        ("Cat.D1", 19, 0),
        ("alphanumeric", 1, 1),
        ("fen", 3, 0),
        ("gameterminator", 1, 1),
        ("kurnik", 4, 0),
        ("linecomment", 1, 2),
        ("movestrength", 1, 3),
        ("string", 1, 1),
        ("unicode", 1, 2),
        ("variation", 1, 9),
        ("wk2003", 23, 0),
    ] {
        let bytes = case(name);
        let read = outcomes(&bytes);
        for outcome in &read {
            if let Err(fault) = &outcome.record {
                panic!("{name}:{fault}");
            }
        }
        check_round_trip(&bytes);
        let played: u64 = read.iter().map(|outcome| outcome.turns).sum();
        assert_eq!(read.len(), games, "{name}");
        assert!(turns == 0 || played == turns, "{name}: {played}");
    }
}

#[test]
fn a_man_that_cannot_stand_where_it_stands_is_a_fault() {
    let games = read_as(&case("beginner"), Some(Variant::English), Keep::National);
    let faults: Vec<Fault> = games.into_iter().filter_map(|game| game.record.err()).collect();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!((faults[0].game, faults[0].place.line), (10, 78));
    assert!(faults[0].to_string().contains("White man on 1"), "{}", faults[0]);
}

#[test]
fn a_file_without_game_types_is_right_by_the_rules_of_its_game() {
    let bytes = case("mrcd2006");
    for fallback in [Some(Variant::Czech), None] {
        for outcome in read_as(&bytes, fallback, Keep::National) {
            assert!(outcome.record.is_ok(), "{:?}", outcome.record);
        }
    }
    check_round_trip(&bytes);
    let russian = read_as(&bytes, Some(Variant::Russian), Keep::Nothing);
    assert!(russian.iter().any(|outcome| outcome.record.is_err()), "they capture otherwise");
}

#[test]
fn the_file_that_must_fail_does() {
    assert_eq!(syntax(case("fail-nested_comment")).0, "1:46");
}

// Random games.

/// Plays random moves, with everything that may stand between them, into `text`; tells the Hub
/// texts of the moves of this line.
fn play(
    random: &mut StdRng,
    game: &mut dyn AnyGame,
    plies: usize,
    depth: u32,
    text: &mut String,
) -> Vec<String> {
    let mut played = Vec::new();
    for _ in 0..plies {
        let turns = game.turns();
        let Some(turn) = turns.choose(random) else { break };
        let fen = game.fen();
        text.push_str(&file_text(turn.own.clone(), game.facts()));
        game.play(&turn.hub, Notation::Hub).expect("the move is legal");
        played.push(turn.hub.clone());
        if random.random_bool(0.2) {
            text.push_str(["!", "??", " $7", " $142", "(!?)"].choose(random).expect("not empty"));
        }
        if random.random_bool(0.2) {
            let comments = ["{a [%clk 0:01:00] b}", " {1-0 ( 3. }", " ; } x\n", "{\u{e9}}", " {}"];
            text.push_str(comments.choose(random).expect("not empty"));
        }
        if depth > 0 && random.random_bool(0.2) {
            let mut other = game_at(game, &fen);
            text.push_str(" (");
            let plies = random.random_range(0..4);
            play(random, &mut *other, plies, depth - 1, text);
            text.push(')');
        }
        text.push(if random.random_bool(0.1) { '\n' } else { ' ' });
    }
    played
}

fn game_at(game: &dyn AnyGame, fen: &str) -> Box<dyn AnyGame> {
    let variant: Variant = game.facts().name.parse().expect("a name");
    let mut other = variant.game();
    other.set_position(&PositionText::Fen(fen)).expect("a FEN of the game");
    other
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_come_back(seed in any::<u64>(), plies in 0..120_usize) {
        for &variant in Variant::ALL {
            let mut random = StdRng::seed_from_u64(seed);
            let mut game = variant.game();
            let mut text = format!("[Event \"{seed}\"]\n[{}]\n\n", variant.facts().pdn.replace("\" ", "\"]\n["));
            let played = play(&mut random, &mut *game, plies, 2, &mut text);
            text.push_str(" *\n");
            let record = record(&text);
            let hub = record.main_line().filter_map(|item| match item {
                Item::Turn(played) => Some(played.hub.clone()),
                _ => None,
            });
            prop_assert_eq!(hub.collect::<Vec<_>>(), played, "{}", text);
            prop_assert_eq!(record.variant, variant);
        }
    }

    #[test]
    fn any_bytes_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        check_round_trip(&bytes);
    }

    #[test]
    fn any_tokens_can_be_read(
        tokens in proptest::collection::vec(
            proptest::sample::select(vec![
                "1.", "1...", "32-28", "19-23", "28x19", "c3-d4", "d6-c5", "b6", "(", ")", "{", "}",
                "{x}", ";", "\n", "%", "*", "1-0", "1-1", "1/2-1/2", "$1", "!?", "(!)", "-", "...",
                "[GameType \"20\"]", "[GameType \"25\"]", "[Variant \"Impasse\"]", "d2f4", "[",
                "[FEN \"B:W32:B19\"]", "/FEN \"B::\"/", "/FEN \"W:W32:B19,K3\"/", "\n\n", "\u{feff}",
                "[Result \"1-0\"]", "\"", "\\", "3228", "[%clk 1:00]", "+K", "\r\n", "½",
            ]),
            0..40,
        ),
        glue in proptest::sample::select(vec!["", " "]),
    ) {
        check_round_trip(tokens.join(glue).as_bytes());
    }
}

// The commands.

fn run(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .write_stdin(input)
        .timeout(std::time::Duration::from_secs(120))
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code().expect("no signal ended it"), text(output.stdout), text(output.stderr))
}

#[test]
fn every_help_has_an_example() {
    for command in ["check", "convert", "annotate"] {
        let (code, output, _) = run(&["pdn", command, "--help"], b"");
        assert_eq!(code, 0);
        assert!(output.contains("Example") && output.contains("damier pdn "), "{output}");
    }
}

/// A folder of its own, and a path in it.
fn scratch(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("pdn");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn in_data(name: &str) -> String {
    format!("{}/tests/data/pdn/{name}.pdn", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn check_tells_faults_and_a_summary() {
    let (good, bad) = (in_data("kurnik"), in_data("fail-nested_comment"));
    let (code, output, errors) = run(&["pdn", "check", &good], b"");
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(output.contains("kurnik.pdn: 4 games (normal), "), "{output}");
    assert!(output.ends_with(" moves, 0 faults\n"), "{output}");
    let (code, output, _) = run(&["pdn", "check", &good, &bad], b"");
    assert_eq!(code, 1);
    assert!(output.contains("nested_comment.pdn:1:46: game 1: '}' closes nothing"), "{output}");
    assert!(output.contains("total: 5 games, "), "{output}");
    let (code, output, _) = run(&["pdn", "check", "-", "-g", "poddavki"], b"1. c3-d4 *");
    assert_eq!((code, output.as_str()), (0, "stdin: 1 game (poddavki), 1 move, 0 faults\n"));
    let (code, _, errors) = run(&["pdn", "check", "/nowhere.pdn"], b"");
    assert_eq!(code, 2);
    assert!(errors.contains("/nowhere.pdn"), "{errors}");
}

const TWO: &[u8] =
    b"[Event \"a\"]\n[GameType \"20\"]\n\n1. 32-28 {[%clock w0:01:10 B0:01:15]} 19-23? \
    (18-22 27x18) (18-23 {x}) 2. 28x19 2-0\n\n[GameType \"25\"]\n\n1. c3-d4 9-9 *";

#[test]
fn convert_leaves_out_games_with_faults() {
    let (code, output, errors) = run(&["pdn", "convert", "-", "--to", "hub"], TWO);
    assert_eq!(code, 1);
    assert_eq!(output, "", "the first game has an illegal variation, the second a word");
    assert_eq!(errors.lines().count(), 3, "{errors}");
}

fn one() -> Vec<u8> {
    String::from_utf8_lossy(TWO).replace("(18-22 27x18) ", "").replace("9-9", "f6-g5").into_bytes()
}

#[test]
fn convert_writes_every_form() {
    let convert = |form: &str, more: &[&str]| {
        let arguments = [&["pdn", "convert", "-", "--to", form], more].concat();
        let (code, output, errors) = run(&arguments, &one());
        assert_eq!((code, errors.as_str()), (0, ""), "{form}");
        output
    };
    assert_eq!(
        convert("pdn", &[]),
        "[Event \"a\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n1. 32-28 {[%clock w0:01:10 \
         B0:01:15]} 1... 19-23 $2 ( 1... 18-23 {x} ) 2. 28x19\n2-0\n\n[Result \"*\"]\n\
         [GameType \"25\"]\n\n1. c3-d4 f6-g5 *\n"
    );
    let fens = convert("fen", &[]);
    assert_eq!(fens.lines().filter(|line| line.starts_with('#')).count(), 2);
    assert_eq!(fens.lines().count(), 2 + 4 + 3);
    let hub = convert("hub", &[]);
    assert!(
        hub.lines().next().is_some_and(|line| line.ends_with(" ; 32-28 19-23 28x19x23")),
        "{hub}"
    );
    let lines = convert("json", &["--notation", "algebraic"]);
    let games: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games[0]["tags"]["Event"], "a");
    assert_eq!(games[0]["result"], "1-0");
    assert_eq!(games[1]["result"], Value::Null);
    let first = &games[0]["moves"][0];
    assert_eq!((&first["hub"], &first["own"]), (&"32-28".into(), &"d4-e5".into()));
    assert_eq!(first["clock"]["white"], 70.0);
    assert_eq!(first["clock"]["running"], "B");
    assert_eq!(games[0]["moves"][1]["nags"][0], 2);
    assert_eq!(games[0]["moves"][1]["variations"][0][0]["comments"][0], "x");
}

#[test]
fn convert_replaces_a_file_when_all_is_written() {
    let path = scratch("converted.pdn");
    std::fs::write(&path, "old").expect("a file");
    let output = path.to_str().expect("UTF-8");
    let (code, _, _) = run(&["pdn", "convert", "-", "--to", "pdn", "-o", output], &one());
    assert_eq!(code, 0);
    let written = std::fs::read(&path).expect("it is there");
    assert_eq!(records(&written).len(), 2);
    assert!(!path.with_extension("pdn.part").exists());
    // Over itself.
    let (code, _, _) = run(&["pdn", "convert", output, "--to", "pdn", "-o", output], b"");
    assert_eq!(code, 0);
    assert_eq!(std::fs::read(&path).expect("it is there"), written);
    let (code, _, errors) = run(&["pdn", "convert", "-", "--to", "pdn", "-o", "/nowhere/x"], b"");
    assert_eq!(code, 2);
    assert!(errors.contains("/nowhere/x"), "{errors}");
}

const ANNOTATED: &str = "[GameType \"25\"]\n\n{so} 1. c3-d4 d6-c5 (d6-e5) 2. b2-c3 f6-g5! 3. d4-e5 1-0\n\n\
    [Variant \"Impasse\"]\n\n1. d2f4 *\n\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 2-0\n";

fn annotate(output: &std::path::Path, more: &[&str]) -> (i32, String) {
    let output = output.to_str().expect("UTF-8");
    let arguments = [&["pdn", "annotate", "-", "--depth", "3", "-o", output], more].concat();
    let (code, _, errors) = run(&arguments, ANNOTATED.as_bytes());
    (code, errors)
}

#[test]
fn annotate_tells_of_every_move() {
    let path = scratch("annotated.pdn");
    let (code, errors) = annotate(&path, &[]);
    assert_eq!(code, 0, "{errors}");
    let text = std::fs::read_to_string(&path).expect("it is there");
    let games = records(&text);
    assert_eq!(
        games.iter().map(moves).collect::<Vec<_>>(),
        ["c3-d4 d6-c5 b2-c3 f6-g5 d4-e5", "d2f4", "32-28 19-23 28x19"]
    );
    assert_eq!(text.matches("[%eval ").count(), 9, "{text}");
    assert_eq!(text.matches(" best ").count(), 9, "{text}");
    assert!(text.contains("{so}") && text.contains("( 1... d6-e5 )"), "{text}");
    assert_eq!(text.matches("[Annotator \"damier ").count(), 3, "{text}");
    let (code, errors) = annotate(&path, &[]);
    assert_eq!(code, 2, "a file that is there is not written over");
    assert!(errors.contains("--resume"), "{errors}");
}

#[test]
fn annotation_goes_on_from_wherever_it_was_stopped() {
    let whole = scratch("whole.pdn");
    assert_eq!(annotate(&whole, &[]).0, 0);
    let whole = std::fs::read(&whole).expect("it is there");
    let path = scratch("resumed.pdn");
    for length in 0..=whole.len() {
        // Every length would take long; these meet lines, ends of lines and middles of words.
        let is_near_end = |at: usize| whole.get(at) == Some(&b'\n');
        if !(length % 97 == 0 || is_near_end(length) || length > 0 && is_near_end(length - 1)) {
            continue;
        }
        std::fs::write(&path, &whole[..length]).expect("a file");
        let (code, errors) = annotate(&path, &["--resume"]);
        assert_eq!(code, 0, "{length}: {errors}");
        let resumed = std::fs::read(&path).expect("it is there");
        assert_eq!(String::from_utf8_lossy(&resumed), String::from_utf8_lossy(&whole), "{length}");
    }
    // With other limits it is another annotation.
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("a file");
    let output = path.to_str().expect("UTF-8");
    let arguments = ["pdn", "annotate", "-", "--depth", "2", "-o", output, "--resume"];
    let (code, _, errors) = run(&arguments, ANNOTATED.as_bytes());
    assert_eq!(code, 2);
    assert!(errors.contains("was not begun with this input and these limits"), "{errors}");
}

#[test]
fn a_killed_annotation_leaves_a_file_that_is_right() {
    let path = scratch("killed.pdn");
    let output = path.to_str().expect("UTF-8");
    let game = scratch("kurnik.pdn");
    std::fs::write(&game, records(case("kurnik"))[0].write()).expect("a file");
    let input = game.to_str().expect("UTF-8");
    let arguments = ["pdn", "annotate", input, "--nodes", "1000", "-o", output];
    let mut process = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .spawn()
        .expect("the program runs");
    let annotated =
        || std::fs::read_to_string(&path).map_or(0, |text| text.matches("%eval").count());
    while annotated() < 5 {
        assert!(process.try_wait().expect("it can be asked").is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    process.kill().expect("it can be killed");
    process.wait().expect("it is over");
    let stopped = std::fs::read_to_string(&path).expect("it is there");
    let last = records(&stopped).pop().expect("a game");
    let whole = records(std::fs::read(&game).expect("it is there"));
    assert!(moves(&whole[0]).starts_with(&moves(&last)), "{stopped}");
    let (code, _, errors) = run(&[&arguments[..], &["--resume"]].concat(), b"");
    assert_eq!(code, 0, "{errors}");
    let resumed = std::fs::read_to_string(&path).expect("it is there");
    assert!(resumed.starts_with(&stopped));
    let resumed = records(&resumed);
    assert!(resumed.iter().map(moves).eq(whole.iter().map(moves)));
}

#[test]
fn errors_are_marked() {
    let path = scratch("marked.pdn");
    let output = path.to_str().expect("UTF-8");
    // White gives a man for nothing.
    let game = b"[GameType \"20\"][FEN \"W:W28,38,48:B13,8,3\"] 1. 28-23 13-19 2. 23x14 *";
    let arguments = ["pdn", "annotate", "-", "--depth", "8", "-o", output];
    let (code, _, errors) = run(&arguments, game);
    assert_eq!(code, 0, "{errors}");
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert!(text.contains("1... 13-19 $2 {[%eval ") || text.contains("1... 13-19 $4"), "{text}");
}

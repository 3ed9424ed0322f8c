//! Opening books: made and made further, whole or refused, legal, and played from.

#[path = "common/hub_process.rs"]
mod hub_process;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use damier::book::check::check;
use damier::book::expand::{Ending, Stop, expand};
use damier::book::format::FormatError;
use damier::book::graph::Move;
use damier::book::{Book, Plan, shelf};
use damier::game::{Game, Position, Settings};
use damier::games::Variant;
use damier::games::draughts::{Draughts, rules::international::International};
use damier::line::Line;
use damier::score::Score;
use hub_process::{HubProcess, PATIENCE, field};
use proptest::prelude::*;

/// A plan of little work.
fn plan(variant: Variant, nodes: u64) -> Plan {
    let game = variant.game();
    let options = game.options().into_iter();
    Plan {
        variant: variant.name().to_owned(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        plies: 12,
        width: 3,
        ply_value: 10,
        nodes: Some(nodes),
        time: None,
        threads: 1,
        hash: 1,
    }
}

fn grow(book: &mut Book, games: usize) -> Ending {
    let grown = expand(book, games, &Stop::default(), &mut |_| Ok(()));
    grown.expect("it can grow")
}

fn built(variant: Variant, games: usize) -> Book {
    let mut book = Book::new(plan(variant, 1_000));
    assert_eq!(grow(&mut book, games), Ending::Done);
    book
}

#[test]
fn a_book_made_in_two_goes_is_the_one_made_in_one() {
    for variant in [
        Variant::Poddavki,
        Variant::Impasse,
        Variant::Extreme,
        Variant::International,
        Variant::Frisian,
        Variant::Thai,
        Variant::Alquerque,
    ] {
        let whole = built(variant, 14);
        let first = built(variant, 6);
        let mut read = Book::from_bytes(&first.to_bytes()).expect("it was written");
        assert_eq!(read, first, "{variant}");
        assert_eq!(grow(&mut read, 14), Ending::Done);
        assert_eq!(read.to_bytes(), whole.to_bytes(), "{variant}");
        assert_eq!(whole.graph().places().len(), 14, "{variant}");
        let moves = check(&whole).expect("its moves are legal");
        assert!(moves > 14, "{variant}: {moves}");
        assert!(whole.plies() > 2, "{variant}: {}", whole.plies());
    }
}

#[test]
fn a_position_that_several_ways_lead_to_stands_once() {
    let book = built(Variant::International, 80);
    let graph = book.graph();
    let keys: HashSet<u64> = graph.places().iter().map(|place| place.key).collect();
    assert_eq!(keys.len(), graph.places().len());
    let moves = graph.places().iter().flat_map(|place| place.moves.iter().map(move |m| (place, m)));
    let onward = moves.filter(|(place, m)| graph.next(place, m).is_some()).count();
    assert!(onward >= graph.places().len(), "{onward} moves lead on");
    for (number, place) in graph.places().iter().enumerate() {
        for m in &place.moves {
            let next = graph.next(place, m);
            assert!(next.is_none_or(|next| graph.places()[next].ply > place.ply));
            let worth = next.map_or(m.score, |next| -book.worth(next));
            assert!(worth <= book.worth(number) || worth.is_decided());
        }
    }
}

#[test]
fn a_book_is_bounded_by_its_plies_and_width() {
    let mut book = Book::new(Plan { plies: 3, width: 2, ..plan(Variant::Poddavki, 200) });
    assert_eq!(grow(&mut book, 1_000), Ending::Exhausted);
    // One, two and four positions, of which some may be one.
    assert!((5..=7).contains(&book.graph().places().len()));
    assert_eq!(book.plies(), 3);
    assert!(book.graph().places().iter().all(|place| place.moves.len() <= 2));
    let stop = Stop::default();
    stop.ask();
    let mut other = Book::new(plan(Variant::Poddavki, 200));
    let ending = expand(&mut other, 5, &stop, &mut |_| Ok(()));
    assert_eq!(ending.expect("it can grow"), Ending::Stopped);
    assert!(other.graph().places().is_empty());
}

#[test]
fn a_damaged_book_is_refused() {
    let bytes = built(Variant::Impasse, 3).to_bytes();
    for end in 0..bytes.len() {
        assert!(Book::from_bytes(&bytes[..end]).is_err(), "cut off at {end}");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(Book::from_bytes(&damaged).is_err(), "byte {at}");
    }
    let longer = [&bytes[..], b"\0"].concat();
    assert!(matches!(Book::from_bytes(&longer), Err(FormatError::Checksum)));
    let text = [b"damier book 2\n", &bytes[14..]].concat();
    assert!(
        matches!(Book::from_bytes(&text), Err(FormatError::Version(version)) if version == "2")
    );
    assert!(matches!(Book::from_bytes(b"W:W1:B2"), Err(FormatError::Foreign)));
}

#[test]
fn the_books_of_the_program_are_legal_and_small() {
    let mut bytes = 0;
    let wanted = [Variant::Poddavki, Variant::Impasse, Variant::Extreme, Variant::International];
    for variant in wanted {
        let book = shelf::book(variant).expect("it is whole").expect("it is there");
        assert_eq!(book.plan().game().expect("a game"), variant);
        check(&book).expect("its moves are legal");
        assert!(book.graph().places().len() >= 100, "{variant}");
        bytes += book.to_bytes().len();
    }
    assert!(bytes < 1 << 20, "{bytes}");
    assert_eq!(shelf::games().count(), wanted.len());
}

type Normal = Draughts<International>;

/// A book of one position with moves to those that turns lead to, worth less and less.
fn book_of(line: &Line<Normal>, turns: &[&str]) -> Book {
    let mut book = Book::new(plan(Variant::International, 1));
    let moves = turns.iter().zip([30, 20, 10]).map(|(text, score)| {
        let mut after = line.clone();
        play(&mut after, text);
        Move { key: after.position().key(), score: Score(score) }
    });
    book.add(line.position().key(), moves.collect()).expect("it is the first");
    book
}

fn play(line: &mut Line<Normal>, text: &str) {
    let notation = damier::game::Notation::Hub;
    let turn = Normal::read_turn(line.position(), line.turns(), text, notation);
    line.play(turn.expect("it is legal"));
}

fn line(fen: &str) -> Line<Normal> {
    let settings = Settings::defaults(&Normal::FACTS);
    Line::new(Normal::read_fen(fen, &settings).expect("it is a position"))
}

#[test]
fn a_book_neither_repeats_a_position_nor_knows_of_counts() {
    let settings = Settings::defaults(&Normal::FACTS);
    let told = |book: &Book, line: &Line<Normal>| -> Vec<String> {
        book.turns(line, &settings).iter().map(|turn| turn.line[0].hub.clone()).collect()
    };
    let mut game = line("W:WK47,45:BK4,6");
    for text in ["47-42", "4-9", "42-47"] {
        play(&mut game, text);
    }
    let book = book_of(&game, &["9-4", "9-3"]);
    // As if nothing had stood before, both are known; but 9-4 leads to where the game began.
    assert_eq!(told(&book, &Line::new(*game.position())), ["9-4", "9-3"]);
    assert_eq!(told(&book, &game), ["9-3"]);

    let fresh = line("W:WK47,45:BK4,6");
    let book = book_of(&fresh, &["47-42"]);
    assert_eq!(told(&book, &fresh), ["47-42"]);
    assert!(told(&book, &line("W:WK47,45:BK4,6:H40")).is_empty());
}

#[test]
fn a_book_is_of_one_game_and_one_set_of_rules() {
    let mut plan = plan(Variant::Poddavki, 500);
    plan.options.insert("kings15".to_owned(), "on".to_owned());
    let mut book = Book::new(plan);
    grow(&mut book, 2);
    let mut game = Variant::Poddavki.game();
    assert!(game.book_turns(&book).is_empty());
    game.set_option("kings15", "on").expect("there is one");
    assert!(!game.book_turns(&book).is_empty());
    assert!(Variant::Russian.game().book_turns(&book).is_empty());
}

#[test]
fn a_book_of_illegal_moves_fails_the_check() {
    let start = Normal::start(&Settings::defaults(&Normal::FACTS));
    let mut book = Book::new(plan(Variant::International, 1));
    book.add(start.key(), vec![Move { key: 7, score: Score(1) }]).expect("it is the first");
    assert!(check(&book).expect_err("no move leads there").to_string().contains("no legal move"));
    let mut book = Book::new(plan(Variant::International, 1));
    book.add(7, vec![Move { key: 8, score: Score(1) }]).expect("it is the first");
    assert!(check(&book).expect_err("another start").to_string().contains("start of the game"));
}

/// Graphs: positions one after the other, each a move of some earlier one.
fn graphs() -> impl Strategy<Value = Vec<(u64, Vec<Move>)>> {
    let moves = prop::collection::vec((any::<u64>(), -10_000_i16..=10_000), 1..6);
    prop::collection::vec((any::<prop::sample::Index>(), moves), 0..12).prop_map(|drawn| {
        let mut reached: Vec<u64> = vec![1];
        let mut places: BTreeMap<usize, (u64, Vec<Move>)> = BTreeMap::new();
        for (index, moves) in drawn {
            let key = if places.is_empty() { 1 } else { reached[index.index(reached.len())] };
            if places.values().any(|(other, _)| *other == key) {
                continue;
            }
            let mut seen = HashSet::new();
            let moves: Vec<Move> = moves
                .into_iter()
                // Few keys, so that some moves lead to one position.
                .map(|(key, score)| Move { key: key % 40, score: Score(score) })
                .filter(|m| seen.insert(m.key))
                .collect();
            reached.extend(moves.iter().map(|m| m.key));
            places.insert(places.len(), (key, moves));
        }
        places.into_values().collect()
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(places in graphs(), nodes: Option<u64>, variant in ".*", cut: prop::sample::Index) {
        let mut book = Book::new(Plan { nodes, variant, ..plan(Variant::Impasse, 1) });
        for (key, moves) in places {
            book.add(key, moves).expect("they hang together");
        }
        let bytes = book.to_bytes();
        let read = Book::from_bytes(&bytes).expect("it was written");
        prop_assert_eq!(&read, &book);
        prop_assert_eq!(read.to_bytes(), bytes.clone());
        prop_assert!(Book::from_bytes(&bytes[..cut.index(bytes.len())]).is_err());
    }

    #[test]
    fn no_bytes_do_harm(bytes: Vec<u8>) {
        let _ = Book::from_bytes(&bytes);
        // With a checksum that is right.
        let book = [b"damier book 1\n{}\n", &bytes[..]].concat();
        let checksum = xxhash_rust::xxh3::xxh3_64(&book).to_le_bytes();
        let _ = Book::from_bytes(&[book, checksum.to_vec()].concat());
    }
}

/// Exit code, output and what stands on standard error.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_damier"));
    let output = program.current_dir(folder).arg("book").args(arguments).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

/// Arguments of a book of poddavki, but for its games.
const BUILD: &[&str] =
    &["build", "-g", "poddavki", "--width", "3", "--nodes", "20000", "--hash", "1"];

fn build(folder: &Path, name: &str, games: &str) -> (i32, String, String) {
    run(folder, &[BUILD, &["--out", name, "--games", games]].concat())
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a name")
}

#[test]
fn a_book_that_is_interrupted_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (code, told, _) = build(folder, "whole.dbook", "9");
    assert_eq!((code, told.contains("whole.dbook: 9 positions")), (0, true), "{told}");
    let whole = std::fs::read(folder.join("whole.dbook")).expect("it was written");
    for signal in ["INT", "KILL"] {
        let path = folder.join(format!("{signal}.dbook"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg("book")
            .args(BUILD)
            .args(["--games", "100000", "--out", text(&path)])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let begun = Instant::now();
        while Book::load(&path).map_or(0, |book| book.graph().places().len()) < 2 {
            assert!(begun.elapsed() < PATIENCE, "no two positions");
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        let killed = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(killed.expect("there is kill").success());
        let code = child.wait().expect("it is our child").code();
        assert_eq!(code, if signal == "INT" { Some(130) } else { None });
        // It is whole, and what is in it is the beginning of what would have been.
        let (code, told, _) = run(folder, &["check", text(&path)]);
        assert_eq!((code, told.contains("legal moves")), (0, true), "{told}");
        let places = |bytes: &[u8]| {
            let book = Book::from_bytes(bytes).expect("it is whole");
            book.graph().places().to_vec()
        };
        let partial = places(&std::fs::read(&path).expect("it was written"));
        let common = partial.len().min(9);
        assert_eq!(partial[..common], places(&whole)[..common]);
        if partial.len() < 9 {
            assert_eq!(build(folder, text(&path), "9").0, 0);
            assert_eq!(std::fs::read(&path).expect("it was written"), whole);
        }
    }
}

#[test]
fn what_is_no_book_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert_eq!(build(folder, "good.dbook", "2").0, 0);
    let good = std::fs::read(folder.join("good.dbook")).expect("it was written");
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 4;
    for (name, bytes, fault) in [
        ("cut", &good[..good.len() - 5], "damaged or cut off"),
        ("damaged", &damaged, "damaged or cut off"),
        ("foreign", b"W:W31-50:B1-20 and more".as_slice(), "no book"),
        ("newer", b"damier book 9\n", "version '9'"),
        ("empty", b"", "no book"),
    ] {
        std::fs::write(folder.join(name), bytes).expect("it can be written");
        for arguments in [
            vec!["check", name],
            vec!["info", name],
            vec!["probe", "-g", "poddavki", "--book", name],
            [BUILD, &["--out", name, "--games", "3"]].concat(),
        ] {
            let (code, told, error) = run(folder, &arguments);
            assert_eq!((code, told.as_str()), (2, ""), "{arguments:?}: {error}");
            assert!(error.contains(name) && error.contains(fault), "{arguments:?}: {error}");
        }
        assert_eq!(std::fs::read(folder.join(name)).expect("it stays"), bytes);
    }
    for arguments in [["check", "nowhere"], ["check", "."]] {
        assert_eq!(run(folder, &arguments).0, 2);
    }
    // Another plan does not go on with it.
    let other = [BUILD, &["--plies", "9", "--out", "good.dbook", "--games", "3"]].concat();
    let (code, _, error) = run(folder, &other);
    assert_eq!((code, error.contains("plies differs")), (2, true), "{error}");
    assert_eq!(run(folder, &["info", "-g", "russian"]).0, 2);
}

#[test]
fn probe_tells_what_a_book_knows() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    build(folder, "a.dbook", "4");
    let probe = ["probe", "-g", "poddavki", "--book", "a.dbook"];
    let (code, lines, _) = run(folder, &probe);
    assert_eq!((code, lines.lines().count()), (0, 3), "{lines}");
    let (_, json, _) = run(folder, &[&probe[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let moves = json["moves"].as_array().expect("moves");
    let scores: Vec<f64> = moves.iter().filter_map(|m| m["score"].as_f64()).collect();
    assert!(scores.len() == 3 && scores.is_sorted_by(|a, b| a >= b), "{json}");
    for (line, known) in lines.lines().zip(moves) {
        let words: Vec<&str> = line.split('\t').collect();
        assert_eq!((words[1], words[2]), (text_of(&known["hub"]), text_of(&known["own"])));
    }
    let (code, lines, _) = run(folder, &[&probe[..], &["--fen", "W:Wa1:Bc3,b6"]].concat());
    assert_eq!((code, lines.as_str()), (1, ""));
    let (code, told, _) = run(folder, &["info", "a.dbook"]);
    assert_eq!(code, 0);
    for part in ["poddavki", "positions  4", "--nodes 20000", "line "] {
        assert!(told.contains(part), "{part} in {told}");
    }
}

fn text_of(value: &serde_json::Value) -> &str {
    value.as_str().expect("a text")
}

/// The moves that are played in the start of poddavki with twelve seeds, and the last info of each.
fn played(hub: &mut HubProcess) -> Vec<(String, String)> {
    let play = |seed| {
        hub.say_all(&[
            &format!("set-param name=seed value={seed}"),
            "pos start",
            "level nodes=300",
            "go think",
        ]);
        let lines = hub.until("done");
        let [.., info, done] = &lines[..] else { panic!("an info stands before done") };
        (hub_process::move_of(done).expect("there is a move"), info.clone())
    };
    (0..12).map(play).collect()
}

#[test]
fn an_engine_plays_from_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    build(folder, "a.dbook", "4");
    let path = folder.join("a.dbook");
    let (_, lines, _) = run(folder, &["probe", "-g", "poddavki", "--book", text(&path)]);
    let known: Vec<&str> =
        lines.lines().map(|line| line.split('\t').nth(1).expect("a move")).collect();

    let mut hub = HubProcess::start_with(&["hub", "-g", "poddavki"], &[]);
    hub.say(&format!("set-param name=book-path value={}", text(&path)));
    hub.say("set-param name=book-margin value=0");
    let best = played(&mut hub);
    assert!(best.iter().all(|(turn, _)| turn == known[0]), "{best:?}");
    assert!(best.iter().all(|(_, info)| field(info, "nodes") == 0.0), "{best:?}");
    hub.say("set-param name=book-margin value=1000");
    let any = played(&mut hub);
    let moves: HashSet<&str> = any.iter().map(|(turn, _)| turn.as_str()).collect();
    assert!(moves.len() > 1 && moves.iter().all(|turn| known.contains(turn)), "{any:?}");
    let turns = |played: &[(String, String)]| -> Vec<String> {
        played.iter().map(|(turn, _)| turn.clone()).collect()
    };
    assert_eq!(turns(&played(&mut hub)), turns(&any), "a seed gives one choice");

    // Pondering holds the move back.
    hub.say_all(&["pos start", "level nodes=300", "go ponder"]);
    hub.expect_silence(Duration::from_millis(150));
    assert!(known.contains(&hub.search(&["ponder-hit"]).expect("a move").as_str()));

    // An analysis, some moves, several lines and weak play are searched.
    for (lines, back) in [
        (&["go analyze"][..], ""),
        (&["go think multipv=2"], ""),
        (&["go think search-moves=\"22-18 21-17\""], ""),
        (&["set-param name=skill value=3", "go think"], "set-param name=skill value=20"),
        (&["set-param name=book value=false", "go think"], "set-param name=book value=true"),
        (
            &["set-param name=tables value=false", "pos fen=\"W:Wc3,e3:Bd6,f6\"", "go think"],
            "set-param name=tables value=true",
        ),
    ] {
        hub.say_all(&["pos start", "level nodes=300"]);
        hub.say_all(lines);
        let told = hub.until("done");
        assert!(field(&told[told.len() - 2], "nodes") > 0.0, "{lines:?}: {told:?}");
        hub.say(back);
    }

    // What is no book changes nothing, and the book of another game is not asked.
    assert!(hub.ask("set-param name=book-path value=nowhere").starts_with("error message="));
    assert_eq!(turns(&played(&mut hub)), turns(&any));
    hub.say("set-param name=variant value=russian");
    hub.say_all(&["level nodes=300", "go think"]);
    let told = hub.until("done");
    assert!(field(&told[told.len() - 2], "nodes") > 0.0, "{told:?}");
}

#[test]
fn an_engine_has_a_book_of_its_own() {
    for variant in shelf::games() {
        let mut hub = HubProcess::start_with(&["hub", "-g", variant.name()], &[]);
        hub.say_all(&["level nodes=300", "go think"]);
        let told = hub.until("done");
        assert_eq!(field(&told[told.len() - 2], "nodes"), 0.0, "{variant}: {told:?}");
        let turn = hub_process::move_of(&told[told.len() - 1]).expect("a move");
        assert!(hub.moves().contains(&turn));
    }
}

#[test]
fn a_match_plays_without_books_unless_it_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let start = Variant::Poddavki.game().fen();
    std::fs::write(folder.join("start.fen"), format!("{start}\n")).expect("it can be written");
    let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_damier"));
    let arguments = "match -g poddavki --nodes 50 --openings start.fen --json games.json \
                     --engine builtin name=without --engine builtin name=with book=on";
    program.current_dir(folder).args(arguments.split_whitespace()).assert().success();
    let games = std::fs::read_to_string(folder.join("games.json")).expect("they were written");
    for game in games.lines().skip(1) {
        let game: serde_json::Value = serde_json::from_str(game).expect("it is JSON");
        for (index, played) in game["moves"].as_array().expect("moves").iter().enumerate() {
            let side = if index % 2 == 0 { "white" } else { "black" };
            let is_first = index == 0;
            let is_from_book = played["nodes"].as_f64() == Some(0.0);
            // Later an ending may be known.
            if is_first {
                assert_eq!(is_from_book, game[side] == "with", "{played}");
            }
        }
    }
}

//! The solver: its values against endgame tables, its proofs against a second generator, what it
//! keeps on disk, and work that is broken off.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicBool;

use damier::any::PositionText;
use damier::game::{Notation, Outcome};
use damier::games::Variant;
use damier::solve::any::{Answer, AnySolver, Means, Wants};
use damier::solve::check::{CheckError, check};
use damier::solve::proof::Claim;
use damier::solve::reference::{Generator, View};
use damier::solve::solver::Limits;
use damier::solve::verdict::Verdict;
use damier::tables::store::Sources;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_damier");
const MEGABYTE: usize = 1 << 20;
/// Men and kings, or singles and doubles.
const LETTERS: [char; 6] = ['w', 'b', 'w', 'b', 'W', 'B'];
/// Nodes for each of the positions that tables know.
const NODES: u64 = 100_000;

/// Twelve pieces; White wins with a proof of some hundreds of positions.
const WON: &str = "W:Wc1,e1,g1,c3,g3,f4:Bc5,f6,h6,c7,e7,g7";

fn none() -> Sources {
    Sources { is_on: false, ..Sources::default() }
}

fn solver(variant: Variant, hash: usize, threads: usize, tables: Sources) -> Box<dyn AnySolver> {
    let (solver, refused) =
        variant.solver(&[], &Means { hash, threads, tables }).expect("a solver is made");
    assert!(refused.is_empty(), "{refused:?}");
    solver
}

fn solve(solver: &dyn AnySolver, position: &PositionText, nodes: u64) -> Answer {
    let limits = Limits { nodes: Some(nodes), time: None };
    let wants = Wants { file: true, positions: true };
    solver
        .solve(position, limits, wants, &AtomicBool::new(false), &mut |_| ())
        .expect("a position of the game")
}

fn checked(answer: &Answer, tables: &Sources) {
    let file = answer.file.as_deref().expect("there is a proof");
    let found = check(file, tables, &AtomicBool::new(false), &mut |_| ());
    let found = found.unwrap_or_else(|error| panic!("{}: {error}", answer.fen));
    let claims: Vec<Claim> = answer.proofs.iter().map(|&(claim, _)| claim).collect();
    assert_eq!((found.fen, found.heading.claims), (answer.fen.clone(), claims));
}

/// So many pieces anywhere, as Hub writes them; men on a far row make it no position.
fn thrown(squares: usize, pieces: usize, random: &mut StdRng) -> String {
    let mut board = vec!['e'; squares];
    for n in 0..pieces {
        let free: Vec<usize> = (0..squares).filter(|&square| board[square] == 'e').collect();
        let letter = *LETTERS.choose(random).expect("a letter");
        // Both sides have pieces.
        let letter = match n {
            0 => LETTERS[0],
            1 => LETTERS[1],
            _ => letter,
        };
        board[*free.choose(random).expect("a free square")] = letter;
    }
    let side = if random.random() { 'W' } else { 'B' };
    std::iter::once(side).chain(board).collect()
}

/// Without tables the solver finds what tables tell: wins, losses and draws.
fn values_are_those_of_tables(variant: Variant, pieces: usize, least: u32) {
    let (tables, _) = variant.tables(&[], &Sources::default()).expect("the tables are there");
    let mut random = StdRng::seed_from_u64(7);
    let squares = variant.facts().squares.count();
    let (mut seen, mut known) = ([0_u32; 3], 0);
    while seen.iter().sum::<u32>() < 24 {
        let hub = thrown(squares, pieces, &mut random);
        let position = PositionText::guess(&hub);
        let mut game = variant.game();
        if game.set_position(&position).is_err() || game.result().is_some() {
            continue;
        }
        let Some(value) = tables.value(&position) else { continue };
        let answer = solve(&*solver(variant, 4 * MEGABYTE, 1, none()), &position, NODES);
        let fen = game.fen();
        seen[value as usize] += 1;
        match answer.verdict {
            Verdict::Unknown => continue,
            Verdict::AtLeastDraw => assert_ne!(value, Outcome::Loss, "{variant} {fen}"),
            Verdict::AtMostDraw => assert_ne!(value, Outcome::Win, "{variant} {fen}"),
            verdict => {
                known += 1;
                assert_eq!(verdict.outcome(), Some(value), "{variant} {fen}");
            }
        }
        if Generator::of(variant, &[]).is_some() {
            checked(&answer, &none());
        }
    }
    eprintln!("{variant}: {seen:?}, {known} known");
    assert!(known >= least, "{variant}: of {seen:?} only {known} are known");
}

#[test]
fn poddavki_as_the_tables_have_it() {
    values_are_those_of_tables(Variant::Poddavki, 3, 20);
}

#[test]
fn russian_as_the_tables_have_it() {
    values_are_those_of_tables(Variant::Russian, 3, 12);
}

#[test]
fn english_as_the_tables_have_it() {
    values_are_those_of_tables(Variant::English, 3, 12);
}

#[test]
fn international_as_the_tables_have_it() {
    values_are_those_of_tables(Variant::International, 3, 12);
}

#[test]
fn impasse_as_the_tables_have_it() {
    values_are_those_of_tables(Variant::Impasse, 3, 20);
}

#[test]
fn extreme_as_the_tables_have_it() {
    values_are_those_of_tables(Variant::Extreme, 4, 2);
}

#[test]
fn the_second_generator_plays_impasse_and_extreme() {
    let games: [(Variant, Option<(&str, &str)>); 5] = [
        (Variant::Impasse, None),
        (Variant::Extreme, None),
        (Variant::Extreme, Some(("majority", "on"))),
        (Variant::Extreme, Some(("sandwich", "each"))),
        (Variant::Extreme, Some(("wrap", "off"))),
    ];
    for (variant, option) in games {
        let options = option.as_slice();
        let generator = Generator::of(variant, options).expect("it knows the game");
        let begin = || {
            let mut game = variant.game();
            for (name, value) in options {
                game.set_option(name, value).expect("an option");
            }
            game
        };
        let hub = |fen: &str| {
            let mut game = begin();
            game.set_position(&PositionText::Fen(fen)).expect("a position");
            game.hub()
        };
        for seed in 0..12 {
            let mut random = StdRng::seed_from_u64(seed);
            let mut game = begin();
            let mut plies = 0;
            while game.result().is_none() && plies < 150 {
                let turns = game.legal();
                let behind: BTreeSet<String> = turns.iter().map(|turn| hub(&turn.fen)).collect();
                let behind: Vec<String> = behind.into_iter().collect();
                let text = game.hub();
                match generator.look(&text) {
                    Some(View::On { behind: found, .. }) => {
                        assert_eq!(found, behind, "{variant} {options:?} {text}");
                    }
                    other => panic!("{variant} {text}: {other:?}"),
                }
                let turn = turns.choose(&mut random).expect("a turn").text.hub.clone();
                game.play(&turn, Notation::Hub).expect("a legal turn");
                plies += 1;
            }
        }
    }
}

/// A king that chases another for ever: what looks refuted on the way because positions come again
/// is a draw in truth, and who can win at another place still does.
#[test]
fn repetition_wins_for_nobody() {
    let solver = solver(Variant::Russian, 4 * MEGABYTE, 1, none());
    let drawn = solve(&*solver, &PositionText::Fen("W:WKc1:BKh8"), 400_000);
    assert_eq!(drawn.verdict, Verdict::Draw);
    checked(&drawn, &none());
    // The same table, full of refutations by repetition, does not mislead a second question.
    let won = solve(&*solver, &PositionText::Fen("W:WKa1,Kd2,Kf2:BKb8"), 400_000);
    assert!(matches!(won.verdict, Verdict::Win | Verdict::AtLeastDraw | Verdict::Unknown));
}

#[test]
fn a_proof_that_is_changed_or_cut_is_refused() {
    let solver = solver(Variant::Poddavki, 16 * MEGABYTE, 1, Sources::default());
    let answer = solve(&*solver, &PositionText::Fen(WON), 2_000_000);
    assert_eq!(answer.verdict, Verdict::Win);
    assert!(!answer.line.is_empty());
    checked(&answer, &Sources::default());
    let file = answer.file.expect("a proof");
    let read =
        |bytes: &[u8], tables: &Sources| check(bytes, tables, &AtomicBool::new(false), &mut |_| ());
    for place in (0..file.len()).step_by(file.len() / 40 + 1) {
        let mut changed = file.clone();
        changed[place] ^= 4;
        assert!(read(&changed, &Sources::default()).is_err(), "{place}");
        assert!(read(&file[..place], &Sources::default()).is_err(), "{place}");
    }
    // Its tables are not there.
    assert!(matches!(read(&file, &none()), Err(CheckError::NoTable(_))));
}

/// A file whose sum is right but whose claim is wrong.
#[test]
fn a_proof_of_something_else_is_refused() {
    let solver = solver(Variant::Poddavki, 16 * MEGABYTE, 1, Sources::default());
    let answer = solve(&*solver, &PositionText::Fen(WON), 2_000_000);
    let file = answer.file.expect("a proof");
    let (body, _) = file.split_last_chunk::<8>().expect("a sum");
    let changes: [(&[u8], &[u8]); 2] = [
        (b"{\"wins\":\"white\"}", b"{\"wins\":\"black\"}"),
        (b"\"position\":\"W", b"\"position\":\"B"),
    ];
    for (old, new) in changes {
        let place = body.windows(old.len()).position(|part| part == old).expect("it stands there");
        let mut forged = body.to_vec();
        forged[place..place + old.len()].copy_from_slice(new);
        let sum = xxhash_rust::xxh3::xxh3_64(&forged);
        forged.extend(sum.to_le_bytes());
        let found = check(&forged, &Sources::default(), &AtomicBool::new(false), &mut |_| ());
        assert!(matches!(found, Err(CheckError::Fault { .. })), "{found:?}");
    }
}

#[test]
fn two_threads_and_a_small_table_find_the_same() {
    let alone = solver(Variant::Poddavki, 16 * MEGABYTE, 1, Sources::default());
    let together = solver(Variant::Poddavki, 16 * MEGABYTE, 2, Sources::default());
    let cramped = solver(Variant::Poddavki, MEGABYTE / 64, 1, Sources::default());
    for solver in [alone, together, cramped] {
        let answer = solve(&*solver, &PositionText::Fen(WON), 20_000_000);
        assert_eq!(answer.verdict, Verdict::Win);
        checked(&answer, &Sources::default());
    }
}

#[test]
fn what_a_small_table_has_forgotten_is_searched_again() {
    // Drawn up from what is left in the table, this proof ran in circles.
    let fen = "W:Wc1,e1,f2,e3,f4,e5:Bc5,c7,e7,g7,d8,f8";
    let tables = Sources::default();
    let solver = solver(Variant::Poddavki, MEGABYTE, 1, tables.clone());
    let answer = solve(&*solver, &PositionText::Fen(fen), 3_000_000);
    assert_eq!(answer.verdict, Verdict::Win);
    checked(&answer, &tables);
}

#[test]
fn games_with_a_king_limit_are_solved_without_tables_and_proofs() {
    let (solver, _) = Variant::Frisian
        .solver(&[], &Means { hash: MEGABYTE, threads: 1, tables: Sources::default() })
        .expect("a solver");
    let answer = solve(&*solver, &PositionText::Fen("W:W28:B23"), 100_000);
    assert_eq!(answer.verdict, Verdict::Win);
    assert!(Generator::of(Variant::Frisian, &[]).is_none());
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.arg("solve").args(arguments).output().expect("the program runs")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn the_command_proves_and_checks() {
    let folder = folder();
    let path = folder.path().join("won.proof");
    let output = run(&["-g", "poddavki", "--fen", WON, "--proof", text(&path), "--json"]);
    let told = json(&output);
    assert_eq!((told["value"].as_str(), told["side"].as_str()), (Some("win"), Some("white")));
    assert_eq!(told["options"]["kings15"], "off");
    let output = run(&["--check", text(&path), "--json"]);
    let told = json(&output);
    assert_eq!(told["claims"][0]["wins"], "white");
    let mut bytes = fs::read(&path).expect("the proof");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("it can be written");
    let output = run(&["--check", text(&path)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged"), "{output:?}");
}

#[test]
fn work_that_was_killed_goes_on() {
    let folder = folder();
    let path = folder.path().join("start.state");
    let arguments = ["-g", "poddavki", "--hash", "16", "--state", text(&path), "--json"];
    let mut child = Command::new(PROGRAM)
        .arg("solve")
        .args(arguments)
        .args(["--state-interval", "0"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    while !path.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().expect("it is killed");
    child.wait().expect("it has ended");
    let told = json(&run(&[&arguments[..], &["--nodes", "1000"]].concat()));
    let nodes = told["nodes"].as_u64().expect("nodes");
    assert!(nodes > 10_000, "what was spent before counts too: {told}");
    // A state of another game is refused.
    let output = run(&["-g", "russian", "--hash", "16", "--state", text(&path), "--nodes", "1000"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("poddavki"), "{output:?}");
    let bytes = fs::read(&path).expect("the state");
    fs::write(&path, &bytes[..bytes.len() - 5]).expect("it can be written");
    let output = run(&[&arguments[..], &["--nodes", "1000"]].concat());
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

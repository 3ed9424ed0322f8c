//! The opening lists: every line is a position of its game from which both sides can play on, no
//! position stands twice, and a search finds none of them far from even.

use std::collections::HashSet;

use damier::any::PositionText;
use damier::games::Variant;
use damier::openings::score;
use damier::search::Limits;

/// Nodes for each position: few, for there are many.
const NODES: u64 = 3_000;
/// Nodes for a position that such a search finds far from even.
const MANY_NODES: u64 = 300_000;
/// What a short search may think of a position that a long one finds even, in men.
const FAR: f64 = 1.0;

fn check(variant: Variant) {
    let path = format!("{}/openings/{variant}.fen", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the list is there");
    let mut engine = variant.engine(1, 4 << 20).expect("a small engine");
    let mut seen = HashSet::new();
    assert!(text.starts_with("# "), "{path} tells how it was made");
    for fen in text.lines().filter(|line| !line.starts_with('#')) {
        engine.game_mut().set_position(&PositionText::Fen(fen)).expect(fen);
        assert_eq!(engine.game().result(), None, "{fen}");
        assert_eq!(engine.game().fen(), fen);
        assert!(seen.insert(fen), "{fen} stands twice");
        let mut score =
            |nodes| score(&mut *engine, Limits { nodes: Some(nodes), ..Limits::default() });
        let is_even = score(NODES).abs() < FAR || score(MANY_NODES).abs() < FAR;
        assert!(is_even, "{variant} {fen}");
    }
    assert!(seen.len() >= 30, "{path} has {} positions", seen.len());
}

#[test]
fn every_game_has_a_list() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/openings");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let lists = files.filter(|file| {
        let path = file.as_ref().expect("a file").path();
        path.extension().is_some_and(|extension| extension == "fen")
    });
    assert_eq!(lists.count(), Variant::ALL.len(), "a list for each game");
    for &variant in Variant::ALL {
        check(variant);
    }
}

/// Exit code and output of `damier openings`.
fn openings(arguments: &str) -> (i32, String) {
    let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_damier"));
    let output = program.arg("openings").args(arguments.split(' ')).output().expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().expect("no signal"), String::from_utf8(text).expect("it writes UTF-8"))
}

#[test]
fn lists_are_made_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list.fen");
    let path = path.to_str().expect("a name");
    let wish = "generate -g poddavki --plies 3-5 --count 12 --max-score 0.3 --depth 6 --seed 7";
    let (code, first) = openings(wish);
    assert_eq!((code, first.lines().count()), (0, 13), "{first}");
    assert_eq!(openings(&format!("{wish} -o {path}")).0, 0);
    assert_eq!(std::fs::read_to_string(path).expect("a list"), first, "the same seed");
    let (code, told) = openings(&format!("check -g poddavki {path} --max-score 0.3 --depth 6"));
    assert_eq!((code, told.contains("12 openings")), (0, true), "{told}");

    let fen = first.lines().nth(1).expect("an opening");
    std::fs::write(path, format!("{fen}\n# a remark\n{fen}\nW:W:Bb6\nnonsense\n"))
        .expect("written");
    let (code, told) = openings(&format!("check -g poddavki {path}"));
    assert_eq!(code, 1, "{told}");
    for fault in [":3: it stands twice", ":4: the game is over: 1-0", ":5: neither a position"] {
        assert!(told.contains(fault), "{told}");
    }
    let (code, told) = openings("generate -g english --plies 6-4");
    assert_eq!((code, told.contains("as in 4-6")), (2, true), "{told}");
}

/// Every form of a line that a match plays can be checked.
#[test]
fn lists_of_moves_are_checked_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list.fen");
    let list = "\u{feff}c3-d4 d6-c5\nW:Wc3:Bd6 ; c3-b4\n1. c3-b4 2.b6-a5\nW:Wa1:Bh8\n";
    std::fs::write(&path, list).expect("written");
    let path = path.to_str().expect("a name");
    let (code, told) = openings(&format!("check -g russian {path}"));
    assert_eq!((code, told.contains("4 openings")), (0, true), "{told}");
    std::fs::write(path, "c3-d4 c3-d4\n1.c3-b4\nc3-b4\n").expect("written");
    let (code, told) = openings(&format!("check -g russian {path}"));
    assert_eq!(code, 1, "{told}");
    for fault in [":1: neither a position nor moves", ":3: it stands twice"] {
        assert!(told.contains(fault), "{told}");
    }
}

/// The lists of the three games tell how they were made, and can be made so.
#[test]
fn searches_are_bounded_by_nodes_as_the_lists_tell() {
    for game in ["poddavki", "impasse", "extreme"] {
        let path = format!("{}/openings/{game}.fen", env!("CARGO_MANIFEST_DIR"));
        let list = std::fs::read_to_string(path).expect("the list is there");
        let wish = format!("generate -g {game} --count 1 --nodes 300000");
        let (code, made) = openings(&wish);
        assert_eq!((code, made.lines().next()), (0, list.lines().next()), "{made}");
    }
    let (code, told) = openings("generate -g english --nodes 5 --depth 6");
    assert_eq!((code, told.contains("cannot be used with")), (2, true), "{told}");
    let (code, told) = openings("check -g impasse openings/impasse.fen --max-score 9 --nodes 500");
    assert_eq!(code, 0, "{told}");
}

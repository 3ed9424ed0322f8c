//! Endgame tables: their values against recorded counts and against a solver that goes forward,
//! their files when they are damaged, cut or another's, work that is broken off, and what an engine
//! makes of them.
#![allow(clippy::duplicate_mod, reason = "both helpers check the form of lines")]

mod common;
#[path = "tables/naive.rs"]
mod naive;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{settings, turns};
use damier::any::PositionText;
use damier::engine::AnyEngine;
use damier::game::{Game, GameResult, Notation, Outcome, Position as _, Side};
use damier::games::alquerque::Alquerque;
use damier::games::draughts::{Draughts, rules};
use damier::games::extreme::Extreme;
use damier::games::impasse::Impasse;
use damier::games::{Variant, Visitor};
use damier::search::{Control, Limits};
use damier::tables::Tabled;
use damier::tables::build::Builder;
use damier::tables::code::Coded;
use damier::tables::distance::Finder;
use damier::tables::file::{self, Content, Packed};
use damier::tables::folder::{self, Plan, Watch};
use damier::tables::index::Index;
use damier::tables::material::Material;
use damier::tables::store::{Sources, Store};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use serde::Deserialize;
use tempfile::TempDir;

type Poddavki = Draughts<rules::poddavki::Poddavki>;
type Russian = Draughts<rules::russian::Russian>;
type International = Draughts<rules::international::International>;
type Turkish = Draughts<rules::turkish::Turkish>;

const PROGRAM: &str = env!("CARGO_BIN_EXE_damier");

/// Makes tables and tells nobody.
fn build<G: Tabled>(folder: &Path, pieces: u32, distances: bool) {
    let plan = Plan { folder: folder.to_owned(), pieces, distances };
    let mut watch = Watch { begin: &mut |_| (), progress: &|_| (), tell: &mut |_| () };
    folder::build::<G>(&settings::<G>(), &plan, &mut watch).expect("the tables are made");
}

fn sources(folder: &Path) -> Sources {
    Sources { folder: Some(folder.to_owned()), ..Sources::default() }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A folder with tables of a game and the store of them.
fn opened<G: Tabled>(pieces: u32, distances: bool) -> (TempDir, Store<G>) {
    let folder = folder();
    build::<G>(folder.path(), pieces, distances);
    let (store, refused) = Store::open(settings::<G>(), &sources(folder.path()));
    assert!(refused.is_empty(), "{refused:?}");
    (folder, store)
}

#[derive(Deserialize)]
struct Recorded {
    two: BTreeMap<String, [u64; 3]>,
    three: BTreeMap<String, [u64; 3]>,
    longest_decided_plies: BTreeMap<String, u32>,
}

#[test]
fn poddavki_has_the_recorded_counts_and_distances() {
    let recorded: Recorded =
        serde_json::from_str(include_str!("data/poddavki-endgames.json")).expect("the counts");
    let settings = settings::<Poddavki>();
    let mut builder = Builder::<Poddavki>::new(settings);
    let mut finder = Finder::default();
    let (mut counts, mut longest) = (BTreeMap::new(), BTreeMap::new());
    for pieces in 2..=3 {
        for material in Material::all::<Poddavki>(pieces) {
            for made in builder.make(material, &|_| ()).expect("it is made") {
                let [lost, won, drawn] = made.counts;
                counts.insert(made.material.name::<Poddavki>(), [won, drawn, lost]);
            }
            let known = builder.known();
            let found = finder.make::<Poddavki>(material, known, &settings, &|_| ());
            for made in found.expect("they are found") {
                longest.insert(made.material.name::<Poddavki>(), made.longest);
            }
        }
    }
    let expected: BTreeMap<_, _> = recorded.two.into_iter().chain(recorded.three).collect();
    assert_eq!(counts, expected);
    assert_eq!(longest, recorded.longest_decided_plies);
}

/// How many positions there are, how many of them are won, and how many drawn, by the number of
/// pieces.
fn totals<G: Tabled>(pieces: u32) -> [u64; 3] {
    let mut builder = Builder::<G>::new(settings::<G>());
    let mut totals = [0; 3];
    for count in 1..=pieces {
        for material in Material::all::<G>(count) {
            for made in builder.make(material, &|_| ()).expect("it is made") {
                if count == pieces {
                    totals[0] += made.size;
                    totals[1] += made.counts[1];
                    totals[2] += made.counts[2];
                }
            }
        }
    }
    totals
}

#[test]
fn impasse_has_the_published_counts() {
    assert_eq!(totals::<Impasse>(2), [992, 762, 0]);
    assert_eq!(totals::<Impasse>(3), [24_416, 12_208 + 43, 0]);
    let [positions, won, drawn] = totals::<Impasse>(4);
    // 2 against 2, 1 against 3, and none for 3 against 1.
    assert_eq!([positions, won, drawn], [388_168, 78_531 + 121_044, 0]);
}

/// Every position, solved the other way, has the same value and distance.
fn agrees_with_the_forward_solver<G: Tabled>(pieces: u32) {
    let (_folder, store) = opened::<G>(pieces, true);
    let nodes = naive::solve::<G>(pieces);
    assert!(nodes.len() > 100);
    // No game leads to a position in which the side that has just moved has no pieces.
    for (hub, node) in nodes.iter().filter(|(hub, _)| hub.contains(['b', 'B'])) {
        assert_eq!(store.value(&node.position), Some(node.value), "{} {hub}", G::FACTS.name);
        if node.value != Outcome::Draw {
            assert_eq!(store.distance(&node.position), node.plies, "{} {hub}", G::FACTS.name);
        }
    }
}

#[test]
fn two_ways_to_solve_two_pieces_agree_in_every_game() {
    struct Agree;
    impl Visitor for Agree {
        type Output = ();
        fn visit<G: Tabled>(self) {
            // The king limit is no part of tables, and one side needs two pieces in Extreme.
            if !matches!(G::FACTS.name, "extreme" | "frisian" | "frysk" | "frisian-losing") {
                agrees_with_the_forward_solver::<G>(2);
            }
        }
    }
    Variant::ALL.iter().for_each(|variant| variant.visit(Agree));
}

#[test]
fn two_ways_to_solve_three_pieces_agree() {
    agrees_with_the_forward_solver::<Alquerque>(3);
    agrees_with_the_forward_solver::<Impasse>(3);
    agrees_with_the_forward_solver::<Draughts<rules::english::English>>(3);
}

/// The tables that are part of the program are those that the command makes.
fn are_embedded<G: Tabled>(pieces: u32, distances: bool) {
    let (_folder, made) = opened::<G>(pieces, distances);
    let (embedded, _) = Store::<G>::open(settings::<G>(), &Sources::default());
    let mut compared = 0;
    for table in made.tables().filter(|table| !table.is_builtin()) {
        let known = embedded.table(table.entry.material.key()).expect("it is embedded");
        let name = table.entry.material.name::<G>();
        let facts = |entry: &file::Entry| (entry.size, entry.counts, entry.sum);
        assert_eq!(facts(&known.entry), facts(&table.entry), "{name}");
        assert_eq!(known.has_distances(), table.has_distances(), "{name}");
        for number in (0..table.entry.size).step_by(101) {
            let position = G::set_up(&table.index.pieces(number), made.settings());
            assert_eq!(embedded.distance(&position), made.distance(&position), "{name} {number}");
        }
        compared += 1;
    }
    assert!(compared > 0);
}

#[test]
fn the_tables_of_the_program_are_those_that_are_made() {
    are_embedded::<Poddavki>(3, true);
    are_embedded::<Russian>(3, true);
    are_embedded::<Draughts<rules::english::English>>(3, true);
    are_embedded::<International>(2, true);
    are_embedded::<Impasse>(4, false);
}

/// The value of each of some positions is the best that its turns lead to.
#[test]
fn extreme_kings_agree_with_what_follows() {
    let kings = Material([[0, 0, 1, 1]; 2]);
    let settings = settings::<Extreme>();
    let mut builder = Builder::<Extreme>::new(settings);
    let made = builder.make(kings, &|_| ()).expect("it is made");
    assert_eq!(made[0].size, (32 * 31) * (32 * 31));
    let table = builder.known().get(kings.key()).expect("it is known");
    let value = |position: &_| {
        Extreme::ended(position).unwrap_or_else(|| {
            let number = table.index.rank(&Extreme::pieces(position)).expect("it has a number");
            table.values.get(number)
        })
    };
    let mut seen = [0; 3];
    for number in (0..table.index.size()).step_by(997) {
        let position = Extreme::set_up(&table.index.pieces(number), &settings);
        let turns = turns(&position);
        let worth = |outcome| match outcome {
            Outcome::Win => 2,
            Outcome::Draw => 1,
            Outcome::Loss => 0,
        };
        let follows = turns.iter().map(|&turn| 2 - worth(value(&common::after(&position, turn))));
        let follows =
            position.outcome(&turns).map_or(follows.max(), |outcome| Some(worth(outcome)));
        assert_eq!(Some(worth(value(&position))), follows, "{}", Extreme::write_fen(&position));
        seen[worth(value(&position))] += 1;
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// Numbers lead to positions and back, and a walk meets them in order.
fn numbers_round_trip<G: Tabled>(material: Material, start: u64, steps: u64) {
    let index = Index::<G::Bits>::new::<G>(material).expect("it can be numbered");
    let start = start % index.size();
    let mut walk = index.walk(start);
    for number in start..index.size().min(start + steps) {
        let pieces = index.pieces(number);
        assert_eq!(index.rank(&pieces), Some(number), "{material} {number}");
        assert_eq!(walk.pieces(), &pieces, "{material} {number}");
        assert_eq!(walk.advance(), number + 1 < index.size());
        let position = G::set_up(&pieces, &settings::<G>());
        assert_eq!(G::pieces(&position), pieces);
        let fen = G::write_fen(&position);
        assert_eq!(G::read_fen(&fen, &settings::<G>()).as_ref(), Ok(&position), "{fen}");
    }
}

proptest! {
    #[test]
    fn every_number_is_one_position(counts in any::<[[u8; 4]; 2]>(), start: u64) {
        let two = counts.map(|side| [side[0] % 3, side[1] % 2 + u8::from(side[0] % 3 == 0), 0, 0]);
        numbers_round_trip::<Poddavki>(Material(two), start, 200);
        numbers_round_trip::<International>(Material(two), start, 200);
        numbers_round_trip::<Turkish>(Material(two), start, 200);
        numbers_round_trip::<Impasse>(Material(two), start, 200);
        // With all four kinds on both sides there are too many.
        let [mine, theirs] = counts.map(|side| [side[0] % 2, side[1] % 2, side[2] % 2, 1]);
        let four = [mine, [theirs[0], theirs[1], 0, 1]];
        numbers_round_trip::<Extreme>(Material(four), start, 200);
        let one = counts.map(|side| [side[0] % 6 + 1, 0, 0, 0]);
        numbers_round_trip::<Alquerque>(Material(one), start, 200);
    }
}

#[test]
fn a_material_has_no_number_twice_and_none_too_many() {
    let index =
        Index::<u64>::new::<Russian>(Material([[2, 0, 0, 0], [1, 0, 0, 0]])).expect("an index");
    let mut seen = std::collections::HashSet::new();
    assert!((0..index.size()).all(|number| seen.insert(index.pieces(number))));
    // Two men of 28 squares and one of 28, less those where they would meet.
    let both = 28 * 27 / 2 * 28 - 24 * 27;
    assert_eq!(index.size(), both);
}

/// What a store says of a folder: the files that are refused, and why.
fn refusals<G: Tabled>(folder: &Path) -> Vec<String> {
    let (_, refused) = Store::<G>::open(settings::<G>(), &sources(folder));
    refused.iter().map(ToString::to_string).collect()
}

#[test]
fn damaged_cut_and_foreign_files_are_refused_by_name() {
    let folder = folder();
    build::<Poddavki>(folder.path(), 2, true);
    assert_eq!(refusals::<Poddavki>(folder.path()), Vec::<String>::new());
    for name in ["poddavki-01v01.dt", "poddavki-01v01-distance.dt"] {
        let path = folder.path().join(name);
        let whole = fs::read(&path).expect("it is there");
        let check = |bytes: &[u8], part: &str| {
            fs::write(&path, bytes).expect("it can be written");
            let refused = refusals::<Poddavki>(folder.path());
            assert_eq!(refused.len(), 1, "{refused:?}");
            assert!(refused[0].contains(name) && refused[0].contains(part), "{refused:?}");
        };
        for place in (0..whole.len()).step_by(7) {
            let mut damaged = whole.clone();
            damaged[place] ^= 0x10;
            check(&damaged, "");
        }
        for length in [0, 5, 30, whole.len() / 2, whole.len() - 1] {
            check(&whole[..length], "");
        }
        check(&[&whole[..], b"x"].concat(), "bytes long");
        check(b"PK\x03\x04 something else", "no file of tables");
        fs::write(&path, &whole).expect("it can be written");
    }
    // Another game's file under this name.
    fs::rename(folder.path().join("poddavki-01v01.dt"), folder.path().join("russian-01v01.dt"))
        .expect("it can be renamed");
    let refused = refusals::<Russian>(folder.path());
    assert!(refused.len() == 1 && refused[0].contains("of the game 'poddavki'"), "{refused:?}");
    // Play goes on without it.
    let (store, _) = Store::<Russian>::open(settings::<Russian>(), &sources(folder.path()));
    assert!(store.tables().all(|table| table.is_builtin()));
}

#[test]
fn tables_of_other_rules_are_refused() {
    let folder = folder();
    build::<Alquerque>(folder.path(), 2, false);
    let mut settings = settings::<Alquerque>();
    settings.set(&Alquerque::FACTS, "backward", "all").expect("it can be chosen");
    let (store, refused) = Store::<Alquerque>::open(settings, &sources(folder.path()));
    assert_eq!((store.most(), refused.len()), (0, 1));
    assert!(refused[0].to_string().contains("backward=jumps, not for backward=all"));
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(PROGRAM).args(arguments).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// The files of a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).expect("the folder").map(|entry| {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read(&path).expect("it can be read"))
    });
    files.filter(|(name, _)| !name.ends_with(".part")).collect()
}

#[test]
fn work_that_was_broken_off_goes_on() {
    let (whole, broken) = (folder(), folder());
    let dir = |folder: &TempDir| folder.path().to_string_lossy().into_owned();
    let (whole_dir, broken_dir) = (dir(&whole), dir(&broken));
    let arguments =
        |dir| ["tables", "build", "-g", "alquerque", "--pieces", "5", "--distance", "--dir", dir];
    let (code, output, errors) = run(&arguments(&whole_dir));
    assert_eq!((code, errors.as_str()), (0, ""));
    let mut child = Command::new(PROGRAM)
        .args(arguments(&broken_dir))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while contents(broken.path()).is_empty() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    // Whatever stands there under its name is whole, and what stands beside it is no file.
    let made = contents(broken.path());
    assert!(!made.is_empty());
    assert_eq!(refusals::<Alquerque>(broken.path()), Vec::<String>::new());
    fs::write(broken.path().join("alquerque-4v1.dt.part"), "half").expect("it can be written");
    let (again, resumed, errors) = run(&arguments(&broken_dir));
    assert_eq!((again, errors.as_str()), (0, ""));
    assert_eq!(resumed, output);
    assert_eq!(contents(broken.path()), contents(whole.path()));
    // A damaged file is told by its name and made again, and what is whole is read.
    for name in contents(whole.path()).keys().filter(|name| name.contains("2v1")) {
        fs::write(broken.path().join(name), "nothing").expect("it can be written");
        let (code, again, errors) = run(&arguments(&broken_dir));
        assert!(code == 0 && errors.contains(name), "{errors}");
        assert_eq!(again, output);
        assert_eq!(contents(broken.path()), contents(whole.path()));
    }
}

#[test]
fn tables_are_verified_and_listed() {
    let folder = folder();
    build::<Poddavki>(folder.path(), 3, false);
    let dir = folder.path().to_string_lossy();
    let (code, output, _) =
        run(&["tables", "verify", "-g", "poddavki", "--dir", &dir, "--pieces", "3", "--all"]);
    assert_eq!(code, 0, "{output}");
    assert!(output.contains("KM v M: 22800 positions"), "{output}");
    let (code, output, _) =
        run(&["tables", "info", "-g", "poddavki", "--dir", &dir, "--pieces", "3", "--json"]);
    let tables: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    let of = |name: &str| {
        let tables = tables.as_array().expect("a list");
        tables.iter().find(|table| table["material"] == name).expect("a table").clone()
    };
    assert_eq!((code, of("K v K")["won"].as_u64()), (0, Some(790)));
    assert_eq!(of("M v MM")["lost"].as_u64(), Some(4_542));
    // A file that is whole but wrong.
    let kings = Material([[0, 1, 0, 0]; 2]);
    let all_won = Coded::new(992, |_| Some(Outcome::Win), |_| ()).expect("it is short");
    let packed = Packed { material: kings, size: 992, counts: [0, 992, 0], bytes: &all_won.bytes };
    let path = folder.path().join(file::name::<Poddavki>(kings, Content::Values));
    file::write::<Poddavki>(&path, Content::Values, &settings::<Poddavki>(), &[packed])
        .expect("it can be written");
    let (code, output, _) =
        run(&["tables", "verify", "-g", "poddavki", "--dir", &dir, "--pieces", "2"]);
    assert!(code == 1 && output.contains("K v K: win is told for W:WK"), "{output}");
}

#[test]
fn a_position_is_probed() {
    let folder = folder();
    build::<Poddavki>(folder.path(), 3, true);
    let dir = folder.path().to_string_lossy();
    let probe = |fen: &str, json: &[&str]| {
        let arguments = ["tables", "probe", "-g", "poddavki", "--dir", &dir, "--fen", fen];
        run(&[&arguments[..], json].concat())
    };
    // The king must be taken: the only turn gives it away.
    let (code, output, _) = probe("W:WKa1:Bb2", &["--json"]);
    let told: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(code, 0);
    assert_eq!(told["moves"].as_array().map(Vec::len), Some(6));
    let (code, output, _) = probe("W:Wa1:Bg7", &[]);
    assert_eq!(code, 0);
    assert!(output.starts_with("value    ") && output.contains("best     a1-b2"), "{output}");
    let (code, output, errors) = probe("W:Wa1,c1,e1,g1,b2,d2,f2:Ba7,c7,e7,g7,b8,d8,f8", &[]);
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(errors.contains("no table knows"), "{errors}");
}

/// Plays an ending out, the tables' side with tables and the other without; the result for the
/// side with tables.
fn play_out(game: Variant, fen: &str, engines: &mut [Box<dyn AnyEngine>; 2]) -> Outcome {
    let limits = Limits { nodes: Some(1_500), ..Limits::default() };
    let mut referee = game.game();
    referee.set_position(&PositionText::Fen(fen)).expect("a position");
    let side = referee.side();
    let text = PositionText::Fen(fen);
    for engine in engines.iter_mut() {
        engine.forget();
        engine.game_mut().set_position(&text).expect("a position");
    }
    for _ in 0..400 {
        if let Some(result) = referee.result() {
            return match (result, side) {
                (GameResult::Draw, _) => Outcome::Draw,
                (GameResult::WhiteWins, Side::White) | (GameResult::BlackWins, Side::Black) => {
                    Outcome::Win
                }
                _ => Outcome::Loss,
            };
        }
        let engine = &mut engines[usize::from(referee.side() != side)];
        let control = Control::new(Instant::now(), false);
        let answer = engine.search(&limits.into(), &control, &mut |_| ());
        let turn = answer.best.expect("a turn").hub;
        referee.play(&turn, Notation::Hub).expect("a legal turn");
        for engine in engines.iter_mut() {
            engine.game_mut().play(&turn, Notation::Hub).expect("a legal turn");
        }
    }
    Outcome::Draw
}

/// From random endings the side with tables gets what they tell at least, draw rules and all.
fn keeps_what_tables_tell<G: Tabled>(pieces: u32, distances: bool, games: u64) {
    let (folder, store) = opened::<G>(pieces, distances);
    let game: Variant = G::FACTS.name.parse().expect("a game");
    let engine = || game.engine(1, 1 << 20).expect("an engine");
    let mut engines = [engine(), engine()];
    engines[0].set_tables(&sources(folder.path()));
    engines[1].set_tables(&Sources { is_on: false, ..Sources::default() });
    let mut played = 0;
    for seed in 0.. {
        if played == games {
            break;
        }
        let mut random = StdRng::seed_from_u64(seed);
        let of_size = |table: &&damier::tables::store::Stored<G::Bits>| {
            table.entry.material.count::<G>() == pieces
        };
        let table = store.tables().filter(of_size).choose(&mut random).expect("a table");
        let number = random.random_range(0..table.entry.size);
        let position = G::set_up(&table.index.pieces(number), store.settings());
        let value = store.value(&position).expect("it is known");
        if value == Outcome::Loss || position.outcome(&turns(&position)).is_some() {
            continue;
        }
        played += 1;
        let fen = G::write_fen(&position);
        let result = play_out(game, &fen, &mut engines);
        let rank = |outcome| match outcome {
            Outcome::Loss => 0,
            Outcome::Draw => 1,
            Outcome::Win => 2,
        };
        assert!(rank(result) >= rank(value), "{game} {fen}: {value:?} became {result:?}");
    }
}

#[test]
fn the_side_with_tables_gets_what_they_tell() {
    keeps_what_tables_tell::<Poddavki>(3, true, 10);
    keeps_what_tables_tell::<Draughts<rules::english::English>>(3, true, 10);
    keeps_what_tables_tell::<Impasse>(4, false, 6);
    keeps_what_tables_tell::<Alquerque>(4, true, 6);
}

/// Two hundred games of a game: some minutes each.
macro_rules! always {
    ($($name:ident: $game:ty, $pieces:literal, $distances:literal;)*) => {
        $(#[test]
        #[ignore = "takes minutes"]
        fn $name() {
            keeps_what_tables_tell::<$game>($pieces, $distances, 200);
        })*
    };
}

always! {
    always_in_poddavki: Poddavki, 4, true;
    always_in_poddavki_by_values: Poddavki, 4, false;
    always_in_impasse: Impasse, 5, true;
    always_in_impasse_by_values: Impasse, 5, false;
    always_in_extreme_by_values: Extreme, 4, false;
    always_in_alquerque: Alquerque, 5, true;
    always_in_english: Draughts<rules::english::English>, 4, true;
    always_in_russian: Draughts<rules::russian::Russian>, 4, true;
    always_in_russian_by_values: Draughts<rules::russian::Russian>, 4, false;
    always_in_international: Draughts<rules::international::International>, 3, true;
}

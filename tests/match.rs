//! Matches: played to their end, by engines that behave and by engines that do not, killed and
//! gone on with, shared out and joined.

#[path = "common/match_run.rs"]
mod match_run;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{BufRead, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use damier::any::PositionText;
use damier::game::{HubPosition, Notation};
use damier::games::Variant;
use damier::notation::pdn::Games;
use damier::notation::pdn::replay::Keep;
use damier::protocol::hub::Line;
use serde_json::Value;

use match_run::{PATIENCE, PROGRAM, folder, games, numbers, play, played};

/// The command of an engine made here that behaves in some way.
fn fake(behaviour: &str) -> String {
    let tests = std::env::current_exe().expect("the tests are a program");
    let tests = tests.to_str().expect("its path is UTF-8");
    format!("cmd=env FAKE_ENGINE={behaviour} '{tests}' --exact fake_engine --nocapture")
}

/// What such an engine lists.
const FAKE_PARAMETERS: &str = "param name=hash value=16 type=int min=1 max=64\n\
                               param name=level value=3 type=int min=1 max=9\n";

/// Not a test, but an engine: it plays the first legal move, and misbehaves when it is to find its
/// fifth. What the test harness prints about it is noise that a Hub client passes over.
#[test]
#[expect(clippy::zombie_processes, reason = "what it leaves behind is for others to end")]
fn fake_engine() {
    let Ok(behaviour) = std::env::var("FAKE_ENGINE") else { return };
    let mut game = Variant::Poddavki.game();
    let mut output = std::io::stdout();
    let mut say = |text: String| {
        output.write_all(format!("{text}\n").as_bytes()).expect("somebody reads");
        output.flush().expect("somebody reads");
    };
    if behaviour == "deaf" {
        // What it starts must end with it.
        let mut child = std::process::Command::new("sleep");
        child.arg("3000").stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("it starts");
    }
    let mut asked = 0;
    for line in std::io::stdin().lock().lines() {
        let came = Instant::now();
        let line = Line::parse(&line.expect("lines come")).expect("it is a Hub line");
        match line.command.as_str() {
            "hub" => say(format!("id name=Fake\n{FAKE_PARAMETERS}wait")),
            "init" => say("ready".to_owned()),
            "ping" => say("pong".to_owned()),
            "new-game" => asked = 0,
            "pos" => {
                let start = HubPosition::new(line.get("pos").expect("a position"));
                game.set_position(&PositionText::Hub(start)).expect("it is legal");
                for text in line.get("moves").unwrap_or_default().split_whitespace() {
                    game.play(text, Notation::Hub).expect("it is legal");
                }
            }
            "go" => {
                asked += 1;
                let turn = game.turn(0).hub;
                match (behaviour.as_str(), asked) {
                    ("crash", 5) => std::process::exit(3),
                    ("silent", 5) => continue,
                    ("babble", 5) => loop {
                        say("I think, therefore I am".to_owned());
                        std::thread::sleep(Duration::from_millis(5));
                    },
                    ("mortal", 5) => {
                        say(format!("done move={turn}"));
                        std::process::exit(3);
                    }
                    ("error", 5) => {
                        say("error message=\"\u{1b}[31mout of order\u{7}\"".to_owned());
                    }
                    ("bare", 5) => say("done".to_owned()),
                    ("illegal", 5) => say("done move=1-32".to_owned()),
                    ("late", 5) => {
                        std::thread::sleep(Duration::from_millis(1_500));
                        say(format!("done move={turn}"));
                    }
                    ("slow", _) => {
                        std::thread::sleep(Duration::from_millis(15));
                        let taken = came.elapsed().as_micros();
                        say(format!("info nodes={taken}\ndone move={turn}"));
                    }
                    _ => say(format!("done move={turn}")),
                }
            }
            "quit" if behaviour != "deaf" => return,
            _ => {}
        }
    }
    if behaviour == "deaf" {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

#[test]
fn a_match_is_played_to_its_end_and_ranks_the_engines() {
    let folder = folder();
    let outcome = played(
        folder.path(),
        &[
            "-g",
            "poddavki",
            "--games",
            "10",
            "--json",
            "games.json",
            "--pdn",
            "games.pdn",
            "--engine",
            "builtin",
            "name=weak",
            "nodes=10",
            "--engine",
            "builtin",
            "name=strong",
            "nodes=1000",
        ],
    );
    assert_eq!(outcome.errors.lines().count(), 10, "{}", outcome.errors);
    let rows: Vec<&str> = outcome.output.lines().collect();
    assert!(rows[0].starts_with("engine") && rows[1].starts_with("strong "), "{}", outcome.output);
    for told in ["weak - strong: 10 games", "Elo -", "superiority", "strong:  depth ", "nps "] {
        assert!(outcome.output.contains(told), "{told} in {}", outcome.output);
    }
    let games = games(&folder.path().join("games.json"));
    assert_eq!(numbers(&games), (1..=10).collect::<Vec<u64>>());
    for pair in games.chunks(2) {
        assert_eq!((&pair[0]["white"], &pair[0]["start"]), (&pair[1]["black"], &pair[1]["start"]));
    }
    // The PDN file is legal, and tells the same games.
    let file = std::fs::File::open(folder.path().join("games.pdn")).expect("it was written");
    let records: Vec<_> = Games::new(file, None, Keep::National)
        .map(|game| game.expect("it can be read").record.expect("it is legal").expect("it is kept"))
        .collect();
    assert_eq!(records.len(), 10);
    for (record, game) in records.iter().zip(&games) {
        assert_eq!(record.ending.write(false), game["result"].as_str().expect("a result"));
        let moves = game["moves"].as_array().expect("moves").len();
        let text = record.write();
        assert_eq!(text.matches("[%emt").count(), moves, "{text}");
        assert!(text.contains("[%eval") && text.contains("depth"), "{text}");
    }
}

#[test]
fn processes_play_on_a_clock_and_ponder() {
    let folder = folder();
    let engine = format!("cmd='{PROGRAM}' hub");
    let outcome = played(
        folder.path(),
        &[
            "-g",
            "impasse",
            "--games",
            "4",
            "--tc",
            "2+0.01",
            "--concurrency",
            "2",
            "--ponder",
            "--margin",
            "60",
            "--adjudicate",
            "max-plies=60",
            "--json",
            "games.json",
            "--engine",
            &engine,
            "name=A",
            "hash=4",
            "threads=1",
            "--engine",
            &engine,
            "name=B",
            "hash=4",
            "param.skill=0",
        ],
    );
    assert!(!outcome.output.contains("forfeits:"), "{}{}", outcome.output, outcome.errors);
    let games = games(&folder.path().join("games.json"));
    assert_eq!(games.len(), 4);
    for game in games {
        for played in game["moves"].as_array().expect("moves") {
            let left = played["clock"].as_f64().expect("a clock");
            assert!((0.0..=2.01 + 0.01 * 60.0).contains(&left), "{played}");
        }
    }
}

#[test]
fn whoever_does_not_do_what_it_should_forfeits_and_is_started_again() {
    for (behaviour, kind) in [
        ("crash", "crash"),
        ("silent", "silence"),
        ("babble", "silence"),
        ("error", "error"),
        ("bare", "no-move"),
        ("illegal", "illegal-move"),
        ("late", "time"),
    ] {
        let folder = folder();
        let limit = if behaviour == "late" { ["--move-time", "0.5"] } else { ["--depth", "1"] };
        let outcome = played(
            folder.path(),
            &[
                "-g",
                "poddavki",
                "--games",
                "2",
                "--patience",
                "2",
                "--json",
                "games.json",
                limit[0],
                limit[1],
                "--engine",
                &fake(behaviour),
                "name=bad",
                "--engine",
                &fake("good"),
                "name=good",
            ],
        );
        let games = games(&folder.path().join("games.json"));
        assert_eq!(games.len(), 2, "{behaviour}");
        for game in &games {
            let forfeit = &game["forfeit"];
            assert_eq!((&forfeit["engine"], &forfeit["kind"]), (&"bad".into(), &kind.into()));
            let message = forfeit["message"].as_str().expect("a message");
            assert!(!message.contains(char::is_control), "{message:?}");
            let winner = if game["result"] == "1-0" { &game["white"] } else { &game["black"] };
            assert_eq!(winner, "good");
            assert_eq!(game["reason"], "forfeit");
            let fen = forfeit["fen"].as_str().expect("a position");
            let mut position = Variant::Poddavki.game();
            position.set_position(&PositionText::Fen(fen)).expect("it is a position");
            let plies = game["moves"].as_array().expect("moves").len() as u64;
            assert!(plies >= 8 && forfeit["ply"] == plies + 1, "{behaviour}: {game}");
        }
        let kind = kind.replace('-', " ");
        assert!(outcome.output.contains(&format!("forfeits: {kind} 2")), "{}", outcome.output);
        assert!(outcome.errors.contains(&format!("bad forfeits by {kind}")), "{}", outcome.errors);
    }
}

#[test]
fn whoever_ends_between_two_games_is_started_again_without_a_forfeit() {
    let folder = folder();
    let engines = [fake("mortal"), fake("good")];
    let outcome = played(
        folder.path(),
        &[
            "-g",
            "poddavki",
            "--games",
            "4",
            "--depth",
            "1",
            "--json",
            "games.json",
            "--adjudicate",
            "max-plies=10",
            "--engine",
            &engines[0],
            "name=mortal",
            "--engine",
            &engines[1],
            "name=good",
        ],
    );
    let games = games(&folder.path().join("games.json"));
    assert_eq!(games.len(), 4);
    for game in &games {
        assert_eq!(game["reason"], "max-plies", "{game}");
        assert_eq!(game["moves"].as_array().map(Vec::len), Some(10));
    }
    assert!(!outcome.output.contains("forfeits:"), "{}", outcome.output);
}

#[test]
fn what_cannot_be_played_is_told_before_it_begins() {
    let folder = folder();
    std::fs::write(folder.path().join("plain.txt"), "no program").expect("it can be written");
    let two = ["--engine", "builtin", "name=A", "--engine", "builtin", "name=B"];
    for (arguments, told) in [
        (vec!["-g", "poddavki", "--games", "3", "--nodes", "5"], "even"),
        (vec!["-g", "poddavki", "--games", "2"], "no limit"),
        (vec!["--games", "2", "--nodes", "5"], "game"),
        (
            vec!["-g", "poddavki", "--nodes", "5", "--openings", "/nowhere/at/all"],
            "/nowhere/at/all",
        ),
        (vec!["-g", "poddavki", "--nodes", "5", "--tc", "x"], "time control"),
        (vec!["-g", "poddavki", "--nodes", "5", "--adjudicate", "win=4"], "SCORE/MOVES"),
        (
            vec!["-g", "alquerque", "--nodes", "5", "--adjudicate", "tables"],
            "no tables for alquerque",
        ),
        (vec!["-g", "poddavki", "--nodes", "5", "--tables", "/nowhere/at/all"], "/nowhere/at/all"),
        (vec!["-g", "poddavki", "--nodes", "5", "--sprt", "elo0=5", "elo1=0"], "elo0 < elo1"),
        (vec!["-g", "poddavki", "--nodes", "5", "--option", "kings15=maybe"], "kings15"),
        (vec!["-g", "poddavki", "--nodes", "5", "--resume"], "JSON"),
        (vec!["-g", "poddavki", "--nodes", "5", "--worker", "3/2"], "I/N"),
        (vec!["-g", "poddavki", "--nodes", "5", "--engine", "builtin", "name=A"], "called 'A'"),
        (
            vec!["-g", "poddavki", "--nodes", "5", "--engine", "cmd=/no/such/engine"],
            "the command '/no/such/engine' was not found",
        ),
        (
            vec!["-g", "poddavki", "--nodes", "5", "--engine", "cmd=./plain.txt"],
            "'./plain.txt' is not executable",
        ),
        (
            vec![
                "-g",
                "poddavki",
                "--nodes",
                "5",
                "--engine",
                "cmd=plain.txt",
                "name=C",
                "dir=/none",
            ],
            "no folder /none",
        ),
        (vec!["-g", "poddavki", "--nodes", "5", "--engine", "builtin", "name=a\nb"], "control"),
        (vec!["-g", "poddavki", "--nodes", "5", "--engine", "builtin", "threads=0"], "threads"),
        (
            vec!["-g", "poddavki", "--nodes", "5", "--engine", "builtin", "name=C", "nodes=0"],
            "limits of C cannot be kept: nodes=0",
        ),
        (vec!["-g", "poddavki", "--nodes", "5", "--adjudicate", "foo"], "--adjudicate"),
        (vec!["-g", "poddavki", "--nodes", "5", "--adjudicate", "max-plies=0"], "max-plies"),
        (vec!["-g", "poddavki", "--tc-each", "1", "2", "3"], "--tc-each tells 3 clocks"),
        (vec!["-g", "poddavki", "--nodes", "5", "--json", "x", "--pdn", "./x"], "one place"),
        (vec!["-g", "poddavki", "--nodes", "5", "--json", "x", "--log", "x"], "one place"),
        (vec!["-g", "poddavki", "--nodes", "5", "--engine", "name=C"], "cmd"),
        (vec!["-g", "poddavki", "--nodes", "5", "--engine", "builtin", "colour=red"], "colour"),
        (
            vec![
                "-g",
                "poddavki",
                "--nodes",
                "5",
                "--games",
                "18446744073709551614",
                "--engine",
                "builtin",
                "name=C",
            ],
            "more than can be counted",
        ),
    ] {
        let outcome = play(folder.path(), &[&two[..], &arguments[..]].concat());
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.output);
        assert!(outcome.errors.contains(told), "{arguments:?}: {}", outcome.errors);
    }
}

#[test]
fn parameters_that_an_engine_has_not_are_told_before_it_begins() {
    let folder = folder();
    let fake = fake("good");
    let process = format!("cmd='{PROGRAM}' hub");
    for (engine, setting, told) in [
        (fake.as_str(), "param.style=wild", "no parameter 'style'; it has hash, level"),
        (&fake, "param.level=10", "'level' cannot be '10': it is at most 9"),
        (&fake, "param.level=many", "whole number"),
        (&fake, "hash=65", "'hash' cannot be '65': it is at most 64"),
        (&fake, "threads=2", "no parameter 'threads'"),
        ("builtin", "param.nonsense=1", "no parameter 'nonsense'"),
        ("builtin", "param.skill=21", "at most 20"),
        ("builtin", "threads=1000", "at most 256"),
        (&process, "param.numbering=roman", "one of board national"),
        (&process, "param.book=perhaps", "true or false"),
    ] {
        let match_of = ["-g", "poddavki", "--nodes", "5", "--json", "games.json"];
        let two = ["--engine", "builtin", "name=A", "--engine", engine, setting, "name=B"];
        let outcome = play(folder.path(), &[&match_of[..], &two].concat());
        assert_eq!(outcome.code, 2, "{setting}: {}", outcome.output);
        let is_told = outcome.errors.contains("B: ") && outcome.errors.contains(told);
        assert!(is_told, "{setting}: {}", outcome.errors);
        assert!(!folder.path().join("games.json").exists());
    }
    // One thread is what every engine has.
    let match_of = ["-g", "poddavki", "--depth", "1", "--adjudicate", "max-plies=4"];
    let two = ["--engine", &fake, "name=A", "threads=1", "hash=64", "param.level=9"];
    let other = ["--engine", "builtin", "name=B"];
    played(folder.path(), &[&match_of[..], &two, &other].concat());
}

#[test]
fn any_number_of_games_can_be_asked_for() {
    let folder = folder();
    let two = ["--engine", "builtin", "name=A", "--engine", "builtin", "name=B"];
    for (games, share) in [
        ("10000000000", "1/5000000000"),
        ("18446744073709551614", "9223372036854775807/9223372036854775807"),
    ] {
        let json = format!("{games}.json");
        let match_of = ["-g", "poddavki", "--nodes", "5", "--adjudicate", "max-plies=4"];
        let many = ["--games", games, "--worker", share, "--json", &json];
        let arguments = [&match_of[..], &many, &two].concat();
        let outcome = played(folder.path(), &arguments);
        assert!(outcome.output.contains("A - B: 2 games"), "{}", outcome.output);
        let again = played(folder.path(), &[&arguments[..], &["--resume"]].concat());
        assert_eq!(again.output, outcome.output);
    }
}

#[test]
fn each_engine_may_have_a_clock_of_its_own() {
    let folder = folder();
    let match_of = ["-g", "poddavki", "--tc-each", "600", "40/300", "--json", "games.json"];
    let limits = ["--nodes", "5", "--adjudicate", "max-plies=4"];
    let two = ["--engine", "builtin", "name=A", "--engine", "builtin", "name=B", "nodes=7"];
    played(folder.path(), &[&match_of[..], &limits, &two].concat());
    let text = std::fs::read_to_string(folder.path().join("games.json")).expect("it was written");
    let told: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    let limits = |engine: usize| &told["engine"][engine]["limits"];
    assert_eq!((&limits(0)["tc"], &limits(0)["nodes"]), (&"600".into(), &5.into()));
    assert_eq!((&limits(1)["tc"], &limits(1)["nodes"]), (&"40/300".into(), &7.into()));
}

#[test]
fn tables_end_games_that_they_know() {
    let folder = folder();
    // One side is left with a man that the other must take, or must be taken by.
    let openings = "W:Wa1,c1,e1:Bb8,d8,f8\nW:Wa3,c3,e3:Bb6,d6,f6\n";
    std::fs::write(folder.path().join("six.fen"), openings).expect("it can be written");
    let match_of = ["-g", "poddavki", "--games", "4", "--depth", "3", "--openings", "six.fen"];
    let ends = ["--adjudicate", "tables", "--json", "games.json"];
    let two = ["--engine", "builtin", "name=A", "--engine", "builtin", "name=B"];
    played(folder.path(), &[&match_of[..], &ends, &two].concat());
    let games = games(&folder.path().join("games.json"));
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game["reason"], "tables", "{game}");
    }
}

/// A match that is running in the background.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = std::process::Command::new(PROGRAM);
    command.arg("match").args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("the program runs")
}

fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Processes that have a mark in their environment.
#[cfg(target_os = "linux")]
fn marked(mark: &str) -> Vec<PathBuf> {
    let processes = std::fs::read_dir("/proc").expect("there is /proc").flatten();
    let environments = processes.map(|process| process.path().join("environ"));
    let has_mark = |path: &PathBuf| {
        let environment = std::fs::read(path).unwrap_or_default();
        environment.windows(mark.len()).any(|part| part == mark.as_bytes())
    };
    environments.filter(has_mark).collect()
}

/// A mark that nothing else has.
#[cfg(target_os = "linux")]
fn mark(name: &str) -> String {
    format!("MATCH_TEST_MARK={name}-{}", std::process::id())
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_match_goes_on_with_the_missing_games_and_leaves_no_engine() {
    let folder = folder();
    let mark = mark("killed");
    let engine = fake("deaf").replace("env ", &format!("env {mark} "));
    let arguments = [
        "-g",
        "poddavki",
        "--games",
        "40",
        "--depth",
        "1",
        "--concurrency",
        "2",
        "--json",
        "games.json",
        "--pdn",
        "games.pdn",
        "--engine",
        &engine,
        "name=A",
        "--engine",
        &engine,
        "name=B",
    ];
    let path = folder.path().join("games.json");
    let mut killed = start(folder.path(), &arguments);
    wait_for("three games are played", || games(&path).len() >= 3);
    assert!(!marked(&mark).is_empty());
    killed.kill().expect("it can be killed");
    killed.wait().expect("it ends");
    wait_for("its engines end", || marked(&mark).is_empty());
    let before = games(&path);
    assert!(before.len() < 40, "it was too fast to be killed");
    // A line that was broken off, as it is when it is killed while it writes.
    let mut file = std::fs::File::options().append(true).open(&path).expect("it is there");
    file.write_all(b"{\"kind\":\"game\",\"numb").expect("it can be written");
    drop(file);
    let refused = play(folder.path(), &arguments);
    assert!(refused.code == 2 && refused.errors.contains("--resume"), "{}", refused.errors);
    let mut other = [&arguments[..], &["--depth", "2", "--resume"]].concat();
    other.drain(4..6);
    let refused = play(folder.path(), &other);
    assert!(refused.code == 2 && refused.errors.contains("limits differs"), "{}", refused.errors);
    let resumed = played(folder.path(), &[&arguments[..], &["--resume"]].concat());
    let all = games(&path);
    assert_eq!(numbers(&all), (1..=40).collect::<Vec<u64>>());
    assert_eq!(all[..before.len()], before[..]);
    assert_eq!(resumed.errors.lines().count(), 40 - before.len());
    assert!(resumed.output.contains("A - B: 40 games"), "{}", resumed.output);
    let pdn = std::fs::read_to_string(folder.path().join("games.pdn")).expect("it was written");
    assert_eq!(pdn.matches("[Event ").count(), 40);
    wait_for("its engines end", || marked(&mark).is_empty());
}

/// A short match of two engines without a process.
const SHORT: [&str; 12] = [
    "-g",
    "poddavki",
    "--nodes",
    "5",
    "--adjudicate",
    "max-plies=6",
    "--engine",
    "builtin",
    "name=A",
    "--engine",
    "builtin",
    "name=B",
];

#[test]
fn two_matches_never_write_one_file() {
    let folder = folder();
    let slow = fake("slow");
    let engines = ["--engine", &slow, "name=A", "--engine", &slow, "name=B"];
    let games_of = ["-g", "poddavki", "--games", "4000", "--depth", "1"];
    let files = ["--json", "games.json", "--pdn", "games.pdn"];
    let path = folder.path().join("games.json");
    let mut first = start(folder.path(), &[&games_of[..], &files, &engines].concat());
    wait_for("a game is played", || !games(&path).is_empty());
    played(folder.path(), &[&SHORT[..], &["--games", "2", "--json", "other.json"]].concat());
    let again = [&games_of[..], &files, &engines, &["--resume"]].concat();
    let anew = [&SHORT[..], &["--games", "2", "--json", "games.json"]].concat();
    let alone = [&SHORT[..], &["--games", "2", "--pdn", "games.pdn"]].concat();
    let merge = ["merge", "other.json", "--json", "games.json"];
    let merge_pdn = ["merge", "other.json", "--pdn", "games.pdn"];
    for arguments in [&again[..], &anew, &alone, &merge, &merge_pdn] {
        let refused = play(folder.path(), arguments);
        assert_eq!(refused.code, 2, "{arguments:?}: {}", refused.output);
        let name = if arguments.contains(&"games.json") { "games.json" } else { "games.pdn" };
        let told = format!("{name} is being written by another match");
        assert!(refused.errors.contains(&told), "{arguments:?}: {}", refused.errors);
    }
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    let kept = numbers(&games(&path));
    assert_eq!(kept, (1..=kept.len() as u64).collect::<Vec<u64>>());
}

#[test]
fn resuming_loses_nothing_that_others_have_written() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let text = |name: &str| std::fs::read_to_string(at(name)).expect("it is there");
    let write = |name: &str, text: &str| std::fs::write(at(name), text).expect("it is written");
    let run = |more: &[&str]| {
        let games = ["--games", "6", "--json", "games.json"];
        play(folder.path(), &[&SHORT[..], &games, more].concat())
    };
    // What is no file of a match.
    for other in ["my notes", "{\"kind\":\"diary\"", "my\nnotes"] {
        write("games.json", other);
        let refused = run(&["--resume"]);
        assert!(refused.code == 2 && refused.errors.contains("games.json"), "{}", refused.errors);
        assert_eq!(text("games.json"), other);
    }
    // A first line that was broken off.
    write("games.json", "{\"kind\":\"ma");
    assert_eq!(run(&["--resume", "--pdn", "games.pdn"]).code, 0);
    let (json, pdn) = (text("games.json"), text("games.pdn"));
    assert_eq!((games(&at("games.json")).len(), pdn.matches("[Event ").count()), (6, 6));
    // A last line that lacks nothing but its line feed; a game that was broken off.
    write("games.json", json.trim_end());
    write("games.pdn", &pdn[..pdn.len() - 40]);
    assert_eq!(run(&["--resume", "--pdn", "games.pdn"]).code, 0);
    assert_eq!((text("games.json"), text("games.pdn")), (json.clone(), pdn.clone()));
    write("games.json", &format!("{json}and a remark"));
    assert_eq!(run(&["--resume"]).code, 2);
    assert_eq!(text("games.json"), format!("{json}and a remark"));
    write("games.json", &json);
    // PDN with what the JSON file does not know, or without a JSON file.
    for other in ["[Event \"mine\"]\n\n*\n".to_owned(), format!("{pdn}\n{pdn}")] {
        write("games.pdn", &other);
        for is_there in [true, false] {
            if !is_there {
                std::fs::remove_file(at("games.json")).expect("it is there");
            }
            let refused = run(&["--resume", "--pdn", "games.pdn"]);
            assert_eq!(refused.code, 2, "{}", refused.output);
            let names = ["games.pdn", "games.json", "move it away"];
            let is_told = names.iter().all(|name| refused.errors.contains(name));
            assert!(is_told, "{}", refused.errors);
            assert_eq!(text("games.pdn"), other);
            assert_eq!(at("games.json").exists(), is_there);
            write("games.json", &json);
        }
    }
}

#[test]
fn a_match_that_is_killed_when_it_goes_on_loses_nothing() {
    let folder = folder();
    let files = ["--games", "150", "--json", "games.json", "--pdn", "games.pdn"];
    let arguments = [&SHORT[..], &files].concat();
    played(folder.path(), &arguments);
    let path = folder.path().join("games.pdn");
    let pdn = std::fs::read_to_string(&path).expect("it was written");
    assert_eq!(pdn.matches("[Event ").count(), 150);
    for wait in 0..12 {
        let mut child = start(folder.path(), &[&arguments[..], &["--resume"]].concat());
        std::thread::sleep(Duration::from_millis(10 * wait));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let after = std::fs::read_to_string(&path).expect("it is there");
        assert!(after == pdn, "{} bytes of {} after {wait}", after.len(), pdn.len());
    }
}

/// The shell takes the place of a disk that is full.
#[cfg(target_os = "linux")]
#[test]
fn the_table_is_printed_when_the_disk_is_full() {
    let folder = folder();
    let limit = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
    let output = Command::new("sh")
        .args(["-c", limit, "sh", PROGRAM, "match"])
        .args(SHORT)
        .args(["--games", "400", "--json", "games.json"])
        .current_dir(folder.path())
        .timeout(PATIENCE)
        .output()
        .expect("there is a shell");
    assert_eq!(output.status.code(), Some(2));
    let (told, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let kept = games(&folder.path().join("games.json")).len();
    assert!(kept > 0 && told.contains(&format!("A - B: {kept} games")), "{kept}: {told}");
    assert!(errors.contains("damier: games.json: "), "{errors}");
}

/// What somebody sees who waits for the first game on a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_the_table_before_the_first_game_has_ended() {
    let folder = folder();
    let silent = fake("silent");
    let arguments = ["-g", "poddavki", "--depth", "1", "--patience", "3000", "--engine", &silent];
    let words = [PROGRAM, "match"].into_iter().chain(arguments);
    let words = words.chain(["name=bad", "--engine", "builtin", "name=good"]);
    let command = shlex::try_join(words).expect("there is no NUL in it");
    // It runs a command on a terminal.
    let child = std::process::Command::new("script")
        .args(["-qefc", &command, "/dev/null"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.expect("there is script (Debian: apt-get install bsdutils)");
    let mut output = child.stdout.take().expect("it has an output");
    let (sender, shown) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 1024];
        while let Ok(count) = std::io::Read::read(&mut output, &mut bytes) {
            if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    let mut text = String::new();
    while !(text.contains("forfeits") && text.contains("0/2")) {
        let more = shown.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("only {text:?}"));
        text.push_str(&String::from_utf8_lossy(&more));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[cfg(target_os = "linux")]
fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill").args([name, &id]).status();
    assert!(sent.expect("there is kill").success());
}

#[cfg(target_os = "linux")]
#[test]
fn signals_let_games_end_or_break_them_off() {
    // SIGHUP is not tried: under nohup it is to be ignored.
    for (behaviour, name, times, code) in
        [("slow", "-INT", 1, 130), ("silent", "-INT", 2, 130), ("silent", "-TERM", 1, 143)]
    {
        let is_broken_off = behaviour == "silent";
        let folder = folder();
        let mark = mark(&format!("{behaviour}{name}"));
        let engine = fake(behaviour).replace("env ", &format!("env {mark} "));
        let path = folder.path().join("games.json");
        let mut child = start(
            folder.path(),
            &[
                "-g",
                "poddavki",
                "--games",
                "400",
                "--depth",
                "1",
                "--patience",
                "3000",
                "--json",
                "games.json",
                "--engine",
                &fake("good"),
                "name=A",
                "--engine",
                &engine,
                "name=B",
            ],
        );
        if !is_broken_off {
            wait_for("a game is played", || !games(&path).is_empty());
        } else {
            wait_for("the engine is there", || !marked(&mark).is_empty());
            // The handshake is over, and the game hangs, soon after.
            std::thread::sleep(Duration::from_millis(500));
        }
        for _ in 0..times {
            signal(&child, name);
            std::thread::sleep(Duration::from_millis(300));
        }
        wait_for("it ends", || child.try_wait().expect("it is our child").is_some());
        let output = child.wait_with_output().expect("it has ended");
        assert_eq!(output.status.code(), Some(code), "{name}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let games = games(&path);
        assert!(games.len() < 400 && (is_broken_off || !games.is_empty()));
        assert!(text.starts_with("engine "), "{text}");
        assert!(games.iter().all(|game| game["forfeit"].is_null()), "{games:?}");
        wait_for("its engines end", || marked(&mark).is_empty());
    }
}

/// What does not differ from run to run.
fn essence(games: &[Value]) -> BTreeSet<String> {
    let essence = |game: &Value| {
        let mut text = format!("{} {} {}", game["number"], game["white"], game["result"]);
        for played in game["moves"].as_array().expect("moves") {
            let _ = write!(text, " {}", played["hub"]);
        }
        text
    };
    games.iter().map(essence).collect()
}

#[test]
fn shares_joined_are_the_whole() {
    let folder = folder();
    let arguments = [
        "-g", "extreme", "--games", "4", "--nodes", "30", "--order", "random", "--seed", "3",
        "--engine", "builtin", "name=A", "--engine", "builtin", "name=B", "nodes=60", "--engine",
        "builtin", "name=C",
    ];
    let whole = played(folder.path(), &[&arguments[..], &["--json", "whole.json"]].concat());
    for (share, file) in [("1/2", "one.json"), ("2/2", "two.json")] {
        let share = ["--worker", share, "--json", file];
        played(folder.path(), &[&arguments[..], &share[..]].concat());
    }
    let joined = ["merge", "one.json", "two.json", "--json", "all.json", "--pdn", "all.pdn"];
    let joined = played(folder.path(), &joined);
    let games = |name: &str| essence(&games(&folder.path().join(name)));
    assert_eq!(games("whole.json").len(), 12);
    assert_eq!(games("all.json"), games("whole.json"));
    assert!(games("one.json").is_disjoint(&games("two.json")));
    let table = |text: &str| text.split("\nA:").next().map(str::to_owned);
    assert_eq!(table(&joined.output), table(&whole.output));
    // Files of another match are not joined.
    let other = ["-g", "extreme", "--games", "2", "--nodes", "9", "--json", "other.json"];
    let engines = ["--engine", "builtin", "name=A", "--engine", "builtin", "name=B"];
    played(folder.path(), &[&other[..], &engines[..]].concat());
    let refused = play(folder.path(), &["merge", "one.json", "other.json"]);
    assert!(refused.code == 2 && refused.errors.contains("differs"), "{}", refused.errors);
}

/// The documented way to spread a match over processors and machines.
#[test]
fn gnu_parallel_spreads_a_match() {
    let told = Command::new("parallel").arg("--version").output();
    if !told.is_ok_and(|told| String::from_utf8_lossy(&told.stdout).contains("GNU parallel")) {
        // Not by a macro: what those write is kept back when a test passes.
        let skipped = "SKIPPED: GNU parallel is missing (Debian: apt-get install parallel)";
        std::io::stderr()
            .write_all(format!("\n{skipped}\n").as_bytes())
            .expect("standard error is open");
        assert!(std::env::var_os("CI").is_none(), "{skipped}");
        return;
    }
    let folder = folder();
    let file = "variant = \"poddavki\"\ngames = 8\nlimits = { nodes = 20 }\n\
                [[engine]]\nname = \"A\"\ncmd = \"builtin\"\n\
                [[engine]]\nname = \"B\"\ncmd = \"builtin\"\nlimits = { nodes = 40 }\n";
    std::fs::write(folder.path().join("match.toml"), file).expect("it can be written");
    let home = tempfile::tempdir().expect("a place for its settings");
    let output = Command::new("parallel")
        .env("PARALLEL_HOME", home.path())
        .current_dir(folder.path())
        .args("--will-cite -j 2".split(' '))
        .args([PROGRAM, "match", "match.toml", "--worker", "{}/2", "--json", "share{}.json"])
        .args([":::", "1", "2"])
        .timeout(PATIENCE)
        .output()
        .expect("parallel runs");
    assert!(output.status.success(), "{output:?}");
    let joined = played(folder.path(), &["merge", "share1.json", "share2.json"]);
    assert!(joined.output.contains("A - B: 8 games"), "{}", joined.output);
}

#[test]
fn a_sequential_test_ends_a_match() {
    let folder = folder();
    let outcome = played(
        folder.path(),
        &[
            "-g",
            "poddavki",
            "--games",
            "2000",
            "--sprt",
            "elo0=0",
            "elo1=100",
            "--concurrency",
            "4",
            "--json",
            "games.json",
            "--engine",
            "builtin",
            "name=A",
            "nodes=600",
            "--engine",
            "builtin",
            "name=B",
            "nodes=5",
        ],
    );
    assert!(outcome.output.contains("elo1=100 is accepted"), "{}", outcome.output);
    assert!(outcome.errors.lines().count() < 1000);
    // Games that are running are played to their end: none of those that were begun is missing.
    let kept = numbers(&games(&folder.path().join("games.json")));
    assert_eq!(kept, (1..=kept.len() as u64).collect::<Vec<u64>>());
}

/// Engines that answer at once, and an engine that tells by its nodes how many microseconds it
/// took. Bounds are wide, for the machine may be busy; half of the moves must be measured well.
#[test]
fn the_referee_takes_little_time_and_measures_it_well() {
    let folder = folder();
    let good = fake("good");
    let begun = Instant::now();
    let arguments = [
        "-g",
        "poddavki",
        "--games",
        "40",
        "--depth",
        "1",
        "--json",
        "games.json",
        "--engine",
        &good,
        "name=A",
        "--engine",
        &good,
        "name=B",
    ];
    played(folder.path(), &arguments);
    let time = begun.elapsed().as_secs_f64();
    let played_games = games(&folder.path().join("games.json"));
    let moves: usize =
        played_games.iter().map(|game| game["moves"].as_array().expect("moves").len()).sum();
    let rate = moves as f64 / time;
    println!("{moves} moves in {time:.3} s: {rate:.0} moves a second");
    assert!(rate > 40.0, "{moves} moves in {time} s");

    let slow = fake("slow");
    let arguments = [
        "-g",
        "poddavki",
        "--games",
        "2",
        "--depth",
        "1",
        "--json",
        "slow.json",
        "--engine",
        &slow,
        "name=A",
        "--engine",
        &slow,
        "name=B",
    ];
    played(folder.path(), &arguments);
    let mut errors: Vec<f64> = Vec::new();
    for game in games(&folder.path().join("slow.json")) {
        for played in game["moves"].as_array().expect("moves") {
            let told = played["nodes"].as_f64().expect("a number") * 1e-6;
            errors.push(played["time"].as_f64().expect("a time") - told);
        }
    }
    errors.sort_by(f64::total_cmp);
    let median = errors[errors.len() / 2];
    println!("time is off by {:.3} ms (median of {})", 1e3 * median, errors.len());
    assert!((-0.0005..0.002).contains(&median), "{median} s");
}

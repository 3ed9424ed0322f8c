//! The command line from outside: every command, its exit code, and the messages for input that
//! is wrong, which must name the part that is.

use std::io::{BufRead, BufReader};
use std::process::{Command as Process, Stdio};

use assert_cmd::Command;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_damier");

/// Exit code, standard output, standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(PROGRAM)
        .args(arguments)
        .env_remove("RUST_LOG")
        .env_remove("DAMIER_LINE_DELAY_MS")
        .timeout(std::time::Duration::from_secs(60))
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code().expect("no signal ended it"), text(output.stdout), text(output.stderr))
}

fn succeed(arguments: &[&str]) -> String {
    let (code, output, errors) = run(arguments);
    assert_eq!((code, errors.as_str()), (0, ""), "{arguments:?}");
    output
}

/// Wrong input: exit code 2, nothing on standard output, each of `named` in the message.
fn refuse(arguments: &[&str], named: &[&str]) {
    let (code, output, errors) = run(arguments);
    assert_eq!((code, output.as_str()), (2, ""), "{arguments:?}: {errors}");
    for part in named {
        assert!(errors.contains(part), "{arguments:?}: no '{part}' in: {errors}");
    }
    assert!(!errors.contains("panicked"), "{errors}");
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn has(value: &Value, fields: &[&str]) {
    for field in fields {
        assert!(value.get(field).is_some(), "no '{field}' in {value}");
    }
}

#[test]
fn every_help_has_an_example() {
    let commands = ["hub", "variants", "moves", "perft", "analyse", "analyze", "bench", "diagram"];
    for command in commands {
        for help in ["--help", "-h"] {
            let output = succeed(&[command, help]);
            assert!(output.contains("Example") && output.contains("damier "), "{output}");
        }
    }
    let output = succeed(&["--help"]);
    assert!(output.contains("Example"), "{output}");
    for command in &commands[..5] {
        assert!(output.contains(command), "{output}");
    }
    assert!(succeed(&["--version"]).starts_with("damier "));
}

#[test]
fn what_is_not_a_command_is_refused() {
    refuse(&["play"], &["play"]);
    refuse(&["--threads"], &["--threads"]);
    refuse(&["moves"], &["--game"]);
    refuse(&["moves", "-g", "chess"], &["chess", "normal"]);
    refuse(&["hub", "-g", "chess"], &["chess"]);
    refuse(&["hub", "--option", "threads=many"], &["threads", "many"]);
    refuse(&["hub", "--option", "thread=2"], &["'thread'"]);
    refuse(&["hub", "--option", "threads"], &["'threads'", "name=value"]);
    refuse(&["hub", "--line-delay", "x"], &["x"]);
    refuse(&["bench", "-g", "chess"], &["chess"]);
    refuse(&["bench", "--depth", "0"], &["0"]);
    refuse(&["bench", "--threads", "0"], &["0"]);
    refuse(&["bench", "--hash", "0"], &["0"]);
}

#[test]
fn variants_are_listed() {
    let output = succeed(&["variants"]);
    let listed = json(&succeed(&["variants", "--json"]));
    let listed = listed.as_array().unwrap();
    for variant in listed {
        has(
            variant,
            &["name", "title", "aliases", "board", "squares", "first", "start", "pdn", "options"],
        );
        let name = variant["name"].as_str().unwrap();
        assert!(output.contains(&format!("{name}: ")), "{name}");
        for option in variant["options"].as_array().unwrap() {
            has(option, &["name", "values", "default", "help"]);
            assert!(option["values"].as_array().unwrap().contains(&option["default"]));
        }
        // The names and aliases work, and the start is the start.
        let moves = succeed(&["moves", "-g", name]);
        let start = variant["start"].as_str().unwrap();
        assert_eq!(succeed(&["moves", "-g", name, "--fen", start]), moves);
        for alias in variant["aliases"].as_array().unwrap() {
            assert_eq!(succeed(&["moves", "-g", alias.as_str().unwrap()]), moves, "{alias}");
        }
    }
    let names: Vec<_> = listed.iter().map(|variant| variant["name"].as_str().unwrap()).collect();
    for name in ["normal", "losing", "russian", "poddavki", "impasse", "extreme", "alquerque"] {
        assert!(names.contains(&name), "{name}");
    }
    assert_eq!(names[0], "normal");
}

#[test]
fn moves_are_four_fields() {
    let output = succeed(&["moves", "-g", "poddavki", "--moves", "c3-d4 d6-c5"]);
    for line in output.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [hub, own, fen, result] = fields[..] else { panic!("{line}") };
        assert!(hub.starts_with(|c: char| c.is_ascii_digit()), "{line}");
        assert!(own.starts_with(|c: char| c.is_ascii_lowercase()), "{line}");
        assert!(fen.starts_with("B:W"), "{line}");
        assert_eq!(result, "-");
        // Each text plays the move that it names.
        for text in [hub, own] {
            let moves = format!("c3-d4 d6-c5 {text}");
            let after = succeed(&["moves", "-g", "poddavki", "--moves", &moves]);
            assert_eq!(after, succeed(&["moves", "-g", "poddavki", "--fen", fen]), "{text}");
        }
    }
    assert!(output.lines().count() > 1, "{output}");
    let capture = succeed(&["moves", "-g", "russian", "--moves", "c3-b4 b6-a5 b2-c3"]);
    assert!(capture.contains(":"), "{capture}");
    let listed = json(&succeed(&["moves", "-g", "normal", "--json"]));
    assert_eq!(listed.as_array().unwrap().len(), 9);
    for legal in listed.as_array().unwrap() {
        has(legal, &["hub", "own", "fen", "result"]);
        assert!(legal["result"].is_null());
    }
}

#[test]
fn results_are_told() {
    let output = succeed(&["moves", "-g", "normal", "--fen", "W:W28:B22"]);
    assert!(output.lines().all(|line| line.ends_with("\t1-0")), "{output}");
    let output = succeed(&["moves", "-g", "losing", "--fen", "W:W28:B22"]);
    assert!(output.lines().all(|line| line.ends_with("\t0-1")), "{output}");
    for (game, fen, result) in [
        ("normal", "W:W:B1", "0-1"),
        ("normal", "B:W50:B", "1-0"),
        ("losing", "W:W:B1", "1-0"),
        ("poddavki", "W:W:Ba7", "1-0"),
        ("russian", "W:W:Ba7", "0-1"),
    ] {
        let arguments = ["moves", "-g", game, "--fen", fen];
        let (code, output, errors) = run(&arguments);
        assert_eq!((code, output.as_str(), errors.trim()), (0, "", result), "{game} {fen}");
        let (code, output, _) = run(&[&arguments[..], &["--json"]].concat());
        assert_eq!((code, output.trim()), (0, "[]"));
    }
    // A draw by repetition is seen from all the moves.
    let round = "a3-b2 h6-f8 b2-a3 f8-h6 ";
    let told = |times| {
        let moves = round.repeat(times);
        let (code, output, errors) =
            run(&["moves", "-g", "russian", "--fen", "W:WKa3:BKh6", "--moves", &moves]);
        (code, output.is_empty(), errors.trim().to_owned())
    };
    assert_eq!(told(1), (0, false, String::new()));
    assert_eq!(told(2), (0, true, "1/2-1/2".to_owned()));
}

#[test]
fn wrong_positions_and_moves_are_named() {
    for command in [&["moves"][..], &["perft", "-d", "1"], &["analyse", "--depth", "1"]] {
        let with = |rest: &[&'static str]| [command, &["-g", "normal"], rest].concat();
        refuse(&with(&["--fen", "W:W99:B1"]), &["99"]);
        refuse(&with(&["--fen", "X:W31:B1"]), &["X"]);
        refuse(&with(&["--fen", ""]), &["empty"]);
        refuse(&with(&["--fen", "W:W31,31:B1"]), &["31"]);
        refuse(&with(&["--fen", "W:W31:B31"]), &["31"]);
        refuse(&with(&["--fen", "Wbbb"]), &["position"]);
        refuse(&with(&["--moves", "32-28 19-24 28-1"]), &["28-1", "3"]);
        refuse(&with(&["--moves", "32-28 hello"]), &["hello", "2"]);
        refuse(&with(&["--option", "kings15=on"]), &["kings15"]);
        refuse(&with(&["--option", "kings15"]), &["kings15"]);
    }
    refuse(&["moves", "-g", "poddavki", "--option", "kings15=maybe"], &["kings15", "maybe"]);
    succeed(&["moves", "-g", "poddavki", "--option", "kings15=on"]);
}

#[test]
fn perft_counts() {
    let output = succeed(&["perft", "-g", "russian", "-d", "5"]);
    let last: Vec<&str> = output.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(&last[..2], ["5", "7482"]);
    assert_eq!(output.lines().count(), 5);
    let threads = succeed(&["perft", "-g", "russian", "-d", "5", "--threads", "2"]);
    assert!(threads.lines().last().unwrap().contains(" 7482 "), "{threads}");
    let divided = succeed(&["perft", "-g", "russian", "-d", "4", "--divide"]);
    let sum = divided.lines().filter(|line| line.contains('\t'));
    let sum: u64 = sum.map(|line| line.rsplit('\t').next().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 1469);
    let output = succeed(&["perft", "-g", "normal", "-d", "3", "--divide", "--json"]);
    let lines: Vec<Value> = output.lines().map(json).collect();
    assert_eq!(lines.len(), 3);
    has(&lines[0], &["depth", "nodes", "seconds", "mnps"]);
    assert_eq!(lines[2]["nodes"], 658);
    assert_eq!(lines[2]["divide"].as_array().unwrap().len(), 9);
    has(&lines[2]["divide"][0], &["hub", "own", "nodes"]);
    for (depth, named) in [("0", "0"), ("-1", "-1"), ("x", "x"), ("1000", "1000")] {
        refuse(&["perft", "-g", "normal", &format!("-d={depth}")], &[named]);
    }
    refuse(&["perft", "-g", "normal"], &["--depth"]);
    refuse(&["perft", "-g", "normal", "-d", "2", "--threads", "0"], &["--threads"]);
}

#[test]
fn perft_checks_files() {
    let folder = std::env::temp_dir().join(format!("damier-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let start = "W:W31-50:B1-20";
    let good = write("good.epd", &format!("# a comment\n\n{start} ;D1 9 ;D2 81 ;D9 3\n"));
    let check = |file: &str| run(&["perft", "-g", "normal", "--epd", file, "--max-depth", "3"]);
    let (code, output, _) = check(&good);
    assert_eq!((code, output.as_str()), (0, "1 positions, 2 counts, 0 wrong\n"));
    let wrong = write("wrong.epd", &format!("{start};D1 9\n{start} ;D1 8 ;D2 81 ;D3 1\n"));
    let (code, output, _) = check(&wrong);
    assert_eq!(code, 1, "{output}");
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 3, "{output}");
    assert!(lines[0].contains("wrong.epd, line 2") && lines[0].contains("D1 8"), "{output}");
    assert!(lines[0].contains(" 9 found: ") && lines[1].contains(" 658 found: "), "{output}");
    for (text, named) in [
        ("W:W99:B1 ;D1 1", "99"),
        ("W:W31-50:B1-20", "no counts"),
        ("W:W31-50:B1-20 ;D1 x", "'x'"),
        ("W:W31-50:B1-20 ;E1 3", "E1"),
        ("W:W31-50:B1-20 ;Dx 3", "Dx"),
    ] {
        let file = write("bad.epd", text);
        refuse(&["perft", "-g", "normal", "--epd", &file], &["bad.epd, line 1", named]);
    }
    refuse(&["perft", "-g", "normal", "--epd", "/nowhere/x.epd"], &["/nowhere/x.epd"]);
    refuse(&["perft", "-g", "normal", "--epd", &good, "-d", "3"], &["--epd"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn analysis_is_told_to_people_and_to_programs() {
    let output = succeed(&["analyse", "-g", "russian", "--depth", "4", "--hash", "1"]);
    assert!(output.lines().last().unwrap().starts_with("best move: "), "{output}");
    assert_eq!(output.lines().filter(|line| line.starts_with("depth ")).count(), 4, "{output}");
    for limit in [["--depth", "4"], ["--nodes", "2000"], ["--time", "0.05"]] {
        let arguments =
            [&["analyze", "-g", "impasse", "--json", "--threads", "2", "--hash", "1"][..], &limit];
        let told = json(&succeed(&arguments.concat()));
        has(&told, &["variant", "fen", "depth", "score", "distance", "nodes", "time", "nps", "pv"]);
        has(&told, &["best_move", "result"]);
        assert_eq!(told["variant"], "impasse");
        has(&told["best_move"], &["hub", "own"]);
        assert_eq!(told["pv"]["hub"][0], told["best_move"]["hub"]);
        assert_eq!(
            told["pv"]["hub"].as_array().unwrap().len(),
            told["pv"]["own"].as_array().unwrap().len()
        );
    }
    let won = ["analyse", "-g", "normal", "--fen", "W:W28:B22", "--depth", "5", "--json"];
    let won = json(&succeed(&won));
    assert_eq!((&won["distance"], &won["score"]), (&Value::from(1), &Value::from(99.99)));
    let over = ["analyse", "-g", "normal", "--fen", "W:W:B1", "--depth", "5"];
    assert!(succeed(&over).contains("0-1"));
    let over = json(&succeed(&[&over[..], &["--json"]].concat()));
    assert!(over["best_move"].is_null() && over["result"] == "0-1", "{over}");
    refuse(&["analyse", "-g", "normal"], &["--depth"]);
    for time in ["-1", "x", "nan", "inf"] {
        refuse(&["analyse", "-g", "normal", &format!("--time={time}")], &["--time", time]);
    }
    refuse(&["analyse", "-g", "normal", "--depth", "0"], &["--depth"]);
    refuse(&["analyse", "-g", "normal", "--depth", "3", "--hash", "0"], &["--hash"]);
    refuse(&["analyse", "-g", "normal", "--depth", "3", "--threads", "257"], &["--threads"]);
}

#[test]
fn analysis_by_nodes_is_the_same_every_time() {
    let arguments = ["analyse", "-g", "normal", "--nodes", "20000", "--json"];
    let told = || {
        let mut told = json(&succeed(&arguments));
        let told = told.as_object_mut().unwrap();
        told.retain(|field, _| field != "time" && field != "nps");
        told.clone()
    };
    assert_eq!(told(), told());
}

#[test]
fn the_bench_is_the_same_every_time() {
    let nodes = |arguments: &[&str]| {
        let output = succeed(arguments);
        let total = output.lines().find_map(|line| line.strip_prefix("Bench: "));
        total.unwrap_or_else(|| panic!("{output}")).parse::<u64>().unwrap()
    };
    let all = ["bench", "--depth", "3"];
    assert_eq!(nodes(&all), nodes(&all));
    let one = ["bench", "-g", "poddavki", "--depth", "4"];
    assert_eq!(nodes(&one), nodes(&one));
    assert!(nodes(&one) > 0);
    // A small table forgets, so that more must be searched again; two threads both search.
    let deep = |table: &str| nodes(&["bench", "-g", "normal", "--depth", "13", "--hash", table]);
    assert_ne!(deep("1"), deep("32"));
    assert!(nodes(&["bench", "-g", "poddavki", "--depth", "4", "--threads", "2"]) > 0);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for arguments in [
        &["perft", "-g", "normal", "-d", "7", "--divide"][..],
        &["analyse", "-g", "normal", "--depth", "14"],
        &["moves", "-g", "normal"],
        &["variants"],
        &["bench", "--depth", "5"],
        &["tables", "build", "-g", "impasse", "--pieces", "5", "--dir", folder],
        &["tables", "verify", "-g", "impasse"],
    ] {
        let mut child = Process::new(PROGRAM)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::with_capacity(1, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn the_delay_of_the_environment_is_one_thing_with_and_without_hub() {
    for arguments in [&[][..], &["hub"], &["hub", "--line-delay", "0"]] {
        for (delay, code) in [("", 0), ("1", 0), (" 2 ", 0), ("abc", 2), ("-1", 2)] {
            let output = Process::new(PROGRAM)
                .args(arguments)
                .env("DAMIER_LINE_DELAY_MS", delay)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let code = if arguments.len() == 3 { 0 } else { code };
            assert_eq!(output.status.code(), Some(code), "{arguments:?} '{delay}'");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(errors.contains("DAMIER_LINE_DELAY_MS is"), code == 2, "{errors}");
        }
    }
}

#[test]
fn hub_takes_commands_from_the_first_byte_without_a_banner() {
    for arguments in [&[][..], &["hub"], &["hub", "-g", "russian"]] {
        let output = Command::new(PROGRAM).args(arguments).write_stdin("ping\nquit\n").unwrap();
        assert_eq!(output.stdout, b"pong\n", "{arguments:?}");
        assert_eq!(output.stderr, b"", "{arguments:?}");
    }
    let mut program = Command::new(PROGRAM);
    let output = program.args(["hub", "-g", "russian"]).write_stdin("list-moves\n").unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.split(' ').count(), 8, "{text}");
}

#[test]
fn a_position_is_drawn() {
    let svg = succeed(&["diagram", "-g", "normal", "--moves", "32-28 19-23 28x19", "-o", "-"]);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    // Twenty men less one, two circles each; an arrow; a cross.
    assert_eq!(svg.matches("<circle").count(), 2 * 39);
    assert_eq!((svg.matches("marker-end").count(), svg.matches("#c8342b").count()), (1, 1));
    let plain = succeed(&["diagram", "-g", "normal", "-o", "-", "--no-labels"]);
    assert!(!plain.contains("<text"));
    let path = std::env::temp_dir().join(format!("damier-{}.svg", std::process::id()));
    let name = path.to_str().expect("a name in UTF-8");
    assert_eq!(succeed(&["diagram", "-g", "extreme", "-o", name]), "");
    assert!(std::fs::read_to_string(&path).is_ok_and(|text| text.starts_with("<svg")));
    std::fs::remove_file(&path).expect("the file is there");
    let terminal = succeed(&["diagram", "-g", "impasse", "--ansi"]);
    assert_eq!((terminal.lines().count(), terminal.matches("●●").count()), (9, 8));
    refuse(&["diagram", "-g", "normal"], &["--output", "--ansi"]);
    refuse(&["diagram", "-g", "normal", "-o", "/nowhere/at/all.svg"], &["/nowhere/at/all.svg"]);
    refuse(&["diagram", "-g", "normal", "--ansi", "--moves", "32-29"], &["'32-29'"]);
}

#[test]
fn a_negative_number_is_out_of_range_and_no_flag() {
    for arguments in [
        ["analyse", "-g", "normal", "--time", "-1"],
        ["analyse", "-g", "normal", "--depth", "-3"],
        ["analyse", "-g", "normal", "--nodes", "-3"],
        ["perft", "-g", "normal", "-d", "-1"],
        ["bench", "-g", "normal", "--depth", "-1"],
    ] {
        refuse(&arguments, &["invalid value", arguments[4], arguments[3].trim_start_matches('-')]);
    }
}

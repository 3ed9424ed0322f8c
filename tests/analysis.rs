//! Analysis for scripts: several lines, chosen moves, weaker play, and streams of positions.

use std::process::Stdio;

use assert_cmd::Command;
use damier::game::Notation;
use damier::games::Variant;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_damier");

/// Exit code, standard output, standard error of `damier analyse`.
fn analyse(arguments: &str, input: &str) -> (i32, String, String) {
    let output = Command::new(PROGRAM)
        .arg("analyse")
        .args(arguments.split_whitespace())
        .write_stdin(input)
        .timeout(std::time::Duration::from_secs(60))
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code().expect("no signal ended it"), text(output.stdout), text(output.stderr))
}

fn objects(text: &str) -> Vec<Value> {
    let object = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    text.lines().map(object).collect()
}

/// Positions of the opening list of poddavki, a line each.
fn openings(count: usize) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openings/poddavki.fen");
    let list = std::fs::read_to_string(path).expect("the list is there");
    let positions = list.lines().filter(|line| !line.starts_with('#'));
    positions.cycle().take(count).map(|fen| format!("{fen}\n")).collect()
}

#[test]
fn several_lines_are_told_the_best_first() {
    let (code, output, _) = analyse("-g normal --depth 7 --multipv 4 --json", "");
    assert_eq!(code, 0);
    let told = &objects(&output)[0];
    let lines = told["lines"].as_array().expect("there are lines");
    assert_eq!(lines.len(), 4);
    let score = |line: &Value| line["score"].as_f64().expect("a number");
    assert!(lines.is_sorted_by(|a, b| score(a) >= score(b)));
    assert_eq!(lines[0]["pv"], told["pv"]);
    let first = |line: &Value| line["pv"]["hub"][0].to_string();
    let moves: std::collections::HashSet<String> = lines.iter().map(first).collect();
    assert_eq!(moves.len(), 4, "each line begins with another move");
}

#[test]
fn no_move_begins_two_lines_wherever_a_search_is_broken_off() {
    for nodes in [400, 700, 1100, 1900, 3100] {
        let arguments = format!("-g poddavki --nodes {nodes} --multipv 4 --json --file -");
        let (_, output, _) = analyse(&arguments, &openings(60));
        for told in objects(&output) {
            let lines = told["lines"].as_array().expect("there are lines");
            let moves: std::collections::HashSet<String> =
                lines.iter().map(|line| line["pv"]["hub"][0].to_string()).collect();
            assert_eq!(moves.len(), lines.len(), "{nodes} nodes: {told}");
        }
    }
}

#[test]
fn every_game_is_analysed() {
    for variant in Variant::ALL {
        let (code, output, errors) = analyse(&format!("-g {variant} --depth 5 --json"), "");
        assert_eq!((code, errors.as_str()), (0, ""), "{variant}");
        let told = &objects(&output)[0];
        let mut game = variant.game();
        assert_eq!(told["fen"], game.fen().as_str(), "{variant}");
        assert_eq!(told["variant"], variant.name());
        let line = told["pv"]["hub"].as_array().expect("a line");
        assert!(!line.is_empty(), "{variant}");
        assert_eq!(told["best_move"]["hub"], line[0], "{variant}");
        for turn in line {
            let turn = turn.as_str().expect("a text");
            game.play(turn, Notation::Hub).unwrap_or_else(|e| panic!("{variant}: {e}"));
        }
    }
}

#[test]
fn more_lines_than_moves_are_as_many_as_the_moves() {
    let (_, output, _) = analyse("-g poddavki --depth 5 --multipv 200 --json", "");
    assert_eq!(objects(&output)[0]["lines"].as_array().map(Vec::len), Some(7));
}

/// The table is left as useful as it was: the best line is worth about the same with and without
/// others.
#[test]
fn other_lines_do_not_change_the_best() {
    let best = |lines: &str| {
        let arguments = format!("-g russian --depth 9 --json --multipv {lines}");
        objects(&analyse(&arguments, "").1)[0]["score"].as_f64().expect("a score")
    };
    let (alone, first) = (best("1"), best("3"));
    assert!((alone - first).abs() < 0.06, "{alone} {first}");
}

#[test]
fn chosen_moves_alone_are_looked_at() {
    let arguments = ["-g", "normal", "--depth", "6", "--search-moves", "33-28 34-30", "--json"];
    let output = Command::new(PROGRAM).arg("analyse").args(arguments).output();
    let output = output.expect("the program runs").stdout;
    let told = &objects(&String::from_utf8(output).expect("UTF-8"))[0];
    let best = told["best_move"]["hub"].as_str().expect("a text");
    assert!(["33-28", "34-30"].contains(&best), "{best}");
    let (code, output, errors) = analyse("-g normal --depth 6 --search-moves 33-27", "");
    assert_eq!((code, errors.contains("'33-27'")), (2, true), "{output}{errors}");
}

#[test]
fn weak_play_differs_by_seed_and_not_by_run() {
    let best = |level: u8, seed: u64| {
        let arguments = format!("-g poddavki --nodes 20000 --json --skill {level} --seed {seed}");
        objects(&analyse(&arguments, "").1)[0]["best_move"]["own"].to_string()
    };
    let moves: std::collections::HashSet<String> = (0..12).map(|seed| best(0, seed)).collect();
    assert!(moves.len() > 1, "{moves:?}");
    assert_eq!(best(0, 3), best(0, 3));
    assert_eq!(best(20, 0), best(20, 5), "full play leaves nothing to chance");
}

#[test]
fn a_stream_is_answered_in_order_and_alike_by_any_number_of_jobs() {
    let input = openings(60);
    let run = |jobs: u32| {
        let arguments = format!("-g poddavki --nodes 500 --json --file - --jobs {jobs}");
        let (code, output, errors) = analyse(&arguments, &input);
        assert_eq!((code, errors.as_str()), (0, ""));
        let told = objects(&output);
        let pick = |o: &Value| (o["fen"].clone(), o["score"].clone(), o["nodes"].clone());
        told.iter().map(pick).collect::<Vec<_>>()
    };
    let one = run(1);
    assert_eq!(one, run(3));
    let fens: Vec<&str> = input.lines().collect();
    assert!(one.iter().map(|told| told.0.as_str().expect("a text")).eq(fens));
}

#[test]
fn a_pipe_is_read_without_being_asked_for() {
    let (code, output, _) = analyse("-g poddavki --depth 2 --json", &openings(3));
    assert_eq!((code, objects(&output).len()), (0, 3));
    let (code, output, _) = analyse("-g poddavki --depth 2 --json --moves g3-f4", &openings(3));
    assert_eq!((code, objects(&output).len()), (0, 1), "another position is asked for");
    let (code, output, _) = analyse("-g poddavki --depth 2 --json", "");
    let start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";
    assert_eq!((code, &objects(&output)[0]["fen"]), (0, &Value::from(start)), "nothing came");
}

#[test]
fn a_pipe_that_brings_nothing_is_not_waited_for() {
    let mut program = std::process::Command::new(PROGRAM);
    program.args(["analyse", "-g", "poddavki", "--depth", "2", "--json"]);
    program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = program.spawn().expect("the program runs");
    let _kept_open = program.stdin.take();
    let output = program.wait_with_output().expect("it ends");
    assert_eq!(objects(&String::from_utf8_lossy(&output.stdout)).len(), 1);
}

/// Positions without end go in; what has come out when Ctrl-C ends it are whole lines.
#[cfg(unix)]
#[test]
fn an_interrupted_stream_leaves_whole_lines() {
    let mut program = std::process::Command::new(PROGRAM);
    program.args("analyse -g poddavki --nodes 3000 --multipv 60 --json --jobs 2".split(' '));
    program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = program.spawn().expect("the program runs");
    let mut input = program.stdin.take().expect("its input is ours");
    std::thread::spawn(move || {
        let positions = openings(40);
        while std::io::Write::write_all(&mut input, positions.as_bytes()).is_ok() {}
    });
    let id = program.id().to_string();
    std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(1_500));
        let sent = std::process::Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("there is kill").success());
    });
    let output = program.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).expect("it writes UTF-8");
    assert!(text.ends_with("\n"));
    assert!(objects(&text).iter().all(|object| object["lines"].is_array()));
}

/// Many more positions than any buffer holds, and no more memory than few take.
#[cfg(target_os = "linux")]
#[test]
fn a_long_stream_takes_no_more_memory_than_a_short_one() {
    use std::io::{BufRead, BufReader, Write};
    let mut program = std::process::Command::new(PROGRAM);
    program.args("analyse -g poddavki --nodes 1 --hash 1 --json --file - --jobs 2".split(' '));
    program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = program.spawn().expect("the program runs");
    let mut input = program.stdin.take().expect("its input is ours");
    let feeder = std::thread::spawn(move || {
        let positions = openings(1_000);
        for _ in 0..100 {
            input.write_all(positions.as_bytes()).expect("it reads on");
        }
    });
    let memory = |id: u32| {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("a high mark");
        let digits: String = line.chars().filter(char::is_ascii_digit).collect();
        digits.parse::<u64>().expect("kilobytes")
    };
    let output = BufReader::new(program.stdout.take().expect("its output is ours"));
    let (mut lines, mut early, mut late) = (0, 0, 0);
    for line in output.lines() {
        assert!(line.expect("it writes UTF-8").contains("best_move"));
        lines += 1;
        match lines {
            5_000 => early = memory(program.id()),
            // The last lines may come after its end.
            99_000 => late = memory(program.id()),
            _ => (),
        }
    }
    feeder.join().expect("all was read");
    assert!(program.wait().expect("it ends").success());
    assert_eq!(lines, 100_000);
    assert!(late <= early + 2_048, "{early} kB after 5 000 lines, {late} kB after 99 000");
}

/// The documented way to spread positions over processors and machines.
#[test]
fn gnu_parallel_spreads_a_stream() {
    let told = Command::new("parallel").arg("--version").output();
    if !told.is_ok_and(|told| String::from_utf8_lossy(&told.stdout).contains("GNU parallel")) {
        // Not by a macro: what those write is kept back when a test passes.
        let skipped = "SKIPPED: GNU parallel is missing (Debian: apt-get install parallel)";
        std::io::Write::write_all(&mut std::io::stderr(), format!("\n{skipped}\n").as_bytes())
            .expect("standard error is open");
        assert!(std::env::var_os("CI").is_none(), "{skipped}");
        return;
    }
    let home = tempfile::tempdir().expect("a place for its settings");
    let output = Command::new("parallel")
        .env("PARALLEL_HOME", home.path())
        .args("--will-cite --pipe -k -N 5 -j 2".split(' '))
        .args([PROGRAM, "analyse", "-g", "poddavki", "--nodes", "500", "--json"])
        .write_stdin(openings(40))
        .timeout(std::time::Duration::from_secs(60))
        .output()
        .expect("parallel runs");
    assert!(output.status.success(), "{output:?}");
    let (_, alone, _) = analyse("-g poddavki --nodes 500 --json", &openings(40));
    let pick = |o: &Value| (o["fen"].clone(), o["score"].clone(), o["nodes"].clone());
    let pick = |text: &str| objects(text).iter().map(pick).collect::<Vec<_>>();
    assert_eq!(pick(&String::from_utf8_lossy(&output.stdout)), pick(&alone));
}

#[test]
fn a_bad_line_is_answered_by_an_error_and_the_rest_goes_on() {
    let input = "\n# a comment\nW:Wa1:Bb2 ; a1:c3\nnonsense\nW:Wa1:Bb2;b2-c3\r\nW:Wc3:Bd6\n";
    let (code, output, _) = analyse("-g russian --depth 3 --json --file -", input);
    assert_eq!(code, 1);
    let told = objects(&output);
    assert_eq!(told.len(), 4, "{output}");
    assert_eq!(told[0]["result"], "1-0");
    assert_eq!((&told[1]["line"], told[1].get("error").is_some()), (&Value::from(4), true));
    assert_eq!(told[2]["line"], 5);
    assert!(told[2]["error"].as_str().is_some_and(|error| error.contains("'b2-c3'")), "{output}");
    assert!(told[3]["best_move"]["own"].is_string());
    let (code, output, errors) = analyse("-g russian --depth 3 --file -", input);
    assert_eq!((code, output.lines().count()), (1, 2), "{output}");
    assert!(errors.contains("line 4") && errors.contains("line 5"), "{errors}");
}

#[test]
fn lines_without_end_and_files_that_are_not_there_are_refused() {
    let long = "W".repeat(3 << 20);
    let (code, output, _) =
        analyse("-g russian --depth 3 --json --file -", &format!("{long}\nW:Wc3:Bd6\n"));
    assert_eq!((code, objects(&output).len()), (1, 2));
    let (code, _, errors) = analyse("-g russian --depth 3 --file /nowhere/at/all", "");
    assert_eq!((code, errors.contains("/nowhere/at/all")), (2, true), "{errors}");
    let (code, _, errors) = analyse("-g russian --depth 3 --jobs 2", "");
    assert_eq!((code, errors.contains("--file")), (2, true), "{errors}");
}

//! Analysis for scripts: several lines, chosen moves, weaker play, and streams of positions.

use assert_cmd::Command;
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
fn more_lines_than_moves_are_as_many_as_the_moves() {
    let (_, output, _) = analyse("-g poddavki --depth 5 --multipv 200 --json", "");
    assert_eq!(objects(&output)[0]["lines"].as_array().map(Vec::len), Some(7));
}

/// The table is left as useful as it was: the best line is the same with and without others.
#[test]
fn other_lines_do_not_change_the_best() {
    let best = |lines: &str| {
        let arguments = format!("-g russian --depth 9 --json --multipv {lines}");
        objects(&analyse(&arguments, "").1)[0]["score"].clone()
    };
    assert_eq!(best("1"), best("3"));
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

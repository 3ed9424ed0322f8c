//! `damier match` as a process, and the games that it leaves.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_damier");

/// Nothing takes as long as this, not even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(240);

/// What has come of a match.
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) output: String,
    pub(crate) errors: String,
}

/// Runs `damier match`.
pub(crate) fn play(folder: &Path, arguments: &[&str]) -> Outcome {
    let output = Command::new(PROGRAM)
        .arg("match")
        .args(arguments)
        .current_dir(folder)
        .timeout(PATIENCE)
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    Outcome {
        code: output.status.code().expect("no signal ended it"),
        output: text(output.stdout),
        errors: text(output.stderr),
    }
}

/// The same, which must succeed.
pub(crate) fn played(folder: &Path, arguments: &[&str]) -> Outcome {
    let outcome = play(folder, arguments);
    assert_eq!(outcome.code, 0, "{arguments:?}\n{}\n{}", outcome.output, outcome.errors);
    outcome
}

pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a place for the games")
}

/// The whole lines of a JSON file that are games.
pub(crate) fn games(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    whole.map(read).filter(|line: &Value| line["kind"] == "game").collect()
}

pub(crate) fn numbers(games: &[Value]) -> Vec<u64> {
    let mut numbers: Vec<u64> = games.iter().filter_map(|game| game["number"].as_u64()).collect();
    numbers.sort_unstable();
    numbers
}

//! Campaigns of the solver: shares, work that goes on, files of proven positions joined, and what
//! an engine makes of them.

#[path = "common/hub_process.rs"]
mod hub_process;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use hub_process::HubProcess;
use serde_json::Value;

/// Twelve pieces; White wins.
const WON: &str = "W:Wc1,e1,g1,c3,g3,f4:Bc5,f6,h6,c7,e7,g7";
const POSITIONS: &str = "# three positions and one of them again
W:Wc1,e1,g1,c3,g3,f4:Bc5,f6,h6,c7,e7,g7
W:We1,b2,f2,a3,c3,g3:Bd4,h4,f6,c7,e7,g7
W:Wa1,c3,e3:Bb8,d6,f6,h8 ; e3-d4
W:We1,b2,f2,a3,c3,g3:Bd4,h4,f6,c7,e7,g7
";

fn solve(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("solve").args(arguments).current_dir(folder);
    command.output().expect("the program runs")
}

fn lines(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// A folder with a campaign in it.
fn campaign() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let told = "game = \"poddavki\"\npositions = \"positions.txt\"\nnodes = 3_000_000\nhash = 16\n\
                proven = \"all.proven\"\nresults = \"all.jsonl\"\nproofs = \"proofs\"\n";
    fs::write(folder.path().join("campaign.toml"), told).expect("it can be written");
    fs::write(folder.path().join("positions.txt"), POSITIONS).expect("it can be written");
    folder
}

fn records(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("the sheet");
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

#[test]
fn shares_of_a_campaign_are_joined_and_the_engine_plays_what_is_proven() {
    let folder = campaign();
    let at = |name: &str| folder.path().join(name);
    let first = lines(&solve(folder.path(), &["--campaign", "campaign.toml", "--worker", "1/2"]));
    let second = lines(&solve(folder.path(), &["--campaign", "campaign.toml", "--worker", "2/2"]));
    assert_eq!((first.len(), second.len()), (2, 1), "{first:?} {second:?}");
    assert!(first[0].starts_with("win\t") && first[0].ends_with(WON), "{first:?}");
    let merge = ["merge", "all-1-of-2.proven", "all-2-of-2.proven", "-o", "all.proven"];
    assert!(lines(&solve(folder.path(), &merge))[0].contains("positions of poddavki kings15=off"));
    for record in records(&at("all-1-of-2.jsonl")) {
        let proof = record["proof"].as_str().expect("a proof");
        let checked = solve(&at("proofs"), &["--check", proof]);
        assert!(checked.status.success(), "{checked:?}");
    }
    // What is proven takes no more work, and what is on the sheet none at all.
    let again = lines(&solve(folder.path(), &["--campaign", "campaign.toml"]));
    assert_eq!(again.len(), 3);
    let whole = records(&at("all.jsonl"));
    let spent = |records: &[Value]| -> u64 {
        records.iter().filter_map(|record| record["nodes"].as_u64()).sum()
    };
    assert!(10 * spent(&whole) < spent(&records(&at("all-1-of-2.jsonl"))), "{whole:?}");
    assert_eq!(lines(&solve(folder.path(), &["--campaign", "campaign.toml"])), again);
    assert_eq!(records(&at("all.jsonl")).len(), 3);

    let mut hub = HubProcess::start_variant("poddavki");
    hub.say("hub");
    let told = hub.until("wait");
    assert!(told.iter().any(|line| line == "param name=proven value=true type=bool"), "{told:?}");
    hub.say(&format!("set-param name=proven-path value=\"{}\"", at("all.proven").display()));
    hub.say(&format!("pos fen=\"{WON}\""));
    hub.say("level depth=2");
    hub.say("go think");
    let told = hub.until("done");
    let last = told.iter().rfind(|line| line.starts_with("info")).expect("news");
    assert!(last.contains(" score=89."), "{last}");
    fs::write(at("all.proven"), "nothing").expect("it can be written");
    hub.say("set-param name=proven value=false");
    hub.say("set-param name=proven value=true");
    hub.say("ping");
    let told = hub.until("pong");
    assert!(told[0].starts_with("error message=\"proven positions not used"), "{told:?}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = campaign();
    for (told, named) in [
        ("game = \"chess\"\nplies = 1", "chess"),
        ("game = \"poddavki\"", "no position"),
        ("game = \"poddavki\"\nplies = 60", "plies = 60"),
        ("game = \"poddavki\"\nplies = 1\nanswer = 42", "answer"),
        ("game = \"poddavki\"\nwalk-back = \"c3-d4 h6-a3\"", "h6-a3"),
        ("game = \"poddavki\"\noptions = [\"kings15\"]\nplies = 1", "kings15"),
    ] {
        let told = format!("{told}\nproven = \"x.proven\"\nresults = \"x.jsonl\"\n");
        fs::write(folder.path().join("wrong.toml"), told).expect("it can be written");
        let output = solve(folder.path(), &["--campaign", "wrong.toml"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{named}: {error}");
        assert!(error.contains(named) && !error.contains("panicked"), "{named}: {error}");
    }
}

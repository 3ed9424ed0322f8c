//! The documents tell the truth: every command in a `console` block of README.md, protocol.md
//! and pdn.md is run by a shell, and prints what stands there. Times and speeds are not compared.
//!
//! `DAMIER_DOCS=write cargo test --test docs` writes what the commands print into the documents.

use std::path::Path;
use std::process::Command;

/// So often is a command run again that prints something else.
const SLOW_RUNS: u32 = 4;

const FENCE: &str = "```";

/// Runs a command as a reader would, with `damier` on the path.
fn run(command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_damier"));
    let directory = binary.parent().expect("a binary is in a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("{command}\n"))
        .env("PATH", format!("{}:{path}", directory.display()))
        .env_remove("DAMIER_LINE_DELAY_MS")
        .env_remove("RUST_LOG")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("there is a shell");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).expect("the output is UTF-8")
}

/// The commands of a block, each with what stands below it.
fn commands(block: &[&str]) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut lines = block.iter().peekable();
    while let Some(line) = lines.next() {
        if let Some(command) = line.strip_prefix("$ ") {
            let mut command = command.to_owned();
            if command.contains("<<'END'") {
                for line in lines.by_ref() {
                    command.push('\n');
                    command.push_str(line);
                    if *line == "END" {
                        break;
                    }
                }
            }
            commands.push((command, String::new()));
        } else {
            let (_, output) = commands.last_mut().expect("a block begins with a command");
            output.push_str(line);
            output.push('\n');
        }
    }
    commands
}

/// The text without what differs from run to run.
fn steady(text: &str) -> String {
    let mut steady = String::new();
    let mut rest = text;
    let marks = ["time=", "nps=", "\"time\":", "\"nps\":", "time "];
    while let Some((at, mark)) =
        marks.iter().filter_map(|mark| Some((rest.find(mark)?, *mark))).min()
    {
        let (before, behind) = rest.split_at(at + mark.len());
        steady.push_str(before);
        let behind = behind.trim_start_matches(' ');
        rest = behind.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        steady.push('_');
    }
    steady + rest
}

fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = std::fs::read_to_string(&path).expect("the document is there");
    let lines: Vec<&str> = text.lines().collect();
    let mut written = String::new();
    let mut count = 0;
    let mut at = 0;
    while at < lines.len() {
        written.push_str(lines[at]);
        written.push('\n');
        at += 1;
        if lines[at - 1] != format!("{FENCE}console") {
            continue;
        }
        let end = at + lines[at..].iter().position(|line| *line == FENCE).expect("a block ends");
        for (command, told) in commands(&lines[at..end]) {
            let mut printed = run(&command);
            // A search that takes long on a busy machine tells more on its way.
            for _ in 0..SLOW_RUNS {
                if steady(&printed) == steady(&told) {
                    break;
                }
                printed = run(&command);
            }
            written.push_str(&format!("$ {command}\n{printed}"));
            count += 1;
            if std::env::var_os("DAMIER_DOCS").is_none() {
                assert_eq!(steady(&printed), steady(&told), "{name}: $ {command}");
            }
        }
        at = end;
    }
    assert!(count > 0, "{name} has no command to run");
    if std::env::var_os("DAMIER_DOCS").is_some() {
        std::fs::write(&path, written).expect("the document can be written");
    }
}

#[test]
fn readme_tells_the_truth() {
    check("README.md");
}

#[test]
fn protocol_tells_the_truth() {
    check("protocol.md");
}

#[test]
fn pdn_tells_the_truth() {
    check("pdn.md");
}

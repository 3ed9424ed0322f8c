//! How the program begins and ends round a Hub conversation: wherever it is started, whatever
//! becomes of its input, its output and its client, it ends soon, quietly and with the exit code
//! that `protocol.md` tells.

#[path = "common/hub_process.rs"]
mod hub_process;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use hub_process::{HubProcess, PATIENCE, field};

const PROGRAM: &str = env!("CARGO_BIN_EXE_damier");
/// A program that is told to end does not take so long, not even on a busy machine.
const PROMPTLY: Duration = Duration::from_secs(5);

/// What runs while something else happens.
const SEARCHES: [&[&str]; 7] = [
    &["level infinite", "go think"],
    &["level infinite", "go analyze"],
    &["level time=600 inc=10", "go think"],
    &["level move-time=60", "go ponder"],
    &["level depth=100", "go ponder", "ponder-hit"],
    &["level move-time=60", "go analyze"],
    &["set-param name=threads value=2", "level infinite", "go analyze"],
];

/// The program with pipes, apart from what a test sets otherwise.
fn program() -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .env_remove("RUST_LOG")
        .env_remove("DAMIER_LINE_DELAY_MS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Exit code, standard output, standard error; an end by a signal has no code.
fn outcome(mut child: Child) -> (Option<i32>, String, String) {
    let begun = Instant::now();
    while child.try_wait().expect("it is our child").is_none() {
        if begun.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the program does not end");
        }
        thread::sleep(Duration::from_millis(2));
    }
    let mut told = [String::new(), String::new()];
    if let Some(mut output) = child.stdout.take() {
        output.read_to_string(&mut told[0]).expect("UTF-8");
    }
    if let Some(mut errors) = child.stderr.take() {
        errors.read_to_string(&mut told[1]).expect("UTF-8");
    }
    let [output, errors] = told;
    (child.wait().expect("it has ended").code(), output, errors)
}

fn quiet_success(output: &str) -> (Option<i32>, String, String) {
    (Some(0), output.to_owned(), String::new())
}

#[test]
fn the_end_of_the_input_ends_the_program_at_every_moment() {
    let cases: [(&[&str], usize); 12] = [
        (&[], 0),
        (&["hub"], 0),
        (&["hub", "init"], 0),
        (&["pos start"], 0),
        (&["pos start", "level depth=6", "go think"], 1),
        (&["pos start", "level nodes=5000", "go think"], 1),
        (&["pos start", "level move-time=0.3", "go think"], 1),
        (&["pos start", "go think"], 1),
        (&["pos pos=x", "go think"], 1),
        (&["pos start", "level depth=5", "go think", "pos start", "level depth=4", "go think"], 2),
        (&["pos start", "level depth=3", "go analyze"], 2),
        (&["perft depth=4"], 0),
    ];
    for (lines, dones) in cases {
        let mut hub = HubProcess::start();
        if !lines.is_empty() {
            hub.say_all(lines);
        }
        hub.close();
        let (output, status, _) = hub.end();
        assert!(status.success(), "{lines:?}: {status}");
        let found = output.iter().filter(|line| line.starts_with("done")).count();
        // An analysis may be ended before it has an answer.
        if dones == 2 && lines.len() == 3 {
            assert!(found <= 1, "{lines:?}");
        } else {
            assert_eq!(found, dones, "{lines:?}: {output:?}");
        }
        if lines.contains(&"level depth=6") {
            let last = &output[output.len() - 2];
            assert_eq!(field(last, "depth"), 6.0, "the search is finished: {last}");
        }
    }
}

#[test]
fn searches_without_a_near_end_do_not_outlive_the_input() {
    for lines in SEARCHES {
        let mut hub = HubProcess::start();
        hub.say_all(lines);
        hub.expect_silence(Duration::from_millis(30));
        hub.close();
        let (output, status, time) = hub.end();
        assert!(status.success(), "{lines:?}");
        assert!(time < PROMPTLY, "{lines:?} {time:?}");
        assert_eq!(output.iter().filter(|line| line.starts_with("done")).count(), 1, "{lines:?}");
    }
}

#[test]
fn a_last_line_without_a_line_feed_is_read() {
    for (half, expected) in [
        ("ping", &["pong"][..]),
        ("ping\r", &["pong"]),
        ("pin", &[]),
        ("pos pos=\"Wbb", &["error message=\"a quotation mark is not closed\""]),
        (
            "pos\ngo",
            &[
                "error message=\"bad position: pos needs pos=, fen= or start\"",
                "error message=\"there is no position: the last pos was refused\"",
                "done",
            ],
        ),
    ] {
        let mut hub = HubProcess::start();
        hub.write(half.as_bytes());
        hub.close();
        let (lines, status, _) = hub.end();
        assert!(status.success());
        assert_eq!(lines, expected, "{half}");
    }
}

#[test]
fn quit_ends_the_program_at_every_moment() {
    let cases: [&[&str]; 8] = [
        &["quit"],
        &["hub", "quit"],
        &["quit now=1 x"],
        &["pos start", "level depth=100", "go think", "quit", "quit", "ping"],
        &["pos start", "level infinite", "go think", "pos start", "level depth=99", "go", "quit"],
        &["perft depth=30", "quit"],
        &["perft depth=30", "perft depth=30", "perft depth=30", "ping", "quit"],
        &["level infinite", "go analyze", "stop", "go ponder", "stop", "quit"],
    ];
    let in_search = SEARCHES.iter().map(|search| [search, &["quit"][..]].concat());
    for lines in cases.iter().map(|lines| lines.to_vec()).chain(in_search) {
        let mut hub = HubProcess::start();
        hub.say_all(&lines);
        let (_, status, time) = hub.end();
        assert!(status.success(), "{lines:?}: {status}");
        assert!(time < PROMPTLY, "{lines:?} {time:?}");
    }
}

#[test]
fn an_input_that_was_never_there_is_at_its_end() {
    let child = program().stdin(Stdio::null()).spawn().expect("it starts");
    assert_eq!(outcome(child), quiet_success(""));
}

#[test]
fn a_client_that_goes_away_is_no_failure() {
    for lines in ["ping\nping\n", "hub\n", "level infinite\ngo think\n", "go =\n"] {
        let mut child = program().spawn().expect("it starts");
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(lines.as_bytes()).expect("it reads");
        // The input stays open: what ends the program is that nobody listens.
        assert_eq!(outcome(child), quiet_success(""), "{lines}");
        drop(input);
    }
}

/// Many searches: a thousand give more than a pipe holds, twenty thousand are more themselves.
fn many_lines(count: usize) -> Vec<u8> {
    b"hub\nlevel depth=3\ngo\n".repeat(count)
}

#[test]
fn output_that_is_not_read_for_a_while_is_not_lost() {
    let mut child = program().spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let writer = thread::spawn(move || input.write_all(&many_lines(1_000)).map(drop));
    thread::sleep(Duration::from_millis(300));
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let lines: Vec<String> = output.lines().map(|line| line.expect("a line")).collect();
    writer.join().expect("the writer ends").expect("all is read");
    let count = |word| lines.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!((count("id "), count("wait"), count("done move=")), (1_000, 1_000, 1_000));
    assert_eq!(outcome(child), quiet_success(""));
}

#[test]
fn output_that_nobody_will_ever_read_holds_nobody_up() {
    let mut child = program().spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let writer = thread::spawn(move || input.write_all(&many_lines(20_000)));
    thread::sleep(Duration::from_millis(300));
    drop(child.stdout.take());
    assert_eq!(outcome(child), quiet_success(""));
    // It went away before it had read everything.
    assert!(writer.join().expect("the writer ends").is_err());
}

/// A new folder with blanks in its name, and the program in it.
fn folder_with_program(name: &str) -> (PathBuf, PathBuf) {
    let name = format!("a folder for {name} {}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join(format!("the engine{}", std::env::consts::EXE_SUFFIX));
    // A copy that has just been written may not be started while another test starts something.
    std::fs::hard_link(PROGRAM, &program).expect("the same file system");
    (folder, program)
}

fn talk(mut command: Command) {
    let command = command
        .arg("hub")
        .env_remove("RUST_LOG")
        .env_remove("DAMIER_LINE_DELAY_MS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"init\r\nlevel depth=1\r\ngo\r\nquit-not\r\n").expect("it reads");
    drop(input);
    let (code, output, errors) = outcome(child);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{command:?}");
    assert!(output.starts_with("ready\ninfo depth=1 "), "{output}");
    assert!(!output.contains('\r') && output.contains("\ndone move="), "{output}");
}

#[test]
fn it_starts_in_any_folder_without_a_home() {
    let (folder, program) = folder_with_program("any start");
    let folders = [Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().last(), Some(&folder)];
    for folder in folders.into_iter().flatten() {
        let mut command = Command::new(&program);
        command.current_dir(folder).env_remove("HOME").env_remove("USERPROFILE");
        talk(command);
    }
    std::fs::remove_dir_all(folder).expect("our folder");
}

/// What only Unix has.
#[cfg(unix)]
mod unix {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::{CommandExt, ExitStatusExt};

    use super::*;

    const SIGTERM: i32 = 15;

    fn terminate(id: u32) {
        let kill = format!("kill -TERM {id}");
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
    }

    #[test]
    fn a_request_to_terminate_is_obeyed_at_every_moment() {
        let idle: [&[&str]; 2] = [&["hub"], &["perft depth=30"]];
        for lines in idle.into_iter().chain(SEARCHES) {
            let mut hub = HubProcess::start();
            hub.say_all(lines);
            thread::sleep(Duration::from_millis(30));
            terminate(hub.id());
            let (_, status, time) = hub.end();
            assert_eq!(status.signal(), Some(SIGTERM), "{lines:?}");
            assert!(time < PROMPTLY, "{lines:?} {time:?}");
        }
        // Even if it waits for somebody to read.
        let mut child = program().spawn().expect("it starts");
        let mut input = child.stdin.take().expect("a pipe");
        let writer = thread::spawn(move || input.write_all(&many_lines(20_000)));
        thread::sleep(Duration::from_millis(200));
        terminate(child.id());
        assert_eq!(child.wait().expect("it ends").signal(), Some(SIGTERM));
        assert!(writer.join().expect("the writer ends").is_err());
    }

    #[test]
    fn it_starts_by_any_name_in_a_folder_that_it_cannot_write_to() {
        let (folder, program) = folder_with_program("reading");
        let permit = |mode| {
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(&folder, permissions).expect("our folder");
        };
        permit(0o555);
        let own = folder.file_name().expect("a name").to_str().expect("a name in UTF-8");
        for name in ["./the engine", &format!("../{own}/the engine")] {
            let mut command = Command::new(name);
            command.current_dir(&folder).env_clear();
            talk(command);
        }
        let mut command = Command::new(&program);
        command.arg0("").current_dir(&folder);
        talk(command);
        permit(0o755);
        std::fs::remove_dir_all(&folder).expect("our folder");
    }

    #[test]
    fn standard_streams_that_are_closed_are_ends() {
        for (redirection, expected) in [("<&-", ""), (">&- </dev/null", ""), ("</", "")] {
            let mut shell = Command::new("sh");
            let script = format!("exec \"$0\" hub {redirection}");
            let child = shell
                .args(["-c", &script, PROGRAM])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("a shell");
            assert_eq!(outcome(child), quiet_success(expected), "{redirection}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn output_that_cannot_be_written_is_a_failure() {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("it is there");
        let mut child = program().stdout(full).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"ping\n").expect("it reads");
        let (code, _, errors) = outcome(child);
        assert_eq!(code, Some(2));
        assert!(errors.contains("the output cannot be written"), "{errors}");
        assert!(!errors.contains("panicked"), "{errors}");
    }
}

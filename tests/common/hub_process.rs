//! The built program as a Hub client meets it: a child process, its input, and a thread that
//! reads its lines. Every line is checked against the form that the strictest clients accept,
//! and every wait has an end. It knows nothing of the program's insides.
#![allow(dead_code, reason = "each test file uses a part of it")]

#[path = "checks/hub_form.rs"]
mod hub_form;

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Nothing takes as long as this, not even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes of the conversation that are kept to be shown when something is wrong.
const TRANSCRIPT: usize = 1 << 16;

/// A running `damier`. It must write nothing on standard error.
pub(crate) struct HubProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    /// Reads what comes on standard error.
    errors: Option<JoinHandle<String>>,
    transcript: String,
}

impl HubProcess {
    /// Starts `damier hub`, to search and not to play from a book.
    pub(crate) fn start() -> HubProcess {
        HubProcess::start_variant("normal")
    }

    /// Starts `damier hub -g VARIANT`, to search and not to play from a book.
    pub(crate) fn start_variant(variant: &str) -> HubProcess {
        HubProcess::start_with(&["hub", "-g", variant, "--option", "book=false"], &[])
    }

    /// Starts `damier` with arguments and environment variables.
    pub(crate) fn start_with(arguments: &[&str], environment: &[(&str, &str)]) -> HubProcess {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .env_remove("DAMIER_LINE_DELAY_MS")
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let mut errors = child.stderr.take().expect("its standard error is ours");
        let errors = thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = errors.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let mut output = BufReader::new(child.stdout.take().expect("its output is ours"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
                let line = String::from_utf8(std::mem::take(&mut bytes)).expect("it writes UTF-8");
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        HubProcess { child, input, lines, errors: Some(errors), transcript: String::new() }
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kilobytes of memory that the process has, where the system tells them.
    pub(crate) fn resident_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    fn note(&mut self, text: &str) {
        let _ = writeln!(self.transcript, "{text}");
        if self.transcript.len() > 2 * TRANSCRIPT {
            let from = self.transcript.len() - TRANSCRIPT;
            let from = (from..).find(|&at| self.transcript.is_char_boundary(at)).unwrap_or(from);
            self.transcript.drain(..from);
        }
    }

    /// Sends a line.
    pub(crate) fn say(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// Sends several lines in one write.
    pub(crate) fn say_all(&mut self, lines: &[&str]) {
        self.write(format!("{}\n", lines.join("\n")).as_bytes());
    }

    /// Sends bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let shown: String = String::from_utf8_lossy(bytes).chars().take(200).collect();
        self.note(&format!("> {}", shown.trim_end()));
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    /// Ends the input.
    pub(crate) fn close(&mut self) {
        self.note("> (end)");
        self.input = None;
    }

    /// The next line and when it came; nothing if the output has ended or none came in time.
    fn receive(&mut self, timeout: Duration) -> Result<(Instant, String), RecvTimeoutError> {
        let (when, line) = self.lines.recv_timeout(timeout)?;
        let line = line.strip_suffix('\n').expect("a line ends with a line feed").to_owned();
        self.note(&line);
        if let Err(fault) = hub_form::check(&line) {
            panic!("{fault}\n{}", self.transcript);
        }
        Ok((when, line))
    }

    /// The lines up to the first that begins with `word`, and when that one came.
    pub(crate) fn timed_until(&mut self, word: &str) -> (Instant, Vec<String>) {
        let mut lines = Vec::new();
        loop {
            match self.receive(PATIENCE) {
                Ok((when, line)) => {
                    let found = line.split(' ').next() == Some(word);
                    lines.push(line);
                    if found {
                        return (when, lines);
                    }
                }
                Err(error) => panic!("no '{word}' ({error}) in\n{}", self.transcript),
            }
        }
    }

    /// The lines up to the first that begins with `word`.
    pub(crate) fn until(&mut self, word: &str) -> Vec<String> {
        self.timed_until(word).1
    }

    /// Sends a line and gives the one that answers it.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.say(line);
        match self.receive(PATIENCE) {
            Ok((_, line)) => line,
            Err(error) => panic!("no answer ({error}) in\n{}", self.transcript),
        }
    }

    /// Sends lines and gives the move of the `done` that comes; nothing if it is bare.
    pub(crate) fn search(&mut self, lines: &[&str]) -> Option<String> {
        self.say_all(lines);
        let lines = self.until("done");
        move_of(&lines[lines.len() - 1])
    }

    /// What has been said until now has no other answer than these lines.
    pub(crate) fn expect(&mut self, expected: &[&str]) {
        self.say("ping");
        let mut lines = self.until("pong");
        lines.pop();
        assert_eq!(lines, expected, "{}", self.transcript);
    }

    /// Nothing comes for a while.
    pub(crate) fn expect_silence(&mut self, time: Duration) {
        let end = Instant::now() + time;
        loop {
            match self.receive(end.saturating_duration_since(Instant::now())) {
                Ok((_, line)) if line.starts_with("info ") => (),
                Ok((_, line)) => panic!("unexpected '{line}' in\n{}", self.transcript),
                Err(RecvTimeoutError::Timeout) => return,
                Err(error) => panic!("{error} in\n{}", self.transcript),
            }
        }
    }

    /// The moves that `list-moves` tells.
    pub(crate) fn moves(&mut self) -> Vec<String> {
        let line = self.ask("list-moves");
        let moves = line.strip_prefix("movelist moves=\"").and_then(|rest| rest.strip_suffix('"'));
        let moves = moves.unwrap_or_else(|| panic!("{line}\n{}", self.transcript));
        moves.split_whitespace().map(str::to_owned).collect()
    }

    /// The FEN of the position.
    pub(crate) fn fen(&mut self) -> String {
        let line = self.ask("fen");
        let fen = line.strip_prefix("fen fen=\"").and_then(|rest| rest.strip_suffix('"'));
        fen.unwrap_or_else(|| panic!("{line}\n{}", self.transcript)).to_owned()
    }

    /// All lines that come before the program ends, its exit status, and how long it took.
    pub(crate) fn end(mut self) -> (Vec<String>, ExitStatus, Duration) {
        let begun = Instant::now();
        let mut lines = Vec::new();
        loop {
            match self.receive(PATIENCE) {
                Ok((_, line)) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(error) => panic!("the program does not end ({error})\n{}", self.transcript),
            }
        }
        let status = self.child.wait().expect("it is our child");
        (lines, status, begun.elapsed())
    }
}

impl Drop for HubProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let errors = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        if !errors.is_empty() {
            if thread::panicking() {
                eprintln!("on standard error:\n{errors}");
            } else {
                panic!("on standard error:\n{errors}\n{}", self.transcript);
            }
        }
    }
}

/// The move of a `done` line; nothing if it is bare.
pub(crate) fn move_of(done: &str) -> Option<String> {
    let rest = done.strip_prefix("done").unwrap_or_else(|| panic!("{done}"));
    let first = rest.split_whitespace().next()?;
    Some(first.strip_prefix("move=").unwrap_or_else(|| panic!("{done}")).to_owned())
}

/// The value of a field of an `info` line.
pub(crate) fn field(info: &str, name: &str) -> f64 {
    let start = format!("{name}=");
    let value = info.split(' ').find_map(|word| word.strip_prefix(&start));
    value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} in {info}"))
}

//! A whole session of a Hub client, within this process. An input is what the client says; its
//! line `wait`, which means nothing to the engine, makes the client wait a moment for what it has
//! asked for, so that a search can also end by itself.

use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use damier::games::Variant;
use damier::protocol::hub::{self, Command, Line};

use super::hub_form;

/// More lines are not said.
const MOST_LINES: usize = 64;
/// How long the client waits at most, each time and how often.
const PATIENCE: Duration = Duration::from_millis(20);
const MOST_WAITS: usize = 4;

/// What a line is replaced by in which the name of such a parameter stands: so that no input
/// takes gigabytes of memory or seconds of sleep.
const TAMED: [(&str, &str); 3] = [
    ("hash", "set-param name=hash value=2"),
    ("tt-size", "set-param name=tt-size value=12"),
    ("line-delay", "set-param name=line-delay value=1"),
];

/// A session ends with its input, and every line of its output has the form that the strictest
/// clients take. What is asked for is answered, once.
pub(crate) fn hub_session(input: &[u8]) {
    let lines = script(input);
    let heard = Arc::new(Heard::default());
    let client = Client {
        lines: lines.clone().into_iter(),
        heard: Arc::clone(&heard),
        asked: 0,
        waits: 0,
        rest: Vec::new(),
    };
    let options = hub::Options {
        variant: Variant::International,
        line_delay: 0,
        parameters: vec![("hash".to_owned(), "1".to_owned())],
    };
    hub::run(client, Sink(&heard), options).expect("a session ends well");
    check(&lines, &heard.output.lock().expect("no thread has failed"));
}

/// The lines that are said. At the end every search and every count is stopped.
fn script(input: &[u8]) -> Vec<Vec<u8>> {
    let tamed = |line: &[u8]| {
        let text = String::from_utf8_lossy(line);
        let tamed = TAMED.iter().find(|(name, _)| text.contains(name));
        tamed.map_or_else(|| line.to_vec(), |(_, tamed)| tamed.as_bytes().to_vec())
    };
    let lines = input.split(|&byte| byte == b'\n').take(MOST_LINES).map(tamed);
    lines.chain([b"stop".to_vec()]).collect()
}

fn command(line: &[u8]) -> Option<Command> {
    Command::parse(&String::from_utf8_lossy(line)).ok()
}

/// What the engine has said so far.
#[derive(Default)]
struct Heard {
    output: Mutex<Vec<u8>>,
    more: Condvar,
}

impl Heard {
    /// Waits for so many answers to `go` and `perft`.
    fn wait_for(&self, answers: usize) {
        let is_answer = |line: &&[u8]| line.starts_with(b"done") || line.starts_with(b"perft ");
        let is_missing = |output: &mut Vec<u8>| {
            output.split(|&byte| byte == b'\n').filter(is_answer).count() < answers
        };
        let output = self.output.lock().expect("no thread has failed");
        drop(self.more.wait_timeout_while(output, PATIENCE, is_missing));
    }
}

/// The output of the session.
struct Sink<'a>(&'a Heard);

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.output.lock().expect("no thread has failed").extend_from_slice(bytes);
        self.0.more.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The input of the session, line by line.
struct Client {
    lines: std::vec::IntoIter<Vec<u8>>,
    heard: Arc<Heard>,
    /// How many answers are due to what has been said.
    asked: usize,
    waits: usize,
    /// What is left of the line that is being said.
    rest: Vec<u8>,
}

impl Read for Client {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let Some(line) = self.lines.next() else { return Ok(0) };
            if line == b"wait" && self.waits < MOST_WAITS {
                self.waits += 1;
                self.heard.wait_for(self.asked);
            }
            let asks = matches!(command(&line), Some(Command::Go(_) | Command::Perft { .. }));
            self.asked += usize::from(asks);
            self.rest = line;
            self.rest.push(b'\n');
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

fn check(said: &[Vec<u8>], output: &[u8]) {
    let output = std::str::from_utf8(output).expect("the output is UTF-8");
    assert!(output.is_empty() || output.ends_with('\n'), "{output}");
    for line in output.lines() {
        hub_form::check(line).unwrap_or_else(|fault| panic!("{fault} in\n{output}"));
        assert!(Line::parse(line).is_ok(), "{line}");
        if line.starts_with("error ") {
            super::error(&line, output);
            assert!(!line.contains("failed"), "{output}");
        }
    }
    let answers =
        |word: &str| output.lines().filter(|line| line.split(' ').next() == Some(word)).count();
    let commands: Vec<Command> = said.iter().filter_map(|line| command(line)).collect();
    let asked = |is: fn(&Command) -> bool| commands.iter().filter(|&command| is(command)).count();
    let is_cut = commands.contains(&Command::Quit);
    for (word, count) in [
        ("done", asked(|command| matches!(command, Command::Go(_)))),
        ("wait", asked(|command| *command == Command::Hub)),
        ("id", asked(|command| *command == Command::Hub)),
        ("ready", asked(|command| *command == Command::Init)),
        ("pong", asked(|command| *command == Command::Ping)),
    ] {
        let told = answers(word);
        assert!(
            told == count || (is_cut && told < count),
            "{told} '{word}' for {count} in\n{output}"
        );
    }
    // An error may be the answer.
    for (word, most) in [
        ("perft", asked(|command| matches!(command, Command::Perft { .. }))),
        ("movelist", asked(|command| *command == Command::ListMoves)),
        ("fen", asked(|command| *command == Command::Fen)),
        ("eval", asked(|command| *command == Command::Evaluate)),
    ] {
        let (told, errors) = (answers(word), answers("error"));
        assert!(told <= most, "{told} '{word}' for {most} in\n{output}");
        assert!(is_cut || told + errors >= most, "{told} '{word}' for {most} in\n{output}");
    }
}

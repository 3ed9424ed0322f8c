//! `damier dxp` as a process, and a peer that is written by hand. Every wait has an end.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Nothing takes as long as this, not even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A running `damier dxp`, which is quick about its moves.
pub(crate) struct Program {
    pub(crate) child: Child,
    output: BufReader<ChildStdout>,
    log: Option<JoinHandle<String>>,
    pub(crate) address: String,
}

impl Program {
    pub(crate) fn start(arguments: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["-v", "dxp", "--hash", "1"])
            .args(if arguments.contains(&"--move-time") { &[][..] } else { &["--depth", "3"] })
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("its output is ours"));
        Program { child, output, log: None, address: String::new() }
    }

    /// One that listens on a free port of this machine.
    pub(crate) fn listen(arguments: &[&str]) -> Program {
        Program::listen_on("127.0.0.1:0", arguments)
    }

    pub(crate) fn listen_on(address: &str, arguments: &[&str]) -> Program {
        let mut program = Program::start(&[&["--listen", address], arguments].concat());
        let mut log = BufReader::new(program.child.stderr.take().expect("its log is ours"));
        let mut text = String::new();
        while !text.contains("waits for a caller on ") {
            assert!(log.read_line(&mut text).expect("the log is text") > 0, "{text}");
        }
        let address = text.split_whitespace().last().expect("the line ends with the address");
        program.address = address.to_owned();
        program.log = Some(thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = log.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        }));
        program
    }

    /// A peer that has called it.
    pub(crate) fn call(&self) -> Peer {
        Peer::new(TcpStream::connect(&self.address).expect("it listens"))
    }

    /// The next game that it tells.
    pub(crate) fn told(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it writes text");
        line.trim_end().to_owned()
    }

    /// Waits for its end: the exit code and what it has still told.
    pub(crate) fn end(mut self) -> (Option<i32>, Vec<String>) {
        let begun = Instant::now();
        let status = loop {
            match self.child.try_wait().expect("it is our child") {
                Some(status) => break status,
                None => assert!(begun.elapsed() < PATIENCE, "it does not end"),
            }
            thread::sleep(Duration::from_millis(5));
        };
        let mut text = String::new();
        self.output.read_to_string(&mut text).expect("it writes text");
        (status.code(), text.lines().map(str::to_owned).collect())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let log = self.log.take().and_then(|log| log.join().ok()).unwrap_or_default();
        if thread::panicking() {
            eprintln!("its log:\n{log}");
        }
    }
}

/// A peer that is written by hand.
pub(crate) struct Peer {
    stream: TcpStream,
}

impl Peer {
    pub(crate) fn new(stream: TcpStream) -> Peer {
        stream.set_nodelay(true).expect("the connection is there");
        stream.set_read_timeout(Some(PATIENCE)).expect("the connection is there");
        Peer { stream }
    }

    /// Sends bytes in one packet; a message ends with a NUL.
    pub(crate) fn write(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).expect("it reads");
    }

    pub(crate) fn say(&mut self, message: &str) {
        self.write(&format!("{message}\0"));
    }

    /// The next message; an empty one if the connection is closed.
    pub(crate) fn hear(&mut self) -> String {
        let mut text = Vec::new();
        let mut byte = [0];
        while self.stream.read(&mut byte).expect("something comes in time") > 0 && byte[0] != 0 {
            text.push(byte[0]);
        }
        String::from_utf8(text).expect("messages are ASCII")
    }

    /// The next message, which must begin so.
    pub(crate) fn expect(&mut self, start: &str) -> String {
        let message = self.hear();
        assert!(message.starts_with(start), "{start:?} was expected, not {message:?}");
        message
    }

    pub(crate) fn expect_close(&mut self) {
        let message = self.hear();
        assert_eq!(message, "", "the connection should be closed");
    }

    /// Asks for a game and has it accepted.
    pub(crate) fn begin(&mut self, request: &str) {
        self.say(request);
        let answer = self.expect("Adamier ");
        assert!(answer.len() == 34 && answer.ends_with('0'), "{answer}");
    }
}

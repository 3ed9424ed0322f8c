//! The line to an engine. A thread writes what goes out, so that an engine that does not read makes
//! nobody wait; another takes the lines that come in, with the time at which they came. What an
//! engine tells of a search is summed up on the way, so that no flood of it fills the memory or
//! wakes anybody.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel,
};
use std::thread;
use std::time::{Duration, Instant};

use super::{Fault, Stop, Told};
use crate::protocol::hub::Line;

/// The longest line that is kept, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that may wait before the engine must.
const WAITING: usize = 1 << 10;
/// Writes that may wait for the engine to read. It answers each two or three of them, so that one
/// that lets so many wait reads nothing any more.
const UNREAD: usize = 16;
/// How often somebody looks whether the game is to be broken off.
pub(super) const LOOK: Duration = Duration::from_millis(50);
/// How many times the patience with a silent engine that with a lively one lasts.
const LIVELY: u32 = 60;
/// How long an engine that is told to quit may take for it.
const GRACE: Duration = Duration::from_millis(500);

/// A line that was heard.
pub(super) struct Heard {
    /// When it came.
    pub(super) when: Instant,
    /// The line, taken apart.
    pub(super) line: Line,
    /// As it is written.
    pub(super) text: String,
    /// What has been told of the search that it ends.
    pub(super) told: Told,
}

impl Heard {
    /// What an error line tells.
    pub(super) fn message(&self) -> String {
        self.line.get("message").unwrap_or(&self.text).to_owned()
    }
}

/// When waiting ends.
#[derive(Clone, Copy)]
pub(super) enum Until {
    /// At this time.
    Time(Instant),
    /// When there was no sign of life for so long, and at the latest at this time.
    Silence(Duration, Instant),
}

impl Until {
    /// Silence since some time: whatever it says, an engine has no more than so many times its
    /// patience.
    pub(super) fn silence(patience: Duration, begun: Instant) -> Until {
        Until::Silence(patience, begun + LIVELY * patience)
    }

    /// When it ends whatever comes.
    pub(super) fn latest(self) -> Instant {
        match self {
            Until::Time(end) | Until::Silence(_, end) => end,
        }
    }
}

/// An engine at the other end.
pub(super) struct Link {
    name: String,
    /// What is still to be written; none when nothing more will be.
    input: Option<SyncSender<String>>,
    heard: Receiver<Heard>,
    /// When anything has come last, in microseconds since `begun`.
    last: Arc<AtomicU64>,
    begun: Instant,
    child: Option<Child>,
}

impl Link {
    /// A link to a process, or to something else that reads and writes lines.
    pub(super) fn new(
        name: &str,
        input: Box<dyn Write + Send>,
        output: impl Read + Send + 'static,
        child: Option<Child>,
    ) -> Link {
        let (sender, heard) = sync_channel(WAITING);
        let begun = Instant::now();
        let last = Arc::new(AtomicU64::new(0));
        let signs = Arc::clone(&last);
        let sign = move |when: Instant| {
            signs.store(when.duration_since(begun).as_micros() as u64, Relaxed);
        };
        let shown = name.to_owned();
        thread::spawn(move || listen(&shown, output, &sender, sign));
        let (lines, unread) = sync_channel(UNREAD);
        thread::spawn(move || write(input, &unread));
        Link { name: name.to_owned(), input: Some(lines), heard, last, begun, child }
    }

    /// Sends lines in one write, and tells when that began.
    pub(super) fn say(&mut self, lines: &str) -> Result<Instant, Fault> {
        for line in lines.lines() {
            log::debug!("{} < {line}", self.name);
        }
        let now = Instant::now();
        let signs = now.duration_since(self.begun).as_micros() as u64;
        let last = self.last.fetch_max(signs, Relaxed);
        match self.input.as_ref().map(|input| input.try_send(format!("{lines}\n"))) {
            Some(Ok(())) => Ok(now),
            Some(Err(TrySendError::Full(_))) => {
                Err(Fault::Silence(Duration::from_micros(signs.saturating_sub(last))))
            }
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.crash()),
        }
    }

    /// The next line that means something.
    pub(super) fn hear(&mut self, until: Until, stop: &Stop) -> Result<Option<Heard>, Fault> {
        loop {
            let now = Instant::now();
            let end = match until {
                Until::Time(end) => end,
                Until::Silence(patience, end) => {
                    end.min(self.begun + Duration::from_micros(self.last.load(Relaxed)) + patience)
                }
            };
            if stop.is_urgent() {
                return Err(Fault::Abandoned);
            }
            let left = end.saturating_duration_since(now);
            match self.heard.recv_timeout(left.min(LOOK)) {
                // What comes later does not make anybody wait on, however much it is.
                Ok(heard) => return Ok((heard.when <= end).then_some(heard)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Passes over what has been said already.
    pub(super) fn drain(&mut self) -> Result<(), Fault> {
        for _ in 0..WAITING {
            match self.heard.try_recv() {
                Ok(_) => {}
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(self.crash()),
            }
        }
        Ok(())
    }

    /// How the engine has ended.
    fn crash(&mut self) -> Fault {
        let status = self.child.as_mut().and_then(|child| wait(child, GRACE));
        Fault::Crash(match status {
            Some(status) => format!("it has ended ({status})"),
            None => "it has closed its input or output".to_owned(),
        })
    }
}

/// Waits for a process for some time.
fn wait(child: &mut Child, time: Duration) -> Option<std::process::ExitStatus> {
    let end = Instant::now() + time;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
            _ => return None,
        }
    }
}

impl Drop for Link {
    /// No engine outlives its player.
    fn drop(&mut self) {
        let is_running =
            self.child.as_mut().is_none_or(|child| matches!(child.try_wait(), Ok(None)));
        if is_running && let Some(input) = &self.input {
            let _ = input.try_send("quit\n".to_owned());
        }
        self.input = None;
        if let Some(mut child) = self.child.take() {
            let _ = wait(&mut child, GRACE);
            kill(&mut child);
            let _ = child.wait();
        }
    }
}

/// Kills a process, and those that it has started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // It leads a group of its own, which may outlive it.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
}

/// Writes what comes until there is no more, or nobody reads any more.
fn write(mut input: impl Write, unread: &Receiver<String>) {
    for text in unread {
        if input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until there are no more.
fn listen(name: &str, output: impl Read, sender: &SyncSender<Heard>, sign: impl Fn(Instant)) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    let mut told = Told::default();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let when = Instant::now();
        if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            if output.skip_until(b'\n').is_err() {
                return;
            }
            continue;
        }
        let text = clean(&String::from_utf8_lossy(&bytes));
        log::debug!("{name} > {text}");
        // What has not the form of a line is noise.
        let Ok(line) = Line::parse(&text) else { continue };
        // Nor is noise a sign of life.
        match line.command.as_str() {
            "info" => {
                sign(when);
                hear_info(&line, &mut told);
            }
            "done" | "error" | "ready" | "wait" | "pong" | "id" | "param" => {
                sign(when);
                let told = if line.command == "done" { std::mem::take(&mut told) } else { told };
                if sender.send(Heard { when, line, text, told }).is_err() {
                    return;
                }
            }
            _ => {}
        }
    }
}

/// A line without what could change a terminal or a file in which it is shown.
fn clean(text: &str) -> String {
    let clean = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    clean.collect()
}

/// Takes over what an `info` line tells.
fn hear_info(line: &Line, told: &mut Told) {
    let number = |name| line.get(name)?.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    told.depth = number("depth").or(told.depth);
    told.score = number("score").or(told.score);
    told.nodes = number("nodes").or(told.nodes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_never_reads_makes_nobody_wait() {
        let (_unread, input) = std::io::pipe().unwrap();
        let (output, _silent) = std::io::pipe().unwrap();
        let mut link = Link::new("deaf", Box::new(input), output, None);
        // More than a pipe holds, on every system.
        let long = "x".repeat(1 << 20);
        let fault = (0..2 * UNREAD).find_map(|_| link.say(&long).err());
        assert!(matches!(fault, Some(Fault::Silence(_))), "{fault:?}");
        let until = Until::silence(Duration::from_millis(1), Instant::now());
        assert!(matches!(link.hear(until, &Stop::default()), Ok(None)));
    }

    /// What comes of an engine that says a line over and over.
    fn babble(line: &'static [u8], until: Until) -> Option<Heard> {
        let (_unread, input) = std::io::pipe().unwrap();
        let (output, mut babbler) = std::io::pipe().unwrap();
        thread::spawn(move || {
            while babbler.write_all(line).is_ok() {
                thread::sleep(Duration::from_millis(1));
            }
        });
        let mut link = Link::new("babbler", Box::new(input), output, None);
        loop {
            match link.hear(until, &Stop::default()).unwrap() {
                Some(heard) if heard.line.command == "pong" => {}
                heard => return heard,
            }
        }
    }

    #[test]
    fn noise_is_no_sign_of_life() {
        let now = Instant::now();
        let patience = Duration::from_millis(50);
        assert!(babble(b"thinking\n", Until::Silence(patience, now + 1000 * patience)).is_none());
        assert!(now.elapsed() < 900 * patience);
    }

    #[test]
    fn a_lively_engine_is_not_waited_for_without_end() {
        let (now, patience) = (Instant::now(), Duration::from_secs(3000));
        let end = Duration::from_millis(100);
        assert!(babble(b"info depth=1\n", Until::Silence(patience, now + end)).is_none());
        assert!(babble(b"pong\n", Until::Silence(patience, now + end)).is_none());
        assert!(babble(b"pong\n", Until::Time(now + end)).is_none());
        assert!(now.elapsed() >= end);
    }

    #[test]
    fn control_characters_are_not_passed_on() {
        assert_eq!(
            clean("error message=\"\u{1b}[31mred\u{7}\"\r\n"),
            "error message=\" [31mred \""
        );
    }
}

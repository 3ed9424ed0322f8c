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

/// When waiting ends.
#[derive(Clone, Copy)]
pub(super) enum Until {
    /// At this time.
    Time(Instant),
    /// When nothing has come for so long.
    Silence(Duration),
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
                Until::Silence(patience) => {
                    self.begun + Duration::from_micros(self.last.load(Relaxed)) + patience
                }
            };
            let left = end.saturating_duration_since(now);
            match self.heard.recv_timeout(left.min(LOOK)) {
                Ok(heard) => return Ok(Some(heard)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) if stop.is_urgent() => {
                    return Err(Fault::Abandoned);
                }
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
        sign(when);
        if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            if output.skip_until(b'\n').is_err() {
                return;
            }
            continue;
        }
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        log::debug!("{name} > {text}");
        // What has not the form of a line is noise.
        let Ok(line) = Line::parse(&text) else { continue };
        match line.command.as_str() {
            "info" => hear_info(&line, &mut told),
            "done" | "error" | "ready" | "wait" | "pong" | "id" | "param" => {
                let told = if line.command == "done" { std::mem::take(&mut told) } else { told };
                if sender.send(Heard { when, line, text, told }).is_err() {
                    return;
                }
            }
            _ => {}
        }
    }
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
        let heard = link.hear(Until::Silence(Duration::from_millis(1)), &Stop::default());
        assert!(matches!(heard, Ok(None)));
    }
}

//! What the client says. A thread reads the lines; they wait in a queue for the session to listen,
//! and when too much waits the thread reads no further, so that no client can fill the memory.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;

use crate::protocol::hub::command::Command;
use crate::protocol::hub::line::LineError;

/// The longest line that is read, in bytes: a game of ten thousand moves fits in.
pub(super) const LONGEST_LINE: u64 = 1 << 20;
/// Bytes of a line that weigh as much as a line by itself.
const UNIT: u64 = 1 << 12;
/// The most that may wait: so many short lines, or so many units of long ones.
const MOST_WAITING: usize = 1 << 12;
/// The most that one line weighs.
const HEAVIEST: usize = weight(LONGEST_LINE);

const fn weight(bytes: u64) -> usize {
    1 + (bytes / UNIT) as usize
}

/// What comes from the client.
pub(super) enum Input {
    /// A command, and when it came: the time that it waits is not the opponent's.
    Line(Command, Instant),
    /// A line that cannot be read.
    BrokenLine(LineError),
    /// A line that is too long to be kept.
    LongLine,
    /// The end of the input.
    End,
}

impl Input {
    /// Whether it must wait for the end of a job, and puts an end to it. Nothing that the client
    /// may say at any time does.
    pub(super) fn interrupts(&self) -> bool {
        match self {
            Input::Line(command, _) => !matches!(
                command,
                Command::None | Command::Ping | Command::PonderHit | Command::Stop | Command::Quit
            ),
            Input::BrokenLine(_) | Input::LongLine | Input::End => false,
        }
    }

    fn is_end(&self) -> bool {
        matches!(self, Input::Line(Command::Stop | Command::Quit, _))
    }

    fn read(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> Input {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', bytes) {
            Ok(0) | Err(_) => Input::End,
            Ok(_) if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") => {
                // The rest of the line is passed over.
                if input.skip_until(b'\n').is_err() { Input::End } else { Input::LongLine }
            }
            Ok(_) => {
                let text = String::from_utf8_lossy(bytes);
                log::debug!("< {}", text.trim_end());
                Command::parse(&text)
                    .map_or_else(Input::BrokenLine, |command| Input::Line(command, Instant::now()))
            }
        }
    }
}

/// An input on its way to the queue.
pub(super) struct Heavy {
    pub(super) input: Input,
    weight: usize,
}

/// Reads to the end of the input, or until `send` tells that nobody listens any more.
pub(super) struct Reader {
    /// Holds something for all that waits, and no more than that.
    scales: SyncSender<()>,
}

impl Reader {
    pub(super) fn read_lines(self, input: impl Read, send: impl Fn(Heavy) -> bool) {
        let mut input = BufReader::new(input);
        let mut bytes = Vec::new();
        loop {
            let read = Input::read(&mut input, &mut bytes);
            let at_end = matches!(read, Input::End);
            let weight = weight(bytes.len() as u64);
            let is_heard = (0..weight).all(|_| self.scales.send(()).is_ok());
            if !is_heard || !send(Heavy { input: read, weight }) || at_end {
                return;
            }
        }
    }
}

/// What the client has said and nobody has listened to yet, because the first of it waits for
/// the end of a job.
pub(super) struct Queue {
    waiting: VecDeque<Heavy>,
    scales: Receiver<()>,
    weight: usize,
    /// How many of them end whatever goes on.
    ends: usize,
}

impl Queue {
    /// An empty queue, and who reads what is to be put into it.
    pub(super) fn new() -> (Queue, Reader) {
        let (sender, scales) = sync_channel(MOST_WAITING);
        let queue = Queue { waiting: VecDeque::new(), scales, weight: 0, ends: 0 };
        (queue, Reader { scales: sender })
    }

    pub(super) fn push(&mut self, heavy: Heavy) {
        self.weight += heavy.weight;
        self.ends += usize::from(heavy.input.is_end());
        self.waiting.push_back(heavy);
    }

    pub(super) fn front(&self) -> Option<&Input> {
        self.waiting.front().map(|heavy| &heavy.input)
    }

    pub(super) fn pop(&mut self) -> Option<Input> {
        let heavy = self.waiting.pop_front()?;
        self.weight -= heavy.weight;
        self.ends -= usize::from(heavy.input.is_end());
        for _ in 0..heavy.weight {
            let _ = self.scales.try_recv();
        }
        Some(heavy.input)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether `stop` or `quit` waits.
    pub(super) fn has_end(&self) -> bool {
        self.ends > 0
    }

    /// Whether the next line may have to wait outside, whatever it says.
    pub(super) fn is_full(&self) -> bool {
        self.weight + HEAVIEST > MOST_WAITING
    }
}

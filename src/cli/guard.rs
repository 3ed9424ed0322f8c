//! `damier guard`: starts a program and sees that it ends, with all that it has started, when the
//! one that asked for it does, however that ends. The match runner starts its engines so.
//!
//! It stays as the parent of the program. The pipe that is the program's standard input is closed
//! by the system when its writer ends, by whatever means; the guard watches it without reading.

use std::ffi::OsString;

use clap::Args;

/// Start a program that ends when nobody writes to it any more
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The program and its arguments.
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

impl Arguments {
    #[cfg(unix)]
    pub(super) fn run(self) -> anyhow::Result<bool> {
        unix::run(&self.command)
    }

    #[cfg(not(unix))]
    pub(super) fn run(self) -> anyhow::Result<bool> {
        anyhow::bail!("there are no such guards on this system")
    }
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsString;
    use std::fs::File;
    use std::io::{self, Write};
    use std::process::Command;
    use std::thread;
    use std::time::Duration;

    use damier::tournament::player::not_started;
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use rustix::process::{self, Signal, WaitOptions, WaitStatus};

    /// The exit code of shells for a program that cannot be run.
    const CANNOT_RUN: i32 = 127;
    /// What shells add to the number of a signal that has ended a program.
    const BY_SIGNAL: i32 = 128;
    /// How long the program may take to end by itself when its input has ended.
    const GRACE: Duration = Duration::from_secs(1);

    pub(super) fn run(command: &[OsString]) -> anyhow::Result<bool> {
        // What the program has started and left is this one's to wait for.
        #[cfg(target_os = "linux")]
        process::set_child_subreaper(Some(process::getpid()))?;
        let child = match Command::new(&command[0]).args(&command[1..]).spawn() {
            Ok(child) => child,
            Err(error) => {
                let message = not_started(&command[0], &error).replace('"', "'");
                let _ = writeln!(io::stdout(), "error message=\"{message}\"");
                eprintln!("damier: {message}");
                std::process::exit(CANNOT_RUN);
            }
        };
        thread::Builder::new().spawn(end_with_input)?;
        // The program alone keeps standard output open, so that its end is seen.
        rustix::stdio::dup2_stdout(File::options().write(true).open("/dev/null")?)?;
        let mut ended = None;
        loop {
            match process::wait(WaitOptions::empty()) {
                Ok(Some((id, status))) if id.as_raw_nonzero().get() as u32 == child.id() => {
                    ended = Some(status);
                }
                Ok(_) | Err(Errno::INTR) => {}
                // Nobody is left.
                Err(_) => end_as(ended),
            }
        }
    }

    /// Waits until nobody can write to standard input any more, and ends the program and all that
    /// it has started: with this one they are a group.
    fn end_with_input() {
        let input = io::stdin();
        loop {
            let mut watched = [PollFd::new(&input, PollFlags::empty())];
            match poll(&mut watched, None) {
                Ok(_) if watched[0].revents().is_empty() => {}
                Err(Errno::INTR) => {}
                Ok(_) | Err(_) => break,
            }
        }
        thread::sleep(GRACE);
        // It ends this program too.
        let _ = process::kill_current_process_group(Signal::KILL);
    }

    /// Ends as the program has ended.
    fn end_as(status: Option<WaitStatus>) -> ! {
        let signal = status.and_then(WaitStatus::terminating_signal);
        if let Some(signal) = signal.and_then(Signal::from_named_raw) {
            let _ = process::kill_process(process::getpid(), signal);
        }
        let by_signal = signal.map(|signal| BY_SIGNAL + signal);
        std::process::exit(by_signal.or(status.and_then(WaitStatus::exit_status)).unwrap_or(1))
    }
}

//! What Ctrl-C does to commands: one that writes lines leaves them whole. And what other signals do
//! to those that have more to end than themselves.

use std::io;
use std::process;

use anyhow::Context;

/// The exit code of a program that Ctrl-C has ended, as shells tell it.
pub(super) const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C ends the program between two writes to standard output, not within one.
pub(super) fn leave_whole_lines() -> anyhow::Result<()> {
    let end = || {
        let _nobody_writes = io::stdout().lock();
        process::exit(INTERRUPTED);
    };
    ctrlc::set_handler(end).context("Ctrl-C cannot be waited for")
}

/// From now on Ctrl-C does this, each time, and does not end the program.
pub(super) fn do_instead(action: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(action).context("Ctrl-C cannot be waited for")
}

/// What shells add to the number of a signal that has ended a program.
#[cfg(unix)]
const BY_SIGNAL: i32 = 128;

/// From now on the signals that end programs, SIGTERM and SIGHUP, do this instead, with the exit
/// code that they would have given. One that is ignored, as `nohup` wants it, stays so.
#[cfg(unix)]
pub(super) fn end_instead(mut action: impl FnMut(i32) + Send + 'static) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    let meant = [SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
    let signals = signal_hook::iterator::Signals::new(meant);
    let mut signals = signals.context("signals cannot be waited for")?;
    std::thread::spawn(move || signals.forever().for_each(|signal| action(BY_SIGNAL + signal)));
    Ok(())
}

/// There are no such signals on this system.
#[cfg(not(unix))]
pub(super) fn end_instead(_action: impl FnMut(i32) + Send + 'static) -> anyhow::Result<()> {
    Ok(())
}

/// Whether a signal is ignored, where the system tells that.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

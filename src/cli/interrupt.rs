//! What Ctrl-C does to a command that writes lines: they stay whole.

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

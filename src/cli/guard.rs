//! `damier guard`: starts a program so that it ends with the one that asked for it, however that
//! ends. The match runner starts its engines so.

use std::ffi::OsString;

use clap::Args;

/// Start a program that is killed when its parent ends
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The process that it must not outlive.
    parent: u32,

    /// The program and its arguments.
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

/// The exit code of shells for a program that cannot be run.
#[cfg(unix)]
const CANNOT_RUN: i32 = 127;

impl Arguments {
    #[cfg(unix)]
    pub(super) fn run(self) -> anyhow::Result<bool> {
        use std::os::unix::process::CommandExt;
        // This is kept when another program takes the place of this one.
        #[cfg(target_os = "linux")]
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
        // The parent may have ended before that.
        let parent = rustix::process::getppid().map(|id| id.as_raw_nonzero().get());
        if parent.and_then(|id| u32::try_from(id).ok()) != Some(self.parent) {
            return Ok(false);
        }
        let error = std::process::Command::new(&self.command[0]).args(&self.command[1..]).exec();
        eprintln!("damier: {}: {error}", self.command[0].display());
        std::process::exit(CANNOT_RUN);
    }

    #[cfg(not(unix))]
    pub(super) fn run(self) -> anyhow::Result<bool> {
        anyhow::bail!("there are no such guards on this system")
    }
}

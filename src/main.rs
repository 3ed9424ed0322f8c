//! The program: arguments in, an exit code out. 0 is success, 1 a check that failed, 2 input that
//! is wrong.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let arguments = cli::Arguments::parse();
    arguments.start_log();
    match arguments.run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) if cli::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("damier: {error:#}");
            ExitCode::from(2)
        }
    }
}

//! The Hub protocol, version 2 (Fabien Letouzey): lines of `command argument=value ... flag` on
//! standard input and output. `protocol.md` describes every line.

mod command;
mod input;
mod line;
mod message;
mod parameters;
mod session;

pub use command::{Command, GoCommand, Level, Mode, PositionCommand};
pub use line::{Argument, Line, LineError};
pub use session::{Options, SessionError, run};

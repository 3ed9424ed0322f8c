//! Any line of a Hub client.

use std::fmt::Write as _;
use std::time::Duration;

use damier::protocol::hub::{Command, Level, Line, Mode};

/// No budget is longer: eleven days and a bit.
const LONGEST: Duration = Duration::from_secs(1_000_001);

/// A line is refused or taken apart; with all its words between quotation marks it means the
/// same, and what it asks for is within bounds.
pub(crate) fn hub_line(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let command = Command::parse(&text);
    match Line::parse(&text) {
        Err(error) => {
            super::error(&error, &text);
            assert_eq!(command, Err(error), "{text:?}");
        }
        Ok(line) => {
            let quoted = quoted(&line);
            assert_eq!(Line::parse(&quoted).as_ref(), Ok(&line), "{text:?} as {quoted:?}");
            assert_eq!(Command::parse(&quoted), command, "{text:?} as {quoted:?}");
            for argument in &line.arguments {
                assert!(line.get(&argument.name).is_some(), "{text:?}");
            }
            match command.expect("a line of the right form is a command") {
                Command::Level(level) => check_level(&level),
                Command::Go(go) => {
                    assert!(go.lines.is_none_or(|lines| (1..=256).contains(&lines)), "{text:?}");
                }
                Command::Position(position) => assert!(position.halfmove < 1_000, "{text:?}"),
                _ => (),
            }
        }
    }
}

/// The line with every word between quotation marks.
fn quoted(line: &Line) -> String {
    let mut text = format!("\"{}\"", line.command);
    for argument in &line.arguments {
        // Writing to a String cannot fail.
        let _ = write!(text, " \"{}\"", argument.name);
        if let Some(value) = &argument.value {
            let _ = write!(text, "=\"{value}\"");
        }
    }
    text
}

fn check_level(level: &Level) {
    for mode in [Mode::Think, Mode::Ponder, Mode::Analyze] {
        let limits = level.limits(mode, 30.0);
        assert!(limits.depth.is_none_or(|depth| (1..=1_000).contains(&depth)), "{level:?}");
        assert!(limits.nodes.is_none_or(|nodes| nodes > 0), "{level:?}");
        if let Some(budget) = limits.time {
            assert!(budget.soft <= budget.hard && budget.hard < LONGEST, "{level:?}");
        }
    }
}

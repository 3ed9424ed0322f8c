//! How long the engines may think, and the clocks that the referee keeps.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clock::Clock;

/// A time for the game, or for so many moves: `60+0.5`, `40/60`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// The moves that the time is for, over and over; all of the game if there is no number.
    pub moves: Option<u32>,
    /// Seconds.
    pub time: f64,
    /// Seconds given before each move.
    pub increment: f64,
}

/// A text that tells no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no time control: write seconds, as in 60, 60+0.5, 40/60 or 40/60+0.5")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.trim().parse().ok()?), rest),
                None => (None, text),
            };
            let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let time: f64 = time.trim().parse().ok()?;
            let increment: f64 = increment.trim().parse().ok()?;
            let is_time = |seconds: f64| (0.0..=1e6).contains(&seconds);
            let is_sound = moves != Some(0) && is_time(time) && is_time(increment);
            (is_sound && time + increment > 0.0).then_some(TimeControl { moves, time, increment })
        };
        read().ok_or_else(|| TimeControlError(crate::notation::turn::shown(text)))
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

/// As it is read, and as the tag `TimeControl` of a file has it.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time)?;
        if self.increment > 0.0 { write!(f, "+{}", self.increment) } else { Ok(()) }
    }
}

/// What ends an engine's thinking; the first that is met.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Limits {
    /// A clock for the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Seconds for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_time: Option<f64>,
    /// Nodes for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl Limits {
    /// Whether nothing ends it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// The one that cannot be kept, if there is one, and its value.
    #[must_use]
    pub fn unsound(&self) -> Option<String> {
        let is_time = |time: &f64| *time > 0.0 && *time <= 1e6;
        let time = self.move_time.filter(|time| !is_time(time));
        let time = time.map(|time| format!("move-time={time}"));
        let nodes = self.nodes.filter(|nodes| *nodes == 0).map(|_| "nodes=0".to_owned());
        let depth = self.depth.filter(|depth| *depth == 0).map(|_| "depth=0".to_owned());
        time.or(nodes).or(depth)
    }
}

/// What one move may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance {
    /// The clock, if there is one.
    pub clock: Option<Clock>,
    /// Seconds for the move.
    pub move_time: Option<f64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
}

impl Allowance {
    /// After this the flag has fallen.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        let on_clock = self.clock.map(|clock| clock.time.max(0.0) + clock.increment);
        let least = match (on_clock, self.move_time) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        least.map(Duration::from_secs_f64)
    }
}

/// The clock of one player in one game.
#[derive(Clone, Debug)]
pub struct GameClock {
    limits: Limits,
    /// Seconds left, without the increment of the next move.
    left: f64,
    /// Moves that are still to be made with them.
    moves: Option<u32>,
}

impl GameClock {
    /// The clock at the start of a game.
    #[must_use]
    pub fn new(limits: &Limits) -> GameClock {
        let left = limits.tc.map_or(0.0, |control| control.time);
        let moves = limits.tc.and_then(|control| control.moves);
        GameClock { limits: limits.clone(), left, moves }
    }

    /// The limits that it keeps.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What the next move may take.
    #[must_use]
    pub fn allowance(&self) -> Allowance {
        Allowance {
            clock: self.limits.tc.map(|control| Clock {
                time: self.left,
                increment: control.increment,
                moves: self.moves,
            }),
            move_time: self.limits.move_time,
            nodes: self.limits.nodes,
            depth: self.limits.depth,
        }
    }

    /// A move has been made in some time. What it took beyond the time left is forgiven: whether
    /// the flag has fallen is for the referee to tell.
    pub fn spend(&mut self, time: Duration) {
        let Some(control) = self.limits.tc else { return };
        self.left = (self.left + control.increment - time.as_secs_f64()).max(0.0);
        if let Some(moves) = &mut self.moves {
            *moves -= 1;
            if *moves == 0 {
                self.left += control.time;
                self.moves = control.moves;
            }
        }
    }

    /// Seconds left, if there is a clock.
    #[must_use]
    pub fn left(&self) -> Option<f64> {
        self.limits.tc.map(|_| self.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["60", "60+0.5", "40/60", "40/60+0.5", "0.1", "0+1"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in ["", "x", "60+", "0/60", "-1", "0", "nan", "1e9", "60+-1", "4.5/60", "inf"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn increments_come_before_a_move_and_controls_after_their_last() {
        let limits = |tc: &str| Limits { tc: Some(tc.parse().unwrap()), ..Limits::default() };
        let mut clock = GameClock::new(&limits("10+1"));
        assert_eq!(clock.allowance().time(), Some(Duration::from_secs(11)));
        clock.spend(Duration::from_secs(3));
        assert_eq!(clock.left(), Some(8.0));
        clock.spend(Duration::from_secs(10));
        assert_eq!(clock.left(), Some(0.0));
        let mut clock = GameClock::new(&limits("2/10"));
        clock.spend(Duration::from_secs(3));
        assert_eq!((clock.left(), clock.moves), (Some(7.0), Some(1)));
        clock.spend(Duration::from_secs(3));
        assert_eq!((clock.left(), clock.moves), (Some(14.0), Some(2)));
    }

    #[test]
    fn the_shorter_time_holds() {
        let mut limits = Limits { tc: "10".parse().ok(), ..Limits::default() };
        limits.move_time = Some(2.0);
        assert_eq!(GameClock::new(&limits).allowance().time(), Some(Duration::from_secs(2)));
        assert_eq!(GameClock::new(&Limits::default()).allowance().time(), None);
    }
}

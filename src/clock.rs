//! How much time a move may take.

use std::time::Duration;

/// The time that is left for a game, or for its next `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Seconds left. May be negative after a flag has fallen, or because a client has taken the
    /// increment off already.
    pub time: f64,
    /// Seconds gained with each move, given before it.
    pub increment: f64,
    /// Moves until the next time control; none if the time is for the whole game.
    pub moves: Option<u32>,
}

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration is begun after this, more or less as the search goes.
    pub soft: Duration,
    /// The search ends at this.
    pub hard: Duration,
}

/// Seconds that are kept back for a message to be sent and read.
const OVERHEAD: f64 = 0.010;
/// The time for a game is never thought to be for fewer moves than these ...
const FEWEST: f64 = 8.0;
/// ... nor for more: what is decided early is worth more time.
const MOST: f64 = 40.0;
/// A search ends at its share of the time at the latest, sooner if it is sure, so that it may be so
/// much greater.
const SURE: f64 = 1.4;
/// Nobody thinks longer about a move, in seconds: eleven days.
const LONGEST: f64 = 1e6;

impl Clock {
    /// The time for the next move of a game that is thought to go on for so many moves of this
    /// side.
    #[must_use]
    pub fn budget(&self, horizon: f64) -> Budget {
        let increment = finite(self.increment).max(0.0);
        // A negative time comes from a client that has taken off an increment not yet given.
        let left = finite(self.time) + if self.time < 0.0 { increment } else { 0.0 };
        let left = (left - OVERHEAD).max(0.0);
        let horizon = horizon.clamp(FEWEST, MOST);
        let moves = self.moves.map_or(horizon, |moves| f64::from(moves.max(1)).min(horizon));
        let soft = (SURE * (left / moves + 0.7 * increment)).min(0.6 * left);
        let hard = (3.0 * soft).min(if moves < 1.5 { 0.9 * left } else { 0.4 * left });
        Budget { soft: seconds(soft.min(hard)), hard: seconds(hard) }
    }
}

/// The time for a move that may take `time` seconds, all of them.
#[must_use]
pub fn move_time(time: f64) -> Budget {
    let time = finite(time).max(0.0);
    // A thousandth is kept back, so that the answer is there in time.
    let hard = seconds((time - 0.001).max(0.5 * time));
    Budget { soft: hard, hard }
}

fn finite(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(-LONGEST, LONGEST) }
}

fn seconds(value: f64) -> Duration {
    Duration::from_secs_f64(value.clamp(0.0, LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(time: f64, increment: f64, moves: Option<u32>) -> Budget {
        Clock { time, increment, moves }.budget(30.0)
    }

    #[test]
    fn a_move_never_takes_what_is_not_there() {
        for time in
            [-1e300, -5.0, -0.3, 0.0, 0.005, 0.01, 0.1, 1.0, 60.0, 1e9, f64::NAN, f64::INFINITY]
        {
            for increment in [0.0, 0.01, 1.0, 10.0, f64::NAN] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = budget(time, increment, moves);
                    assert!(budget.soft <= budget.hard);
                    let left = if time < 0.0 { time + increment.max(0.0) } else { time };
                    let left = if left.is_nan() { 0.0 } else { left.clamp(0.0, LONGEST) };
                    assert!(
                        budget.hard.as_secs_f64() <= 0.9 * left + 1e-9,
                        "{time} {increment} {moves:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_last_move_before_the_control_may_take_nearly_all() {
        assert!(budget(10.0, 0.0, Some(1)).hard > Duration::from_secs(8));
        assert!(budget(10.0, 0.0, None).hard < Duration::from_secs(2));
    }

    #[test]
    fn a_game_that_is_soon_over_gives_a_move_more_time() {
        let soft = |horizon| Clock { time: 60.0, increment: 0.0, moves: None }.budget(horizon).soft;
        assert!(soft(12.0) > 2 * soft(30.0));
        assert_eq!(soft(0.0), soft(FEWEST));
        assert_eq!(soft(1e9), soft(MOST));
    }

    #[test]
    fn a_move_time_is_used_but_kept() {
        assert_eq!(move_time(1.0).hard, Duration::from_millis(999));
        assert_eq!(move_time(-1.0).hard, Duration::ZERO);
        assert_eq!(move_time(f64::NAN).hard, Duration::ZERO);
    }
}

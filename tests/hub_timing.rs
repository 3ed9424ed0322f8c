//! The times that a Hub client counts on: `stop` is answered at once and a move time is kept.
//! Each is measured several times, as the machine may be busy; a program that is slow by itself
//! is slow every time. One after the other, and apart from the other tests, for the same reason.

#[path = "common/hub_process.rs"]
mod hub_process;

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hub_process::HubProcess;

static ALONE: Mutex<()> = Mutex::new(());

const MIDDLE: &str =
    "pos fen=\"W:W27,28,32,33,34,35,37,38,39,40,43,45,48:B8,9,11,12,13,14,16,18,19,20,23,24,26\"";
/// A position with one legal move.
const FORCED: &str = "pos fen=\"W:W28,47,48,49,50,45,46:B22,1,2,3,4,5,11\"";
const TRIALS: usize = 9;
/// So often are the trials made at most.
const ROUNDS: usize = 4;

/// The lower quartile of some trials: the machine may spoil a measurement, or most of them, but not
/// all. If it is over the limit, more are made: what is slow by itself is slow every time.
fn typical(limit: Duration, trials: usize, mut measure: impl FnMut() -> Duration) -> Duration {
    let mut quartile = Duration::MAX;
    for _ in 0..ROUNDS {
        let mut times: Vec<Duration> = (0..trials).map(|_| measure()).collect();
        times.sort();
        quartile = times[trials / 4];
        if quartile <= limit {
            break;
        }
    }
    quartile
}

/// How long after the last of `lines` its `done` comes, and what stands in it.
fn time(hub: &mut HubProcess, lines: &[&str]) -> Duration {
    let begun = Instant::now();
    hub.say_all(lines);
    let (when, _) = hub.timed_until("done");
    when.saturating_duration_since(begun)
}

fn stop_after(hub: &mut HubProcess, lines: &[&str], wait: Duration) -> Duration {
    hub.say_all(lines);
    hub.expect_silence(wait);
    time(hub, &["stop"])
}

#[test]
fn stop_is_answered_within_twenty_milliseconds() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut hub = HubProcess::start();
    for threads in ["1", "2"] {
        hub.say(&format!("set-param name=threads value={threads}"));
        for position in ["pos start", MIDDLE, FORCED, "pos fen=\"W:WK28,K33:BK1,K5\""] {
            for go in ["go think", "go ponder", "go analyze"] {
                for wait in [Duration::ZERO, Duration::from_millis(40)] {
                    let limit = Duration::from_millis(20);
                    let time = typical(limit, TRIALS, || {
                        stop_after(&mut hub, &[position, "level infinite", go], wait)
                    });
                    assert!(time <= limit, "{threads} {position} {go} after {wait:?}: {time:?}");
                }
            }
        }
    }
}

#[test]
fn a_move_time_is_kept() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut hub = HubProcess::start();
    for threads in ["1", "2"] {
        hub.say(&format!("set-param name=threads value={threads}"));
        for position in ["pos start", MIDDLE, FORCED] {
            for seconds in [0.0, 0.001, 0.02, 0.1, 0.25] {
                let level = format!("level move-time={seconds}");
                let limit = Duration::from_secs_f64(seconds + 0.050);
                let time = typical(limit, 5, || time(&mut hub, &[position, &level, "go think"]));
                assert!(time <= limit, "{threads} threads, {position}, {seconds} s: {time:?}");
                // And made use of, but where there is nothing to think about.
                if seconds >= 0.1 && position != FORCED {
                    assert!(time.as_secs_f64() >= 0.7 * seconds, "{position} {seconds}: {time:?}");
                }
            }
        }
    }
}

#[test]
fn one_legal_move_and_a_proved_end_are_answered_at_once() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut hub = HubProcess::start();
    for position in [FORCED, "pos fen=\"W:W28:B22\""] {
        for level in ["level move-time=2", "level time=60 inc=1"] {
            let limit = Duration::from_millis(300);
            let time = typical(limit, 5, || time(&mut hub, &[position, level, "go think"]));
            assert!(time <= limit, "{position} {level}: {time:?}");
        }
    }
}

#[test]
fn a_clock_is_never_overdrawn() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut hub = HubProcess::start();
    for (level, limit) in [
        ("level time=0.3", 0.3),
        ("level time=0.3 moves=1", 0.3),
        ("level time=0.02", 0.05),
        ("level time=-2 inc=0", 0.05),
        ("level time=-0.1 inc=0.2", 0.2),
        ("level time=2 inc=0.1", 1.0),
        ("level time=0,300 inc=0,000", 0.3),
    ] {
        let limit = Duration::from_secs_f64(limit);
        let time = typical(limit, 5, || time(&mut hub, &[MIDDLE, level, "go think"]));
        assert!(time <= limit, "{level}: {time:?}");
    }
}

#[test]
fn the_clock_of_a_pondered_move_begins_with_the_hit() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut hub = HubProcess::start();
    let limit = Duration::from_millis(250);
    let time = typical(limit, 5, || {
        hub.say_all(&[MIDDLE, "level move-time=0.2", "go ponder"]);
        hub.expect_silence(Duration::from_millis(300));
        time(&mut hub, &["ponder-hit"])
    });
    assert!(time >= Duration::from_millis(140) && time <= limit, "{time:?}");
}

#[test]
fn the_next_search_is_answered_in_time_behind_a_stopped_one() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut hub = HubProcess::start();
    let limit = Duration::from_millis(160);
    let time = typical(limit, TRIALS, || {
        hub.say_all(&["pos start", "level infinite", "go analyze"]);
        hub.expect_silence(Duration::from_millis(30));
        let begun = Instant::now();
        hub.say_all(&["stop", MIDDLE, "level move-time=0.1", "go think"]);
        hub.timed_until("done");
        hub.timed_until("done").0.saturating_duration_since(begun)
    });
    assert!(time <= limit, "{time:?}");
}

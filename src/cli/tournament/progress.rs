//! What is seen of a match while it is played: on a terminal a table that renews above a bar,
//! elsewhere a line a game on standard error.

use std::io::{self, IsTerminal};
use std::time::Duration;

use damier::tournament::record::GameRecord;
use damier::tournament::standings::Standings;
use indicatif::{ProgressBar, ProgressStyle};

use super::report;

/// How often the time is told anew.
const TICK: Duration = Duration::from_millis(500);

pub(super) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For so many games, of which some have been played.
    pub(super) fn new(games: usize, standings: &Standings) -> Progress {
        if !io::stderr().is_terminal() {
            return Progress { bar: None };
        }
        let style = "{msg}{elapsed_precise} {wide_bar} {pos}/{len} eta {eta}";
        let style = ProgressStyle::with_template(style);
        let bar = ProgressBar::new(games as u64)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            .with_position(standings.games() as u64)
            .with_message(report::table(standings));
        bar.reset_eta();
        // The first game may take long.
        bar.tick();
        bar.enable_steady_tick(TICK);
        Progress { bar: Some(bar) }
    }

    /// A game has been played.
    pub(super) fn tell(&self, record: &GameRecord, standings: &Standings) {
        match &self.bar {
            Some(bar) => {
                if record.forfeit.is_some() {
                    bar.println(report::game(record));
                }
                bar.set_message(report::table(standings));
                bar.set_position(standings.games() as u64);
            }
            None => eprintln!("{}", report::game(record)),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

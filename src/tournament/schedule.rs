//! Which games are played: every opening twice, with colours exchanged, by every two engines that
//! meet.

use std::fmt;
use std::str::FromStr;

use super::config::Format;

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 1.
    pub number: usize,
    /// The number of its pair, from 1: the other game has the colours exchanged.
    pub pair: usize,
    /// The index of the opening.
    pub opening: usize,
    /// The index of the engine that has White.
    pub white: usize,
    /// The index of the engine that has Black.
    pub black: usize,
}

/// All games of a tournament, in their order: opening by opening, so that it can be ended at any
/// time.
#[must_use]
pub fn schedule(format: Format, engines: usize, games: usize, openings: usize) -> Vec<Fixture> {
    let firsts = if format == Format::Gauntlet { 1 } else { engines };
    let mut fixtures = Vec::new();
    let mut pair = 0;
    for round in 0..games / 2 {
        for first in 0..firsts {
            for second in first + 1..engines {
                pair += 1;
                for (white, black) in [(first, second), (second, first)] {
                    let number = fixtures.len() + 1;
                    let opening = round % openings;
                    fixtures.push(Fixture { number, pair, opening, white, black });
                }
            }
        }
    }
    fixtures
}

/// A part of a schedule, `I/N`: every N-th pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    worker: usize,
    workers: usize,
}

impl Share {
    /// All of it.
    pub const ALL: Share = Share { worker: 1, workers: 1 };

    /// Whether a game belongs to it. The two games of a pair are never parted.
    #[must_use]
    pub fn has(&self, fixture: &Fixture) -> bool {
        self.takes(fixture.pair - 1)
    }

    /// Whether the piece of work with this number, from 0, belongs to it.
    #[must_use]
    pub const fn takes(&self, number: usize) -> bool {
        number % self.workers == self.worker - 1
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-of-{}", self.worker, self.workers)
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Share, String> {
        let read = || {
            let (worker, workers) = text.split_once('/')?;
            Some(Share { worker: worker.parse().ok()?, workers: workers.parse().ok()? })
        };
        read()
            .filter(|share| (1..=share.workers).contains(&share.worker))
            .ok_or_else(|| "write I/N, the number of the share and how many there are".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_exchange_colours_on_one_opening() {
        for (format, engines, meetings) in
            [(Format::RoundRobin, 2, 1), (Format::RoundRobin, 4, 6), (Format::Gauntlet, 4, 3)]
        {
            let games = schedule(format, engines, 6, 2);
            assert_eq!(games.len(), 6 * meetings);
            for pair in games.chunks(2) {
                assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
                assert_eq!((pair[0].opening, pair[0].pair), (pair[1].opening, pair[1].pair));
            }
            assert!(games.iter().enumerate().all(|(index, game)| game.number == index + 1));
        }
        assert!(schedule(Format::Gauntlet, 3, 2, 1).iter().all(|g| g.white == 0 || g.black == 0));
    }

    #[test]
    fn shares_are_the_whole() {
        let games = schedule(Format::RoundRobin, 3, 10, 4);
        let shares: Vec<Share> = ["1/3", "2/3", "3/3"].map(|s| s.parse().unwrap()).to_vec();
        for game in &games {
            assert_eq!(shares.iter().filter(|share| share.has(game)).count(), 1);
        }
        let first = games.iter().filter(|game| shares[0].has(game)).count();
        assert_eq!(first, 10);
        for text in ["0/3", "4/3", "1/0", "1", "a/b", "-1/2"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
    }
}

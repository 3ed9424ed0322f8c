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

/// The games of a tournament, or of a share of it, in their order: opening by opening, so that it
/// can be ended at any time. Each is found from its index, so that any number of them takes no
/// memory.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    format: Format,
    engines: usize,
    openings: usize,
    share: Share,
    /// The pairs of games of the whole tournament.
    pairs: usize,
}

/// The number of pairs of engines that meet.
fn meetings(format: Format, engines: usize) -> usize {
    match format {
        Format::Gauntlet => engines.saturating_sub(1),
        Format::RoundRobin => engines.saturating_mul(engines.saturating_sub(1)) / 2,
    }
}

/// How many games of a tournament there are with so many for each two engines that meet; nothing
/// if that is more than can be counted.
#[must_use]
pub fn count(format: Format, engines: usize, games: usize) -> Option<usize> {
    games.checked_mul(meetings(format, engines))
}

impl Schedule {
    /// The games with so many for each two engines that meet, from so many openings.
    #[must_use]
    pub fn new(
        format: Format,
        engines: usize,
        games: usize,
        openings: usize,
        share: Share,
    ) -> Schedule {
        let pairs = (games / 2).saturating_mul(meetings(format, engines));
        Schedule { format, engines, openings, share, pairs }
    }

    /// How many games there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        let Share { worker, workers } = self.share;
        2 * (self.pairs / workers + (self.pairs % workers >= worker) as usize)
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All games, in their order.
    pub fn games(self) -> impl Iterator<Item = Fixture> + Send {
        let Share { worker, workers } = self.share;
        (0..self.len())
            .map(move |index| self.game(2 * (worker - 1 + index / 2 * workers) + index % 2))
    }

    /// The game of this number, if it is one of these.
    #[must_use]
    pub fn find(&self, number: usize) -> Option<Fixture> {
        let index = number.checked_sub(1).filter(|index| index / 2 < self.pairs)?;
        let fixture = self.game(index);
        self.share.has(&fixture).then_some(fixture)
    }

    /// Whether an engine takes part.
    #[must_use]
    pub fn has(&self, engine: usize) -> bool {
        // By then the meetings have come again in every share.
        let round = meetings(self.format, self.engines).saturating_mul(2);
        self.games().take(round).any(|game| game.white == engine || game.black == engine)
    }

    /// The game of the whole tournament at an index.
    fn game(&self, index: usize) -> Fixture {
        let meetings = meetings(self.format, self.engines);
        let (pair, round) = (index / 2, index / 2 / meetings);
        let (first, second) = meeting(self.engines, pair % meetings);
        let (white, black) =
            if index.is_multiple_of(2) { (first, second) } else { (second, first) };
        Fixture { number: index + 1, pair: pair + 1, opening: round % self.openings, white, black }
    }
}

/// The engines of a meeting: all of the first engine, then those of the second with the engines
/// behind it, and so on.
fn meeting(engines: usize, mut index: usize) -> (usize, usize) {
    let mut first = 0;
    while index >= engines - 1 - first {
        index -= engines - 1 - first;
        first += 1;
    }
    (first, first + 1 + index)
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

    fn schedule(format: Format, engines: usize, games: usize, openings: usize) -> Vec<Fixture> {
        Schedule::new(format, engines, games, openings, Share::ALL).games().collect()
    }

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
            // In a round every two that meet do so once.
            let mut round: Vec<_> =
                games[..2 * meetings].iter().map(|g| (g.white, g.black)).collect();
            round.sort_unstable();
            round.dedup();
            assert_eq!(round.len(), 2 * meetings);
        }
        assert!(schedule(Format::Gauntlet, 3, 2, 1).iter().all(|g| g.white == 0 || g.black == 0));
    }

    #[test]
    fn shares_are_the_whole() {
        let games = schedule(Format::RoundRobin, 3, 10, 4);
        let shares: Vec<Share> = ["1/4", "2/4", "3/4", "4/4"].map(|s| s.parse().unwrap()).to_vec();
        let of = |share| Schedule::new(Format::RoundRobin, 3, 10, 4, share);
        let mut all: Vec<Fixture> = shares.iter().flat_map(|&share| of(share).games()).collect();
        all.sort_by_key(|game| game.number);
        assert_eq!(all, games);
        for game in &games {
            let finds = |share: &&Share| of(**share).find(game.number) == Some(*game);
            assert_eq!(shares.iter().filter(finds).count(), 1);
        }
        let lengths: Vec<usize> = shares.iter().map(|&share| of(share).len()).collect();
        assert_eq!(lengths, [8, 8, 8, 6]);
        assert_eq!(of(Share::ALL).find(0), None);
        assert_eq!(of(Share::ALL).find(31), None);
        for text in ["0/3", "4/3", "1/0", "1", "a/b", "-1/2"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_share_has_the_engines_of_its_games_only() {
        let share: Share = "2/3".parse().unwrap();
        let schedule = Schedule::new(Format::RoundRobin, 3, 1 << 40, 4, share);
        assert_eq!([0, 1, 2].map(|engine| schedule.has(engine)), [true, false, true]);
    }

    #[test]
    fn no_number_of_games_takes_memory() {
        let games = usize::MAX - 1;
        let schedule = Schedule::new(Format::RoundRobin, 2, games, 7, Share::ALL);
        assert_eq!(schedule.len(), games);
        assert_eq!(schedule.find(games).map(|game| (game.white, game.black)), Some((1, 0)));
        assert_eq!(schedule.games().nth(2).map(|game| game.opening), Some(1));
        let last = Share { worker: usize::MAX / 2, workers: usize::MAX / 2 };
        let schedule = Schedule::new(Format::RoundRobin, 2, games, 7, last);
        assert_eq!(
            schedule.games().map(|game| game.number).collect::<Vec<_>>(),
            [games - 1, games]
        );
        assert_eq!(count(Format::RoundRobin, 2, games), Some(games));
        assert_eq!(count(Format::RoundRobin, 3, games), None);
    }
}

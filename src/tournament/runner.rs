//! All games of a schedule on several threads, each of which has engines of its own. Those of which
//! there is one only, at an address, go from thread to thread: a game that needs one waits until it
//! is free, and a later one is played meanwhile. A game is on disk before its thread begins another.

use std::collections::{HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::config::ConfigError;
use super::openings::Opening;
use super::player::{Fault, Launcher, Player, Stop};
use super::record::GameRecord;
use super::referee::{Referee, Seat};
use super::schedule::{Fixture, Schedule};
use super::sprt::Verdict;
use super::standings::Standings;
use super::store::{Store, StoreError};

/// The games cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// They are not well told.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// An engine is not there from the start.
    #[error("{engine}: {fault}")]
    Engine {
        /// Its name.
        engine: String,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// What is played, and from where.
pub struct Runner<'a> {
    /// How engines are started.
    pub launcher: &'a Launcher,
    /// The openings.
    pub openings: &'a [Opening],
    /// What ends the games before their time.
    pub stop: &'a Stop,
}

/// How many games may wait for their engines while later ones are played.
const WAITING: usize = 10_000;
/// How often a thread without a game looks whether there will be none.
const LOOK: Duration = Duration::from_millis(50);

/// Engines that are there, each with its number.
type Players = Vec<(usize, Box<dyn Player>)>;

/// Engines that are there before the games begin.
#[derive(Default)]
pub struct Bench(Players);

/// The games that are still to be played, and the engines that serve one game at a time.
struct Desk<'a> {
    fixtures: Box<dyn Iterator<Item = Fixture> + Send + 'a>,
    /// Games whose turn has come and whose engines were not free.
    waiting: VecDeque<Fixture>,
    /// Such engines that are playing.
    busy: HashSet<usize>,
    /// Such engines that wait for a game.
    bench: Players,
}

impl Desk<'_> {
    /// The next game whose engines are free.
    fn next(&mut self) -> Option<Fixture> {
        let busy = &self.busy;
        let is_free = |game: &Fixture| !busy.contains(&game.white) && !busy.contains(&game.black);
        if let Some(index) = self.waiting.iter().position(is_free) {
            return self.waiting.remove(index);
        }
        while self.waiting.len() < WAITING {
            let game = self.fixtures.next()?;
            if is_free(&game) {
                return Some(game);
            }
            self.waiting.push_back(game);
        }
        None
    }

    /// Whether no game is left to be begun, as far as is known after one was asked for in vain.
    fn is_done(&self) -> bool {
        self.waiting.is_empty()
    }
}

/// What the threads share.
struct Shared<F> {
    store: Store,
    standings: Standings,
    error: Option<StoreError>,
    tell: F,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Runner<'_> {
    /// Plays the games of a schedule, but for those of the numbers in `played`, and adds them to the
    /// standings. Each is told of when it is on disk. A game that cannot be kept ends the match;
    /// the standings are those of the games before it.
    pub fn run(
        &self,
        schedule: Schedule,
        played: &HashSet<usize>,
        bench: Bench,
        store: Store,
        standings: Standings,
        tell: impl FnMut(&GameRecord, &Standings) + Send,
    ) -> (Standings, Result<(), StoreError>) {
        let left = schedule.len().saturating_sub(played.len());
        let workers = self.launcher.tournament.concurrency.min(left);
        let fixtures = schedule.games().filter(|game| !played.contains(&game.number));
        let desk = Mutex::new(Desk {
            fixtures: Box::new(fixtures),
            waiting: VecDeque::new(),
            busy: HashSet::new(),
            bench: bench.0,
        });
        let freed = Condvar::new();
        let shared = Mutex::new(Shared { store, standings, error: None, tell });
        self.end_if_known(&lock(&shared).standings);
        thread::scope(|scope| {
            for worker in 1..=workers {
                let (desk, freed, shared) = (&desk, &freed, &shared);
                scope.spawn(move || self.work(worker, desk, freed, shared));
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        (shared.standings, shared.error.map_or(Ok(()), Err))
    }

    /// Starts each engine of a schedule once, so that one that is not there is told before
    /// anything is written. Those of which there is one only are kept: some bear no second call.
    ///
    /// # Errors
    /// If one does not start, or the rules cannot be chosen.
    pub fn try_engines(&self, schedule: &Schedule) -> Result<Bench, RunError> {
        Referee::new(&self.launcher.tournament)?;
        let mut bench = Bench::default();
        for (engine, participant) in self.launcher.tournament.engine.iter().enumerate() {
            if !schedule.has(engine) {
                continue;
            }
            match self.launcher.start(engine, 0, self.stop) {
                Ok(player) if self.launcher.is_single(engine) => bench.0.push((engine, player)),
                Ok(_) | Err(Fault::Abandoned) => {}
                Err(fault) => {
                    return Err(RunError::Engine { engine: participant.name.clone(), fault });
                }
            }
        }
        Ok(bench)
    }

    fn work<F: FnMut(&GameRecord, &Standings)>(
        &self,
        worker: usize,
        desk: &Mutex<Desk<'_>>,
        freed: &Condvar,
        shared: &Mutex<Shared<F>>,
    ) {
        let Ok(mut referee) = Referee::new(&self.launcher.tournament) else { return };
        let mut players = Players::new();
        while let Some(fixture) = self.take(desk, freed, &mut players) {
            let engines = [fixture.white, fixture.black];
            players.retain(|(engine, _)| engines.contains(engine));
            let mut seats = engines.map(|engine| self.seat(&mut players, engine, worker));
            let opening = &self.openings[fixture.opening];
            let played = referee.play(&fixture, opening, &mut seats, self.stop);
            let is_sound = played.as_ref().map_or([false; 2], |played| played.is_sound);
            for ((engine, seat), is_sound) in engines.into_iter().zip(seats).zip(is_sound) {
                if let (Ok(player), true) = (seat, is_sound) {
                    players.push((engine, player));
                }
            }
            self.give_back(desk, freed, &mut players, engines);
            if let Some(played) = played {
                self.keep(&played.record, &mut lock(shared));
            }
        }
    }

    /// The next game whose engines are free, with those of which there is one only; nothing when no
    /// game is to be begun any more.
    fn take(
        &self,
        desk: &Mutex<Desk<'_>>,
        freed: &Condvar,
        players: &mut Players,
    ) -> Option<Fixture> {
        let is_single = |engine: &usize| self.launcher.is_single(*engine);
        let mut desk = lock(desk);
        loop {
            if self.stop.is_asked() {
                return None;
            }
            if let Some(fixture) = desk.next() {
                let engines = [fixture.white, fixture.black];
                desk.busy.extend(engines.into_iter().filter(is_single));
                let bench = &mut desk.bench;
                players.extend(bench.extract_if(.., |(engine, _)| engines.contains(engine)));
                return Some(fixture);
            }
            if desk.is_done() {
                return None;
            }
            let waited = freed.wait_timeout(desk, LOOK);
            desk = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Engines of which there is one only are free again.
    fn give_back(
        &self,
        desk: &Mutex<Desk<'_>>,
        freed: &Condvar,
        players: &mut Players,
        engines: [usize; 2],
    ) {
        let is_single = |engine: &usize| self.launcher.is_single(*engine);
        let mut desk = lock(desk);
        desk.bench.extend(players.extract_if(.., |(engine, _)| is_single(engine)));
        for engine in engines {
            desk.busy.remove(&engine);
        }
        freed.notify_all();
    }

    /// The player of an engine that is there already, or a new one.
    fn seat(&self, players: &mut Players, engine: usize, worker: usize) -> Seat {
        if let Some(index) = players.iter().position(|(other, _)| *other == engine) {
            let mut player = players.swap_remove(index).1;
            if player.is_ready(self.stop) {
                return Ok(player);
            }
            log::info!("an engine is not there any more, and is started again");
        }
        self.launcher.start(engine, worker, self.stop)
    }

    fn keep<F: FnMut(&GameRecord, &Standings)>(&self, record: &GameRecord, shared: &mut Shared<F>) {
        if let Err(error) = shared.store.keep(record) {
            shared.error.get_or_insert(error);
            self.stop.abandon();
            return;
        }
        shared.standings.add(record);
        (shared.tell)(record, &shared.standings);
        self.end_if_known(&shared.standings);
    }

    /// Ends the match if its test has found out enough.
    fn end_if_known(&self, standings: &Standings) {
        let test = self.launcher.tournament.sprt;
        if test.is_some_and(|test| test.verdict(&standings.pairs()) != Verdict::Open) {
            self.stop.suffice();
        }
    }
}

//! All games of a schedule on several threads, each of which has engines of its own. A game is on
//! disk before its thread begins another.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::config::ConfigError;
use super::openings::Opening;
use super::player::{Fault, Launcher, Player, Stop};
use super::record::GameRecord;
use super::referee::{Referee, Seat};
use super::schedule::Fixture;
use super::standings::Standings;
use super::statistics::Verdict;
use super::store::{Store, StoreError};

/// The games cannot be played, or not be kept.
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
    /// A game could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
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
    /// Plays games and adds them to the standings. Each is told of when it is on disk.
    ///
    /// # Errors
    /// If a game cannot be kept.
    pub fn run(
        &self,
        fixtures: Vec<Fixture>,
        store: Store,
        standings: Standings,
        tell: impl FnMut(&GameRecord, &Standings) + Send,
    ) -> Result<Standings, RunError> {
        let workers = self.launcher.tournament.concurrency.min(fixtures.len());
        let queue = Mutex::new(VecDeque::from(fixtures));
        let shared = Mutex::new(Shared { store, standings, error: None, tell });
        self.end_if_known(&lock(&shared).standings);
        thread::scope(|scope| {
            for worker in 1..=workers {
                let (queue, shared) = (&queue, &shared);
                scope.spawn(move || self.work(worker, queue, shared));
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match shared.error {
            Some(error) => Err(error.into()),
            None => Ok(shared.standings),
        }
    }

    /// Starts each engine of some games once, so that one that is not there is told before
    /// anything is written.
    ///
    /// # Errors
    /// If one does not start, or the rules cannot be chosen.
    pub fn try_engines(&self, fixtures: &[Fixture]) -> Result<(), RunError> {
        Referee::new(&self.launcher.tournament)?;
        for (engine, participant) in self.launcher.tournament.engine.iter().enumerate() {
            if !fixtures.iter().any(|game| game.white == engine || game.black == engine) {
                continue;
            }
            match self.launcher.start(engine, 0, self.stop) {
                Ok(_) | Err(Fault::Abandoned) => {}
                Err(fault) => {
                    return Err(RunError::Engine { engine: participant.name.clone(), fault });
                }
            }
        }
        Ok(())
    }

    fn work<F: FnMut(&GameRecord, &Standings)>(
        &self,
        worker: usize,
        queue: &Mutex<VecDeque<Fixture>>,
        shared: &Mutex<Shared<F>>,
    ) {
        let Ok(mut referee) = Referee::new(&self.launcher.tournament) else { return };
        let mut players: Vec<(usize, Box<dyn Player>)> = Vec::new();
        while !self.stop.is_asked() {
            let Some(fixture) = lock(queue).pop_front() else { return };
            let engines = [fixture.white, fixture.black];
            players.retain(|(engine, _)| engines.contains(engine));
            let mut seats = engines.map(|engine| self.seat(&mut players, engine, worker));
            let opening = &self.openings[fixture.opening];
            let Some(played) = referee.play(&fixture, opening, &mut seats, self.stop) else {
                continue;
            };
            for ((engine, seat), is_sound) in engines.into_iter().zip(seats).zip(played.is_sound) {
                if let (Ok(player), true) = (seat, is_sound) {
                    players.push((engine, player));
                }
            }
            self.keep(&played.record, &mut lock(shared));
        }
    }

    /// The player of an engine that is there already, or a new one.
    fn seat(
        &self,
        players: &mut Vec<(usize, Box<dyn Player>)>,
        engine: usize,
        worker: usize,
    ) -> Seat {
        match players.iter().position(|(other, _)| *other == engine) {
            Some(index) => Ok(players.swap_remove(index).1),
            None => self.launcher.start(engine, worker, self.stop),
        }
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
            self.stop.ask();
        }
    }
}

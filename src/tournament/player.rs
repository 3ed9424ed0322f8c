//! Who plays: the seam between the referee and engines, whatever protocol they speak.

mod dxp;
mod handshake;
mod hub;
mod link;
mod parameters;

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::time::Duration;

use super::config::Tournament;
use super::limits::{Allowance, Limits};
use crate::any::TurnText;
use crate::game::{GameResult, Side};
use crate::games::Variant;

/// The command that means damier itself, without a process of its own.
pub const BUILTIN: &str = "builtin";

/// Where a game stands.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The position that it began from, as Hub string.
    pub start: &'a str,
    /// What has been played since.
    pub turns: &'a [TurnText],
}

/// How a game begins for a player.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    /// The position in which the engines begin, that is behind the opening, as Hub string.
    pub hub: &'a str,
    /// How many turns of a [`Situation`] are the opening's.
    pub book: usize,
    /// The side that the player has.
    pub side: Side,
    /// Its limits.
    pub limits: &'a Limits,
}

/// What an engine does at its turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It moves.
    Move(Reply),
    /// It gives the game up.
    Resignation,
    /// It ends the game as a draw.
    Draw,
}

/// A move of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The move, which may not be legal.
    pub turn: String,
    /// The answer that the engine expects.
    pub ponder: Option<String>,
    /// What it has told of its search.
    pub told: Told,
    /// How long it took.
    pub time: Duration,
}

/// What an engine tells of its search; it need not tell anything.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Told {
    /// Plies.
    pub depth: Option<f64>,
    /// Men, for the side to move.
    pub score: Option<f64>,
    /// Nodes.
    pub nodes: Option<f64>,
}

/// An engine does not do what it should.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// It has not been started, has ended, or has closed its output.
    #[error("crash: {0}")]
    Crash(String),
    /// It has given no sign of life for too long.
    #[error("silence: nothing for {0:?}")]
    Silence(Duration),
    /// It has answered by an error.
    #[error("error: {0}")]
    Error(String),
    /// It has answered without a move.
    #[error("no move: '{0}'")]
    NoMove(String),
    /// Its flag has fallen before it answered.
    #[error("time: no move after {0:?}")]
    Time(Duration),
    /// The game is broken off, and it is nobody's fault.
    #[error("the game is broken off")]
    Abandoned,
}

/// An engine that plays.
pub trait Player: Send {
    /// Whether the engine is there for another game. One that is not is started again, before the
    /// game begins.
    fn is_ready(&mut self, _stop: &Stop) -> bool {
        true
    }

    /// A game begins.
    ///
    /// # Errors
    /// If the engine is not ready for it.
    fn begin(&mut self, game: &Beginning, stop: &Stop) -> Result<(), Fault>;

    /// Finds a move. If the engine ponders on this very situation, it goes on with that.
    ///
    /// # Errors
    /// If no move comes.
    fn think(
        &mut self,
        situation: Situation,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Answer, Fault>;

    /// Thinks about a situation that may come while the opponent thinks; need not do anything.
    ///
    /// # Errors
    /// If the engine is not there any more.
    fn ponder(&mut self, _situation: Situation, _allowance: &Allowance) -> Result<(), Fault> {
        Ok(())
    }

    /// Whether it must take a draw that its opponent ends the game with; others take it if their
    /// last score was none of a side that is ahead.
    fn has_to_agree(&self) -> bool {
        false
    }

    /// The game is over.
    ///
    /// # Errors
    /// If the engine does not come to rest.
    fn end(
        &mut self,
        _situation: Situation,
        _result: GameResult,
        _stop: &Stop,
    ) -> Result<(), Fault> {
        Ok(())
    }

    /// The game is over, for the engine has not done what it should. Whether it can go on with
    /// another; otherwise it is started again for that.
    fn forfeit(&mut self, _stop: &Stop) -> bool {
        false
    }
}

/// How engines are started.
#[derive(Clone, Debug)]
pub struct Launcher {
    /// The tournament.
    pub tournament: Tournament,
    /// The game.
    pub variant: Variant,
    /// A program that starts another so that it ends with this one, if there is one: it is called
    /// with the command behind `guard --`.
    pub guard: Option<PathBuf>,
}

impl Launcher {
    /// Whether there is one of an engine only, which cannot play two games at a time.
    #[must_use]
    pub fn is_single(&self, engine: usize) -> bool {
        self.tournament.engine[engine].address().is_some()
    }

    /// Starts an engine, for the worker of this number.
    ///
    /// # Errors
    /// If it does not start, or does not know the game.
    pub fn start(
        &self,
        engine: usize,
        worker: usize,
        stop: &Stop,
    ) -> Result<Box<dyn Player>, Fault> {
        match self.tournament.engine[engine].address() {
            Some(address) => Ok(Box::new(dxp::DxpPlayer::start(self, engine, address, stop)?)),
            None => Ok(Box::new(hub::HubPlayer::start(self, engine, worker, stop)?)),
        }
    }
}

/// Why a program could not be started, in words.
#[must_use]
pub fn not_started(program: &OsStr, error: &io::Error) -> String {
    let name = program.display();
    match error.kind() {
        io::ErrorKind::NotFound if Path::new(program).is_file() => {
            format!("'{name}' cannot be started: what its first line tells to run it was not found")
        }
        io::ErrorKind::NotFound => format!("the command '{name}' was not found"),
        io::ErrorKind::PermissionDenied => format!("'{name}' is not executable"),
        _ => format!("'{name}' cannot be started: {error}"),
    }
}

/// Whether the games are to end before their time.
#[derive(Debug, Default)]
pub struct Stop {
    /// How often somebody has asked for an end.
    asked: AtomicU8,
    /// Whether enough is known.
    is_enough: AtomicBool,
}

impl Stop {
    /// Somebody asks for an end: the first time no game is begun any more, the second time the
    /// running ones are broken off.
    pub fn ask(&self) {
        let _ = self.asked.fetch_update(Relaxed, Relaxed, |asked| Some(asked.saturating_add(1)));
    }

    /// Enough is known: no game is begun any more. However often this is told, no game is broken
    /// off for it.
    pub fn suffice(&self) {
        self.is_enough.store(true, Relaxed);
    }

    /// Whether no game is to be begun.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.is_enough.load(Relaxed) || self.asked.load(Relaxed) > 0
    }

    /// Whether running games are to be broken off.
    #[must_use]
    pub fn is_urgent(&self) -> bool {
        self.asked.load(Relaxed) > 1
    }

    /// Breaks running games off.
    pub fn abandon(&self) {
        self.asked.store(2, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_asks_twice_breaks_games_off() {
        let stop = Stop::default();
        stop.suffice();
        stop.suffice();
        stop.ask();
        assert!(stop.is_asked() && !stop.is_urgent());
        stop.ask();
        assert!(stop.is_urgent());
    }
}

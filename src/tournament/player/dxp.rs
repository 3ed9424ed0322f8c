//! An engine that listens for DXP. The referee asks for the games and the engine follows; what it
//! does against the protocol is its fault. A connection that has ended between two games is made
//! again.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use super::link::LOOK;
use super::{Answer, Beginning, Fault, Launcher, Player, Reply, Situation, Stop, Told};
use crate::any::{AnyGame, PositionText, TurnText};
use crate::game::{GameResult, HubPosition, Notation, Side};
use crate::protocol::dxp::connection::{Connection, ConnectionError, addresses};
use crate::protocol::dxp::message::{GameEnd, GameRequest, Message, MoveMessage, Reason};
use crate::protocol::dxp::opponent::{self, Opponent, OpponentError};
use crate::protocol::dxp::{board, own_name};
use crate::tournament::dxp::minutes;
use crate::tournament::limits::Allowance;

/// So long it is called in vain: it may have to be started again.
const REACH: Duration = Duration::from_secs(5);
/// The time between two calls.
const PAUSE: Duration = Duration::from_millis(200);
/// So long it may take to see that the game is over.
const RECOGNITION: Duration = Duration::from_secs(3);
/// So long it may take to acknowledge the end of a game; some never do.
const ACKNOWLEDGEMENT: Duration = Duration::from_secs(5);

pub(super) struct DxpPlayer {
    name: String,
    addresses: Vec<SocketAddr>,
    /// The engine, while there is a connection.
    opponent: Option<Opponent>,
    /// The position as the referee has it.
    game: Box<dyn AnyGame>,
    /// The start of the game, as Hub string.
    usual: String,
    patience: Duration,
    margin: Duration,
    side: Side,
    /// Whether the engine wants no other game.
    has_enough: bool,
    /// Whether the engine takes a game for going on.
    is_playing: bool,
    /// How many turns of the situation have been played in `game`.
    played: usize,
    /// How many the engine knows.
    known: usize,
    /// Since when its opponent has been to move.
    since: Instant,
}

impl DxpPlayer {
    pub(super) fn start(
        launcher: &Launcher,
        engine: usize,
        address: &str,
        stop: &Stop,
    ) -> Result<DxpPlayer, Fault> {
        let wrong = |error: &dyn std::fmt::Display| Fault::Error(error.to_string());
        let mut game = launcher.variant.game();
        for (name, value) in launcher.tournament.chosen() {
            game.set_option(name, &value).map_err(|error| wrong(&error))?;
        }
        let mut player = DxpPlayer {
            name: launcher.tournament.engine[engine].name.clone(),
            addresses: addresses(address).map_err(|error| wrong(&error))?,
            opponent: None,
            usual: game.hub(),
            game,
            patience: Duration::from_secs_f64(launcher.tournament.patience),
            margin: Duration::from_secs_f64(launcher.tournament.margin),
            side: Side::White,
            has_enough: false,
            is_playing: false,
            played: 0,
            known: 0,
            since: Instant::now(),
        };
        player.opponent = Some(player.reach(stop)?);
        Ok(player)
    }

    /// Calls the engine.
    fn reach(&self, stop: &Stop) -> Result<Opponent, Fault> {
        let end = Instant::now() + REACH;
        loop {
            match Connection::connect(&self.addresses) {
                Ok(connection) => return Ok(Opponent::new(connection)),
                Err(error) if Instant::now() >= end => {
                    return Err(Fault::Crash(format!("it cannot be reached: {error}")));
                }
                Err(error) => log::info!("{} cannot be reached: {error}", self.name),
            }
            if stop.is_urgent() {
                return Err(Fault::Abandoned);
            }
            thread::sleep(PAUSE);
        }
    }

    /// Asks for a game. A connection on which none can be had is closed.
    fn request(&mut self, request: &GameRequest, stop: &Stop) -> Result<(), Fault> {
        let mut opponent = match self.opponent.take() {
            Some(opponent) => opponent,
            None => self.reach(stop)?,
        };
        opponent.request(request.clone()).map_err(fault)?;
        let deadline = Instant::now() + self.patience;
        let name = wait(&mut opponent, deadline, stop, Opponent::answer)?;
        let name = name.ok_or(Fault::Silence(self.patience))?;
        log::info!("{} is {name}", self.name);
        self.opponent = Some(opponent);
        Ok(())
    }

    /// Plays what has been played since, and gives what of it the engine does not know.
    fn follow(&mut self, situation: Situation) -> Result<Option<MoveMessage>, Fault> {
        let mut unknown = None;
        for turn in situation.turns.iter().skip(self.played) {
            self.played += 1;
            if self.played > self.known {
                unknown = Some(self.message(turn)?);
            }
            let played = self.game.play(&turn.hub, Notation::Hub);
            played.map_err(|error| Fault::Error(error.to_string()))?;
        }
        Ok(unknown)
    }

    /// A turn of the opponent as it is told.
    fn message(&self, turn: &TurnText) -> Result<MoveMessage, Fault> {
        let seconds = (self.since.elapsed().as_secs_f64() + 0.5).min(9999.0) as u16;
        let message = board::write_move(turn, seconds);
        if board::read_move(&*self.game, &message).as_ref() == Some(turn) {
            Ok(message)
        } else {
            log::error!("{} has no form in DXP: the game cannot go on", turn.own);
            Err(Fault::Abandoned)
        }
    }

    /// What the engine does in a situation in which it is to move.
    fn turn(
        &mut self,
        opponent: &mut Opponent,
        situation: Situation,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Answer, Fault> {
        let begun = match self.follow(situation)? {
            Some(message) => {
                if let Some(early) = opponent.early().map_err(fault)? {
                    return self.early(early);
                }
                opponent.play(message).map_err(fault)?;
                Instant::now()
            }
            // It moves first, and has been free to do so since the game began.
            None => self.since,
        };
        let limit = allowance.time();
        // A late answer is measured and judged: here the waiting must only end.
        let late = self.margin + Duration::from_millis(20);
        let deadline = begun + limit.map_or(self.patience, |time| time + late);
        let reply = wait(opponent, deadline, stop, Opponent::reply)?;
        let time = begun.elapsed();
        match reply {
            Some(opponent::Reply::Move(message)) => {
                self.known = situation.turns.len() + 1;
                self.since = Instant::now();
                // What is not legal is shown as it came.
                let turn = board::read_move(&*self.game, &message)
                    .map_or_else(|| Message::Move(message).write(), |turn| turn.hub);
                Ok(Answer::Move(Reply { turn, ponder: None, told: Told::default(), time }))
            }
            Some(opponent::Reply::End(end)) => self.ended(end),
            None if limit.is_some() => Err(Fault::Time(time)),
            None => Err(Fault::Silence(self.patience)),
        }
    }

    /// The engine has done something before it was told the move of its opponent.
    fn early(&mut self, early: opponent::Reply) -> Result<Answer, Fault> {
        match early {
            opponent::Reply::End(end) => self.ended(end),
            opponent::Reply::Move(message) => {
                let message = Message::Move(message).write();
                Err(Fault::Error(format!("it was not to move, and has sent '{message}'")))
            }
        }
    }

    /// The engine has ended a game that is not over.
    fn ended(&mut self, end: GameEnd) -> Result<Answer, Fault> {
        (self.is_playing, self.has_enough) = (false, end.stop);
        match end.reason {
            Reason::Loss => Ok(Answer::Resignation),
            Reason::Draw => Ok(Answer::Draw),
            Reason::Win | Reason::Unknown => Err(Fault::NoMove(Message::GameEnd(end).write())),
        }
    }

    /// Tells the engine that the game is over, and whether it has acknowledged that.
    fn say_end(&mut self, reason: Reason, stop: &Stop) -> Result<bool, Fault> {
        let Some(opponent) = &mut self.opponent else { return Ok(false) };
        self.is_playing = false;
        opponent.end(GameEnd { reason, stop: false }).map_err(fault)?;
        let deadline = Instant::now() + ACKNOWLEDGEMENT;
        Ok(wait(opponent, deadline, stop, Opponent::acknowledgement)?.is_some())
    }

    /// Tells the engine the move that has ended the game by the rules, so that its own record is
    /// whole. It may then say itself that the game is over: whether it has done so.
    fn say_last(&mut self, situation: Situation, stop: &Stop) -> Result<bool, Fault> {
        let unknown = self.follow(situation)?;
        let (Some(message), Some(_)) = (unknown, self.game.result()) else { return Ok(false) };
        let Some(opponent) = &mut self.opponent else { return Ok(false) };
        opponent.play(message).map_err(fault)?;
        let reply = wait(opponent, Instant::now() + RECOGNITION, stop, Opponent::reply)?;
        let Some(opponent::Reply::End(end)) = reply else { return Ok(false) };
        (self.is_playing, self.has_enough) = (false, end.stop);
        Ok(true)
    }
}

impl Player for DxpPlayer {
    fn begin(&mut self, game: &Beginning, stop: &Stop) -> Result<(), Fault> {
        let start = PositionText::Hub(HubPosition::new(game.hub));
        let set = self.game.set_position(&start);
        set.map_err(|error| Fault::Error(error.to_string()))?;
        (self.side, self.played, self.known) = (game.side, game.book, game.book);
        let is_set_up = game.hub != self.usual;
        let request = GameRequest {
            name: own_name(),
            follower: game.side,
            minutes: minutes(game.limits),
            // Who counts moves would end the game: the referee does that.
            moves: 0,
            start: is_set_up.then(|| board::write_position(&*self.game)),
        };
        if std::mem::take(&mut self.has_enough) {
            // It is called anew: perhaps it wants one after all.
            self.opponent = None;
        }
        let is_used = self.opponent.is_some();
        match self.request(&request, stop) {
            // The connection has ended since the last game.
            Err(Fault::Crash(_)) if is_used => self.request(&request, stop)?,
            begun => begun?,
        }
        self.is_playing = true;
        self.since = Instant::now();
        Ok(())
    }

    fn think(
        &mut self,
        situation: Situation,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Answer, Fault> {
        let Some(mut opponent) = self.opponent.take() else {
            return Err(Fault::Crash("there is no connection".to_owned()));
        };
        let answer = self.turn(&mut opponent, situation, allowance, stop);
        if !matches!(answer, Err(Fault::Crash(_))) {
            self.opponent = Some(opponent);
        }
        answer
    }

    fn has_to_agree(&self) -> bool {
        true
    }

    fn end(&mut self, situation: Situation, result: GameResult, stop: &Stop) -> Result<(), Fault> {
        if !self.is_playing {
            return Ok(());
        }
        let reason = Reason::of(result, self.side.opponent());
        let said = match self.say_last(situation, stop) {
            Ok(false) => self.say_end(reason, stop),
            said => said,
        };
        match said {
            // Whoever is gone by now is called again for the next game.
            Err(Fault::Crash(_)) => {
                self.opponent = None;
                Ok(())
            }
            said => said.map(|_| ()),
        }
    }

    fn forfeit(&mut self, stop: &Stop) -> bool {
        // Its opponent has won.
        !self.is_playing || self.say_end(Reason::Win, stop).unwrap_or(false)
    }
}

/// Waits until something is heard; nothing comes of it at the deadline.
fn wait<T>(
    opponent: &mut Opponent,
    deadline: Instant,
    stop: &Stop,
    hear: impl Fn(&mut Opponent, Instant) -> Result<T, OpponentError>,
) -> Result<Option<T>, Fault> {
    loop {
        let now = Instant::now();
        if now >= deadline {
            return Ok(None);
        }
        match hear(opponent, deadline.min(now + LOOK)) {
            Ok(heard) => return Ok(Some(heard)),
            Err(OpponentError::Connection(ConnectionError::Timeout)) => {}
            Err(error) => return Err(fault(error)),
        }
        if stop.is_urgent() {
            return Err(Fault::Abandoned);
        }
    }
}

fn fault(error: OpponentError) -> Fault {
    match error {
        OpponentError::Connection(error) => Fault::Crash(error.to_string()),
        error => Fault::Error(error.to_string()),
    }
}

//! One game: the referee knows the rules, keeps the clocks, and tells who has lost if an engine
//! does not do what it should.

use std::time::Duration;

use super::adjudication::Judge;
use super::config::{ConfigError, Tournament};
use super::limits::GameClock;
use super::openings::{self, Opening};
use super::player::{Answer, Beginning, Fault, Player, Reply, Situation, Stop, Told};
use super::record::{Forfeit, ForfeitKind, GameRecord, PlayedMove, Reason};
use super::schedule::Fixture;
use crate::any::{AnyGame, PositionText, TurnText};
use crate::game::{GameResult, Notation, Outcome, Side};
use crate::games::Variant;
use crate::notation::pdn;
use crate::tables::any::AnyTables;
use crate::tables::store::Sources;

/// A player, or why it is not there.
pub type Seat = Result<Box<dyn Player>, Fault>;

/// A game that has been played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// What is kept of it.
    pub record: GameRecord,
    /// Whether the engines of White and Black can go on with another game.
    pub is_sound: [bool; 2],
}

/// The referee of a tournament.
pub struct Referee<'a> {
    tournament: &'a Tournament,
    game: Box<dyn AnyGame>,
    /// Tables that end games.
    tables: Option<Box<dyn AnyTables>>,
}

/// The tables for the rules that are played.
fn tables(
    game: &dyn AnyGame,
    variant: Variant,
    sources: &Sources,
) -> Result<Box<dyn AnyTables>, ConfigError> {
    let (tables, refused) = variant.tables(&game.options(), sources)?;
    if let Some(file) = refused.first() {
        return Err(ConfigError::Tables(file.to_string()));
    }
    if tables.list().is_empty() {
        return Err(ConfigError::Tables(format!("there are no tables for {}", variant.name())));
    }
    Ok(tables)
}

/// A game that is being played.
struct Course {
    /// What has been played.
    turns: Vec<TurnText>,
    moves: Vec<PlayedMove>,
    clocks: [GameClock; 2],
    judge: Judge,
}

/// What has come of a turn.
enum Turned {
    Played,
    /// The move is not legal, and why.
    Illegal(String),
    /// The side to move gives the game up.
    Resigned,
    /// The side to move ends it as a draw.
    Drawn,
}

/// How a game has ended.
struct End {
    result: GameResult,
    reason: Reason,
    forfeit: Option<(Side, ForfeitKind, String)>,
}

impl End {
    fn new(result: GameResult, reason: Reason) -> End {
        End { result, reason, forfeit: None }
    }

    /// A side has not done what it should; nothing if that is nobody's fault.
    fn by(side: Side, fault: &Fault) -> Option<End> {
        Some(End::forfeit(side, ForfeitKind::of(fault)?, fault.to_string()))
    }

    fn forfeit(side: Side, kind: ForfeitKind, message: String) -> End {
        let result = GameResult::new(Outcome::Loss, side);
        End { result, reason: Reason::Forfeit, forfeit: Some((side, kind, message)) }
    }
}

impl Referee<'_> {
    /// A referee who knows the rules that are chosen.
    ///
    /// # Errors
    /// If they cannot be chosen.
    pub fn new(tournament: &Tournament) -> Result<Referee<'_>, ConfigError> {
        let mut game = tournament.game()?.game();
        for (name, value) in tournament.chosen() {
            game.set_option(name, &value)?;
        }
        let tables = match tournament.adjudicate.sources() {
            Some(sources) => Some(tables(&*game, tournament.game()?, &sources)?),
            None => None,
        };
        Ok(Referee { tournament, game, tables })
    }

    /// Has a game played; nothing comes of it if it is broken off. The opening must be one of the
    /// game.
    pub fn play(
        &mut self,
        fixture: &Fixture,
        opening: &Opening,
        seats: &mut [Seat; 2],
        stop: &Stop,
    ) -> Option<Played> {
        openings::place(&mut *self.game, opening).ok()?;
        let engines = [fixture.white, fixture.black];
        let book = |turn: &TurnText| PlayedMove {
            hub: turn.hub.clone(),
            own: turn.own.clone(),
            ..PlayedMove::default()
        };
        let mut course = Course {
            turns: opening.turns.clone(),
            moves: opening.turns.iter().map(book).collect(),
            clocks: engines.map(|engine| GameClock::new(self.tournament.limits_of(engine))),
            judge: Judge::new(self.tournament.adjudicate.clone()),
        };
        let end = self.course(&opening.hub, &mut course, seats, stop)?;
        let mut is_sound = [true; 2];
        for side in Side::ALL {
            let is_guilty = end.forfeit.as_ref().is_some_and(|(guilty, ..)| *guilty == side);
            let situation = Situation { start: &opening.hub, turns: &course.turns };
            is_sound[side.index()] = match &mut seats[side.index()] {
                Ok(player) if is_guilty => player.forfeit(stop),
                Ok(player) => player.end(situation, end.result, stop).is_ok(),
                Err(_) => false,
            };
        }
        let name = |engine: usize| self.tournament.engine[engine].name.clone();
        let forfeit = end.forfeit.map(|(side, kind, message)| Forfeit {
            engine: name(engines[side.index()]),
            kind,
            message,
            ply: course.turns.len() + 1,
            fen: self.game.fen(),
        });
        let record = GameRecord {
            number: fixture.number,
            pair: fixture.pair,
            opening: fixture.opening + 1,
            date: pdn::today(),
            white: name(fixture.white),
            black: name(fixture.black),
            result: end.result,
            reason: end.reason,
            forfeit,
            start: opening.fen.clone(),
            book: opening.turns.len(),
            moves: course.moves,
        };
        Some(Played { record, is_sound })
    }

    /// The course of the game to its end.
    fn course(
        &mut self,
        start: &str,
        course: &mut Course,
        seats: &mut [Seat; 2],
        stop: &Stop,
    ) -> Option<End> {
        let (hub, book) = (self.game.hub(), course.turns.len());
        // The side to move comes last, for some engines think as soon as the game begins.
        let first = self.game.side();
        for side in [first.opponent(), first] {
            let limits = course.clocks[side.index()].limits();
            let beginning = Beginning { hub: &hub, book, side, limits };
            let begun = match &mut seats[side.index()] {
                Ok(player) => player.begin(&beginning, stop),
                Err(fault) => Err(fault.clone()),
            };
            if let Err(fault) = begun {
                return End::by(side, &fault);
            }
        }
        loop {
            if let Some(result) = self.game.result() {
                return Some(End::new(result, Reason::Rules));
            }
            if let Some(result) = self.known() {
                return Some(End::new(result, Reason::Tables));
            }
            if let Some(result) = course.judge.result() {
                return Some(End::new(result, Reason::Adjudication));
            }
            if course.turns.len() >= self.tournament.adjudicate.max_plies {
                return Some(End::new(GameResult::Draw, Reason::MaxPlies));
            }
            let side = self.game.side();
            let Ok(player) = &mut seats[side.index()] else { return None };
            match self.turn(start, course, &mut **player, stop) {
                Ok(Turned::Played) => {}
                Ok(Turned::Illegal(message)) => {
                    return Some(End::forfeit(side, ForfeitKind::IllegalMove, message));
                }
                Ok(Turned::Resigned) => {
                    let result = GameResult::new(Outcome::Loss, side);
                    return Some(End::new(result, Reason::Resignation));
                }
                Ok(Turned::Drawn) if agrees(course, &seats[side.opponent().index()]) => {
                    return Some(End::new(GameResult::Draw, Reason::Agreement));
                }
                Ok(Turned::Drawn) => {
                    let message = "it ends the game as a draw, and its opponent does not agree";
                    return Some(End::forfeit(side, ForfeitKind::NoMove, message.to_owned()));
                }
                Err(fault) => return End::by(side, &fault),
            }
        }
    }

    /// The result that the tables tell.
    fn known(&self) -> Option<GameResult> {
        let outcome = self.tables.as_ref()?.value(&PositionText::Fen(&self.game.fen()))?;
        Some(GameResult::new(outcome, self.game.side()))
    }

    /// One turn.
    fn turn(
        &mut self,
        start: &str,
        course: &mut Course,
        player: &mut dyn Player,
        stop: &Stop,
    ) -> Result<Turned, Fault> {
        let side = self.game.side();
        let clock = &mut course.clocks[side.index()];
        let allowance = clock.allowance();
        let situation = Situation { start, turns: &course.turns };
        let reply = match player.think(situation, &allowance, stop)? {
            Answer::Move(reply) => reply,
            Answer::Resignation => return Ok(Turned::Resigned),
            Answer::Draw => return Ok(Turned::Drawn),
        };
        let margin = Duration::from_secs_f64(self.tournament.margin);
        if allowance.time().is_some_and(|time| reply.time > time + margin) {
            return Err(Fault::Time(reply.time));
        }
        let found = match self.game.find(&reply.turn, Notation::Hub) {
            Ok(found) => found,
            Err(error) => return Ok(Turned::Illegal(error.to_string())),
        };
        let turn = self.game.turn(found);
        if let Err(error) = self.game.play(&turn.hub, Notation::Hub) {
            return Ok(Turned::Illegal(error.to_string()));
        }
        clock.spend(reply.time);
        let Reply { told: Told { depth, score, nodes }, time, .. } = reply;
        course.moves.push(PlayedMove {
            hub: turn.hub.clone(),
            own: turn.own.clone(),
            time: Some((time.as_secs_f64() * 1e6).round() / 1e6),
            clock: clock.left().map(|left| (left * 1e3).round() / 1e3),
            depth,
            score,
            nodes,
        });
        course.turns.push(turn);
        course.judge.hear(side, score, course.turns.len());
        if self.tournament.ponder && self.game.result().is_none() {
            self.ponder(start, course, player, reply.ponder.as_deref(), side)?;
        }
        Ok(Turned::Played)
    }

    /// Lets a player ponder on the answer that it expects.
    fn ponder(
        &mut self,
        start: &str,
        course: &mut Course,
        player: &mut dyn Player,
        expected: Option<&str>,
        side: Side,
    ) -> Result<(), Fault> {
        let found = expected.and_then(|text| self.game.find(text, Notation::Hub).ok());
        let Some(found) = found else { return Ok(()) };
        course.turns.push(self.game.turn(found));
        let allowance = course.clocks[side.index()].allowance();
        let begun = player.ponder(Situation { start, turns: &course.turns }, &allowance);
        course.turns.pop();
        begun
    }
}

/// Whether the side that has moved last takes a draw: it must, or did not see itself ahead when it
/// last told a score.
fn agrees(course: &Course, seat: &Seat) -> bool {
    let score = course.moves.iter().rev().step_by(2).find_map(|played| played.score);
    let has_to = seat.as_ref().is_ok_and(|player| player.has_to_agree());
    has_to || score.is_some_and(|score| score <= 0.0)
}

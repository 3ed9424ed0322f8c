//! What is said when: the states of a DXP session. Messages, moves of the engine and the time come
//! in, actions come out. There is no socket, no thread and no clock here.

mod course;
mod options;

use std::time::{Duration, Instant};

use crate::any::{AnyGame, PositionText, TurnText};
use crate::clock::Clock;
use crate::game::{GameResult, Notation, PositionError, Side};
use crate::protocol::dxp::board;
use crate::protocol::dxp::message::{
    Answer, BackAnswer, GameEnd, GameRequest, Message, MessageError, MoveMessage, Reason,
    StartPosition, printable,
};
use crate::protocol::dxp::own_name;
use crate::protocol::dxp::record::{Ending, Record};

use course::{Course, Played};
pub use options::{Options, OptionsError, Plan};

/// So long the peer may take to acknowledge the end of a game.
const ACKNOWLEDGEMENT: Duration = Duration::from_secs(5);
/// So long it may take to see that it has lost or won.
const RECOGNITION: Duration = Duration::from_secs(30);
/// So long it may take to answer whether it plays: people may have to be asked.
const REQUEST: Duration = Duration::from_secs(60);
/// So long it may be silent between games, and in a game when its time is used up or not limited;
/// others may want to play.
const IDLENESS: Duration = Duration::from_secs(1800);

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Send this to the peer.
    Send(Message),
    /// Search a move, and tell it by [`Session::chosen`].
    Think(Think),
    /// Nobody waits for that move any more.
    StopThinking,
    /// A game has ended: tell the user.
    Ended(Record),
    /// Nothing is left to be said: close the connection.
    Close,
}

/// A move that is to be searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Think {
    /// Which search it is.
    pub job: u64,
    /// The FEN of the position that the game began with.
    pub start: String,
    /// The moves since then, as Hub writes them.
    pub moves: Vec<String>,
    /// The time that is left; none if it is not limited.
    pub clock: Option<Clock>,
    /// The turns that the peer would understand, by their index.
    pub only: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Disconnected,
    /// No game.
    Idle(Instant),
    /// A game has been asked for.
    Requested(Instant),
    /// This side is to move.
    Thinking(Instant, u64),
    /// The peer is to move.
    Waiting(Instant),
    /// The end of the game has been told, and not been acknowledged yet.
    Ending(Instant, Option<GameResult>, Ending),
}

/// A session with one peer after the other.
pub struct Session {
    options: Options,
    game: Box<dyn AnyGame>,
    state: State,
    current: Option<Course>,
    /// A complaint that waits: some peers lose a move that comes together with a text.
    held: Option<String>,
    refused: Option<Answer>,
    jobs: u64,
    actions: Vec<Action>,
}

impl Session {
    /// A session without a peer.
    ///
    /// # Errors
    /// If the options make no sense.
    pub fn new(options: Options) -> Result<Session, OptionsError> {
        board::check(options.variant)?;
        let mut game = options.variant.game();
        for (name, value) in &options.rules {
            game.set_option(name, value)?;
        }
        if let Some(fen) = options.plan.as_ref().and_then(|plan| plan.start.as_deref()) {
            game.set_position(&PositionText::guess(fen))?;
            if game.result().is_some() {
                return Err(OptionsError::Over(game.fen()));
            }
        }
        Ok(Session {
            options,
            game,
            state: State::Disconnected,
            current: None,
            held: None,
            refused: None,
            jobs: 0,
            actions: Vec::new(),
        })
    }

    /// What is to be done, in this order.
    pub fn take_actions(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.actions)
    }

    /// What is still to be played, if this is the initiator.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        self.options.plan.as_ref()
    }

    /// What the peer has answered if it does not play.
    #[must_use]
    pub fn refused(&self) -> Option<Answer> {
        self.refused
    }

    /// Whether it is in the middle of a game, or has asked for one.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !matches!(self.state, State::Disconnected | State::Idle(_))
    }

    /// When [`Session::tick`] wants to be called, if nothing happens before.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        match self.state {
            State::Idle(since) => Some(since + IDLENESS),
            State::Requested(since) => Some(since + REQUEST),
            State::Ending(since, ..) => Some(since + ACKNOWLEDGEMENT),
            State::Waiting(since) if self.is_decided() => Some(since + RECOGNITION),
            State::Waiting(since) => {
                let left = self.current.as_ref().map(Course::left).unwrap_or_default();
                Some(since + left + IDLENESS)
            }
            _ => None,
        }
    }

    /// The time has come.
    pub fn tick(&mut self, now: Instant) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        match self.state {
            State::Ending(_, result, ending) => {
                log::warn!("the peer does not acknowledge the end of the game");
                self.finish(result, ending);
                self.after_game(now, false);
            }
            State::Waiting(_) if !self.is_decided() => {
                log::warn!("the peer does not move");
                let result = self.game.result();
                self.finish(result, result.map_or(Ending::Silence, |_| Ending::Rules));
                self.close();
            }
            State::Waiting(_) => {
                log::warn!("the peer does not tell the end of the game");
                self.finish(self.game.result(), Ending::Rules);
                self.after_game(now, false);
            }
            _ => {
                log::warn!("the peer is silent");
                self.close();
            }
        }
    }

    /// There is a connection.
    pub fn connected(&mut self, now: Instant) {
        self.state = State::Idle(now);
        self.held = None;
        if self.options.plan.is_some() {
            self.request(now);
        }
    }

    /// The connection is gone.
    pub fn disconnected(&mut self) {
        match self.state {
            State::Ending(_, result, ending) => self.finish(result, ending),
            State::Thinking(..) | State::Waiting(_) => {
                self.stop_thinking();
                let result = self.game.result();
                self.finish(result, if result.is_some() { Ending::Rules } else { Ending::Lost });
            }
            State::Disconnected | State::Idle(_) | State::Requested(_) => (),
        }
        self.state = State::Disconnected;
    }

    /// The user wants to end it all.
    pub fn interrupt(&mut self) {
        match self.state {
            State::Disconnected => return,
            State::Ending(_, result, ending) => self.finish(result, ending),
            State::Thinking(..) => {
                self.stop_thinking();
                self.send_end(Reason::Unknown, true);
                self.finish(None, Ending::Interrupted);
            }
            // Only the side to move may end a game.
            State::Waiting(_) => self.finish(None, Ending::Interrupted),
            State::Idle(_) => self.send_end(Reason::Unknown, true),
            State::Requested(_) => (),
        }
        self.close();
    }

    /// A message has come.
    pub fn receive(&mut self, now: Instant, message: Result<Message, MessageError>) {
        match message {
            Ok(Message::GameRequest(request)) => self.game_requested(now, &request),
            Ok(Message::GameAnswer { name, answer }) => self.answered(now, &name, answer),
            Ok(Message::Move(message)) => self.moved(now, &message),
            Ok(Message::GameEnd(end)) => self.ended(now, end),
            Ok(Message::BackRequest { number, side }) => self.go_back(now, number, side),
            Ok(Message::Chat(text)) => log::info!("the peer says: {}", printable(&text)),
            // Nothing like this was asked.
            Ok(Message::BackAnswer(_)) | Err(MessageError::Empty) => (),
            Err(error) if error.is_game_request() => {
                log::warn!("{error}");
                let is_version = matches!(error, MessageError::Version(_));
                self.answer(if is_version { Answer::Version } else { Answer::Refuse });
            }
            Err(error) => self.complain(error.to_string()),
        }
    }

    /// The engine has found the best move, or none: then any is played.
    pub fn chosen(&mut self, now: Instant, job: u64, hub: Option<&str>) {
        let State::Thinking(since, wanted) = self.state else { return };
        if job != wanted {
            return;
        }
        let found = hub.and_then(|text| self.game.find(text, Notation::Hub).ok());
        let turn = self.game.turn(found.unwrap_or(0));
        let time = now.saturating_duration_since(since);
        let seconds = (time.as_secs_f64() + 0.5).min(9999.0) as u16;
        self.send(Message::Move(board::write_move(&turn, seconds)));
        self.play(turn, time, Duration::ZERO);
        if self.game.result() == Some(GameResult::Draw) {
            if let Some(current) = &mut self.current {
                current.is_drawn = true;
            }
            self.send(Message::Chat("The game is a draw by the rules.".to_owned()));
        }
        self.state = State::Waiting(now);
        if let Some(text) = self.held.take() {
            self.complain(text);
        }
    }

    fn send(&mut self, message: Message) {
        self.actions.push(Action::Send(message));
    }

    fn answer(&mut self, answer: Answer) {
        self.send(Message::GameAnswer { name: own_name(), answer });
    }

    fn send_end(&mut self, reason: Reason, stop: bool) {
        self.send(Message::GameEnd(GameEnd { reason, stop }));
    }

    fn close(&mut self) {
        self.state = State::Disconnected;
        self.actions.push(Action::Close);
    }

    fn complain(&mut self, text: String) {
        log::warn!("{text}");
        match self.state {
            State::Thinking(..) => self.held = self.held.take().or(Some(text)),
            _ => self.send(Message::Chat(format!("error: {text}"))),
        }
    }

    /// Asks for the next game, if one is left.
    fn request(&mut self, now: Instant) {
        let Some(plan) = self.options.plan.clone().filter(|plan| plan.games > 0) else {
            return self.close();
        };
        let start = plan.start.as_ref().and_then(|fen| {
            self.game.set_position(&PositionText::guess(fen)).ok()?;
            Some(board::write_position(&*self.game))
        });
        if let Err(error) = self.set_up(start.as_ref()) {
            log::error!("{error}");
            return self.close();
        }
        self.state = State::Requested(now);
        self.send(Message::GameRequest(GameRequest {
            name: own_name(),
            follower: plan.side.opponent(),
            minutes: plan.minutes,
            moves: plan.moves,
            start,
        }));
    }

    /// Sets a position up, as far as both sides know it.
    fn set_up(&mut self, start: Option<&StartPosition>) -> Result<(), PositionError> {
        match start {
            None => self.game.set_position(&PositionText::Start),
            Some(start) => board::read_position(&mut *self.game, start),
        }
    }

    fn game_requested(&mut self, now: Instant, request: &GameRequest) {
        if let State::Ending(_, result, ending) = self.state {
            // Some never acknowledge.
            self.finish(result, ending);
            self.state = State::Idle(now);
        }
        if !matches!(self.state, State::Idle(_)) || self.options.plan.is_some() {
            return self.answer(Answer::Refuse);
        }
        self.state = State::Idle(now);
        if let Err(error) = self.set_up(request.start.as_ref()) {
            log::warn!("a game was asked for: {error}");
            return self.answer(Answer::Refuse);
        }
        if self.game.result().is_some() {
            log::warn!("a game was asked for that is over: {}", self.game.fen());
            return self.answer(Answer::Refuse);
        }
        self.answer(Answer::Accept);
        self.begin(now, &request.name, request.follower, request.minutes, request.moves);
    }

    fn answered(&mut self, now: Instant, name: &str, answer: Answer) {
        let (State::Requested(_), Some(plan)) = (self.state, self.options.plan.clone()) else {
            return;
        };
        if answer == Answer::Accept {
            self.begin(now, name, plan.side, plan.minutes, plan.moves);
        } else {
            self.refused = Some(answer);
            self.close();
        }
    }

    fn begin(&mut self, now: Instant, opponent: &str, side: Side, minutes: f64, moves: u16) {
        let (start, start_side) = (self.game.fen(), self.game.side());
        let opponent = printable(opponent);
        log::info!("a game as {side} against {opponent} begins: {start}");
        let (played, is_drawn) = (Vec::new(), false);
        self.current =
            Some(Course { opponent, side, minutes, moves, start, start_side, played, is_drawn });
        self.go_on(now);
    }

    /// Whoever is to move moves, or ends the game.
    fn go_on(&mut self, now: Instant) {
        let Some(current) = &self.current else { return };
        self.state = State::Waiting(now);
        if self.game.side() != current.side {
            return;
        }
        let drawn = current.is_drawn.then_some(GameResult::Draw);
        if let Some(result) = drawn.or_else(|| self.game.result()) {
            let reason = Reason::of(result, current.side);
            return self.end(now, reason, Some(result), Ending::Rules);
        }
        if current.is_complete() {
            return self.end(now, Reason::Unknown, None, Ending::Moves);
        }
        self.think(now);
    }

    fn think(&mut self, now: Instant) {
        let Some(current) = &self.current else { return };
        self.jobs += 1;
        self.state = State::Thinking(now, self.jobs);
        let think = current.think(self.jobs, board::clear_turns(&*self.game));
        self.actions.push(Action::Think(think));
    }

    fn stop_thinking(&mut self) {
        self.held = None;
        if matches!(self.state, State::Thinking(..)) {
            self.actions.push(Action::StopThinking);
        }
    }

    /// Plays a turn, which took this side some time, or the peer.
    fn play(&mut self, turn: TurnText, time: Duration, waited: Duration) {
        log::debug!("move {}", turn.hub);
        let played = self.game.play(&turn.hub, Notation::Hub);
        played.expect("the text is that of a legal turn");
        if let Some(current) = &mut self.current {
            current.played.push(Played { turn, time, waited });
        }
    }

    fn moved(&mut self, now: Instant, message: &MoveMessage) {
        match self.state {
            State::Waiting(since) => match board::read_move(&*self.game, message) {
                Some(turn) => {
                    self.play(turn, Duration::ZERO, now.saturating_duration_since(since));
                    self.go_on(now);
                }
                None => {
                    let text = Message::Move(message.clone()).write();
                    self.complain(format!("illegal move {text}"));
                }
            },
            State::Thinking(..) => self.complain("it is not your turn".to_owned()),
            State::Idle(_) | State::Requested(_) => self.complain("there is no game".to_owned()),
            State::Ending(..) | State::Disconnected => (),
        }
    }

    /// Whether the rules say who has won.
    fn is_decided(&self) -> bool {
        self.game.result().is_some_and(|result| result != GameResult::Draw)
    }

    /// Whether this side wants no game after this one.
    fn is_last(&self) -> bool {
        self.options.plan.as_ref().is_some_and(|plan| plan.games <= 1)
    }

    fn end(&mut self, now: Instant, reason: Reason, result: Option<GameResult>, ending: Ending) {
        self.send_end(reason, self.is_last());
        self.state = State::Ending(now, result, ending);
    }

    fn ended(&mut self, now: Instant, end: GameEnd) {
        match self.state {
            State::Ending(_, result, ending) => {
                self.finish(result, ending);
                self.after_game(now, end.stop);
            }
            State::Thinking(..) | State::Waiting(_) => {
                self.stop_thinking();
                self.send_end(Reason::Unknown, end.stop || self.is_last());
                let by_rules = self.game.result();
                let judged = self.current.as_ref().map(|game| game.judge(by_rules, end.reason));
                let (result, ending) = judged.unwrap_or((None, Ending::Opponent));
                self.finish(result, ending);
                self.after_game(now, end.stop);
            }
            // Some say so when they connect, and expect no answer.
            State::Idle(_) | State::Requested(_) if end.stop => self.close(),
            State::Idle(_) | State::Requested(_) | State::Disconnected => (),
        }
    }

    fn finish(&mut self, result: Option<GameResult>, ending: Ending) {
        let Some(current) = self.current.take() else { return };
        let record = current.record(self.options.variant, result, ending);
        // What was not finished is played again.
        if let Some(plan) = self.options.plan.as_mut().filter(|_| record.is_finished()) {
            plan.games = plan.games.saturating_sub(1);
            plan.side = plan.side.opponent();
        }
        self.actions.push(Action::Ended(record));
    }

    fn after_game(&mut self, now: Instant, stop: bool) {
        self.state = State::Idle(now);
        if stop {
            self.close();
        } else if self.options.plan.is_some() {
            self.request(now);
        }
    }

    fn go_back(&mut self, now: Instant, number: u16, side: Side) {
        let answer = match self.state {
            _ if !self.options.takes_back => BackAnswer::Never,
            State::Thinking(..) | State::Waiting(_) => match self.plies_before(number, side) {
                Some(plies) => {
                    self.stop_thinking();
                    self.send(Message::BackAnswer(BackAnswer::Accept));
                    self.rewind(plies);
                    return self.go_on(now);
                }
                None => BackAnswer::Refuse,
            },
            _ => BackAnswer::Refuse,
        };
        self.send(Message::BackAnswer(answer));
    }

    fn plies_before(&self, number: u16, side: Side) -> Option<usize> {
        self.current.as_ref()?.plies_before(self.game.facts().first, number, side)
    }

    fn rewind(&mut self, plies: usize) {
        let Some(current) = &mut self.current else { return };
        current.played.truncate(plies);
        current.is_drawn = false;
        let set = self.game.set_position(&PositionText::Fen(&current.start));
        set.expect("the position has been set up before");
        for played in &current.played {
            let again = self.game.play(&played.turn.hub, Notation::Hub);
            again.expect("the turn has been played before");
        }
    }
}

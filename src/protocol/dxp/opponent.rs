//! A DXP engine as a referee uses it: a game is asked for, moves go out and come in, the game is
//! ended. The engine is always the follower. Who knows the rules is the referee; messages that
//! have no place in this are logged and passed over.

use std::time::{Duration, Instant};

use crate::protocol::dxp::connection::{Connection, ConnectionError};
use crate::protocol::dxp::message::{
    Answer, BackAnswer, GameEnd, GameRequest, Message, MoveMessage, Reason, printable,
};

/// What an engine does at its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It moves.
    Move(MoveMessage),
    /// It ends the game instead. That has been acknowledged.
    End(GameEnd),
}

/// What an engine does not do.
#[derive(Debug, thiserror::Error)]
pub enum OpponentError {
    /// There is no connection any more, or nothing came in time.
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    /// It does not play this game.
    #[error("the game was refused ({0:?})")]
    Refused(Answer),
}

/// An engine at the other end of a connection.
#[derive(Debug)]
pub struct Opponent {
    connection: Connection,
}

impl Opponent {
    /// The engine at the other end, which should follow.
    #[must_use]
    pub fn new(connection: Connection) -> Opponent {
        Opponent { connection }
    }

    /// The next message that is one.
    fn next(&mut self, deadline: Instant) -> Result<Message, OpponentError> {
        loop {
            match self.connection.receive(Some(deadline))? {
                Ok(Message::Chat(text)) => log::info!("the engine says: {}", printable(&text)),
                Ok(Message::BackRequest { .. }) => {
                    self.connection.send(&Message::BackAnswer(BackAnswer::Never))?;
                }
                Ok(message) => return Ok(message),
                Err(error) => log::warn!("{error}"),
            }
        }
    }

    /// Asks for a game; gives the name of the engine.
    ///
    /// # Errors
    /// If it does not play, or does not say so in time.
    pub fn request(
        &mut self,
        request: GameRequest,
        patience: Duration,
    ) -> Result<String, OpponentError> {
        let deadline = Instant::now() + patience;
        self.connection.send(&Message::GameRequest(request))?;
        loop {
            match self.next(deadline)? {
                Message::GameAnswer { name, answer: Answer::Accept } => {
                    return Ok(printable(&name));
                }
                Message::GameAnswer { answer, .. } => return Err(OpponentError::Refused(answer)),
                message => log::debug!("passed over: {message}"),
            }
        }
    }

    /// Tells it the move of its opponent.
    ///
    /// # Errors
    /// If it does not take it.
    pub fn play(&mut self, message: MoveMessage) -> Result<(), OpponentError> {
        Ok(self.connection.send(&Message::Move(message))?)
    }

    /// Waits for what it does at its turn.
    ///
    /// # Errors
    /// If nothing comes in time.
    pub fn reply(&mut self, deadline: Instant) -> Result<Reply, OpponentError> {
        loop {
            match self.next(deadline)? {
                Message::Move(message) => return Ok(Reply::Move(message)),
                Message::GameEnd(end) => {
                    let reason = Reason::Unknown;
                    let acknowledged = GameEnd { reason, stop: end.stop };
                    self.connection.send(&Message::GameEnd(acknowledged))?;
                    return Ok(Reply::End(end));
                }
                message => log::debug!("passed over: {message}"),
            }
        }
    }

    /// Ends the game, with a reason as its opponent sees it, and waits until that is acknowledged.
    /// It is for the turn of the opponent; at the engine's own turn it breaks off its search.
    ///
    /// # Errors
    /// If it is not acknowledged in time: some never do.
    pub fn end(&mut self, end: GameEnd, patience: Duration) -> Result<(), OpponentError> {
        let deadline = Instant::now() + patience;
        self.connection.send(&Message::GameEnd(end))?;
        loop {
            match self.next(deadline)? {
                Message::GameEnd(_) => return Ok(()),
                message => log::debug!("passed over: {message}"),
            }
        }
    }
}

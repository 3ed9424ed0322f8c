//! A DXP engine as a referee uses it: a game is asked for, moves go out and come in, the game is
//! ended. The engine is always the follower. Who knows the rules is the referee; messages that
//! have no place in this are logged and passed over, and nobody goes back in a game.

use std::time::Instant;

use crate::protocol::dxp::connection::{Connection, ConnectionError, Incoming};
use crate::protocol::dxp::message::{
    Answer, BackAnswer, GameEnd, GameRequest, Message, MessageError, MoveMessage, Reason, printable,
};

/// How texts begin that say what was wrong with a message.
const COMPLAINT: &str = "error:";
/// So many messages out of turn are looked at, however many come.
const EARLY: usize = 64;

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
    #[error("it does not play this game ({0:?})")]
    Refused(Answer),
    /// What it has sent is no message.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// It says that it was sent something wrong.
    #[error("it says '{0}'")]
    Complaint(String),
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

    /// A message that means something for the game, if this is one.
    fn meant(&mut self, incoming: Incoming) -> Result<Option<Message>, OpponentError> {
        match incoming {
            Ok(Message::Chat(text)) => {
                let text = printable(text.trim());
                log::info!("the engine says: {text}");
                match text.get(..COMPLAINT.len()) {
                    Some(start) if start.eq_ignore_ascii_case(COMPLAINT) => {
                        Err(OpponentError::Complaint(text))
                    }
                    _ => Ok(None),
                }
            }
            Ok(Message::BackRequest { .. }) => {
                self.connection.send(&Message::BackAnswer(BackAnswer::Never))?;
                Ok(None)
            }
            Ok(message) => Ok(Some(message)),
            Err(MessageError::Empty) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The next message that means something.
    fn next(&mut self, deadline: Instant) -> Result<Message, OpponentError> {
        loop {
            let incoming = self.connection.receive(Some(deadline))?;
            if let Some(message) = self.meant(incoming)? {
                return Ok(message);
            }
        }
    }

    /// What a message means at the engine's turn. The end of the game is acknowledged.
    fn reply_of(&mut self, message: Message) -> Option<Reply> {
        match message {
            Message::Move(message) => Some(Reply::Move(message)),
            Message::GameEnd(end) => {
                let acknowledged = GameEnd { reason: Reason::Unknown, stop: end.stop };
                // Who has gone by now needs no acknowledgement.
                if let Err(error) = self.connection.send(&Message::GameEnd(acknowledged)) {
                    log::info!("{error}");
                }
                Some(Reply::End(end))
            }
            message => {
                log::debug!("passed over: {message}");
                None
            }
        }
    }

    /// Asks for a game.
    ///
    /// # Errors
    /// If it does not take the request.
    pub fn request(&mut self, request: GameRequest) -> Result<(), OpponentError> {
        Ok(self.connection.send(&Message::GameRequest(request))?)
    }

    /// Waits until it has said that it plays; gives the name of the engine.
    ///
    /// # Errors
    /// If it does not play, or does not say so in time.
    pub fn answer(&mut self, deadline: Instant) -> Result<String, OpponentError> {
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
            let message = self.next(deadline)?;
            if let Some(reply) = self.reply_of(message) {
                return Ok(reply);
            }
        }
    }

    /// What it has done without being at its turn, if anything.
    ///
    /// # Errors
    /// If the connection has ended.
    pub fn early(&mut self) -> Result<Option<Reply>, OpponentError> {
        for _ in 0..EARLY {
            let Some(incoming) = self.connection.take()? else { break };
            if let Some(message) = self.meant(incoming)?
                && let Some(reply) = self.reply_of(message)
            {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Ends the game, with a reason as its opponent sees it. It is for the turn of the opponent; at
    /// the engine's own turn it breaks off its search.
    ///
    /// # Errors
    /// If it does not take it.
    pub fn end(&mut self, end: GameEnd) -> Result<(), OpponentError> {
        Ok(self.connection.send(&Message::GameEnd(end))?)
    }

    /// Waits until the end of the game is acknowledged.
    ///
    /// # Errors
    /// If that does not come in time: some never do it.
    pub fn acknowledgement(&mut self, deadline: Instant) -> Result<(), OpponentError> {
        loop {
            match self.next(deadline) {
                Ok(Message::GameEnd(_)) => return Ok(()),
                Ok(message) => log::debug!("passed over: {message}"),
                Err(error @ OpponentError::Connection(_)) => return Err(error),
                Err(error) => log::debug!("passed over: {error}"),
            }
        }
    }
}

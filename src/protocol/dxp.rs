//! DamExchange (DXP), the protocol of the games between draughts programs: messages of fixed width
//! over TCP. One side asks for games, the initiator; the other follows. `protocol.md` tells all
//! that is spoken.
//!
//! - [`message`] reads and writes messages and knows no game; [`board`] translates their squares
//!   for the rules.
//! - [`session`] is what answers what, without sockets and without a clock of its own.
//! - [`connection`] is TCP; [`opponent`] is an engine as a referee uses it; [`player`] lets an engine
//!   play.
//!
//! ```
//! use damier::protocol::dxp::message::{Message, MoveMessage};
//!
//! let message = Message::read(b"M001205250422122320")?;
//! let captured = vec![22, 12, 23, 20];
//! assert_eq!(message, Message::Move(MoveMessage { seconds: 12, from: 5, to: 25, captured }));
//! assert_eq!(message.write(), "M001205250422122320");
//! # Ok::<(), damier::protocol::dxp::message::MessageError>(())
//! ```

pub mod board;
pub mod connection;
pub mod message;
pub mod opponent;
pub mod player;
pub mod record;
pub mod session;

/// The port that is meant where none is told.
pub const PORT: u16 = 27531;

/// How damier calls itself.
#[must_use]
pub fn own_name() -> String {
    format!("damier {}", env!("CARGO_PKG_VERSION"))
}

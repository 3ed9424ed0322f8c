//! What is checked of inputs that anyone may send. The targets of `fuzz/` run these checks on
//! inputs that a fuzzer thinks out, `tests/corpora.rs` on those that are kept, `tests/invariants.rs`
//! on positions of random games.

pub(crate) mod hub_form;
mod hub_line;
mod hub_session;
pub(crate) mod position;
mod turns;

use std::fmt::Display;

pub(crate) use hub_line::hub_line;
pub(crate) use hub_session::hub_session;
pub(crate) use position::fen;
pub(crate) use turns::turns;

/// A check of a whole input.
pub(crate) type Check = fn(&[u8]);

/// All of them, by the names of their folders in `fuzz/corpus`.
pub(crate) const ALL: [(&str, Check); 5] = [
    ("fen", fen),
    ("hub_line", hub_line),
    ("hub_session", hub_session),
    ("pdn", pdn),
    ("turns", turns),
];

/// Any bytes are read as a file of games, faults and all, and what is written of the games is read
/// as the same games again.
pub(crate) fn pdn(input: &[u8]) {
    damier::notation::pdn::check_round_trip(input);
}

/// No message is longer, in bytes, whatever the input was.
const LONGEST_MESSAGE: usize = 1_000;

/// Checks that an error says something, and does not say all of a long input again.
pub(crate) fn error(error: &impl Display, text: &str) {
    let message = error.to_string();
    assert!(!message.is_empty(), "{text:?}");
    assert!(message.len() < LONGEST_MESSAGE, "{message}");
}

//! PDN, the file format for games of draughts: a reader that takes a stream of any length and all
//! the forms that files have, the games played through by the rules, and a writer of version 3.0.
//!
//! [`reader`] tells a [`reader::Visitor`] what a file holds; [`replay`] is the visitor that knows
//! the rules; [`record`] is a game that can be written again.
//!
//! ```
//! use damier::notation::pdn::{Games, replay::Keep};
//!
//! let file = "[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 (13x24!) *";
//! let game = Games::new(file.as_bytes(), None, Keep::National).next().expect("a game")?;
//! let record = game.record?.expect("it is kept");
//! assert_eq!(record.main_line().count(), 4);
//! assert!(record.write().ends_with("2. 28x19 14x23 ( 2... 13x24 $1 ) *\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
pub mod clock;
pub mod ending;
pub mod fault;
pub mod game_type;
mod input;
mod lexer;
pub mod reader;
pub mod record;
pub mod replay;
pub mod scribe;
mod word;
pub mod writer;

use std::io::{self, Read};

pub use board::file_text;

use crate::games::Variant;
use reader::Reader;
use replay::{Keep, Outcome, Replay};

/// This day, as the tag `Date` has it, in universal time.
#[must_use]
pub fn today() -> String {
    jiff::Timestamp::now().strftime("%Y.%m.%d").to_string()
}

/// The games of a file, one after the other, each played through.
pub struct Games<R> {
    reader: Reader<R>,
    replay: Replay,
}

impl<R: Read> Games<R> {
    /// Reads a stream, which needs no buffer; see [`Replay::new`] for the rest.
    pub fn new(stream: R, fallback: Option<Variant>, keep: Keep) -> Games<R> {
        Games { reader: Reader::new(stream), replay: Replay::new(fallback, keep) }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<Outcome>;

    fn next(&mut self) -> Option<io::Result<Outcome>> {
        self.reader.read_game(&mut self.replay).transpose()
    }
}

/// Reads any bytes, writes the games in them that are right, and reads what was written.
///
/// # Panics
/// If the games that come back are not those that were written.
pub fn check_round_trip(bytes: &[u8]) {
    let records = |bytes: &[u8], keep| -> Vec<_> {
        let games = Games::new(bytes, None, keep).map_while(Result::ok);
        games.map(|game| game.record).collect()
    };
    for keep in [
        Keep::National,
        Keep::Named(crate::notation::fen::Naming::Numbers),
        Keep::Named(crate::notation::fen::Naming::Algebraic),
    ] {
        for record in records(bytes, keep).into_iter().filter_map(|record| record.ok().flatten()) {
            let text = record.write();
            let again = records(text.as_bytes(), keep);
            assert_eq!(again, [Ok(Some(record))], "{text}");
        }
    }
}

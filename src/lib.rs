//! damier: a search engine for Poddavki, Impasse, Extreme Checkers and the draughts family.
//!
//! The house, from the ground up:
//!
//! - [`game`] holds the seams: what a game must tell. [`games`] lists the games; each has a
//!   folder, and those of the draughts family share one and differ by facts. This is the only
//!   place that knows them all.
//! - [`score`], [`zobrist`], [`tt`] and [`clock`] are what any search needs; [`search`] finds the
//!   best turn of any game, [`line`] keeps what has been played, [`perft`] counts.
//! - [`notation`] reads and writes the texts that games share.
//! - [`any`] and [`engine`] hide the type of a game: strings in, strings out. Everything above
//!   them knows no game.
//! - [`skill`] plays worse on purpose, [`tables`] know how endings end.
//! - [`solve`] proves who wins a position.
//! - [`book`] makes opening books by the search, and plays from them.
//! - [`protocol`] speaks with other programs, [`diagram`] draws a board, [`bench`] measures,
//!   [`batch`] spreads work over threads.
//! - [`tournament`] has engines play each other, as their referee.
//! - [`tune`] fits the weights of evaluations to games of the engine against itself.
//!
//! ```
//! use damier::any::PositionText;
//! use damier::game::Notation;
//! use damier::games::Variant;
//!
//! let mut game = Variant::Poddavki.game();
//! game.play("c3-d4", Notation::Own)?;
//! game.play("9-13", Notation::Hub)?;
//! assert_eq!(game.turns().len(), 8);
//!
//! game.set_position(&PositionText::Fen("W:Wa1:Bb2"))?;
//! assert_eq!(game.result().map(|result| result.to_string()), None);
//! assert_eq!(game.legal()[0].text.own, "a1:c3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod any;
pub mod batch;
pub mod bench;
pub mod book;
pub mod clock;
pub mod diagram;
pub mod engine;
pub mod game;
pub mod games;
pub mod line;
pub mod linear;
mod memory;
pub mod notation;
pub mod openings;
mod parallel;
pub mod perft;
pub mod protocol;
pub mod score;
pub mod search;
pub mod skill;
pub mod solve;
pub mod tables;
pub mod tournament;
pub mod tt;
pub mod tune;
pub mod zobrist;

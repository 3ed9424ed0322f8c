//! damier.
pub mod any;
pub mod bench;
pub mod clock;
pub mod diagram;
pub mod engine;
pub mod game;
pub mod games;
pub mod line;
pub mod notation;
pub mod perft;
pub mod protocol;
pub mod score;
pub mod search;
pub mod tt;
pub mod zobrist;

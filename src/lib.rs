//! damier.
pub mod game;
pub mod games;
pub mod line;
pub mod notation;
pub mod perft;
pub mod score;
pub mod zobrist;

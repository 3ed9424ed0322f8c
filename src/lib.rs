//! damier.
pub mod game;
pub mod games;
pub mod notation;
pub mod score;
pub mod zobrist;

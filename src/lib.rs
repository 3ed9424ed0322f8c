//! damier.
pub mod game;
pub mod games;
pub mod score;
pub mod zobrist;

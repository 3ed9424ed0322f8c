//! What makes the numbers of the engine better than a person would: games of the engine against
//! itself, and weights that are fitted to them.
//!
//! - [`spsa`] fits the constants of the search by games.

pub mod spsa;

//! What makes the numbers of the engine better than a person would: games of the engine against
//! itself, and weights that are fitted to them.
//!
//! - [`selfplay`] plays the games, [`games`] keeps them in a file whose format it tells.
//! - [`samples`] are the positions as a fit sees them, [`fit`] fits the weights of an evaluation
//!   ([`crate::linear`]) to them.
//! - [`spsa`] fits the constants of the search by games.

mod descent;
pub mod fit;
pub mod games;
pub mod samples;
pub mod selfplay;
pub mod spsa;

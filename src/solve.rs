//! Who wins, proven: a solver for all games.
//!
//! From the ground up: [`entry`] is what is known of a position, [`table`] keeps it, [`search`] finds
//! it; [`proof`] makes it a set of positions that stands by itself; [`solver`] asks the questions, and
//! [`verdict`] is the answer. [`any`] hides the type of the game.

pub mod any;
mod entry;
pub mod proof;
mod search;
pub mod solver;
pub mod table;
pub mod verdict;

//! Who wins, proven: a solver for all games.
//!
//! From the ground up: an `entry` is what is known of a position and `seed` what is taken to be at
//! first, [`table`] keeps it, `search` finds it. `drafts` are a set of positions that may become a
//! [`proof`], `draw_up` makes it of what was found. [`solver`] asks the questions, and [`verdict`]
//! is the answer. A proof goes into a [`file`](mod@file), which [`check`] reads with the rules of
//! [`reference`](mod@reference) alone; what is known while work goes on into a [`state`], and what
//! is proven into a file of [`proven`] positions, which a search asks as what is [`known`]. A
//! [`campaign`] is many positions. [`any`] hides the type of the game.

pub mod any;
pub mod campaign;
pub mod check;
mod claims;
mod drafts;
mod draw_up;
mod entry;
pub mod file;
pub mod known;
pub mod proof;
pub mod proven;
pub mod reference;
pub mod rules;
mod search;
mod seed;
pub mod solver;
pub mod state;
pub mod table;
pub mod verdict;

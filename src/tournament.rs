//! Engine against engine: who meets whom, the referee, the results and what they say.
//!
//! - [`config`] is what is asked for, [`limits`] how long engines may think, [`openings`] where
//!   games begin, [`schedule`] which are played.
//! - [`player`] is the seam to engines, whatever they speak, and [`dxp`] what those can be told that
//!   speak DXP; [`referee`] plays one game by the rules, with [`adjudication`] if it is asked for.
//! - [`record`] is what is kept of a game, [`store`] keeps it on disk, and [`sheet`] writes it as
//!   PDN.
//! - [`standings`] adds the games up, [`statistics`] says what the sums mean, and [`sprt`] whether
//!   they are enough.
//! - [`runner`] plays all games on several threads.

pub mod adjudication;
pub mod config;
pub mod dxp;
pub mod limits;
pub mod openings;
pub mod player;
pub mod record;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod sheet;
pub mod sprt;
pub mod standings;
pub mod statistics;
pub mod store;

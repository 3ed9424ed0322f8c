//! The games.

pub mod extreme;

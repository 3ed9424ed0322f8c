//! The games.

pub mod impasse;

//! How other programs drive the engine.

pub mod hub;

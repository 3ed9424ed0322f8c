//! How other programs drive the engine.

pub mod dxp;
pub mod hub;

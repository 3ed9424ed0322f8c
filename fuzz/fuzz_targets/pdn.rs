//! Any bytes as a file of games.
#![no_main]

#[path = "../../tests/common/mod.rs"]
mod common;

libfuzzer_sys::fuzz_target!(|input: &[u8]| common::checks::pdn(input));

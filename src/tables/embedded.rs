//! The tables that are part of the binary: few pieces, for the games that are played most. They
//! are made by `damier tables build` and put together by `damier tables join`.

/// The files of a game.
#[must_use]
pub fn files(game: &str) -> &'static [&'static [u8]] {
    match game {
        _ => &[],
    }
}

//! The tables that are part of the binary: few pieces, for the games that are played most. They
//! are made by `tables/make` with `damier tables build` and `damier tables join`.

macro_rules! files {
    ($($name:literal)*) => {
        &[$(include_bytes!(concat!("../../tables/", $name, ".dt"))),*]
    };
}

/// The files of a game.
#[must_use]
pub fn files(game: &str) -> &'static [&'static [u8]] {
    match game {
        "poddavki" => files!("poddavki" "poddavki-distance"),
        "russian" => files!("russian" "russian-distance"),
        "english" => files!("english" "english-distance"),
        "normal" => files!("normal" "normal-distance"),
        "extreme" => files!("extreme"),
        "impasse" => files!("impasse"),
        _ => &[],
    }
}

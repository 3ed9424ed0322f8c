//! What an engine over DXP can be told of a match: little. What it cannot be told is refused before
//! any game begins.

use super::config::Participant;
use super::limits::{Limits, TimeControl};
use crate::games::Variant;
use crate::protocol::dxp::board::{self, NoForm};
use crate::protocol::dxp::connection::{AddressError, addresses};

/// The shortest time for a game that can be told, in seconds: a hundredth of a minute.
const SHORTEST: f64 = 0.6;
/// A number that is a whole one but for what computers make of fractions is taken as whole.
const ROUNDING: f64 = 1e-9;

/// An engine that cannot be played over DXP as it is asked for.
#[derive(Debug, thiserror::Error)]
pub enum DxpError {
    /// Its address is none.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The game has no form in DXP.
    #[error(transparent)]
    NoForm(#[from] NoForm),
    /// A search cannot be bounded from here.
    #[error(
        "DXP has no word for nodes or depth: set them where the engine is started, and give it tc= or move-time= here"
    )]
    Bounds,
    /// A time control has another form.
    #[error("DXP knows only a time for the game: tc={0} cannot be told, tc=SECONDS can")]
    Control(TimeControl),
    /// A time is too short.
    #[error("DXP knows no time below {SHORTEST} seconds for a game: tc={0} cannot be told")]
    Short(TimeControl),
    /// An engine is not started from here.
    #[error("DXP has no word for {0}: set it where the engine is started")]
    Setting(&'static str),
}

/// Checks what is asked of an engine at an address.
///
/// # Errors
/// If it cannot be told.
pub(super) fn check(
    participant: &Participant,
    address: &str,
    limits: &Limits,
    variant: Variant,
) -> Result<(), DxpError> {
    board::check(variant)?;
    addresses(address)?;
    let settings = [
        ("hash", participant.hash.is_some()),
        ("threads", participant.threads.is_some()),
        ("dir", participant.dir.is_some()),
        ("param", !participant.param.is_empty()),
    ];
    if let Some((name, _)) = settings.into_iter().find(|(_, is_set)| *is_set) {
        return Err(DxpError::Setting(name));
    }
    if limits.nodes.is_some() || limits.depth.is_some() {
        return Err(DxpError::Bounds);
    }
    match limits.tc {
        Some(control) if control.moves.is_some() || control.increment > 0.0 => {
            Err(DxpError::Control(control))
        }
        Some(control) if control.time < SHORTEST => Err(DxpError::Short(control)),
        _ => Ok(()),
    }
}

/// The minutes that an engine is told: no more than it has, in the three characters that there
/// are; 0 if only the referee knows of a limit.
pub(super) fn minutes(limits: &Limits) -> f64 {
    let Some(control) = limits.tc else { return 0.0 };
    let minutes = control.time / 60.0;
    let steps = match minutes {
        ..1.0 => 100.0,
        ..10.0 => 10.0,
        _ => 1.0,
    };
    (minutes * steps + ROUNDING).floor() / steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::dxp::message::{GameRequest, Message};

    #[test]
    fn no_engine_is_told_that_it_has_more_time_than_it_has() {
        for (seconds, told) in [
            ("0.6", ".01"),
            ("6", ".10"),
            ("10", ".16"),
            ("59.9", ".99"),
            ("60", "001"),
            ("100", "1.6"),
            ("138", "2.3"),
            ("599", "9.9"),
            ("600", "010"),
            ("659", "010"),
            ("900000", "999"),
        ] {
            let limits = Limits { tc: seconds.parse().ok(), ..Limits::default() };
            let request = Message::GameRequest(GameRequest {
                name: String::new(),
                follower: crate::game::Side::White,
                minutes: minutes(&limits),
                moves: 0,
                start: None,
            });
            assert_eq!(&request.write()[36..39], told, "{seconds}");
        }
        assert_eq!(minutes(&Limits { move_time: Some(1.0), ..Limits::default() }), 0.0);
    }
}

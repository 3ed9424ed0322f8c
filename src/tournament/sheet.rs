//! A game of a match as PDN, with what the engines told of each move in comments.

use super::config::{ConfigError, Tournament};
use super::record::{GameRecord, PlayedMove, Reason};
use crate::game::{Settings, Side};
use crate::notation::pdn::ending::Ending;
use crate::notation::pdn::scribe::Scribe;

/// The rules of the tournament, or the moves of the record, are not those of the game.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// The rules.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The start.
    #[error(transparent)]
    Position(#[from] crate::game::PositionError),
    /// A move.
    #[error(transparent)]
    Turn(#[from] crate::game::TurnError),
}

/// Writes a game.
///
/// # Errors
/// If the record is none of the tournament's game.
pub fn write(tournament: &Tournament, record: &GameRecord) -> Result<String, SheetError> {
    let variant = tournament.game()?;
    let mut settings = Settings::defaults(variant.facts());
    for (name, value) in tournament.chosen() {
        settings.set(variant.facts(), name, &value).map_err(ConfigError::from)?;
    }
    let tags = tags(tournament, record);
    let mut scribe = Scribe::new(variant, settings, tags, &record.start)?;
    for played in &record.moves {
        let side = scribe.side();
        scribe.play(&played.own)?;
        if let Some(comment) = comment(played, side) {
            scribe.comment(comment);
        }
    }
    if let Some(forfeit) = &record.forfeit {
        scribe.comment(format!("{}: {}", forfeit.engine, forfeit.message));
    }
    Ok(scribe.end(Ending::Over(record.result)).write())
}

fn tags(tournament: &Tournament, record: &GameRecord) -> Vec<(String, String)> {
    let mut tags = vec![
        ("Event", "damier match".to_owned()),
        ("Date", record.date.clone()),
        ("Round", record.number.to_string()),
        ("White", record.white.clone()),
        ("Black", record.black.clone()),
        ("PlyCount", record.moves.len().to_string()),
    ];
    let control = |name: &str| {
        let index = tournament.engine.iter().position(|engine| engine.name == name)?;
        let limits = tournament.limits_of(index);
        let move_time = || Some(format!("*{}", limits.move_time?));
        limits.tc.map(|control| control.to_string()).or_else(move_time)
    };
    match (control(&record.white), control(&record.black)) {
        (Some(white), Some(black)) if white == black => tags.push(("TimeControl", white)),
        (white, black) => {
            tags.extend(white.map(|control| ("TimeControlWhite", control)));
            tags.extend(black.map(|control| ("TimeControlBlack", control)));
        }
    }
    let termination = match record.reason {
        Reason::Rules | Reason::Resignation | Reason::Agreement => "normal",
        Reason::Adjudication | Reason::Tables | Reason::MaxPlies => "adjudication",
        Reason::Forfeit => "forfeit",
    };
    tags.push(("Termination", termination.to_owned()));
    tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// What was told of a move: the score for White, the depth in plies, the time that it took and
/// the time left.
fn comment(played: &PlayedMove, side: Side) -> Option<String> {
    let time = played.time?;
    let mut text = format!("[%emt {time:.3}]");
    if let Some(left) = played.clock {
        text.push_str(&format!(" [%clk {}]", clock(left)));
    }
    if let Some(score) = played.score {
        let for_white = if side == Side::White { score } else { -score };
        text.push_str(&format!(" [%eval {for_white:.2}]"));
    }
    if let Some(depth) = played.depth {
        text.push_str(&format!(" depth {depth}"));
    }
    Some(text)
}

/// `h:mm:ss.s`, cut rather than rounded.
fn clock(seconds: f64) -> String {
    let tenths = (seconds * 10.0) as u64;
    let (minutes, tenths) = (tenths / 600, tenths % 600);
    format!("{}:{:02}:{:02}.{}", minutes / 60, minutes % 60, tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_as_the_standard_wants() {
        assert_eq!(clock(0.0), "0:00:00.0");
        assert_eq!(clock(59.96), "0:00:59.9");
        assert_eq!(clock(3_725.25), "1:02:05.2");
    }
}

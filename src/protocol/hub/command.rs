//! What a Hub line asks for. Numbers are read as clients really write them: with a comma, with
//! an exponent, with letters glued behind.

use crate::clock::{self, Clock};
use crate::protocol::hub::line::{Line, LineError};
use crate::search::Limits;

/// A command of the client.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Nothing, or something that damier does not know and ignores, as the protocol asks.
    None,
    /// The client introduces itself and asks who is there.
    Hub,
    /// The engine is to get ready.
    Init,
    /// A parameter is to have a value.
    SetParameter {
        /// Its name, whether there is such a parameter or not.
        name: String,
        /// Its value, which may be none that it can have.
        value: String,
    },
    /// A position is to be searched.
    Position(PositionCommand),
    /// When the next search is to end.
    Level(Level),
    /// A search is to begin.
    Go(GoCommand),
    /// The turn that was pondered on has been played.
    PonderHit,
    /// A search or a count is to end.
    Stop,
    /// Whether the engine is there.
    Ping,
    /// What was learnt is to be forgotten.
    NewGame,
    /// The session is to end.
    Quit,
    /// The legal moves are asked for.
    ListMoves,
    /// The lines of play are to be counted.
    Perft {
        /// Their length in turns; none if no such number was told.
        depth: Option<u32>,
    },
    /// The FEN is asked for.
    Fen,
    /// The evaluation without search is asked for.
    Evaluate,
}

/// Which position is to be searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionCommand {
    /// The start of the game.
    pub start: bool,
    /// A FEN.
    pub fen: Option<String>,
    /// A Hub position, or a FEN after all.
    pub pos: Option<String>,
    /// Plies without progress before a Hub position.
    pub halfmove: u16,
    /// What kings have moved in a row before it.
    pub wolf: String,
    /// The turns that were played from there.
    pub moves: String,
}

/// How a position is to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoCommand {
    /// What the search is for.
    pub mode: Mode,
    /// How many lines are wanted, if not as many as the parameter says.
    pub lines: Option<usize>,
    /// The moves that are looked at; all if it is empty.
    pub only: String,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Finding the best move.
    Think,
    /// Thinking while the opponent thinks, until `ponder-hit` or `stop`.
    Ponder,
    /// Telling what is known of the position.
    Analyze,
}

/// When a search is to end. Several levels add up until the search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// Plies, one at least.
    pub depth: Option<u32>,
    /// Nodes, one at least.
    pub nodes: Option<u64>,
    /// Seconds for the move.
    pub move_time: Option<f64>,
    /// Seconds left for the game, or for the next `moves` moves; may be negative.
    pub time: Option<f64>,
    /// Seconds given before each move.
    pub increment: Option<f64>,
    /// Moves until the next time control.
    pub moves: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
}

/// The most lines that may be wanted.
pub(super) const MOST_LINES: u64 = 256;

/// Seconds for a move if a client asks for one without any level.
const DEFAULT_MOVE_TIME: f64 = 1.0;

impl Level {
    /// Takes over what `other` tells.
    pub(super) fn add(&mut self, other: Level) {
        self.depth = other.depth.or(self.depth);
        self.nodes = other.nodes.or(self.nodes);
        self.move_time = other.move_time.or(self.move_time);
        self.time = other.time.or(self.time);
        self.increment = other.increment.or(self.increment);
        self.moves = other.moves.or(self.moves);
        self.infinite |= other.infinite;
    }

    /// Whether the search ends by itself after a depth, some nodes or a time for the move.
    pub(super) fn is_bounded(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some()
    }

    /// Whether it ends by itself at all.
    pub(super) fn is_limited(&self) -> bool {
        self.is_bounded() || self.time.is_some()
    }

    /// The level that holds when a mode is begun: thinking takes a default time if none is told.
    pub(super) fn or_default(mut self, mode: Mode) -> Level {
        if mode != Mode::Analyze && !self.is_limited() && !self.infinite {
            self.move_time = Some(DEFAULT_MOVE_TIME);
        }
        self
    }

    /// The limits of a search of this mode, if the game is thought to go on for so many moves of
    /// the side to move.
    #[must_use]
    pub fn limits(&self, mode: Mode, moves_left: f64) -> Limits {
        let for_move = self.move_time.map(clock::move_time);
        let on_clock = self.time.map(|time| {
            let increment = self.increment.unwrap_or(0.0);
            Clock { time, increment, moves: self.moves }.budget(moves_left)
        });
        let time = match (for_move, on_clock) {
            (Some(a), Some(b)) => Some(if a.hard <= b.hard { a } else { b }),
            (a, b) => a.or(b),
        };
        let is_on_time = mode != Mode::Analyze && time.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time,
            proof_is_enough: is_on_time,
            forced_is_enough: is_on_time,
        }
    }
}

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// If the line has not the form of one. What has it but is not known is [`Command::None`].
    pub fn parse(text: &str) -> Result<Command, LineError> {
        let line = Line::parse(text)?;
        let has = |name| line.get(name).is_some();
        Ok(match line.command.as_str() {
            "hub" => Command::Hub,
            "init" => Command::Init,
            "set-param" => match line.get("name") {
                Some(name) => Command::SetParameter {
                    name: name.to_owned(),
                    value: line.get("value").unwrap_or_default().to_owned(),
                },
                None => Command::None,
            },
            "pos" => Command::Position(PositionCommand {
                start: has("start"),
                fen: line.get("fen").map(str::to_owned),
                pos: line.get("pos").map(str::to_owned),
                halfmove: line.get("halfmove").and_then(whole).unwrap_or(0).min(999) as u16,
                wolf: line.get("wolf").unwrap_or_default().to_owned(),
                moves: line.get("moves").unwrap_or_default().to_owned(),
            }),
            "level" => Command::Level(Level {
                depth: line.get("depth").and_then(whole).map(|n| n.clamp(1, 1_000) as u32),
                nodes: line.get("nodes").and_then(whole).map(|n| n.max(1)),
                move_time: line.get("move-time").and_then(real),
                time: line.get("time").and_then(real),
                increment: line.get("inc").and_then(real),
                moves: line.get("moves").and_then(whole).map(|n| n.clamp(1, 1_000_000) as u32),
                infinite: has("infinite"),
            }),
            "go" => Command::Go(GoCommand {
                mode: if has("ponder") {
                    Mode::Ponder
                } else if has("analyze") || has("analyse") {
                    Mode::Analyze
                } else {
                    Mode::Think
                },
                lines: line.get("multipv").and_then(whole).map(|n| n.clamp(1, MOST_LINES) as usize),
                only: line.get("search-moves").unwrap_or_default().to_owned(),
            }),
            "ponder-hit" => Command::PonderHit,
            "stop" => Command::Stop,
            "ping" => Command::Ping,
            "new-game" => Command::NewGame,
            "quit" => Command::Quit,
            "list-moves" => Command::ListMoves,
            "perft" => Command::Perft {
                depth: line.get("depth").and_then(whole).and_then(|n| u32::try_from(n).ok()),
            },
            "fen" => Command::Fen,
            "eval" => Command::Evaluate,
            _ => Command::None,
        })
    }
}

/// The longest number at the start of a text: sign, digits, a point or comma and digits, an
/// exponent. Without one there is no number; `nan` and `inf` are none.
pub(super) fn real(text: &str) -> Option<f64> {
    let text = text.trim().replace(',', ".");
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let sign = |at: usize| at + usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    let mut end = digits(sign(0));
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let from = sign(end + 1);
        let to = digits(from);
        if to > from {
            end = to;
        }
    }
    text[..end].parse().ok()
}

/// The number at the start of a text without what is behind its point; a negative one is 0, a
/// number beyond all bounds the greatest there is.
fn whole(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 && !text[digits..].starts_with(['.', ',', 'e', 'E']) {
        return Some(text[..digits].parse().unwrap_or(u64::MAX));
    }
    real(text).map(|value| value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Level {
        let Ok(Command::Level(level)) = Command::parse(text) else { panic!("{text}") };
        level
    }

    #[test]
    fn numbers_are_read_as_clients_write_them() {
        for (text, value) in [
            ("30,000", Some(30.0)),
            ("0.200", Some(0.2)),
            ("1e-05", Some(1e-5)),
            ("-0.7", Some(-0.7)),
            ("+3", Some(3.0)),
            ("5s", Some(5.0)),
            ("1e", Some(1.0)),
            (".5", Some(0.5)),
            ("abc", None),
            ("", None),
            ("-", None),
            ("nan", None),
            ("inf", None),
        ] {
            assert_eq!(real(text), value, "{text}");
        }
        for (text, value) in [
            ("12", Some(12)),
            ("10level", Some(10)),
            ("5.5", Some(5)),
            ("1e6", Some(1_000_000)),
            ("-3", Some(0)),
            ("99999999999999999999", Some(u64::MAX)),
            ("1e99", Some(u64::MAX)),
            ("abc", None),
        ] {
            assert_eq!(whole(text), value, "{text}");
        }
    }

    #[test]
    fn levels_add_up() {
        let mut sum = level("level move-time = 0.2");
        sum.add(level("level depth=7"));
        assert_eq!((sum.move_time, sum.depth), (Some(0.2), Some(7)));
        assert!(sum.is_bounded());
        assert!(level("level infinite").infinite);
        assert!(!level("level time=30,000 inc=0,200").is_bounded());
    }

    #[test]
    fn depth_and_nodes_are_at_least_one() {
        assert_eq!(level("level depth=0").depth, Some(1));
        assert_eq!(level("level nodes=0").nodes, Some(1));
        assert_eq!(level("level depth=abc"), Level::default());
    }

    fn go(text: &str) -> GoCommand {
        let Ok(Command::Go(go)) = Command::parse(text) else { panic!("{text}") };
        go
    }

    #[test]
    fn modes_are_flags_or_values() {
        assert_eq!(go("go think").mode, Mode::Think);
        assert_eq!(go("go think=true").mode, Mode::Think);
        assert_eq!(go("go").mode, Mode::Think);
        assert_eq!(go("go ponder").mode, Mode::Ponder);
        assert_eq!(go("go analyze=true").mode, Mode::Analyze);
    }

    #[test]
    fn lines_and_moves_may_be_chosen() {
        let chosen = go("go analyze multipv=3 search-moves=\"32-28 31-27\"");
        assert_eq!((chosen.lines, chosen.only.as_str()), (Some(3), "32-28 31-27"));
        assert_eq!(go("go think multipv=0").lines, Some(1));
        assert_eq!(go("go think multipv=x").lines, None);
    }

    #[test]
    fn what_is_unknown_is_nothing() {
        for text in ["", "hello", "move 32-28", "set-param value=3", "HUB"] {
            assert_eq!(Command::parse(text), Ok(Command::None), "{text}");
        }
    }
}

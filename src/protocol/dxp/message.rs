//! The messages of DXP: a letter, then fields of fixed width. Neither rules nor boards are known
//! here; a square is a number of two digits.

use std::fmt;

use crate::game::{GameResult, Outcome, Side};

/// No message is longer, in characters, the NUL behind it not counted.
pub const LONGEST: usize = 127;
/// The width of a name.
const NAME: usize = 32;
/// The most squares that a capture can name.
const MOST_CAPTURED: usize = (LONGEST - 11) / 2;
/// The version that is spoken.
const VERSION: u8 = 1;
/// The largest number of three digits.
const LARGEST: u16 = 999;

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// `R`: the initiator asks for a game.
    GameRequest(GameRequest),
    /// `A`: the follower answers.
    GameAnswer {
        /// The follower.
        name: String,
        /// Whether it plays.
        answer: Answer,
    },
    /// `M`: a move.
    Move(MoveMessage),
    /// `E`: the game is over, or that is acknowledged.
    GameEnd(GameEnd),
    /// `C`: a text for people.
    Chat(String),
    /// `B`: the sender wants to go back to this move, with this side to move.
    BackRequest {
        /// The move, from 1.
        number: u16,
        /// The side to move.
        side: Side,
    },
    /// `K`: the answer.
    BackAnswer(BackAnswer),
}

/// What the initiator asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRequest {
    /// The initiator.
    pub name: String,
    /// The side that the follower plays.
    pub follower: Side,
    /// Minutes that each player has for the game; 0 is no limit. May be a fraction, such as 2.5.
    pub minutes: f64,
    /// Moves of each player after which the game ends; 0 is no limit.
    pub moves: u16,
    /// The position to start from; none for the start of the game.
    pub start: Option<StartPosition>,
}

/// A position as DXP tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPosition {
    /// The side to move.
    pub side: Side,
    /// A letter a square: `w` and `z` are men, `W` and `Z` kings, `e` is empty.
    pub squares: String,
}

/// What the follower answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It plays.
    Accept,
    /// It does not speak this version.
    Version,
    /// It does not play this game; it may play another.
    Refuse,
    /// It plays no games.
    Never,
}

/// A move. In what numbers a board counts its squares is agreed elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMessage {
    /// Seconds that the sender took; for information only.
    pub seconds: u16,
    /// Where the piece comes from.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
    /// What it captures, in any order.
    pub captured: Vec<u8>,
}

/// The end of a game, or its acknowledgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// Why it ends.
    pub reason: Reason,
    /// Whether the sender wants no more games.
    pub stop: bool,
}

/// Why a game ends, as its sender sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// That is not told.
    Unknown,
    /// The sender loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The sender wins.
    Win,
}

impl Reason {
    /// The reason that a side tells for a result.
    #[must_use]
    pub fn of(result: GameResult, side: Side) -> Reason {
        match result {
            GameResult::Draw => Reason::Draw,
            won if won == GameResult::new(Outcome::Win, side) => Reason::Win,
            _ => Reason::Loss,
        }
    }

    /// The result that a side tells by it, if any.
    #[must_use]
    pub fn result(self, side: Side) -> Option<GameResult> {
        let outcome = match self {
            Reason::Unknown => return None,
            Reason::Loss => Outcome::Loss,
            Reason::Draw => Outcome::Draw,
            Reason::Win => Outcome::Win,
        };
        Some(GameResult::new(outcome, side))
    }
}

/// The answer to who wants to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackAnswer {
    /// It goes back too.
    Accept,
    /// It never does.
    Never,
    /// Not now: the game goes on.
    Refuse,
}

/// What is no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// There is nothing before the NUL.
    #[error("an empty message")]
    Empty,
    /// There is too much before the NUL.
    #[error("a message of more than {LONGEST} characters")]
    TooLong,
    /// The first letter means nothing.
    #[error("unknown message '{0}'")]
    Unknown(String),
    /// The fields have not the width that they should have.
    #[error("message '{0}' has a wrong length")]
    Length(String),
    /// A field cannot be read.
    #[error("message '{message}': bad {field}")]
    Field {
        /// The message.
        message: String,
        /// What is wrong in it.
        field: &'static str,
    },
    /// A game is asked for in a version that is not spoken.
    #[error("version {0} is not spoken")]
    Version(u8),
}

impl MessageError {
    /// Whether it is a game that was asked for.
    #[must_use]
    pub fn is_game_request(&self) -> bool {
        match self {
            MessageError::Version(_) => true,
            MessageError::Length(message) | MessageError::Field { message, .. } => {
                message.starts_with('R')
            }
            _ => false,
        }
    }
}

/// A text as a message may hold it: printable ASCII.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if matches!(c, ' '..='~') { c } else { '?' }).collect()
}

/// Reads fields one after the other.
struct Fields<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Fields<'a> {
    fn take(&mut self, width: usize) -> Result<&'a str, MessageError> {
        let (field, rest) = self.rest.split_at_checked(width).ok_or_else(|| self.length())?;
        self.rest = rest;
        Ok(field)
    }

    fn length(&self) -> MessageError {
        MessageError::Length(printable(self.text))
    }

    fn bad(&self, field: &'static str) -> MessageError {
        MessageError::Field { message: printable(self.text), field }
    }

    fn number<T: std::str::FromStr>(
        &mut self,
        width: usize,
        field: &'static str,
    ) -> Result<T, MessageError> {
        let text = self.take(width)?.trim();
        let is_number = text.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| text.parse().ok()).flatten().ok_or_else(|| self.bad(field))
    }

    fn minutes(&mut self) -> Result<f64, MessageError> {
        let text = self.take(3)?.trim();
        let is_number = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        is_number.then(|| text.parse().ok()).flatten().ok_or_else(|| self.bad("minutes"))
    }

    fn letter<T>(&mut self, field: &'static str, letters: &[(char, T)]) -> Result<T, MessageError>
    where
        T: Copy,
    {
        let letter = self.take(1)?;
        let found = letters.iter().find(|(known, _)| letter.starts_with(*known));
        found.map(|(_, meaning)| *meaning).ok_or_else(|| self.bad(field))
    }

    fn name(&mut self) -> Result<String, MessageError> {
        Ok(self.take(NAME)?.trim().to_owned())
    }
}

const SIDES: [(char, Side); 2] = [('W', Side::White), ('Z', Side::Black)];
const ANSWERS: [(char, Answer); 4] =
    [('0', Answer::Accept), ('1', Answer::Version), ('2', Answer::Refuse), ('3', Answer::Never)];
const REASONS: [(char, Reason); 4] =
    [('0', Reason::Unknown), ('1', Reason::Loss), ('2', Reason::Draw), ('3', Reason::Win)];
const STOPS: [(char, bool); 2] = [('0', false), ('1', true)];
const BACK_ANSWERS: [(char, BackAnswer); 3] =
    [('0', BackAnswer::Accept), ('1', BackAnswer::Never), ('2', BackAnswer::Refuse)];

fn letter_of<T: PartialEq>(letters: &[(char, T)], meaning: T) -> char {
    let found = letters.iter().find(|(_, known)| *known == meaning);
    found.expect("the table has every meaning").0
}

impl Message {
    /// Reads what stands before a NUL. Blanks behind the last field are allowed.
    ///
    /// # Errors
    /// Names what is wrong.
    pub fn read(bytes: &[u8]) -> Result<Message, MessageError> {
        if bytes.len() > LONGEST {
            return Err(MessageError::TooLong);
        }
        // What people write may come in any encoding; all else is ASCII.
        let text = String::from_utf8_lossy(bytes);
        let Some(letter) = text.chars().next() else { return Err(MessageError::Empty) };
        let rest = &text[letter.len_utf8()..];
        if letter == 'C' {
            return Ok(Message::Chat(rest.to_owned()));
        }
        let mut fields = Fields { text: &text, rest: rest.trim_ascii_end() };
        let message = match letter {
            'R' => Message::GameRequest(GameRequest::read(&mut fields)?),
            'A' => Message::GameAnswer {
                name: fields.name()?,
                answer: fields.letter("answer", &ANSWERS)?,
            },
            'M' => Message::Move(MoveMessage::read(&mut fields)?),
            'E' => Message::GameEnd(GameEnd {
                reason: fields.letter("reason", &REASONS)?,
                stop: fields.letter("stop code", &STOPS)?,
            }),
            'B' => Message::BackRequest {
                number: fields.number(3, "number of the move")?,
                side: fields.letter("colour", &SIDES)?,
            },
            'K' => Message::BackAnswer(fields.letter("answer", &BACK_ANSWERS)?),
            _ => return Err(MessageError::Unknown(printable(&text))),
        };
        if fields.rest.is_empty() { Ok(message) } else { Err(fields.length()) }
    }

    /// Writes the message without its NUL. What is too long for its field is cut, what is too
    /// large is the largest that fits, and no character is other than printable ASCII.
    #[must_use]
    pub fn write(&self) -> String {
        match self {
            Message::GameRequest(request) => request.write(),
            Message::GameAnswer { name, answer } => {
                format!("A{}{}", padded(name), letter_of(&ANSWERS, *answer))
            }
            Message::Move(message) => message.write(),
            Message::GameEnd(end) => {
                let reason = letter_of(&REASONS, end.reason);
                format!("E{reason}{}", letter_of(&STOPS, end.stop))
            }
            Message::Chat(text) => format!("C{}", cut(printable(text), LONGEST - 1)),
            Message::BackRequest { number, side } => {
                format!("B{:03}{}", number.min(&LARGEST), letter_of(&SIDES, *side))
            }
            Message::BackAnswer(answer) => format!("K{}", letter_of(&BACK_ANSWERS, *answer)),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write())
    }
}

/// Printable ASCII, cut to a length.
fn cut(mut text: String, length: usize) -> String {
    text.truncate(length);
    text
}

/// A name in its width, not beginning with a blank.
fn padded(name: &str) -> String {
    let name = cut(printable(name.trim()), NAME);
    format!("{name:NAME$}")
}

impl GameRequest {
    fn read(fields: &mut Fields) -> Result<GameRequest, MessageError> {
        let version = fields.number(2, "version")?;
        if version > VERSION {
            return Err(MessageError::Version(version));
        }
        let name = fields.name()?;
        let follower = fields.letter("colour of the follower", &SIDES)?;
        let minutes = fields.minutes()?;
        let moves = fields.number(3, "number of moves")?;
        let is_set_up = fields.letter("kind of position", &[('A', false), ('B', true)])?;
        let start = if is_set_up { Some(StartPosition::read(fields)?) } else { None };
        Ok(GameRequest { name, follower, minutes, moves, start })
    }

    fn write(&self) -> String {
        let name = padded(&self.name);
        let follower = letter_of(&SIDES, self.follower);
        let minutes = write_minutes(self.minutes);
        let moves = self.moves.min(LARGEST);
        let start = match &self.start {
            None => "A".to_owned(),
            Some(start) => {
                let squares = cut(printable(&start.squares), LONGEST - 44);
                format!("B{}{squares}", letter_of(&SIDES, start.side))
            }
        };
        format!("R{VERSION:02}{name}{follower}{minutes}{moves:03}{start}")
    }
}

/// Minutes in three characters: whole ones, or as many decimals as fit.
fn write_minutes(minutes: f64) -> String {
    let minutes = if minutes.is_nan() { 0.0 } else { minutes.clamp(0.0, f64::from(LARGEST)) };
    let is_whole = minutes.fract() == 0.0;
    let hundredths = (minutes * 100.0).round() as u32;
    let tenths = (minutes * 10.0).round() / 10.0;
    match hundredths {
        // A little time is not the same as no limit.
        0 if minutes > 0.0 => ".01".to_owned(),
        1..100 => format!(".{hundredths:02}"),
        _ if !is_whole && tenths < 10.0 => format!("{tenths:.1}"),
        _ => format!("{minutes:03.0}"),
    }
}

impl StartPosition {
    fn read(fields: &mut Fields) -> Result<StartPosition, MessageError> {
        let side = fields.letter("side to move", &SIDES)?;
        let squares = std::mem::take(&mut fields.rest).to_owned();
        if squares.bytes().all(|b| b"wzWZe".contains(&b)) {
            Ok(StartPosition { side, squares })
        } else {
            Err(fields.bad("position"))
        }
    }
}

impl MoveMessage {
    fn read(fields: &mut Fields) -> Result<MoveMessage, MessageError> {
        let seconds = fields.number(4, "time")?;
        let from = fields.number(2, "square")?;
        let to = fields.number(2, "square")?;
        let count: usize = fields.number(2, "number of captured pieces")?;
        let captured = (0..count).map(|_| fields.number(2, "square")).collect::<Result<_, _>>()?;
        Ok(MoveMessage { seconds, from, to, captured })
    }

    fn write(&self) -> String {
        let captured = &self.captured[..self.captured.len().min(MOST_CAPTURED)];
        let count = captured.len();
        let (seconds, from, to) = (self.seconds.min(9999), self.from.min(99), self.to.min(99));
        let captured: String = captured.iter().map(|n| format!("{:02}", n.min(&99))).collect();
        format!("M{seconds:04}{from:02}{to:02}{count:02}{captured}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn start(squares: &str) -> Option<StartPosition> {
        Some(StartPosition { side: Side::Black, squares: squares.to_owned() })
    }

    fn request(minutes: f64, start: Option<StartPosition>) -> Message {
        let name = "Tornado voor Windows 4.0".to_owned();
        Message::GameRequest(GameRequest { name, follower: Side::White, minutes, moves: 65, start })
    }

    #[test]
    fn the_published_messages_mean_what_they_say() {
        let vectors = [
            ("R01Tornado voor Windows 4.0        W060065A", request(60.0, None)),
            (
                "ATornado voor Windows 4.0        0",
                Message::GameAnswer {
                    name: "Tornado voor Windows 4.0".to_owned(),
                    answer: Answer::Accept,
                },
            ),
            (
                "M0012061100",
                Message::Move(MoveMessage { seconds: 12, from: 6, to: 11, captured: vec![] }),
            ),
            (
                "M001205250422122320",
                Message::Move(MoveMessage {
                    seconds: 12,
                    from: 5,
                    to: 25,
                    captured: vec![22, 12, 23, 20],
                }),
            ),
            ("E00", Message::GameEnd(GameEnd { reason: Reason::Unknown, stop: false })),
            ("E31", Message::GameEnd(GameEnd { reason: Reason::Win, stop: true })),
            (
                "CWhat do you think about move 35?",
                Message::Chat("What do you think about move 35?".to_owned()),
            ),
            ("B005Z", Message::BackRequest { number: 5, side: Side::Black }),
            ("K1", Message::BackAnswer(BackAnswer::Never)),
            ("R01Tornado voor Windows 4.0        W.10065BZwWe", request(0.1, start("wWe"))),
            ("R01Tornado voor Windows 4.0        W2.5065A", request(2.5, None)),
        ];
        for (text, message) in vectors {
            assert_eq!(Message::read(text.as_bytes()), Ok(message.clone()), "{text}");
            assert_eq!(message.write(), text);
        }
    }

    #[test]
    fn minutes_are_read_as_numbers_and_written_as_well_as_three_characters_can() {
        for (text, minutes) in [("060", 60.0), (".10", 0.1), ("2.5", 2.5), (" 5.", 5.0)] {
            let text = format!("R01{:32}W{text}000A", "x");
            let Ok(Message::GameRequest(request)) = Message::read(text.as_bytes()) else {
                panic!("{text}");
            };
            assert_eq!(request.minutes, minutes);
        }
        for (minutes, text) in [
            (0.0, "000"),
            (0.001, ".01"),
            (0.25, ".25"),
            (0.999, "1.0"),
            (1.0, "001"),
            (9.94, "9.9"),
            (9.96, "010"),
            (12.5, "012"),
            (5000.0, "999"),
            (f64::NAN, "000"),
        ] {
            assert_eq!(write_minutes(minutes), text, "{minutes}");
        }
    }

    #[test]
    fn what_is_no_message_is_named() {
        let error = |text: &str| Message::read(text.as_bytes()).expect_err(text).to_string();
        assert_eq!(error(""), "an empty message");
        assert_eq!(error(&"C".repeat(128)), "a message of more than 127 characters");
        assert_eq!(error("X1"), "unknown message 'X1'");
        assert_eq!(error("x\u{1b}é"), "unknown message 'x??'");
        assert_eq!(error("E0"), "message 'E0' has a wrong length");
        assert_eq!(error("E000"), "message 'E000' has a wrong length");
        assert_eq!(error("M00120611"), "message 'M00120611' has a wrong length");
        assert_eq!(error("M00120611012"), "message 'M00120611012' has a wrong length");
        assert_eq!(error("M001206110022"), "message 'M001206110022' has a wrong length");
        assert_eq!(error("M0012+61100"), "message 'M0012+61100': bad square");
        assert_eq!(error("E40"), "message 'E40': bad reason");
        assert_eq!(error("B005B"), "message 'B005B': bad colour");
        let is_request = |text: &str| Message::read(text.as_bytes()).unwrap_err().is_game_request();
        assert!(is_request("R01"));
        assert!(is_request("R02 anything"));
        assert!(is_request(&format!("R01{:32}W060065X", "x")));
        assert!(is_request(&format!("R01{:32}W060065BWwbe", "x")));
        assert!(!is_request("E0"));
        let version = Message::read(b"R02 anything");
        assert_eq!(version, Err(MessageError::Version(2)));
    }

    fn names() -> impl Strategy<Value = String> {
        "[!-~]([ -~]{0,30}[!-~])?"
    }

    fn sides() -> impl Strategy<Value = Side> {
        proptest::sample::select(&Side::ALL[..])
    }

    fn messages() -> impl Strategy<Value = Message> {
        let minutes = prop_oneof![
            (0..=999u32).prop_map(f64::from),
            (10..100u32).prop_map(|n| f64::from(n) / 10.0)
        ];
        let squares = "[wzWZe]{0,83}";
        let start = (sides(), squares).prop_map(|(side, squares)| StartPosition { side, squares });
        let request = (names(), sides(), minutes, 0..=999u16, proptest::option::of(start));
        let answers: Vec<Answer> = ANSWERS.iter().map(|pair| pair.1).collect();
        let reasons: Vec<Reason> = REASONS.iter().map(|pair| pair.1).collect();
        let backs: Vec<BackAnswer> = BACK_ANSWERS.iter().map(|pair| pair.1).collect();
        let squares = proptest::collection::vec(0..100u8, 0..=MOST_CAPTURED);
        prop_oneof![
            request.prop_map(|(name, follower, minutes, moves, start)| {
                Message::GameRequest(GameRequest { name, follower, minutes, moves, start })
            }),
            (names(), proptest::sample::select(answers))
                .prop_map(|(name, answer)| Message::GameAnswer { name, answer }),
            (0..10_000u16, 0..100u8, 0..100u8, squares).prop_map(
                |(seconds, from, to, captured)| {
                    Message::Move(MoveMessage { seconds, from, to, captured })
                }
            ),
            (proptest::sample::select(reasons), any::<bool>())
                .prop_map(|(reason, stop)| Message::GameEnd(GameEnd { reason, stop })),
            "[ -~]{0,126}".prop_map(Message::Chat),
            (0..=999u16, sides()).prop_map(|(number, side)| Message::BackRequest { number, side }),
            proptest::sample::select(backs).prop_map(Message::BackAnswer),
        ]
    }

    proptest! {
        #[test]
        fn messages_come_back(message in messages()) {
            let text = message.write();
            prop_assert!(text.len() <= LONGEST);
            prop_assert_eq!(Message::read(text.as_bytes()), Ok(message));
        }

        #[test]
        fn any_bytes_are_read_and_what_is_read_is_written_within_bounds(
            bytes in proptest::collection::vec(any::<u8>(), 0..200),
            letter in proptest::sample::select(b"RAMECBKX".to_vec()),
        ) {
            let bytes = [&[letter], &bytes[..]].concat();
            match Message::read(&bytes) {
                Ok(message) => {
                    let text = message.write();
                    prop_assert!(text.len() <= LONGEST && text.bytes().all(|b| (32..127).contains(&b)));
                }
                Err(error) => prop_assert!(error.to_string().len() < 200),
            }
        }
    }
}

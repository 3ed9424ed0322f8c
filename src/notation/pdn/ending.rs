//! How a game of a file ends: the result at its end and in its tags, in any of the forms in which
//! points are shared out.

use crate::game::GameResult;

/// The end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// `*`: not known, or not over.
    #[default]
    Open,
    /// Won or drawn.
    Over(GameResult),
    /// `0-0`: nobody has a point.
    Void,
}

impl Ending {
    /// Reads the whole of a text.
    #[must_use]
    pub fn read(text: &str) -> Option<Ending> {
        let text = text.trim();
        if text == "*" {
            return Some(Ending::Open);
        }
        Ending::scan(text.as_bytes()).filter(|(length, _)| *length == text.len()).map(|end| end.1)
    }

    /// Reads a result at the beginning of a text, and tells how many bytes it has. A pair of
    /// numbers is one if no move can be meant: one of them is 0, or both are 1, or both have
    /// halves.
    #[must_use]
    pub fn scan(text: &[u8]) -> Option<(usize, Ending)> {
        let (first, white) = points(text)?;
        if let Some((rest, black)) = separated(&text[first..])
            .and_then(|(sign, rest)| points(rest).map(|(length, points)| (sign + length, points)))
        {
            let length = first + rest;
            let halves = |points: Points| points.is_broken;
            let is_result = (halves(white) && halves(black))
                || (!halves(white) && !halves(black) && {
                    let (white, black) = (white.halves, black.halves);
                    white == 0 || black == 0 || (white, black) == (2, 2)
                });
            if is_result && is_end(&text[length..]) {
                let ending = match white.halves.cmp(&black.halves) {
                    std::cmp::Ordering::Greater => Ending::Over(GameResult::WhiteWins),
                    std::cmp::Ordering::Less => Ending::Over(GameResult::BlackWins),
                    std::cmp::Ordering::Equal if white.halves == 0 => Ending::Void,
                    std::cmp::Ordering::Equal => Ending::Over(GameResult::Draw),
                };
                return Some((length, ending));
            }
        }
        // A draw may be told by the half alone.
        let alone = white.is_broken && white.halves == 1 && is_end(&text[first..]);
        (alone && !text[..first].contains(&b'.')).then_some((first, Ending::Over(GameResult::Draw)))
    }

    /// The text of the end, a win being worth two points or one.
    #[must_use]
    pub const fn write(self, two_points: bool) -> &'static str {
        match (self, two_points) {
            (Ending::Open, _) => "*",
            (Ending::Void, _) => "0-0",
            (Ending::Over(GameResult::WhiteWins), false) => "1-0",
            (Ending::Over(GameResult::BlackWins), false) => "0-1",
            (Ending::Over(GameResult::Draw), false) => "1/2-1/2",
            (Ending::Over(GameResult::WhiteWins), true) => "2-0",
            (Ending::Over(GameResult::BlackWins), true) => "0-2",
            (Ending::Over(GameResult::Draw), true) => "1-1",
        }
    }

    /// The result, if there is one.
    #[must_use]
    pub const fn result(self) -> Option<GameResult> {
        match self {
            Ending::Over(result) => Some(result),
            Ending::Open | Ending::Void => None,
        }
    }
}

#[derive(Clone, Copy)]
struct Points {
    halves: u32,
    /// Whether it is written with a half.
    is_broken: bool,
}

/// Points, and the bytes that they take: `2`, `0.5`, `1/2`, `1½`.
fn points(text: &[u8]) -> Option<(usize, Points)> {
    let half = |text: &[u8]| match text {
        [0xC2, 0xBD, ..] => Some(2),
        [0xBD, ..] => Some(1),
        _ => None,
    };
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits > 2 {
        return None;
    }
    let whole = text[..digits].iter().fold(0, |sum, digit| 10 * sum + u32::from(digit - b'0'));
    if let Some(length) = half(&text[digits..]) {
        return Some((digits + length, Points { halves: 2 * whole + 1, is_broken: true }));
    }
    match &text[digits..] {
        _ if digits == 0 => None,
        [b'/', b'2', ..] if whole == 1 => Some((3, Points { halves: 1, is_broken: true })),
        [b'.' | b',', tenth @ (b'0' | b'5'), ..] => {
            let halves = 2 * whole + u32::from(*tenth == b'5');
            Some((digits + 2, Points { halves, is_broken: true }))
        }
        _ => Some((digits, Points { halves: 2 * whole, is_broken: false })),
    }
}

/// What stands behind a stroke, and the bytes up to there.
fn separated(text: &[u8]) -> Option<(usize, &[u8])> {
    let blanks = |text: &[u8]| text.iter().take_while(|&&byte| byte == b' ').count();
    let before = blanks(text);
    let stroke = match &text[before..] {
        [b'-', ..] => 1,
        [0xE2, 0x80, 0x93 | 0x94, ..] => 3,
        _ => return None,
    };
    let length = before + stroke + blanks(&text[before + stroke..]);
    Some((length, &text[length..]))
}

/// Whether no more of a word follows.
fn is_end(text: &[u8]) -> bool {
    !matches!(text, [byte, ..] if byte.is_ascii_alphanumeric() || b"-:/.".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_many_forms() {
        for (text, expected) in [
            ("1-0", "1-0"),
            ("2-0", "1-0"),
            ("3-0", "1-0"),
            ("0-1", "0-1"),
            ("0-2", "0-1"),
            ("1/2-1/2", "1/2-1/2"),
            ("1/2", "1/2-1/2"),
            ("½-½", "1/2-1/2"),
            ("0.5-0.5", "1/2-1/2"),
            ("1.5-0.5", "1-0"),
            ("1-1", "1/2-1/2"),
            ("1 - 1", "1/2-1/2"),
            ("0-0", "0-0"),
            ("*", "*"),
        ] {
            assert_eq!(Ending::read(text).map(|end| end.write(false)), Some(expected), "{text}");
        }
        assert_eq!(Ending::scan(b"\xBD-\xBD").map(|end| end.0), Some(3));
    }

    #[test]
    fn moves_are_no_results() {
        for text in
            ["1-18", "1-5", "2-1", "10-5", "1-10", "1-1x", "0.5", "1/2-18", "32-28", "", "-"]
        {
            assert_eq!(Ending::read(text), None, "{text}");
        }
    }
}

//! The words of a game: numbers of moves, moves and results. Several things look alike here:
//! `1-0` is a result, `1-18` a move, `1.18-23` a number and a move, `3228` a move without its
//! stroke. So a word is always read as a whole.

use super::ending::Ending;

/// The longest word: a capture that names every square of a board is shorter.
pub(super) const LONGEST: usize = 512;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// The number of a move, and whether it is told that Black plays it.
    Number(u32, bool),
    /// A move; its text has been written out without blanks.
    Turn,
    Ending(Ending),
}

/// Reads a word at the beginning of a text, puts a move into `turn`, and tells how many bytes the
/// word has; none if it is no word.
pub(super) fn scan(text: &[u8], turn: &mut String) -> Option<(usize, Word)> {
    if let Some((length, ending)) = Ending::scan(text) {
        return Some((length, Word::Ending(ending)));
    }
    turn.clear();
    let mut at = square(text, turn)?;
    let is_name = |text: &str| text.starts_with(|first: char| first.is_ascii_lowercase());
    let first = turn.len();
    if !is_name(turn)
        && let Some((length, black)) = dots(&text[at..])
    {
        return Some((at + length, Word::Number(number(turn), black)));
    }
    let mut squares = 1;
    loop {
        let gap = blanks(&text[at..]);
        if let Some((length, sign)) = sign(&text[at + gap..]) {
            // Behind a blank a sign goes on with a first square or with a capture: a stroke that
            // stands alone is a move that was not made.
            let joins = gap == 0 || squares == 1 || (sign != '-' && !turn.contains('-'));
            let next = at + gap + length;
            let next = next + blanks(&text[next..]);
            let kept = turn.len();
            turn.push(sign);
            if joins && let Some(length) = square(&text[next..], turn) {
                at = next + length;
                squares += 1;
                continue;
            }
            turn.truncate(kept);
        } else if gap == 0 && is_name(turn) && text.get(at).is_some_and(u8::is_ascii_alphabetic) {
            // Names may follow each other without a sign.
            if let Some(length) = square(&text[at..], turn) {
                at += length;
                squares += 1;
                continue;
            }
        }
        break;
    }
    if at > LONGEST {
        return None;
    }
    if text[at..].starts_with(b"+K") {
        turn.push_str("+K");
        at += 2;
    }
    if text.get(at).is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    if squares > 1 || is_name(turn) {
        return Some((at, Word::Turn));
    }
    match first {
        1..=3 => Some((at, Word::Number(number(turn), false))),
        // Squares of two digits each, without a sign.
        _ if first.is_multiple_of(2) => {
            for place in (2..first).step_by(2).rev() {
                turn.insert(place, '-');
            }
            Some((at, Word::Turn))
        }
        _ => None,
    }
}

/// A square: digits, or a letter and digits. Tells how many bytes it has.
fn square(text: &[u8], turn: &mut String) -> Option<usize> {
    let letters = usize::from(matches!(text, [b'a'..=b'l' | b'A'..=b'L', b'0'..=b'9', ..]));
    let digits = text[letters..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let length = (letters + digits).min(LONGEST);
    turn.extend(text[..length].iter().map(|byte| char::from(byte.to_ascii_lowercase())));
    Some(length)
}

fn number(digits: &str) -> u32 {
    digits.parse().unwrap_or(u32::MAX)
}

/// The signs between squares, in their various dresses.
fn sign(text: &[u8]) -> Option<(usize, char)> {
    match text {
        [b'-', ..] => Some((1, '-')),
        [b'x' | b'X', ..] => Some((1, 'x')),
        [b':', ..] => Some((1, ':')),
        // Dashes and the sign of multiplication, in UTF-8 and in Latin-1.
        [0xE2, 0x80, 0x90..=0x95, ..] => Some((3, '-')),
        [0x96 | 0x97, ..] => Some((1, '-')),
        [0xC3, 0x97, ..] => Some((2, 'x')),
        [0xD7, ..] => Some((1, 'x')),
        _ => None,
    }
}

/// The full stops behind a number: more than one tell that Black moves.
fn dots(text: &[u8]) -> Option<(usize, bool)> {
    let is_ellipsis = |text: &[u8]| text.starts_with(&[0xE2, 0x80, 0xA6]);
    let dots = text.iter().take_while(|&&byte| byte == b'.').count();
    if is_ellipsis(&text[dots..]) {
        return Some((dots + 3, true));
    }
    (dots > 0).then_some((dots, dots > 1))
}

fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameResult;

    fn read(text: &str) -> Option<(String, usize, Word)> {
        let mut turn = String::new();
        scan(text.as_bytes(), &mut turn).map(|(length, word)| (turn, length, word))
    }

    #[test]
    fn moves_are_read_as_whole_words() {
        for (text, expected, length) in [
            ("32-28 19-23", "32-28", 5),
            ("32 - 28 19-23", "32-28", 7),
            ("32\r\n- 28", "32-28", 8),
            ("28x19*", "28x19", 5),
            ("28 x 19 x 10 1-0", "28x19x10", 12),
            ("28 x19", "28x19", 6),
            ("c3:e5:g7", "c3:e5:g7", 8),
            ("C3:E5", "c3:e5", 5),
            ("a3b4\n", "a3b4", 4),
            ("f8g7c5", "f8g7c5", 6),
            ("b6 2.", "b6", 2),
            ("3228", "32-28", 4),
            ("0713", "07-13", 4),
            ("01-05", "01-05", 5),
            ("1-18", "1-18", 4),
            ("1-10", "1-10", 4),
            ("32\u{2013}28", "32-28", 7),
            ("28\u{d7}19", "28x19", 6),
            ("32-28 - 42.", "32-28", 5),
            ("32-28 x23", "32-28", 5),
            ("32-28!?", "32-28", 5),
            ("14x23+K", "14x23+K", 7),
        ] {
            assert_eq!(read(text), Some((expected.to_owned(), length, Word::Turn)), "{text}");
        }
    }

    #[test]
    fn numbers_and_results_are_no_moves() {
        for (text, length, word) in [
            ("1.32-28", 2, Word::Number(1, false)),
            ("1.5-10", 2, Word::Number(1, false)),
            ("1...20-24", 4, Word::Number(1, true)),
            ("12. 32-28", 3, Word::Number(12, false)),
            ("12\u{2026}20-24", 5, Word::Number(12, true)),
            ("7 32-28", 1, Word::Number(7, false)),
            ("41 - -", 2, Word::Number(41, false)),
            ("1-0", 3, Word::Ending(Ending::Over(GameResult::WhiteWins))),
            ("1-1 ", 3, Word::Ending(Ending::Over(GameResult::Draw))),
            ("0-2\n", 3, Word::Ending(Ending::Over(GameResult::BlackWins))),
        ] {
            let read = read(text).map(|(_, length, word)| (length, word));
            assert_eq!(read, Some((length, word)), "{text}");
        }
    }

    #[test]
    fn other_words_are_none() {
        for text in ["White", "x23", "32-28abc", "12345", "e.p.", "", "-", "k4"] {
            assert_eq!(read(text).filter(|(_, _, word)| *word != Word::Turn), None, "{text}");
        }
    }
}

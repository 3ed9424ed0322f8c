//! Bytes in, tokens out: tags, numbers, moves, marks, comments, brackets, results. Knows no order
//! in which they must come.

use std::io::{self, Read};

use super::ending::Ending;
use super::fault::{Place, SyntaxError};
use super::input::{Input, is_line_end};
use super::word::{self, Word};
use crate::notation::turn::shown;

/// The longest comment, in bytes.
pub(super) const LONGEST_COMMENT: usize = 1 << 20;

/// The longest tag or setup, in bytes.
pub(super) const LONGEST_TAG: usize = 1 << 16;

/// A token. The texts of moves, comments, setups and values of tags stand in [`Lexer::text`], the
/// name of a tag in [`Lexer::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Tag,
    Comment,
    Setup,
    Turn,
    /// The number of a move, and whether Black plays it.
    Number(u32, bool),
    Nag(u16),
    Open,
    Close,
    Ending(Ending),
    /// `*`: an end, or a mark of a move that is forced.
    Star,
    /// A stroke in the place of a move, or dots in that of a number.
    Nothing,
}

pub(super) enum LexerError {
    Io(io::Error),
    Syntax(Place, SyntaxError),
}

impl From<io::Error> for LexerError {
    fn from(error: io::Error) -> LexerError {
        LexerError::Io(error)
    }
}

pub(super) struct Lexer<R> {
    input: Input<R>,
    pub(super) text: String,
    pub(super) name: String,
    /// Whether an empty line stood before the token that comes next.
    pub(super) is_apart: bool,
    /// Whether nothing stood between a `*` and what was before it.
    pub(super) is_glued: bool,
    /// Where the last token ended.
    end: u64,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(reader: R) -> Lexer<R> {
        let (text, name) = (String::new(), String::new());
        Lexer { input: Input::new(reader), text, name, is_apart: true, is_glued: false, end: 0 }
    }

    /// Passes over blanks and lines that begin with `%`. Tells the byte that the next token begins
    /// with, unless there is none.
    #[inline]
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        let line = self.input.place().line;
        while let Some(byte) = self.input.byte()? {
            match byte {
                // The last is the end of a file of old.
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C | 0x1A => self.input.advance(1),
                b'%' => self.input.skip_line()?,
                0xEF if self.input.ahead(3)?.starts_with(b"\xEF\xBB\xBF") => self.input.advance(3),
                0xC2 if self.input.ahead(2)?.starts_with(b"\xC2\xA0") => self.input.advance(2),
                0xA0 => self.input.advance(1),
                _ => {
                    self.is_apart |= self.input.place().line > line + 1;
                    return Ok(Some(byte));
                }
            }
        }
        Ok(None)
    }

    /// Where the next token begins, once [`Lexer::peek`] has told that there is one.
    pub(super) fn place(&self) -> Place {
        self.input.place()
    }

    /// Whether the next token is a tag.
    pub(super) fn is_at_tag(&mut self) -> io::Result<bool> {
        Ok(self.peek()? == Some(b'[') && !self.input.ahead(2)?.starts_with(b"[%"))
    }

    /// The name of the tag that comes next.
    pub(super) fn name_ahead(&mut self) -> io::Result<&[u8]> {
        let ahead = self.input.ahead(256)?.get(1..).unwrap_or_default().trim_ascii_start();
        Ok(&ahead[..name_length(ahead)])
    }

    /// Whether behind a `*` the game goes on; `is_glued` if nothing stood between it and a move.
    pub(super) fn goes_on(&mut self, is_glued: bool) -> io::Result<bool> {
        let Some(byte) = self.peek()? else { return Ok(false) };
        let ahead = self.input.ahead(16)?;
        let digits = ahead.iter().take_while(|byte| byte.is_ascii_digit()).count();
        Ok(match byte {
            b'[' => is_glued && ahead.starts_with(b"[%"),
            b'{' | b';' => is_glued,
            // The number 1 begins another game.
            b'0'..=b'9' => &ahead[..digits] != b"1" || ahead.get(digits) != Some(&b'.'),
            _ => true,
        })
    }

    /// Leaves lines behind up to one that begins with a tag, or up to the end. Behind a fault
    /// `within_tags` the tags of the same game are left behind too.
    pub(super) fn skip_to_tag(&mut self, within_tags: bool) -> io::Result<()> {
        let mut is_apart = !within_tags;
        loop {
            self.input.skip_line()?;
            let Some(end) = self.input.byte()? else { return Ok(()) };
            self.input.advance(1);
            let next = self.input.byte()?;
            is_apart |= next.is_some_and(is_line_end) && (end, next) != (b'\r', Some(b'\n'));
            if is_apart
                && matches!(self.input.ahead(2)?, [b'[', letter, ..] if letter.is_ascii_alphabetic())
            {
                self.is_apart = true;
                return Ok(());
            }
        }
    }

    /// Reads the next token, once [`Lexer::peek`] has told that there is one.
    pub(super) fn next(&mut self) -> Result<Token, LexerError> {
        self.is_glued = self.input.place().offset == self.end;
        let token = self.token();
        self.end = self.input.place().offset;
        self.is_apart = false;
        token
    }

    fn token(&mut self) -> Result<Token, LexerError> {
        let place = self.input.place();
        let ahead = self.input.ahead(4)?;
        let single = |token| (1, Ok(token));
        let (length, token) = match ahead {
            [b'[', b'%', ..] => return self.comment(0, b']'),
            [b'[', ..] => return self.tag(),
            [b'{', ..] => return self.comment(1, b'}'),
            [b';', ..] => return self.line_comment(),
            [b'/', ..] => return self.setup(),
            [b'$', ..] => return self.nag(),
            [b'(', b'!' | b'?', ..] => return self.bracketed_mark(),
            [b'!' | b'?', ..] => return self.mark(0),
            [b'(', ..] => single(Token::Open),
            [b')', ..] => single(Token::Close),
            [b'*', ..] => single(Token::Star),
            [sign @ (b'}' | b']'), ..] => (0, Err(SyntaxError::Stray { sign: char::from(*sign) })),
            [b'-' | b'.', ..] => (1, Ok(Token::Nothing)),
            [0xE2, 0x80, 0x90..=0x95 | 0xA6, ..] => (3, Ok(Token::Nothing)),
            _ => return self.word(),
        };
        self.input.advance(length);
        token.map_err(|error| LexerError::Syntax(place, error))
    }

    fn syntax<T>(&self, error: SyntaxError) -> Result<T, LexerError> {
        Err(LexerError::Syntax(self.input.place(), error))
    }

    fn word(&mut self) -> Result<Token, LexerError> {
        let ahead = self.input.ahead(2 * word::LONGEST)?;
        let Some((length, word)) = word::scan(ahead, &mut self.text) else {
            let ends = |byte: &u8| byte.is_ascii_whitespace() || b"(){}[];".contains(byte);
            let length = ahead.iter().position(ends).unwrap_or(ahead.len()).max(1);
            let text = shown(&String::from_utf8_lossy(&ahead[..length]));
            return self.syntax(SyntaxError::Word { text });
        };
        self.input.advance(length);
        Ok(match word {
            Word::Number(number, black) => Token::Number(number, black),
            Word::Turn => Token::Turn,
            Word::Ending(ending) => Token::Ending(ending),
        })
    }

    /// `{...}`, or a command in brackets that stands outside of comments. `skipped` bytes before
    /// the text are no part of it.
    fn comment(&mut self, skipped: usize, close: u8) -> Result<Token, LexerError> {
        let (mut looked_at, mut wanted) = (0, 256);
        let length = loop {
            let ahead = self.input.ahead(wanted)?;
            if let Some(at) = ahead[looked_at..].iter().position(|&byte| byte == close) {
                break looked_at + at;
            }
            looked_at = ahead.len();
            if looked_at < wanted {
                return self.syntax(SyntaxError::OpenComment);
            }
            if looked_at > LONGEST_COMMENT {
                return self.syntax(SyntaxError::LongComment { most: LONGEST_COMMENT });
            }
            wanted = 2 * looked_at;
        };
        let ahead = self.input.ahead(length)?;
        // A command keeps its closing bracket.
        decode_comment(&ahead[skipped..length + 1 - skipped], &mut self.text);
        self.input.advance(length + 1);
        Ok(Token::Comment)
    }

    /// `; ...` up to the end of the line.
    fn line_comment(&mut self) -> Result<Token, LexerError> {
        let mut wanted = 256;
        let length = loop {
            let ahead = self.input.ahead(wanted)?;
            let end = ahead.iter().position(|&byte| is_line_end(byte));
            if let Some(length) = end.or((ahead.len() < wanted).then_some(ahead.len())) {
                break length;
            }
            if ahead.len() > LONGEST_COMMENT {
                return self.syntax(SyntaxError::LongComment { most: LONGEST_COMMENT });
            }
            wanted = 2 * ahead.len();
        };
        let ahead = self.input.ahead(length)?;
        decode_comment(&ahead[1..length], &mut self.text);
        self.input.advance(length);
        Ok(Token::Comment)
    }

    fn tag(&mut self) -> Result<Token, LexerError> {
        let place = self.input.place();
        let ahead = self.input.ahead(LONGEST_TAG)?;
        let at = 1 + blanks(&ahead[1..]);
        let length = name_length(&ahead[at..]);
        let value = at + length + blanks(&ahead[at + length..]);
        if length == 0 || ahead.get(value) != Some(&b'"') {
            return self.syntax(SyntaxError::Tag);
        }
        self.name.clear();
        self.name.extend(ahead[at..at + length].iter().map(|&byte| char::from(byte)));
        let Some((inner, behind)) = string(&ahead[value..], b']') else {
            let is_long = ahead.len() >= LONGEST_TAG && !ahead.iter().any(|&b| is_line_end(b));
            let long = SyntaxError::TooLong { what: "tag", most: LONGEST_TAG };
            let error = if is_long { long } else { SyntaxError::OpenTag };
            return Err(LexerError::Syntax(place, error));
        };
        decode(&inner, &mut self.text);
        self.input.advance(value + behind);
        Ok(Token::Tag)
    }

    /// `/FEN "..."/`
    fn setup(&mut self) -> Result<Token, LexerError> {
        let ahead = self.input.ahead(LONGEST_TAG)?;
        let mut at = 1 + blanks(&ahead[1..]);
        let is_fen = ahead[at..].get(..3).is_some_and(|word| word.eq_ignore_ascii_case(b"FEN"));
        at = (at + 3).min(ahead.len());
        at += blanks(&ahead[at..]);
        let found =
            if is_fen && ahead.get(at) == Some(&b'"') { string(&ahead[at..], b'/') } else { None };
        let Some((inner, behind)) = found else {
            return self.syntax(SyntaxError::Setup);
        };
        decode(&inner, &mut self.text);
        self.input.advance(at + behind);
        Ok(Token::Setup)
    }

    /// `$` and a number.
    fn nag(&mut self) -> Result<Token, LexerError> {
        let ahead = self.input.ahead(16)?;
        let digits = ahead[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = String::from_utf8_lossy(&ahead[1..1 + digits]);
        match text.parse() {
            Ok(nag) => {
                self.input.advance(1 + digits);
                Ok(Token::Nag(nag))
            }
            Err(_) => {
                let text = format!("${text}");
                self.syntax(SyntaxError::Word { text })
            }
        }
    }

    /// `(!)`, which is no variation.
    fn bracketed_mark(&mut self) -> Result<Token, LexerError> {
        let ahead = self.input.ahead(word::LONGEST)?;
        let length = marks(&ahead[1..]);
        if ahead.get(1 + length) == Some(&b')') {
            self.mark(1)
        } else {
            self.input.advance(1);
            Ok(Token::Open)
        }
    }

    /// `!?` and its like; of further signs the first two count. `around` bytes stand on each side.
    fn mark(&mut self, around: usize) -> Result<Token, LexerError> {
        let ahead = self.input.ahead(word::LONGEST)?;
        let length = marks(&ahead[around..]);
        let nag = match &ahead[around..around + length] {
            [b'!', b'!', ..] => 3,
            [b'?', b'?', ..] => 4,
            [b'!', b'?', ..] => 5,
            [b'?', b'!', ..] => 6,
            [b'!', ..] => 1,
            _ => 2,
        };
        self.input.advance(length + 2 * around);
        Ok(Token::Nag(nag))
    }
}

fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count()
}

fn marks(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| byte == b'!' || byte == b'?').count()
}

fn name_length(text: &[u8]) -> usize {
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    if text.first().is_some_and(u8::is_ascii_digit) {
        return 0;
    }
    text.iter().take_while(is_part).count()
}

/// A text in quotes at the beginning of `text`, and the bytes up to the sign that must follow, the
/// sign included. A quote that it does not follow, or that stands behind a backslash, is part of
/// the text. The sign may be missing at the end of a line if it is a bracket.
fn string(text: &[u8], close: u8) -> Option<(Vec<u8>, usize)> {
    let mut inner = Vec::new();
    let mut at = 1;
    loop {
        match *text.get(at..)? {
            [b'\\', escaped @ (b'"' | b'\\'), ..] => {
                inner.push(escaped);
                at += 2;
            }
            [b'"', ..] => {
                let behind = at + 1 + blanks(&text[at + 1..]);
                match text.get(behind) {
                    Some(&byte) if byte == close => return Some((inner, behind + 1)),
                    Some(&byte) if close == b']' && is_line_end(byte) => {
                        return Some((inner, behind));
                    }
                    None if close == b']' => return Some((inner, behind)),
                    _ => inner.push(b'"'),
                }
                at += 1;
            }
            [byte, ..] if !is_line_end(byte) => {
                inner.push(byte);
                at += 1;
            }
            _ => return None,
        }
    }
}

/// UTF-8 if it can be, else Latin-1.
fn decode(bytes: &[u8], text: &mut String) {
    text.clear();
    match std::str::from_utf8(bytes) {
        Ok(decoded) => text.push_str(decoded),
        Err(_) => text.extend(bytes.iter().map(|&byte| char::from(byte))),
    }
}

/// A comment, with its blanks and ends of lines made one blank each: lines may be filled anew.
fn decode_comment(bytes: &[u8], text: &mut String) {
    decode(bytes, text);
    let is_filled = |text: &str| {
        let mut last = ' ';
        text.chars().all(|c| {
            (!c.is_whitespace() || (c == ' ' && last != ' ')) && {
                last = c;
                true
            }
        }) && last != ' '
    };
    if !is_filled(text) {
        *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    // In braces, which are how comments are written, this sign would close the comment.
    if text.contains('}') {
        *text = text.replace('}', ")");
    }
}

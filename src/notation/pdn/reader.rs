//! Tokens in, games out: where one game ends and the next begins, and what a visitor is told of
//! it. Games of any number and length are read in constant memory; what is kept of them is the
//! visitor's affair. No rule of any game is known here.

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::ControlFlow;

use super::ending::Ending;
use super::fault::{Place, SyntaxError};
use super::lexer::{Lexer, LexerError, Token};

/// So many variations may be open at a time: each is kept in mind, and may be a step of recursion
/// for whoever writes them.
pub const MOST_NESTED: usize = 32;

/// So many tags may a game have.
pub const MOST_TAGS: usize = 256;

/// Something in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// `[Name "value"]`, before all moves.
    Tag(Cow<'a, str>, Cow<'a, str>),
    /// The number of a move, and whether more than one full stop tells that Black plays it.
    Number(u32, bool),
    /// A move, without blanks.
    Turn(Cow<'a, str>),
    /// `$5`, or a mark such as `!?` that means the same.
    Nag(u16),
    /// `{...}` or `;...`, with single blanks.
    Comment(Cow<'a, str>),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `/FEN "..."/`
    Setup(Cow<'a, str>),
    /// A result behind the moves.
    Ending(Ending),
}

impl Event<'_> {
    /// The event with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Event<'static> {
        let own = |text: Cow<str>| Cow::Owned(text.into_owned());
        match self {
            Event::Tag(name, value) => Event::Tag(own(name), own(value)),
            Event::Turn(text) => Event::Turn(own(text)),
            Event::Comment(text) => Event::Comment(own(text)),
            Event::Setup(text) => Event::Setup(own(text)),
            Event::Number(number, black) => Event::Number(number, black),
            Event::Nag(nag) => Event::Nag(nag),
            Event::Open => Event::Open,
            Event::Close => Event::Close,
            Event::Ending(ending) => Event::Ending(ending),
        }
    }
}

/// Someone who is told what a game holds, in the order of the file.
pub trait Visitor {
    /// What is made of a game.
    type Output;

    /// A game begins.
    fn begin(&mut self, place: Place);

    /// Something stands in it. Brackets come in pairs, tags before everything but comments. After
    /// a break nothing more of the game is told but its end.
    fn event(&mut self, place: Place, event: Event<'_>) -> ControlFlow<()>;

    /// The text is no PDN from here on. Nothing more of the game is told but its end.
    fn fault(&mut self, place: Place, error: SyntaxError);

    /// The game is over; behind a fault the place is where the next one is looked for.
    fn end(&mut self, place: Place) -> Self::Output;
}

/// Reads the games of a file, one after the other.
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// The names of the tags of the present game.
    names: Vec<String>,
}

/// How far the present game has come.
#[derive(Default)]
struct State {
    has_begun: bool,
    has_moves: bool,
    is_skipped: bool,
    /// Where the open variations begin.
    open: Vec<Place>,
}

impl<R: Read> Reader<R> {
    /// Reads from a stream of bytes, which needs no buffer.
    pub fn new(reader: R) -> Reader<R> {
        Reader { lexer: Lexer::new(reader), names: Vec::new() }
    }

    /// Reads the next game; none if there are no more.
    ///
    /// # Errors
    /// Those of the stream. What is wrong with a game the visitor is told.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<Option<V::Output>> {
        let mut state = State::default();
        self.names.clear();
        loop {
            let next = self.lexer.peek()?;
            let place = self.lexer.place();
            if next.is_none() || self.is_at_next_game(&state)? {
                if let (Some(&open), false) = (state.open.last(), state.is_skipped) {
                    visitor.fault(open, SyntaxError::OpenVariation);
                }
                return Ok(state.has_begun.then(|| visitor.end(place)));
            }
            let token = match self.lexer.next() {
                Ok(token) => self.check(token, &state).map_err(|error| (place, error)),
                Err(LexerError::Syntax(place, error)) => Err((place, error)),
                Err(LexerError::Io(error)) => return Err(error),
            };
            let is_over = matches!(token, Ok(Token::Ending(_))) && state.open.is_empty();
            let is_nothing = matches!(token, Ok(Token::Ending(_) | Token::Star | Token::Nothing));
            if !state.has_begun && is_nothing {
                // A result that stands alone only separates games.
                continue;
            }
            if !std::mem::replace(&mut state.has_begun, true) {
                visitor.begin(place);
            }
            match token {
                Ok(token) => {
                    let is_over = self.tell(visitor, place, token, &mut state)? || is_over;
                    if is_over {
                        self.last_comments(visitor, &state)?;
                        return Ok(Some(visitor.end(self.lexer.place())));
                    }
                }
                Err((place, error)) => {
                    if !state.is_skipped {
                        visitor.fault(place, error);
                    }
                    self.lexer.skip_to_tag(!state.has_moves)?;
                    return Ok(Some(visitor.end(self.lexer.place())));
                }
            }
        }
    }

    /// Whether a tag comes next that belongs to another game: one behind moves, or one that the
    /// game has already, an empty line before it.
    fn is_at_next_game(&mut self, state: &State) -> io::Result<bool> {
        if !state.has_begun || !self.lexer.is_at_tag()? {
            return Ok(false);
        }
        if state.has_moves {
            return Ok(true);
        }
        let names = &self.names;
        Ok(self.lexer.is_apart && {
            let name = self.lexer.name_ahead()?;
            names.iter().any(|known| known.as_bytes() == name)
        })
    }

    /// Whether a token may stand where it does.
    fn check(&mut self, token: Token, state: &State) -> Result<Token, SyntaxError> {
        match token {
            Token::Open if state.open.len() == MOST_NESTED => {
                Err(SyntaxError::Nesting { most: MOST_NESTED })
            }
            Token::Close if state.open.is_empty() => Err(SyntaxError::Stray { sign: ')' }),
            Token::Tag if self.names.len() == MOST_TAGS => {
                Err(SyntaxError::Tags { most: MOST_TAGS })
            }
            _ => Ok(token),
        }
    }

    /// Tells the visitor of a token; whether it ends the game.
    fn tell<V: Visitor>(
        &mut self,
        visitor: &mut V,
        place: Place,
        token: Token,
        state: &mut State,
    ) -> io::Result<bool> {
        state.has_moves |= !matches!(token, Token::Tag | Token::Comment | Token::Nothing);
        let mut is_over = false;
        let event = match token {
            Token::Tag => {
                self.names.push(self.lexer.name.clone());
                Event::Tag(Cow::Borrowed(&self.lexer.name), Cow::Borrowed(&self.lexer.text))
            }
            Token::Comment if self.lexer.text.is_empty() => return Ok(false),
            Token::Comment => Event::Comment(Cow::Borrowed(&self.lexer.text)),
            Token::Setup => Event::Setup(Cow::Borrowed(&self.lexer.text)),
            Token::Turn => Event::Turn(Cow::Borrowed(&self.lexer.text)),
            Token::Number(number, black) => Event::Number(number, black),
            Token::Nag(nag) => Event::Nag(nag),
            Token::Open => {
                state.open.push(place);
                Event::Open
            }
            Token::Close => {
                state.open.pop();
                Event::Close
            }
            // Within a variation it is a remark.
            Token::Ending(_) if !state.open.is_empty() => return Ok(false),
            Token::Ending(ending) => Event::Ending(ending),
            Token::Star => {
                let is_glued = self.lexer.is_glued;
                if self.lexer.goes_on(is_glued)? || !state.open.is_empty() {
                    Event::Nag(FORCED)
                } else {
                    is_over = true;
                    Event::Ending(Ending::Open)
                }
            }
            Token::Nothing => return Ok(false),
        };
        if !state.is_skipped {
            state.is_skipped = visitor.event(place, event).is_break();
        }
        Ok(is_over)
    }

    /// Comments behind the result belong to the game that is over.
    fn last_comments<V: Visitor>(&mut self, visitor: &mut V, state: &State) -> io::Result<()> {
        while let Some(b'{' | b';') = self.lexer.peek()? {
            if self.lexer.is_apart {
                break;
            }
            let place = self.lexer.place();
            match self.lexer.next() {
                Err(LexerError::Io(error)) => return Err(error),
                Err(LexerError::Syntax(place, error)) => {
                    if !state.is_skipped {
                        visitor.fault(place, error);
                    }
                    return self.lexer.skip_to_tag(false);
                }
                Ok(_) if state.is_skipped || self.lexer.text.is_empty() => {}
                Ok(_) => {
                    // The game is over anyway.
                    let _ = visitor.event(place, Event::Comment(Cow::Borrowed(&self.lexer.text)));
                }
            }
        }
        Ok(())
    }
}

/// The mark of a move that is forced.
const FORCED: u16 = 7;

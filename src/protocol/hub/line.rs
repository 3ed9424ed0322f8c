//! One Hub line taken apart: `command name=value name="a value" flag`. Blanks may stand round
//! `=`; a value with blanks stands between quotation marks, which cannot be escaped.

/// An argument: a name and its value, or a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name.
    pub name: String,
    /// The value; none if it is a flag.
    pub value: Option<String>,
}

/// A line taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The first word; empty if the line is.
    pub command: String,
    /// The arguments, in their order.
    pub arguments: Vec<Argument>,
}

/// A line that has not the form of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A quotation mark without another behind it.
    #[error("a quotation mark is not closed")]
    OpenQuote,
    /// `=` where a name should stand.
    #[error("a value has no name before its '='")]
    NoName,
    /// `=` at the start of the line or behind its first word.
    #[error("a command comes first, without '='")]
    NoCommand,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Quoted(String),
    Equals,
}

impl Line {
    /// Takes a line apart.
    ///
    /// # Errors
    /// If it has not the form of a line.
    pub fn parse(text: &str) -> Result<Line, LineError> {
        let mut tokens = tokens(text)?.into_iter().peekable();
        let mut line = Line::default();
        match tokens.next() {
            None => return Ok(line),
            Some(Token::Word(command) | Token::Quoted(command)) => line.command = command,
            Some(Token::Equals) => return Err(LineError::NoCommand),
        }
        if tokens.peek() == Some(&Token::Equals) {
            return Err(LineError::NoCommand);
        }
        while let Some(token) = tokens.next() {
            let (Token::Word(name) | Token::Quoted(name)) = token else {
                return Err(LineError::NoName);
            };
            let mut value = None;
            if tokens.next_if_eq(&Token::Equals).is_some() {
                value = match tokens.next_if(|token| *token != Token::Equals) {
                    Some(Token::Word(value) | Token::Quoted(value)) => Some(value),
                    _ => Some(String::new()),
                };
            }
            line.arguments.push(Argument { name, value });
        }
        Ok(line)
    }

    /// The value of the last argument of this name; a flag has an empty value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let argument = self.arguments.iter().rev().find(|argument| argument.name == name)?;
        Some(argument.value.as_deref().unwrap_or_default())
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, LineError> {
    // Windows programs may begin a file with a byte order mark.
    let is_blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
    let mut tokens = Vec::new();
    let mut rest = text.trim_matches(is_blank);
    while let Some(first) = rest.chars().next() {
        if first == '=' {
            tokens.push(Token::Equals);
            rest = &rest[1..];
        } else if first == '"' {
            let end = rest[1..].find('"').ok_or(LineError::OpenQuote)?;
            tokens.push(Token::Quoted(rest[1..=end].to_owned()));
            rest = &rest[end + 2..];
        } else {
            let end = rest.find(|c: char| c == '=' || c == '"' || is_blank(c));
            let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
            tokens.push(Token::Word(word.to_owned()));
            rest = behind;
        }
        rest = rest.trim_start_matches(is_blank);
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(name: &str, value: Option<&str>) -> Argument {
        Argument { name: name.to_owned(), value: value.map(str::to_owned) }
    }

    #[test]
    fn values_flags_quotes_and_blanks_are_told_apart() {
        let line = Line::parse("  pos\tpos = W moves=\"32-28 18-23\" start x=\"\" y=\r").unwrap();
        assert_eq!(line.command, "pos");
        assert_eq!(
            line.arguments,
            [
                argument("pos", Some("W")),
                argument("moves", Some("32-28 18-23")),
                argument("start", None),
                argument("x", Some("")),
                argument("y", Some("")),
            ]
        );
        assert_eq!(line.get("moves"), Some("32-28 18-23"));
        assert_eq!(line.get("start"), Some(""));
        assert_eq!(line.get("z"), None);
    }

    #[test]
    fn the_last_of_two_values_counts() {
        assert_eq!(Line::parse("level depth=1 depth=2").unwrap().get("depth"), Some("2"));
    }

    #[test]
    fn an_empty_line_has_an_empty_command() {
        assert_eq!(Line::parse(" \t\r").unwrap(), Line::default());
        assert_eq!(Line::parse("\0").unwrap(), Line::default());
        assert_eq!(Line::parse("\u{feff}hub\r").unwrap().command, "hub");
    }

    #[test]
    fn a_broken_line_is_refused() {
        assert_eq!(Line::parse("=x"), Err(LineError::NoCommand));
        assert_eq!(Line::parse("pos =x"), Err(LineError::NoCommand));
        assert_eq!(Line::parse("pos a==x"), Err(LineError::NoName));
        assert_eq!(Line::parse("pos pos=\"W"), Err(LineError::OpenQuote));
    }
}

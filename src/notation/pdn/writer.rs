//! Games as PDN 3.0: tags in the standard's order, none of them empty; lines of moves filled up to
//! a width; landing squares of captures only where they are needed.

use super::board::file_fen;
use super::game_type::{GameType, suffix};
use super::record::{Item, Played, Record};
use crate::game::Facts;
use crate::games::Variant;

/// The length that lines of moves do not pass if they can be broken.
const WIDTH: usize = 80;

/// The tags that come first, in their order; the result follows.
pub(super) const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

impl Record {
    /// All tags in the order of the standard, those too that fields tell.
    #[must_use]
    pub fn all_tags(&self) -> Vec<(&str, String)> {
        let is_first = |(name, _): &&(String, String)| ROSTER.contains(&name.as_str());
        let first = self.tags.iter().take_while(is_first).count();
        let mut tags: Vec<(&str, String)> = Vec::new();
        tags.extend(self.tags[..first].iter().map(|(name, value)| (name.as_str(), value.clone())));
        let facts = self.variant.facts();
        let game_type = GameType::of(facts);
        tags.push(("Result", self.ending_text().to_owned()));
        if let Some(number) = game_type.number {
            tags.push(("GameType", format!("{number}{}", suffix(facts, self.naming))));
        }
        if let Some(name) = game_type.name {
            tags.push(("Variant", name.to_owned()));
        }
        if self.is_set_up {
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", file_fen(&self.start.fen, facts)));
        }
        tags.extend(self.tags[first..].iter().map(|(name, value)| (name.as_str(), value.clone())));
        tags
    }

    /// The result as the game's players write it.
    #[must_use]
    pub fn ending_text(&self) -> &'static str {
        self.ending.write(GameType::of(self.variant.facts()).has_two_points())
    }

    /// The tags, a line each, and an empty line.
    #[must_use]
    pub fn write_tags(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.all_tags() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        text.push('\n');
        text
    }

    /// The game as PDN. A file is such games with empty lines between them.
    #[must_use]
    pub fn write(&self) -> String {
        let mut movetext = Movetext::new(self.variant);
        for item in &self.items {
            movetext.item(item);
        }
        movetext.word(self.ending_text());
        let mut text = self.write_tags();
        text.push_str(&movetext.text);
        text.push('\n');
        text
    }
}

/// The text of moves, as it grows.
pub struct Movetext {
    /// What has been written.
    pub text: String,
    /// Where the last line of it begins.
    line: usize,
    /// Whether the next move needs its number even if it is the second of the two.
    is_apart: bool,
    facts: &'static Facts,
    width: usize,
}

impl Movetext {
    /// Nothing yet of a game.
    #[must_use]
    pub fn new(variant: Variant) -> Movetext {
        let facts = variant.facts();
        Movetext { text: String::new(), line: 0, is_apart: true, facts, width: WIDTH }
    }

    /// The same, all in one line.
    #[must_use]
    pub fn in_one_line(variant: Variant) -> Movetext {
        Movetext { width: usize::MAX, ..Movetext::new(variant) }
    }

    /// Writes what stands in a game.
    pub fn item(&mut self, item: &Item) {
        match item {
            Item::Turn(played) => self.turn(played),
            Item::Nag(nag) => self.word(&format!("${nag}")),
            Item::Comment(text) => self.comment(text),
            Item::Open => self.apart("("),
            Item::Close => self.apart(")"),
            Item::Setup(position) => {
                let fen = file_fen(&position.fen, self.facts);
                self.apart(&format!("/FEN \"{fen}\"/"));
            }
        }
    }

    fn turn(&mut self, played: &Played) {
        if played.side == self.facts.first {
            self.word(&format!("{}.", played.number));
        } else if self.is_apart {
            self.word(&format!("{}...", played.number));
        }
        self.is_apart = false;
        self.word(&played.text);
    }

    /// Writes a comment, which may be broken at its blanks.
    fn comment(&mut self, text: &str) {
        let mut words = text.split(' ').peekable();
        let mut is_first = true;
        while let Some(word) = words.next() {
            let open = if std::mem::take(&mut is_first) { "{" } else { "" };
            let close = if words.peek().is_none() { "}" } else { "" };
            self.word(&format!("{open}{word}{close}"));
        }
        self.is_apart = true;
    }

    fn apart(&mut self, word: &str) {
        self.word(word);
        self.is_apart = true;
    }

    /// Writes something that stands between blanks.
    pub fn word(&mut self, word: &str) {
        let length = self.text.len() - self.line;
        if length > 0 {
            let ends_line = length.saturating_add(1 + word.len()) > self.width;
            self.text.push(if ends_line { '\n' } else { ' ' });
            if ends_line {
                self.line = self.text.len();
            }
        }
        self.text.push_str(word);
    }
}

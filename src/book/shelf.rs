//! The books that are part of the program, which `books/build` makes, and the one that a user has put
//! in their place.

use std::path::Path;

use super::Book;
use super::format::{FileError, FormatError};
use crate::games::Variant;

/// The files.
const BOOKS: &[(Variant, &[u8])] = &[
    (Variant::Poddavki, include_bytes!("../../books/poddavki.dbook")),
    (Variant::Impasse, include_bytes!("../../books/impasse.dbook")),
    (Variant::Extreme, include_bytes!("../../books/extreme.dbook")),
    (Variant::International, include_bytes!("../../books/normal.dbook")),
];

/// The games that have one.
pub fn games() -> impl Iterator<Item = Variant> {
    BOOKS.iter().map(|&(variant, _)| variant)
}

/// The book of a game, if there is one.
///
/// # Errors
/// If it has been damaged.
pub fn book(variant: Variant) -> Result<Option<Book>, FormatError> {
    let found = BOOKS.iter().find(|&&(own, _)| own == variant);
    found.map(|(_, bytes)| Book::from_bytes(bytes)).transpose()
}

/// Where an engine finds its book.
#[derive(Debug, Default)]
pub struct Shelf {
    /// The user's.
    own: Option<Book>,
    /// The one of the program for the game that was played last.
    part: Option<(Variant, Option<Book>)>,
}

impl Shelf {
    /// Takes the user's book from a file; away if the path is empty.
    ///
    /// # Errors
    /// If the file cannot be read, or is no book; nothing changes then.
    pub fn put(&mut self, path: &str) -> Result<(), FileError> {
        self.own = if path.is_empty() { None } else { Some(Book::load(Path::new(path))?) };
        Ok(())
    }

    /// The user's book, whatever game it is of, or the one of the program.
    pub fn book(&mut self, variant: Variant) -> Option<&Book> {
        if self.own.is_some() {
            return self.own.as_ref();
        }
        if self.part.as_ref().is_none_or(|&(game, _)| game != variant) {
            let read = book(variant).inspect_err(|error| log::error!("the book: {error}"));
            self.part = Some((variant, read.unwrap_or_default()));
        }
        self.part.as_ref()?.1.as_ref()
    }
}

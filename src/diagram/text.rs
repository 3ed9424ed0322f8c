//! A board drawn with letters, or with colours on a terminal.

use std::fmt::Write as _;

use super::Drawing;
use crate::game::UpperPiece;

impl Drawing<'_> {
    /// Rows and columns named as in the algebraic notation, `.` for a free square, blank for one
    /// that is not played on.
    #[must_use]
    pub fn text(&self) -> String {
        let cell = |column, row| {
            let piece = self.piece_at(column, row).map_or(' ', |piece| match piece {
                'e' => '.',
                piece => piece,
            });
            format!(" {piece}")
        };
        self.rows(2, cell)
    }

    /// The same with coloured squares, for a terminal that understands ANSI escapes and Unicode.
    #[must_use]
    pub fn ansi(&self) -> String {
        const LIGHT: u8 = 223;
        const DARK: u8 = 137;
        const MARKED: u8 = 173;
        let upper = match self.facts.upper {
            UpperPiece::King => " ♛  ",
            UpperPiece::Double => " ●● ",
        };
        let cell = |column, row| {
            let square = self.facts.squares.at(column, row);
            let is_marked = square.is_some_and(|square| self.marks.touch(square));
            let is_dark = self.facts.squares.is_dark(column, row);
            let ground = if is_marked {
                MARKED
            } else if is_dark {
                DARK
            } else {
                LIGHT
            };
            let (piece, colour) = match self.piece_at(column, row) {
                Some('w') => (" ●  ", 231),
                Some('W') => (upper, 231),
                Some('b') => (" ●  ", 16),
                Some('B') => (upper, 16),
                _ => ("    ", 16),
            };
            format!("\x1b[48;5;{ground}m\x1b[38;5;{colour}m{piece}\x1b[0m")
        };
        self.rows(4, cell)
    }

    /// Cells of a width, with the names of rows and columns.
    fn rows(&self, width: usize, cell: impl Fn(usize, usize) -> String) -> String {
        let board = &self.facts.squares;
        let mut text = String::new();
        for row in 0..board.height {
            // Writing to a String cannot fail.
            let _ = write!(text, "{:2} ", board.height - row);
            (0..board.width).for_each(|column| text.push_str(&cell(column, row)));
            text.push('\n');
        }
        text.push_str("   ");
        for column in 0..board.width {
            let letter = char::from(b'a' + column as u8);
            let before = width / 2;
            let _ = write!(text, "{:before$}{letter}{:after$}", "", "", after = width - before - 1);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }
}

//! A board drawn with letters, or with colours on a terminal.

use std::fmt::Write as _;

use super::Drawing;
use crate::game::UpperPiece;
use crate::notation::square::Layout;

impl Drawing<'_> {
    /// Rows and columns named as in the algebraic notation, `.` for a free square, blank for one
    /// that is not played on. Points have their lines between them.
    #[must_use]
    pub fn text(&self) -> String {
        let cell = |column, row| {
            let piece = self.piece_at(column, row).map_or(' ', |piece| match piece {
                'e' => '.',
                piece => piece,
            });
            format!("{}{piece}", if self.is_joined(column) { '-' } else { ' ' })
        };
        let between = |column, row| {
            let diagonal = match self.diagonal(column, row) {
                Some(true) => '\\',
                Some(false) => '/',
                None => ' ',
            };
            format!("{diagonal}|")
        };
        self.rows(2, cell, between)
    }

    /// Whether the board is one of points, and a line leads to the left from those of a column.
    fn is_joined(&self, column: usize) -> bool {
        let board = &self.facts.squares;
        board.layout == Layout::Points && (1..board.width).contains(&column)
    }

    /// Whether the diagonal to the left of a column, below a row, leads down to the right; there
    /// is none outside.
    fn diagonal(&self, column: usize, row: usize) -> Option<bool> {
        let board = &self.facts.squares;
        let above = board.at(column.checked_sub(1)?, row)?;
        let below = board.at(column, row + 1)?;
        Some(board.joined(above).any(|next| next == below))
    }

    /// The same with coloured squares, for a terminal that understands ANSI escapes and Unicode.
    #[must_use]
    pub fn ansi(&self) -> String {
        const LIGHT: u8 = 223;
        const DARK: u8 = 137;
        const MARKED: u8 = 173;
        let upper = match self.facts.upper {
            UpperPiece::King | UpperPiece::None => " ♛  ",
            UpperPiece::Double => " ●● ",
        };
        let is_lined = self.facts.squares.layout == Layout::Points;
        let cell = |column, row| {
            let square = self.facts.squares.at(column, row);
            let is_marked = square.is_some_and(|square| self.marks.touch(square));
            let is_dark = self.facts.squares.is_dark(column, row);
            let ground = if is_marked {
                MARKED
            } else if is_dark || is_lined {
                DARK
            } else {
                LIGHT
            };
            let (piece, colour) = match self.piece_at(column, row) {
                Some('e') if is_lined => (" •  ", 16),
                Some('w') => (" ●  ", 231),
                Some('W') => (upper, 231),
                Some('b') => (" ●  ", 16),
                Some('B') => (upper, 16),
                _ => ("    ", 16),
            };
            let ground = format!("\x1b[48;5;{ground}m");
            if !is_lined {
                return format!("{ground}\x1b[38;5;{colour}m{piece}\x1b[0m");
            }
            let left = if self.is_joined(column) { '─' } else { ' ' };
            let right = if self.is_joined(column + 1) { "──" } else { "  " };
            let piece = piece.trim();
            format!(
                "{ground}\x1b[38;5;16m{left}\x1b[38;5;{colour}m{piece}\x1b[38;5;16m{right}\x1b[0m"
            )
        };
        let between = |column, row| {
            let diagonal = match self.diagonal(column + 1, row) {
                Some(true) => '╲',
                Some(false) => '╱',
                None => ' ',
            };
            format!("\x1b[48;5;{DARK}m\x1b[38;5;16m │ {diagonal}\x1b[0m")
        };
        self.rows(4, cell, between)
    }

    /// Cells of a width, with the names of rows and columns; on a board of points, what is
    /// between a row and the next too.
    fn rows(
        &self,
        width: usize,
        cell: impl Fn(usize, usize) -> String,
        between: impl Fn(usize, usize) -> String,
    ) -> String {
        let board = &self.facts.squares;
        let mut text = String::new();
        for row in 0..board.height {
            // Writing to a String cannot fail.
            let _ = write!(text, "{:2} ", board.height - row);
            (0..board.width).for_each(|column| text.push_str(&cell(column, row)));
            text.push('\n');
            if board.layout == Layout::Points && row + 1 < board.height {
                text.push_str("   ");
                (0..board.width).for_each(|column| text.push_str(&between(column, row)));
                text.push('\n');
            }
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

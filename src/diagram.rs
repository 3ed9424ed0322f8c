//! A board drawn with letters. It knows squares and pieces, but no rules.

use crate::game::Facts;

/// Draws a Hub position: rows and columns named as in the algebraic notation, `.` for a free
/// square, blank for one that is not played on.
#[must_use]
pub fn text(facts: &Facts, hub: &str) -> String {
    let board = &facts.squares;
    let pieces: Vec<char> = hub.chars().skip(1).collect();
    let mut text = String::new();
    for row in 0..board.height {
        text.push_str(&format!("{:2} ", board.height - row));
        for column in 0..board.width {
            let piece = board.at(column, row).map_or(' ', |square| match pieces.get(square) {
                None | Some('e') => '.',
                Some(&piece) => piece,
            });
            text.push(' ');
            text.push(piece);
        }
        text.push('\n');
    }
    text.push_str("   ");
    for column in 0..board.width {
        text.push(' ');
        text.push(char::from(b'a' + column as u8));
    }
    text.push('\n');
    text
}

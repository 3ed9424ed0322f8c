//! Pictures of a position: with letters, with colours for a terminal, as SVG. They are made from
//! the texts of Hub alone and know no rules.

mod svg;
mod text;

use crate::game::Facts;

/// A position to be drawn, and the turn that led to it.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    facts: &'a Facts,
    /// What stands on each square: `w b W B e`.
    pieces: Vec<char>,
    marks: Marks,
}

/// What of the last turn is shown, by squares in the Hub order from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Marks {
    /// From and to.
    arrows: Vec<(usize, usize)>,
    /// What was taken off.
    taken: Vec<usize>,
}

impl<'a> Drawing<'a> {
    /// Draws a Hub position of the game.
    #[must_use]
    pub fn new(facts: &'a Facts, hub: &str) -> Drawing<'a> {
        Drawing { facts, pieces: hub.chars().skip(1).collect(), marks: Marks::default() }
    }

    /// Shows the last turn too, told by its Hub text.
    #[must_use]
    pub fn after(mut self, turn: &str) -> Drawing<'a> {
        self.marks = Marks::read(turn);
        self
    }

    fn piece_at(&self, column: usize, row: usize) -> Option<char> {
        let square = self.facts.squares.at(column, row)?;
        Some(self.pieces.get(square).copied().unwrap_or('e'))
    }
}

impl Marks {
    /// Reads `32-28`, `28x19x23`, `3-8+14`, `17-0+22`: the numbers behind `x` from the third on are
    /// taken off, one behind `+` comes to where the turn goes, 0 is off the board.
    fn read(turn: &str) -> Marks {
        let turn = turn.strip_suffix("+K").unwrap_or(turn);
        let (main, crown) = turn.split_once('+').unwrap_or((turn, ""));
        let square =
            |text: &str| text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let mut parts = main.split(['-', 'x']).map(square);
        let mut marks = Marks::default();
        let from = parts.next().flatten();
        let to = parts.next().flatten();
        match (from, to) {
            (Some(from), Some(to)) => marks.arrows.push((from, to)),
            (Some(from), None) => marks.taken.push(from),
            _ => {}
        }
        if let (Some(crown), Some(base)) = (square(crown), to.filter(|_| !crown.is_empty())) {
            marks.arrows.push((crown, base));
        }
        marks.taken.extend(parts.flatten());
        marks
    }

    fn touch(&self, square: usize) -> bool {
        self.arrows.iter().any(|&(from, to)| from == square || to == square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Variant;

    #[test]
    fn the_last_turn_is_read_from_its_text() {
        let marks = |arrows: &[(usize, usize)], taken: &[usize]| Marks {
            arrows: arrows.to_vec(),
            taken: taken.to_vec(),
        };
        assert_eq!(Marks::read("32-28"), marks(&[(31, 27)], &[]));
        assert_eq!(Marks::read("28x19x23x14"), marks(&[(27, 18)], &[22, 13]));
        assert_eq!(Marks::read("23x14x18x19+K"), marks(&[(22, 13)], &[17, 18]));
        assert_eq!(Marks::read("3-8+14"), marks(&[(2, 7), (13, 7)], &[]));
        assert_eq!(Marks::read("17-0"), marks(&[], &[16]));
    }

    #[test]
    fn points_stand_on_their_lines() {
        let game = Variant::Alquerque.game();
        let hub = game.hub();
        let drawing = Drawing::new(game.facts(), &hub);
        let lines: Vec<_> = vec![
            r" 5  b-b-b-b-b",
            r"    |\|/|\|/|",
            r" 4  b-b-b-b-b",
            r"    |/|\|/|\|",
            r" 3  b-b-.-w-w",
            r"    |\|/|\|/|",
            r" 2  w-w-w-w-w",
            r"    |/|\|/|\|",
            r" 1  w-w-w-w-w",
            r"    a b c d e",
        ];
        assert_eq!(drawing.text().lines().collect::<Vec<_>>(), lines);
        // Twenty steps in the rows, twenty in the columns, one diagonal in each of 16 cells.
        assert_eq!(drawing.svg(true).matches("<line").count(), 56);
    }

    #[test]
    fn every_game_has_its_pictures() {
        for &variant in Variant::ALL {
            let game = variant.game();
            let facts = game.facts();
            let drawing = Drawing::new(facts, &game.hub()).after("1-2");
            let letters = drawing.text();
            let between =
                if facts.squares.joined(0).count() > 0 { facts.squares.height - 1 } else { 0 };
            assert_eq!(letters.lines().count(), facts.squares.height + between + 1);
            let pieces = game.hub().chars().skip(1).filter(|c| *c != 'e').count();
            let drawn = letters.chars().filter(|c| "wWB".contains(*c)).count()
                + letters.lines().rev().skip(1).flat_map(str::chars).filter(|c| *c == 'b').count();
            assert_eq!(drawn, pieces, "{variant}");
            assert!(drawing.ansi().contains("\x1b[0m"));
            let svg = drawing.svg(true);
            assert!(svg.contains("<svg") && svg.trim_end().ends_with("</svg>"));
        }
    }
}

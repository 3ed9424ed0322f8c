//! The squares of a board and their names. A square is told by its place in the Hub order, from
//! 0: row by row from the top left, White at the bottom.

/// Which squares of the rectangle are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Every second square, the bottom left one among them (a1).
    Dark,
    /// Every second square, the bottom right one among them: the board seen in a mirror.
    Mirrored,
    /// Every square.
    All,
    /// Every one, and they are points on lines: the rows, the columns, and the diagonals through
    /// every second point, the corners among them.
    Points,
}

/// The playing squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    /// Squares in a row, played on or not.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Which of them are played on.
    pub layout: Layout,
}

impl Squares {
    /// The 32 dark squares of the board of 8x8.
    pub const DARK_8: Squares = Squares { width: 8, height: 8, layout: Layout::Dark };
    /// The 50 dark squares of the board of 10x10.
    pub const DARK_10: Squares = Squares { width: 10, height: 10, layout: Layout::Dark };
    /// The 32 squares of the mirrored board of 8x8.
    pub const MIRRORED_8: Squares = Squares { width: 8, height: 8, layout: Layout::Mirrored };
    /// The 72 dark squares of the board of 12x12.
    pub const DARK_12: Squares = Squares { width: 12, height: 12, layout: Layout::Dark };
    /// All 64 squares of the board of 8x8.
    pub const ALL_8: Squares = Squares { width: 8, height: 8, layout: Layout::All };
    /// The 25 points of the board of alquerque.
    pub const POINTS_5: Squares = Squares { width: 5, height: 5, layout: Layout::Points };

    /// How many squares there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.height * self.row()
    }

    /// Playing squares in a row.
    #[must_use]
    pub const fn row(&self) -> usize {
        match self.layout {
            Layout::Dark | Layout::Mirrored => self.width / 2,
            Layout::All | Layout::Points => self.width,
        }
    }

    /// Column from the left and row from the top, both from 0.
    #[must_use]
    pub const fn place(&self, square: usize) -> (usize, usize) {
        let row = square / self.row();
        let column = square % self.row();
        match self.layout {
            Layout::All | Layout::Points => (column, row),
            _ => (2 * column + self.first_column(row), row),
        }
    }

    /// The square at a column and row, if it is played on.
    #[must_use]
    pub const fn at(&self, column: usize, row: usize) -> Option<usize> {
        if column >= self.width || row >= self.height {
            return None;
        }
        match self.layout {
            Layout::All | Layout::Points => Some(row * self.row() + column),
            _ if column % 2 != self.first_column(row) => None,
            _ => Some(row * self.row() + column / 2),
        }
    }

    /// Whether a square is drawn dark: those that are played on; if all are, a1 and every second.
    #[must_use]
    pub const fn is_dark(&self, column: usize, row: usize) -> bool {
        match self.layout {
            Layout::All | Layout::Points => (column + self.height - 1 - row).is_multiple_of(2),
            _ => self.at(column, row).is_some(),
        }
    }

    /// The column of the first playing square of a row.
    const fn first_column(&self, row: usize) -> usize {
        match self.layout {
            Layout::Dark => (self.height - 1 - row) % 2,
            Layout::Mirrored => (self.height - row) % 2,
            Layout::All | Layout::Points => 0,
        }
    }

    /// The points that lines join to a point, none for a square.
    pub fn joined(&self, point: usize) -> impl Iterator<Item = usize> + '_ {
        let (column, row) = self.place(point);
        let is_crossing = (column + row).is_multiple_of(2);
        (0..self.count()).filter(move |&other| {
            let (other_column, other_row) = self.place(other);
            let apart = (column.abs_diff(other_column), row.abs_diff(other_row));
            self.layout == Layout::Points
                && match apart {
                    (0, 1) | (1, 0) => true,
                    (1, 1) => is_crossing,
                    _ => false,
                }
        })
    }

    /// The number of the square in the books that count row by row from a1 upwards (the Russian
    /// way), from 1. The same formula leads back.
    #[must_use]
    pub const fn upward(&self, number: usize) -> usize {
        let row = (number - 1) / self.row();
        (self.height - 1 - row) * self.row() + (number - 1) % self.row() + 1
    }

    /// The algebraic name, such as `c3`.
    #[must_use]
    pub fn name(&self, square: usize) -> String {
        let (column, row) = self.place(square);
        format!("{}{}", char::from(b'a' + column as u8), self.height - row)
    }

    /// The square that an algebraic name means.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<usize> {
        let letter = name.bytes().next().filter(u8::is_ascii_lowercase)?;
        let rank: usize = digits(&name[1..])?;
        self.at(usize::from(letter - b'a'), self.height.checked_sub(rank)?)
    }

    /// The square that a number (from 1, in the Hub order) means.
    #[must_use]
    pub fn numbered(&self, number: &str) -> Option<usize> {
        digits(number).filter(|n| (1..=self.count()).contains(n)).map(|n| n - 1)
    }

    /// The square that a name or a number means.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<usize> {
        self.named(text).or_else(|| self.numbered(text))
    }
}

/// A number of digits only: no sign, no blank.
fn digits(text: &str) -> Option<usize> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::Squares;

    #[test]
    fn names_lead_back_to_their_squares() {
        for squares in [
            Squares::DARK_8,
            Squares::DARK_10,
            Squares::DARK_12,
            Squares::MIRRORED_8,
            Squares::ALL_8,
            Squares::POINTS_5,
        ] {
            for square in 0..squares.count() {
                assert_eq!(squares.named(&squares.name(square)), Some(square));
                assert_eq!(squares.read(&(square + 1).to_string()), Some(square));
                assert_eq!(squares.upward(squares.upward(square + 1)), square + 1);
            }
        }
    }

    #[test]
    fn lines_join_points_and_no_squares() {
        let names = |name: &str| {
            let board = Squares::POINTS_5;
            let point = board.named(name).unwrap();
            board.joined(point).map(|next| board.name(next)).collect::<Vec<_>>()
        };
        assert_eq!(names("a1"), ["a2", "b2", "b1"]);
        assert_eq!(names("c2"), ["c3", "b2", "d2", "c1"]);
        assert_eq!(names("c3"), ["b4", "c4", "d4", "b3", "d3", "b2", "c2", "d2"]);
        assert_eq!(Squares::ALL_8.joined(9).count(), 0);
    }

    #[test]
    fn the_corners_have_their_known_names() {
        assert_eq!(Squares::DARK_8.name(0), "b8");
        assert_eq!(Squares::DARK_8.name(28), "a1");
        assert_eq!(Squares::DARK_8.name(31), "g1");
        assert_eq!(Squares::DARK_8.upward(1), 29);
        assert_eq!(Squares::DARK_10.name(45), "a1");
        assert_eq!(Squares::DARK_12.name(71), "k1");
        assert_eq!(Squares::MIRRORED_8.name(0), "a8");
        assert_eq!(Squares::MIRRORED_8.name(31), "h1");
        assert_eq!(Squares::ALL_8.name(0), "a8");
        assert_eq!(Squares::ALL_8.name(63), "h1");
        assert_eq!(Squares::POINTS_5.name(0), "a5");
        assert_eq!(Squares::POINTS_5.name(24), "e1");
    }

    #[test]
    fn what_is_no_square_is_none() {
        for text in [
            "",
            "0",
            "33",
            "a2",
            "i1",
            "a9",
            "a0",
            "+1",
            "1a",
            "é1",
            "a",
            "99999999999999999999999",
        ] {
            assert_eq!(Squares::DARK_8.read(text), None, "{text}");
        }
    }
}

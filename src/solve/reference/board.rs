//! A board as columns and rows, and its squares by the numbers of Hub, from 0.

/// A step of so many columns to the right and rows down.
pub type Step = (i32, i32);

/// A board, White at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// The dark squares of so many columns and rows, one of them at the bottom left.
    Dark(i32),
    /// The dark squares of 8x8, one of them at the bottom right.
    Mirrored,
    /// All squares of 8x8.
    All,
}

impl Board {
    /// How many columns and rows it has.
    pub fn size(self) -> i32 {
        match self {
            Board::Dark(size) => size,
            Board::Mirrored | Board::All => 8,
        }
    }

    fn is_played_on(self, (column, row): (i32, i32)) -> bool {
        let inside = (0..self.size()).contains(&column) && (0..self.size()).contains(&row);
        inside
            && match self {
                Board::Dark(_) => (column + row) % 2 == 1,
                Board::Mirrored => (column + row) % 2 == 0,
                Board::All => true,
            }
    }

    /// The squares that are played on, by column and row, in the order of their numbers.
    pub fn places(self) -> Vec<(i32, i32)> {
        let rows = (0..self.size()).flat_map(|row| (0..self.size()).map(move |col| (col, row)));
        rows.filter(|&place| self.is_played_on(place)).collect()
    }

    /// The number of a square.
    pub fn number(self, place: (i32, i32)) -> Option<usize> {
        let (column, row) = place;
        let number = match self {
            Board::All => 8 * row + column,
            _ => (self.size() * row + column) / 2,
        };
        self.is_played_on(place).then_some(number as usize)
    }

    /// The column and the row of a square.
    pub fn place(self, square: usize) -> (i32, i32) {
        let square = square as i32;
        let half = self.size() / 2;
        let (row, left) = (square / half, 2 * (square % half));
        match self {
            Board::All => (square % 8, square / 8),
            Board::Dark(_) => (left + (row + 1) % 2, row),
            Board::Mirrored => (left + row % 2, row),
        }
    }

    /// The square that a step leads to.
    pub fn next(self, square: usize, (right, down): Step) -> Option<usize> {
        let (column, row) = self.place(square);
        self.number((column + right, row + down))
    }
}

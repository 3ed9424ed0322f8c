//! A whole turn: one piece's way from square to square and everything that it takes off. It
//! does not know by which landings a jump went, as only the result matters.

/// One whole turn of a player. Squares are places in the Hub order from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The pieces that were jumped, a bit each.
    pub jumped: u64,
    /// The pieces that were captured in a row or column, a bit each.
    pub sandwiched: u64,
    /// Where the piece comes from.
    pub from: u8,
    /// Where it ends; a king may come back to where it started.
    pub to: u8,
    /// Whether a man becomes a king.
    pub promotes: bool,
}

impl Turn {
    /// Everything that the turn takes off.
    #[must_use]
    pub const fn captured(&self) -> u64 {
        self.jumped | self.sandwiched
    }

    /// Whether another turn of the same position leads to the same position. The turns of two
    /// pieces can do so only if both come back to where they started.
    pub(super) fn equals_in_result(&self, other: &Turn) -> bool {
        self.captured() == other.captured()
            && ((self.from, self.to) == (other.from, other.to)
                || (self.from == self.to && other.from == other.to))
    }
}

//! A whole turn: a piece's way from point to point and what it captures. It does not know by
//! which landings a sequence of jumps went, as only the result matters.

/// One whole turn of a player. Points are places in the Hub order from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// What is captured, a bit each.
    pub captured: u32,
    /// Where the piece comes from.
    pub from: u8,
    /// Where it ends; it may come back to where it started.
    pub to: u8,
}

impl Turn {
    /// Whether another turn of the same position leads to the same position. The turns of two
    /// pieces can do so only if both come back to where they started.
    pub(super) fn equals_in_result(&self, other: &Turn) -> bool {
        self.captured == other.captured
            && ((self.from, self.to) == (other.from, other.to)
                || (self.from == self.to && other.from == other.to))
    }
}

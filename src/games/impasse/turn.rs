//! One whole turn: a basic move or an impasse removal, and the crowning that follows it. A
//! bear-off is implied by the square that a double reaches. Knows no position.

use super::board::BITS;

/// What a turn begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Action {
    /// A single goes forward.
    SingleSlide,
    /// A double goes backward.
    DoubleSlide,
    /// The top of a double goes one step backward onto an own single.
    Transpose,
    /// At an impasse a single leaves the board.
    RemoveSingle,
    /// At an impasse the top of a double leaves the board.
    RemoveTop,
}

impl Action {
    /// Whether it is the removal of a checker at an impasse.
    #[must_use]
    pub const fn is_removal(self) -> bool {
        matches!(self, Action::RemoveSingle | Action::RemoveTop)
    }
}

/// A whole turn in four bytes. Squares are bits of the board's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(align(4))]
pub struct ImpasseTurn {
    pub(super) action: Action,
    pub(super) from: u8,
    /// [`ImpasseTurn::NONE`] for a removal.
    pub(super) to: u8,
    /// The square that the crowning single leaves, or [`ImpasseTurn::NONE`].
    pub(super) crown: u8,
}

impl ImpasseTurn {
    /// No square: one past the last bit, so that a table by squares has a place for it.
    pub(super) const NONE: u8 = BITS as u8;

    /// How many values [`ImpasseTurn::slot`] has.
    pub(super) const SLOTS: usize = BITS * (BITS + 1);

    pub(super) const fn slide(action: Action, from: u8, to: u8) -> ImpasseTurn {
        ImpasseTurn { action, from, to, crown: ImpasseTurn::NONE }
    }

    pub(super) const fn removal(action: Action, from: u8) -> ImpasseTurn {
        ImpasseTurn { action, from, to: ImpasseTurn::NONE, crown: ImpasseTurn::NONE }
    }

    pub(super) const fn crowned_with(self, crown: u8) -> ImpasseTurn {
        ImpasseTurn { crown, ..self }
    }

    /// What the turn begins with.
    #[must_use]
    pub const fn action(self) -> Action {
        self.action
    }

    /// Whether a single is crowned at the end of the turn.
    #[must_use]
    pub const fn is_crowning(self) -> bool {
        self.crown != ImpasseTurn::NONE
    }

    /// The same number for turns from and to the same squares.
    pub(super) const fn slot(self) -> usize {
        self.from as usize * (BITS + 1) + self.to as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_takes_four_bytes() {
        assert_eq!(size_of::<ImpasseTurn>(), 4);
    }

    #[test]
    fn slots_stay_below_their_number() {
        let last = ImpasseTurn::removal(Action::RemoveTop, BITS as u8 - 1);
        assert_eq!(last.slot(), ImpasseTurn::SLOTS - 1);
    }
}

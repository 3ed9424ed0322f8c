//! One whole turn of a draughts game.

use crate::games::draughts::bits::Bits;

/// A step or a capture from its first square to its last, told by bits of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<B> {
    /// The pieces that it captures.
    pub(super) captured: B,
    /// Where the piece stands.
    pub(super) from: u8,
    /// Where it goes; a capture may end where it began.
    pub(super) to: u8,
    /// Whether a man becomes a king.
    pub(super) promotes: bool,
}

impl<B: Bits> Turn<B> {
    /// Whether it captures.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }
}

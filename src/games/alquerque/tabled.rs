//! What endgame tables ask of alquerque: one kind of piece, on any point.

use crate::game::{Outcome, Position as _, Settings, Side};
use crate::tables::material::SideMaterial;
use crate::tables::{Kind, Pieces, Tabled};

use super::board::{BOARD, WAYS, is_backward, points, row, shift};
use super::generate::jumpers;
use super::position::{Backward, Position};
use super::turn::Turn;
use super::{Alquerque, PIECES};

impl Tabled for Alquerque {
    type Bits = u64;

    const PIECES: &'static [Kind] = &[Kind { letter: 'P', weight: 1 }];

    const OPTIONS: &'static [&'static str] = &["backward"];

    fn regions() -> Vec<u64> {
        vec![BOARD.into()]
    }

    fn zone(_kind: usize, _material: &SideMaterial) -> u64 {
        BOARD.into()
    }

    fn is_playable(material: &SideMaterial) -> bool {
        (1..=PIECES).contains(&usize::from(material[0]))
    }

    #[inline]
    fn turned(squares: u64) -> u64 {
        squares.reverse_bits() >> (64 - BOARD.count_ones())
    }

    #[inline]
    fn pieces(position: &Position) -> Pieces<u64> {
        let us = position.side();
        [us, us.opponent()].map(|side| {
            let pieces = u64::from(position.pieces(side));
            [if us == Side::White { pieces } else { Self::turned(pieces) }, 0, 0, 0]
        })
    }

    #[inline]
    fn set_up(pieces: &Pieces<u64>, settings: &Settings) -> Position {
        let pieces = pieces.map(|side| side[0] as u32);
        Position::new(pieces, Side::White, 0, Backward::new(settings))
    }

    #[inline]
    fn ended(position: &Position) -> Option<Outcome> {
        if position.is_cleared() { position.outcome(&[]) } else { None }
    }

    #[inline]
    fn is_stored(position: &Position) -> bool {
        jumpers(position) == 0
    }

    #[inline]
    fn stays(_position: &Position, turn: Turn) -> bool {
        turn.captured == 0
    }

    #[inline]
    fn unmoves(pieces: &Pieces<u64>, settings: &Settings, mut visit: impl FnMut(usize, u64, u64)) {
        let is_free = Backward::new(settings) == Backward::All;
        let [mine, theirs] = pieces.map(|side| side[0] as u32);
        // Where steps go forward only, what has arrived in the last row stays there.
        let held = if is_free { 0 } else { row(Side::White, 0) };
        let origins = BOARD & !(mine | theirs | held);
        for point in points(mine) {
            let to = 1 << point;
            for way in (0..WAYS).filter(|&way| is_free || !is_backward(Side::White, way)) {
                let from = shift(to, WAYS - 1 - way) & origins;
                if from != 0 {
                    visit(0, from.into(), to.into());
                }
            }
        }
    }
}

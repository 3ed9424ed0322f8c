//! What endgame tables ask of Impasse. Pieces are counted by checkers, of which a double has two.

use super::Impasse;
use super::board::{ALL, BITS, bits, far, home, row_of_bit};
use super::position::ImpassePosition;
use super::turn::ImpasseTurn;
use crate::game::{Outcome, Position, Settings, Side};
use crate::tables::material::{KINDS, SideMaterial};
use crate::tables::{Kind, Pieces, Tabled};

const SINGLES: usize = 0;
const DOUBLES: usize = 1;

/// The checkers that a side starts with.
const MOST: u8 = 12;

impl Tabled for Impasse {
    type Bits = u64;

    const PIECES: &'static [Kind] =
        &[Kind { letter: 'S', weight: 1 }, Kind { letter: 'D', weight: 2 }];

    const IS_ACYCLIC: bool = true;

    fn regions() -> Vec<u64> {
        let ends = [home(Side::White), far(Side::White)];
        vec![ends[0], ALL & !(ends[0] | ends[1]), ends[1]]
    }

    fn zone(kind: usize, material: &SideMaterial) -> u64 {
        match (kind, material[SINGLES]) {
            // A single waits in the far row only if it is the only one.
            (SINGLES, 1) => ALL,
            (SINGLES, _) => ALL & !far(Side::White),
            _ => ALL & !home(Side::White),
        }
    }

    fn is_playable(material: &SideMaterial) -> bool {
        (1..=MOST).contains(&(material[SINGLES] + 2 * material[DOUBLES]))
    }

    #[inline]
    fn turned(squares: u64) -> u64 {
        squares.reverse_bits() >> (64 - BITS)
    }

    #[inline]
    fn pieces(position: &ImpassePosition) -> Pieces<u64> {
        let us = position.side();
        [us, us.opponent()].map(|side| {
            let turn = |set| if us == Side::White { set } else { Self::turned(set) };
            let side = side.index();
            [turn(position.singles[side]), turn(position.doubles[side]), 0, 0]
        })
    }

    #[inline]
    fn set_up(pieces: &Pieces<u64>, _settings: &Settings) -> ImpassePosition {
        ImpassePosition::trusted(
            pieces.map(|side| side[SINGLES]),
            pieces.map(|side| side[DOUBLES]),
            Side::White,
        )
    }

    #[inline]
    fn ended(position: &ImpassePosition) -> Option<Outcome> {
        position.outcome(&[])
    }

    /// Nothing is captured, and an impasse is a small part of all positions.
    #[inline]
    fn is_stored(_position: &ImpassePosition) -> bool {
        true
    }

    #[inline]
    fn stays(position: &ImpassePosition, turn: ImpasseTurn) -> bool {
        !position.is_tactical(turn) && !turn.is_crowning()
    }

    /// One sweep finds all values without going back.
    fn unmoves(_pieces: &Pieces<u64>, _settings: &Settings, _visit: impl FnMut(usize, u64, u64)) {}

    /// The rows that singles have before them and doubles have behind them.
    fn work(side: &[u64; KINDS]) -> u32 {
        let rows = |set, ahead: fn(u32) -> u32| -> u32 {
            bits(set).map(|bit| ahead(row_of_bit(bit) as u32)).sum()
        };
        rows(side[SINGLES], |row| 7 - row) + rows(side[DOUBLES], |row| row)
    }
}

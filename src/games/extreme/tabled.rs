//! What endgame tables ask of Extreme Checkers. Pieces on dark and on light squares are of
//! different kinds, since nothing ever changes its square colour and a side needs both.

use crate::game::{Outcome, Position as _, Settings, Side};
use crate::tables::material::SideMaterial;
use crate::tables::{Kind, Pieces, Tabled};

use super::board::{DARK, far_row, is_forward, shift, squares};
use super::generate::jumpers;
use super::position::{Options, Position};
use super::sandwich::sandwiched;
use super::turn::Turn;
use super::{Extreme, PIECES};

/// Kinds: men on dark and on light squares, kings on dark and on light squares.
const COLOURS: [u64; 4] = [DARK, !DARK, DARK, !DARK];
const KINGS_FROM: usize = 2;

impl Tabled for Extreme {
    type Bits = u64;

    const PIECES: &'static [Kind] = &[
        Kind { letter: 'M', weight: 1 },
        Kind { letter: 'm', weight: 1 },
        Kind { letter: 'K', weight: 1 },
        Kind { letter: 'k', weight: 1 },
    ];

    const OPTIONS: &'static [&'static str] = &["majority", "sandwich", "wrap"];

    fn regions() -> Vec<u64> {
        let ends = [far_row(Side::White), far_row(Side::Black)];
        let rows = [ends[0], !(ends[0] | ends[1]), ends[1]];
        [DARK, !DARK].iter().flat_map(|colour| rows.map(|row| row & colour)).collect()
    }

    fn zone(kind: usize, _material: &SideMaterial) -> u64 {
        let rows = if kind < KINGS_FROM { !far_row(Side::White) } else { u64::MAX };
        COLOURS[kind] & rows
    }

    fn is_playable(material: &SideMaterial) -> bool {
        let [men_dark, men_light, kings_dark, kings_light] = material.map(usize::from);
        men_dark + kings_dark > 0
            && men_light + kings_light > 0
            && men_dark + men_light + kings_dark + kings_light <= PIECES
    }

    #[inline]
    fn turned(squares: u64) -> u64 {
        squares.reverse_bits()
    }

    #[inline]
    fn pieces(position: &Position) -> Pieces<u64> {
        let us = position.side();
        [us, us.opponent()].map(|side| {
            let turn = |set| if us == Side::White { set } else { Self::turned(set) };
            let (pieces, kings) = (turn(position.pieces(side)), turn(position.kings()));
            let (men, kings) = (pieces & !kings, pieces & kings);
            [men & DARK, men & !DARK, kings & DARK, kings & !DARK]
        })
    }

    #[inline]
    fn set_up(pieces: &Pieces<u64>, settings: &Settings) -> Position {
        let kings = pieces.iter().fold(0, |kings, side| kings | side[2] | side[3]);
        let pieces = pieces.map(|side| side.iter().fold(0, |all, set| all | set));
        Position::new(pieces, kings, Side::White, 0, Options::new(settings))
    }

    #[inline]
    fn ended(position: &Position) -> Option<Outcome> {
        if position.is_cleared() { position.outcome(&[]) } else { None }
    }

    #[inline]
    fn is_stored(position: &Position) -> bool {
        jumpers(position, position.side()) == 0
    }

    #[inline]
    fn stays(_position: &Position, turn: Turn) -> bool {
        turn.captured() == 0 && !turn.promotes
    }

    #[inline]
    fn unmoves(pieces: &Pieces<u64>, settings: &Settings, mut visit: impl FnMut(usize, u64, u64)) {
        let wrap = Options::new(settings).wrap;
        let [mine, theirs] = pieces.map(|side| side.iter().fold(0, |all, set| all | set));
        let free = !(mine | theirs);
        for (kind, &set) in pieces[0].iter().enumerate() {
            for square in squares(set) {
                let to = 1 << square;
                // Had it come here by a step, it would have taken these off.
                if sandwiched(square, mine & !to, theirs, wrap) != 0 {
                    continue;
                }
                for diagonal in 0..4 {
                    if kind < KINGS_FROM && !is_forward(Side::White, diagonal) {
                        continue;
                    }
                    let from = shift(to, 3 - diagonal) & free;
                    if from != 0 {
                        visit(kind, from, to);
                    }
                }
            }
        }
    }
}

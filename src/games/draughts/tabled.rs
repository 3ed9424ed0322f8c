//! What endgame tables ask of the draughts games. The king limit of the Frisian games is no part
//! of the tables: what a king has moved before is not told by where the pieces stand.

use crate::game::{Outcome, Position as _, Settings, Side};
use crate::games::draughts::Draughts;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::directions::{Directions, back};
use crate::games::draughts::draws::Counters;
use crate::games::draughts::king_limit::KingMoves;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{Goal, Kings, Rules};
use crate::games::draughts::turn::Turn;
use crate::tables::material::SideMaterial;
use crate::tables::{Kind, Pieces, Tabled};

const MEN: usize = 0;
const KINGS: usize = 1;

impl<R: Rules> Tabled for Draughts<R> {
    type Bits = R::Bits;

    const PIECES: &'static [Kind] =
        &[Kind { letter: 'M', weight: 1 }, Kind { letter: 'K', weight: 1 }];

    const IS_WHOLE: bool = R::SET.king_limit == 0;

    fn regions() -> Vec<R::Bits> {
        let ends = [Board::<R>::far_row(Side::White), Board::<R>::far_row(Side::Black)];
        vec![ends[0], Board::<R>::all() & !(ends[0] | ends[1]), ends[1]]
    }

    fn zone(kind: usize, _material: &SideMaterial) -> R::Bits {
        let all = Board::<R>::all();
        if kind == MEN { all & !Board::<R>::far_row(Side::White) } else { all }
    }

    fn is_playable(material: &SideMaterial) -> bool {
        let count = usize::from(material[MEN] + material[KINGS]);
        (1..=Self::MOST_PIECES).contains(&count)
            && (R::SET.goal != Goal::FirstKing || material[KINGS] == 0)
    }

    #[inline]
    fn turned(squares: R::Bits) -> R::Bits {
        let all = Board::<R>::all();
        let word = 8 * size_of::<R::Bits>() as u32;
        // The lowest square of the board is bit 0 or next to a ghost there.
        squares.reversed() >> (word - 1 - all.lowest() - all.highest())
    }

    #[inline]
    fn pieces(position: &Position<R>) -> Pieces<R::Bits> {
        let us = position.side();
        [us, us.opponent()].map(|side| {
            let turn = |set| if us == Side::White { set } else { Self::turned(set) };
            [
                turn(position.men(side)),
                turn(position.kings_of(side)),
                R::Bits::EMPTY,
                R::Bits::EMPTY,
            ]
        })
    }

    #[inline]
    fn set_up(pieces: &Pieces<R::Bits>, settings: &Settings) -> Position<R> {
        let [mine, theirs] = pieces;
        Position::new(
            Side::White,
            [mine[MEN] | mine[KINGS], theirs[MEN] | theirs[KINGS]],
            mine[KINGS] | theirs[KINGS],
            Counters::new(Self::quiet_limit(settings), 0),
            KingMoves::default(),
        )
    }

    #[inline]
    fn ended(position: &Position<R>) -> Option<Outcome> {
        let us = position.side();
        let is_over = position.pieces(us).is_empty()
            || R::SET.goal == Goal::FirstKing && position.has_kings();
        if is_over { position.outcome(&[]) } else { None }
    }

    fn ends_won() -> bool {
        R::SET.goal == Goal::GiveAway
    }

    #[inline]
    fn is_stored(position: &Position<R>) -> bool {
        !position.can_capture(position.side())
    }

    #[inline]
    fn stays(_position: &Position<R>, turn: Turn<R::Bits>) -> bool {
        !turn.is_capture() && !turn.promotes
    }

    #[inline]
    fn unmoves(
        pieces: &Pieces<R::Bits>,
        _settings: &Settings,
        mut visit: impl FnMut(usize, R::Bits, R::Bits),
    ) {
        let taken = pieces.as_flattened().iter().fold(R::Bits::EMPTY, |all, &set| all | set);
        let free = Board::<R>::all() & !taken;
        let [men, kings, ..] = pieces[0];
        Directions::<R>::of_steps(Side::White, |direction| {
            let origins = Board::<R>::step(men, back(direction)) & free;
            for from in origins.squares() {
                let from = R::Bits::bit(from);
                visit(MEN, from, Board::<R>::step(from, direction));
            }
        });
        for to in kings.squares() {
            for &direction in Directions::<R>::KING_STEPS {
                let origins = match R::SET.kings {
                    Kings::Flying => Board::<R>::reach(to, direction, free),
                    Kings::Short => Board::<R>::step(R::Bits::bit(to), direction) & free,
                };
                for from in origins.squares() {
                    visit(KINGS, R::Bits::bit(from), R::Bits::bit(to));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::rules::{canadian, international, italian, russian, turkish};

    fn half_a_turn_leads_from_square_to_square<R: Rules>() {
        let count = Board::<R>::SQUARES.count();
        for square in 0..count {
            let turned = Draughts::<R>::turned(R::Bits::bit(Board::<R>::index(square)));
            assert_eq!(turned, R::Bits::bit(Board::<R>::index(count - 1 - square)), "{square}");
        }
    }

    #[test]
    fn half_a_turn_of_every_board() {
        half_a_turn_leads_from_square_to_square::<russian::Russian>();
        half_a_turn_leads_from_square_to_square::<italian::Italian>();
        half_a_turn_leads_from_square_to_square::<turkish::Turkish>();
        half_a_turn_leads_from_square_to_square::<international::International>();
        half_a_turn_leads_from_square_to_square::<canadian::Canadian>();
    }
}

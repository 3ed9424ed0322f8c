//! What is counted where pieces go along rows and columns: of the counts of [`super::terms`] those
//! that mean something there.

use crate::game::Side;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::directions::{DOWN, Direction, Directions, LEFT, RIGHT, UP, back};
use crate::games::draughts::eval::terms::Terms;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::Rules;

/// Rows before the far row that count as near.
const NEAR: usize = 3;

/// The counts of one side; those of the side to move alone stay 0.
pub(super) fn side_terms<R: Rules>(position: &Position<R>, side: Side) -> Terms<i32> {
    let count = |set: R::Bits| set.count() as i32;
    let step = Board::<R>::step;
    let (ahead, from_far) = match side {
        Side::White => (UP, 0),
        Side::Black => (DOWN, Board::<R>::SQUARES.height - 1),
    };
    let (men, kings) = (position.men(side), position.kings_of(side));
    let theirs = position.pieces(side.opponent());
    let free = position.free();

    // Where a man would be captured by a neighbour, ahead or beside.
    let capture_from = |direction: Direction| step(theirs, back(direction)) & step(free, direction);
    let attacked = capture_from(ahead) | capture_from(LEFT) | capture_from(RIGHT);
    let mut safe = 0;
    Directions::<R>::of_steps(side, |direction| {
        safe += count(step(men, direction) & free & !attacked);
    });

    let mut blocked = theirs;
    for _ in 1..Board::<R>::SQUARES.height {
        blocked |= step(blocked, back(ahead));
    }
    let runaway = men & !blocked;
    let near = (0..=NEAR).fold(R::Bits::EMPTY, |near, row| {
        near | Board::<R>::row(if from_far == 0 { row } else { from_far - row })
    });
    let no_king = kings.is_empty();
    Terms {
        man: count(men),
        king: count(kings),
        only_kings: i32::from(!no_king && position.kings_of(side.opponent()).is_empty()),
        reach: if no_king { 0 } else { position.count_king_steps(side) as i32 },
        prey: count(kings) * count(position.men(side.opponent())),
        safe,
        short_of_steps: i32::from(safe <= 1 && no_king),
        out_of_steps: i32::from(safe == 0 && no_king),
        runaway: count(runaway),
        near_runaway: count(runaway & near),
        crowning: count(step(men, ahead) & free & !attacked & Board::<R>::far_row(side)),
        ..Terms::default()
    }
}

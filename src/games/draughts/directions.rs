//! Directions on a board, White at the bottom, and which of them the pieces of a game take.

use std::marker::PhantomData;

use crate::game::Side;
use crate::games::draughts::rules::{Lines, MenCapture, Rules};
use crate::notation::square::Layout;

/// A direction, below [`COUNT`].
pub(super) type Direction = usize;

pub(super) const UP_LEFT: Direction = 0;
pub(super) const UP_RIGHT: Direction = 1;
pub(super) const DOWN_LEFT: Direction = 2;
pub(super) const DOWN_RIGHT: Direction = 3;
pub(super) const UP: Direction = 4;
pub(super) const LEFT: Direction = 5;
pub(super) const RIGHT: Direction = 6;
pub(super) const DOWN: Direction = 7;
/// How many there are.
pub(super) const COUNT: usize = 8;

const DIAGONAL: [Direction; 4] = [UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT];
const ORTHOGONAL: [Direction; 4] = [UP, LEFT, RIGHT, DOWN];
const EVERY: [Direction; 8] = [UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT, UP, LEFT, RIGHT, DOWN];

/// The direction back.
pub(super) const fn back(direction: Direction) -> Direction {
    if direction < UP { DOWN_RIGHT - direction } else { UP + DOWN - direction }
}

/// Whether bits are lower the further one goes.
pub(super) const fn is_upward(direction: Direction) -> bool {
    matches!(direction, UP_LEFT | UP_RIGHT | UP | LEFT)
}

/// The diagonal directions in which the men of a side go ahead.
pub(super) const fn forward(side: Side) -> [Direction; 2] {
    match side {
        Side::White => [UP_LEFT, UP_RIGHT],
        Side::Black => [DOWN_LEFT, DOWN_RIGHT],
    }
}

/// Straight ahead and to both sides.
const fn ahead_and_sideways(side: Side) -> [Direction; 3] {
    match side {
        Side::White => [UP, LEFT, RIGHT],
        Side::Black => [LEFT, RIGHT, DOWN],
    }
}

/// How many columns to the right and rows down a step goes. Where every second square is played
/// on, the next square to the side or straight ahead is two away.
pub(super) const fn vector(direction: Direction, layout: Layout) -> (isize, isize) {
    let straight = if matches!(layout, Layout::All) { 1 } else { 2 };
    match direction {
        UP_LEFT => (-1, -1),
        UP_RIGHT => (1, -1),
        DOWN_LEFT => (-1, 1),
        DOWN_RIGHT => (1, 1),
        UP => (0, -straight),
        LEFT => (-straight, 0),
        RIGHT => (straight, 0),
        _ => (0, straight),
    }
}

/// The directions that the pieces of the game `R` take.
pub(super) struct Directions<R>(PhantomData<R>);

impl<R: Rules> Directions<R> {
    /// In which kings step.
    pub(super) const KING_STEPS: &'static [Direction] = match R::SET.lines {
        Lines::Diagonal | Lines::DiagonalButCapturesAll => &DIAGONAL,
        Lines::Orthogonal => &ORTHOGONAL,
    };
    /// In which kings capture.
    pub(super) const KING_CAPTURES: &'static [Direction] = match R::SET.lines {
        Lines::Diagonal => &DIAGONAL,
        Lines::DiagonalButCapturesAll => &EVERY,
        Lines::Orthogonal => &ORTHOGONAL,
    };
    const WHITE_STEPS: &'static [Direction] = Self::man_steps(Side::White);
    const BLACK_STEPS: &'static [Direction] = Self::man_steps(Side::Black);

    const fn man_steps(side: Side) -> &'static [Direction] {
        match (R::SET.lines, side) {
            (Lines::Orthogonal, Side::White) => &const { ahead_and_sideways(Side::White) },
            (Lines::Orthogonal, Side::Black) => &const { ahead_and_sideways(Side::Black) },
            (_, Side::White) => &const { forward(Side::White) },
            (_, Side::Black) => &const { forward(Side::Black) },
        }
    }

    /// Calls `visit` with every direction in which the men of a side step.
    // The lists are told apart here, so that the compiler knows every direction.
    #[inline(always)]
    pub(super) fn of_steps(side: Side, mut visit: impl FnMut(Direction)) {
        match side {
            Side::White => Self::WHITE_STEPS.iter().for_each(|&direction| visit(direction)),
            Side::Black => Self::BLACK_STEPS.iter().for_each(|&direction| visit(direction)),
        }
    }

    /// Calls `visit` with every direction in which the men of a side capture.
    #[inline(always)]
    pub(super) fn of_captures(side: Side, mut visit: impl FnMut(Direction)) {
        match R::SET.men_capture {
            MenCapture::AsTheyStep => Self::of_steps(side, visit),
            MenCapture::Everywhere => {
                Self::KING_CAPTURES.iter().for_each(|&direction| visit(direction));
            }
        }
    }
}

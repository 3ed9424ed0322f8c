//! What is counted on the board. Every count is taken for both sides and told as the difference,
//! that of the side to move less that of its opponent, so that exchanging colours changes nothing.

use crate::game::Side;
use crate::games::impasse::board::{BITS, LEFT, RIGHT, row_bits, slides};
use crate::games::impasse::position::ImpassePosition;
use crate::linear::terms;

terms! {
    /// Singles: each has all the way before it, to the furthest row, to be crowned, and back.
    single,
    /// Doubles: two checkers, but the first half of the work of one is done.
    double,
    /// Ways for singles to slide.
    single_slide,
    /// Ways for doubles to slide. Bear-offs need open diagonals; moves to choose from keep the
    /// others from having to be made.
    double_slide,
    /// Transposes at hand: they pass the turn and lose next to nothing.
    transpose,
    /// Whether there is a transpose.
    can_transpose,
    /// Whether a double can bear off at once.
    bear_off,
    /// Squares of the nearest row that doubles can bear off on.
    bear_offs,
    /// Whether a single can reach the furthest row at once.
    crowning,
    /// Singles that cannot move.
    stuck_singles,
    /// Doubles that can neither slide nor be transposed.
    stuck_doubles,
    /// Whether there are no doubles: singles soon run out of moves, and an impasse takes them one
    /// by one.
    no_doubles,
    /// Whether there are no singles: nothing can be crowned.
    no_singles,
    /// Whether a single waits in the furthest row for the next one.
    waiting,
    /// Whether there is one move only.
    one_move,
    /// Whether there is none: who cannot move removes a checker, and so gains a bear-off without
    /// its work.
    impasse,
    /// Whether there is one checker only.
    last_one,
    /// Whether there are two checkers only.
    last_two,
    /// Whether there are three checkers only.
    last_three,
    /// Whether there are four checkers only.
    last_four,
    /// One for the side to move.
    turn,
    /// One for the side to move if it has no move: it is sure of the removal, while the other side
    /// may be given a move before its turn comes.
    impasse_now,
    /// One for the side to move if it can bear off at once.
    bear_off_now,
}

/// The pieces as their owner sees them, who sits at the bottom of the board.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) singles: u64,
    pub(super) doubles: u64,
    empty: u64,
}

fn half_turn(board: u64) -> u64 {
    board.reverse_bits() >> (64 - BITS)
}

fn count(board: u64) -> i32 {
    board.count_ones() as i32
}

impl View {
    #[inline(always)]
    pub(super) fn new(position: &ImpassePosition, side: Side) -> View {
        let seen = |board: u64| if side == Side::White { board } else { half_turn(board) };
        View {
            singles: seen(position.singles[side.index()]),
            doubles: seen(position.doubles[side.index()]),
            empty: seen(position.empty()),
        }
    }
}

impl Terms<i32> {
    /// The counts for the side to move.
    #[inline(always)]
    pub(super) fn of(own: &View, other: &View) -> Terms<i32> {
        let (ours, theirs) = (Terms::of_side(own), Terms::of_side(other));
        let (impasse_now, bear_off_now) = (ours.impasse, ours.bear_off);
        Terms { turn: 1, impasse_now, bear_off_now, ..ours.minus(&theirs) }
    }

    /// The counts of one side; those of the side to move alone stay 0.
    #[inline(always)]
    fn of_side(view: &View) -> Terms<i32> {
        let View { singles, doubles, empty } = *view;
        let forward = [LEFT, RIGHT].map(|by| slides::<true>(singles, empty, by));
        let backward = [LEFT, RIGHT].map(|by| slides::<false>(doubles, empty, by));
        let transposed = [LEFT, RIGHT].map(|by| doubles >> by & singles);
        let transpose = count(transposed[0]) + count(transposed[1]);
        let single_slide = count(forward[0]) + count(forward[1]);
        let double_slide = count(backward[0]) + count(backward[1]);
        let bear_offs = count((backward[0] | backward[1]) & row_bits(0));
        let free_singles = singles & (empty >> LEFT | empty >> RIGHT);
        let below = empty | singles;
        let free_doubles = doubles & (below << LEFT | below << RIGHT);
        let moves = single_slide + double_slide + transpose;
        let checkers = count(singles) + 2 * count(doubles);
        Terms {
            single: count(singles),
            double: count(doubles),
            single_slide,
            double_slide,
            transpose,
            can_transpose: i32::from(transpose > 0),
            bear_off: i32::from(bear_offs > 0),
            bear_offs,
            crowning: i32::from((forward[0] | forward[1]) & row_bits(7) != 0),
            stuck_singles: count(singles & !free_singles),
            stuck_doubles: count(doubles & !free_doubles),
            no_doubles: i32::from(doubles == 0),
            no_singles: i32::from(singles == 0),
            waiting: i32::from(singles & row_bits(7) != 0),
            one_move: i32::from(moves == 1),
            impasse: i32::from(moves == 0),
            last_one: i32::from(checkers == 1),
            last_two: i32::from(checkers == 2),
            last_three: i32::from(checkers == 3),
            last_four: i32::from(checkers == 4),
            ..Terms::default()
        }
    }
}

//! What is counted on the board. Every count is taken for both sides and told as the difference,
//! ours less theirs, so that exchanging colours changes nothing; whole sets of squares are
//! counted at once. What a count is worth is not known here: a tempo that saves a usual game may
//! ruin a game that is played to lose.

use crate::game::Side::{Black, White};
use crate::game::{Position as _, Side};
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::directions::{back, forward};
use crate::games::draughts::eval::orthogonal;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{Lines, Rules};
use crate::linear::terms;

terms! {
    /// Men.
    man,
    /// Kings.
    king,
    /// Whether only this side has kings.
    only_kings,
    /// Kings on the main road, from where nothing drives them away.
    road,
    /// Squares that the kings can go to.
    reach,
    /// Kings times men of the opponent: what a king has to eat, wanted or not.
    prey,
    /// Men's steps after which no neighbour can capture the man: the tempi that can be spent.
    safe,
    /// Men's steps after which a neighbour can capture the man: what can be given away.
    gift,
    /// Whether there is at most one safe step of a man and no king: zugzwang is near.
    short_of_steps,
    /// Whether there is no safe step of a man and no king.
    out_of_steps,
    /// Men that cannot step.
    stuck,
    /// Pieces right behind a man, on either side: it cannot be captured that way.
    backed,
    /// Men with pieces behind on both sides.
    wedge,
    /// The same beyond the middle of the board.
    outpost,
    /// Men with a free square before and behind on one diagonal, counted for both diagonals.
    open,
    /// Men with a piece of the opponent right before them that cannot capture them that way.
    contact,
    /// Men that no piece of the opponent stands before, however wide they run.
    runaway,
    /// The same within three steps of becoming a king.
    near_runaway,
    /// Safe steps that make a man a king.
    crowning,
    /// How many more men stand on one half of the board than on the other.
    skew,
    /// Whether nothing guards the row on which the opponent's men become kings.
    open_row,
    /// Pieces beyond twice as many as the opponent has: the more there are, the less each counts.
    surplus,
    /// Whether there is one piece only.
    last_piece,
    /// Whether there are two pieces only.
    last_two,
    /// Whether there are three pieces only.
    last_three,
    /// Whether there are four pieces only.
    last_four,
    /// Whether the only piece is a king.
    lone_king,
    /// The steps that the only piece, a man, has still to walk.
    lone_walk,
    /// One for the side to move.
    turn,
    /// Less one for the side to move if its opponent threatens to capture: bad where the weight is
    /// positive.
    threat,
    /// Less one for the side to move if it is out of steps: it must give something now.
    compelled,
}

/// Sets of squares that belong to the board.
struct Masks {
    /// The left half.
    left: u128,
    /// What is beyond the middle for each side.
    beyond: [u128; 2],
    /// From where a man of each side has three steps at most to the far row.
    near: [u128; 2],
}

impl Masks {
    const fn new<R: Rules>() -> Masks {
        let board = Board::<R>::SQUARES;
        let mut masks = Masks { left: 0, beyond: [0; 2], near: [0; 2] };
        let mut square = 0;
        while square < board.count() {
            let bit = 1 << Board::<R>::index(square);
            let (column, row) = board.place(square);
            if 2 * column < board.width {
                masks.left |= bit;
            }
            masks.beyond[if 2 * row < board.height { 0 } else { 1 }] |= bit;
            if row <= 3 {
                masks.near[0] |= bit;
            }
            if row + 4 >= board.height {
                masks.near[1] |= bit;
            }
            square += 1;
        }
        masks
    }
}

/// The masks of the game `R`.
struct Of<R>(std::marker::PhantomData<R>);

impl<R: Rules> Of<R> {
    const MASKS: &'static Masks = &Masks::new::<R>();
}

/// The counts for the side to move.
#[inline(always)]
pub fn terms<R: Rules>(position: &Position<R>) -> Terms<i32> {
    let (white, black) = match R::SET.lines {
        Lines::Orthogonal => {
            (orthogonal::side_terms(position, White), orthogonal::side_terms(position, Black))
        }
        Lines::Diagonal | Lines::DiagonalButCapturesAll => {
            (side_terms::<R, true>(position), side_terms::<R, false>(position))
        }
    };
    let (ours, theirs) = match position.side() {
        Side::White => (white, black),
        Side::Black => (black, white),
    };
    Terms {
        turn: 1,
        threat: -i32::from(position.can_capture(position.side().opponent())),
        compelled: -ours.out_of_steps,
        ..ours.minus(&theirs)
    }
}

/// The counts of one side; those of the side to move alone stay 0.
#[inline(always)]
fn side_terms<R: Rules, const WHITE: bool>(position: &Position<R>) -> Terms<i32> {
    let count = |set: R::Bits| set.count() as i32;
    let masks = Of::<R>::MASKS;
    let side = if WHITE { Side::White } else { Side::Black };
    let [left, right] = forward(side);
    let step = Board::<R>::step;

    let (men, kings) = (position.men(side), position.kings_of(side));
    let (own, theirs) = (men | kings, position.pieces(side.opponent()));
    let free = position.free();

    // A man that has stepped is captured back to where it came from, or across.
    let to_left = step(men, left) & free;
    let to_right = step(men, right) & free;
    let across =
        |a: usize, b: usize| step(theirs, a) & step(free, b) | step(theirs, b) & step(free, a);
    let safe_left = to_left & !(step(theirs, back(left)) | across(right, back(right)));
    let safe_right = to_right & !(step(theirs, back(right)) | across(left, back(left)));
    let safe = count(safe_left) + count(safe_right);
    let can_step = step(to_left, back(left)) | step(to_right, back(right));
    let no_king = kings.is_empty();

    let (on_left, on_right) = (step(own, left), step(own, right));
    let wedge = men & on_left & on_right;
    let open = men & step(free, left) & step(free, back(left));
    let open_across = men & step(free, right) & step(free, back(right));
    let faced = step(theirs, back(left)) & on_left | step(theirs, back(right)) & on_right;
    let runaway = men & !behind::<R, WHITE>(theirs);
    let on_the_left = count(men & R::Bits::new(masks.left));
    let far_row = Board::<R>::far_row(side);
    let pieces = own.count();
    let lone_walk = if pieces == 1 && no_king {
        let row = Board::<R>::square(men.lowest()) / Board::<R>::SQUARES.row();
        let walk = if WHITE { row } else { Board::<R>::SQUARES.height - 1 - row };
        walk as i32
    } else {
        0
    };

    Terms {
        man: count(men),
        king: count(kings),
        only_kings: i32::from(!no_king && position.kings_of(side.opponent()).is_empty()),
        road: count(kings & Board::<R>::main_road()),
        reach: if no_king { 0 } else { position.count_king_steps(side) as i32 },
        prey: count(kings) * count(position.men(side.opponent())),
        safe,
        gift: count(to_left) + count(to_right) - safe,
        short_of_steps: i32::from(safe <= 1 && no_king),
        out_of_steps: i32::from(safe == 0 && no_king),
        stuck: count(men & !can_step),
        backed: count(men & on_left) + count(men & on_right),
        wedge: count(wedge),
        outpost: count(wedge & R::Bits::new(masks.beyond[side.index()])),
        open: count(open) + count(open_across),
        contact: count(men & faced),
        runaway: count(runaway),
        near_runaway: count(runaway & R::Bits::new(masks.near[side.index()])),
        crowning: count(safe_left & far_row) + count(safe_right & far_row),
        skew: (2 * on_the_left - count(men)).abs(),
        open_row: i32::from(!own.meets(Board::<R>::far_row(side.opponent()))),
        surplus: (pieces as i32 - 2 * count(theirs)).max(0),
        last_piece: i32::from(pieces == 1),
        last_two: i32::from(pieces == 2),
        last_three: i32::from(pieces == 3),
        last_four: i32::from(pieces == 4),
        lone_king: i32::from(pieces == 1 && !no_king),
        lone_walk,
        ..Terms::default()
    }
}

/// The squares from which one of these pieces stands ahead, within the cone that a man walking
/// to the far row can reach.
#[inline]
fn behind<R: Rules, const WHITE: bool>(pieces: R::Bits) -> R::Bits {
    let [left, right] = forward(if WHITE { Side::White } else { Side::Black });
    let mut cone = pieces;
    for _ in 1..Board::<R>::SQUARES.height {
        let wider = Board::<R>::step(cone, back(left)) | Board::<R>::step(cone, back(right));
        cone |= wider & Board::<R>::all();
    }
    cone
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Settings};
    use crate::games::draughts::Draughts;
    use crate::games::draughts::rules::russian::Russian;

    fn white(fen: &str) -> Terms<i32> {
        let settings = Settings::defaults(&Russian::SET.facts);
        side_terms::<Russian, true>(&Draughts::<Russian>::read_fen(fen, &settings).unwrap())
    }

    #[test]
    fn a_step_gives_a_man_if_a_neighbour_can_jump() {
        let alone = white("W:Wc3:Be5");
        assert_eq!((alone.safe, alone.gift, alone.stuck), (1, 1, 0));
        // The man on b2 backs nothing yet: c3 is free when its man stands on d4.
        let behind = white("W:Wc3,b2:Be5");
        assert_eq!((behind.safe, behind.gift, behind.backed), (2, 1, 1));
        // At the edge no neighbour can jump.
        let edge = white("W:Wb4:Bb6");
        assert_eq!((edge.safe, edge.gift), (1, 1));
    }

    #[test]
    fn a_man_runs_away_if_nobody_stands_in_its_cone() {
        let free = white("W:Wa5:Bd2,f4");
        assert_eq!((free.runaway, free.near_runaway, free.crowning), (1, 1, 0));
        let caught = white("W:Wa5:Bd8");
        assert_eq!((caught.runaway, caught.near_runaway), (0, 0));
        assert_eq!(white("W:Wc7:Bh2").crowning, 2);
    }

    #[test]
    fn a_last_piece_counts_its_steps() {
        let man = white("W:Wa3:Bh6,h8");
        assert_eq!((man.last_piece, man.lone_walk, man.lone_king), (1, 5, 0));
        let king = white("W:WKa1:Bh6,h8");
        assert_eq!((king.lone_walk, king.lone_king, king.road), (0, 1, 1));
        assert_eq!(white("W:Wa1,c1,e1,g1,a3:Bh6,h8").surplus, 1);
    }
}

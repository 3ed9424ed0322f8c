//! What is counted on the board. Every count is taken for both sides and told as the difference,
//! that of the side to move less that of its opponent, so that exchanging colours changes nothing.

use crate::game::Side;
use crate::games::extreme::board::{DARK, far_row, is_forward, orthogonal, shift};
use crate::games::extreme::generate::jumpers;
use crate::games::extreme::position::Position;
use crate::linear::terms;

terms! {
    /// Men.
    man,
    /// Kings: they step one square only, but both ways.
    king,
    /// Squares that men can step to and where nothing before them can jump them.
    safe,
    /// Squares that men can step to and where an enemy before them can jump them.
    gift,
    /// Squares that kings can step to.
    king_step,
    /// Pieces right behind a man, on either side: it cannot be jumped that way.
    backed,
    /// Men that no enemy of their square colour stands before, however wide they run.
    runaway,
    /// Men that can become a king by a step.
    crowning,
    /// Enemy pieces that one step could sandwich.
    sandwich,
    /// Pairs of a piece and an enemy next to it in a row or column with a free square behind: a
    /// sandwich that is not closed yet.
    bracket,
    /// Kings times enemies of their square colour.
    prey,
    /// Kings with an enemy piece at most two squares away, in any direction.
    near,
    /// Kings with one at most four squares away.
    not_far,
    /// The kings of `near` on the side that has more pieces, which must come close to win.
    hunting_near,
    /// The kings of `not_far` on that side.
    hunting_not_far,
    /// One for the side to move.
    turn,
    /// Less one for the side to move if the enemy threatens to jump.
    threat,
    /// Enemy pieces that one step of the side to move could sandwich.
    sandwich_now,
    /// Less the pieces that one step of the enemy could sandwich, beyond the first: the side to
    /// move can seldom save all of several.
    sandwiches_next,
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// These squares and all next to them.
#[inline(always)]
fn spread(squares: u64) -> u64 {
    let rows = squares | orthogonal(squares, 0) | orthogonal(squares, 3);
    rows | orthogonal(rows, 1) | orthogonal(rows, 2)
}

/// One side's pieces and where they can step.
struct Force {
    side: Side,
    men: u64,
    kings: u64,
    empty: u64,
    steps: [u64; 4],
}

impl Force {
    #[inline(always)]
    fn new(position: &Position, side: Side) -> Force {
        let pieces = position.pieces(side);
        let kings = pieces & position.kings();
        let empty = !(pieces | position.pieces(side.opponent()));
        let steps = std::array::from_fn(|diagonal| {
            let movers = if is_forward(side, diagonal) { pieces } else { kings };
            shift(movers, diagonal) & empty
        });
        Force { side, men: pieces & !kings, kings, empty, steps }
    }

    fn pieces(&self) -> u64 {
        self.men | self.kings
    }

    /// The enemy pieces that one step could sandwich, each in a run of its own.
    #[inline(always)]
    fn sandwiched(&self, enemy: &Force) -> u64 {
        let steps = self.steps.iter().fold(0, |all, steps| all | steps);
        (0..4).fold(0, |threatened, way| {
            let between = orthogonal(self.pieces(), way) & orthogonal(steps, 3 - way);
            threatened | between & enemy.pieces()
        })
    }

    /// The counts of this side; those of the side to move alone stay 0.
    #[inline(always)]
    fn terms(&self, enemy: &Force) -> Terms<i32> {
        let Force { side, men, kings, empty, .. } = *self;
        let (own, theirs) = (men | kings, enemy.pieces());
        let [left, right] = match side {
            Side::White => [0, 1],
            Side::Black => [2, 3],
        };
        let back = |diagonal: usize| 3 - diagonal;

        let (to_left, to_right) = (shift(men, left) & empty, shift(men, right) & empty);
        // A man that has stepped is jumped back to where it came from, or across.
        let across = |one, other| shift(theirs, back(one)) & shift(empty, other);
        let safe_left = to_left & !(shift(theirs, back(left)) | across(right, right));
        let safe_right = to_right & !(shift(theirs, back(right)) | across(left, left));
        let safe = count(safe_left) + count(safe_right);
        let steps = count(to_left) + count(to_right);
        let king_step: i32 = (0..4).map(|diagonal| count(shift(kings, diagonal) & empty)).sum();

        let mut cone = theirs;
        for _ in 0..7 {
            cone |= shift(cone, back(left)) | shift(cone, back(right));
        }
        let bracket: i32 = (0..4)
            .map(|way| count(orthogonal(own, way) & theirs & orthogonal(empty, 3 - way)))
            .sum();

        let colours = [DARK, !DARK].map(|colour| (count(own & colour), count(theirs & colour)));
        let two = spread(spread(theirs));
        let (near, not_far) = (count(kings & two), count(kings & spread(spread(two))));
        let hunts = i32::from(count(own) > count(theirs));
        Terms {
            man: count(men),
            king: count(kings),
            safe,
            gift: steps - safe,
            king_step,
            backed: count(men & shift(own, left)) + count(men & shift(own, right)),
            runaway: count(men & !cone),
            crowning: count((to_left | to_right) & far_row(side)),
            sandwich: count(self.sandwiched(enemy)),
            bracket,
            prey: count(kings & DARK) * colours[0].1 + count(kings & !DARK) * colours[1].1,
            near,
            not_far,
            hunting_near: hunts * near,
            hunting_not_far: hunts * not_far,
            ..Terms::default()
        }
    }
}

impl Terms<i32> {
    /// The counts for the side to move.
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Terms<i32> {
        let side = position.to_move();
        let own = Force::new(position, side);
        let enemy = Force::new(position, side.opponent());
        let (ours, theirs) = (own.terms(&enemy), enemy.terms(&own));
        Terms {
            turn: 1,
            threat: -i32::from(jumpers(position, side.opponent()) != 0),
            sandwich_now: ours.sandwich,
            sandwiches_next: -(theirs.sandwich - 1).max(0),
            ..ours.minus(&theirs)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Settings};
    use crate::games::extreme::Extreme;

    fn forces(fen: &str) -> [Force; 2] {
        let position = Extreme::read_fen(fen, &Settings::default()).expect("a position");
        Side::ALL.map(|side| Force::new(&position, side))
    }

    #[test]
    fn a_possible_sandwich_is_counted() {
        let [white, black] = forces("W:Wc5,f4,h1:Bd5,a8,h8");
        assert_eq!(white.terms(&black).sandwich, 1);
        assert_eq!(black.terms(&white).sandwich, 0);
    }

    #[test]
    fn kings_hunt_who_has_fewer_pieces() {
        let [white, black] = forces("W:WKc3,Kc5,Kh1:BKc8,Ka8");
        let terms = white.terms(&black);
        // From c5 it is three squares to c8, from c3 five, from h1 seven.
        assert_eq!((terms.near, terms.not_far), (0, 1));
        assert_eq!((terms.hunting_near, terms.hunting_not_far), (0, 1));
        let terms = black.terms(&white);
        assert_eq!((terms.not_far, terms.hunting_not_far), (2, 0));
    }

    #[test]
    fn a_step_gives_a_man_if_an_enemy_can_jump_it() {
        let [white, black] = forces("W:Wc3,h1:Be5,a8");
        let terms = white.terms(&black);
        // From c3 to d4 before e5, or to b4; from h1 to g2.
        assert_eq!((terms.safe, terms.gift), (2, 1));
    }

    #[test]
    fn a_man_runs_away_if_nobody_of_its_colour_stands_before_it() {
        let [white, black] = forces("W:Wa5,b5:Bd2,h8,a8");
        let terms = white.terms(&black);
        // a5 is dark as d2 and h8 are, b5 light as a8 is.
        assert_eq!((terms.runaway, terms.crowning), (1, 0));
    }
}

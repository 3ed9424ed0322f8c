//! The worth of a position without search. It looks at the board only and keeps nothing, and it
//! is meant for quiet positions: what can be captured at once is for a search to settle.

use crate::game::{Evaluator, Side};
use crate::score::Score;

use super::board::{CENTRE, DARK, is_forward, orthogonal, shift};
use super::position::Position;

/// What each term is worth, in centimen. Chosen by matches at a fixed depth of four plies, each
/// weight against its neighbours. No term stands here for how far the men have advanced or for
/// guarding the home row: in those matches the first lost games and the second changed nothing.
mod weight {
    /// A man.
    pub(super) const MAN: i32 = 100;
    /// A king: it steps one square only, but both ways.
    pub(super) const KING: i32 = 180;
    /// A king in the middle, from where all enemies are near.
    pub(super) const CENTRE: i32 = 12;
    /// A square to step to.
    pub(super) const STEP: i32 = 5;
    /// An enemy piece that the side to move could sandwich by one step.
    pub(super) const OWN_THREAT: i32 = 10;
    /// A piece of the side to move that the enemy could sandwich by one step: the side to move
    /// can seldom save all of several.
    pub(super) const ENEMY_THREAT: i32 = 60;
    /// The right to move.
    pub(super) const TURN: i32 = 10;
    /// The loss of the last piece of one colour loses the game, so a piece is worth the more the
    /// fewer there are of its colour: this much is shared out among them.
    pub(super) const SCARCITY: i32 = 200;
}

/// From this many pieces of a colour on, one more or less endangers nothing.
const PLENTY: usize = 8;

/// What having so few pieces of one square colour costs.
static SCARCITY: [i32; PLENTY] = {
    let mut table = [0; PLENTY];
    let mut count = 1;
    while count < PLENTY {
        table[count] = weight::SCARCITY / count as i32 - weight::SCARCITY / PLENTY as i32;
        count += 1;
    }
    // A side without a piece of a colour has lost, which is told by the rules.
    table[0] = table[1];
    table
};

/// The judge of positions. It keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluation;

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position) -> Score {
        let side = position.to_move();
        let own = Force::new(position, side);
        let enemy = Force::new(position, side.opponent());
        let threats =
            weight::OWN_THREAT * own.threats(&enemy) - weight::ENEMY_THREAT * enemy.threats(&own);
        Score::evaluation(own.worth() - enemy.worth() + threats + weight::TURN)
    }
}

/// One side's pieces and where they can step.
struct Force {
    pieces: u64,
    kings: u64,
    steps: [u64; 4],
}

impl Force {
    fn new(position: &Position, side: Side) -> Force {
        let pieces = position.pieces(side);
        let kings = pieces & position.kings();
        let empty = !(pieces | position.pieces(side.opponent()));
        let steps = std::array::from_fn(|diagonal| {
            let movers = if is_forward(side, diagonal) { pieces } else { kings };
            shift(movers, diagonal) & empty
        });
        Force { pieces, kings, steps }
    }

    /// What the side's own pieces are worth wherever the enemy stands.
    fn worth(&self) -> i32 {
        let (dark, light) = (count(self.pieces & DARK), count(self.pieces & !DARK));
        let kings = count(self.kings);
        let men = dark + light - kings;
        let steps: i32 = self.steps.iter().map(|steps| count(*steps)).sum();
        weight::MAN * men
            + weight::KING * kings
            + weight::CENTRE * count(self.kings & CENTRE)
            + weight::STEP * steps
            - scarcity(dark)
            - scarcity(light)
    }

    /// How many enemy pieces one step could sandwich, each in a run of its own.
    fn threats(&self, enemy: &Force) -> i32 {
        let steps = self.steps.iter().fold(0, |all, steps| all | steps);
        count((0..4).fold(0, |threatened, way| {
            let between = orthogonal(self.pieces, way) & orthogonal(steps, 3 - way);
            threatened | between & enemy.pieces
        }))
    }
}

fn scarcity(count: i32) -> i32 {
    SCARCITY.get(count as usize).copied().unwrap_or(0)
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Settings};
    use crate::games::extreme::Extreme;

    fn worth(fen: &str) -> i32 {
        let position = Extreme::read_fen(fen, &Settings::default()).expect("a position");
        i32::from(Evaluation.evaluate(&position).0)
    }

    #[test]
    fn the_start_is_worth_the_right_to_move() {
        let start = Extreme::start(&Settings::default());
        assert_eq!(Evaluation.evaluate(&start), Score(weight::TURN as i16));
    }

    #[test]
    fn the_two_sides_are_judged_alike() {
        // The second is the first one upside down with the sides exchanged.
        let first = worth("W:Wa3,c3,Kf2,g4,h1:Bb6,d7,Kc4,h8");
        assert_eq!(first, worth("B:Wb3,d2,Kc5,h1:Ba6,c6,Kf7,g5,h8"));
    }

    #[test]
    fn the_rarer_colour_is_worth_more() {
        let both = "Kb8,Kg7,Kh8,Kf8";
        let last = worth(&format!("W:WKa1,Kc1,Ke1,Kb1:B{both}"));
        let even = worth(&format!("W:WKa1,Kc1,Kd1,Kb1:B{both}"));
        assert!(last < even, "{last} {even}");
    }

    #[test]
    fn a_possible_sandwich_is_a_threat() {
        let position = Extreme::read_fen("W:Wc5,f4,h1:Bd5,a8,h8", &Settings::default());
        let position = position.expect("a position");
        let (white, black) =
            (Force::new(&position, Side::White), Force::new(&position, Side::Black));
        assert_eq!((white.threats(&black), black.threats(&white)), (1, 0));
    }
}

//! What the search asks of endgame tables.
//!
//! From a root with more pieces than the tables know, what they say ends the line: a win by them
//! is worth less than one that has been seen to its end, and less the later it comes.
//!
//! At a root that they know, the turns that keep its value are kept. Where the distances are known
//! as well, they tell the turn. Else the search must find the way to a position with fewer pieces:
//! the tables end only those of its lines that have left the value of the root, and tell at the
//! end of a line whether it has got there. Otherwise every position of a won ending would look as
//! good as the next, and a draw by counting or repetition would come in between.

use crate::game::{Game, Oracle, Outcome, Position, Side, Turn};
use crate::line::Line;
use crate::score::Score;
use crate::search::MAX_PLY;
use crate::search::negamax::Window;
use crate::search::root::RootTurn;

/// So many of the turns that are nearest to the end are tried to the end.
const CANDIDATES: usize = 3;

/// A win that is proven is not told to be further away, so that it stays a score of its kind.
const MOST_PROVEN: u32 = 900;

/// The tables as a thread sees them.
pub(super) struct Tables<'a, P: Position> {
    oracle: Option<&'a dyn Oracle<P>>,
    /// The most pieces of a position that they are asked for.
    most: u32,
    root: Option<Root>,
}

/// What is known of the root.
#[derive(Clone, Copy)]
struct Root {
    side: Side,
    outcome: Outcome,
    pieces: u32,
}

const fn opposite(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => Outcome::Win,
    }
}

const fn rank(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    }
}

impl<'a, P: Position> Tables<'a, P> {
    pub(super) fn new(oracle: Option<&'a dyn Oracle<P>>) -> Tables<'a, P> {
        Tables { oracle, most: oracle.map_or(0, Oracle::most), root: None }
    }

    /// Taken into the keys of the transposition table: what is worth a win below one root says
    /// nothing of the way that must be found at another.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.root.map_or(0, |root| {
            let word = u64::from(root.pieces) << 8 | u64::from(rank(root.outcome)) << 1;
            crate::zobrist::mix(0x7461_626c_6573_0000 | word | root.side.index() as u64)
        })
    }

    /// The score of a position that is looked at `depth` plies deep, if the tables settle it.
    #[inline]
    pub(super) fn score(
        &self,
        position: &P,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let pieces = position.pieces_left();
        if pieces > self.most {
            return None;
        }
        let outcome = self.oracle?.stored(position)?;
        if let Some(root) = self.root {
            let seen = if position.side() == root.side { outcome } else { opposite(outcome) };
            if seen == root.outcome && (depth > 0 || pieces == root.pieces) {
                return None;
            }
        }
        // How far the end is the tables do not say: a window of such scores is no matter for them.
        match outcome {
            Outcome::Draw => Some(Score::ZERO),
            Outcome::Win => Some(Score::table_win_in(ply)).filter(|_| !window.alpha.is_win()),
            Outcome::Loss => Some(-Score::table_win_in(ply)).filter(|_| !window.beta.is_loss()),
        }
    }

    /// Takes in what is known of the root and its turns. Of the turns only the best are left, if
    /// no more than one line is to be told.
    pub(super) fn look_at_root<G: Game<Position = P>>(
        &mut self,
        line: &Line<G>,
        turns: &mut Vec<RootTurn<G>>,
        lines: usize,
    ) {
        let Some(oracle) = self.oracle else { return };
        let position = line.position();
        let pieces = position.pieces_left();
        if pieces > self.most || line.outcome().is_some() {
            return;
        }
        let Some(outcome) = oracle.value(position) else { return };
        self.root = Some(Root { side: position.side(), outcome, pieces });
        if outcome == Outcome::Win
            && lines == 1
            && let Some((index, plies)) = nearest(oracle, line, turns)
        {
            let mut turn = turns.swap_remove(index);
            turn.exact = Some(Score::table_win_in(plies.min(MOST_PROVEN) as usize));
            *turns = vec![turn];
            return;
        }
        let outcomes = turns.iter().map(|root| outcome_after(oracle, line, root.turn));
        let Some(outcomes) = outcomes.collect::<Option<Vec<Outcome>>>() else { return };
        let best = outcomes.iter().copied().max_by_key(|&outcome| rank(outcome));
        let Some(best) = best else { return };
        if lines == 1 {
            let mut kept = outcomes.iter().map(|&outcome| outcome == best);
            turns.retain(|_| kept.next().unwrap_or(true));
        }
        let distances = turns.iter().map(|root| {
            let mut after = position.clone();
            after.play(root.turn);
            oracle.distance(&after)
        });
        let mut order: Vec<(Option<u32>, usize)> = distances.zip(0..).collect();
        order.retain(|(distance, _)| distance.is_some());
        order.sort_unstable();
        if best == Outcome::Loss {
            order.reverse();
        }
        let mut told = 0;
        for (_, index) in order.into_iter().take(lines.max(CANDIDATES)) {
            if let Some((pv, score)) = played_out(oracle, line, turns[index].turn) {
                turns[index].pv = pv;
                turns[index].exact = Some(score);
                told += 1;
                if told == lines {
                    break;
                }
            }
        }
        // A count may draw what the tables call a win: then the search must find another way.
        if lines == 1 && told == 1 {
            turns.retain(|root| root.exact.is_some());
        }
    }
}

/// The turn that a proof of a win goes on with, and the plies that it takes.
fn nearest<G: Game>(
    oracle: &dyn Oracle<G::Position>,
    line: &Line<G>,
    turns: &[RootTurn<G>],
) -> Option<(usize, u32)> {
    let left = oracle.proven(line.position())?;
    let plies = |root: &RootTurn<G>| {
        let mut after = line.position().clone();
        after.play(root.turn);
        let is_lost = outcome_after(oracle, line, root.turn) == Some(Outcome::Win);
        // Where tables go on the proof ends.
        is_lost.then(|| oracle.proven(&after).unwrap_or(0) + 1)
    };
    let all = turns.iter().enumerate().filter_map(|(index, root)| Some((index, plies(root)?)));
    all.min_by_key(|&(_, plies)| plies).filter(|&(_, plies)| plies <= left)
}

/// The outcome for the side to move if it plays a turn; what was played before is looked at too.
fn outcome_after<G: Game>(
    oracle: &dyn Oracle<G::Position>,
    line: &Line<G>,
    turn: Turn<G>,
) -> Option<Outcome> {
    let mut after = line.clone();
    after.play(turn);
    match after.outcome() {
        Some(outcome) => Some(opposite(outcome)),
        None => oracle.value(after.position()).map(opposite),
    }
}

/// The line that a turn begins, played by the distances to its end, and its score; none if they
/// are not known, or a draw by the rules comes in between.
fn played_out<G: Game>(
    oracle: &dyn Oracle<G::Position>,
    line: &Line<G>,
    first: Turn<G>,
) -> Option<(Vec<Turn<G>>, Score)> {
    let mut line = line.clone();
    let mut pv = vec![first];
    line.play(first);
    while line.outcome().is_none() {
        if pv.len() >= MAX_PLY {
            return None;
        }
        let value = oracle.value(line.position())?;
        let left = oracle.distance(line.position())?;
        let is_next = |turn: &&Turn<G>| {
            let mut after = line.position().clone();
            after.play(**turn);
            // With best play of both sides each turn takes one ply off.
            oracle.value(&after).map(opposite) == Some(value)
                && oracle.distance(&after).is_some_and(|plies| plies + 1 == left)
        };
        let turn = *line.turns().iter().find(is_next)?;
        pv.push(turn);
        line.play(turn);
    }
    let outcome = line.outcome().filter(|&outcome| outcome != Outcome::Draw)?;
    let plies = pv.len();
    // After an even number of turns the side of the root is to move.
    let is_win = (outcome == Outcome::Win) == plies.is_multiple_of(2);
    let score = if is_win { Score::win_in(plies) } else { Score::loss_in(plies) };
    Some((pv, score))
}

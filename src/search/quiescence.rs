//! The end of a line. Where captures are compulsory there is no choice of standing pat: the
//! captures are searched until none is left. A position is judged only where it is quiet.

use crate::game::{Game, Position, Turn};
use crate::score::Score;
use crate::search::negamax::Window;
use crate::search::worker::Worker;

/// Optional tactical turns are looked at for so many plies.
const OPTIONAL_PLIES: i32 = 6;
/// After so many plies compulsory turns are looked at only where they are few: boards full of
/// kings have more lines of captures than can be walked.
const COMPELLED_PLIES: i32 = 8;
/// How many are few.
const FEW: usize = 3;

impl<G: Game> Worker<'_, G> {
    /// The score of a position `below` plies beyond the depth that was asked for.
    pub(super) fn quiesce(
        &mut self,
        position: &G::Position,
        window: Window,
        below: i32,
        ply: usize,
    ) -> Score {
        self.frames[ply].pv.clear();
        if self.enter() {
            return Score::ZERO;
        }
        if let Some(score) = self.tables.score(position, window, 0, ply) {
            self.leaf(ply);
            return score;
        }
        self.node(position, ply, |worker, turns| {
            worker.quiesce_turns(position, turns, window, below, ply)
        })
    }

    fn quiesce_turns(
        &mut self,
        position: &G::Position,
        turns: &[Turn<G>],
        window: Window,
        below: i32,
        ply: usize,
    ) -> Score {
        let tactical = turns.iter().filter(|&&turn| position.is_tactical(turn)).count();
        let mut best = -Score::INFINITE;
        let mut alpha = window.alpha;
        let is_compelled = tactical == turns.len();
        if is_compelled && below >= COMPELLED_PLIES && turns.len() > FEW {
            self.leaf(ply);
            return self.evaluator_score(position);
        }
        if !is_compelled {
            if below == 0 && self.parameters().threat != 0 && position.is_threatened() {
                return self.one_ply(position, turns, window, ply);
            }
            best = self.evaluator_score(position);
            if best >= window.beta || tactical == 0 || below >= OPTIONAL_PLIES {
                self.leaf(ply);
                return best;
            }
            alpha = alpha.max(best);
        }
        for &turn in turns {
            if !is_compelled && !position.is_tactical(turn) {
                continue;
            }
            let (after, floor) = self.descend(position, turn, ply);
            let below_again = Window { alpha, beta: window.beta }.turned();
            let score = -self.quiesce(&after, below_again, below + 1, ply + 1);
            self.ascend(floor);
            if self.aborted {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.lengthen_pv(ply, turn);
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        best
    }

    /// All turns, each followed by captures alone: what stands to be captured may get away.
    fn one_ply(
        &mut self,
        position: &G::Position,
        turns: &[Turn<G>],
        window: Window,
        ply: usize,
    ) -> Score {
        let mut best = -Score::INFINITE;
        let mut alpha = window.alpha;
        for &turn in turns {
            let (after, floor) = self.descend(position, turn, ply);
            let below = Window { alpha, beta: window.beta }.turned();
            let score = -self.quiesce(&after, below, 1, ply + 1);
            self.ascend(floor);
            if self.aborted {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.lengthen_pv(ply, turn);
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        best
    }
}

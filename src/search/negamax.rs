//! The principal variation search below the root: null windows for all but the first turn, a
//! transposition table, reductions for late turns. It prunes nothing that a zugzwang could
//! overturn: no pass is ever tried.
//!
//! Where the window lies among decided scores the search is a proof: nothing is reduced or cut
//! by judgement, so that the distance to the end comes out exact. What is proved is kept in the
//! table under keys of its own.

use crate::game::{Game, Outcome, Position, Turn};
use crate::score::Score;
use crate::search::MAX_PLY;
use crate::search::claims::CLAIM_FROM;
use crate::search::worker::Worker;
use crate::tt::{Bound, Entry};

/// Taken into the key of a position that is looked at for a proof.
const PROOF: u64 = crate::zobrist::mix(0x0070_726f_6f66);
/// A window of scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// The window that tells only whether a score is above `alpha`.
    pub(super) const fn null(alpha: Score) -> Window {
        Window { alpha, beta: Score(alpha.0 + 1) }
    }

    /// The same window seen by the other side.
    pub(super) const fn turned(self) -> Window {
        Window { alpha: Score(-self.beta.0), beta: Score(-self.alpha.0) }
    }

    /// Whether it is open to more than one score.
    const fn is_open(self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }

    /// Whether only decided scores are within it or next to it.
    const fn is_proof(self) -> bool {
        self.alpha.is_win() || self.beta.is_loss()
    }
}

/// A score that counts plies as it is kept: counted from the position.
pub(super) fn to_table(score: Score, ply: usize) -> Score {
    let ply = ply as i32;
    if !score.counts_plies() {
        score
    } else {
        score.plus(if score > Score::ZERO { ply } else { -ply })
    }
}

/// The same from the root.
pub(super) fn from_table(score: Score, ply: usize) -> Score {
    let ply = ply as i32;
    if !score.counts_plies() {
        score
    } else {
        score.plus(if score > Score::ZERO { -ply } else { ply })
    }
}

/// The score of a game that has ended `ply` plies after the root.
const fn ended(outcome: Outcome, ply: usize) -> Score {
    match outcome {
        Outcome::Win => Score::win_in(ply),
        Outcome::Draw => Score::ZERO,
        Outcome::Loss => Score::loss_in(ply),
    }
}

impl<G: Game> Worker<'_, G> {
    /// The score of a position `ply` plies below the root, looked at `depth` plies deep.
    pub(super) fn search(
        &mut self,
        position: &G::Position,
        mut window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        self.frames[ply].pv.clear();
        if self.is_repetition() {
            self.leaf(ply);
            return Score::ZERO;
        }
        if depth <= 0 {
            return self.quiesce(position, window, 0, ply);
        }
        if self.enter() {
            return Score::ZERO;
        }
        let is_open = window.is_open();
        let is_proof = window.is_proof();

        let key = self.table_key(position, is_proof);
        let mut known = self.shared.table.probe(key);
        if let Some(entry) = known {
            if !is_open
                && self.frames[ply].left_out.is_none()
                && let Some(score) = cut(entry, window, depth, ply)
                && is_in_time(position, entry.score)
            {
                return score;
            }
        } else if is_proof {
            known = self.shared.table.probe(key ^ PROOF);
        }
        if self.frames[ply].left_out.is_none()
            && let Some(score) = self.tables.score(position, window, depth, ply)
        {
            self.leaf(ply);
            return score;
        }
        self.node(position, ply, |worker, turns| {
            // Nothing can be won sooner than by the next turn.
            window.alpha = window.alpha.max(Score::loss_in(ply));
            window.beta = window.beta.min(Score::win_in(ply + 1));
            if window.alpha >= window.beta {
                window.alpha
            } else {
                worker.search_turns(position, turns, window, depth, ply, key, known)
            }
        })
    }

    /// The key under which a position is kept.
    #[inline]
    fn table_key(&self, position: &G::Position, is_proof: bool) -> u64 {
        let key = position.key() ^ position.counter_key() ^ self.tables.key();
        if is_proof { key ^ PROOF } else { key }
    }

    /// The score of a position whose game is over or whose line may go no further, or what `go_on`
    /// finds for its legal turns.
    pub(super) fn node(
        &mut self,
        position: &G::Position,
        ply: usize,
        go_on: impl FnOnce(&mut Self, &[Turn<G>]) -> Score,
    ) -> Score {
        // The list is taken out of its frame, so that the worker can be used while it is read.
        let mut turns = std::mem::take(&mut self.frames[ply].turns);
        position.generate(&mut turns);
        let score = if let Some(outcome) = position.outcome(&turns) {
            self.leaf(ply);
            ended(outcome, ply)
        } else if ply >= MAX_PLY {
            self.leaf(ply);
            self.evaluator_score(position)
        } else {
            go_on(self, &turns)
        };
        self.frames[ply].turns = turns;
        score
    }

    #[expect(clippy::too_many_arguments, reason = "the two halves of one node")]
    fn search_turns(
        &mut self,
        position: &G::Position,
        turns: &[Turn<G>],
        window: Window,
        mut depth: i32,
        ply: usize,
        key: u64,
        known: Option<Entry>,
    ) -> Score {
        let parameters = self.parameters();
        let is_open = window.is_open();
        let is_proof = window.is_proof();
        let left_out = self.frames[ply].left_out;
        // A forced turn costs no depth, unless such turns have filled the line already.
        let is_forced = turns.len() == 1 && ply < 2 * depth as usize + 40;

        if !is_open && !is_proof && !is_forced && left_out.is_none() {
            if let Some(score) = self.without_search(position, turns, window, depth, ply) {
                return score;
            }
            if !self.is_probing && depth >= parameters.probe_from {
                if let Some(score) = self.probe_above(position, window.beta, depth, ply) {
                    return score;
                }
                if self.aborted {
                    return Score::ZERO;
                }
            }
        }
        let known_turn = known.and_then(|entry| entry.turn);
        if depth >= parameters.unknown_from && known_turn.is_none() && !is_proof && !is_forced {
            depth -= 1;
        }
        let deepened = known.and_then(|entry| self.single(position, entry, window, depth, ply));
        if self.aborted {
            return Score::ZERO;
        }

        let mut picker = std::mem::take(&mut self.frames[ply].picker);
        picker.prepare(self, position, turns, known_turn, ply);
        if ply + 2 < self.frames.len() {
            self.frames[ply + 2].killers = [None; 2];
        }
        let mut best = -Score::INFINITE;
        let mut best_turn = None;
        let mut alpha = window.alpha;
        let mut number = 0;
        let may_claim = depth >= CLAIM_FROM && self.shared.claims.are_kept();
        let enough = if depth <= parameters.skip_to && !is_open && !is_proof {
            (parameters.skip_base + parameters.skip_slope * depth * depth / 100) as usize
        } else {
            usize::MAX
        };
        while let Some(index) = picker.pick() {
            if left_out == Some(index as u16) {
                continue;
            }
            let turn = turns[index];
            let is_quiet = !position.is_tactical(turn);
            if number >= enough && is_quiet && !best.is_loss() {
                continue;
            }
            let (after, floor) = self.descend(position, turn, ply);
            if depth > 1 {
                if number == 0 {
                    self.shared.table.prefetch(self.table_key(&after, is_proof));
                }
                // What the table has of the next one comes while this one is looked at.
                if let Some(next) = picker.peek() {
                    let mut after = position.clone();
                    after.play(turns[next]);
                    self.shared.table.prefetch(self.table_key(&after, is_proof));
                }
            }
            let claims = may_claim && number > 0;
            if claims && picker.may_defer() && self.shared.claims.is_claimed(after.key()) {
                self.ascend(floor);
                picker.defer(index);
                continue;
            }
            if claims {
                self.shared.claims.claim(after.key());
            }
            let null = Window::null(alpha).turned();
            let full = Window { alpha, beta: window.beta }.turned();
            let may_reduce = number > 0 && is_quiet && !is_proof && !alpha.is_decided();
            let may_force = parameters.forcing_to >= depth
                || parameters.forcing_less != 0 && may_reduce && depth >= parameters.reduce_from;
            let forces = may_force && is_quiet && after.is_compelled();
            let goes_on = is_forced
                || deepened == Some(index as u16)
                || forces && parameters.forcing_to >= depth && ply < 2 * depth as usize + 40;
            let depth_below = if goes_on { depth } else { depth - 1 };
            let score = if number == 0 {
                -self.search(&after, full, depth_below, ply + 1)
            } else {
                let mut reduction = if may_reduce && !goes_on {
                    self.reduction(position, turn, depth, number, is_open)
                } else {
                    0
                };
                if forces {
                    reduction = (reduction - parameters.forcing_less).clamp(0, depth - 1);
                }
                let mut score = -self.search(&after, null, depth_below - reduction, ply + 1);
                if reduction > 0 && score > alpha && !self.aborted {
                    score = -self.search(&after, null, depth_below, ply + 1);
                }
                if is_open && score > alpha && score < window.beta && !self.aborted {
                    score = -self.search(&after, full, depth_below, ply + 1);
                }
                score
            };
            if claims {
                self.shared.claims.release(after.key());
            }
            self.ascend(floor);
            if self.aborted {
                break;
            }
            number += 1;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_turn = Some(index);
                    if is_open {
                        self.lengthen_pv(ply, turn);
                    }
                    if score >= window.beta {
                        if is_quiet && left_out.is_none() {
                            let slot = |index: usize| G::Position::slot(turns[index]);
                            let tried = picker.tried(index).map(slot);
                            let before = self.frames[ply].before;
                            self.history.learn(position.side(), slot(index), tried, before, depth);
                            let killers = &mut self.frames[ply].killers;
                            if killers[0] != Some(turn) {
                                *killers = [Some(turn), killers[0]];
                            }
                        }
                        break;
                    }
                }
            }
        }
        self.frames[ply].picker = picker;
        if self.aborted {
            return Score::ZERO;
        }
        if left_out.is_some() {
            return best;
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best_turn.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.shared.table.store(
            key,
            Entry {
                score: to_table(best, ply),
                bound,
                depth: depth.clamp(0, 255) as u8,
                turn: best_turn.and_then(|index| u16::try_from(index).ok()),
            },
        );
        best
    }

    /// A score near enough to that of a quiet node whose evaluation is far off the window.
    fn without_search(
        &mut self,
        position: &G::Position,
        turns: &[Turn<G>],
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let parameters = self.parameters();
        let may_cut = depth <= parameters.futile_to;
        let may_drop = depth <= parameters.razor_to;
        if !may_cut && !may_drop || turns.iter().any(|&turn| position.is_tactical(turn)) {
            return None;
        }
        let score = self.evaluator_score(position);
        if may_cut
            && score - window.beta >= parameters.futile_slope * depth
            && !position.is_threatened()
        {
            return Some(score);
        }
        if may_drop && window.alpha - score >= parameters.razor_slope * depth {
            let score = self.quiesce(position, window, 0, ply);
            return (score <= window.alpha).then_some(score);
        }
        None
    }

    /// A score above the window, if a shallow search finds the position far above it.
    fn probe_above(
        &mut self,
        position: &G::Position,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let parameters = self.parameters();
        let margin = parameters.probe_margin + parameters.probe_slope * depth;
        let above = beta.plus(margin);
        if above.is_decided() {
            return None;
        }
        let killers = self.frames[ply].killers;
        self.is_probing = true;
        // The node is entered a second time; its list is made again there.
        let window = Window::null(above.plus(-1));
        let depth = depth * parameters.probe_part / 100 - parameters.probe_less;
        let score = self.search(position, window, depth, ply);
        self.is_probing = false;
        self.frames[ply].killers = killers;
        (score >= above).then(|| if score.is_decided() { score } else { score.plus(-margin) })
    }

    /// The index of the turn that the table has for a node, if no other turn comes near it.
    fn single(
        &mut self,
        position: &G::Position,
        known: Entry,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<u16> {
        let parameters = self.parameters();
        let turn = known.turn?;
        let is_asked = depth >= parameters.single_from
            && (window.is_open() || parameters.single_null != 0)
            && ply < 2 * depth as usize + 40
            && self.frames[ply].left_out.is_none()
            && known.bound != Bound::Upper
            && i32::from(known.depth) >= depth - 4
            && !known.score.is_decided()
            && !window.is_proof();
        if !is_asked {
            return None;
        }
        let below = known.score.plus(-parameters.single_margin);
        let killers = self.frames[ply].killers;
        self.frames[ply].left_out = Some(turn);
        let score = self.search(position, Window::null(below.plus(-1)), depth / 2, ply);
        self.frames[ply].left_out = None;
        self.frames[ply].killers = killers;
        (score < below).then_some(turn)
    }

    /// How much a late turn is reduced, in plies: nearly proportional to the logarithms of depth
    /// and number, one less where the window is open.
    fn reduction(
        &self,
        position: &G::Position,
        turn: Turn<G>,
        depth: i32,
        number: usize,
        is_open: bool,
    ) -> i32 {
        let parameters = self.parameters();
        let whole =
            if is_open { parameters.reduce_after_open } else { parameters.reduce_after } as usize;
        if depth < parameters.reduce_from || number < whole {
            return 0;
        }
        let mut sum = parameters.reduction_base + log2(depth as u32) * log2(number as u32);
        if parameters.reduction_history > 0 {
            let history = self.history.value(position.side(), G::Position::slot(turn));
            sum -= history * parameters.reduction_scale / parameters.reduction_history;
        }
        let reduction = sum / parameters.reduction_scale - i32::from(is_open);
        reduction.clamp(0, (depth - 2).max(0))
    }

    /// The evaluation of a position.
    pub(super) fn evaluator_score(&mut self, position: &G::Position) -> Score {
        use crate::game::Evaluator;
        self.evaluator.evaluate(position)
    }
}

/// Sixteen times the binary logarithm, straight between the powers of two: the same everywhere,
/// as no floating point is in it.
const fn log2(n: u32) -> i32 {
    let whole = n.ilog2();
    (16 * whole + ((n << 4) >> whole) - 16) as i32
}

/// Whether a score from the table, if it is that of a forced end, comes before a count draws the
/// game: the table does not know the counts.
fn is_in_time<P: Position>(position: &P, score: Score) -> bool {
    score.plies_to_end().is_none_or(|plies| plies <= position.plies_to_draw())
}

/// The score that an entry gives a node with a null window, if it is enough.
fn cut(entry: Entry, window: Window, depth: i32, ply: usize) -> Option<Score> {
    let score = from_table(entry.score, ply);
    let is_deep = i32::from(entry.depth) >= depth;
    let is_enough = match entry.bound {
        // A forced end that has been seen holds at any depth.
        Bound::Lower => score >= window.beta && (is_deep || score.is_win()),
        Bound::Upper => score <= window.alpha && (is_deep || score.is_loss()),
        Bound::Exact => {
            is_deep
                || (score.is_win() && score >= window.beta)
                || (score.is_loss() && score <= window.alpha)
        }
    };
    is_enough.then_some(score)
}

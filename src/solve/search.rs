//! Depth-first proof-number search (Nagai 2002): whether the attacker wins a position. A position
//! is opened when the numbers of its parents say that it is the most telling one, and left when its
//! own numbers have outgrown those of its best rival by a quarter (Pawlewicz and Lew 2007).
//!
//! A position that stands on the line already counts as refuted. Then a proof never leans on what
//! stood before; a refutation may: if what it leans on is the position itself or comes after it, it
//! holds for good (the attacker is led round and round), else strictly only behind the same positions
//! since the last turn that cannot be taken back, and is marked with these.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use crate::game::{Outcome, Position, Side, Turn, Turns};
use crate::solve::claims::Claims;
use crate::solve::entry::{Entry, INFINITE, MOST, Refutation};
use crate::solve::seed::seed;
use crate::solve::table::Table;
use crate::tables::Tabled;
use crate::tables::store::Store;
use crate::zobrist;

/// So many turns in a row that are the only ones are followed at a time.
pub(super) const CHAIN: usize = 64;
/// No line is longer, in positions at which there is a choice.
const DEEPEST: usize = 1_000;
/// A position that another thread is at counts as further by so much of its number.
const CLAIM: u32 = 8;
/// Nodes between two looks at the limits.
const GLANCE: u64 = 1_024;
/// Behind a visit of fewer nodes it is not asked what has become of the position by another thread,
/// or of its other turns: what else is known now is known of positions further on.
const SHORT: u64 = 16;

/// Taken into the keys of the table: what is known of a position when this side attacks.
pub(super) fn salt(attacker: Side) -> u64 {
    zobrist::mix(0x736f_6c76_6500 | attacker.index() as u64)
}

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'a, G: Tabled> {
    pub(super) table: &'a Table,
    pub(super) store: &'a Store<G>,
    /// The most pieces of a position that the tables are asked for.
    pub(super) most_pieces: u32,
    /// Set from outside for all threads to end.
    pub(super) stop: &'a AtomicBool,
    /// Nodes of all searches.
    pub(super) nodes: &'a AtomicU64,
    /// Whether a refutation that leans on what stood before is taken in behind the same positions
    /// only. Else it is taken in everywhere, which is soon done where positions come again all the
    /// time, but may hide a win.
    pub(super) is_strict: bool,
    /// When the search ends, in nodes.
    pub(super) most_nodes: u64,
    /// When it ends, in time.
    pub(super) deadline: Option<Instant>,
    /// Set when a limit is met or the question is answered.
    pub(super) halt: AtomicBool,
    pub(super) claims: Claims,
}

/// A turn and what is known of the position behind it.
struct Child<P> {
    position: P,
    /// The key in the table.
    key: u64,
    entry: Entry,
    /// The first place of the line that a refutation leans on, counted from one; [`ELSEWHERE`] if it
    /// leans on another line, [`ALONE`] if on none.
    reach: usize,
    /// Whether the turn cannot be taken back.
    is_final: bool,
}

/// A refutation that leans on nothing before it.
const ALONE: usize = usize::MAX;
/// A refutation that leans on what stood before in another line, so that it never holds for good.
const ELSEWHERE: usize = 0;

/// The past of a refutation that leans on another line.
const NO_PAST: u32 = 0;

/// One place of the line that is looked at.
struct Frame<G: Tabled> {
    turns: Turns<Turn<G>>,
    children: Vec<Child<G::Position>>,
}

impl<G: Tabled> Default for Frame<G> {
    fn default() -> Frame<G> {
        Frame { turns: Turns::new(), children: Vec::new() }
    }
}

/// What a visit of a position has found.
#[derive(Clone, Copy, Debug)]
struct Visit {
    entry: Entry,
    reach: usize,
}

/// How far a visit goes.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    proof: u32,
    disproof: u32,
}

/// A searching thread.
pub(super) struct Worker<'a, G: Tabled> {
    shared: &'a Shared<'a, G>,
    attacker: Side,
    salt: u64,
    evaluator: G::Evaluator,
    frames: Vec<Frame<G>>,
    /// The keys of the positions on the line.
    line: Vec<u64>,
    /// For each place of the line the first from which all turns can be taken back.
    runs: Vec<usize>,
    scratch: Turns<Turn<G>>,
    nodes: u64,
    told: u64,
}

impl<'a, G: Tabled> Worker<'a, G> {
    pub(super) fn new(shared: &'a Shared<'a, G>, attacker: Side) -> Worker<'a, G> {
        Worker {
            shared,
            attacker,
            salt: salt(attacker),
            evaluator: G::Evaluator::default(),
            frames: Vec::new(),
            line: Vec::new(),
            runs: Vec::new(),
            scratch: Turns::new(),
            nodes: 0,
            told: 0,
        }
    }

    /// The key of a position in the table.
    pub(super) fn key(&self, position: &G::Position) -> u64 {
        position.key() ^ self.salt
    }

    /// Searches until the position is decided or a limit is met, though it be decided already.
    pub(super) fn search(&mut self, root: &G::Position) -> Entry {
        self.line.clear();
        self.runs.clear();
        let key = root.key() ^ self.salt;
        let child = Child {
            position: root.clone(),
            key,
            entry: Entry::open(1, 1),
            reach: ALONE,
            is_final: true,
        };
        let visit = self.follow(&child, Bounds { proof: INFINITE, disproof: INFINITE });
        self.store(key, visit, 0);
        self.tell();
        visit.entry
    }

    /// Adds the nodes since last time to those of all threads.
    fn tell(&mut self) {
        let nodes = self.shared.nodes.fetch_add(self.nodes - self.told, Relaxed);
        let nodes = nodes + self.nodes - self.told;
        self.told = self.nodes;
        let is_late = self.shared.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if nodes >= self.shared.most_nodes
            || is_late
            || self.shared.stop.load(Relaxed)
            || self.shared.table.is_outgrown()
        {
            self.shared.halt.store(true, Relaxed);
        }
    }

    #[inline]
    fn is_halted(&mut self) -> bool {
        if self.nodes - self.told >= GLANCE {
            self.tell();
        }
        self.shared.halt.load(Relaxed)
    }

    /// What a position is worth without looking further, for the side to move; fills the list of
    /// turns.
    fn judged(&mut self, position: &G::Position, turns: &mut Turns<Turn<G>>) -> Option<Outcome> {
        if position.pieces_left() <= self.shared.most_pieces
            && let Some(outcome) = self.shared.store.stored(position)
        {
            return Some(outcome);
        }
        position.generate(turns);
        position.outcome(turns)
    }

    fn decided(&self, outcome: Outcome, side: Side, plies: usize) -> Entry {
        match outcome {
            Outcome::Draw => Entry::refuted(Refutation::Held, plies as u32),
            _ if (outcome == Outcome::Win) == (side == self.attacker) => {
                Entry::proven(plies as u32)
            }
            _ => Entry::refuted(Refutation::Lost, plies as u32),
        }
    }

    /// The first numbers of a position: those of the next one at which there is a choice.
    fn leaf(&mut self, position: &G::Position) -> Entry {
        let mut turns = std::mem::take(&mut self.scratch);
        let mut position = position.clone();
        let mut plies = 0;
        let entry = loop {
            if let Some(outcome) = self.judged(&position, &mut turns) {
                break self.decided(outcome, position.side(), plies);
            }
            if turns.len() > 1 || plies == CHAIN {
                break seed::<G>(&mut self.evaluator, &position, turns.len(), self.attacker);
            }
            position.play(turns[0]);
            position.forget_counts();
            plies += 1;
        };
        self.scratch = turns;
        entry
    }

    /// What the positions since the last turn that cannot be taken back are, in any order. What was
    /// found less strictly is another past. It is never [`NO_PAST`].
    fn past(&self, run: usize) -> u32 {
        let start = zobrist::mix(u64::from(self.shared.is_strict));
        let keys = self.line[run..].iter();
        let sum = keys.fold(start, |sum, &key| sum.wrapping_add(zobrist::mix(key)));
        ((sum >> 32) as u32 & INFINITE).max(NO_PAST + 1)
    }

    /// Goes on to the next position with a choice and visits it.
    fn follow(&mut self, child: &Child<G::Position>, bounds: Bounds) -> Visit {
        // A node is a position whose turns are listed and the positions behind them looked at,
        // however often.
        self.nodes += 1;
        let ply = self.line.len();
        if self.frames.len() == ply {
            self.frames.push(Frame::default());
        }
        let mut turns = std::mem::take(&mut self.frames[ply].turns);
        let mut position = child.position.clone();
        let mut is_final = child.is_final;
        let mut plies = 0;
        let ended = loop {
            if let Some(outcome) = self.judged(&position, &mut turns) {
                let entry = self.decided(outcome, position.side(), plies);
                break Some(Visit { entry, reach: ALONE });
            }
            if turns.len() > 1 || plies == CHAIN {
                break None;
            }
            is_final |= position.is_irreversible(turns[0]);
            position.play(turns[0]);
            position.forget_counts();
            plies += 1;
        };
        self.frames[ply].turns = turns;
        if let Some(visit) = ended {
            return visit;
        }
        let key = position.key() ^ self.salt;
        let run = if is_final || ply == 0 { ply } else { self.runs[ply - 1] };
        if let Some(place) = self.line[run..].iter().position(|&before| before == key) {
            let entry = Entry::refuted(Refutation::Tainted, 0);
            return Visit { entry, reach: run + place + 1 };
        }
        if plies > 0 {
            // It may be known better than where this line of single turns began.
            if ply > 0
                && let Some(entry) = self.shared.table.probe(key)
                && (entry.is_settled()
                    || !entry.is_refuted()
                        && (entry.proof >= bounds.proof || entry.disproof >= bounds.disproof))
            {
                let entry = Entry { mark: entry.mark + plies as u32, ..entry };
                return Visit { entry, reach: ALONE };
            }
        }
        if ply == DEEPEST {
            return Visit { entry: Entry::refuted(Refutation::Tainted, 0), reach: ELSEWHERE };
        }
        self.line.push(key);
        self.runs.push(run);
        self.shared.claims.take(key);
        let before = self.nodes;
        let mut visit = self.visit(ply, &position, bounds);
        visit.entry.work = self.nodes - before;
        self.shared.claims.give_back(key);
        self.line.pop();
        self.runs.pop();
        if plies > 0 {
            self.store(key, visit, run);
        }
        if visit.entry.is_settled() {
            visit.entry.mark += plies as u32;
        }
        visit
    }

    /// Keeps what a visit of a position has found, once its own place has been left.
    fn store(&mut self, key: u64, visit: Visit, run: usize) {
        let mut entry = visit.entry;
        if entry.is_refuted() && entry.refutation == Refutation::Tainted {
            entry.mark = if visit.reach == ELSEWHERE { NO_PAST } else { self.past(run) };
        }
        self.shared.table.store(key, entry);
    }

    /// Visits a position whose turns are in its frame.
    fn visit(&mut self, ply: usize, position: &G::Position, bounds: Bounds) -> Visit {
        let attacks = position.side() == self.attacker;
        let mut children = std::mem::take(&mut self.frames[ply].children);
        self.open(ply, position, &mut children);
        let mut took = 0;
        let visit = loop {
            let visit = combined(&children, attacks, ply);
            let entry = visit.entry;
            if entry.is_proven()
                || entry.is_refuted()
                || entry.proof >= bounds.proof
                || entry.disproof >= bounds.disproof
                || self.is_halted()
            {
                break visit;
            }
            if took >= SHORT
                && self.shared.claims.is_needed()
                && let Some(known) = self.shared.table.probe(self.line[ply])
                && known.is_settled()
            {
                break Visit { entry: known, reach: ALONE };
            }
            let (best, bounds) = self.chosen(&children, attacks, entry, bounds);
            let before = self.nodes;
            let mut found = self.follow(&children[best], bounds);
            found.entry.work += children[best].entry.work;
            took = self.nodes - before;
            let run = self.run_behind(&children[best], ply);
            self.store(children[best].key, found, run);
            if took >= SHORT {
                for (i, child) in children.iter_mut().enumerate() {
                    if i != best && !child.entry.is_settled() && child.reach == ALONE {
                        self.look_up(child, ply);
                    }
                }
            }
            children[best].entry = found.entry;
            children[best].reach = found.reach;
        };
        children.clear();
        self.frames[ply].children = children;
        visit
    }

    /// From where on turns can be taken back, behind a turn at a place of the line.
    fn run_behind(&self, child: &Child<G::Position>, ply: usize) -> usize {
        if child.is_final { ply + 1 } else { self.runs[ply] }
    }

    /// Takes in what the table knows of a child.
    #[inline]
    fn look_up(&self, child: &mut Child<G::Position>, ply: usize) -> bool {
        let Some(entry) = self.shared.table.probe(child.key) else { return false };
        if entry.is_refuted() && entry.refutation == Refutation::Tainted {
            let run = self.run_behind(child, ply);
            if self.past(run) == entry.mark {
                child.reach = run.min(ply) + 1;
            } else if self.shared.is_strict {
                return false;
            } else {
                child.reach = ELSEWHERE;
            }
        }
        child.entry = entry;
        true
    }

    /// Lists the children of a position with what is known of them.
    fn open(&mut self, ply: usize, position: &G::Position, children: &mut Vec<Child<G::Position>>) {
        children.clear();
        let turns = std::mem::take(&mut self.frames[ply].turns);
        for &turn in &turns {
            let mut after = position.clone();
            after.play(turn);
            after.forget_counts();
            let key = after.key() ^ self.salt;
            self.shared.table.prefetch(key);
            let is_final = position.is_irreversible(turn);
            let entry = Entry::open(1, 1);
            children.push(Child { position: after, key, entry, reach: ALONE, is_final });
        }
        self.frames[ply].turns = turns;
        for child in children.iter_mut() {
            if !child.is_final
                && let run = self.runs[ply]
                && let Some(place) = self.line[run..].iter().position(|&key| key == child.key)
            {
                child.entry = Entry::refuted(Refutation::Tainted, 0);
                child.reach = run + place + 1;
            } else if !self.look_up(child, ply) {
                child.entry = self.leaf(&child.position);
                // First numbers are found again as fast as a table full of them is read.
                if child.entry.is_settled() {
                    self.shared.table.store(child.key, child.entry);
                }
            }
        }
    }

    /// The child to go on with, and how far.
    fn chosen(
        &self,
        children: &[Child<G::Position>],
        attacks: bool,
        whole: Entry,
        bounds: Bounds,
    ) -> (usize, Bounds) {
        // From here on as the side to move sees it: the least of the one number is looked for.
        let seen = |entry: &Entry| {
            if attacks { (entry.proof, entry.disproof) } else { (entry.disproof, entry.proof) }
        };
        let mut least = (u32::MAX, u32::MAX, 0);
        for (i, child) in children.iter().enumerate() {
            // Of equals the one that is harder to refute.
            let (mut mine, theirs) = seen(&child.entry);
            let claims = self.shared.claims.count(child.key);
            if claims > 0 && mine < INFINITE {
                mine = mine.saturating_add((mine / CLAIM + 1).saturating_mul(claims)).min(MOST);
            }
            least = least.min((mine, u32::MAX - theirs, i));
        }
        let best = least.2;
        // Rivals count with their own numbers, whoever is at them.
        let rivals = children.iter().enumerate().filter(|&(i, _)| i != best);
        let rival = rivals.map(|(_, child)| seen(&child.entry).0).min().unwrap_or(INFINITE);
        let (most_mine, most_theirs) =
            if attacks { (bounds.proof, bounds.disproof) } else { (bounds.disproof, bounds.proof) };
        let (own, theirs) = seen(&children[best].entry);
        let mine = most_mine.min(rival + rival / 4 + 1).max(own + 1);
        let left = most_theirs.saturating_sub(seen(&whole).1 - theirs);
        let left = left.max(theirs + 1).min(INFINITE);
        let mine = mine.min(INFINITE);
        let bounds = if attacks {
            Bounds { proof: mine, disproof: left }
        } else {
            Bounds { proof: left, disproof: mine }
        };
        (best, bounds)
    }
}

/// What follows for a position at a place of the line from what is known of all its children.
fn combined<P>(children: &[Child<P>], attacks: bool, ply: usize) -> Visit {
    let mut nearest: Option<u32> = None;
    let mut furthest = 0;
    let mut refutation = Refutation::Lost;
    let mut strongest: Option<(Refutation, usize, u32)> = None;
    let mut reach = ALONE;
    let (mut least, mut total, mut open) = (INFINITE, 0_u32, 0);
    for Child { entry, reach: from, .. } in children {
        let (mine, theirs) =
            if attacks { (entry.proof, entry.disproof) } else { (entry.disproof, entry.proof) };
        least = least.min(mine);
        if entry.is_proven() {
            nearest = Some(nearest.map_or(entry.mark, |mark| mark.min(entry.mark)));
            furthest = furthest.max(entry.mark);
        } else if entry.is_refuted() {
            let mark = if entry.refutation == Refutation::Tainted { 0 } else { entry.mark };
            refutation = refutation.max(entry.refutation);
            reach = reach.min(*from);
            let this = (entry.refutation, usize::MAX - from, mark);
            strongest = Some(strongest.map_or(this, |known| known.min(this)));
            if attacks {
                furthest = furthest.max(mark);
            }
        } else {
            total = total.saturating_add(theirs);
            open += 1;
        }
    }
    if least > 0 && open > 0 {
        let entry = if attacks { Entry::open(least, total) } else { Entry::open(total, least) };
        return Visit { entry, reach: ALONE };
    }
    let is_proven = if attacks { nearest.is_some() } else { least > 0 };
    if is_proven {
        let plies = if attacks { nearest.unwrap_or(0) } else { furthest };
        return Visit { entry: Entry::proven(plies + 1), reach: ALONE };
    }
    // The defender takes the strongest of its ways, and the attacker runs against the weakest.
    let (mut refutation, mut reach, mark) = if attacks {
        (refutation, reach, furthest)
    } else {
        strongest.map_or((Refutation::Lost, ALONE, 0), |(kind, from, mark)| {
            (kind, usize::MAX - from, mark)
        })
    };
    if refutation == Refutation::Tainted && reach > ply {
        refutation = Refutation::Held;
    }
    if refutation != Refutation::Tainted {
        reach = ALONE;
    }
    Visit { entry: Entry::refuted(refutation, mark + 1), reach }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Settings};
    use crate::games::draughts::Draughts;
    use crate::games::draughts::rules::poddavki::Poddavki;
    use crate::tables::store::Sources;

    type Played = Draughts<Poddavki>;

    /// What a worker with this line takes the past to be, and what it keeps of a refutation.
    fn kept(is_strict: bool, line: &[u64], reach: usize) -> (u32, Option<Entry>) {
        let table = Table::new(0).unwrap();
        let sources = Sources { is_on: false, folder: None, pieces: 0, proven: None };
        let (store, _) = Store::<Played>::open(Settings::defaults(&Played::FACTS), &sources);
        let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = Shared {
            table: &table,
            store: &store,
            most_pieces: 0,
            stop: &stop,
            nodes: &nodes,
            is_strict,
            most_nodes: u64::MAX,
            deadline: None,
            halt: AtomicBool::new(false),
            claims: Claims::new(1),
        };
        let mut worker = Worker::new(&shared, Side::White);
        worker.line = line.to_vec();
        worker.store(7, Visit { entry: Entry::refuted(Refutation::Tainted, 0), reach }, 0);
        (worker.past(0), table.probe(7))
    }

    #[test]
    fn what_was_found_less_strictly_has_another_past() {
        for line in [&[][..], &[5], &[5, 6]] {
            assert_ne!(kept(true, line, 1).0, kept(false, line, 1).0, "{line:?}");
        }
    }

    #[test]
    fn what_leans_on_another_line_is_never_taken_for_this_one() {
        for line in [&[][..], &[5], &[5, 6]] {
            let (past, entry) = kept(false, line, 1);
            assert_eq!(entry.map(|entry| entry.mark), Some(past), "{line:?}");
            let (past, entry) = kept(false, line, ELSEWHERE);
            assert!(entry.is_some_and(|entry| entry.mark != past), "{line:?}");
        }
    }

    #[test]
    fn what_leans_on_the_position_itself_holds_for_good() {
        let refutation = |ply, reach| {
            let child = Child {
                position: (),
                key: 1,
                entry: Entry::refuted(Refutation::Tainted, 0),
                reach,
                is_final: false,
            };
            combined(&[child], false, ply).entry.refutation
        };
        assert_eq!(refutation(0, 1), Refutation::Held);
        assert_eq!(refutation(3, 4), Refutation::Held);
        assert_eq!(refutation(3, 3), Refutation::Tainted);
        assert_eq!(refutation(0, ELSEWHERE), Refutation::Tainted);
    }
}

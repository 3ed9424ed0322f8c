//! A proof that stands by itself: the positions that one side's strategy leads to, one turn of its
//! own and all of the other's from each. The search only tells which turns to look at; what makes
//! it a proof is that the set is closed and, for a win, that no way through it leads in a circle.

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasherDefault;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::game::{Outcome, Position, Side, Turn, Turns};
use crate::solve::entry::{Entry, Refutation};
use crate::solve::proven::Plain;
use crate::solve::search::{Shared, Worker, salt};
use crate::tables::Tabled;
use crate::tt::free_memory;

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// The side wins.
    Wins(Side),
    /// The side does not lose.
    Holds(Side),
}

impl Claim {
    /// The side whose strategy it is.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Claim::Wins(side) | Claim::Holds(side) => side,
        }
    }

    /// Whether an end of the game is what is claimed; `outcome` is that of the side to move.
    #[must_use]
    pub fn is_met(self, outcome: Outcome, to_move: Side) -> bool {
        match self {
            Claim::Wins(side) => {
                outcome == if side == to_move { Outcome::Win } else { Outcome::Loss }
            }
            Claim::Holds(side) => {
                outcome != if side == to_move { Outcome::Loss } else { Outcome::Win }
            }
        }
    }

    /// How good a position is for a strategy by what was found in the search; the least is the
    /// best, none if it is known to be of no use.
    fn worth(self, shared: &Shared<'_, impl Tabled>, key: u64) -> Option<u32> {
        let known = |attacker| shared.table.probe(key ^ salt(attacker));
        let (won, met) = (known(self.side()), known(self.side().opponent()));
        let is_won = won.filter(Entry::is_proven).or_else(|| {
            met.filter(|entry| entry.is_refuted() && entry.refutation == Refutation::Lost)
        });
        match self {
            Claim::Wins(_) => match (is_won, won) {
                (Some(entry), _) => Some(entry.mark),
                (None, Some(entry)) if entry.is_refuted() && entry.is_settled() => None,
                _ => Some(OPEN),
            },
            // What is won is not given up for what is held, and what is held not for what is open.
            Claim::Holds(_) => match (is_won, met) {
                (Some(entry), _) => Some(entry.mark),
                (None, Some(entry)) if entry.is_proven() => None,
                (None, Some(entry)) if entry.is_refuted() => {
                    Some(if entry.refutation == Refutation::Held { HELD } else { TAINTED })
                }
                _ => Some(OPEN),
            },
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Wins(side) => write!(f, "{side} wins"),
            Claim::Holds(side) => write!(f, "{side} does not lose"),
        }
    }
}

/// How a position of a proof goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The game is over.
    Ended,
    /// The endgame tables know it.
    Tabled,
    /// There are positions behind it.
    On,
}

/// A position of a proof.
#[derive(Clone, Debug)]
pub struct Node<P> {
    /// The position.
    pub position: P,
    /// How it goes on.
    pub step: Step,
    /// Where it goes on: the one that the strategy chooses, or all.
    pub children: Vec<u32>,
    /// In a win, how many plies the end, or what the tables know, is away at most.
    pub plies: u32,
}

/// A proof; the first position is the one that it is about.
#[derive(Clone, Debug)]
pub struct Proof<P> {
    /// What is shown.
    pub claim: Claim,
    /// The positions.
    pub nodes: Vec<Node<P>>,
}

/// A proof was broken off, or what the search has told could not be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unproven;

/// A position of a set that may become a proof.
struct Draft<P> {
    position: P,
    step: Step,
    /// Whether a strategy side's turn is chosen here.
    is_choice: bool,
    children: Vec<u32>,
}

/// From which positions of a set each is reached.
struct Parents {
    /// Where those of a position begin, and where the last ones end.
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Parents {
    fn new<P>(drafts: &[Draft<P>]) -> Parents {
        let children = || drafts.iter().flat_map(|draft| &draft.children);
        let mut starts = vec![0; drafts.len() + 1];
        for &child in children() {
            starts[child as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // Filled from behind, so that each start comes to stand where it belongs.
        let mut all = vec![0; sum as usize];
        for (place, draft) in (0..).zip(drafts) {
            for &child in &draft.children {
                let start = &mut starts[child as usize];
                *start -= 1;
                all[*start as usize] = place;
            }
        }
        Parents { starts, all }
    }

    fn of(&self, place: u32) -> &[u32] {
        let place = place as usize;
        &self.all[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

/// How good positions are that are not won, for who need not win; plies are less.
const HELD: u32 = u32::MAX - 4;
const TAINTED: u32 = u32::MAX - 2;
const OPEN: u32 = u32::MAX;
/// No set has more positions ...
const MOST: u64 = 16_000_000;
/// ... nor more than go into half of the memory that is free, with so many bytes each.
const BYTES: u64 = 256;

/// So often positions are searched again that do not follow from what was found.
const MOST_ROUNDS: u32 = 100;
/// The work that a position counts for which has been shown: no small one is put in its place.
const SHOWN: u64 = 4_096;

/// Not known to be part of a proof.
const NOT: u32 = u32::MAX;

struct Draftsman<'a, 'b, G: Tabled> {
    claim: Claim,
    /// Whether the search is asked where it did not tell how to go on.
    is_asked: bool,
    shared: &'b Shared<'a, G>,
    worker: Worker<'b, G>,
    drafts: Vec<Draft<G::Position>>,
    /// How many there may be.
    most: usize,
    /// Places in the list, by keys.
    places: HashMap<u64, u32, BuildHasherDefault<Plain>>,
    /// For each position how many plies its end is away at most, or [`NOT`], when that was last
    /// looked at.
    plies: Vec<u32>,
    /// Positions whose turns are to be looked at.
    waiting: Vec<u32>,
    turns: Turns<Turn<G>>,
}

/// Proves what the search has found. Where it does not tell how to go on it is asked again; or else
/// everything is tried.
pub(super) fn draw_up<G: Tabled>(
    shared: &Shared<'_, G>,
    claim: Claim,
    root: &G::Position,
    is_asked: bool,
) -> Result<Proof<G::Position>, Unproven> {
    let attacker = match claim {
        Claim::Wins(side) => side,
        Claim::Holds(side) => side.opponent(),
    };
    let mut draftsman = Draftsman {
        claim,
        is_asked,
        shared,
        worker: Worker::new(shared, attacker),
        drafts: Vec::new(),
        most: free_memory(MOST * BYTES).map_or(MOST, |free| MOST.min(free / 2 / BYTES)) as usize,
        places: HashMap::default(),
        plies: Vec::new(),
        waiting: Vec::new(),
        turns: Turns::new(),
    };
    draftsman.place(root.clone());
    let mut rounds = 0;
    loop {
        while let Some(place) = draftsman.waiting.pop() {
            draftsman.open(place)?;
        }
        draftsman.plies = draftsman.standing();
        let drafts = draftsman.drafts.len();
        log::info!("{drafts} positions drawn up, searched again {rounds} times");
        if draftsman.plies[0] != NOT {
            return Ok(draftsman.finished());
        }
        if is_asked {
            rounds += 1;
            if rounds > MOST_ROUNDS {
                return Err(Unproven);
            }
            draftsman.search_again()?;
        } else {
            draftsman.mend()?;
        }
    }
}

impl<G: Tabled> Draftsman<'_, '_, G> {
    /// The place of a position in the set.
    fn place(&mut self, position: G::Position) -> u32 {
        let next = self.drafts.len() as u32;
        let place = *self.places.entry(position.key()).or_insert(next);
        if place == next {
            let (step, children) = (Step::On, Vec::new());
            let draft = Draft { position, step, is_choice: false, children };
            self.drafts.push(draft);
            self.waiting.push(place);
        }
        place
    }

    /// The positions behind a position, each once.
    fn behind(&mut self, place: u32) -> Vec<G::Position> {
        let position = &self.drafts[place as usize].position;
        position.generate(&mut self.turns);
        let mut all: Vec<G::Position> = Vec::with_capacity(self.turns.len());
        for &turn in &self.turns {
            let mut after = position.clone();
            after.play(turn);
            after.forget_counts();
            if all.iter().all(|known| known.key() != after.key()) {
                all.push(after);
            }
        }
        all
    }

    /// Looks at how a position goes on.
    fn open(&mut self, place: u32) -> Result<(), Unproven> {
        let is_late = self.shared.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || self.shared.stop.load(Relaxed) || self.drafts.len() > self.most {
            return Err(Unproven);
        }
        let position = &self.drafts[place as usize].position;
        let side = position.side();
        let stored = (position.pieces_left() <= self.shared.most_pieces)
            .then(|| self.shared.store.stored(position))
            .flatten();
        position.generate(&mut self.turns);
        let ended = position.outcome(&self.turns);
        if let Some(outcome) = ended.or(stored) {
            let step = if ended.is_some() { Step::Ended } else { Step::Tabled };
            self.drafts[place as usize].step = step;
            // What is not met has no children, and so is no part of any proof.
            if !self.claim.is_met(outcome, side) {
                self.drafts[place as usize].step = Step::On;
            }
            return Ok(());
        }
        let behind = self.behind(place);
        if behind.len() > 1 && side == self.claim.side() {
            self.drafts[place as usize].is_choice = true;
            self.choose(place, behind);
            return Ok(());
        }
        let children = behind.into_iter().map(|position| self.place(position)).collect();
        self.drafts[place as usize].children = children;
        Ok(())
    }

    /// Adds the best position behind a choice that is not there yet; what is open is tried last,
    /// if the search is not asked for more.
    fn choose(&mut self, place: u32, behind: Vec<G::Position>) {
        let is_known = |&(worth, _): &(u32, usize)| worth < OPEN - 1;
        let mut best = self.best(place, &behind);
        if self.is_asked && best.as_ref().is_none_or(|best| !is_known(best)) {
            let position = self.drafts[place as usize].position.clone();
            self.worker.search(&position);
            best = self.best(place, &behind).filter(is_known);
        }
        if let Some(best) = best.and_then(|(_, best)| behind.into_iter().nth(best)) {
            let child = self.place(best);
            self.drafts[place as usize].children.push(child);
        }
    }

    fn best(&self, place: u32, behind: &[G::Position]) -> Option<(u32, usize)> {
        let mut best: Option<(u32, usize)> = None;
        for (i, position) in behind.iter().enumerate() {
            let key = position.key();
            let known = self.places.get(&key);
            if known.is_some_and(|known| self.drafts[place as usize].children.contains(known)) {
                continue;
            }
            let shown = known.and_then(|&known| self.plies.get(known as usize).copied());
            let shown = shown.filter(|&plies| plies != NOT && self.is_asked);
            if let Some(worth) = shown.or_else(|| self.claim.worth(self.shared, key)) {
                // What is there already makes no proof longer.
                let worth = if known.is_some() && worth > 0 { worth - 1 } else { worth };
                best = Some(best.map_or((worth, i), |least| least.min((worth, i))));
            }
        }
        best
    }

    /// For each position how many plies its end is away at most, or [`NOT`].
    fn standing(&self) -> Vec<u32> {
        let parents = Parents::new(&self.drafts);
        match self.claim {
            Claim::Wins(_) => self.won(&parents),
            Claim::Holds(_) => self.held(&parents),
        }
    }

    /// From the ends back: so no circle is taken in.
    fn won(&self, parents: &Parents) -> Vec<u32> {
        let mut plies = vec![NOT; self.drafts.len()];
        let mut left: Vec<usize> = self.drafts.iter().map(|draft| draft.children.len()).collect();
        let is_end = |&place: &u32| self.drafts[place as usize].step != Step::On;
        let mut layer: Vec<u32> = (0..self.drafts.len() as u32).filter(is_end).collect();
        let mut distance = 0;
        while !layer.is_empty() {
            let mut next = Vec::new();
            for &place in &layer {
                plies[place as usize] = distance;
            }
            for place in layer {
                for &parent in parents.of(place) {
                    left[parent as usize] -= 1;
                    let draft = &self.drafts[parent as usize];
                    if plies[parent as usize] == NOT
                        && (draft.is_choice || left[parent as usize] == 0)
                    {
                        plies[parent as usize] = distance + 1;
                        next.push(parent);
                    }
                }
            }
            layer = next;
            distance += 1;
        }
        plies
    }

    /// All that is left when what leads out of the set is taken away, again and again.
    fn held(&self, parents: &Parents) -> Vec<u32> {
        let mut plies = vec![0; self.drafts.len()];
        let mut left: Vec<usize> = self.drafts.iter().map(|draft| draft.children.len()).collect();
        let is_out = |&place: &u32| {
            let draft = &self.drafts[place as usize];
            draft.step == Step::On && draft.children.is_empty()
        };
        let mut out: Vec<u32> = (0..self.drafts.len() as u32).filter(is_out).collect();
        for &place in &out {
            plies[place as usize] = NOT;
        }
        while let Some(place) = out.pop() {
            for &parent in parents.of(place) {
                left[parent as usize] -= 1;
                let draft = &self.drafts[parent as usize];
                if plies[parent as usize] != NOT && (!draft.is_choice || left[parent as usize] == 0)
                {
                    plies[parent as usize] = NOT;
                    out.push(parent);
                }
            }
        }
        plies
    }

    /// Forgets what was known of the positions that the set does not show anything of, and searches
    /// them again. Something that they lean on had been forgotten and was found again by way of
    /// themselves; what is shown stays.
    fn search_again(&mut self) -> Result<(), Unproven> {
        let table = self.shared.table;
        for (draft, &plies) in self.drafts.iter().zip(&self.plies) {
            let key = self.worker.key(&draft.position);
            if plies == NOT {
                table.forget(key);
            } else {
                table.store(key, Entry { work: SHOWN, ..Entry::proven(plies) });
            }
        }
        let places = 0..self.plies.len() as u32;
        let doubtful = |&place: &u32| self.plies[place as usize] == NOT;
        let doubtful: Vec<u32> = places.filter(doubtful).collect();
        // What was met last is as a rule nearer to the end.
        for place in doubtful.into_iter().rev() {
            let draft = &mut self.drafts[place as usize];
            if !draft.is_choice {
                continue;
            }
            draft.children.clear();
            let behind = self.behind(place);
            self.choose(place, behind);
            if self.shared.stop.load(Relaxed) || self.shared.halt.load(Relaxed) {
                return Err(Unproven);
            }
        }
        Ok(())
    }

    /// Adds another turn wherever the set does not hold.
    fn mend(&mut self) -> Result<(), Unproven> {
        let before: usize = self.drafts.len();
        let mut is_changed = false;
        for place in 0..before as u32 {
            let draft = &self.drafts[place as usize];
            if self.plies[place as usize] != NOT || !draft.is_choice {
                continue;
            }
            if self.shared.stop.load(Relaxed) {
                return Err(Unproven);
            }
            let known = draft.children.len();
            let behind = self.behind(place);
            self.choose(place, behind);
            is_changed |= self.drafts[place as usize].children.len() > known;
        }
        if is_changed { Ok(()) } else { Err(Unproven) }
    }

    /// The proof: what is reached from the root by the turns that were chosen.
    fn finished(self) -> Proof<G::Position> {
        let plies = &self.plies;
        let mut numbers = vec![NOT; self.drafts.len()];
        numbers[0] = 0;
        let mut order = vec![0_u32];
        let mut nodes = Vec::new();
        let mut at = 0;
        while let Some(&place) = order.get(at) {
            let draft = &self.drafts[place as usize];
            let chosen: Vec<u32> = if draft.is_choice {
                let good = draft.children.iter().copied();
                good.min_by_key(|&child| plies[child as usize]).into_iter().collect()
            } else {
                draft.children.clone()
            };
            let children = chosen.into_iter().map(|child| {
                let number = &mut numbers[child as usize];
                if *number == NOT {
                    *number = order.len() as u32;
                    order.push(child);
                }
                *number
            });
            let children = children.collect();
            let position = draft.position.clone();
            nodes.push(Node { position, step: draft.step, children, plies: plies[place as usize] });
            at += 1;
        }
        Proof { claim: self.claim, nodes }
    }
}

impl<P: Position> Proof<P> {
    /// The line of a won game in which the other side holds out as long as it can, as places in
    /// the list.
    #[must_use]
    pub fn line(&self) -> Vec<usize> {
        let mut line = vec![0];
        let mut at = 0;
        // The plies fall with each turn of a win; what is only held has no end.
        while let Some(&next) =
            self.nodes[at].children.iter().max_by_key(|&&child| self.nodes[child as usize].plies)
            && matches!(self.claim, Claim::Wins(_))
        {
            at = next as usize;
            line.push(at);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use super::*;
    use crate::game::{Game, Settings};
    use crate::games::draughts::Draughts;
    use crate::games::draughts::rules::poddavki::Poddavki;
    use crate::solve::claims::Claims;
    use crate::solve::table::Table;
    use crate::tables::store::{Sources, Store};

    type Played = Draughts<Poddavki>;

    #[test]
    fn a_proof_is_drawn_up_in_time_or_not_at_all() {
        let settings = Settings::defaults(&Played::FACTS);
        let (store, _) = Store::<Played>::open(settings, &Sources::default());
        let table = Table::new(1 << 20).unwrap();
        let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = |deadline| Shared {
            table: &table,
            store: &store,
            most_pieces: store.most(),
            stop: &stop,
            nodes: &nodes,
            is_strict: true,
            most_nodes: u64::MAX,
            deadline,
            halt: AtomicBool::new(false),
            claims: Claims::new(1),
        };
        let fen = "W:Wc1,e1,g1,c3,g3,f4:Bc5,f6,h6,c7,e7,g7";
        let root = Played::read_fen(fen, &settings).unwrap();
        let free = shared(None);
        assert!(Worker::new(&free, Side::White).search(&root).is_proven());
        let claim = Claim::Wins(Side::White);
        let late = shared(Some(Instant::now()));
        assert!(draw_up(&late, claim, &root, true).is_err());
        assert!(draw_up(&free, claim, &root, true).is_ok());
    }
}

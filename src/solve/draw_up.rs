//! Draws up what the search has found as a proof. The search only tells which turns to look at;
//! what makes it a proof is the set itself.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::game::{Position, Turn, Turns};
use crate::parallel;
use crate::solve::drafts::{Drafts, NOT};
use crate::solve::entry::{Entry, Refutation};
use crate::solve::proof::{Claim, Proof, Step};
use crate::solve::search::{Shared, Worker, salt};
use crate::tables::Tabled;
use crate::tt::free_memory;

/// A proof was broken off, or what the search has told could not be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unproven;

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

/// Positions that are looked at before what was seen is taken in ...
const BATCH: usize = 1 << 13;
/// ... and those of them that a thread looks at in one go.
const PART: usize = 1 << 8;

/// How a position goes on, by a look at it.
struct Look<P> {
    step: Step,
    is_choice: bool,
    /// Where to go on to: what is in the set already, and what is not.
    children: Vec<u32>,
    new: Vec<P>,
}

impl<P> Look<P> {
    fn is_stuck(&self) -> bool {
        self.is_choice && self.children.is_empty() && self.new.is_empty()
    }
}

/// What was found, and the set that is drawn up of it.
struct Sketch<'a, 'b, G: Tabled> {
    claim: Claim,
    /// Whether the search is asked where it did not tell how to go on.
    is_asked: bool,
    shared: &'b Shared<'a, G>,
    drafts: Drafts<G::Position>,
    /// For each position how many plies its end is away at most, or [`NOT`], when that was last
    /// looked at.
    plies: Vec<u32>,
}

struct Draftsman<'a, 'b, G: Tabled> {
    sketch: Sketch<'a, 'b, G>,
    worker: Worker<'b, G>,
    /// How many positions there may be.
    most: usize,
    /// Positions whose turns are to be looked at.
    waiting: Vec<u32>,
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
    let (drafts, plies) = (Drafts::new(), Vec::new());
    let mut draftsman = Draftsman {
        sketch: Sketch { claim, is_asked, shared, drafts, plies },
        worker: Worker::new(shared, attacker),
        most: free_memory(MOST * BYTES).map_or(MOST, |free| MOST.min(free / 2 / BYTES)) as usize,
        waiting: Vec::new(),
    };
    draftsman.place(root.clone());
    let (mut rounds, mut before) = (0, 0);
    loop {
        draftsman.open()?;
        let sketch = &mut draftsman.sketch;
        sketch.plies = sketch.drafts.standing(claim);
        let (drafts, turns) = (sketch.drafts.len(), sketch.drafts.turns());
        log::info!("{drafts} positions drawn up, searched again {rounds} times");
        if sketch.plies[0] != NOT {
            return Ok(draftsman.sketch.drafts.finished(claim, &draftsman.sketch.plies));
        }
        if is_asked {
            rounds += 1;
            if rounds > MOST_ROUNDS {
                return Err(Unproven);
            }
            draftsman.search_again()?;
        } else {
            // Another turn is added wherever the set does not hold, as long as there is one.
            if turns == before {
                return Err(Unproven);
            }
            before = turns;
            draftsman.waiting = draftsman.doubtful();
        }
    }
}

/// How good a position is for a strategy by what was found in the search; the least is the
/// best, none if it is known to be of no use.
fn worth(claim: Claim, shared: &Shared<'_, impl Tabled>, key: u64) -> Option<u32> {
    let known = |attacker| shared.table.probe(key ^ salt(attacker));
    let (won, met) = (known(claim.side()), known(claim.side().opponent()));
    let is_won = won
        .filter(Entry::is_proven)
        .or_else(|| met.filter(|entry| entry.is_refuted() && entry.refutation == Refutation::Lost));
    match claim {
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

impl<G: Tabled> Sketch<'_, '_, G> {
    /// Looks at how a position goes on. At a choice it is the best position behind it that it does
    /// not go on to yet; what is open is tried last, if the search is not asked for more.
    fn look(&self, place: u32, turns: &mut Turns<Turn<G>>) -> Look<G::Position> {
        let position = &self.drafts[place].position;
        let side = position.side();
        let stored = (position.pieces_left() <= self.shared.most_pieces)
            .then(|| self.shared.store.stored(position))
            .flatten();
        position.generate(turns);
        let ended = position.outcome(turns);
        let (children, new) = (Vec::new(), Vec::new());
        let mut look = Look { step: Step::On, is_choice: false, children, new };
        if let Some(outcome) = ended.or(stored) {
            // What is not met goes on nowhere, and so is no part of any proof.
            if self.claim.is_met(outcome, side) {
                look.step = if ended.is_some() { Step::Ended } else { Step::Tabled };
            }
            return look;
        }
        let mut behind = behind::<G>(position, turns);
        look.is_choice = behind.len() > 1 && side == self.claim.side();
        if look.is_choice {
            let best = self.best(place, &behind);
            behind = best.and_then(|best| behind.into_iter().nth(best)).into_iter().collect();
        }
        for position in behind {
            match self.drafts.find(position.key()) {
                Some(child) => look.children.push(child),
                None => look.new.push(position),
            }
        }
        look
    }

    fn best(&self, place: u32, behind: &[G::Position]) -> Option<usize> {
        let mut best: Option<(u32, usize)> = None;
        for (i, position) in behind.iter().enumerate() {
            let key = position.key();
            let known = self.drafts.find(key);
            if known.is_some_and(|known| self.drafts[place].children.contains(&known)) {
                continue;
            }
            let shown = known.and_then(|known| self.plies.get(known as usize).copied());
            let shown = shown.filter(|&plies| plies != NOT && self.is_asked);
            if let Some(worth) = shown.or_else(|| worth(self.claim, self.shared, key)) {
                // What is there already makes no proof longer.
                let worth = if known.is_some() && worth > 0 { worth - 1 } else { worth };
                best = Some(best.map_or((worth, i), |least| least.min((worth, i))));
            }
        }
        best.filter(|&(worth, _)| !self.is_asked || worth < OPEN - 1).map(|(_, best)| best)
    }
}

/// The positions behind a position by these turns, each once.
fn behind<G: Tabled>(position: &G::Position, turns: &[Turn<G>]) -> Vec<G::Position> {
    let mut all: Vec<G::Position> = Vec::with_capacity(turns.len());
    for &turn in turns {
        let mut after = position.clone();
        after.play(turn);
        after.forget_counts();
        if all.iter().all(|known| known.key() != after.key()) {
            all.push(after);
        }
    }
    all
}

impl<G: Tabled> Draftsman<'_, '_, G> {
    /// The place of a position in the set.
    fn place(&mut self, position: G::Position) -> u32 {
        let (place, is_new) = self.sketch.drafts.place(position);
        if is_new {
            self.waiting.push(place);
        }
        place
    }

    /// Looks at how all positions go on that wait for it.
    fn open(&mut self) -> Result<(), Unproven> {
        while !self.waiting.is_empty() {
            let shared = self.sketch.shared;
            let is_late = shared.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let is_full = self.sketch.drafts.len() > self.most;
            if is_late || is_full || shared.stop.load(Relaxed) {
                return Err(Unproven);
            }
            let batch = self.waiting.split_off(self.waiting.len().saturating_sub(BATCH));
            let parts: Vec<&[u32]> = batch.chunks(PART).collect();
            let looks = parallel::map(parts.len(), &|part| {
                let mut turns = Turns::new();
                let looks = parts[part].iter().map(|&place| self.sketch.look(place, &mut turns));
                looks.collect::<Vec<_>>()
            });
            for (&place, look) in batch.iter().zip(looks.into_iter().flatten()) {
                if look.is_stuck() {
                    self.choose(place);
                } else {
                    self.take_in(place, look);
                }
            }
        }
        Ok(())
    }

    fn take_in(&mut self, place: u32, look: Look<G::Position>) {
        let Look { step, is_choice, mut children, new } = look;
        children.extend(new.into_iter().map(|position| self.place(position)));
        let draft = &mut self.sketch.drafts[place];
        (draft.step, draft.is_choice) = (step, is_choice);
        draft.children.extend(children);
    }

    /// Looks at a choice again, having asked the search if it does not know how to go on.
    fn choose(&mut self, place: u32) {
        let mut turns = Turns::new();
        let mut look = self.sketch.look(place, &mut turns);
        if self.sketch.is_asked && look.is_stuck() {
            self.worker.search(&self.sketch.drafts[place].position);
            look = self.sketch.look(place, &mut turns);
        }
        self.take_in(place, look);
    }

    /// The choices that are not known to be part of a proof.
    fn doubtful(&self) -> Vec<u32> {
        let Sketch { drafts, plies, .. } = &self.sketch;
        let is_doubtful = |&place: &u32| plies[place as usize] == NOT && drafts[place].is_choice;
        (0..plies.len() as u32).filter(is_doubtful).collect()
    }

    /// Forgets what was known of the positions that the set does not show anything of, and searches
    /// them again. Something that they lean on had been forgotten and was found again by way of
    /// themselves; what is shown stays.
    fn search_again(&mut self) -> Result<(), Unproven> {
        let &Sketch { shared, ref drafts, ref plies, .. } = &self.sketch;
        for (draft, &plies) in drafts.iter().zip(plies) {
            let key = self.worker.key(&draft.position);
            if plies == NOT {
                shared.table.forget(key);
            } else {
                shared.table.store(key, Entry { work: SHOWN, ..Entry::proven(plies) });
            }
        }
        // What was met last is as a rule nearer to the end.
        for place in self.doubtful().into_iter().rev() {
            self.sketch.drafts[place].children.clear();
            self.choose(place);
            if shared.stop.load(Relaxed) || shared.halt.load(Relaxed) {
                return Err(Unproven);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use super::*;
    use crate::game::{Game, Settings, Side};
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

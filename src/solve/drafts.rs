//! A set of positions that may become a proof: it is one when the set is closed and, for a win,
//! no way through it leads in a circle.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::game::Position;
use crate::solve::proof::{Claim, Node, Proof, Step};
use crate::solve::proven::Plain;

/// Not known to be part of a proof.
pub(super) const NOT: u32 = u32::MAX;

/// A position of the set.
#[derive(Clone, Debug)]
pub(super) struct Draft<P> {
    pub(super) position: P,
    pub(super) step: Step,
    /// Whether a strategy side's turn is chosen here.
    pub(super) is_choice: bool,
    pub(super) children: Vec<u32>,
}

/// The set; its first position is the one that the proof is about.
#[derive(Debug)]
pub(super) struct Drafts<P> {
    all: Vec<Draft<P>>,
    /// Places in the list, by keys.
    places: HashMap<u64, u32, BuildHasherDefault<Plain>>,
}

impl<P> std::ops::Index<u32> for Drafts<P> {
    type Output = Draft<P>;

    fn index(&self, place: u32) -> &Draft<P> {
        &self.all[place as usize]
    }
}

impl<P> std::ops::IndexMut<u32> for Drafts<P> {
    fn index_mut(&mut self, place: u32) -> &mut Draft<P> {
        &mut self.all[place as usize]
    }
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

impl<P: Position> Drafts<P> {
    pub(super) fn new() -> Drafts<P> {
        Drafts { all: Vec::new(), places: HashMap::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// How many turns lead from one position to another.
    pub(super) fn turns(&self) -> usize {
        self.all.iter().map(|draft| draft.children.len()).sum()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Draft<P>> {
        self.all.iter()
    }

    /// The place of the position with this key, if it is there.
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        self.places.get(&key).copied()
    }

    /// The place of a position, and whether it was not there before.
    pub(super) fn place(&mut self, position: P) -> (u32, bool) {
        let next = self.all.len() as u32;
        let place = *self.places.entry(position.key()).or_insert(next);
        let is_new = place == next;
        if is_new {
            let (step, children) = (Step::On, Vec::new());
            self.all.push(Draft { position, step, is_choice: false, children });
        }
        (place, is_new)
    }

    /// For each position how many plies its end is away at most, or [`NOT`].
    pub(super) fn standing(&self, claim: Claim) -> Vec<u32> {
        let parents = Parents::new(&self.all);
        match claim {
            Claim::Wins(_) => self.won(&parents),
            Claim::Holds(_) => self.held(&parents),
        }
    }

    /// From the ends back: so no circle is taken in.
    fn won(&self, parents: &Parents) -> Vec<u32> {
        let mut plies = vec![NOT; self.all.len()];
        let mut left: Vec<usize> = self.all.iter().map(|draft| draft.children.len()).collect();
        let is_end = |&place: &u32| self.all[place as usize].step != Step::On;
        let mut layer: Vec<u32> = (0..self.all.len() as u32).filter(is_end).collect();
        let mut distance = 0;
        while !layer.is_empty() {
            let mut next = Vec::new();
            for &place in &layer {
                plies[place as usize] = distance;
            }
            for place in layer {
                for &parent in parents.of(place) {
                    left[parent as usize] -= 1;
                    let draft = &self.all[parent as usize];
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
        let mut plies = vec![0; self.all.len()];
        let mut left: Vec<usize> = self.all.iter().map(|draft| draft.children.len()).collect();
        let is_out = |&place: &u32| {
            let draft = &self.all[place as usize];
            draft.step == Step::On && draft.children.is_empty()
        };
        let mut out: Vec<u32> = (0..self.all.len() as u32).filter(is_out).collect();
        for &place in &out {
            plies[place as usize] = NOT;
        }
        while let Some(place) = out.pop() {
            for &parent in parents.of(place) {
                left[parent as usize] -= 1;
                let draft = &self.all[parent as usize];
                if plies[parent as usize] != NOT && (!draft.is_choice || left[parent as usize] == 0)
                {
                    plies[parent as usize] = NOT;
                    out.push(parent);
                }
            }
        }
        plies
    }

    /// The proof: what is reached from the first position by the turns that were chosen, by how far
    /// the ends are.
    pub(super) fn finished(mut self, claim: Claim, plies: &[u32]) -> Proof<P> {
        let mut numbers = vec![NOT; self.all.len()];
        numbers[0] = 0;
        let mut order = vec![0_u32];
        let mut nodes = Vec::new();
        let mut at = 0;
        while let Some(&place) = order.get(at) {
            let draft = &mut self[place];
            let mut children = std::mem::take(&mut draft.children);
            if draft.is_choice {
                let good = children.iter().copied();
                let best = good.min_by_key(|&child| plies[child as usize]);
                children.clear();
                children.extend(best);
            }
            for child in &mut children {
                let number = &mut numbers[*child as usize];
                if *number == NOT {
                    *number = order.len() as u32;
                    order.push(*child);
                }
                *child = *number;
            }
            let (position, step) = (draft.position.clone(), draft.step);
            nodes.push(Node { position, step, children, plies: plies[place as usize] });
            at += 1;
        }
        Proof { claim, nodes }
    }
}

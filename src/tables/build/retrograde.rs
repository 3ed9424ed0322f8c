//! Going back from the ends, for games in which positions can stand again. Each position knows how
//! many of its turns may still avoid a loss; what is decided is told to the positions before it,
//! once, and no others are looked at again.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::parallel;

use super::{BuildError, Builder, CHUNK, Exit, Made, Progress, pair};
use crate::game::{Outcome, Position, Turn, Turns};
use crate::tables::code::Coded;
use crate::tables::index::Index;
use crate::tables::material::Material;
use crate::tables::values::{Packer, Values, bits};
use crate::tables::{Pieces, Tabled, seen_by_other};

/// Up to here a state is the number of turns that are not known to lose.
const MOST_OPEN: u8 = 239;
/// Not decided, but some turn draws at least.
const HOLDS: u8 = 240;
/// Decided from the start; the position is stored.
const STORED: u8 = 241;
/// Decided from the start; the position is not stored.
const DERIVED: u8 = 244;
/// Decided by going back.
const FOUND: u8 = 247;

const LOSS: u8 = 0;
const WIN: u8 = 1;
const DRAW: u8 = 2;

const fn code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Loss => LOSS,
        Outcome::Win => WIN,
        Outcome::Draw => DRAW,
    }
}

/// What a state says in the end: what was never decided is a draw.
const fn outcome(state: u8) -> Outcome {
    let code = match state {
        FOUND.. => state - FOUND,
        DERIVED.. => state - DERIVED,
        STORED.. => state - STORED,
        _ => DRAW,
    };
    match code {
        LOSS => Outcome::Loss,
        WIN => Outcome::Win,
        _ => Outcome::Draw,
    }
}

const fn is_stored(state: u8) -> bool {
    state < DERIVED || state >= FOUND
}

/// One material.
struct Half<B> {
    material: Material,
    index: Index<B>,
    states: Vec<AtomicU8>,
    /// A bit for each position that has been decided and not told yet.
    next: Vec<AtomicU64>,
}

/// A material and its exchange.
struct Work<'a, G: Tabled> {
    builder: &'a Builder<G>,
    halves: Vec<Half<G::Bits>>,
}

fn zeros<T: Default>(count: u64) -> Vec<T> {
    (0..count).map(|_| T::default()).collect()
}

pub(super) fn make<G: Tabled>(
    builder: &mut Builder<G>,
    material: Material,
    progress: Progress<'_>,
) -> Result<Vec<Made>, BuildError> {
    let halves = pair(material).into_iter().map(|material| {
        let index = Index::new::<G>(material)?;
        let size = index.size();
        Ok(Half { material, index, states: zeros(size), next: zeros(size.div_ceil(64)) })
    });
    let work = Work { builder, halves: halves.collect::<Result<_, BuildError>>()? };
    work.begin(progress);
    work.tell_first(progress);
    while work.tell_next() {}
    let halves = work.halves;
    let mut made = Vec::new();
    for half in halves {
        let (values, counts) = finished(&half);
        let read = |number: u64| {
            let state = half.states[number as usize].load(Relaxed);
            is_stored(state).then(|| outcome(state))
        };
        let size = half.index.size();
        let coded = Coded::new(size, read, progress)?;
        made.push(Made { material: half.material, size, counts, coded });
        builder.keep(half.material, half.index, values);
    }
    Ok(made)
}

/// The values, and how many are lost, won and drawn.
fn finished<B: Sync>(half: &Half<B>) -> (Values, [u64; 3]) {
    let chunk = |states: &[AtomicU8]| {
        let mut packer = Packer::new(bits(true));
        let mut counts = [0; 3];
        for state in states {
            let outcome = outcome(state.load(Relaxed));
            counts[usize::from(code(outcome))] += 1;
            packer.push(outcome);
        }
        (packer.finish(), counts)
    };
    let states: Vec<&[AtomicU8]> = half.states.chunks(CHUNK as usize).collect();
    let chunks = parallel::map(states.len(), &|n| chunk(states[n]));
    let mut words = Vec::new();
    let mut counts = [0; 3];
    for (chunk, part) in chunks {
        words.extend(chunk);
        for (count, part) in counts.iter_mut().zip(part) {
            *count += part;
        }
    }
    (Values::new(words, bits(true)), counts)
}

impl<G: Tabled> Work<'_, G> {
    /// The half that a turn from this one leads to.
    fn other(&self, half: usize) -> usize {
        self.halves.len() - 1 - half
    }

    /// Does something for all numbers of a half, a chunk at a time.
    fn for_chunks(&self, half: usize, chunk: &(dyn Fn(std::ops::Range<u64>) + Sync)) {
        let size = self.halves[half].index.size();
        parallel::each(size.div_ceil(CHUNK) as usize, &|n| {
            chunk(n as u64 * CHUNK..size.min((n as u64 + 1) * CHUNK));
        });
    }

    /// Finds what is decided by the rules or by tables that are finished.
    fn begin(&self, progress: Progress<'_>) {
        for half in 0..self.halves.len() {
            let Half { index, states, .. } = &self.halves[half];
            self.for_chunks(half, &|numbers| {
                let mut turns = Turns::new();
                let mut walk = index.walk(numbers.start);
                let count = numbers.end - numbers.start;
                for number in numbers {
                    let state = self.first_state(walk.pieces(), &mut turns);
                    states[number as usize].store(state, Relaxed);
                    walk.advance();
                }
                progress(2 * count);
            });
        }
    }

    fn first_state(&self, pieces: &Pieces<G::Bits>, turns: &mut Turns<Turn<G>>) -> u8 {
        let position = G::set_up(pieces, &self.builder.settings);
        position.generate(turns);
        let base = if G::is_stored(&position) { STORED } else { DERIVED };
        if let Some(outcome) = position.outcome(turns) {
            return base + code(outcome);
        }
        let (mut open, mut holds) = (0_usize, false);
        for &turn in turns.iter() {
            match self.builder.exit(&position, turn) {
                Exit::Open => open += 1,
                Exit::Known(Outcome::Win) => return base + WIN,
                Exit::Known(Outcome::Draw) => holds = true,
                Exit::Known(Outcome::Loss) => {}
            }
        }
        match (open, holds) {
            (0, false) => base + LOSS,
            (0, true) => base + DRAW,
            (_, true) => HOLDS,
            (open, false) => {
                assert!(open <= usize::from(MOST_OPEN), "no position of a table has so many turns");
                open as u8
            }
        }
    }

    /// Tells what was decided from the start.
    fn tell_first(&self, progress: Progress<'_>) {
        for half in 0..self.halves.len() {
            let Half { index, states, .. } = &self.halves[half];
            self.for_chunks(half, &|numbers| {
                let mut before = Vec::new();
                let mut walk = index.walk(numbers.start);
                let count = numbers.end - numbers.start;
                for number in numbers {
                    let state = states[number as usize].load(Relaxed);
                    if (STORED..FOUND).contains(&state) {
                        self.tell(half, walk.pieces(), outcome(state), &mut before);
                    }
                    walk.advance();
                }
                progress(count);
            });
        }
    }

    /// Tells what has been decided since; false if there was nothing.
    fn tell_next(&self) -> bool {
        let told: Vec<bool> = (0..self.halves.len()).map(|half| self.tell_next_of(half)).collect();
        told.contains(&true)
    }

    fn tell_next_of(&self, half: usize) -> bool {
        let Half { index, states, next, .. } = &self.halves[half];
        const WORDS: usize = CHUNK as usize / 64;
        let told = parallel::map(next.len().div_ceil(WORDS), &|chunk| {
            let mut before = Vec::new();
            let mut is_told = false;
            for (n, word) in next.iter().enumerate().skip(chunk * WORDS).take(WORDS) {
                let mut bits = if word.load(Relaxed) == 0 { 0 } else { word.swap(0, Relaxed) };
                is_told |= bits != 0;
                while bits != 0 {
                    let bit = u64::from(bits.trailing_zeros());
                    bits &= bits - 1;
                    let number = 64 * n as u64 + bit;
                    let state = states[number as usize].load(Relaxed);
                    self.tell(half, &index.pieces(number), outcome(state), &mut before);
                }
            }
            is_told
        });
        told.contains(&true)
    }

    /// Tells the positions before this one what it is worth.
    #[inline]
    fn tell(&self, half: usize, pieces: &Pieces<G::Bits>, outcome: Outcome, before: &mut Vec<u64>) {
        if outcome == Outcome::Draw {
            return;
        }
        let Half { index, states, next, .. } = &self.halves[self.other(half)];
        let after = seen_by_other::<G>(pieces);
        before.clear();
        G::unmoves(&after, &self.builder.settings, |kind, from, to| {
            let mut pieces = after;
            let set = &mut pieces[0][kind];
            *set = *set & !to | from;
            before.extend(index.rank(&pieces));
        });
        // Reading ahead lets the memory work on all of them at once.
        before.retain(|&number| states[number as usize].load(Relaxed) <= HOLDS);
        for &number in before.iter() {
            let is_decided = if outcome == Outcome::Loss {
                let win = |state| (state <= HOLDS).then_some(FOUND + WIN);
                states[number as usize].fetch_update(Relaxed, Relaxed, win).is_ok()
            } else {
                let less = |state| match state {
                    1 => Some(FOUND + LOSS),
                    2..=MOST_OPEN => Some(state - 1),
                    _ => None,
                };
                states[number as usize].fetch_update(Relaxed, Relaxed, less) == Ok(1)
            };
            if is_decided {
                next[(number / 64) as usize].fetch_or(1 << (number % 64), Relaxed);
            }
        }
    }
}

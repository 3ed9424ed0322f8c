//! One sweep, for games in which every turn brings the end nearer: the positions with less work
//! left come first, so that each finds what its turns lead to.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::parallel;

use super::{BuildError, Builder, CHUNK, Made, Progress, pair};
use crate::game::{Outcome, Position, Turn, Turns};
use crate::games::draughts::bits::Bits;
use crate::tables::code::Coded;
use crate::tables::index::Index;
use crate::tables::material::{KINDS, Material, SideMaterial};
use crate::tables::values::{Values, words};
use crate::tables::{Pieces, Tabled, opposite};

/// The pieces of one side.
type Placing<B> = [B; KINDS];

/// The ways in which the pieces of a side can stand, by the work left, with the squares that they
/// take.
type Placings<B> = Vec<Vec<(Placing<B>, B)>>;

/// A material while it is worked on; a bit for each position, set if it is won.
struct Half<B> {
    material: Material,
    index: Index<B>,
    won: Vec<AtomicU64>,
}

struct Work<'a, G: Tabled> {
    builder: &'a Builder<G>,
    halves: Vec<Half<G::Bits>>,
}

pub(super) fn make<G: Tabled>(
    builder: &mut Builder<G>,
    material: Material,
    progress: Progress<'_>,
) -> Result<Vec<Made>, BuildError> {
    let halves = pair(material).into_iter().map(|material| {
        let index = Index::new::<G>(material)?;
        let won = (0..words(index.size(), 1)).map(|_| AtomicU64::new(0)).collect();
        Ok(Half { material, index, won })
    });
    let halves = halves.collect::<Result<_, BuildError>>()?;
    let work = Work { builder, halves };
    in_order::<G>(material, progress, |half, pieces, turns| work.look(half, pieces, turns));
    let halves = work.halves;
    let mut made = Vec::new();
    for Half { material, index, won } in halves {
        let size = index.size();
        let words: Vec<u64> = won.into_iter().map(AtomicU64::into_inner).collect();
        let wins: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
        let values = Values::new(words, 1);
        let coded = Coded::new(size, |number| Some(values.get(number)), progress)?;
        made.push(Made { material, size, counts: [size - wins, wins, 0], coded });
        builder.keep(material, index, values);
    }
    Ok(made)
}

/// The ways in which the pieces of a side can stand, by the work left.
fn placings<G: Tabled>(side: &SideMaterial) -> Placings<G::Bits> {
    let mut all = Vec::new();
    place::<G>(side, 0, &mut [G::Bits::EMPTY; KINDS], G::Bits::EMPTY, &mut all);
    all
}

fn place<G: Tabled>(
    side: &SideMaterial,
    kind: usize,
    placing: &mut Placing<G::Bits>,
    taken: G::Bits,
    all: &mut Placings<G::Bits>,
) {
    if kind == G::PIECES.len() {
        let work = G::work(placing) as usize;
        if all.len() <= work {
            all.resize(work + 1, Vec::new());
        }
        all[work].push((*placing, taken));
        return;
    }
    let free = G::zone(kind, side) & !taken;
    choose(free, side[kind].into(), G::Bits::EMPTY, &mut |set| {
        placing[kind] = set;
        place::<G>(side, kind + 1, placing, taken | set, all);
    });
}

/// Visits every set of so many of the free squares.
fn choose<B: Bits>(free: B, count: u32, chosen: B, visit: &mut impl FnMut(B)) {
    if count == 0 {
        visit(chosen);
        return;
    }
    let mut left = free;
    while left.count() >= count {
        let square = B::bit(left.lowest());
        left = left.without_lowest();
        choose(left, count - 1, chosen | square, visit);
    }
}

/// Visits the positions of a material (0) and its exchange (1), if that is another, so that each
/// comes behind those that turns lead to with the same pieces.
pub(in crate::tables) fn in_order<G: Tabled>(
    material: Material,
    progress: Progress<'_>,
    look: impl Fn(usize, &Pieces<G::Bits>, &mut Turns<Turn<G>>) + Sync,
) {
    let [white, black] = &material.0.map(|side| placings::<G>(&side));
    for sum in 0..(white.len() + black.len()).saturating_sub(1) {
        for half in 0..pair(material).len() {
            let (mine, theirs) = if half == 0 { (white, black) } else { (black, white) };
            for (work, movers) in mine.iter().enumerate().take(sum + 1) {
                let Some(others) = theirs.get(sum - work) else { continue };
                let others: Vec<_> = others
                    .iter()
                    .map(|(placing, taken)| (placing.map(G::turned), G::turned(*taken)))
                    .collect();
                let chunk = (CHUNK as usize / others.len().max(1)).max(1);
                parallel::each(movers.len().div_ceil(chunk), &|n| {
                    let mut turns = Turns::new();
                    let mut count = 0;
                    for (mine, taken) in movers.iter().skip(n * chunk).take(chunk) {
                        for (theirs, occupied) in &others {
                            if !taken.meets(*occupied) {
                                count += 1;
                                look(half, &[*mine, *theirs], &mut turns);
                            }
                        }
                    }
                    progress(3 * count);
                });
            }
        }
    }
}

impl<G: Tabled> Work<'_, G> {
    fn look(&self, half: usize, pieces: &Pieces<G::Bits>, turns: &mut Turns<Turn<G>>) {
        let position = G::set_up(pieces, &self.builder.settings);
        position.generate(turns);
        let is_won = match position.outcome(turns) {
            Some(outcome) => outcome == Outcome::Win,
            None => turns.iter().any(|&turn| self.wins(half, &position, turn)),
        };
        if is_won {
            let Half { index, won, .. } = &self.halves[half];
            let number = index.rank(pieces).expect("the pieces were placed where they may stand");
            won[(number / 64) as usize].fetch_or(1 << (number % 64), Relaxed);
        }
    }

    #[inline]
    fn wins(&self, half: usize, position: &G::Position, turn: Turn<G>) -> bool {
        let mut after = position.clone();
        after.play(turn);
        if !G::stays(position, turn) {
            return opposite(self.builder.value(&after)) == Outcome::Win;
        }
        let Half { index, won, .. } = &self.halves[self.halves.len() - 1 - half];
        let number = index.rank(&G::pieces(&after));
        let number = number.expect("a turn leads to a position that is numbered");
        won[(number / 64) as usize].load(Relaxed) >> (number % 64) & 1 == 0
    }
}

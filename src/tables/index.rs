//! Numbers the positions with a certain material: every number from 0 up to the size is one
//! position, every position has one number.
//!
//! Pieces are placed group after group; the squares that a group can choose from are those of its
//! region that are still free, and its number is that of the combination (combinatorial number
//! system). Where men of both sides could stand in each other's way, how many squares are still
//! free depends on how many men stand where: the positions are divided into sections within
//! which it does not.

use crate::games::draughts::bits::Bits;
use crate::tables::material::{KINDS, Material};
use crate::tables::{Pieces, Tabled};

/// The most pieces of a group.
const MOST: usize = 12;
/// The most squares of a board.
const SQUARES: usize = 128;

/// `CHOOSE[n][k]` sets of `k` squares can be chosen from `n`.
static CHOOSE: [[u64; MOST + 1]; SQUARES + 1] = {
    let mut table = [[0; MOST + 1]; SQUARES + 1];
    let mut n = 0;
    while n <= SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// In how many ways `count` squares can be chosen from `free`.
#[inline]
fn choose(free: usize, count: usize) -> u64 {
    CHOOSE[free][count]
}

/// Some pieces of one kind and one side.
#[derive(Clone, Copy, Debug)]
struct Group<B> {
    side: usize,
    kind: usize,
    region: B,
    /// How many.
    count: usize,
    /// In how many ways they can stand.
    ways: u64,
}

/// Positions that have as many pieces in each region.
#[derive(Clone, Debug)]
struct Section<B> {
    first: u64,
    size: u64,
    groups: Vec<Group<B>>,
}

/// Pieces whose number in a region tells the section.
#[derive(Clone, Copy, Debug)]
struct Split<B> {
    side: usize,
    kind: usize,
    region: B,
    stride: usize,
}

/// The numbers of the positions with one material.
#[derive(Clone, Debug)]
pub struct Index<B> {
    sections: Vec<Section<B>>,
    splits: Vec<Split<B>>,
    /// The section by the counts of the splits.
    by_counts: Vec<u16>,
    size: u64,
}

/// There are too many positions to be numbered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are too many positions with {0}")]
pub struct TooMany(pub String);

/// The most positions of one material.
const MOST_POSITIONS: u64 = 1 << 38;

/// One kind of one side, with the regions that later kinds tell apart.
struct Placed<B> {
    side: usize,
    kind: usize,
    count: usize,
    regions: Vec<B>,
}

impl<B: Bits> Index<B> {
    /// The numbers for a material.
    ///
    /// # Errors
    /// If there are too many.
    pub fn new<G: Tabled<Bits = B>>(material: Material) -> Result<Index<B>, TooMany> {
        let mut order: Vec<(usize, usize, usize, B)> = Vec::new();
        for kind in 0..G::PIECES.len() {
            for side in 0..2 {
                let count = usize::from(material.0[side][kind]);
                let zone = G::zone(kind, &material.0[side]);
                let zone = if side == 0 { zone } else { G::turned(zone) };
                if count > 0 {
                    order.push((side, kind, count, zone));
                }
            }
        }
        let regions = G::regions();
        let placed: Vec<Placed<B>> = order
            .iter()
            .enumerate()
            .map(|(place, &(side, kind, count, zone))| {
                let mut classes: Vec<(Vec<bool>, B)> = Vec::new();
                for &region in regions.iter().filter(|region| region.meets(zone)) {
                    let later = order[place + 1..].iter().map(|later| region.meets(later.3));
                    let class: Vec<bool> = later.collect();
                    match classes.iter_mut().find(|(known, _)| *known == class) {
                        Some((_, squares)) => *squares |= region,
                        None => classes.push((class, region)),
                    }
                }
                let regions = classes.into_iter().map(|(_, squares)| squares).collect();
                Placed { side, kind, count, regions }
            })
            .collect();
        let mut splits = Vec::new();
        let mut stride = 1;
        for Placed { side, kind, count, regions } in &placed {
            for &region in &regions[1..] {
                splits.push(Split { side: *side, kind: *kind, region, stride });
                stride *= count + 1;
            }
        }
        let mut index =
            Index { sections: Vec::new(), splits, by_counts: vec![u16::MAX; stride], size: 0 };
        let too_many = || TooMany(material.name::<G>());
        index.add_sections(&placed, &mut Vec::new()).ok_or_else(too_many)?;
        Ok(index)
    }

    /// Adds the sections that begin with these groups.
    fn add_sections(&mut self, left: &[Placed<B>], groups: &mut Vec<Group<B>>) -> Option<()> {
        let Some((next, later)) = left.split_first() else {
            let size = groups
                .iter()
                .try_fold(1_u64, |size, group| size.checked_mul(group.ways))
                .filter(|&size| size <= MOST_POSITIONS)?;
            let key: usize = self
                .splits
                .iter()
                .map(|split| {
                    let is_meant = |group: &&Group<B>| {
                        (group.side, group.kind, group.region)
                            == (split.side, split.kind, split.region)
                    };
                    split.stride * groups.iter().find(is_meant).map_or(0, |group| group.count)
                })
                .sum();
            self.by_counts[key] = u16::try_from(self.sections.len()).ok()?;
            let groups = groups.iter().filter(|group| group.count > 0).copied().collect();
            self.sections.push(Section { first: self.size, size, groups });
            self.size += size;
            return (self.size <= MOST_POSITIONS).then_some(());
        };
        self.add_groups(next, 0, next.count, later, groups)
    }

    /// Divides the pieces of one kind among its regions from `place` on in every way.
    fn add_groups(
        &mut self,
        placed: &Placed<B>,
        place: usize,
        left: usize,
        later: &[Placed<B>],
        groups: &mut Vec<Group<B>>,
    ) -> Option<()> {
        let Some(&region) = placed.regions.get(place) else {
            return if left == 0 { self.add_sections(later, groups) } else { Some(()) };
        };
        let is_last = place + 1 == placed.regions.len();
        let taken: usize =
            groups.iter().filter(|group| group.region.meets(region)).map(|group| group.count).sum();
        let free = (region.count() as usize).saturating_sub(taken);
        for count in if is_last { left } else { 0 }..=left {
            let ways = choose(free, count);
            if ways > 0 {
                let Placed { side, kind, .. } = *placed;
                groups.push(Group { side, kind, region, count, ways });
                self.add_groups(placed, place + 1, left - count, later, groups)?;
                groups.pop();
            }
        }
        Some(())
    }

    /// How many positions there are.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The number of a position of this material; none if a piece stands where it may not.
    #[inline]
    pub fn rank(&self, pieces: &Pieces<B>) -> Option<u64> {
        let mut key = 0;
        for split in &self.splits {
            let there = pieces[split.side][split.kind] & split.region;
            key += split.stride * there.count() as usize;
        }
        let section = self.sections.get(usize::from(*self.by_counts.get(key)?))?;
        let mut number = 0;
        let mut taken = B::EMPTY;
        for group in &section.groups {
            let set = pieces[group.side][group.kind] & group.region;
            let free = group.region & !taken;
            let mut way = 0;
            let mut chosen = 0;
            for square in set.squares() {
                chosen += 1;
                if chosen > group.count {
                    return None;
                }
                way += choose((free & B::below(square)).count() as usize, chosen);
            }
            if chosen < group.count {
                return None;
            }
            number = number * group.ways + way;
            taken |= set;
        }
        Some(section.first + number)
    }

    /// The position of a number below the size.
    #[must_use]
    pub fn pieces(&self, number: u64) -> Pieces<B> {
        *self.walk(number).pieces()
    }

    /// A walk through the positions that begins at a number below the size.
    #[must_use]
    pub fn walk(&self, number: u64) -> Walk<'_, B> {
        let place = self.sections.partition_point(|section| section.first + section.size <= number);
        let mut walk =
            Walk { index: self, section: place, spots: Vec::new(), pieces: [[B::EMPTY; KINDS]; 2] };
        if let Some(section) = self.sections.get(place) {
            let mut left = number - section.first;
            let mut ways = vec![0; section.groups.len()];
            for (way, group) in ways.iter_mut().zip(&section.groups).rev() {
                *way = left % group.ways;
                left /= group.ways;
            }
            walk.enter(&ways);
        }
        walk
    }
}

/// Where the pieces of a group stand.
#[derive(Clone, Debug)]
struct Spot<B> {
    /// What is occupied by the groups before it.
    taken: B,
    set: B,
    /// The squares that it can choose from, and which of them it has.
    free: [u8; SQUARES],
    frees: usize,
    chosen: [u8; MOST],
}

/// A walk through positions in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Walk<'a, B> {
    index: &'a Index<B>,
    section: usize,
    spots: Vec<Spot<B>>,
    pieces: Pieces<B>,
}

impl<B: Bits> Walk<'_, B> {
    /// The position that the walk has come to.
    #[inline]
    #[must_use]
    pub fn pieces(&self) -> &Pieces<B> {
        &self.pieces
    }

    /// Places the groups of the section, each in its way of this number.
    fn enter(&mut self, ways: &[u64]) {
        let section = &self.index.sections[self.section];
        let empty = Spot {
            taken: B::EMPTY,
            set: B::EMPTY,
            free: [0; SQUARES],
            frees: 0,
            chosen: [0; MOST],
        };
        self.spots.resize(section.groups.len(), empty);
        self.pieces = [[B::EMPTY; KINDS]; 2];
        for (place, &way) in ways.iter().enumerate() {
            self.look(place);
            let group = &section.groups[place];
            let spot = &mut self.spots[place];
            let mut left = way;
            let mut above = spot.frees;
            for k in (1..=group.count).rev() {
                let fits = |n: &usize| choose(*n, k) <= left;
                let n = (0..above).rev().find(fits).unwrap_or(0);
                left -= choose(n, k);
                spot.chosen[k - 1] = n as u8;
                above = n;
            }
            self.settle(place);
        }
    }

    /// Sees which squares are left for a group.
    #[inline]
    fn look(&mut self, place: usize) {
        let taken = match place.checked_sub(1) {
            Some(before) => self.spots[before].taken | self.spots[before].set,
            None => B::EMPTY,
        };
        let region = self.index.sections[self.section].groups[place].region;
        let spot = &mut self.spots[place];
        spot.taken = taken;
        spot.frees = 0;
        for square in (region & !taken).squares() {
            spot.free[spot.frees] = square as u8;
            spot.frees += 1;
        }
    }

    /// Puts the pieces of a group on the squares that are chosen.
    #[inline]
    fn settle(&mut self, place: usize) {
        let group = &self.index.sections[self.section].groups[place];
        let spot = &mut self.spots[place];
        let mut set = B::EMPTY;
        for &n in &spot.chosen[..group.count] {
            set |= B::bit(u32::from(spot.free[usize::from(n)]));
        }
        let pieces = &mut self.pieces[group.side][group.kind];
        *pieces = *pieces & !group.region | set;
        spot.set = set;
    }

    /// Goes on to the next position; false if there is none.
    #[inline]
    pub fn advance(&mut self) -> bool {
        let Some(section) = self.index.sections.get(self.section) else { return false };
        for place in (0..section.groups.len()).rev() {
            let count = section.groups[place].count;
            let spot = &mut self.spots[place];
            // The lowest square that can go up by one does, and those below it start again.
            for k in 0..count {
                let next = spot.chosen[k] + 1;
                let is_free = if k + 1 < count {
                    next < spot.chosen[k + 1]
                } else {
                    usize::from(next) < spot.frees
                };
                if is_free {
                    spot.chosen[k] = next;
                    for lower in 0..k {
                        spot.chosen[lower] = lower as u8;
                    }
                    self.settle(place);
                    for later in place + 1..section.groups.len() {
                        self.look(later);
                        let first = &mut self.spots[later].chosen;
                        for (n, chosen) in first.iter_mut().enumerate() {
                            *chosen = n as u8;
                        }
                        self.settle(later);
                    }
                    return true;
                }
            }
        }
        self.section += 1;
        match self.index.sections.get(self.section) {
            Some(section) => {
                self.enter(&vec![0; section.groups.len()]);
                true
            }
            None => false,
        }
    }
}

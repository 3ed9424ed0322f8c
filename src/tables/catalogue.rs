//! Finds what belongs to a material: a small hash table without a lock, read all the time.

use crate::games::draughts::bits::Bits;
use crate::tables::Pieces;
use crate::tables::material::{KINDS, Material};

/// Things by the key of a material.
#[derive(Clone, Debug)]
pub struct Catalogue<T> {
    /// Keys and places; a place of `u32::MAX` is free. A power of two, never more than half full.
    slots: Vec<(u32, u32)>,
    things: Vec<T>,
}

const FREE: u32 = u32::MAX;

impl<T> Default for Catalogue<T> {
    fn default() -> Catalogue<T> {
        Catalogue { slots: vec![(0, FREE); 16], things: Vec::new() }
    }
}

impl<T> Catalogue<T> {
    #[inline]
    fn slot(&self, key: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & mask;
        while self.slots[slot].1 != FREE && self.slots[slot].0 != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// What belongs to the material with this [`Material::key`].
    #[inline]
    #[must_use]
    pub fn get(&self, key: u32) -> Option<&T> {
        self.things.get(self.slots[self.slot(key)].1 as usize)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, key: u32) -> Option<&mut T> {
        let slot = self.slot(key);
        self.things.get_mut(self.slots[slot].1 as usize)
    }

    /// Adds something, in place of what was there.
    pub fn insert(&mut self, key: u32, thing: T) {
        let slot = self.slot(key);
        if let Some(known) = self.things.get_mut(self.slots[slot].1 as usize) {
            *known = thing;
            return;
        }
        self.slots[slot] = (key, self.things.len() as u32);
        self.things.push(thing);
        if 2 * self.things.len() > self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![(0, FREE); 2 * old.len()];
            for (key, place) in old.into_iter().filter(|&(_, place)| place != FREE) {
                let slot = self.slot(key);
                self.slots[slot] = (key, place);
            }
        }
    }

    /// All that is in it.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.things.iter()
    }
}

/// The [`Material::key`] of pieces.
#[inline]
pub fn key<B: Bits>(pieces: &Pieces<B>) -> u32 {
    pieces.as_flattened().iter().fold(0, |key, set| key << 4 | set.count() & 15)
}

/// The material of pieces.
#[must_use]
pub fn material<B: Bits>(pieces: &Pieces<B>) -> Material {
    let mut material = [[0; KINDS]; 2];
    for (counts, sets) in material.iter_mut().zip(pieces) {
        for (count, set) in counts.iter_mut().zip(sets) {
            *count = set.count() as u8;
        }
    }
    Material(material)
}

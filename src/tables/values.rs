//! The values of all positions with one material, one or two bits each.

use crate::game::Outcome;

/// Outcomes by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    words: Vec<u64>,
    /// Bits of a value: one where there is no draw.
    bits: u32,
}

const fn code(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Win => 1,
        Outcome::Draw => 2,
    }
}

/// The bits that a value takes.
#[must_use]
pub const fn bits(has_draws: bool) -> u32 {
    if has_draws { 2 } else { 1 }
}

/// How many words hold so many values of so many bits.
#[must_use]
pub const fn words(values: u64, bits: u32) -> usize {
    (values * bits as u64).div_ceil(64) as usize
}

impl Values {
    /// The values in words that hold them from the lowest bit on, 0 for a loss, 1 for a win, 2 for
    /// a draw.
    #[must_use]
    pub const fn new(words: Vec<u64>, bits: u32) -> Values {
        Values { words, bits }
    }

    /// How many words it takes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether it holds nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The value of a number.
    #[inline]
    #[must_use]
    pub fn get(&self, number: u64) -> Outcome {
        let place = number * u64::from(self.bits);
        let word = self.words[(place / 64) as usize] >> (place % 64);
        match word & ((1 << self.bits) - 1) {
            0 => Outcome::Loss,
            1 => Outcome::Win,
            _ => Outcome::Draw,
        }
    }
}

/// Puts values into words.
#[derive(Debug)]
pub struct Packer {
    words: Vec<u64>,
    bits: u32,
    next: u64,
}

impl Packer {
    /// For values of so many bits.
    #[must_use]
    pub const fn new(bits: u32) -> Packer {
        Packer { words: Vec::new(), bits, next: 0 }
    }

    /// Adds the next value.
    #[inline]
    pub fn push(&mut self, outcome: Outcome) {
        let place = self.next * u64::from(self.bits);
        if place.is_multiple_of(64) {
            self.words.push(0);
        }
        self.words[(place / 64) as usize] |= code(outcome) << (place % 64);
        self.next += 1;
    }

    /// The words.
    #[must_use]
    pub fn finish(self) -> Vec<u64> {
        self.words
    }
}

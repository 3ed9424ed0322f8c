//! Sets of squares as machine words. The generators are written once for every word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No square.
    const EMPTY: Self;

    /// The word with the low bits of `word`: constants are told as `u128`.
    fn new(word: u128) -> Self;

    /// The set as `u128`.
    fn wide(self) -> u128;

    /// The set of the one square `index`.
    fn bit(index: u32) -> Self;

    /// How many squares are in it.
    fn count(self) -> u32;

    /// The lowest square; the set must not be empty.
    fn lowest(self) -> u32;

    /// The highest square; the set must not be empty.
    fn highest(self) -> u32;

    /// The set without its lowest square; the set must not be empty.
    fn without_lowest(self) -> Self;

    /// All squares below `index`.
    fn below(index: u32) -> Self;

    /// The word read from its other end.
    fn reversed(self) -> Self;

    /// Whether it is empty.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether it has a square in common with `other`.
    fn meets(self, other: Self) -> bool {
        self & other != Self::EMPTY
    }

    /// Whether it has two squares or more.
    fn is_many(self) -> bool {
        !self.is_empty() && !self.without_lowest().is_empty()
    }

    /// The squares, lowest first.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn new(word: u128) -> Self {
                word as $word
            }
            #[inline]
            fn wide(self) -> u128 {
                self as u128
            }
            #[inline]
            fn bit(index: u32) -> Self {
                1 << index
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn highest(self) -> u32 {
                <$word>::BITS - 1 - self.leading_zeros()
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn below(index: u32) -> Self {
                (1 << index) - 1
            }
            #[inline]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
        }
    };
}

bits!(u64);
bits!(u128);

//! Material: how many pieces of each kind each side has, and in which order tables are made.

use std::fmt;

use crate::tables::Tabled;

/// The most kinds of pieces that a game may have.
pub const KINDS: usize = 4;

/// The most pieces that tables may be asked for.
pub const MOST_PIECES: u32 = 10;

/// The pieces of one side, by kind.
pub type SideMaterial = [u8; KINDS];

/// The pieces of the side to move and those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material(pub [SideMaterial; 2]);

impl Material {
    /// The same seen by the other side.
    #[must_use]
    pub const fn swapped(self) -> Material {
        Material([self.0[1], self.0[0]])
    }

    /// Whether both sides have the same.
    #[must_use]
    pub fn is_even(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// How many pieces there are.
    #[must_use]
    pub fn count<G: Tabled>(self) -> u32 {
        self.0.iter().map(|side| weight::<G>(side)).sum()
    }

    /// A number that is different for different material.
    #[inline]
    #[must_use]
    pub fn key(self) -> u32 {
        let counts = self.0.as_flattened().iter();
        counts.fold(0, |key, &count| key << 4 | u32::from(count))
    }

    /// Digits: the pieces of each kind the game has.
    #[must_use]
    pub fn digits<G: Tabled>(self) -> String {
        let side = |side: &SideMaterial| -> String {
            side[..G::PIECES.len()].iter().map(|count| format!("{count:x}")).collect()
        };
        format!("{}v{}", side(&self.0[0]), side(&self.0[1]))
    }

    /// As people write it, such as `KM v K`.
    #[must_use]
    pub fn name<G: Tabled>(self) -> String {
        let side = |side: &SideMaterial| -> String {
            let kinds = G::PIECES.iter().zip(side).rev();
            kinds.map(|(kind, &count)| kind.letter.to_string().repeat(count.into())).collect()
        };
        format!("{} v {}", side(&self.0[0]), side(&self.0[1]))
    }

    /// Of the material and its exchange the one that stands for both.
    #[must_use]
    pub fn leading(self) -> Material {
        self.max(self.swapped())
    }

    /// All material with so many pieces, one for each pair that differs by an exchange of the sides,
    /// in an order in which every turn that changes the material leads to an earlier one.
    #[must_use]
    pub fn all<G: Tabled>(pieces: u32) -> Vec<Material> {
        let mut sides = Vec::new();
        fill::<G>(&mut [0; KINDS], 0, pieces, &mut sides);
        let mut all: Vec<Material> = Vec::new();
        for &mine in &sides {
            let left = pieces.saturating_sub(weight::<G>(&mine));
            let others = sides.iter().filter(|side| weight::<G>(side) == left);
            let pairs = others.map(|&theirs| Material([mine, theirs]));
            all.extend(pairs.filter(|material| material.leading() == *material));
        }
        // What can still become something else stands later, so that it finds that finished.
        let rank = |material: &Material| {
            let kinds = 0..G::PIECES.len();
            let order = kinds.map(|kind| material.0[0][kind] + material.0[1][kind]);
            (order.collect::<Vec<_>>(), *material)
        };
        all.sort_by_key(rank);
        all
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} v {:?}", self.0[0], self.0[1])
    }
}

/// For how many pieces a side's material counts.
#[must_use]
pub fn weight<G: Tabled>(side: &SideMaterial) -> u32 {
    G::PIECES.iter().zip(side).map(|(kind, &count)| u32::from(kind.weight) * u32::from(count)).sum()
}

/// Every material of a side with at most so many pieces.
fn fill<G: Tabled>(side: &mut SideMaterial, kind: usize, left: u32, found: &mut Vec<SideMaterial>) {
    let Some(piece) = G::PIECES.get(kind) else {
        if G::is_playable(side) {
            found.push(*side);
        }
        return;
    };
    for count in 0..=left / u32::from(piece.weight) {
        side[kind] = count as u8;
        fill::<G>(side, kind + 1, left - count * u32::from(piece.weight), found);
    }
    side[kind] = 0;
}

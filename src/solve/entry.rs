//! What is known of a position: how much must still be shown to prove or to refute that the
//! attacker wins it, or which of the two has been shown.

/// A number that nothing finite reaches: what must be shown cannot be.
pub(super) const INFINITE: u32 = (1 << BITS) - 1;
/// The largest finite number.
pub(super) const MOST: u32 = INFINITE - 1;
/// Bits of a number.
const BITS: u32 = 27;
/// Work is kept as twice its logarithm, in so many bits.
const WORK_BITS: u32 = 6;

/// How many weights there are.
pub(super) const WEIGHTS: usize = 1 << WORK_BITS;

/// What a refutation says, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Refutation {
    /// The defender wins.
    Lost,
    /// The defender cannot be beaten.
    Held,
    /// It leaned on a position that stood before, and holds behind those positions only.
    Tainted,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The least number of open positions that must be won to prove a win; 0 if it is proven.
    pub(super) proof: u32,
    /// The least number that must be refuted to refute it; 0 if it is refuted.
    pub(super) disproof: u32,
    /// What is refuted, if it is.
    pub(super) refutation: Refutation,
    /// If it is decided: how many plies the end is away in what was found, or, if tainted, what the
    /// positions were before.
    pub(super) mark: u32,
    /// How many nodes that took, roughly.
    pub(super) work: u64,
}

impl Entry {
    /// Nothing is decided.
    pub(super) fn open(proof: u32, disproof: u32) -> Entry {
        let (proof, disproof) = (proof.clamp(1, MOST), disproof.clamp(1, MOST));
        Entry { proof, disproof, refutation: Refutation::Tainted, mark: 0, work: 1 }
    }

    /// The attacker wins in so many plies.
    pub(super) fn proven(plies: u32) -> Entry {
        Entry {
            proof: 0,
            disproof: INFINITE,
            refutation: Refutation::Tainted,
            mark: plies.min(MOST),
            work: 1,
        }
    }

    /// The attacker does not win.
    pub(super) fn refuted(refutation: Refutation, mark: u32) -> Entry {
        Entry { proof: INFINITE, disproof: 0, refutation, mark: mark & INFINITE, work: 1 }
    }

    /// Whether the attacker wins.
    pub(super) fn is_proven(&self) -> bool {
        self.proof == 0
    }

    /// Whether the attacker does not win.
    pub(super) fn is_refuted(&self) -> bool {
        self.disproof == 0
    }

    /// Whether it is known for good, whatever stood before.
    pub(super) fn is_settled(&self) -> bool {
        self.is_proven() || self.is_refuted() && self.refutation != Refutation::Tainted
    }

    /// The same in a word, which is never 0.
    pub(super) fn pack(self) -> u64 {
        let refutation = match self.refutation {
            Refutation::Lost => 0,
            Refutation::Held => 1,
            Refutation::Tainted => 2,
        };
        // The number that is infinite makes room for the mark.
        let (proof, disproof) = if self.is_proven() {
            (0, self.mark)
        } else if self.is_refuted() {
            (self.mark, 0)
        } else {
            (self.proof, self.disproof)
        };
        let decided = match (self.is_proven(), self.is_refuted()) {
            (true, _) => 1,
            (_, true) => 2,
            _ => 3,
        };
        u64::from(proof)
            | u64::from(disproof) << BITS
            | refutation << (2 * BITS)
            | decided << (2 * BITS + 2)
            | u64::from(weight(self.work)) << (2 * BITS + 4)
    }

    /// The entry of a word, if there is one in it.
    pub(super) fn unpack(word: u64) -> Option<Entry> {
        let proof = word as u32 & INFINITE;
        let disproof = (word >> BITS) as u32 & INFINITE;
        let refutation = match word >> (2 * BITS) & 3 {
            0 => Refutation::Lost,
            1 => Refutation::Held,
            _ => Refutation::Tainted,
        };
        let entry = match word >> (2 * BITS + 2) & 3 {
            1 => Entry::proven(disproof),
            2 => Entry::refuted(refutation, proof),
            3 => Entry::open(proof, disproof),
            _ => return None,
        };
        Some(Entry { work: amount(weight_of(word)), ..entry })
    }
}

/// How much work a word tells, as twice its logarithm.
pub(super) fn weight_of(word: u64) -> u32 {
    (word >> (2 * BITS + 4)) as u32 & ((1 << WORK_BITS) - 1)
}

fn weight(work: u64) -> u32 {
    let log = work.max(1).ilog2();
    let half = u32::from(log > 0 && work >> (log - 1) & 1 == 1);
    (2 * log + half).min((1 << WORK_BITS) - 1)
}

fn amount(weight: u32) -> u64 {
    let whole = 1_u64 << (weight / 2);
    whole + if weight % 2 == 1 { whole / 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_out_of_its_word() {
        let entries = [
            Entry::open(1, 1),
            Entry::open(MOST, 77),
            Entry { work: 1 << 20, ..Entry::open(5, MOST) },
            Entry::proven(0),
            Entry::proven(131),
            Entry { work: 3 << 12, ..Entry::refuted(Refutation::Lost, 12) },
            Entry::refuted(Refutation::Held, 0),
            Entry::refuted(Refutation::Tainted, 0x7f_1234),
        ];
        for entry in entries {
            assert_eq!(Entry::unpack(entry.pack()), Some(entry));
        }
        assert_eq!(Entry::unpack(0), None);
    }

    #[test]
    fn more_work_never_weighs_less() {
        let mut last = 0;
        for work in (0..200).chain([1 << 20, 1 << 31, u64::MAX]) {
            assert!(weight(work) >= last, "{work}");
            last = weight(work);
            assert!(amount(weight(work)) <= work.max(1), "{work}");
        }
    }
}

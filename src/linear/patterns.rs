//! Weights of patterns: how the pieces of both sides stand in windows that overlap and cover the
//! board (after Buro 1997, and Scan). The number of a pattern is written in the base 3: 0 for a
//! free square, 1 for a piece of White, 2 for one of Black.
//!
//! What looks the same on a board that is turned, or seen in a mirror, is worth the same, and the
//! opposite with the sides exchanged: only some windows have weights of their own.

/// Stages for which the weights are told.
pub const STAGES: usize = 4;

/// The weights of a pattern, that of each stage in a byte, in centimen.
pub type Entry = u32;

/// The windows of a board.
pub trait Windows: Copy {
    /// Patterns of a window.
    const PATTERNS: usize;

    /// How many windows there are.
    fn count(self) -> usize;

    /// How many of them have weights of their own.
    fn own(self) -> usize;

    /// Where the weight of a pattern stands, and whether it counts with the other sign; none if it
    /// is worth nothing because it looks the same from both sides.
    fn weight(self, window: usize, pattern: usize) -> Option<(usize, bool)>;
}

/// The pattern with its squares in the opposite order and the sides exchanged.
pub(crate) fn turned(mut pattern: usize, squares: usize) -> usize {
    let mut turned = 0;
    for _ in 0..squares {
        turned = 3 * turned + [0, 2, 1][pattern % 3];
        pattern /= 3;
    }
    turned
}

/// The weights of the patterns of every window, from the bytes of a file: for each window that has
/// weights of its own and each of its patterns a byte a stage.
pub(crate) fn unfold<W: Windows>(windows: W, file: &[u8]) -> Vec<Entry> {
    let mut entries = Vec::with_capacity(windows.count() * W::PATTERNS);
    for window in 0..windows.count() {
        for pattern in 0..W::PATTERNS {
            let weights = windows.weight(window, pattern).map_or([0; STAGES], |(at, is_turned)| {
                let bytes = file.get(at * STAGES..).and_then(|rest| rest.first_chunk::<STAGES>());
                let weights = bytes.copied().unwrap_or_default();
                if is_turned { weights.map(u8::wrapping_neg) } else { weights }
            });
            entries.push(Entry::from_le_bytes(weights));
        }
    }
    entries
}

/// The weights of a file whose entries these are.
pub(crate) fn fold<W: Windows>(windows: W, entries: &[Entry]) -> Vec<f32> {
    let mut weights = vec![0.0; windows.own() * W::PATTERNS * STAGES];
    for (at, entry) in entries.iter().enumerate() {
        if let Some((place, false)) = windows.weight(at / W::PATTERNS, at % W::PATTERNS) {
            let stages = entry.to_le_bytes().map(|byte| f32::from(byte as i8));
            weights[place * STAGES..][..STAGES].copy_from_slice(&stages);
        }
    }
    weights
}

/// The bytes of a file with these weights: those of the stages of the first, of the second and so
/// on, in centimen.
pub(crate) fn file(weights: &[f32]) -> Vec<u8> {
    let bound = f32::from(i8::MAX);
    weights.iter().map(|weight| weight.round().clamp(-bound, bound) as i8 as u8).collect()
}

/// Adds up the weights of patterns, in the parts of a stage and of the next one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    share: Share,
    here: i32,
    next: i32,
}

impl Sum {
    /// Nothing yet.
    #[inline(always)]
    pub(crate) fn new(share: Share) -> Sum {
        Sum { share, here: 0, next: 0 }
    }

    /// Adds the weights of a pattern.
    #[inline(always)]
    pub(crate) fn add(&mut self, entry: Entry) {
        let weight = |stage: u32| i32::from((entry >> (8 * stage)) as u8 as i8);
        self.here += weight(self.share.stage);
        self.next += weight(self.share.stage + 1);
    }

    /// What White's way to stand is worth more than Black's.
    #[inline(always)]
    pub(crate) fn worth(self) -> i32 {
        let Share { part, whole, .. } = self.share;
        (self.here * part + self.next * (whole - part)) / whole
    }
}

/// What stages have in the worth of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// The first of two stages.
    stage: u32,
    /// What it has of the whole; the next one has the rest.
    part: i32,
    whole: i32,
}

impl Share {
    /// With so many pieces, where `knots` tells those of each stage, falling.
    pub(crate) const fn new(knots: &[usize; STAGES], pieces: usize) -> Share {
        let mut stage = 0;
        while stage + 2 < STAGES && pieces < knots[stage + 1] {
            stage += 1;
        }
        let (more, fewer) = (knots[stage], knots[stage + 1]);
        let pieces = if pieces > more {
            more
        } else if pieces < fewer {
            fewer
        } else {
            pieces
        };
        Share { stage: stage as u32, part: (pieces - fewer) as i32, whole: (more - fewer) as i32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Windows of one square: the second is the first in a mirror, the last two are these as the
    /// other side sees them.
    #[derive(Clone, Copy)]
    struct Four;

    impl Windows for Four {
        const PATTERNS: usize = 3;

        fn count(self) -> usize {
            4
        }

        fn own(self) -> usize {
            1
        }

        fn weight(self, window: usize, pattern: usize) -> Option<(usize, bool)> {
            let is_turned = window >= 2;
            Some((if is_turned { turned(pattern, 1) } else { pattern }, is_turned))
        }
    }

    #[test]
    fn weights_are_unfolded_and_folded_again() {
        let weights = [0.0, 1.0, -2.0, 3.0, 4.0, 5.0, 6.0, -7.0, -127.0, 127.0, 9.0, 0.0];
        let entries = unfold(Four, &file(&weights));
        assert_eq!(fold(Four, &entries), weights);
        let entry = |window: usize, pattern: usize| entries[window * 3 + pattern].to_le_bytes();
        assert_eq!(entry(1, 1).map(|byte| byte as i8), [4, 5, 6, -7]);
        assert_eq!(entry(2, 2).map(|byte| byte as i8), [-4, -5, -6, 7]);
    }
}

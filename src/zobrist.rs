//! Zobrist numbers, made at compile time by SplitMix64 (Steele, Lea and Flood 2014), so that a
//! key is the same on every machine and in every run.

/// The SplitMix64 output for the state after one step from `seed`.
#[must_use]
pub const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// `N` numbers of the stream that `stream` names; different streams have nothing in common.
#[must_use]
pub const fn numbers<const N: usize>(stream: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = mix(mix(stream).wrapping_add((i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        i += 1;
    }
    numbers
}

/// Taken into the key when Black is to move.
pub const BLACK_TO_MOVE: u64 = mix(0x0062_6c61_636b);

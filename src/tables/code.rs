//! Values packed so that any one can be read at once. A block of [`BLOCK`] values is coded in the
//! way that takes the fewest bytes; values that nobody asks for, because they follow from others,
//! take whatever value packs best.
//!
//! A coded table begins with the place of each block and the end of the last, 32 bits each, lowest
//! byte first, counted from the first block. The first byte of a block tells how it goes on:
//!
//! | byte | the block |
//! |---|---|
//! | 0 1 2 | all values are this: 0 loss, 1 win, 2 draw |
//! | 3 4 5 | all values but this, a bit each, lowest bit first: 0 for the lower of the two |
//! | 6 | five values a byte, the first the lowest digit to the base of three |
//! | 7 8 9 | runs, the first of the value 0, 1, 2. A byte a run: the lower seven bits are its length less 1, the highest tells whether 1 or 2 must be added to the value, modulo 3, for the next run; 127 is a run of 127 that the next byte goes on with |
//! | 10 to 15 | runs of two values, half a byte each, the lower half first: the length less 1; 15 is a run of 15 that the next half byte goes on with. The first run is of the value (byte - 10) / 2, the other value is 1 or 2 higher, modulo 3, as (byte - 10) % 2 is 0 or 1 |

use crate::parallel;

use crate::game::Outcome;

/// Values of a block.
pub const BLOCK: u64 = 1024;
/// Blocks that one thread codes at a time.
const CHUNK: u64 = 64;

const BITMAP: u8 = 3;
const TERNARY: u8 = 6;
const RUNS: u8 = 7;
const SHORT_RUNS: u8 = 10;
const LONG: u8 = 127;
const SHORT: u8 = 15;
/// What a digit to the base of three counts.
const POWERS: [u8; 5] = [1, 3, 9, 27, 81];

/// A packed table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coded {
    /// The form described above.
    pub bytes: Vec<u8>,
}

/// The table is too long for the places of its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a packed table would be longer than 4 GB")]
pub struct TooLong;

const fn number(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Win => 1,
        Outcome::Draw => 2,
    }
}

const fn outcome(number: u8) -> Outcome {
    match number {
        0 => Outcome::Loss,
        1 => Outcome::Win,
        _ => Outcome::Draw,
    }
}

impl Coded {
    /// Packs so many values; `read` tells them, none where the value does not matter.
    ///
    /// # Errors
    /// If the result is too long.
    pub fn new(
        size: u64,
        read: impl Fn(u64) -> Option<Outcome> + Sync,
        done: impl Fn(u64) + Sync,
    ) -> Result<Coded, TooLong> {
        let blocks = size.div_ceil(BLOCK);
        let chunks = parallel::map(blocks.div_ceil(CHUNK) as usize, &|chunk| {
            let chunk = chunk as u64;
            let (mut lengths, mut bytes) = (Vec::new(), Vec::new());
            let mut values = Vec::with_capacity(BLOCK as usize);
            for block in chunk * CHUNK..blocks.min((chunk + 1) * CHUNK) {
                let numbers = block * BLOCK..size.min((block + 1) * BLOCK);
                values.clear();
                values.extend(numbers.map(|n| read(n).map_or(ANY, number)));
                let before = bytes.len();
                pack(&mut values, &mut bytes);
                lengths.push((bytes.len() - before) as u32);
            }
            done(size.min((chunk + 1) * CHUNK * BLOCK) - chunk * CHUNK * BLOCK);
            (lengths, bytes)
        });
        let mut bytes = Vec::new();
        let mut place = 0_u32;
        for length in chunks.iter().flat_map(|(lengths, _)| lengths) {
            bytes.extend(place.to_le_bytes());
            place = place.checked_add(*length).ok_or(TooLong)?;
        }
        bytes.extend(place.to_le_bytes());
        for (_, chunk) in &chunks {
            bytes.extend(chunk);
        }
        Ok(Coded { bytes })
    }
}

/// A value that may be any.
const ANY: u8 = u8::MAX;

/// Packs the values of a block in the best way.
fn pack(values: &mut [u8], bytes: &mut Vec<u8>) {
    let mut counts = [0; 3];
    for &value in values.iter().filter(|&&value| value != ANY) {
        counts[usize::from(value)] += 1;
    }
    let most = (0..3).max_by_key(|&value| counts[usize::from(value)]).unwrap_or(0);
    let present = counts.iter().filter(|&&count| count > 0).count();
    if present <= 1 {
        bytes.push(most);
        return;
    }
    // What does not matter is what stood before it.
    let mut last = values.iter().copied().find(|&value| value != ANY).unwrap_or(most);
    for value in values.iter_mut() {
        if *value == ANY {
            *value = last;
        }
        last = *value;
    }
    let begin = bytes.len();
    runs(values, bytes);
    let mut length = bytes.len() - begin;
    if let (2, Some(absent)) = (present, counts.iter().position(|&count| count == 0)) {
        let short = short_runs(values, absent as u8);
        if short.len() < length {
            length = short.len();
            bytes.truncate(begin);
            bytes.extend(short);
        }
        if 1 + values.len().div_ceil(8) < length {
            bytes.truncate(begin);
            bitmap(values, absent as u8, bytes);
        }
    } else if 1 + values.len().div_ceil(5) < length {
        bytes.truncate(begin);
        bytes.push(TERNARY);
        for five in values.chunks(5) {
            bytes.push(five.iter().rev().fold(0, |byte, value| 3 * byte + value));
        }
    }
}

fn bitmap(values: &[u8], absent: u8, bytes: &mut Vec<u8>) {
    bytes.push(BITMAP + absent);
    let higher = if absent == 2 { 1 } else { 2 };
    for eight in values.chunks(8) {
        let bits = eight.iter().rev();
        bytes.push(bits.fold(0, |byte, &value| byte << 1 | u8::from(value == higher)));
    }
}

fn runs(values: &[u8], bytes: &mut Vec<u8>) {
    bytes.push(RUNS + values[0]);
    let mut runs = values.chunk_by(|a, b| a == b).peekable();
    while let Some(run) = runs.next() {
        let mut left = run.len();
        while left > usize::from(LONG) {
            bytes.push(LONG);
            left -= usize::from(LONG);
        }
        let step = runs.peek().map_or(1, |next| (next[0] + 3 - run[0]) % 3);
        bytes.push((left as u8 - 1) | (step - 1) << 7);
    }
}

fn short_runs(values: &[u8], absent: u8) -> Vec<u8> {
    let first = values[0];
    let other = 3 - first - absent;
    let step = (other + 3 - first) % 3;
    let mut halves = Vec::new();
    for run in values.chunk_by(|a, b| a == b) {
        let mut left = run.len();
        while left > usize::from(SHORT) {
            halves.push(SHORT);
            left -= usize::from(SHORT);
        }
        halves.push(left as u8 - 1);
    }
    let mut bytes = vec![SHORT_RUNS + 2 * first + step - 1];
    bytes.extend(halves.chunks(2).map(|two| two[0] | two.get(1).unwrap_or(&0) << 4));
    bytes
}

/// The first byte and the others of a block of a packed table of so many values.
#[inline]
fn block(bytes: &[u8], size: u64, block: u64) -> Option<(u8, &[u8])> {
    let blocks = size.div_ceil(BLOCK) as usize;
    let block = block as usize;
    let (places, blocks) = bytes.split_at_checked(4 * (blocks + 1))?;
    let at = |n: usize| {
        let word = places.get(4 * n..4 * n + 4)?;
        Some(u32::from_le_bytes(word.try_into().ok()?) as usize)
    };
    let (&method, codes) = blocks.get(at(block)?..at(block + 1)?)?.split_first()?;
    Some((method, codes))
}

/// The lower and the higher of the two values that are not this one.
const fn others(absent: u8) -> (u8, u8) {
    (if absent == 0 { 1 } else { 0 }, if absent == 2 { 1 } else { 2 })
}

/// The first and the other value of short runs.
const fn short_values(method: u8) -> (u8, u8) {
    let first = (method - SHORT_RUNS) / 2;
    (first, (first + 1 + (method - SHORT_RUNS) % 2) % 3)
}

/// A value of a packed table of so many; none if the bytes are no packed table.
#[inline]
#[must_use]
pub fn read(bytes: &[u8], size: u64, place: u64) -> Option<Outcome> {
    if place >= size {
        return None;
    }
    let (method, codes) = block(bytes, size, place / BLOCK)?;
    let place = (place % BLOCK) as usize;
    let value = match method {
        0..BITMAP => method,
        BITMAP..TERNARY => {
            let bit = codes.get(place / 8)? >> (place % 8) & 1;
            let (lower, higher) = others(method - BITMAP);
            if bit == 1 { higher } else { lower }
        }
        TERNARY => codes.get(place / 5)? / POWERS[place % 5] % 3,
        RUNS..SHORT_RUNS => {
            let mut value = method - RUNS;
            let mut end = 0;
            for &code in codes {
                let length = code & LONG;
                if length == LONG {
                    end += usize::from(LONG);
                    if place < end {
                        return Some(outcome(value));
                    }
                } else {
                    end += usize::from(length) + 1;
                    if place < end {
                        return Some(outcome(value));
                    }
                    value = (value + 1 + (code >> 7)) % 3;
                }
            }
            return None;
        }
        SHORT_RUNS..=15 => {
            let (first, other) = short_values(method);
            let mut is_first = true;
            let mut end = 0;
            for half in codes.iter().flat_map(|code| [code & SHORT, code >> 4]) {
                end += usize::from(half) + usize::from(half != SHORT);
                if place < end {
                    return Some(outcome(if is_first { first } else { other }));
                }
                is_first ^= half != SHORT;
            }
            return None;
        }
        _ => return None,
    };
    Some(outcome(value))
}

/// Adds all values of a block of a packed table of so many; none if the bytes are no packed table.
#[must_use]
pub fn unpack(bytes: &[u8], size: u64, number: u64, values: &mut Vec<Outcome>) -> Option<()> {
    let left = size.checked_sub(number * BLOCK)?.min(BLOCK) as usize;
    let (method, codes) = block(bytes, size, number)?;
    let end = values.len() + left;
    let run = |values: &mut Vec<Outcome>, value: u8, count: u8| {
        values.resize(end.min(values.len() + usize::from(count)), outcome(value));
    };
    match method {
        0..BITMAP => values.resize(end, outcome(method)),
        BITMAP..TERNARY => {
            let (lower, higher) = others(method - BITMAP);
            let bits = codes.iter().flat_map(|code| (0..8).map(move |bit| code >> bit & 1));
            let told = bits.map(|bit| outcome(if bit == 1 { higher } else { lower }));
            values.extend(told.take(left));
        }
        TERNARY => {
            let told = codes.iter().flat_map(|code| POWERS.map(|power| outcome(code / power % 3)));
            values.extend(told.take(left));
        }
        RUNS..SHORT_RUNS => {
            let mut value = method - RUNS;
            for &code in codes {
                let count = code & LONG;
                run(values, value, count + u8::from(count != LONG));
                if count != LONG {
                    value = (value + 1 + (code >> 7)) % 3;
                }
            }
        }
        SHORT_RUNS..=15 => {
            let (mut value, mut other) = short_values(method);
            for half in codes.iter().flat_map(|code| [code & SHORT, code >> 4]) {
                run(values, value, half + u8::from(half != SHORT));
                if half != SHORT {
                    (value, other) = (other, value);
                }
            }
        }
        _ => return None,
    }
    (values.len() == end).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Values that come in runs, some of which do not matter.
    fn tables() -> impl Strategy<Value = Vec<Option<Outcome>>> {
        let value = prop_oneof![
            Just(Some(Outcome::Win)),
            Just(Some(Outcome::Loss)),
            Just(Some(Outcome::Draw)),
            Just(None),
        ];
        let few = prop::collection::vec((value.clone(), 1..700_usize), 1..8);
        let many = prop::collection::vec((value, 1..9_usize), 1..400);
        prop_oneof![few, many].prop_map(|runs| {
            runs.into_iter().flat_map(|(value, length)| vec![value; length]).collect()
        })
    }

    proptest! {
        #[test]
        fn what_is_packed_is_read(values in tables(), draws: bool) {
            let meant = |n: u64| {
                let value = values[n as usize];
                if draws { value } else { value.filter(|&v| v != Outcome::Draw) }
            };
            let size = values.len() as u64;
            let coded = Coded::new(size, meant, |_| ()).unwrap();
            for n in 0..size {
                let read = read(&coded.bytes, size, n);
                prop_assert!(read.is_some());
                if let Some(value) = meant(n) {
                    prop_assert_eq!(read, Some(value), "{}", n);
                }
            }
            prop_assert_eq!(super::read(&coded.bytes, size, size), None);
            let mut all = Vec::new();
            for block in 0..size.div_ceil(BLOCK) {
                prop_assert!(unpack(&coded.bytes, size, block, &mut all).is_some());
            }
            let read = (0..size).map(|n| super::read(&coded.bytes, size, n));
            prop_assert!(all.into_iter().map(Some).eq(read));
        }

        #[test]
        fn no_bytes_are_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..400), n in 0..9_000_u64) {
            let _ = read(&bytes, 8_000, n);
            let _ = unpack(&bytes, 8_000, n / BLOCK, &mut Vec::new());
        }
    }

    #[test]
    fn a_block_takes_few_bytes() {
        let size = |read: fn(u64) -> Option<Outcome>| {
            Coded::new(BLOCK, read, |_| ()).unwrap().bytes.len() - 8
        };
        assert_eq!(size(|_| None), 1);
        assert_eq!(size(|_| Some(Outcome::Win)), 1);
        assert_eq!(size(|n| (n > 700).then_some(Outcome::Draw)), 1);
        assert!(size(|n| Some(if n < 300 { Outcome::Win } else { Outcome::Loss })) < 12);
        assert_eq!(size(|n| Some(if n * n % 7 < 3 { Outcome::Win } else { Outcome::Loss })), 129);
    }
}

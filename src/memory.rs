//! The memory of a table of positions: a map of its own, so that the system gives pages as they are used,
//! large ones where it has them. A table is read all over; with small pages half of its time goes
//! into finding them.
#![allow(unsafe_code)]

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

/// Words that were all 0 at first.
#[derive(Debug)]
pub(crate) struct Memory {
    map: MmapMut,
    words: usize,
}

impl Memory {
    /// So many words, one at least; nothing if the system does not grant them.
    pub(crate) fn new(words: usize) -> Option<Memory> {
        let bytes =
            words.checked_mul(size_of::<AtomicU64>()).filter(|&b| b <= isize::MAX as usize)?;
        let map = MmapMut::map_anon(bytes).ok()?;
        #[cfg(target_os = "linux")]
        if let Err(error) = map.advise(memmap2::Advice::HugePage) {
            log::info!("no large pages for the table: {error}");
        }
        Some(Memory { map, words })
    }

    /// Has the processor bring the cache line of a word, where it can be asked to.
    #[inline]
    pub(crate) fn prefetch(&self, word: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let word: *const AtomicU64 = &raw const self.words()[word];
            // SAFETY: the processors of this architecture all have the instruction; it reads
            // nothing into the program and cannot fault, and the address is that of a word.
            unsafe { _mm_prefetch(word.cast::<i8>(), _MM_HINT_T0) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = word;
    }

    /// The words.
    #[inline]
    pub(crate) fn words(&self) -> &[AtomicU64] {
        // SAFETY: the map has `words` times the size of a word, begins at a page and so is aligned,
        // is filled with bytes that are words of 0, lives as long as `self`, and is reached by
        // nothing but this function, so that all its uses are atomic.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.words) }
    }
}

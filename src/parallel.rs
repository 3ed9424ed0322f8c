//! Pieces of work spread over the threads of rayon. Its loops are compiled here, and not once more
//! for every game whose work they do.

use rayon::prelude::*;

/// Does all pieces of work, by their numbers from 0.
pub(crate) fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// What comes of all pieces of work, in the order of their numbers.
pub(crate) fn map<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    (0..count).into_par_iter().map(work).collect()
}

//! Many inputs, several workers, answers in the order of the inputs as soon as they are there, and
//! no more of either kept than the workers need.

use std::io;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Inputs that may wait for each worker.
const WAITING: usize = 2;

/// Has `jobs` workers, each made by `worker`, answer what comes from `inputs`, and gives the answers
/// to `sink` one after the other. Ends when the inputs end, or with the first error of either side;
/// threads that wait for an input then stay behind until it comes.
///
/// # Errors
/// The first error of `inputs` or of `sink`.
pub fn in_order<I, T, W>(
    inputs: impl Iterator<Item = io::Result<I>> + Send + 'static,
    jobs: usize,
    mut worker: impl FnMut() -> W,
    mut sink: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()>
where
    I: Send + 'static,
    T: Send + 'static,
    W: FnMut(I) -> T + Send + 'static,
{
    let jobs = jobs.max(1);
    // For each input a channel of its own brings the answer; these channels stand in order.
    let (to_workers, work) = sync_channel(WAITING * jobs);
    let (to_order, order) = sync_channel::<io::Result<Receiver<T>>>(WAITING * jobs);
    let work = Arc::new(Mutex::new(work));
    for _ in 0..jobs {
        let work = Arc::clone(&work);
        let mut answer = worker();
        thread::spawn(move || {
            loop {
                let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok((input, reply)) = next else { return };
                let reply: std::sync::mpsc::SyncSender<T> = reply;
                let _ = reply.send(answer(input));
            }
        });
    }
    thread::spawn(move || {
        for input in inputs {
            let (reply, answer) = sync_channel(1);
            let is_over = input.is_err();
            let place = input.map(|input| (input, answer));
            let sent = match place {
                Ok((input, answer)) => {
                    to_order.send(Ok(answer)).is_ok() && to_workers.send((input, reply)).is_ok()
                }
                Err(error) => to_order.send(Err(error)).is_ok(),
            };
            if is_over || !sent {
                return;
            }
        }
    });
    for answer in order {
        let answer = answer?.recv();
        sink(answer.map_err(|_| io::Error::other("a worker has failed"))?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn answers_come_in_order_whoever_is_done_first() {
        for jobs in [0, 1, 3] {
            let mut told = Vec::new();
            let worker = || {
                |n: u64| {
                    thread::sleep(Duration::from_micros(200 * (n % 7)));
                    n * n
                }
            };
            in_order((0..100).map(Ok), jobs, worker, |square| {
                told.push(square);
                Ok(())
            })
            .unwrap();
            assert!(told.iter().copied().eq((0..100).map(|n| n * n)));
        }
    }

    #[test]
    fn errors_of_either_side_end_it() {
        let inputs = [Ok(1), Ok(2), Err(io::Error::other("no more")), Ok(3)];
        let mut told = Vec::new();
        let error = in_order(
            inputs.into_iter(),
            2,
            || |n: i32| n,
            |n| {
                told.push(n);
                Ok(())
            },
        );
        assert_eq!(error.unwrap_err().to_string(), "no more");
        assert_eq!(told, [1, 2]);
        let closed = in_order(
            (0..).map(Ok),
            2,
            || |n: i32| n,
            |_| Err(io::Error::from(io::ErrorKind::BrokenPipe)),
        );
        assert_eq!(closed.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}

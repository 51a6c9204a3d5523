//! Numbered jobs, shared out among threads.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Does jobs on threads that have a worker each, and takes the results one at a time, in any order. No job begins after one has
/// failed, or after `take` has returned [`ControlFlow::Break`].
///
/// # Errors
/// What a worker, a job or `take` failed with.
pub fn run<W, T, E: Send>(
    threads: usize,
    jobs: usize,
    new_worker: impl Fn() -> Result<W, E> + Sync,
    job: impl Fn(&mut W, usize) -> Result<T, E> + Sync,
    take: impl FnMut(T) -> Result<ControlFlow<()>, E> + Send,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let take = Mutex::new(take);
    let work_on = || -> Result<(), E> {
        let mut worker = new_worker()?;
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= jobs {
                return Ok(());
            }
            let done = job(&mut worker, n)?;
            let mut take = take.lock().unwrap_or_else(PoisonError::into_inner);
            if take(done)?.is_break() {
                return Ok(());
            }
        }
    };
    let work = || {
        let ended = work_on();
        // Nothing is left, or the other threads stop as well.
        next.store(jobs, Ordering::Relaxed);
        ended
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            let ended = thread.join();
            ended.unwrap_or_else(|panic| resume_unwind(panic))
        })
    })
}

//! A scripted clock and reproducible random numbers.

use std::sync::atomic::{AtomicU64, Ordering};

use app::{Span, Timestamp};
use runtime::service::MomentSource;

/// Returns a function's milliseconds, and reproducible random numbers.
pub(crate) struct ScriptedSource<N> {
    now: N,
    seed: AtomicU64,
}

impl<N: Fn() -> i64> ScriptedSource<N> {
    /// Gives each run on a store its own random numbers.
    pub(crate) fn new(run: u64, now: N) -> Self {
        let seed = AtomicU64::new(run * 1000);
        Self { now, seed }
    }
}

impl<N: Fn() -> i64 + Send + Sync + 'static> MomentSource for ScriptedSource<N> {
    fn now(&self) -> Timestamp {
        Timestamp((self.now)())
    }

    fn seed(&self) -> u64 {
        self.seed.fetch_add(1, Ordering::Relaxed)
    }

    /// Tests advance the clock by days in one step.
    fn longest_gap(&self) -> Span {
        Span(i64::MAX)
    }
}

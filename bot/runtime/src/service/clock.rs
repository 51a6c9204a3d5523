//! The time and random numbers of the service.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use app::{Span, Timestamp};

/// Longest time between two readings of the clock while nothing is suspended, and the most by which a wall clock may drift from a
/// monotonic one between them.
pub(crate) const LONGEST_GAP: Span = Span::seconds(5);

/// Time and randomness: the system's in production, scripted in tests.
pub trait MomentSource: Send + Sync + 'static {
    /// The present time.
    fn now(&self) -> Timestamp;

    /// Random bits, different at each call.
    fn seed(&self) -> u64 {
        rand::random()
    }

    /// Returns by how much the clock of a shared database, which was asked for the time at `asked`, was set since the last
    /// response.
    fn step(&self, _: Timestamp, _asked: Instant) -> Option<Span> {
        None
    }

    /// Adjusts the clock to the time of a shared database, which was asked at `asked`.
    fn set_clock(&self, _: Timestamp, _asked: Instant) {}

    /// A longer time between two looks at the clock counts as an outage: the program or the machine was suspended, or the clock
    /// was set.
    fn longest_gap(&self) -> Span {
        LONGEST_GAP
    }
}

/// The system's clock and random numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemSource;

impl MomentSource for SystemSource {
    fn now(&self) -> Timestamp {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Timestamp(i64::try_from(now.unwrap_or_default().as_millis()).unwrap_or(i64::MAX))
    }
}

//! The time and random numbers of the service.

use std::time::{SystemTime, UNIX_EPOCH};

use app::{Span, Timestamp};

/// The longest time between two looks at a clock that runs evenly under a program that runs.
const LONGEST_GAP: Span = Span::seconds(5);

/// Time and randomness: the system's in production, scripted in tests.
pub trait MomentSource: Send + Sync + 'static {
    /// The present time.
    fn now(&self) -> Timestamp;

    /// Random bits, different at each call.
    fn seed(&self) -> u64;

    /// Adjusts the clock to the time of a shared database.
    fn set_clock(&self, _: Timestamp) {}

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

    fn seed(&self) -> u64 {
        rand::random()
    }
}

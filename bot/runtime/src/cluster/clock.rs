//! The time by the database's clock: machines differ, and a game's clock is read on several.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use app::{Span, Timestamp};

use crate::service::{MomentSource, SystemSource};

/// A clock that follows the database's, and never goes back.
#[derive(Clone, Debug, Default)]
pub struct DatabaseClock(Arc<Mutex<Option<Reading>>>);

#[derive(Clone, Copy, Debug)]
struct Reading {
    time: Timestamp,
    read: Instant,
}

impl Reading {
    fn now(self) -> Timestamp {
        let since = i64::try_from(self.read.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.time.plus(Span(since))
    }
}

impl MomentSource for DatabaseClock {
    fn now(&self) -> Timestamp {
        let reading = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reading.map_or_else(|| SystemSource.now(), Reading::now)
    }

    fn set_clock(&self, time: Timestamp) {
        let mut reading = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let time = reading.map_or(time, |reading| reading.now().max(time));
        *reading = Some(Reading {
            time,
            read: Instant::now(),
        });
    }

    fn seed(&self) -> u64 {
        rand::random()
    }

    /// Leases tell how long a process was away.
    fn longest_gap(&self) -> Span {
        Span(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_follows_the_database_and_never_goes_back() {
        let clock = DatabaseClock::default();
        let far = clock.now().plus(Span::days(400));
        clock.set_clock(far);
        assert!(clock.now() >= far);
        clock.set_clock(Timestamp(far.0 - 5_000));
        assert!(clock.now() >= far, "a correction does not turn it back");
    }
}

//! The time by the database's clock: the clocks of machines differ, and a game is timed on several.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use app::{Span, Timestamp};

use crate::service::{LONGEST_GAP, MomentSource, SystemSource};

/// A clock that follows the database's, and goes back only when that is set back.
#[derive(Clone, Debug, Default)]
pub struct DatabaseClock(Arc<Mutex<Option<Reading>>>);

#[derive(Clone, Copy, Debug)]
struct Reading {
    time: Timestamp,
    read: Instant,
    /// How far it is ahead of the database's time. The clock runs an eighth slower until this is gone.
    ahead: Span,
}

impl Reading {
    fn at(self, instant: Instant) -> Timestamp {
        let since = instant.saturating_duration_since(self.read);
        let since = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
        self.time.plus(Span(since - self.ahead.0.min(since / 8)))
    }

    /// Returns how far `time`, read between `asked` and now, is off from this machine's monotonic clock, if by more than
    /// [`LONGEST_GAP`].
    fn step(self, time: Timestamp, asked: Instant) -> Option<Span> {
        let (earliest, latest) = (self.at(asked), self.at(Instant::now()));
        let step = time.0 - time.0.clamp(earliest.0, latest.0);
        (step.saturating_abs() > LONGEST_GAP.0).then_some(Span(step))
    }
}

impl DatabaseClock {
    fn reading(&self) -> MutexGuard<'_, Option<Reading>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MomentSource for DatabaseClock {
    fn now(&self) -> Timestamp {
        let reading = *self.reading();
        reading.map_or_else(|| SystemSource.now(), |it| it.at(Instant::now()))
    }

    fn step(&self, time: Timestamp, asked: Instant) -> Option<Span> {
        self.reading().and_then(|it| it.step(time, asked))
    }

    fn set_clock(&self, time: Timestamp, asked: Instant) {
        let mut reading = self.reading();
        let read = Instant::now();
        let known = reading.filter(|it| it.at(read).since(time) <= LONGEST_GAP);
        // A small difference may be the time that the response took.
        *reading = Some(Reading {
            time: known.map_or(time, |it| it.at(read).max(time)),
            read,
            ahead: known.map_or(Span(0), |it| Span(it.at(asked).since(time).0.max(0))),
        });
    }

    /// Leases tell how long a process was absent, and each response of the database whether its clock was set.
    fn longest_gap(&self) -> Span {
        Span(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn it_follows_the_database_and_goes_back_only_when_that_is_set_back() {
        let clock = DatabaseClock::default();
        let asked = Instant::now();
        let far = clock.now().plus(Span::days(400));
        assert_eq!(clock.step(far, asked), None, "the first reading");
        clock.set_clock(far, asked);
        assert!(clock.now() >= far);
        let near = Timestamp(far.0 - 4_000);
        assert_eq!(clock.step(near, asked), None);
        clock.set_clock(near, asked);
        assert!(clock.now() >= far, "a correction does not turn it back");
        let back = Timestamp(far.0 - 600_000);
        // By more than the ten minutes, if time passed between the lines above.
        let step = clock.step(back, asked).expect("it was set back");
        assert!(step <= Span::minutes(-10), "{step:?}");
        clock.set_clock(back, asked);
        assert!(clock.now() < near);
        let forward = clock.step(far, Instant::now()).expect("it was set");
        assert!(
            Span(0) < forward && forward <= Span::minutes(10),
            "{forward:?}"
        );
    }

    #[test]
    fn a_database_whose_clock_is_slower_is_followed_too() {
        let asked = Instant::now();
        let after = |seconds| asked + Duration::from_secs(seconds);
        let reading = Reading {
            time: Timestamp(1_000_000),
            read: asked,
            ahead: Span::seconds(1),
        };
        assert_eq!(reading.at(after(4)), Timestamp(1_003_500));
        assert_eq!(reading.at(after(80)), Timestamp(1_079_000));
        let clock = DatabaseClock::default();
        clock.set_clock(Timestamp(1_000), asked);
        clock.set_clock(Timestamp(0), asked);
        let ahead = clock.reading().expect("read").ahead;
        assert!(ahead.0 >= 1_000, "{ahead:?}");
    }

    #[test]
    fn an_answer_that_comes_late_is_no_step() {
        let now = Instant::now();
        let long_ago = now.checked_sub(Duration::from_mins(1)).expect("up so long");
        // It was read when it was asked for, and the program was suspended before it could look at the answer.
        let reading = Reading {
            time: Timestamp(0),
            read: long_ago,
            ahead: Span(0),
        };
        assert_eq!(reading.step(Timestamp(0), long_ago), None);
        assert_eq!(reading.step(Timestamp(60_000), long_ago), None);
        let step = reading.step(Timestamp(0), now).expect("it was set back");
        assert!(step <= Span::minutes(-1));
    }
}

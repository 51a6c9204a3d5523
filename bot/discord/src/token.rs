//! The right to respond to an interaction, and how long it lasts.

use std::time::{Duration, Instant};

use app::{Span, Timestamp};
use serenity::all::{ApplicationId, InteractionId};

use runtime::telemetry;
use store::Secret;

/// Discord accepts an interaction's token for 15 minutes from its creation; the rest is for the event's way here.
const TOKEN_LIFE: Duration = Duration::from_secs(14 * 60 + 30);

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) application: ApplicationId,
    pub(crate) interaction: InteractionId,
    pub(crate) secret: Secret,
}

#[derive(Clone)]
pub(crate) struct Arrival {
    instant: Instant,
    pub(crate) time: Timestamp,
}

impl Arrival {
    /// Returns when the event that this task handles arrived, which is now by the service's clock.
    pub(crate) fn of_event(time: Timestamp) -> Self {
        let since = telemetry::since_arrival();
        let now = Instant::now();
        Self {
            instant: now.checked_sub(since).unwrap_or(now),
            time,
        }
    }

    /// Returns the remaining life of a token that arrived then; `None` if it expired by either clock. The monotonic one stops
    /// while the machine sleeps, and the other may be set.
    pub(crate) fn remaining(&self, now: Timestamp) -> Option<Duration> {
        let Span(by_date) = now.since(self.time);
        let by_date = Duration::from_millis(u64::try_from(by_date).unwrap_or(0));
        TOKEN_LIFE
            .checked_sub(self.instant.elapsed().max(by_date))
            .filter(|remaining| !remaining.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_expires_by_either_clock() {
        const MINUTE: i64 = 60_000;
        let arrival = Arrival {
            instant: Instant::now(),
            time: Timestamp(100 * MINUTE),
        };
        let remaining = |minute: i64| arrival.remaining(Timestamp(minute * MINUTE));
        assert!(remaining(100).is_some_and(|time| time > Duration::from_mins(14)));
        assert!(remaining(114).is_some_and(|time| time <= Duration::from_secs(30)));
        assert_eq!(remaining(115), None, "the machine slept");
        assert!(remaining(10).is_some(), "the clock was set back");
        let old = Instant::now().checked_sub(Duration::from_mins(15));
        let arrival = Arrival {
            instant: old.expect("the machine runs for long enough"),
            ..arrival
        };
        assert_eq!(arrival.remaining(Timestamp(10 * MINUTE)), None);
    }
}

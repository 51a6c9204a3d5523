//! Pauses sending to people and rooms that refused a message.
//!
//! Pauses are in memory only: after a restart, each recipient is tried once.

use std::hash::Hash;

use app::{Span, Timestamp};

use crate::recent::Recent;

/// People and rooms that are remembered.
const CAPACITY: usize = 10_000;
/// The pause after the first refusal; each further one makes it [`FACTOR`] times longer.
const FIRST_PAUSE: Span = Span::minutes(10);
const FACTOR: i64 = 4;
const LONGEST_PAUSE: Span = Span::hours(24);

#[derive(Clone, Copy, Debug)]
struct Pause {
    length: Span,
    until: Timestamp,
}

/// Recent refusals.
#[derive(Debug)]
pub struct Pauses<R>(Recent<R, Pause>);

impl<R: Clone + Eq + Hash> Default for Pauses<R> {
    fn default() -> Self {
        Self(Recent::new(CAPACITY))
    }
}

impl<R: Clone + Eq + Hash> Pauses<R> {
    /// Whether to send nothing there for now.
    pub fn is_paused(&self, recipient: &R, now: Timestamp) -> bool {
        // A clock that was set back makes no pause longer.
        let lasts = |pause: &Pause| now < pause.until && pause.until.since(now) <= pause.length;
        self.0.get(recipient).as_ref().is_some_and(lasts)
    }

    /// Notes a refusal, after which nothing is sent there for a while.
    pub fn refused(&self, recipient: &R, now: Timestamp) {
        let length = self.0.get(recipient).map_or(FIRST_PAUSE, |pause| {
            Span(pause.length.0 * FACTOR).min(LONGEST_PAUSE)
        });
        let until = now.plus(length);
        self.0.insert(recipient.clone(), Pause { length, until });
    }

    /// Notes that messages arrive there.
    pub fn accepted(&self, recipient: &R) {
        self.0.remove(recipient);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_pauses_longer_until_a_message_arrives() {
        let pauses = Pauses::default();
        let mut now = Timestamp(0);
        let mut tries = 0;
        for _ in 0..(7 * 24 * 60) {
            if !pauses.is_paused(&"ann", now) {
                tries += 1;
                pauses.refused(&"ann", now);
            }
            now = now.plus(Span::minutes(1));
        }
        assert!((6..=12).contains(&tries), "{tries} tries in a week");
        assert!(!pauses.is_paused(&"bob", now));
        pauses.accepted(&"ann");
        assert!(!pauses.is_paused(&"ann", now));
        pauses.refused(&"ann", now);
        assert!(
            !pauses.is_paused(&"ann", now.plus(FIRST_PAUSE)),
            "it begins anew"
        );
    }
}

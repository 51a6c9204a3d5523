//! When: time and chance come in from outside, so that the same commands at the same moments end the same.

use serde::{Deserialize, Serialize};

/// A point in time: milliseconds since 1970-01-01T00:00:00Z.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The point `span` later.
    #[must_use]
    pub fn plus(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0))
    }

    /// Whole seconds since 1970, rounded down, as chat platforms write timestamps.
    pub fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}

/// A length of time in milliseconds.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Span(pub i64);

impl Span {
    /// So many hours.
    pub const fn hours(hours: i64) -> Self {
        Self(hours * 3_600_000)
    }
}

/// The time and the chance that one command is handled with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The present time.
    pub now: Timestamp,
    /// Random bits for everything this command draws: public codes, a random color.
    pub seed: u64,
}

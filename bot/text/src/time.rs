//! Points and lengths of time.

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

    /// Time elapsed since `earlier`; zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Span {
        Span(self.0.saturating_sub(earlier.0).max(0))
    }

    /// The year in UTC.
    pub fn year(self) -> i16 {
        jiff::Timestamp::from_millisecond(self.0)
            .map_or(0, |at| at.to_zoned(jiff::tz::TimeZone::UTC).year())
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
    /// A span of whole seconds.
    pub const fn seconds(seconds: i64) -> Self {
        Self(seconds * 1000)
    }

    /// A span of whole minutes.
    pub const fn minutes(minutes: i64) -> Self {
        Self(minutes * 60_000)
    }

    /// A span of whole hours.
    pub const fn hours(hours: i64) -> Self {
        Self(hours * 3_600_000)
    }

    /// A span of days of 24 hours.
    pub const fn days(days: i64) -> Self {
        Self(days * 86_400_000)
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(self, more: Self) -> Self {
        Self(self.0.saturating_add(more.0))
    }
}

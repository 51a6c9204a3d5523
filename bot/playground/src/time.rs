//! The playground's clock, snowflakes and timestamps.

use std::time::{Duration, Instant};

/// 2026-01-01T12:00:00Z, the start of a frozen clock.
const START_MS: u64 = 1_767_268_800_000;
/// The epoch of snowflakes: the first second of 2015.
const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// A clock that can be advanced.
#[derive(Debug)]
pub(crate) struct Time {
    base_ms: u64,
    started: Instant,
    advanced_ms: u64,
    is_real: bool,
}

impl Time {
    /// A clock that only moves when advanced, so that timestamps and ids repeat in every run.
    pub(crate) fn frozen() -> Self {
        Self {
            base_ms: START_MS,
            started: Instant::now(),
            advanced_ms: 0,
            is_real: false,
        }
    }

    /// A clock that follows the system's.
    pub(crate) fn real() -> Self {
        let since = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default();
        Self {
            base_ms: millis(since),
            started: Instant::now(),
            advanced_ms: 0,
            is_real: true,
        }
    }

    pub(crate) fn now_ms(&self) -> u64 {
        let elapsed = if self.is_real {
            millis(self.started.elapsed())
        } else {
            0
        };
        self.base_ms + elapsed + self.advanced_ms
    }

    /// Like [`Self::now_ms`], but never frozen: rate limits expire in real time.
    pub(crate) fn running_ms(&self) -> u64 {
        self.base_ms + millis(self.started.elapsed()) + self.advanced_ms
    }

    pub(crate) fn advance(&mut self, by: Duration) {
        self.advanced_ms += millis(by);
    }
}

fn millis(d: Duration) -> u64 {
    u64::try_from(d.as_millis()).unwrap_or(u64::MAX)
}

/// The smallest snowflake of a time.
pub(crate) fn snowflake(ms: u64) -> u64 {
    ms.saturating_sub(DISCORD_EPOCH_MS) << 22
}

/// Formats as ISO 8601 with microseconds, like Discord.
pub(crate) fn iso(ms: u64) -> String {
    let (days, rest) = (ms / 86_400_000, ms % 86_400_000);
    // CITE: `civil_from_days`, https://howardhinnant.github.io/date_algorithms.html; for times after 1970.
    let z = days + 719_468;
    let (era, doe) = (z / 146_097, z % 146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let (day, month) = (
        doy - (153 * mp + 2) / 5 + 1,
        if mp < 10 { mp + 3 } else { mp - 9 },
    );
    let year = yoe + era * 400 + u64::from(month <= 2);
    let (h, m, s, milli) = (
        rest / 3_600_000,
        rest / 60_000 % 60,
        rest / 1000 % 60,
        rest % 1000,
    );
    format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}.{milli:03}000+00:00")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frozen_clock_starts_at_noon_of_2026_and_only_moves_when_advanced() {
        let mut t = Time::frozen();
        assert_eq!(iso(t.now_ms()), "2026-01-01T12:00:00.000000+00:00");
        t.advance(Duration::from_millis(59 * 86_400_000 + 1));
        assert_eq!(iso(t.now_ms()), "2026-03-01T12:00:00.001000+00:00");
        assert_eq!(iso(951_782_400_000), "2000-02-29T00:00:00.000000+00:00");
    }

    #[test]
    fn a_snowflake_contains_its_time() {
        assert_eq!(snowflake(START_MS) >> 22, START_MS - DISCORD_EPOCH_MS);
    }
}

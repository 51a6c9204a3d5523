//! The clock of the playground, and the ids that are made from it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Noon of the first of January 2026, UTC: when a clock that stands still begins.
const START_MS: u64 = 1_767_268_800_000;
/// Discord counts time in its ids from the first second of 2015.
const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// Tells the time. A still clock moves only when told; a real one also moves by itself.
#[derive(Debug)]
pub(crate) struct Time {
    base_ms: u64,
    begun: Instant,
    moved_ms: AtomicU64,
    real: bool,
}

impl Time {
    /// Stands still, so that timestamps and ids are the same in every run.
    pub(crate) fn still() -> Self {
        Self {
            base_ms: START_MS,
            begun: Instant::now(),
            moved_ms: AtomicU64::new(0),
            real: false,
        }
    }

    /// Runs with the machine's clock.
    pub(crate) fn real() -> Self {
        let since = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default();
        Self {
            base_ms: millis(since),
            begun: Instant::now(),
            moved_ms: AtomicU64::new(0),
            real: true,
        }
    }

    pub(crate) fn now_ms(&self) -> u64 {
        let own = if self.real {
            millis(self.begun.elapsed())
        } else {
            0
        };
        self.base_ms + own + self.moved_ms.load(Ordering::Relaxed)
    }

    /// Like `now_ms`, but never stands still: rate limits must end by themselves.
    pub(crate) fn running_ms(&self) -> u64 {
        self.base_ms + millis(self.begun.elapsed()) + self.moved_ms.load(Ordering::Relaxed)
    }

    pub(crate) fn advance(&self, by: Duration) {
        self.moved_ms.fetch_add(millis(by), Ordering::Relaxed);
    }
}

fn millis(d: Duration) -> u64 {
    u64::try_from(d.as_millis()).unwrap_or(u64::MAX)
}

/// The smallest id that an object made at this time can have.
pub(crate) fn snowflake(ms: u64) -> u64 {
    ms.saturating_sub(DISCORD_EPOCH_MS) << 22
}

/// ISO 8601 with microseconds, as Discord writes it.
pub(crate) fn iso(ms: u64) -> String {
    let (days, rest) = (ms / 86_400_000, ms % 86_400_000);
    // Howard Hinnant's civil-from-days, for years after 1970 only.
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
    fn a_still_clock_begins_at_noon_of_new_year_and_moves_only_when_told() {
        let t = Time::still();
        assert_eq!(iso(t.now_ms()), "2026-01-01T12:00:00.000000+00:00");
        t.advance(Duration::from_millis(59 * 86_400_000 + 1));
        assert_eq!(iso(t.now_ms()), "2026-03-01T12:00:00.001000+00:00");
        assert_eq!(iso(951_782_400_000), "2000-02-29T00:00:00.000000+00:00");
    }

    #[test]
    fn an_id_carries_its_time() {
        assert_eq!(snowflake(START_MS) >> 22, START_MS - DISCORD_EPOCH_MS);
    }
}

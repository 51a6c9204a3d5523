//! The playground's clock, snowflakes and timestamps.

use std::collections::VecDeque;
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

impl Default for Time {
    fn default() -> Self {
        Self::frozen()
    }
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
            is_real: true,
            ..Self::frozen()
        }
    }

    pub(crate) fn now_ms(&self) -> u64 {
        if self.is_real {
            self.running_ms()
        } else {
            self.base_ms + self.advanced_ms
        }
    }

    /// Like [`Self::now_ms`], but never frozen: rate limits expire in real time.
    pub(crate) fn running_ms(&self) -> u64 {
        self.base_ms + millis(self.started.elapsed()) + self.advanced_ms
    }

    pub(crate) fn advance(&mut self, by: Duration) {
        self.advanced_ms += millis(by);
    }
}

pub(crate) fn millis(d: Duration) -> u64 {
    u64::try_from(d.as_millis()).unwrap_or(u64::MAX)
}

/// Counts an event in a sliding window, unless `most` are in it already. Returns whether it is counted.
pub(crate) fn admits(times: &mut VecDeque<u64>, now_ms: u64, window_ms: u64, most: usize) -> bool {
    while times.front().is_some_and(|t| t + window_ms <= now_ms) {
        times.pop_front();
    }
    let admits = times.len() < most;
    if admits {
        times.push_back(now_ms);
    }
    admits
}

/// The smallest snowflake of a time.
pub(crate) fn snowflake(ms: u64) -> u64 {
    ms.saturating_sub(DISCORD_EPOCH_MS) << 22
}

/// Formats as ISO 8601 with microseconds, like Discord.
pub(crate) fn iso(ms: u64) -> String {
    let ms = i64::try_from(ms).unwrap_or(i64::MAX);
    let time = jiff::Timestamp::from_millisecond(ms).unwrap_or_default();
    time.strftime("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
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

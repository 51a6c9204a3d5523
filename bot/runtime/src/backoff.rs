//! How long to wait between attempts.

use std::time::Duration;

use tokio::time::{Interval, MissedTickBehavior, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;

/// Delays between attempts: `first`, then `factor` times longer each time, up to `max`.
#[derive(Clone, Copy, Debug)]
pub struct Backoff {
    first: Duration,
    factor: u32,
    max: Duration,
}

impl Backoff {
    /// For stored effects. Most errors pass at once: after three failures a board is still posted within a second.
    pub const OUTBOX: Self = Self::doubling(Duration::from_millis(100), Duration::from_mins(1));
    /// For the answer to a command: a person waits.
    pub const ANSWER: Self = Self::doubling(Duration::from_millis(200), Duration::from_secs(10));
    /// For a request that is retried a few times.
    pub const REQUEST: Self = Self {
        first: Duration::from_millis(200),
        factor: 4,
        max: Duration::from_secs(3),
    };

    /// Delays that double from `first` up to `max`.
    pub const fn doubling(first: Duration, max: Duration) -> Self {
        Self {
            first,
            factor: 2,
            max,
        }
    }

    /// Returns the delays between attempts, without end.
    pub fn delays(self) -> impl Iterator<Item = Duration> {
        std::iter::successors(Some(self.first), move |delay| Some(self.after(*delay)))
    }

    fn after(self, delay: Duration) -> Duration {
        (delay * self.factor).min(self.max)
    }
}

/// Ticks at once, and then with this time or more between two.
pub fn ticks(period: Duration) -> Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// A condition that is checked until it holds or time is up.
#[derive(Clone, Copy, Debug)]
pub struct Poll {
    interval: Duration,
    timeout: Duration,
}

impl Poll {
    /// For a later effect that is in the store: it is queued soon after its commit, or only by the next run.
    pub const LATER_EFFECT: Self = Self::every(Duration::from_millis(5), Duration::from_secs(10));
    /// For the message of a challenge that was accepted before the store knew its message: outlasts a few lost answers.
    pub const CHALLENGE_MESSAGE: Self =
        Self::every(Duration::from_millis(20), Duration::from_secs(30));
    /// For a room on Matrix that was just joined: the next sync describes it.
    pub const JOINED_ROOM: Self = Self::every(Duration::from_millis(100), Duration::from_secs(30));
    /// For the board with the result that decided a tournament, before its final message.
    pub const LAST_RESULT: Self = Self::every(Duration::from_millis(50), Duration::from_secs(30));

    const fn every(interval: Duration, timeout: Duration) -> Self {
        Self { interval, timeout }
    }

    /// Returns the first thing that `check` finds, or `None` when time is up.
    pub async fn until<T, F>(self, mut check: impl FnMut() -> F) -> Option<T>
    where
        F: Future<Output = Option<T>>,
    {
        let found = async {
            let mut ticks = interval(self.interval);
            loop {
                ticks.tick().await;
                if let Some(found) = check().await {
                    return found;
                }
            }
        };
        timeout(self.timeout, found).await.ok()
    }
}

/// The delays of one operation that is retried until the program stops.
#[derive(Debug)]
pub struct Retry<'a> {
    backoff: Backoff,
    delay: Duration,
    stop: &'a CancellationToken,
}

impl<'a> Retry<'a> {
    /// Starts at the first delay.
    pub fn new(backoff: Backoff, stop: &'a CancellationToken) -> Self {
        Self {
            backoff,
            delay: backoff.first,
            stop,
        }
    }

    /// Waits before the next attempt; returns false when the program stops first.
    pub async fn wait(&mut self) -> bool {
        self.wait_at_least(Duration::ZERO).await
    }

    /// As [`wait`](Self::wait), for at least the time that the platform asked for.
    pub async fn wait_at_least(&mut self, min: Duration) -> bool {
        let delay = self.delay.max(min);
        self.delay = self.backoff.after(self.delay);
        self.stop.run_until_cancelled(sleep(delay)).await.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_to_their_maximum() {
        let seconds = |backoff: Backoff| backoff.delays().map(|delay| delay.as_secs_f64());
        let outbox: Vec<_> = seconds(Backoff::OUTBOX).take(4).collect();
        assert_eq!(outbox, [0.1, 0.2, 0.4, 0.8]);
        assert_eq!(seconds(Backoff::OUTBOX).nth(20), Some(60.0));
        let request: Vec<_> = seconds(Backoff::REQUEST).take(3).collect();
        assert_eq!(request, [0.2, 0.8, 3.0]);
    }
}

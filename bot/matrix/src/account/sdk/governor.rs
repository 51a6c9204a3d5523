//! One pace for all requests of the account that the homeserver limits.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::account::homeserver::Error;

/// How many limited requests are under way at once.
const AT_ONCE: usize = 4;

/// How long a request waits for its turn in all; then its caller is told to come again.
const PATIENCE: Duration = Duration::from_secs(10);

/// Sends limited requests in the order in which they came, and holds all of them back while the homeserver wants it.
///
/// A request that would wait longer than [`PATIENCE`] ends as [`Error::TooMany`]: with its transaction id it can be repeated.
#[derive(Debug)]
pub(super) struct Governor {
    turns: Semaphore,
    /// Before this, nothing is sent.
    not_before: Mutex<Option<Instant>>,
}

impl Governor {
    pub(super) fn new() -> Self {
        Self {
            turns: Semaphore::new(AT_ONCE),
            not_before: Mutex::new(None),
        }
    }

    /// Performs a request when it may be sent, again if the homeserver wants it later.
    pub(super) async fn perform<T, F>(&self, request: impl Fn() -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let end = Instant::now() + PATIENCE;
        let Ok(Ok(_turn)) = timeout_at(end, self.turns.acquire()).await else {
            return Err(Error::TooMany(self.pause()));
        };
        loop {
            if let Some(time) = self.not_before() {
                if time > end {
                    return Err(Error::TooMany(self.pause()));
                }
                sleep_until(time).await;
            }
            match request().await {
                Err(Error::TooMany(delay)) => self.hold_back(delay),
                result => return result,
            }
        }
    }

    fn not_before(&self) -> Option<Instant> {
        *self
            .not_before
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn pause(&self) -> Duration {
        self.not_before().map_or(Duration::from_secs(1), |time| {
            time.saturating_duration_since(Instant::now())
        })
    }

    fn hold_back(&self, delay: Duration) {
        // Homeservers round the delay down.
        let time = Instant::now() + delay + Duration::from_millis(50);
        let mut not_before = self
            .not_before
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *not_before = (*not_before).max(Some(time));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn a_limited_request_is_sent_again_after_the_delay() {
        let governor = Governor::new();
        let tries = Cell::new(0);
        let begun = Instant::now();
        let result = governor
            .perform(|| async {
                tries.set(tries.get() + 1);
                if tries.get() == 1 {
                    Err(Error::TooMany(Duration::from_millis(20)))
                } else {
                    Ok(tries.get())
                }
            })
            .await;
        assert_eq!(result, Ok(2));
        assert!(begun.elapsed() >= Duration::from_millis(20));
    }

    #[tokio::test]
    async fn a_long_delay_holds_back_every_request_without_sending_it() {
        let governor = Governor::new();
        let hour = Duration::from_hours(1);
        let first = governor
            .perform(|| async { Err::<(), _>(Error::TooMany(hour)) })
            .await;
        assert!(
            matches!(first, Err(Error::TooMany(pause)) if pause > PATIENCE),
            "{first:?}"
        );
        let sent = Cell::new(false);
        let second = governor
            .perform(|| async {
                sent.set(true);
                Ok(())
            })
            .await;
        assert!(matches!(second, Err(Error::TooMany(_))), "{second:?}");
        assert!(!sent.get());
    }

    #[tokio::test]
    async fn other_errors_are_passed_on_at_once() {
        let governor = Governor::new();
        let tries = Cell::new(0);
        let result = governor
            .perform(|| async {
                tries.set(tries.get() + 1);
                Err::<(), _>(Error::Forbidden("no".to_owned()))
            })
            .await;
        assert_eq!(result, Err(Error::Forbidden("no".to_owned())));
        assert_eq!(tries.get(), 1);
    }
}

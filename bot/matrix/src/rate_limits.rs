//! Paces requests: a homeserver limits the rate of an account as a whole, over all rooms.
//!
//! Several requests run concurrently until the homeserver limits the rate. Then all wait, and for a while run one at a time, by
//! priority.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// Requests in flight.
const CONCURRENT: usize = 4;
/// How long requests run one at a time after a rate limit.
const CAUTION: Duration = Duration::from_mins(1);
/// Added to pauses, which homeservers round down.
const MARGIN: Duration = Duration::from_millis(50);

/// The order of waiting requests, most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Priority {
    /// A call to move: the player's clock runs.
    Call,
    /// An answer that a person waits for.
    Answer,
    Edit,
    Notice,
}

/// A request's place among those that wait: priority, then arrival.
pub(crate) type Place = (Priority, u64);

/// Limits how many requests run, and when.
#[derive(Debug, Default)]
pub(crate) struct Pacer {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    waiting: BTreeSet<Place>,
    arrivals: u64,
    paused_until: Option<Instant>,
    cautious_until: Option<Instant>,
}

impl State {
    fn capacity(&self, now: Instant) -> usize {
        match self.cautious_until {
            Some(until) if now < until => 1,
            _ => CONCURRENT,
        }
    }
}

/// Permission to make a request, until dropped.
#[derive(Debug)]
pub(crate) struct Permit<'p>(&'p Pacer);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.0.state().running -= 1;
        self.0.changed.notify_waiters();
    }
}

/// A place in the queue, until dropped.
struct Waiter<'p> {
    pacer: &'p Pacer,
    place: Place,
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.pacer.state().waiting.remove(&self.place);
        self.pacer.changed.notify_waiters();
    }
}

impl Pacer {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a new place in the queue. A retry keeps that of its first attempt.
    pub(crate) fn place(&self, priority: Priority) -> Place {
        let mut state = self.state();
        state.arrivals += 1;
        (priority, state.arrivals)
    }

    fn enqueue(&self, place: Place) -> Waiter<'_> {
        self.state().waiting.insert(place);
        Waiter { pacer: self, place }
    }

    pub(crate) async fn acquire(&self, place: Place) -> Permit<'_> {
        let waiter = self.enqueue(place);
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // Registers before the state is read, so that no change is missed.
            changed.as_mut().enable();
            let paused_until = {
                let mut state = self.state();
                let now = Instant::now();
                let paused_until = state.paused_until.filter(|until| now < *until);
                if paused_until.is_none()
                    && state.running < state.capacity(now)
                    && state.waiting.first() == Some(&waiter.place)
                {
                    state.running += 1;
                    drop(state);
                    drop(waiter);
                    return Permit(self);
                }
                paused_until
            };
            match paused_until {
                Some(until) => tokio::select! {
                    () = sleep_until(until) => {}
                    () = changed => {}
                },
                None => changed.await,
            }
        }
    }

    /// Pauses all requests, as the homeserver asked for.
    pub(crate) fn pause(&self, time: Duration) {
        let until = Instant::now() + time + MARGIN;
        let mut state = self.state();
        state.paused_until = state.paused_until.max(Some(until));
        state.cautious_until = Some(until + CAUTION);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Asserts that a call has to wait.
    async fn assert_full(pacer: &Pacer) {
        let no_more = pacer.acquire(pacer.place(Priority::Call));
        let waited = tokio::time::timeout(Duration::from_millis(20), no_more).await;
        assert!(waited.is_err());
    }

    #[tokio::test]
    async fn requests_run_concurrently_until_the_homeserver_limits_the_rate() {
        let pacer = Pacer::default();
        let mut permits = Vec::new();
        for _ in 0..CONCURRENT {
            permits.push(pacer.acquire(pacer.place(Priority::Notice)).await);
        }
        assert_full(&pacer).await;
        drop(permits);
        let wait = Duration::from_millis(50);
        pacer.pause(wait);
        let begun = Instant::now();
        let one = pacer.acquire(pacer.place(Priority::Call)).await;
        assert!(begun.elapsed() >= wait);
        assert_full(&pacer).await;
        drop(one);
        pacer.acquire(pacer.place(Priority::Call)).await;
        assert!(pacer.state().waiting.is_empty());
    }

    /// Returns the order in which requests are served that arrive in this one.
    async fn served(arriving: &[Priority]) -> Vec<usize> {
        let pacer = Arc::new(Pacer::default());
        pacer.pause(Duration::from_millis(1));
        let first = pacer.acquire(pacer.place(Priority::Call)).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (number, &priority) in arriving.iter().enumerate() {
            let (there, order) = (Arc::clone(&pacer), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _permit = there.acquire(there.place(priority)).await;
                order.lock().unwrap().push(number);
            }));
            while pacer.state().waiting.len() <= number {
                tokio::task::yield_now().await;
            }
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        order.lock().unwrap().clone()
    }

    #[tokio::test]
    async fn calls_come_before_answers_then_edits_then_notices_and_equals_in_order() {
        let all = [
            Priority::Notice,
            Priority::Edit,
            Priority::Answer,
            Priority::Call,
        ];
        assert_eq!(served(&all).await, [3, 2, 1, 0]);
        let calls = served(&[Priority::Call; 20]).await;
        assert_eq!(calls, (0..20).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn a_retry_keeps_its_place() {
        let pacer = Pacer::default();
        let first = pacer.place(Priority::Call);
        drop(pacer.acquire(first).await);
        let later = pacer.enqueue(pacer.place(Priority::Call));
        let again = pacer.enqueue(first);
        assert_eq!(pacer.state().waiting.first(), Some(&first));
        drop((later, again));
    }
}

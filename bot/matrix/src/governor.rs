//! Whose turn it is to send: a homeserver limits an account as a whole, over all rooms.
//!
//! As long as it accepts everything, several requests run at once. Once it asks to wait, all wait as long, and for a while one
//! runs at a time, the most urgent first.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// The most requests at once.
const MOST: usize = 8;
/// How long after a refusal requests run one at a time.
const CAUTION: Duration = Duration::from_mins(1);
/// The longest wait, whatever the homeserver asks for.
const LONGEST_WAIT: Duration = Duration::from_mins(10);

/// What comes before what, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Urgency {
    /// A person's clock runs: a call to move.
    Call,
    /// A person waits for it.
    Answer,
    /// A message is brought up to date.
    Edit,
    /// Anything else.
    Notice,
}

/// Lets requests pass in their turn.
#[derive(Debug, Default)]
pub(crate) struct Governor {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    /// Who waits, with the number of their coming: the most urgent first, and of those the one who came first.
    waiting: BTreeSet<(Urgency, u64)>,
    /// How many have come.
    come: u64,
    closed_until: Option<Instant>,
    cautious_until: Option<Instant>,
}

impl State {
    /// How many may run at once.
    fn most(&self, now: Instant) -> usize {
        match self.cautious_until {
            Some(until) if now < until => 1,
            _ => MOST,
        }
    }
}

/// The right to make a request, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'g>(&'g Governor);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.state().running -= 1;
        self.0.changed.notify_waiters();
    }
}

/// Someone who waits, until it is dropped.
struct Waiting<'g> {
    governor: &'g Governor,
    place: (Urgency, u64),
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.governor.state().waiting.remove(&self.place);
        self.governor.changed.notify_waiters();
    }
}

impl Governor {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the turn to make a request.
    pub(crate) async fn turn(&self, urgency: Urgency) -> Turn<'_> {
        let place = {
            let mut state = self.state();
            state.come += 1;
            let place = (urgency, state.come);
            state.waiting.insert(place);
            place
        };
        let waiting = Waiting {
            governor: self,
            place,
        };
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // What changes from here on is noticed.
            changed.as_mut().enable();
            let closed_until = {
                let mut state = self.state();
                let now = Instant::now();
                let closed_until = state.closed_until.filter(|until| now < *until);
                if closed_until.is_none()
                    && state.running < state.most(now)
                    && state.waiting.first() == Some(&place)
                {
                    state.running += 1;
                    drop(state);
                    drop(waiting);
                    return Turn(self);
                }
                closed_until
            };
            match closed_until {
                Some(until) => tokio::select! {
                    () = sleep_until(until) => {}
                    () = changed => {}
                },
                None => changed.await,
            }
        }
    }

    /// Notes that the homeserver wants no requests for some time.
    pub(crate) fn close(&self, time: Duration) {
        let now = Instant::now();
        let until = now + time.min(LONGEST_WAIT);
        let mut state = self.state();
        state.closed_until = state.closed_until.max(Some(until));
        state.cautious_until = Some(until + CAUTION);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn many_run_at_once_until_the_homeserver_asks_to_wait() {
        let governor = Governor::default();
        let mut turns = Vec::new();
        for _ in 0..MOST {
            turns.push(governor.turn(Urgency::Notice).await);
        }
        let no_more = governor.turn(Urgency::Call);
        assert!(
            tokio::time::timeout(Duration::from_millis(20), no_more)
                .await
                .is_err()
        );
        drop(turns);
        let wait = Duration::from_millis(50);
        governor.close(wait);
        let begun = Instant::now();
        let one = governor.turn(Urgency::Call).await;
        assert!(begun.elapsed() >= wait);
        let second = governor.turn(Urgency::Call);
        assert!(
            tokio::time::timeout(Duration::from_millis(20), second)
                .await
                .is_err()
        );
        drop(one);
        governor.turn(Urgency::Call).await;
        assert!(governor.state().waiting.is_empty());
    }

    #[tokio::test]
    async fn calls_come_before_answers_then_edits_then_notices() {
        let governor = Arc::new(Governor::default());
        governor.close(Duration::from_millis(1));
        let first = governor.turn(Urgency::Notice).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for urgency in [
            Urgency::Notice,
            Urgency::Edit,
            Urgency::Answer,
            Urgency::Call,
        ] {
            let (governor, order) = (Arc::clone(&governor), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _turn = governor.turn(urgency).await;
                order.lock().unwrap().push(urgency);
            }));
        }
        while governor.state().waiting.len() < 4 {
            tokio::task::yield_now().await;
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        let order = order.lock().unwrap().clone();
        assert_eq!(
            order,
            [
                Urgency::Call,
                Urgency::Answer,
                Urgency::Edit,
                Urgency::Notice
            ]
        );
    }

    #[tokio::test]
    async fn who_came_first_of_equals_goes_first() {
        let governor = Arc::new(Governor::default());
        governor.close(Duration::from_millis(1));
        let first = governor.turn(Urgency::Call).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for number in 0..20 {
            let (there, order) = (Arc::clone(&governor), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _turn = there.turn(Urgency::Call).await;
                order.lock().unwrap().push(number);
            }));
            while governor.state().waiting.len() <= number {
                tokio::task::yield_now().await;
            }
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        let order = order.lock().unwrap().clone();
        assert_eq!(order, (0..20).collect::<Vec<_>>());
    }
}

//! The engine's threads: a fixed number, each with its own tables, separate from the threads that answer people.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use app::PlayerId;
use engine::{SearchLimits, SearchReport, Searcher, Stop};
use rules_core::{Game, Position};
use text::Message;
use tokio::sync::oneshot;

use super::fair_queue::{FairQueue, Request};
use super::limits::RequestKind;
use crate::recent::Recent;

/// Bytes of all threads' transposition tables together.
const TOTAL_MEMORY: usize = 128 << 20;
/// Bytes of one thread's transposition table at most: more is of no use in a few seconds.
const THREAD_MEMORY: usize = engine::DEFAULT_TT_BYTES;

/// The resources of a thread that runs a request.
#[derive(Debug)]
pub struct SearchContext<'a> {
    /// The thread's own; its tables hold what the last request left.
    pub searcher: &'a mut Searcher,
    /// The request's time limits.
    pub limits: SearchLimits,
    /// Set when the request is cancelled.
    pub stop: &'a Stop,
}

impl SearchContext<'_> {
    /// Searches with fresh tables of full size, whatever the last request left.
    pub(super) fn search(self, game: &Game) -> SearchReport {
        self.searcher.clear_and_limit_tt(usize::MAX);
        self.searcher
            .search(game, &self.limits, self.stop, &mut |_| ())
    }
}

/// People whose latest hint is remembered.
const REMEMBERED: usize = 1000;

struct Task {
    search: Box<dyn FnOnce(SearchContext<'_>) + Send>,
    stop: Stop,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    schedule: FairQueue<Task>,
    /// Number of requests so far.
    requests: u64,
    closed: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // The state is consistent between any two changes, so a panic elsewhere does not matter.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The engine's threads and their queue. Clients take turns.
pub struct EnginePool {
    shared: Arc<Shared>,
    /// The position of each person's latest hint, and the answer that names the move.
    pub(super) hinted: Recent<PlayerId, (Position, Message)>,
}

impl Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").finish_non_exhaustive()
    }
}

/// A pending request. Dropping it cancels the request.
pub struct Ticket<T> {
    answer: oneshot::Receiver<T>,
    stop: Stop,
    client: PlayerId,
    id: u64,
    shared: Arc<Shared>,
}

impl<T> Debug for Ticket<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Ticket").field(&self.id).finish()
    }
}

impl<T> Ticket<T> {
    /// Waits for the answer. Returns `None` if the request panicked or the pool was dropped.
    pub async fn answer(&mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        self.stop.stop();
        self.shared.state().schedule.cancel(&self.client, self.id);
    }
}

impl EnginePool {
    /// Starts a number of threads, at least one.
    pub fn start(threads: usize) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let pool = Self {
            shared: Arc::new(Shared {
                state: Mutex::new(State {
                    schedule: FairQueue::new(threads),
                    requests: 0,
                    closed: false,
                }),
                changed: Condvar::new(),
            }),
            hinted: Recent::new(REMEMBERED),
        };
        for n in 0..threads {
            let shared = Arc::clone(&pool.shared);
            std::thread::Builder::new()
                .name(format!("engine {n}"))
                .spawn(move || work(&shared, (TOTAL_MEMORY / threads).min(THREAD_MEMORY)))?;
        }
        Ok(pool)
    }

    /// Queues a request.
    pub fn ask<T: Send + 'static>(
        &self,
        client: PlayerId,
        kind: RequestKind,
        search: impl FnOnce(SearchContext<'_>) -> T + Send + 'static,
    ) -> Ticket<T> {
        let (sender, answer) = oneshot::channel();
        let stop = Stop::new();
        let task = Task {
            // The receiver is gone if the request was cancelled.
            search: Box::new(move |context| drop(sender.send(search(context)))),
            stop: stop.clone(),
        };
        let mut state = self.shared.state();
        state.requests += 1;
        let id = state.requests;
        let request = Request {
            id,
            deadline: Instant::now() + kind.deadline(),
            target_time: kind.target_time(),
            work: task,
        };
        state.schedule.push(client.clone(), request);
        drop(state);
        self.shared.changed.notify_one();
        Ticket {
            answer,
            stop,
            client,
            id,
            shared: Arc::clone(&self.shared),
        }
    }

    /// Number of requests that wait for a thread.
    pub fn pending(&self) -> usize {
        self.shared.state().schedule.len()
    }
}

impl Drop for EnginePool {
    /// Threads finish their present request; pending ones are dropped.
    fn drop(&mut self) {
        self.shared.state().closed = true;
        self.shared.changed.notify_all();
    }
}

/// The loop of one thread.
fn work(shared: &Shared, table_bytes: usize) {
    let mut searcher = Searcher::new(table_bytes);
    while let Some((request, time)) = next(shared) {
        let Task { search, stop } = request.work;
        let begun = Instant::now();
        let context = SearchContext {
            searcher: &mut searcher,
            limits: SearchLimits {
                time: Some(time),
                soft_time: Some(time.mul_f64(0.5)),
                ..SearchLimits::default()
            },
            stop: &stop,
        };
        if catch_unwind(AssertUnwindSafe(|| search(context))).is_err() {
            // The panic hook has logged it; the tables may be inconsistent.
            searcher = Searcher::new(table_bytes);
        }
        let overhead = begun.elapsed().saturating_sub(time);
        shared.state().schedule.record_overhead(overhead);
        let late = Instant::now().saturating_duration_since(request.deadline);
        if !late.is_zero() {
            tracing::warn!(?late, "engine answer late: too many requests");
        }
    }
}

/// Waits for the next request and its thinking time; none once the pool is dropped.
fn next(shared: &Shared) -> Option<(Request<Task>, Duration)> {
    let mut state = shared.state();
    loop {
        if state.closed {
            return None;
        }
        match state.schedule.pop(Instant::now()) {
            Some((request, _)) if request.work.stop.is_stopped() => (),
            Some(next) => return Some(next),
            None => {
                state = shared
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rules_core::Variant;

    use super::*;

    fn client(name: impl std::fmt::Display) -> PlayerId {
        PlayerId::new(format!("t:{name}"))
    }

    #[tokio::test]
    async fn all_of_two_hundred_requests_are_answered_and_clients_take_turns() {
        let pool = EnginePool::start(2).unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tickets = Vec::new();
        let (open, gate) = std::sync::mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        // Both threads are blocked until all requests are queued.
        for _ in 0..2 {
            let gate = Arc::clone(&gate);
            let blocked = pool.ask(client("blocker"), RequestKind::Move, move |_| {
                gate.lock().unwrap().recv().unwrap();
            });
            tickets.push(blocked);
        }
        for n in 0..200_u64 {
            let order = Arc::clone(&order);
            let client = client(if n < 100 { 0 } else { n });
            tickets.push(pool.ask(client, RequestKind::Move, move |context| {
                assert!(context.limits.time.unwrap() <= RequestKind::Move.target_time());
                order.lock().unwrap().push(n);
            }));
        }
        open.send(()).unwrap();
        open.send(()).unwrap();
        for ticket in &mut tickets {
            assert!(ticket.answer().await.is_some());
        }
        let order = order.lock().unwrap();
        assert_eq!(order.len(), 200);
        let place = |n: u64| order.iter().position(|&other| other == n).unwrap();
        // The client with a hundred requests gets its second after all others' first; two threads may swap neighbors.
        assert!(place(1) + 2 >= 101, "{order:?}");
    }

    #[tokio::test]
    async fn a_cancelled_request_is_stopped_or_never_begun() {
        let pool = EnginePool::start(1).unwrap();
        let (begun, has_begun) = oneshot::channel();
        let (ended, has_ended) = oneshot::channel();
        let running = pool.ask(client("ann"), RequestKind::Move, move |context| {
            begun.send(()).unwrap();
            while !context.stop.is_stopped() {
                std::thread::yield_now();
            }
            ended.send(()).unwrap();
        });
        has_begun.await.unwrap();
        let pending = pool.ask(client("ann"), RequestKind::Move, |_| panic!("cancelled"));
        assert_eq!(pool.pending(), 1);
        drop(pending);
        assert_eq!(pool.pending(), 0);
        drop(running);
        has_ended.await.unwrap();
        let mut hint = pool.ask(client("ann"), RequestKind::Hint, |_| 7);
        assert_eq!(hint.answer().await, Some(7));
    }

    #[tokio::test]
    async fn a_search_does_not_depend_on_requests_before_it() {
        let pool = EnginePool::start(1).unwrap();
        let search = async || {
            let mut ticket = pool.ask(client(1), RequestKind::Hint, |mut context| {
                context.limits = SearchLimits::nodes(5_000);
                context.search(&Game::new(Variant::Leto))
            });
            let report = ticket.answer().await.unwrap();
            (report.lines, report.nodes, report.hashfull)
        };
        let first = search().await;
        // An engine's move under load leaves a table of a few kilobytes.
        let mut hurried = pool.ask(client(2), RequestKind::Move, |context| {
            context.searcher.clear_and_limit_tt(32 << 10);
        });
        hurried.answer().await.unwrap();
        assert_eq!(search().await, first);
    }

    #[tokio::test]
    async fn a_request_that_panics_leaves_the_thread_for_the_next() {
        let pool = EnginePool::start(1).unwrap();
        let mut broken = pool.ask(client(1), RequestKind::Move, |_| -> u8 {
            panic!("on purpose")
        });
        assert_eq!(broken.answer().await, None);
        let mut next = pool.ask(client(1), RequestKind::Move, |_| 7);
        assert_eq!(next.answer().await, Some(7));
    }
}

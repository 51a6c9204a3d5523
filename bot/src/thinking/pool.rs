//! Threads that only think: a fixed number of them, each with its own memory, apart from the threads that answer people.

use std::fmt::Debug;
use std::hash::Hash;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::{SearchLimits, Searcher, Stop};
use tokio::sync::oneshot;

use super::schedule::{Schedule, Waiting};

/// Bytes of the tables of all threads together.
const MEMORY: usize = 128 << 20;
/// Bytes that one thread's table has at most: more is of no use in the few seconds of a thought.
const TABLE: usize = engine::DEFAULT_TT_BYTES;

/// What a thought is for, which says how long it may take and how soon it must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The engine's own move in a game.
    Move,
    /// A hint for somebody who waits for it.
    Hint,
    /// One position of a game that is gone through afterwards.
    Analysis,
}

impl Kind {
    /// The time to think where nobody else waits.
    pub const fn wish(self) -> Duration {
        match self {
            Self::Move => Duration::from_secs(2),
            Self::Hint => Duration::from_secs(1),
            Self::Analysis => Duration::from_millis(300),
        }
    }

    /// The time from the question to the answer, also where many wait.
    pub const fn deadline(self) -> Duration {
        match self {
            Self::Move | Self::Hint => Duration::from_secs(10),
            Self::Analysis => Duration::from_mins(1),
        }
    }
}

/// What a thread of the pool gives to a request.
#[derive(Debug)]
pub struct Desk<'a> {
    /// The thread's own table and history, with what the thought before has left in them.
    pub searcher: &'a mut Searcher,
    /// How long the thought may be.
    pub limits: SearchLimits,
    /// Thrown when nobody wants the answer any more.
    pub stop: &'a Stop,
}

type Work = Box<dyn FnOnce(Desk<'_>) + Send>;

struct Task {
    work: Work,
    stop: Stop,
    deadline: Instant,
}

struct Shared<P> {
    schedule: Mutex<State<P>>,
    changed: Condvar,
}

struct State<P> {
    schedule: Schedule<P, Task>,
    asked: u64,
    closed: bool,
}

impl<P> Shared<P> {
    fn state(&self) -> MutexGuard<'_, State<P>> {
        // The state is whole between any two of its changes, so a panic elsewhere is no reason to give up.
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The threads and their queue. Requests are for a party `P`; parties take turns.
pub struct Pool<P: Clone + Eq + Hash + Send + 'static> {
    shared: Arc<Shared<P>>,
}

impl<P: Clone + Eq + Hash + Send + 'static> Debug for Pool<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}

/// A request that has been made. Whoever drops it withdraws it.
pub struct Ticket<P: Clone + Eq + Hash + Send + 'static, T> {
    answer: oneshot::Receiver<T>,
    stop: Stop,
    party: P,
    number: u64,
    shared: Arc<Shared<P>>,
}

impl<P: Clone + Eq + Hash + Send + 'static, T> Debug for Ticket<P, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Ticket").field(&self.number).finish()
    }
}

impl<P: Clone + Eq + Hash + Send + 'static, T> Ticket<P, T> {
    /// The answer; none when the thought broke off by a fault or the pool was closed.
    pub async fn answer(&mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl<P: Clone + Eq + Hash + Send + 'static, T> Drop for Ticket<P, T> {
    fn drop(&mut self) {
        self.stop.stop();
        self.shared
            .state()
            .schedule
            .withdraw(&self.party, self.number);
    }
}

impl<P: Clone + Eq + Hash + Send + 'static> Pool<P> {
    /// Starts so many threads, at least one.
    ///
    /// # Errors
    /// When the system gives no more threads.
    pub fn start(threads: usize) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let pool = Self {
            shared: Arc::new(Shared {
                schedule: Mutex::new(State {
                    schedule: Schedule::new(threads),
                    asked: 0,
                    closed: false,
                }),
                changed: Condvar::new(),
            }),
        };
        for n in 0..threads {
            let shared = Arc::clone(&pool.shared);
            std::thread::Builder::new()
                .name(format!("engine {n}"))
                .spawn(move || work(&shared, (MEMORY / threads).min(TABLE)))?;
        }
        Ok(pool)
    }

    /// Puts a request in the queue.
    pub fn ask<T: Send + 'static>(
        &self,
        party: P,
        kind: Kind,
        thought: impl FnOnce(Desk<'_>) -> T + Send + 'static,
    ) -> Ticket<P, T> {
        let (sender, answer) = oneshot::channel();
        let stop = Stop::new();
        let task = Task {
            work: Box::new(move |desk| {
                // Whoever asked may have gone.
                drop(sender.send(thought(desk)));
            }),
            stop: stop.clone(),
            deadline: Instant::now() + kind.deadline(),
        };
        let mut state = self.shared.state();
        state.asked += 1;
        let number = state.asked;
        let request = Waiting {
            number,
            deadline: task.deadline,
            wish: kind.wish(),
            work: task,
        };
        state.schedule.push(party.clone(), request);
        drop(state);
        self.shared.changed.notify_one();
        Ticket {
            answer,
            stop,
            party,
            number,
            shared: Arc::clone(&self.shared),
        }
    }

    /// How many requests wait for a thread.
    pub fn waiting(&self) -> usize {
        self.shared.state().schedule.len()
    }
}

impl<P: Clone + Eq + Hash + Send + 'static> Drop for Pool<P> {
    /// Threads end after the thought they are at; what waits is dropped.
    fn drop(&mut self) {
        self.shared.state().closed = true;
        self.shared.changed.notify_all();
    }
}

/// A thread of the pool.
fn work<P: Clone + Eq + Hash>(shared: &Shared<P>, table_bytes: usize) {
    let mut searcher = Searcher::new(table_bytes);
    while let Some((task, time)) = next(shared) {
        let begun = Instant::now();
        let desk = Desk {
            searcher: &mut searcher,
            limits: SearchLimits {
                time: Some(time),
                soft_time: Some(time.mul_f64(0.5)),
                ..SearchLimits::default()
            },
            stop: &task.stop,
        };
        if catch_unwind(AssertUnwindSafe(|| (task.work)(desk))).is_err() {
            // The panic has been reported by its hook; what it left of the table is not to be trusted.
            searcher = Searcher::new(table_bytes);
        }
        let took = begun.elapsed();
        shared.state().schedule.took(took.saturating_sub(time));
        let late = Instant::now().saturating_duration_since(task.deadline);
        if !late.is_zero() {
            tracing::warn!(
                ?late,
                "the engine's answer is late: too many wait for too few threads"
            );
        }
    }
}

/// Waits for the next request; none when the pool is closed.
fn next<P: Clone + Eq + Hash>(shared: &Shared<P>) -> Option<(Task, Duration)> {
    let mut state = shared.state();
    loop {
        if state.closed {
            return None;
        }
        match state.schedule.pop(Instant::now()) {
            Some((waiting, _)) if waiting.work.stop.is_stopped() => (),
            Some((waiting, time)) => return Some((waiting.work, time)),
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
    use super::*;

    #[tokio::test]
    async fn every_one_of_two_hundred_requests_is_answered_and_parties_take_turns() {
        let pool = Pool::start(2).unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tickets = Vec::new();
        let (open, gate) = std::sync::mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        // Both threads are held until everybody has asked.
        for _ in 0..2 {
            let gate = Arc::clone(&gate);
            let held = pool.ask(u64::MAX, Kind::Move, move |_| {
                gate.lock().unwrap().recv().unwrap();
            });
            tickets.push(held);
        }
        for n in 0..200_u64 {
            let order = Arc::clone(&order);
            let party = if n < 100 { 0 } else { n };
            tickets.push(pool.ask(party, Kind::Move, move |desk| {
                assert!(desk.limits.time.unwrap() <= Kind::Move.wish());
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
        // The party with a hundred requests has its second one only after all others had one; two threads may swap neighbors.
        assert!(place(1) + 2 >= 101, "{order:?}");
    }

    #[tokio::test]
    async fn a_request_that_nobody_wants_any_more_is_stopped_or_never_begun() {
        let pool = Pool::start(1).unwrap();
        let (begun, has_begun) = oneshot::channel();
        let (ended, has_ended) = oneshot::channel();
        let running = pool.ask("ann", Kind::Move, move |desk| {
            begun.send(()).unwrap();
            while !desk.stop.is_stopped() {
                std::thread::yield_now();
            }
            ended.send(()).unwrap();
        });
        has_begun.await.unwrap();
        let waiting = pool.ask("ann", Kind::Move, |_| panic!("nobody wants this"));
        assert_eq!(pool.waiting(), 1);
        drop(waiting);
        assert_eq!(pool.waiting(), 0);
        drop(running);
        has_ended.await.unwrap();
        assert_eq!(pool.ask("ann", Kind::Hint, |_| 7).answer().await, Some(7));
    }

    #[tokio::test]
    async fn a_fault_in_one_thought_leaves_the_thread_for_the_next() {
        let pool = Pool::start(1).unwrap();
        let mut broken = pool.ask(1, Kind::Move, |_| -> u8 { panic!("a fault, on purpose") });
        assert_eq!(broken.answer().await, None);
        assert_eq!(pool.ask(1, Kind::Move, |_| 7).answer().await, Some(7));
    }
}

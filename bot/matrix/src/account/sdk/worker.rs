//! The thread that runs matrix-sdk.
//!
//! There its futures need not be `Send`, which the compiler takes minutes to prove in each function that awaits one.
//!
//! A panic leaves matrix-sdk's locks and stores in an unknown state, so the account reconnects. Until then, requests fail as
//! unreachable.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ::runtime::backoff::Backoff;
use tokio::runtime;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinSet, LocalSet};
use tokio::time::sleep;

use crate::account::homeserver::{Error, Result};

const BACKOFF: Backoff = Backoff::doubling(Duration::from_secs(1), Duration::from_mins(1));
/// After this long without a panic, the backoff starts over.
const QUIET: Duration = Duration::from_mins(10);

/// A future on the thread.
pub(super) type Local<T> = Pin<Box<dyn Future<Output = T>>>;

/// Receives the account, or the permanent error.
type Job<A> = Box<dyn FnOnce(Result<Rc<A>>) -> Local<()> + Send>;

type Queue<A> = mpsc::UnboundedReceiver<Job<A>>;

/// A thread with an account; ends when dropped.
pub(super) struct Worker<A> {
    jobs: Option<mpsc::UnboundedSender<Job<A>>>,
    thread: Option<JoinHandle<()>>,
    restarts: Arc<AtomicU64>,
}

impl<A: 'static> Worker<A> {
    /// Starts the thread and connects. Connects again after each panic.
    pub(super) async fn start(
        connect: impl Fn() -> Local<Result<A>> + Send + 'static,
    ) -> Result<Self> {
        let (jobs, queue) = mpsc::unbounded_channel();
        let (connected, outcome) = oneshot::channel();
        let restarts = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&restarts);
        let thread = thread::Builder::new()
            .name("matrix".to_owned())
            .spawn(move || work(connect, connected, queue, &counter))
            .map_err(|error| Error::Store(error.to_string()))?;
        // Dropping this ends the thread, even if the caller gives up here.
        let worker = Self {
            jobs: Some(jobs),
            thread: Some(thread),
            restarts,
        };
        outcome.await.map_err(|_| ended())??;
        Ok(worker)
    }

    pub(super) fn restarts(&self) -> u64 {
        self.restarts.load(Ordering::SeqCst)
    }

    /// Runs a job with the account. Dropping the returned future cancels it.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl AsyncFnOnce(Rc<A>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (mut reply, outcome) = oneshot::channel();
        let job: Job<A> = Box::new(move |account| {
            Box::pin(async move {
                let work = async { job(account?).await };
                tokio::select! {
                    () = reply.closed() => {}
                    result = work => {
                        // The caller may have given up.
                        let _ = reply.send(result);
                    }
                }
            })
        });
        self.jobs
            .as_ref()
            .and_then(|jobs| jobs.send(job).ok())
            .ok_or_else(ended)?;
        let interrupted = "the Matrix account panicked and reconnects";
        outcome
            .await
            .map_err(|_| Error::Unreachable(interrupted.to_owned()))?
    }
}

/// Waits for the thread, which releases the folder.
impl<A> Drop for Worker<A> {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread of the Matrix account panicked");
        }
    }
}

fn ended() -> Error {
    Error::Store("the thread of the Matrix account has ended".to_owned())
}

/// Why an account ended.
enum End {
    Closed,
    Panicked,
    /// The first connection failed, or another one with a transient error.
    Unconnected(Error),
}

fn work<A: 'static>(
    connect: impl Fn() -> Local<Result<A>>,
    connected: oneshot::Sender<Result<()>>,
    mut queue: Queue<A>,
    restarts: &AtomicU64,
) {
    let mut connected = Some(connected);
    let mut wait = Duration::ZERO;
    let mut delays = BACKOFF.delays();
    loop {
        let begun = Instant::now();
        let life = || live(&connect, &mut connected, &mut queue, wait);
        let end = catch_unwind(AssertUnwindSafe(life)).unwrap_or(End::Panicked);
        if begun.elapsed() > wait + QUIET {
            delays = BACKOFF.delays();
        }
        wait = delays.next().unwrap_or_default();
        match (end, connected.take()) {
            // The caller of `start` learns that the thread ends.
            (End::Closed, _) | (End::Panicked, Some(_)) => return,
            (End::Unconnected(error), Some(connected)) => {
                let _ = connected.send(Err(error));
                return;
            }
            (End::Panicked, None) => {
                restarts.fetch_add(1, Ordering::SeqCst);
                tracing::error!(?wait, "the Matrix account panicked: reconnecting");
            }
            (End::Unconnected(error), None) => {
                tracing::warn!(%error, ?wait, "the Matrix account could not reconnect yet");
            }
        }
    }
}

/// Waits, connects the account and runs its jobs, on a runtime that ends with it.
fn live<A: 'static>(
    connect: &impl Fn() -> Local<Result<A>>,
    connected: &mut Option<oneshot::Sender<Result<()>>>,
    queue: &mut Queue<A>,
    wait: Duration,
) -> End {
    let runtime = match runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return End::Unconnected(Error::Store(error.to_string())),
    };
    // Pending jobs are dropped with the set, which closes their files on the runtime.
    let _entered = runtime.enter();
    let set = LocalSet::new();
    set.block_on(&runtime, async move {
        let connecting = async {
            sleep(wait).await;
            connect().await
        };
        let mut connecting = pin!(connecting);
        let account = loop {
            tokio::select! {
                account = &mut connecting => break account,
                // Its caller retries.
                job = queue.recv() => if job.is_none() {
                    return End::Closed;
                },
            }
        };
        let account = account.map(Rc::new);
        if let Err(error) = &account
            && (connected.is_some() || error.is_transient())
        {
            return End::Unconnected(error.clone());
        }
        if let Some(connected) = connected.take()
            && connected.send(Ok(())).is_err()
        {
            return End::Closed;
        }
        serve(&account, queue).await
    })
}

async fn serve<A: 'static>(account: &Result<Rc<A>>, queue: &mut Queue<A>) -> End {
    let mut jobs = JoinSet::new();
    loop {
        tokio::select! {
            job = queue.recv() => match job {
                Some(job) => drop(jobs.spawn_local(job(account.clone()))),
                None => return End::Closed,
            },
            Some(done) = jobs.join_next() => if done.is_err_and(|error| error.is_panic()) {
                return End::Panicked;
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Connects an account whose value is the number of the attempt, unless `refuse` returns an error.
    async fn worker(
        refuse: impl Fn(u64) -> Option<Error> + Send + Clone + 'static,
    ) -> Result<Worker<u64>> {
        let attempts = Arc::new(AtomicU64::new(0));
        Worker::start(move || {
            let attempt = attempts.fetch_add(1, Ordering::SeqCst);
            let refused = refuse(attempt);
            Box::pin(async move { refused.map_or(Ok(attempt), Err) })
        })
        .await
    }

    async fn account(worker: &Worker<u64>) -> Result<u64> {
        worker.run(async |account: Rc<u64>| Ok(*account)).await
    }

    /// Returns the account's number once it reconnected.
    async fn account_again(worker: &Worker<u64>) -> Result<u64> {
        loop {
            match account(worker).await {
                Err(error) if error.is_transient() => sleep(Duration::from_millis(20)).await,
                outcome => return outcome,
            }
        }
    }

    async fn failing() -> Result<()> {
        tokio::task::yield_now().await;
        panic!("as a library might")
    }

    async fn panic(worker: &Worker<u64>) -> Error {
        let waiting = worker.run(async |_| std::future::pending::<Result<()>>().await);
        let panicking = worker.run(async |_| failing().await);
        let (waited, panicked) = tokio::join!(waiting, panicking);
        assert_eq!(waited, panicked, "other jobs end, too");
        panicked.unwrap_err()
    }

    #[tokio::test]
    async fn an_account_reconnects_after_a_panic() {
        let refuse = |attempt| (attempt == 1).then(|| Error::Unreachable("away".to_owned()));
        let worker = worker(refuse).await.unwrap();
        assert_eq!(account(&worker).await, Ok(0));
        assert!(panic(&worker).await.is_transient());
        assert!(account(&worker).await.unwrap_err().is_transient());
        assert_eq!(account_again(&worker).await, Ok(2));
        assert_eq!(worker.restarts(), 1);
    }

    #[tokio::test]
    async fn a_refused_account_fails_to_start_or_stays_refused() {
        let away = || Error::Unreachable("away".to_owned());
        let at_first = worker(move |_| Some(away())).await;
        assert_eq!(at_first.err(), Some(away()));
        let gone = || Error::Account("gone".to_owned());
        let later = worker(move |attempt| (attempt > 0).then(gone)).await;
        let later = later.unwrap();
        panic(&later).await;
        for _ in 0..2 {
            assert_eq!(account_again(&later).await, Err(gone()));
        }
    }
}

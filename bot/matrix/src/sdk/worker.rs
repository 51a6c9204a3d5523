//! The thread on which matrix-sdk runs.
//!
//! On a thread of its own its futures need not be `Send`. The compiler takes minutes to see that they are, in each function that
//! awaits one.

use std::pin::Pin;
use std::rc::Rc;
use std::thread::{self, JoinHandle};

use tokio::runtime;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{LocalSet, spawn_local};

use super::Account;
use super::settings::Settings;
use crate::homeserver::Error;

/// What is done on the thread.
type Local<T> = Pin<Box<dyn Future<Output = T>>>;

type Job = Box<dyn FnOnce(Rc<Account>) -> Local<()> + Send>;

/// The thread with the account; it ends with this value.
pub(super) struct Worker {
    jobs: Option<mpsc::UnboundedSender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Connects an account; returns its user id, too.
    pub(super) async fn start(settings: Settings) -> Result<(Self, String), Error> {
        let (jobs, queue) = mpsc::unbounded_channel();
        let (connected, outcome) = oneshot::channel();
        let thread = thread::Builder::new()
            .name("matrix".to_owned())
            .spawn(move || work(settings, connected, queue))
            .map_err(|error| Error::Store(error.to_string()))?;
        // Also ends the thread of a caller that does not wait.
        let worker = Self {
            jobs: Some(jobs),
            thread: Some(thread),
        };
        let me = outcome.await.map_err(|_| ended())??;
        Ok((worker, me))
    }

    /// Does something with the account; if the caller does not wait for it, it is given up.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(Rc<Account>) -> Local<Result<T, Error>> + Send + 'static,
    ) -> Result<T, Error> {
        let (mut reply, outcome) = oneshot::channel();
        let job: Job = Box::new(move |account| {
            Box::pin(async move {
                tokio::select! {
                    () = reply.closed() => {}
                    result = job(account) => {
                        // The caller no longer waits.
                        let _ = reply.send(result);
                    }
                }
            })
        });
        self.jobs
            .as_ref()
            .and_then(|jobs| jobs.send(job).ok())
            .ok_or_else(ended)?;
        outcome.await.map_err(|_| ended())?
    }
}

/// Waits for the thread, so that the folder is free afterwards.
impl Drop for Worker {
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

fn work(
    settings: Settings,
    connected: oneshot::Sender<Result<String, Error>>,
    mut queue: mpsc::UnboundedReceiver<Job>,
) {
    let runtime = match runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = connected.send(Err(Error::Store(error.to_string())));
            return;
        }
    };
    // What is under way when the account ends is dropped with the set, and closes its files on the runtime.
    let _entered = runtime.enter();
    let set = LocalSet::new();
    set.block_on(&runtime, async move {
        let account = tokio::select! {
            account = Account::connect(settings) => account,
            // The caller has given up.
            None = queue.recv() => return,
        };
        match account {
            Ok(account) => {
                if connected.send(Ok(account.me.to_string())).is_err() {
                    return;
                }
                let account = Rc::new(account);
                while let Some(job) = queue.recv().await {
                    spawn_local(job(Rc::clone(&account)));
                }
            }
            Err(error) => {
                let _ = connected.send(Err(error));
            }
        }
    });
}

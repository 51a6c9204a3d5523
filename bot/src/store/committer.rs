//! The one thread that writes: it takes all that waits, applies each as a transaction, makes them durable together, answers.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use app::store::StoreError;
use sled::transaction::TransactionError;

use super::trees::{Gate, Prepared, Trees};

/// The most commits that share one sync of the disk: the first of them waits for the last.
const GROUP: usize = 256;

/// Brings what is in memory to the disk, so that a power cut does not take it.
pub(super) type Durable = Box<dyn Fn(&Trees) -> io::Result<()> + Send>;

struct Job {
    prepared: Prepared,
    answer: SyncSender<Result<(), StoreError>>,
}

/// The way to the writing thread.
pub(super) struct Committer {
    jobs: Mutex<Option<Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    gate: Arc<Gate>,
}

impl Committer {
    pub(super) fn start(gate: Arc<Gate>, durable: Durable) -> io::Result<Self> {
        let (sender, receiver) = channel();
        let of_thread = Arc::clone(&gate);
        let thread = Builder::new()
            .name("committer".to_owned())
            .spawn(move || work(&receiver, &of_thread, &durable))?;
        Ok(Self {
            jobs: Mutex::new(Some(sender)),
            thread: Mutex::new(Some(thread)),
            gate,
        })
    }

    /// Returns when the commit survives a power cut, or will never have been.
    pub(super) fn commit(&self, prepared: Prepared) -> Result<(), StoreError> {
        let gone = || StoreError::Unavailable("it is being closed".to_owned());
        self.gate.check()?;
        let (answer, answered) = sync_channel(1);
        let jobs = self
            .jobs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
            .ok_or_else(gone)?;
        jobs.send(Job { prepared, answer }).map_err(|_| gone())?;
        // Otherwise the thread would wait for this handle when it is told to end.
        drop(jobs);
        answered.recv().unwrap_or_else(|_| Err(gone()))
    }

    pub(super) fn shut_down(&self) {
        drop(
            self.jobs
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
        let thread = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            self.gate.break_down("the committer panicked".to_owned());
        }
    }
}

impl Drop for Committer {
    fn drop(&mut self) {
        self.shut_down();
    }
}

/// Ends when no handle is left that could send, after everything that was sent.
fn work(jobs: &Receiver<Job>, gate: &Gate, durable: &Durable) {
    while let Ok(first) = jobs.recv() {
        let group: Vec<Job> = std::iter::once(first)
            .chain(jobs.try_iter())
            .take(GROUP)
            .collect();
        let outcomes = gate.write(|trees| {
            gate.check()?;
            let done = catch_unwind(AssertUnwindSafe(|| commit_group(&group, trees, durable)));
            done.unwrap_or_else(|panic| Err(panic_text(&*panic).to_owned()))
                .map_err(|why| {
                    // Before the readers are let in again: what is in memory may not be on disk.
                    gate.break_down(why.clone());
                    StoreError::Unavailable(why)
                })
        });
        match outcomes {
            // Somebody who no longer waits for the answer does not need it.
            Ok(outcomes) => group
                .iter()
                .zip(outcomes)
                .for_each(|(job, outcome)| drop(job.answer.send(outcome))),
            Err(error) => group
                .iter()
                .for_each(|job| drop(job.answer.send(Err(error.clone())))),
        }
    }
}

/// An outcome for each job; or why none of them can be relied on.
fn commit_group(
    group: &[Job],
    trees: &Trees,
    durable: &Durable,
) -> Result<Vec<Result<(), StoreError>>, String> {
    let apply = |job: &Job| match trees.apply(&job.prepared) {
        Ok(()) => Ok(Ok(())),
        Err(TransactionError::Abort(error)) => Ok(Err(error)),
        Err(TransactionError::Storage(error)) => Err(error.to_string()),
    };
    let outcomes: Vec<_> = group.iter().map(apply).collect::<Result<_, _>>()?;
    if outcomes.iter().any(Result::is_ok) {
        durable(trees).map_err(|error| format!("the disk did not take a write ({error})"))?;
    }
    Ok(outcomes)
}

/// The words of a panic.
pub(super) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without words")
}

//! The one thread that writes: applies pending commits, each as a transaction, syncs them together, then answers.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use app::store::{Result, StoreError};
use sled::transaction::TransactionError;

use super::tally::MAX_GROUP;
use super::trees::{Gate, Trees, WriteSet, panic_text};

/// Makes what was applied survive a power cut.
pub(super) type SyncFn = Box<dyn FnMut(&Trees) -> io::Result<()> + Send>;

struct Commit {
    writes: WriteSet,
    answer: SyncSender<Result<()>>,
}

/// A handle to the writing thread.
pub(super) struct Committer {
    commits: Mutex<Option<Sender<Commit>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    gate: Arc<Gate>,
}

impl Committer {
    pub(super) fn start(gate: Arc<Gate>, mut sync: SyncFn) -> io::Result<Self> {
        let (sender, receiver) = channel();
        let thread_gate = Arc::clone(&gate);
        let thread = Builder::new()
            .name("committer".to_owned())
            .spawn(move || work(&receiver, &thread_gate, &mut sync))?;
        Ok(Self {
            commits: Mutex::new(Some(sender)),
            thread: Mutex::new(Some(thread)),
            gate,
        })
    }

    /// Returns once the commit survives a power cut, or has failed: without effect, but for [`StoreError::Unknown`].
    pub(super) fn commit(&self, writes: WriteSet) -> Result<()> {
        let closed = || StoreError::Unavailable("the store is closed".to_owned());
        self.gate.breaker.check()?;
        let (answer, answered) = sync_channel(1);
        let commits = lock(&self.commits).clone().ok_or_else(closed)?;
        let sent = commits.send(Commit { writes, answer });
        sent.map_err(|_| closed())?;
        // Otherwise the thread would wait for this sender at shutdown.
        drop(commits);
        let unknown = |_| {
            Err(StoreError::Unknown(
                "the store was closed meanwhile".to_owned(),
            ))
        };
        answered.recv().unwrap_or_else(unknown)
    }

    pub(super) fn shut_down(&self) {
        drop(lock(&self.commits).take());
        let thread = lock(&self.thread).take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            let breaker = &self.gate.breaker;
            breaker.mark_broken("the committer panicked".to_owned());
        }
    }
}

impl Drop for Committer {
    fn drop(&mut self) {
        self.shut_down();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs until all senders are dropped and all commits are done.
fn work(commits: &Receiver<Commit>, gate: &Gate, sync: &mut SyncFn) {
    while let Ok(first) = commits.recv() {
        let group: Vec<Commit> = std::iter::once(first)
            .chain(commits.try_iter())
            .take(MAX_GROUP)
            .collect();
        let outcomes = gate.write(|trees| {
            gate.breaker.check()?;
            let done = catch_unwind(AssertUnwindSafe(|| commit_group(&group, trees, sync)));
            done.unwrap_or_else(|panic| Err(panic_text(&*panic).to_owned()))
                .map_err(|why| {
                    // Before readers are admitted again: what is in memory may not be on disk.
                    gate.breaker.mark_broken(why.clone());
                    StoreError::Unknown(why)
                })
        });
        let outcomes = outcomes.unwrap_or_else(|error| vec![Err(error); group.len()]);
        for (commit, outcome) in group.iter().zip(outcomes) {
            // A sender that is gone no longer waits for the answer.
            drop(commit.answer.send(outcome));
        }
    }
}

/// An outcome for each commit, or why none of them can be trusted.
fn commit_group(
    group: &[Commit],
    trees: &Trees,
    sync: &mut SyncFn,
) -> Result<Vec<Result<()>>, String> {
    let apply = |commit: &Commit| match trees.apply(&commit.writes) {
        Ok(()) => Ok(Ok(())),
        Err(TransactionError::Abort(error)) => Ok(Err(error)),
        Err(TransactionError::Storage(error)) => Err(error.to_string()),
    };
    let outcomes: Vec<_> = group.iter().map(apply).collect::<Result<_, _>>()?;
    if outcomes.iter().any(Result::is_ok) {
        sync(trees).map_err(|error| format!("the disk refused a write ({error})"))?;
    }
    Ok(outcomes)
}

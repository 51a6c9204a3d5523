//! The outbox of every front end: performs stored effects, those of one subject in order, with retries.
//!
//! An effect stays in the store until the commit that completes it. An effect recovered from an earlier run is performed again:
//! the [`FrontEnd`] finds the message if it was posted.

mod error;
mod front_end;
mod job;
mod notice;
mod other_effects;
pub mod pauses;
mod showing;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use app::effect::{Effect, Subject};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::locks::Locks;
use crate::retry::{Backoff, Poll, Retry};
use crate::service::{QueuedEffect, Service};
use crate::telemetry;
use job::PendingShow;
use showing::Showing;

pub use error::{ErrorClass, OutboxError};
pub use front_end::{FrontEnd, NewNotice, Posted};
pub use job::Job;

/// Pending effects by subject. A subject is in the map while a task works on it.
type Pending = Arc<Mutex<HashMap<Subject, VecDeque<PendingShow>>>>;

/// Performs effects until `stop`, then finishes the requests in flight.
pub async fn run<F: FrontEnd>(
    front: Arc<F>,
    mut effects: mpsc::UnboundedReceiver<QueuedEffect>,
    stop: CancellationToken,
) {
    let pending = Pending::default();
    let events = Arc::new(Locks::default());
    let tasks = TaskTracker::new();
    while let Some(Some(queued)) = stop.run_until_cancelled(effects.recv()).await {
        let (front, stop) = (Arc::clone(&front), stop.clone());
        let Effect::Show(show) = queued.outgoing.effect else {
            let events = Arc::clone(&events);
            tasks.spawn(async move {
                other_effects::perform(&*front, &queued, &events, &stop).await;
                if !stop.is_cancelled() {
                    let performed = [queued.outgoing.id];
                    front.service().ownership().performed(&performed);
                }
            });
            continue;
        };
        let subject = show.subject;
        telemetry::pending(1);
        let mut map = pending.lock().unwrap_or_else(PoisonError::into_inner);
        let is_busy = map.contains_key(&subject);
        map.entry(subject).or_default().push_back(PendingShow {
            id: queued.outgoing.id,
            show,
            recovered: queued.recovered,
            queued_at: queued.queued_at,
        });
        drop(map);
        if !is_busy {
            tasks.spawn(show_subject(front, subject, Arc::clone(&pending), stop));
        }
    }
    tasks.close();
    tasks.wait().await;
}

/// Shows a subject until nothing is pending for it.
async fn show_subject<F: FrontEnd>(
    front: Arc<F>,
    subject: Subject,
    pending: Pending,
    stop: CancellationToken,
) {
    loop {
        let job = {
            let mut map = pending.lock().unwrap_or_else(PoisonError::into_inner);
            match map.get_mut(&subject) {
                Some(queue) if !queue.is_empty() => Job::next(subject, queue),
                _ => {
                    map.remove(&subject);
                    return;
                }
            }
        };
        if !show_with_retries(&*front, job, &pending, &stop).await {
            return;
        }
    }
}

/// Performs a job; returns false when the program stops first.
async fn show_with_retries<F: FrontEnd>(
    front: &F,
    mut job: Job,
    pending: &Pending,
    stop: &CancellationToken,
) -> bool {
    let subject = job.subject;
    let mut retry = Retry::new(Backoff::OUTBOX, stop);
    while front.service().ownership().still_performs(&job.effects) {
        let span = tracing::info_span!("show", ?subject, requests = %job.requests());
        let (class, error) = match showing::show(front, &job, stop).instrument(span).await {
            Ok(Showing::Completed) | Err(OutboxError::NotOurs) => break,
            Ok(Showing::Interrupted) => return false,
            Ok(Showing::Superseded) => {
                let later = Poll::LATER_EFFECT.until(|| async { drain(pending, subject) });
                match stop.run_until_cancelled(later).await {
                    Some(Some(later)) => job.add(later),
                    // It is queued by the next run: this one shows the version that it has.
                    Some(None) => job.recovered = true,
                    None => return false,
                }
                continue;
            }
            Err(error @ OutboxError::OtherPlatform) => {
                tracing::error!(?subject, %error, "effects left in the store");
                return true;
            }
            Err(OutboxError::Failed(class, error)) => (class, error),
        };
        telemetry::request_failed("show");
        match class {
            ErrorClass::Transient => {
                tracing::warn!(platform = ?F::PLATFORM, ?subject, %error, "message delayed");
                // It may have been posted all the same; then the front end finds it.
                job.recovered = true;
                if !retry.wait().await {
                    return false;
                }
            }
            ErrorClass::Forbidden | ErrorClass::Gone | ErrorClass::Invalid => {
                tracing::error!(platform = ?F::PLATFORM, ?subject, %error, "message not posted");
                if leave_thread(front.service(), subject).await {
                    continue;
                }
                // A crash in between repeats this.
                if class != ErrorClass::Invalid {
                    showing::note_unseen(front.service(), subject).await;
                }
                if let Err(error) = showing::complete_job(front.service(), &job, None).await {
                    tracing::error!(?subject, %error, "effects not completed");
                }
                break;
            }
        }
    }
    front.service().ownership().performed(&job.effects);
    true
}

/// Takes what is next for a subject, if anything is.
fn drain(pending: &Pending, subject: Subject) -> Option<Vec<PendingShow>> {
    let mut map = pending.lock().unwrap_or_else(PoisonError::into_inner);
    let queue = map.get_mut(&subject).filter(|queue| !queue.is_empty())?;
    Some(job::take_next(queue))
}

/// Moves a game's board out of its thread, existing or planned, into the parent room; returns whether it had one.
async fn leave_thread(service: &Arc<Service>, subject: Subject) -> bool {
    let Some(board) = subject.board() else {
        return false;
    };
    let left =
        service.run_blocking(move |service| service.app().leave_thread(board, service.moment()));
    match left.await {
        Ok(Some(outgoing)) => {
            service.queue(outgoing);
            true
        }
        Ok(None) => false,
        Err(failure) => {
            tracing::error!(?board, ?failure, "game not moved out of its thread");
            false
        }
    }
}

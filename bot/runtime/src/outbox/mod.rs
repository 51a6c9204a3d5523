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
mod retries;
mod showing;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use app::effect::{Effect, Subject};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::locks::Locks;
use crate::service::QueuedEffect;
use crate::telemetry;
use job::PendingShow;
use retries::show_with_retries;

pub use error::{ErrorClass, OutboxError, Result};
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

//! The outbox: performs stored effects, those of one subject in order, with retries.
//!
//! An effect stays in the store until the commit that completes it. An effect recovered from an earlier run is performed
//! again: its dedup key finds the message if it was posted, as a nonce or in the channel (`repeat`).

mod announcement;
mod award;
mod direct_message;
mod job;
mod membership;
mod posting;
pub(super) mod repeat;
pub(super) mod retire;
pub(super) mod server_event;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use app::effect::{Effect, EffectId, Outgoing, Subject};
use app::store::StoreError;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use self::job::{Job, PendingShow};
use self::posting::Posted;
use super::retry::{Backoff, ErrorClass, Poll, Retry, classify, store_error};
use super::{Bot, ids};
use crate::service::QueuedEffect;
use crate::telemetry;

/// Pending effects by subject. A subject is in the map while a task works on it.
type Pending = Arc<Mutex<HashMap<Subject, VecDeque<PendingShow>>>>;

/// Performs effects until `stop`, then finishes the requests in flight.
pub(super) async fn run(
    bot: Arc<Bot>,
    mut effects: mpsc::UnboundedReceiver<QueuedEffect>,
    stop: CancellationToken,
) {
    let pending = Pending::default();
    let tasks = TaskTracker::new();
    while let Some(Some(queued)) = stop.run_until_cancelled(effects.recv()).await {
        let (bot, stop) = (Arc::clone(&bot), stop.clone());
        let Effect::Show(show) = queued.outgoing.effect else {
            tasks.spawn(async move {
                bot.perform_once(&queued, &stop).await;
                if !stop.is_cancelled() {
                    bot.service.performed(&[queued.outgoing.id]);
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
            tasks.spawn(show_subject(bot, subject, Arc::clone(&pending), stop));
        }
    }
    tasks.close();
    tasks.wait().await;
}

/// Shows a subject until nothing is pending for it.
async fn show_subject(bot: Arc<Bot>, subject: Subject, pending: Pending, stop: CancellationToken) {
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
        if !show_with_retries(&bot, job, &pending, &stop).await {
            return;
        }
    }
}

/// Whether another process performs this now.
fn is_anothers(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(StoreError::NotOurs))
}

/// Whether it was queued for Discord although another platform's front end must perform it.
fn is_another_platforms(error: &anyhow::Error) -> bool {
    error.is::<ids::AnotherPlatforms>()
}

/// Performs a job; returns false when the program stops first.
async fn show_with_retries(
    bot: &Bot,
    mut job: Job,
    pending: &Pending,
    stop: &CancellationToken,
) -> bool {
    let subject = job.subject;
    let mut retry = Retry::new(Backoff::OUTBOX, stop);
    while bot.service.served().still_performs(&job.effects) {
        let span = tracing::debug_span!("show", ?subject, requests = %job.requests());
        let error = match bot.show(&job).instrument(span).await {
            Ok(Posted::Completed) => break,
            Ok(Posted::Interrupted) => return false,
            Ok(Posted::Superseded) => {
                let later = Poll::LATER_EFFECT.until(|| async { drain(pending, subject) });
                match stop.run_until_cancelled(later).await {
                    Some(Some(later)) => job.add(later),
                    // It is queued by the next run: this one shows the version that it has.
                    Some(None) => job.recovered = true,
                    None => return false,
                }
                continue;
            }
            Err(error) if is_anothers(&error) => break,
            Err(error) if is_another_platforms(&error) => {
                tracing::error!(?subject, %error, "effects left in the store");
                return true;
            }
            Err(error) => error,
        };
        telemetry::request_failed("show");
        match classify(&error) {
            ErrorClass::Transient => {
                tracing::warn!(?subject, %error, "message delayed");
                // Discord may have posted it all the same; then the dedup key finds it.
                job.recovered = true;
                if !retry.wait().await {
                    return false;
                }
            }
            class @ (ErrorClass::Forbidden | ErrorClass::Gone | ErrorClass::Invalid) => {
                tracing::error!(?subject, %error, "message not posted");
                if bot.leave_thread(subject).await {
                    continue;
                }
                bot.drop_job(&job).await;
                if class != ErrorClass::Invalid {
                    bot.note_unseen(subject).await;
                }
                break;
            }
        }
    }
    bot.service.performed(&job.effects);
    true
}

/// Takes what is pending for a subject, if anything is.
fn drain(pending: &Pending, subject: Subject) -> Option<Vec<PendingShow>> {
    let mut map = pending.lock().unwrap_or_else(PoisonError::into_inner);
    let queue = map.get_mut(&subject).filter(|queue| !queue.is_empty())?;
    Some(queue.drain(..).collect())
}

impl Bot {
    /// Performs an effect that has no lasting message: retries transient errors, and drops it after a permanent one.
    async fn perform_once(&self, queued: &QueuedEffect, stop: &CancellationToken) {
        let Outgoing { id, effect, .. } = &queued.outgoing;
        let mut attempted = id.time().filter(|_| queued.recovered);
        let mut retry = Retry::new(Backoff::OUTBOX, stop);
        while self
            .service
            .served()
            .still_performs(std::slice::from_ref(id))
        {
            let (kind, outcome) = match effect {
                Effect::Tell(tell) => ("notice", self.notify(id, tell, attempted).await),
                Effect::Announce(announce) => {
                    ("announcement", self.announce(id, announce, attempted).await)
                }
                Effect::Award(award) => ("award", self.award(id, award).await),
                Effect::Schedule(schedule) => ("server event", self.schedule(id, *schedule).await),
                Effect::LookFor(look) => ("membership", self.check_membership(id, look).await),
                Effect::Show(_) | Effect::Think(_) | Effect::Analyze(_) => return,
            };
            let Err(error) = outcome else { return };
            if is_anothers(&error) {
                return;
            }
            if is_another_platforms(&error) {
                tracing::error!(effect = %id.0, kind, %error, "effect left in the store");
                return;
            }
            telemetry::request_failed(kind);
            if classify(&error) != ErrorClass::Transient {
                tracing::warn!(effect = %id.0, kind, %error, "effect dropped");
                if let Err(error) = self.complete(id).await {
                    tracing::error!(effect = %id.0, %error, "effect not completed");
                }
                return;
            }
            tracing::warn!(effect = %id.0, kind, %error, "effect delayed");
            attempted = id.time();
            if !retry.wait().await {
                return;
            }
        }
    }

    /// Removes an effect without a lasting message from the store.
    async fn complete(&self, id: &EffectId) -> anyhow::Result<()> {
        let done = [id.clone()];
        let commit = self
            .service
            .run_blocking(move |service| Ok(service.store().settle(&done)?));
        commit.await.map_err(store_error)
    }
}

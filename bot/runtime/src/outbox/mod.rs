//! The outbox of every front end: performs stored effects, those of one subject in order, with retries.
//!
//! An effect stays in the store until the commit that completes it. An effect recovered from an earlier run is performed again:
//! the [`FrontEnd`] finds the message if it was posted.

mod announcement;
mod award;
mod error;
mod job;
mod membership;
mod notice;
pub mod pauses;
mod showing;

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use app::card::Card;
use app::effect::{Effect, EffectId, LookFor, NotAwarded, Outgoing, Subject};
use app::server_event::Schedule;
use app::{BoardId, Failure, PlayerId, RoleId, RoomId, ServerId, Shown, ThreadToOpen, Timestamp};
use text::{Platform, Text};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::retry::{Backoff, Poll, Retry};
use crate::service::{QueuedEffect, Service};
use crate::telemetry;
use job::PendingShow;
use pauses::Pauses;
use showing::Showing;
use store::{MessageId, Post};

pub use error::{ErrorClass, OutboxError, check_platform};
pub use job::Job;
pub use showing::challenge_post;

/// A message that was just posted, by the platform's ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posted {
    /// The id of the message.
    pub message: MessageId,
    /// The room or thread that it was posted in.
    pub room: RoomId,
}

/// What performing effects takes of a platform.
///
/// `attempted` is since when an earlier attempt may have done what is asked for; then it is found.
pub trait FrontEnd: Send + Sync + 'static {
    /// The platform whose effects it performs.
    const PLATFORM: Platform;

    /// A room or a person to write to.
    type Recipient: Clone + Eq + Hash + Send + Sync;

    /// The application.
    fn service(&self) -> &Arc<Service>;

    /// Cancelled when the program stops.
    fn stop(&self) -> &CancellationToken;

    /// Who is not written to for now.
    fn pauses(&self) -> &Pauses<Self::Recipient>;

    /// A room to write to; none if it is another platform's.
    fn room(&self, room: &RoomId) -> Option<Self::Recipient>;

    /// A person to write to; none if it is another platform's.
    fn person(&self, person: &PlayerId) -> Option<Self::Recipient>;

    /// Whether the existing message is to be edited where no new one is asked for.
    fn is_editable(&self, subject: Subject, post: &Post, shown: &Shown) -> bool;

    /// What is stored as left of a message that is replaced.
    fn remains(&self, text: &Text) -> String;

    /// Opens or finds the thread of a game's board in a room.
    fn open_thread(
        &self,
        board: BoardId,
        room: &RoomId,
        thread: &ThreadToOpen,
        attempted: Option<Timestamp>,
    ) -> impl Future<Output = Result<RoomId, OutboxError>> + Send;

    /// Edits the existing message; returns false if it was deleted.
    fn edit(
        &self,
        post: &Post,
        job: &Job,
        shown: &Shown,
    ) -> impl Future<Output = Result<bool, OutboxError>> + Send;

    /// Posts a new message that calls these people.
    fn post(
        &self,
        job: &Job,
        shown: &Shown,
        call: &[PlayerId],
    ) -> impl Future<Output = Result<Posted, OutboxError>> + Send;

    /// Cuts a message down to what remains, as it is replaced; later, if need be.
    fn retire(&self, former: Post) -> impl Future<Output = ()> + Send;

    /// Sends an effect's only message, which calls these people.
    fn deliver(
        &self,
        to: &Self::Recipient,
        id: &EffectId,
        card: Card,
        call: &[PlayerId],
        attempted: Option<Timestamp>,
    ) -> impl Future<Output = Result<(), OutboxError>> + Send;

    /// Gives a person a role, which does nothing if they have it; returns why it cannot.
    fn give_role(
        &self,
        server: &ServerId,
        person: &PlayerId,
        role: &RoleId,
    ) -> impl Future<Output = Result<Option<NotAwarded>, OutboxError>> + Send;

    /// Whether a person has left the server on which they are looked for; false if the platform does not tell.
    fn has_left(
        &self,
        look: &LookFor,
        person: &PlayerId,
    ) -> impl Future<Output = Result<bool, OutboxError>> + Send;

    /// Makes a tournament's event agree with the tournament, tells the application, and completes the effect.
    fn schedule(
        &self,
        id: &EffectId,
        schedule: Schedule,
    ) -> impl Future<Output = Result<(), OutboxError>> + Send;
}

/// Pending effects by subject. A subject is in the map while a task works on it.
type Pending = Arc<Mutex<HashMap<Subject, VecDeque<PendingShow>>>>;

/// Performs effects until `stop`, then finishes the requests in flight.
pub async fn run<F: FrontEnd>(
    front: Arc<F>,
    mut effects: mpsc::UnboundedReceiver<QueuedEffect>,
    stop: CancellationToken,
) {
    let pending = Pending::default();
    let tasks = TaskTracker::new();
    while let Some(Some(queued)) = stop.run_until_cancelled(effects.recv()).await {
        let (front, stop) = (Arc::clone(&front), stop.clone());
        let Effect::Show(show) = queued.outgoing.effect else {
            tasks.spawn(async move {
                perform_once(&*front, &queued, &stop).await;
                if !stop.is_cancelled() {
                    front.service().performed(&[queued.outgoing.id]);
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
    while front.service().served().still_performs(&job.effects) {
        let span = tracing::debug_span!("show", ?subject, requests = %job.requests());
        let (class, error) = match showing::show(front, &job).instrument(span).await {
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
            Err(OutboxError::Failed { class, source }) => (class, source),
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
                drop_job(front.service(), &job).await;
                if class != ErrorClass::Invalid {
                    showing::note_unseen(front.service(), subject).await;
                }
                break;
            }
        }
    }
    front.service().performed(&job.effects);
    true
}

/// Takes what is pending for a subject, if anything is.
fn drain(pending: &Pending, subject: Subject) -> Option<Vec<PendingShow>> {
    let mut map = pending.lock().unwrap_or_else(PoisonError::into_inner);
    let queue = map.get_mut(&subject).filter(|queue| !queue.is_empty())?;
    Some(queue.drain(..).collect())
}

/// Completes the effects of a job that failed permanently.
async fn drop_job(service: &Arc<Service>, job: &Job) {
    if let Err(error) = showing::complete_job(service, job, None).await {
        tracing::error!(subject = ?job.subject, %error, "effects not completed");
    }
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

/// Performs an effect that has no lasting message: retries transient errors, and drops it after a permanent one.
async fn perform_once<F: FrontEnd>(front: &F, queued: &QueuedEffect, stop: &CancellationToken) {
    let Outgoing { id, effect, .. } = &queued.outgoing;
    let kind = match effect {
        Effect::Tell(_) => "notice",
        Effect::Announce(_) => "announcement",
        Effect::Award(_) => "award",
        Effect::Schedule(_) => "server event",
        Effect::LookFor(_) => "membership",
        Effect::Show(_) | Effect::Think(_) | Effect::Analyze(_) => return,
    };
    let mut attempted = id.time().filter(|_| queued.recovered);
    let mut retry = Retry::new(Backoff::OUTBOX, stop);
    let own = std::slice::from_ref(id);
    while front.service().served().still_performs(own) {
        let Err(error) = perform(front, id, effect, attempted).await else {
            return;
        };
        let (class, error) = match error {
            OutboxError::NotOurs => return,
            OutboxError::OtherPlatform => {
                tracing::error!(effect = %id.0, kind, %error, "effect left in the store");
                return;
            }
            OutboxError::Failed { class, source } => (class, source),
        };
        telemetry::request_failed(kind);
        if class != ErrorClass::Transient {
            tracing::warn!(platform = ?F::PLATFORM, effect = %id.0, kind, %error, "effect dropped");
            if let Err(error) = complete(front.service(), id).await {
                tracing::error!(effect = %id.0, %error, "effect not completed");
            }
            return;
        }
        tracing::warn!(platform = ?F::PLATFORM, effect = %id.0, kind, %error, "effect delayed");
        attempted = id.time();
        if !retry.wait().await {
            return;
        }
    }
}

/// Performs and completes an effect that has no lasting message.
async fn perform<F: FrontEnd>(
    front: &F,
    id: &EffectId,
    effect: &Effect,
    attempted: Option<Timestamp>,
) -> Result<(), OutboxError> {
    match effect {
        Effect::Tell(tell) => notice::notify(front, id, tell, attempted).await,
        Effect::Announce(announce) => announcement::announce(front, id, announce, attempted).await,
        Effect::Award(award) => award::award(front, id, award).await,
        Effect::Schedule(schedule) => front.schedule(id, *schedule).await,
        Effect::LookFor(look) => membership::check_membership(front, id, look).await,
        Effect::Show(_) | Effect::Think(_) | Effect::Analyze(_) => Ok(()),
    }
}

/// Removes an effect without a lasting message from the store.
pub async fn complete(service: &Arc<Service>, id: &EffectId) -> Result<(), OutboxError> {
    let done = [id.clone()];
    let commit = service.run_blocking(move |service| Ok(service.store().settle(&done)?));
    Ok(commit.await?)
}

/// Tells the application what a platform answered, and queues the effects.
pub async fn note(
    service: &Arc<Service>,
    note: impl FnOnce(&Service) -> Result<Vec<Outgoing>, Failure> + Send + 'static,
) {
    if let Err(failure) = service.apply(note).await {
        tracing::error!(?failure, "outcome of a request not recorded");
    }
}

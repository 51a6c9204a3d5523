//! Effects performed: each subject has one message, brought up to date in order, tried again while Discord is in trouble.
//!
//! An effect stays in the store until its message is posted and that is stored too. If the program ends in between, the effect
//! is performed again at the next start, and its nonce keeps Discord from posting the same message twice.

mod announcement;
mod direct_message;
mod membership;
mod posting;
pub(crate) mod retire;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use app::PlayerId;
use app::effect::{Effect, EffectId, Manner, Show, Subject};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use self::posting::Outcome;
use super::Front;
use super::trouble::{Trouble, trouble};
use crate::service::Queued;
use crate::telemetry::{self, Step};

/// How long to wait before trying again, at first and at most; twice as long each time. Most troubles are over at once, and a
/// board that fails three times in a row is still there within a second.
pub(super) const PATIENCE: (Duration, Duration) =
    (Duration::from_millis(100), Duration::from_mins(1));
/// How long to wait for a later effect that is in the store, and how often to look for it: it is queued soon after its commit, or
/// only by the next run.
const OVERTAKEN: (Duration, Duration) = (Duration::from_secs(10), Duration::from_millis(5));

/// What waits to be shown, by subject. A subject is in the map while somebody works on it.
type Waiting = Arc<Mutex<HashMap<Subject, VecDeque<Waiter>>>>;

/// An effect that waits, with whether an earlier run left it.
#[derive(Debug)]
struct Waiter {
    id: EffectId,
    show: Show,
    inherited: bool,
    since: Instant,
}

/// Performs effects until `stop`; then finishes the requests under way.
pub(crate) async fn perform(
    front: Arc<Front>,
    mut effects: mpsc::UnboundedReceiver<Queued>,
    stop: CancellationToken,
) {
    let waiting = Waiting::default();
    let tasks = TaskTracker::new();
    while let Some(Some(queued)) = stop.run_until_cancelled(effects.recv()).await {
        let show = match queued.outgoing.effect {
            Effect::Show(show) => show,
            Effect::Tell(tell) => {
                let (front, stop) = (Arc::clone(&front), stop.clone());
                tasks.spawn(direct_message::tell(front, queued.outgoing.id, tell, stop));
                continue;
            }
            Effect::LookFor(look) => {
                let (front, stop) = (Arc::clone(&front), stop.clone());
                tasks.spawn(membership::look_for(front, queued.outgoing.id, look, stop));
                continue;
            }
            Effect::Announce(words) => {
                let (front, stop) = (Arc::clone(&front), stop.clone());
                let id = queued.outgoing.id;
                tasks.spawn(announcement::announce(front, id, words, stop));
                continue;
            }
            Effect::Think(_) | Effect::Analyze(_) => continue,
        };
        let subject = show.subject;
        let mut map = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let busy = map.contains_key(&subject);
        let waiter = Waiter {
            id: queued.outgoing.id,
            show,
            inherited: queued.inherited,
            since: queued.since,
        };
        telemetry::waiting(1);
        map.entry(subject).or_default().push_back(waiter);
        drop(map);
        if !busy {
            tasks.spawn(serve(
                Arc::clone(&front),
                subject,
                Arc::clone(&waiting),
                stop.clone(),
            ));
        }
    }
    tasks.close();
    tasks.wait().await;
}

/// Shows a subject until nothing more waits for it.
async fn serve(front: Arc<Front>, subject: Subject, waiting: Waiting, stop: CancellationToken) {
    loop {
        let mut job = {
            let mut map = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            match map.get_mut(&subject) {
                Some(queue) if !queue.is_empty() => Job::next(subject, queue),
                _ => {
                    map.remove(&subject);
                    return;
                }
            }
        };
        let mut pause = PATIENCE.0;
        loop {
            let span = tracing::debug_span!("show", ?subject, requests = %job.requests());
            let error = match front.show(&job).instrument(span).await {
                Ok(Outcome::Done) => break,
                Ok(Outcome::Overtaken) => {
                    let later = overtaking(&waiting, subject);
                    let later = tokio::time::timeout(OVERTAKEN.0, later);
                    match stop.run_until_cancelled(later).await {
                        Some(Ok(later)) => job.take_in(later),
                        Some(Err(_)) => job.inherited = true,
                        None => return,
                    }
                    continue;
                }
                Err(error) => error,
            };
            telemetry::trouble("show");
            match trouble(&error) {
                Trouble::Passing => {
                    tracing::warn!(?subject, %error, "not shown yet; trying again");
                    // Discord may have posted it all the same; then its nonce finds it again.
                    job.inherited = true;
                    if stop
                        .run_until_cancelled(tokio::time::sleep(pause))
                        .await
                        .is_none()
                    {
                        return;
                    }
                    pause = (pause * 2).min(PATIENCE.1);
                }
                kind @ (Trouble::Forbidden | Trouble::Gone | Trouble::Rejected) => {
                    tracing::error!(?subject, %error, "cannot be shown");
                    if front.leave_thread(subject).await {
                        continue;
                    }
                    front.give_up(&job).await;
                    if kind != Trouble::Rejected {
                        front.note_seen(subject, false).await;
                    }
                    break;
                }
            }
        }
    }
}

/// The effects that come next for a subject, as soon as there are some.
async fn overtaking(waiting: &Waiting, subject: Subject) -> Vec<Waiter> {
    let mut look = tokio::time::interval(OVERTAKEN.1);
    loop {
        look.tick().await;
        let mut map = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = map.get_mut(&subject).filter(|queue| !queue.is_empty()) {
            return queue.drain(..).collect();
        }
    }
}

/// A new message is wanted.
#[derive(Debug)]
pub(super) struct Fresh {
    /// By the effect of this version.
    pub(super) version: u64,
    /// Whom it calls.
    pub(super) call: Vec<PlayerId>,
}

/// What is to be done for one subject at once.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) subject: Subject,
    pub(super) version: u64,
    /// Half-moves on the board at that version.
    pub(super) ply: Option<u32>,
    pub(super) fresh: Option<Fresh>,
    /// Whether the message may be there already without our knowing.
    pub(super) inherited: bool,
    pub(super) settled: Vec<EffectId>,
    /// When the first of them was committed, as far as this run knows.
    pub(super) since: Instant,
}

impl Job {
    /// Discord has the message; the request for it began then.
    pub(super) fn posted(&self, begun: Instant) {
        telemetry::done(Step::Posted, begun.elapsed());
        telemetry::done(Step::Shown, self.since.elapsed());
    }

    /// The names of the requests that led to it.
    fn requests(&self) -> String {
        let names = self.settled.iter().map(telemetry::request_of);
        names.collect::<Vec<_>>().join(" ")
    }

    /// Takes what waits: one inherited effect by itself, since its message may be there already; else all effects together.
    fn next(subject: Subject, queue: &mut VecDeque<Waiter>) -> Self {
        let alone = queue.front().is_some_and(|waiter| waiter.inherited);
        let count = if alone { 1 } else { queue.len() };
        let mut job = Self {
            subject,
            version: 0,
            ply: None,
            fresh: None,
            inherited: alone,
            settled: Vec::new(),
            since: Instant::now(),
        };
        job.take_in(queue.drain(..count).collect());
        job
    }

    /// Takes more effects in: the last state is shown, and whoever was to be called last is called.
    fn take_in(&mut self, mut waiters: Vec<Waiter>) {
        // Two that were committed one after the other may have been queued the other way round.
        waiters.sort_by_key(|waiter| waiter.show.version);
        for Waiter {
            id, show, since, ..
        } in waiters
        {
            telemetry::waiting(-1);
            self.since = self.since.min(since);
            if show.version >= self.version {
                (self.version, self.ply) = (show.version, show.ply);
            }
            let is_last = |fresh: &Fresh| fresh.version <= show.version;
            if let Manner::Fresh { call } = show.manner
                && self.fresh.as_ref().is_none_or(is_last)
            {
                self.fresh = Some(Fresh {
                    version: show.version,
                    call,
                });
            }
            self.settled.push(id);
        }
    }
}

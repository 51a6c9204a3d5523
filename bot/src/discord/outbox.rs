//! Effects performed: each subject has one message, brought up to date in order, tried again while Discord is in trouble.
//!
//! An effect stays in the store until its message is posted and that is stored too. If the program ends in between, the effect
//! is performed again at the next start, and its nonce keeps Discord from posting the same message twice.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use app::effect::{Effect, EffectId, Manner, Show, Subject};
use app::{PlayerId, Shown};
use serenity::all::{ChannelId, Message};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use super::trouble::{Trouble, of_discord, of_store, trouble};
use super::{Front, announcing, markdown, messages, missing, retiring, telling};
use crate::service::Queued;
use crate::store::Post;
use crate::telemetry::{self, Step};

/// Discord limits changes to messages older than an hour: a board older than this, in milliseconds, is posted afresh.
const OLD: i64 = 55 * 60 * 1000;
/// How long to wait before trying again, at first and at most; twice as long each time. Most troubles are over at once, and a
/// board that fails three times in a row is still there within a second.
pub(super) const PATIENCE: (Duration, Duration) =
    (Duration::from_millis(100), Duration::from_mins(1));
/// How long to wait for the effect of a change that is already stored, and how often to look for it: it is queued right after its
/// commit, so that more means that it has none.
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
                tasks.spawn(telling::tell(front, queued.outgoing.id, tell, stop));
                continue;
            }
            Effect::LookFor(look) => {
                let (front, stop) = (Arc::clone(&front), stop.clone());
                tasks.spawn(missing::look_for(front, queued.outgoing.id, look, stop));
                continue;
            }
            Effect::Announce(words) => {
                let (front, stop) = (Arc::clone(&front), stop.clone());
                let id = queued.outgoing.id;
                tasks.spawn(announcing::announce(front, id, words, stop));
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
        let span = tracing::debug_span!("show", ?subject, requests = %job.requests());
        loop {
            let error = match front.show(&job).instrument(span.clone()).await {
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

/// What came of an attempt to show a subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Done,
    /// The record has moved on, and its next effect, which may call others, is not here yet: both are to be shown at once.
    Overtaken,
}

/// What is to be done for one subject at once.
#[derive(Debug)]
struct Job {
    subject: Subject,
    version: u64,
    /// Half-moves on the board at that version.
    ply: Option<u32>,
    call: Option<Vec<PlayerId>>,
    /// Whether the message may be there already without our knowing.
    inherited: bool,
    settled: Vec<EffectId>,
    /// When the first of them was committed, as far as this run knows.
    since: Instant,
}

impl Job {
    /// Discord has the message; the request for it began then.
    fn posted(&self, begun: Instant) {
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
            call: None,
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
            if let Manner::Fresh { call } = show.manner {
                self.call = Some(call);
            }
            self.settled.push(id);
        }
    }
}

impl Front {
    async fn show(&self, job: &Job) -> anyhow::Result<Outcome> {
        let subject = job.subject;
        let seen = job.ply.filter(|_| job.inherited);
        let loaded = self
            .service
            .ask(move |service| {
                let mut shown = service.app().show(subject)?;
                // An earlier run may have posted the board as it was then: that is what remains of it.
                if let (Some(shown), Subject::Game(game), Some(ply)) = (&mut shown, subject, seen)
                    && let Some(retired) = service.app().retired_at(game, ply)?
                {
                    shown.retired = retired;
                }
                Ok((shown, service.store().post(subject)?))
            })
            .await;
        let (shown, former) = loaded.map_err(of_store)?;
        let Some(shown) = shown else {
            return self.settle(job, None).await;
        };
        let is_shown = former
            .as_ref()
            .is_some_and(|post| post.version >= job.version);
        if is_shown {
            return self.settle(job, None).await;
        }
        if shown.version > job.version && !job.inherited {
            return Ok(Outcome::Overtaken);
        }
        let home = self.home(subject, &shown.venue, shown.thread.as_ref());
        let Some(room) = home.await? else {
            return self.settle(job, None).await;
        };
        let now = self.service.now().0;
        // A challenge is answered where it was made.
        let old = |post: &Post| {
            matches!(subject, Subject::Game(_))
                && (now - post.posted_at >= OLD
                    || self.distance.is_far_up(post.channel, post.message))
        };
        if let Some(post) = former
            .as_ref()
            .filter(|post| job.call.is_none() && !old(post))
            && let Some(changed) = self.change(post, job, &shown).await?
        {
            return self.settle(job, Some(changed)).await;
        }
        self.post_afresh(job, shown, room, former, now).await
    }

    /// Changes the message that is there; nothing comes of it if somebody deleted it.
    async fn change(&self, post: &Post, job: &Job, shown: &Shown) -> anyhow::Result<Option<Post>> {
        let Some(id) = messages::id(post.message) else {
            return Ok(None);
        };
        let drawn = messages::draw(&self.artist, shown.card.clone()).await;
        let remains = markdown::content(&shown.retired);
        let begun = Instant::now();
        match ChannelId::new(post.channel)
            .edit_message(&self.http, id, drawn.change())
            .await
        {
            Ok(_) => {
                job.posted(begun);
                tracing::debug!(message = post.message, version = job.version, "changed");
                Ok(Some(Post {
                    version: job.version,
                    remains,
                    ..post.clone()
                }))
            }
            Err(error) if of_discord(&error) == Trouble::Gone => {
                tracing::info!(%error, message = post.message, "cannot be changed any more; a new message takes its place");
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn post_afresh(
        &self,
        job: &Job,
        shown: Shown,
        room: ChannelId,
        former: Option<Post>,
        now: i64,
    ) -> anyhow::Result<Outcome> {
        let outdated = shown.version > job.version;
        let mut call = job.call.clone().filter(|_| !outdated).unwrap_or_default();
        let is_first = former
            .as_ref()
            .is_none_or(|former| former.channel != room.get());
        if is_first && let Subject::Game(game) = job.subject {
            let called = call.clone();
            let is_called = |person: &PlayerId| called.contains(person);
            let joining = self
                .service
                .ask(move |service| service.app().called_into_thread(game, service.now()));
            let joining = joining.await.map_err(of_store)?;
            call.extend(joining.into_iter().filter(|person| !is_called(person)));
        }
        let remains = markdown::content(&shown.retired);
        let was_unseen = shown.unseen;
        let drawn = messages::draw(&self.artist, shown.card).await;
        // The version that the effect names, not the one that is shown: if an earlier run posted this, Discord finds it.
        let nonce = messages::nonce(job.subject, job.version);
        let begun = Instant::now();
        let message: Message = room
            .send_message(&self.http, drawn.post(&call, nonce))
            .await?;
        job.posted(begun);
        let (id, channel) = (message.id.get(), message.channel_id.get());
        tracing::debug!(message = id, version = job.version, "posted");
        let post = Post {
            message: id,
            channel,
            version: job.version,
            posted_at: now,
            remains,
        };
        self.settle(job, Some(post)).await?;
        if was_unseen {
            self.note_seen(job.subject, true).await;
        }
        if let Some(former) = former.filter(|former| former.message != id) {
            let former = retiring::retire(self, former).await;
            // Nobody listens any more when the program ends: the store knows of it.
            drop(self.retiring.send(former));
        }
        Ok(Outcome::Done)
    }

    async fn settle(&self, job: &Job, post: Option<Post>) -> anyhow::Result<Outcome> {
        let (subject, settled) = (job.subject, job.settled.clone());
        let done = self
            .service
            .ask(move |service| Ok(service.store().posted(subject, post.as_ref(), &settled)?))
            .await;
        done.map_err(of_store)?;
        Ok(Outcome::Done)
    }

    /// Lets the application know whether a game's board could be posted, or that a tournament's message could not.
    async fn note_seen(&self, subject: Subject, seen: bool) {
        let noted = self.service.ask(move |service| {
            let (app, moment) = (service.app(), service.moment());
            match subject {
                Subject::Game(game) => app.note_seen(game, seen, moment),
                Subject::Tournament(id) if !seen => app.note_lost(id, moment),
                Subject::Tournament(_) | Subject::Challenge(_) => Ok(Vec::new()),
            }
        });
        match noted.await {
            Ok(outgoing) => self.service.queue(outgoing),
            Err(failure) => tracing::error!(?failure, "the players are not told"),
        }
    }

    async fn give_up(&self, job: &Job) {
        if let Err(error) = self.settle(job, None).await {
            tracing::error!(%error, "an effect stays in the store");
        }
    }
}

//! One subject shown: its message is changed, or a new one takes its place, and the store hears which it is now.

use std::time::Instant;

use app::effect::{Manner, Show, Subject};
use app::{Failure, PlayerId, Shown};
use serenity::all::{ChannelId, Message};

use super::Job;
use super::retire;
use crate::discord::trouble::{Trouble, of_discord, of_store};
use crate::discord::{Front, markdown, messages};
use crate::store::Post;

/// Discord limits changes to messages older than an hour: a board older than this, in milliseconds, is posted afresh.
const OLD: i64 = 55 * 60 * 1000;

/// What came of an attempt to show a subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Done,
    /// The record has moved on, and the effect of that, which may call others, is not here yet: both are to be shown at once.
    Overtaken,
}

/// What is to be shown, beside what is already.
struct Found {
    shown: Shown,
    former: Option<Post>,
    /// The last version of whose effect is known, from the job or because it is shown already.
    known: u64,
    /// Effects of versions after that, as far as they matter: none where the record has moved on in a way that need not be shown.
    later: Vec<Show>,
}

impl Front {
    pub(super) async fn show(&self, job: &Job) -> anyhow::Result<Outcome> {
        let subject = job.subject;
        let Some(found) = self.find(job).await.map_err(of_store)? else {
            return self.settle(job, None).await;
        };
        let Found { shown, former, .. } = &found;
        let is_shown = former.as_ref().is_some_and(|post| {
            // What was committed later may have been shown first, on the message that was there.
            let first = post.first.unwrap_or(post.version);
            let is_new = job.fresh.as_ref().is_none_or(|new| new.version <= first);
            post.version >= job.version && is_new
        });
        if is_shown {
            return self.settle(job, None).await;
        }
        if !found.later.is_empty() && !job.inherited {
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
            .filter(|post| job.fresh.is_none() && !old(post))
            && let Some(changed) = self.change(post, job, shown).await?
        {
            return self.settle(job, Some(changed)).await;
        }
        self.post_afresh(job, found, room, now).await
    }

    /// What a job is to show; nothing when there is no such subject any more.
    async fn find(&self, job: &Job) -> Result<Option<Found>, Failure> {
        let (subject, version) = (job.subject, job.version);
        let seen = job.ply.filter(|_| job.inherited);
        let matters = job.fresh.is_some() || !job.inherited;
        let found = self.service.ask(move |service| {
            let Some(mut shown) = service.app().show(subject)? else {
                return Ok(None);
            };
            // An earlier run may have posted the board as it was then: that is what remains of it.
            if let (Subject::Game(game), Some(ply)) = (subject, seen)
                && let Some(retired) = service.app().retired_at(game, ply)?
            {
                shown.retired = retired;
            }
            let former = service.store().post(subject)?;
            let known = version.max(former.as_ref().map_or(0, |post| post.version));
            let later = if shown.version > known && matters {
                service.store().shows_after(subject, known)?
            } else {
                Vec::new()
            };
            Ok(Some(Found {
                shown,
                former,
                known,
                later,
            }))
        });
        found.await
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
        found: Found,
        room: ChannelId,
        now: i64,
    ) -> anyhow::Result<Outcome> {
        let Found { shown, former, .. } = found;
        // A later new message calls those who are to be called then.
        let calls = |show: &Show| matches!(show.manner, Manner::Fresh { .. });
        let wanted = job
            .fresh
            .as_ref()
            .filter(|_| !found.later.iter().any(calls));
        let mut call = wanted.map(|new| new.call.clone()).unwrap_or_default();
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
        // The version of the effect that wants a new message, not the one that is shown: if an earlier run posted this, Discord finds it.
        let wanting = job.fresh.as_ref().map_or(job.version, |new| new.version);
        let nonce = messages::nonce(job.subject, wanting);
        let begun = Instant::now();
        let message: Message = room
            .send_message(&self.http, drawn.post(&call, nonce))
            .await?;
        job.posted(begun);
        let (id, channel) = (message.id.get(), message.channel_id.get());
        tracing::debug!(message = id, version = found.known, "posted");
        let post = Post {
            message: id,
            channel,
            version: found.known,
            first: Some(found.known),
            posted_at: now,
            remains,
        };
        self.settle(job, Some(post)).await?;
        if was_unseen {
            self.note_seen(job.subject, true).await;
        }
        if let Some(former) = former.filter(|former| former.message != id) {
            let former = retire::retire(self, former).await;
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
    pub(in crate::discord) async fn note_seen(&self, subject: Subject, seen: bool) {
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

    pub(in crate::discord) async fn give_up(&self, job: &Job) {
        if let Err(error) = self.settle(job, None).await {
            tracing::error!(%error, "an effect stays in the store");
        }
    }
}

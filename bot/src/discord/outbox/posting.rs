//! Showing a subject: its message is edited or replaced, and the store records which message it is.

use std::ops::ControlFlow;
use std::time::Instant;

use app::effect::{Manner, Show, Subject};
use app::{Failure, Home, PlayerId, Shown, Span, Timestamp};
use serenity::all::ChannelId;

use super::job::Job;
use crate::discord::markdown::{self, shared_lang};
use crate::discord::retry::{ErrorClass, Poll, classify_request, store_error};
use crate::discord::{Bot, ids, messages};
use crate::store::Post;

/// A board older than this is posted again: Discord limits edits to messages older than an hour.
const MAX_EDITABLE_AGE: Span = Span::minutes(55);

/// The result of performing a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Posted {
    Completed,
    /// A later version is stored whose effect, which may mention others, is not queued yet: show both at once.
    Superseded,
    /// The program stops first; the next run performs it.
    Interrupted,
}

/// A subject's present state, and its message.
struct Present {
    shown: Shown,
    former: Option<Post>,
    /// The latest version whose effect is in the job or already performed.
    known: u64,
    /// The relevant effects of later versions.
    later: Vec<Show>,
}

impl Bot {
    pub(super) async fn show(&self, job: &Job) -> anyhow::Result<Posted> {
        let subject = job.subject;
        let Some(mut present) = self.load(job).await.map_err(store_error)? else {
            return self.complete_job(job, None).await;
        };
        let Present { shown, former, .. } = &present;
        ids::not_anothers(Home::of_venue(&shown.venue))?;
        let is_shown = former.as_ref().is_some_and(|post| {
            // A later version may have been shown first, by editing the existing message.
            let first = post.first.unwrap_or(post.version);
            let new_message = job.new_message.as_ref();
            post.version >= job.version && new_message.is_none_or(|new| new.version <= first)
        });
        if is_shown {
            return self.complete_job(job, None).await;
        }
        if !present.later.is_empty() && !job.recovered {
            return Ok(Posted::Superseded);
        }
        if let (Subject::Game(game), Some(thread), Some(channel)) =
            (subject, &shown.thread, ids::channel(&shown.venue))
        {
            self.open_thread(game, channel, thread, job.attempted())
                .await?;
            // The first turn begins only now.
            match self.load(job).await.map_err(store_error)? {
                Some(opened) => present = opened,
                None => return self.complete_job(job, None).await,
            }
        }
        if self.wait_for(&present.shown.after).await?.is_break() {
            return Ok(Posted::Interrupted);
        }
        let Present { shown, former, .. } = &present;
        let Some(channel) = ids::channel(&shown.venue) else {
            return self.complete_job(job, None).await;
        };
        let editable = former
            .as_ref()
            .filter(|post| job.new_message.is_none() && !self.is_stale(subject, post));
        if let Some(post) = editable
            && let Some(edited) = self.edit(post, job, shown).await?
        {
            return self.complete_job(job, Some(edited)).await;
        }
        self.post(job, present, channel).await
    }

    /// Waits until nothing is pending for these subjects, or for some seconds; breaks when the program stops first.
    async fn wait_for(&self, subjects: &[Subject]) -> anyhow::Result<ControlFlow<()>> {
        const GO_ON: ControlFlow<()> = ControlFlow::Continue(());
        if subjects.is_empty() {
            return Ok(GO_ON);
        }
        let are_shown = || async {
            let subjects = subjects.to_vec();
            let pending = self.service.run_blocking(move |service| {
                for subject in subjects {
                    if !service.store().shows_after(subject, 0)?.is_empty() {
                        return Ok(true);
                    }
                }
                Ok(false)
            });
            match pending.await.map_err(store_error) {
                Ok(true) => None,
                Ok(false) => Some(Ok(GO_ON)),
                Err(error) => Some(Err(error)),
            }
        };
        let shown = Poll::LAST_RESULT.until(are_shown);
        match self.stop.run_until_cancelled(shown).await {
            Some(shown) => shown.unwrap_or(Ok(GO_ON)),
            None => Ok(ControlFlow::Break(())),
        }
    }

    /// Whether a board's message is too old to edit or scrolled out of view. Challenges stay where they were made.
    fn is_stale(&self, subject: Subject, post: &Post) -> bool {
        let age = self.service.now().since(Timestamp(post.posted_at));
        let place = ids::room(&post.room).zip(ids::message(&post.message));
        let is_buried = place.is_some_and(|(channel, message)| {
            self.activity.is_buried(channel.get(), message.get())
        });
        matches!(subject, Subject::Game(_)) && (age >= MAX_EDITABLE_AGE || is_buried)
    }

    /// Loads what a job shows; none if the subject no longer exists.
    async fn load(&self, job: &Job) -> Result<Option<Present>, Failure> {
        let (subject, version) = (job.subject, job.version);
        let recovered_ply = job.ply.filter(|_| job.recovered);
        let later_matters = job.new_message.is_some() || !job.recovered;
        let load = self.service.run_blocking(move |service| {
            let Some(mut shown) = service.app().show(subject)? else {
                return Ok(None);
            };
            // An earlier run may have posted the board of that version: its remains are what the message shrinks to.
            if let (Subject::Game(game), Some(ply)) = (subject, recovered_ply)
                && let Some(retired) = service.app().retired_at(game, ply)?
            {
                shown.retired = retired;
            }
            let former = service.store().post(subject)?;
            let known = version.max(former.as_ref().map_or(0, |post| post.version));
            let later = if shown.version > known && later_matters {
                service.store().shows_after(subject, known)?
            } else {
                Vec::new()
            };
            Ok(Some(Present {
                shown,
                former,
                known,
                later,
            }))
        });
        load.await
    }

    /// Edits the existing message; returns none if it was deleted.
    async fn edit(&self, post: &Post, job: &Job, shown: &Shown) -> anyhow::Result<Option<Post>> {
        let Some((channel, id)) = ids::room(&post.room).zip(ids::message(&post.message)) else {
            return Ok(None);
        };
        let rendered = messages::render(&self.artist, shown.card.clone(), shared_lang()).await;
        let remains = markdown::content(&shown.retired, shared_lang());
        let begun = Instant::now();
        match self.edit_message(channel, id, &rendered.quiet()).await {
            Ok(()) => {
                job.record_posted(begun);
                tracing::debug!(
                    message = %id,
                    version = job.version,
                    "message edited"
                );
                Ok(Some(Post {
                    version: job.version,
                    remains,
                    ..post.clone()
                }))
            }
            Err(error) if classify_request(&error) == ErrorClass::Gone => {
                tracing::info!(%error, message = %id, "message replaced: it cannot be edited");
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Posts a new message and retires the former one.
    async fn post(
        &self,
        job: &Job,
        present: Present,
        channel: ChannelId,
    ) -> anyhow::Result<Posted> {
        let call = self.mentions(job, &present, channel).await?;
        let Present {
            shown,
            former,
            known,
            ..
        } = present;
        let remains = markdown::content(&shown.retired, shared_lang());
        let rendered = messages::render(&self.artist, shown.card, shared_lang()).await;
        // The version of the effect that asks for a new message, not the one shown: if an earlier run posted it, Discord finds it.
        let version = job
            .new_message
            .as_ref()
            .map_or(job.version, |new| new.version);
        let key = messages::subject_key(job.subject, version);
        let posted_at = self.service.now().0;
        let begun = Instant::now();
        let payload = rendered.post(&call, &key);
        let message = self.post_once(channel, &payload, job.attempted()).await?;
        job.record_posted(begun);
        tracing::debug!(message = %message.id, version = known, "message posted");
        let id = ids::message_id(message.id);
        let post = Post {
            message: id.clone(),
            room: ids::room_id(message.channel_id),
            version: known,
            first: Some(known),
            posted_at,
            remains,
        };
        self.complete_job(job, Some(post)).await?;
        if shown.unseen {
            self.note_seen(job.subject).await;
        }
        if let Some(mut former) = former.filter(|former| former.message != id) {
            if let Some(remains) = shown.former {
                former.remains = markdown::content(&remains, shared_lang());
            }
            // At shutdown the receiver may be gone; the store remembers the message.
            drop(self.retirements.send(former));
        }
        Ok(Posted::Completed)
    }

    /// The players to mention: those of the job, unless a later new message will, and at a game's first board those joining
    /// its thread.
    async fn mentions(
        &self,
        job: &Job,
        present: &Present,
        channel: ChannelId,
    ) -> anyhow::Result<Vec<PlayerId>> {
        let mentions = |show: &Show| matches!(show.manner, Manner::Fresh { .. });
        let wanted = job
            .new_message
            .as_ref()
            .filter(|_| !present.later.iter().any(mentions));
        let mut call = wanted.map(|new| new.call.clone()).unwrap_or_default();
        let is_first = present
            .former
            .as_ref()
            .is_none_or(|former| ids::room(&former.room) != Some(channel));
        if is_first && let Subject::Game(game) = job.subject {
            let joining = self
                .service
                .run_blocking(move |service| service.app().called_into_thread(game, service.now()));
            for person in joining.await.map_err(store_error)? {
                if !call.contains(&person) {
                    call.push(person);
                }
            }
        }
        Ok(call)
    }

    /// Completes a job's effects, and records its message in the same commit.
    async fn complete_job(&self, job: &Job, post: Option<Post>) -> anyhow::Result<Posted> {
        let (subject, effects) = (job.subject, job.effects.clone());
        let completed = self.service.run_blocking(move |service| {
            Ok(service.store().complete(subject, post.as_ref(), &effects)?)
        });
        completed.await.map_err(store_error)?;
        Ok(Posted::Completed)
    }

    /// Completes the effects of a job that failed permanently.
    pub(super) async fn drop_job(&self, job: &Job) {
        if let Err(error) = self.complete_job(job, None).await {
            tracing::error!(subject = ?job.subject, %error, "effects not completed");
        }
    }

    /// Tells the application that a game's board was posted after it could not be.
    async fn note_seen(&self, subject: Subject) {
        if let Subject::Game(game) = subject {
            self.note(move |service| service.app().note_seen(game, service.moment()))
                .await;
        }
    }

    /// Tells the application that a subject's message cannot be posted.
    pub(super) async fn note_unseen(&self, subject: Subject) {
        self.note(move |service| {
            let (app, moment) = (service.app(), service.moment());
            match subject {
                Subject::Game(game) => app.note_unseen(game, moment),
                Subject::Tournament(id) => app.note_lost(id, moment),
                Subject::Challenge(_) => Ok(Vec::new()),
            }
        })
        .await;
    }
}

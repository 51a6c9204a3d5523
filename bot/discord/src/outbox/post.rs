//! A subject's message on Discord: edited, or posted anew.

use std::time::Instant;

use anyhow::Context as _;
use app::effect::Subject;
use app::{PlayerId, Shown, Span, Timestamp};

use crate::render::markdown::shared_lang;
use crate::retry::{ErrorClass, classify_request};
use crate::{Bot, ids, render};
use runtime::outbox::{Job, Posted};
use store::Post;

/// A board older than this is posted again: Discord limits edits to messages older than an hour.
const MAX_EDITABLE_AGE: Span = Span::minutes(55);

impl Bot {
    /// Whether a board's message is too old to edit or scrolled out of view. Challenges stay where they were made.
    pub(crate) fn is_stale(&self, subject: Subject, post: &Post) -> bool {
        let age = self.service.now().since(Timestamp(post.posted_at));
        let place = ids::room(&post.room).zip(ids::message(&post.message));
        let is_buried = place.is_some_and(|(channel, message)| {
            self.activity.is_buried(channel.get(), message.get())
        });
        subject.board().is_some() && (age >= MAX_EDITABLE_AGE || is_buried)
    }

    /// Edits the existing message; returns false if it was deleted.
    pub(crate) async fn edit_post(
        &self,
        post: &Post,
        job: &Job,
        shown: &Shown,
    ) -> anyhow::Result<bool> {
        let Some((channel, id)) = ids::room(&post.room).zip(ids::message(&post.message)) else {
            return Ok(false);
        };
        let rendered = render::render(&self.artist, shown.card.clone(), shared_lang()).await;
        let begun = Instant::now();
        match self.edit_message(channel, id, &rendered.quiet()).await {
            Ok(()) => {
                job.record_posted(begun);
                tracing::debug!(message = %id, version = job.version, "message edited");
                Ok(true)
            }
            Err(error) if classify_request(&error) == ErrorClass::Gone => {
                tracing::info!(%error, message = %id, "message replaced: it cannot be edited");
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Posts a new message, or finds it.
    pub(crate) async fn post_new(
        &self,
        job: &Job,
        shown: &Shown,
        call: &[PlayerId],
    ) -> anyhow::Result<Posted> {
        let channel = ids::channel(&shown.venue).context("not a channel of Discord's")?;
        let rendered = render::render(&self.artist, shown.card.clone(), shared_lang()).await;
        let key = render::subject_key(job.subject, job.asked_version());
        let begun = Instant::now();
        let payload = rendered.post(call, &key);
        let message = self.post_once(channel, &payload, job.attempted()).await?;
        job.record_posted(begun);
        Ok(Posted {
            message: ids::message_id(message.id),
            room: ids::room_id(message.channel_id),
        })
    }
}

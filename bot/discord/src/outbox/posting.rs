//! A subject's message on Discord: edited, or posted anew.

use std::time::Instant;

use app::effect::Subject;
use app::{PlayerId, Shown, Span, Timestamp};

use crate::markdown::shared_lang;
use crate::retry::{ErrorClass, classify_request, request_error};
use crate::{Bot, ids, messages};
use runtime::outbox::{Job, OutboxError, Posted};
use store::Post;

/// A board older than this is posted again: Discord limits edits to messages older than an hour.
const MAX_EDITABLE_AGE: Span = Span::minutes(55);

impl Bot {
    /// Whether a board's message is too old to edit or scrolled out of view. Challenges stay where they were made.
    pub(super) fn is_stale(&self, subject: Subject, post: &Post) -> bool {
        let age = self.service.now().since(Timestamp(post.posted_at));
        let place = ids::room(&post.room).zip(ids::message(&post.message));
        let is_buried = place.is_some_and(|(channel, message)| {
            self.activity.is_buried(channel.get(), message.get())
        });
        subject.board().is_some() && (age >= MAX_EDITABLE_AGE || is_buried)
    }

    /// Edits the existing message; returns false if it was deleted.
    pub(super) async fn edit_post(
        &self,
        post: &Post,
        job: &Job,
        shown: &Shown,
    ) -> Result<bool, OutboxError> {
        let Some((channel, id)) = ids::room(&post.room).zip(ids::message(&post.message)) else {
            return Ok(false);
        };
        let rendered = messages::render(&self.artist, shown.card.clone(), shared_lang()).await;
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
            Err(error) => Err(request_error(error)),
        }
    }

    /// Posts a new message, or finds it.
    pub(super) async fn post_new(
        &self,
        job: &Job,
        shown: &Shown,
        call: &[PlayerId],
    ) -> Result<Posted, OutboxError> {
        let channel = ids::channel(&shown.venue).ok_or(OutboxError::OtherPlatform)?;
        let rendered = messages::render(&self.artist, shown.card.clone(), shared_lang()).await;
        let key = messages::subject_key(job.subject, job.asked_version());
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

//! The outbox's Matrix backend.
//!
//! Transaction ids make retries safe. Their prefixes: `s:` a subject's message, `e:` its edit, `f:` a file next to it, `n:` a
//! notice, `h:` the first message of a game's thread, `d:` the redaction of a duplicate.

mod members;
pub(super) mod posting;

use std::sync::Arc;

use app::effect::{EffectId, LookFor, NotAwarded, Subject};
use app::server_event::{EventPhase, NotScheduled, Schedule, Scheduled};
use app::{BoardId, PlayerId, Report, RoleId, RoomId, ServerId, Shown, ThreadToOpen, Timestamp};
use text::{Platform, Text};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::account::{Error, Relation};
use crate::bot::{Bot, Recipient};
use crate::ids;
use crate::pacer::Priority;
use runtime::outbox::pauses::Pauses;
use runtime::outbox::{self, ErrorClass, FrontEnd, Job, NewNotice, OutboxError, Posted, complete};
use runtime::service::{QueuedEffect, Service};
use store::Post;

/// Performs effects until `stop`. Waits for the first sync, which shows what was posted.
pub(crate) async fn run(
    bot: Arc<Bot>,
    messages: mpsc::UnboundedReceiver<QueuedEffect>,
    stop: CancellationToken,
) {
    let caught_up = stop.run_until_cancelled(bot.messenger.caught_up());
    if caught_up.await.is_some() {
        bot.mark_all_retired().await;
        outbox::run(bot, messages, stop).await;
    }
}

/// Classifies a homeserver's error.
fn classify(error: &Error) -> ErrorClass {
    match error {
        // A new token may be configured; effects wait for it.
        Error::Unreachable(_)
        | Error::Proxy(_)
        | Error::TooMany(_)
        | Error::Account(_)
        | Error::Store(_) => ErrorClass::Transient,
        Error::Forbidden(_) => ErrorClass::Forbidden,
        Error::NotFound(_) => ErrorClass::Gone,
        Error::Invalid(_) => ErrorClass::Invalid,
    }
}

impl From<Error> for OutboxError {
    fn from(error: Error) -> Self {
        Self::failed(classify(&error), error)
    }
}

impl FrontEnd for Bot {
    const PLATFORM: Platform = Platform::Matrix;

    /// An edit would use up half of what homeservers let an account send, and the engine's move is a new message.
    const SHOWS_THINKING: bool = false;

    type Recipient = Recipient;

    fn service(&self) -> &Arc<Service> {
        &self.service
    }

    fn stop(&self) -> &CancellationToken {
        &self.stop
    }

    fn pauses(&self) -> &Pauses<Recipient> {
        &self.pauses
    }

    fn room(&self, room: &RoomId) -> Option<Recipient> {
        let (id, thread) = ids::room(room)?;
        Some(Recipient::Room {
            id: id.to_owned(),
            thread: thread.map(str::to_owned),
        })
    }

    fn person(&self, person: &PlayerId) -> Option<Recipient> {
        let user = ids::user(person)?;
        Some(Recipient::Person(user.to_owned()))
    }

    fn is_editable(&self, subject: Subject, post: &Post, shown: &Shown) -> bool {
        posting::is_editable(subject, post, &shown.venue.room, self.service.now())
    }

    /// Old boards keep their picture.
    fn remains(&self, _: &Text) -> String {
        String::new()
    }

    async fn open_thread(
        &self,
        board: BoardId,
        room: &RoomId,
        thread: &ThreadToOpen,
        _: Option<Timestamp>,
    ) -> Result<RoomId, OutboxError> {
        self.start_thread(board, room, thread).await
    }

    async fn close_thread(&self, _: &RoomId, _: bool) -> Result<(), OutboxError> {
        Ok(())
    }

    async fn edit(&self, post: &Post, job: &Job, shown: &Shown) -> Result<bool, OutboxError> {
        self.edit_post(post, job, shown).await
    }

    async fn post(
        &self,
        job: &Job,
        shown: &Shown,
        call: &[PlayerId],
    ) -> Result<Posted, OutboxError> {
        self.post_new(job, shown, call).await
    }

    /// Sends the replay in a task, since further edits must not wait for its thumbnails.
    async fn follow_up(&self, subject: Subject, shown: &Shown) {
        self.send_replay_soon(subject, shown);
    }

    /// Old boards keep their choices, which are answered with a link to the current one.
    async fn retire(&self, former: Post) {
        self.mark_retired(vec![former.message]).await;
    }

    async fn deliver(
        &self,
        to: &Recipient,
        notice: NewNotice<'_>,
        _: Option<Timestamp>,
    ) -> Result<(), OutboxError> {
        let NewNotice { id, card, call, .. } = notice;
        let priority = if call.is_empty() {
            Priority::Notice
        } else {
            Priority::Call
        };
        let (room, thread) = match to {
            Recipient::Room { id, thread } => (id.clone(), thread.as_deref()),
            Recipient::Person(user) => (self.messenger.direct_room(user, false).await?, None),
        };
        let now = self.service.now();
        let rendered = self.messenger.render(card, &room, now).await;
        let board = notice.reply_to.and_then(|post| ids::event(&post.message));
        let is_news = call.is_empty() && board.is_none();
        let mut contents = if is_news {
            rendered.announce(thread)
        } else {
            rendered.post(call, thread)
        };
        if let Some((first, event)) = contents.first_mut().zip(board) {
            first.relation = Some(Relation::reply(event, thread));
        }
        let transaction = format!("n:{}", id.0);
        self.messenger
            .send_all(priority, &room, &transaction, contents)
            .await?;
        Ok(())
    }

    async fn give_role(
        &self,
        server: &ServerId,
        person: &PlayerId,
        role: &RoleId,
    ) -> Result<Option<NotAwarded>, OutboxError> {
        self.raise_power(server, person, role).await
    }

    async fn has_left(&self, look: &LookFor, person: &PlayerId) -> Result<bool, OutboxError> {
        self.is_gone(look, person).await
    }

    /// Reports that Matrix has no scheduled events.
    async fn schedule(&self, id: &EffectId, schedule: Schedule) -> Result<(), OutboxError> {
        let wanted = self.service.ask(move |app| app.wanted_event(schedule));
        let Some(wanted) = wanted.await? else {
            return complete(&self.service, id).await;
        };
        Self::check_platform(wanted.server.as_str())?;
        let outcome = match wanted.phase {
            EventPhase::Ahead(_) => Scheduled::Failed(NotScheduled::Forbidden),
            EventPhase::Running | EventPhase::Over | EventPhase::Unwanted => Scheduled::Absent,
        };
        let id = id.clone();
        self.service
            .apply(move |service| service.report_to_app(Report::Scheduled(&id, schedule, &outcome)))
            .await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_errors_that_may_pass_are_transient() {
        let why = || "why".to_owned();
        for (error, class) in [
            (Error::Unreachable(why()), ErrorClass::Transient),
            (Error::Proxy(why()), ErrorClass::Transient),
            (
                Error::TooMany(Duration::from_secs(5)),
                ErrorClass::Transient,
            ),
            (Error::Account(why()), ErrorClass::Transient),
            (Error::Store(why()), ErrorClass::Transient),
            (Error::Forbidden(why()), ErrorClass::Forbidden),
            (Error::NotFound(why()), ErrorClass::Gone),
            (Error::Invalid(why()), ErrorClass::Invalid),
        ] {
            assert_eq!(classify(&error), class, "{error}");
        }
    }
}

//! What performing effects takes of Matrix.
//!
//! A message that an earlier attempt may have posted needs no search: a transaction id has one outcome. They begin with `s:` for
//! a subject's message, `e:` for its edit, `f:` for a file beside it, `n:` for an effect's only message, `h:` for what a
//! game's thread begins with, and `d:` for the removal of a repeated message.

mod members;
pub(super) mod posting;

use std::sync::Arc;

use crate::account::Error;
use app::card::Card;
use app::effect::{EffectId, LookFor, NotAwarded, Subject};
use app::server_event::{EventPhase, NotScheduled, Schedule, Scheduled};
use app::{BoardId, PlayerId, RoleId, RoomId, ServerId, Shown, ThreadToOpen, Timestamp};
use text::{Platform, Text};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::governor::Urgency;
use super::{Bot, ids};
use runtime::outbox::pauses::Pauses;
use runtime::outbox::{
    self, ErrorClass, FrontEnd, Job, OutboxError, Posted, check_platform, complete,
};
use runtime::service::{QueuedEffect, Service};
use store::Post;

/// Where a message may be sent.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Recipient {
    /// A person, by their user id.
    Person(String),
    /// A room, or the thread in it that begins with an event.
    Room { id: String, thread: Option<String> },
}

/// Performs effects until `stop`, once everything is heard that happened before: only then is known what was posted.
pub(crate) async fn run(
    bot: Arc<Bot>,
    messages: mpsc::UnboundedReceiver<QueuedEffect>,
    stop: CancellationToken,
) {
    let caught_up = stop.run_until_cancelled(bot.speaker.caught_up());
    if caught_up.await.is_some() {
        bot.forget_retired().await;
        outbox::run(bot, messages, stop).await;
    }
}

/// Classifies an error of the homeserver's.
fn classify(error: &Error) -> ErrorClass {
    match error {
        // The token may be replaced, and until then nothing may be dropped.
        Error::Unreachable(_) | Error::TooMany(_) | Error::Account(_) | Error::Store(_) => {
            ErrorClass::Transient
        }
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
        posting::is_editable(subject, post, shown, self.service.now())
    }

    /// Old boards stay as they are.
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
        self.begin_thread(board, room, thread).await
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

    /// A press on an old board is answered that the game has moved on.
    async fn retire(&self, former: Post) {
        self.note_retired(vec![former.message]).await;
    }

    async fn deliver(
        &self,
        to: &Recipient,
        id: &EffectId,
        card: Card,
        call: &[PlayerId],
        _: Option<Timestamp>,
    ) -> Result<(), OutboxError> {
        self.send_once(to, id, card, call).await
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

    /// Matrix has no list of events.
    async fn schedule(&self, id: &EffectId, schedule: Schedule) -> Result<(), OutboxError> {
        let wanted = self
            .service
            .run_blocking(move |service| service.app().wanted_event(schedule));
        let Some(wanted) = wanted.await? else {
            return complete(&self.service, id).await;
        };
        check_platform::<Self>(wanted.server.as_str())?;
        let outcome = match wanted.phase {
            EventPhase::Ahead(_) => Scheduled::Failed(NotScheduled::Forbidden),
            EventPhase::Running | EventPhase::Over | EventPhase::Unwanted => Scheduled::Absent,
        };
        let id = id.clone();
        self.service
            .apply(move |service| {
                let app = service.app();
                app.report(
                    app::Report::Scheduled(&id, schedule, &outcome),
                    service.moment(),
                )
            })
            .await?;
        Ok(())
    }
}

impl Bot {
    /// Sends an effect's only message.
    async fn send_once(
        &self,
        to: &Recipient,
        id: &EffectId,
        card: Card,
        call: &[PlayerId],
    ) -> Result<(), OutboxError> {
        let urgency = if call.is_empty() {
            Urgency::Notice
        } else {
            Urgency::Call
        };
        let (room, thread) = match to {
            Recipient::Room { id, thread } => (id.clone(), thread.as_deref()),
            Recipient::Person(user) => {
                let open = || self.speaker.homeserver.direct_room(user, false);
                (self.speaker.in_turn(urgency, open).await?, None)
            }
        };
        let now = self.service.now();
        let rendered = self.speaker.render(card, &room, now).await;
        let contents = if call.is_empty() {
            rendered.announce(thread)
        } else {
            rendered.post(call, thread)
        };
        let transaction = format!("n:{}", id.0);
        self.speaker
            .send_all(urgency, &room, &transaction, contents)
            .await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_what_may_pass_is_tried_again() {
        let why = || "why".to_owned();
        for (error, class) in [
            (Error::Unreachable(why()), ErrorClass::Transient),
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

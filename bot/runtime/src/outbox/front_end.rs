//! A platform as the outbox sees it.

use std::hash::Hash;
use std::sync::Arc;

use app::card::Card;
use app::effect::{EffectId, LookFor, NotAwarded, Subject};
use app::server_event::{Scheduled, WantedEvent};
use app::{
    BoardId, PlayerId, RoleId, RoomId, ServerId, Shown, ThreadToOpen, Timestamp, TournamentId,
};
use text::{Platform, Text};

use super::error::{OutboxError, Result};
use super::job::Job;
use super::pauses::Pauses;
use crate::service::Service;
use store::{MessageId, Post};

/// A message that was just posted, by the platform's ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posted {
    /// The id of the message.
    pub message: MessageId,
    /// The room or thread that it was posted in.
    pub room: RoomId,
}

/// A notice to send, which is its effect's only message.
#[derive(Debug)]
pub struct NewNotice<'e> {
    /// The effect.
    pub id: &'e EffectId,
    /// The message.
    pub card: Card,
    /// The people it mentions.
    pub call: &'e [PlayerId],
    /// The message in the same room that it replies to.
    pub reply_to: Option<&'e Post>,
}

/// A platform as the outbox sees it.
///
/// `attempted` is the time of an earlier attempt whose outcome is unknown. The front end finds the message if it was posted.
pub trait FrontEnd: Send + Sync + 'static {
    /// The platform whose effects it performs.
    const PLATFORM: Platform;

    /// Whether a game's board is shown while the engine thinks, too.
    const SHOWS_THINKING: bool = true;

    /// A room or a person to write to.
    type Recipient: Clone + Eq + Hash + Send + Sync;

    /// The application.
    fn service(&self) -> &Arc<Service>;

    /// Recipients that refused a message recently.
    fn pauses(&self) -> &Pauses<Self::Recipient>;

    /// Fails for the id of another platform. The id of a person whose data was deleted is of no platform.
    fn check_platform(id: &str) -> Result<()> {
        match Platform::named_in(id) {
            Some(platform) if platform != Self::PLATFORM => Err(OutboxError::OtherPlatform),
            _ => Ok(()),
        }
    }

    /// Returns the room to write to, or `None` if it is on another platform.
    fn room(&self, room: &RoomId) -> Option<Self::Recipient>;

    /// Returns the person to write to, or `None` if they are on another platform.
    fn person(&self, person: &PlayerId) -> Option<Self::Recipient>;

    /// Whether to edit the existing message rather than post a new one.
    fn is_editable(&self, subject: Subject, post: &Post, shown: &Shown) -> bool;

    /// Renders the text to which a message shrinks when it is replaced.
    fn remains(&self, text: &Text) -> String;

    /// Opens or finds the thread of a game's board in a room: `beneath` the message of its challenge there, or else a new one.
    fn open_thread(
        &self,
        board: BoardId,
        room: &RoomId,
        thread: &ThreadToOpen,
        beneath: Option<&Post>,
        attempted: Option<Timestamp>,
    ) -> impl Future<Output = Result<RoomId>> + Send;

    /// Archives the thread of a finished game, and locks it if the platform permits. Does nothing where threads can't be closed.
    fn close_thread(
        &self,
        thread: &RoomId,
        locked: bool,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Edits the existing message; returns false if it was deleted.
    fn edit(
        &self,
        post: &Post,
        job: &Job,
        shown: &Shown,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Posts a new message that mentions these people.
    fn post(
        &self,
        job: &Job,
        shown: &Shown,
        call: &[PlayerId],
    ) -> impl Future<Output = Result<Posted>> + Send;

    /// Sends what follows a new message, once that is recorded. Failures are only logged.
    fn follow_up(&self, _: Subject, _: &Shown) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }

    /// Shrinks a replaced message to its remains, now or later.
    fn retire(&self, former: Post) -> impl Future<Output = ()> + Send;

    /// Sends an effect's only message.
    fn deliver(
        &self,
        to: &Self::Recipient,
        notice: NewNotice<'_>,
        attempted: Option<Timestamp>,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Gives a person a role, unless they have it. Returns the reason if the platform refuses.
    fn give_role(
        &self,
        server: &ServerId,
        person: &PlayerId,
        role: &RoleId,
    ) -> impl Future<Output = Result<Option<NotAwarded>>> + Send;

    /// Whether a person has left the server. False if the platform does not tell.
    fn has_left(
        &self,
        look: &LookFor,
        person: &PlayerId,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Creates, changes or deletes a tournament's scheduled event.
    fn schedule(
        &self,
        tournament: TournamentId,
        wanted: &WantedEvent,
    ) -> impl Future<Output = Result<Scheduled>> + Send;
}

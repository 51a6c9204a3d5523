//! State that the handlers share.

use std::sync::Arc;

use app::card::Card;
use app::{Budget, Failure, Span};
use runtime::concurrency::Admission;
use runtime::engine_pool::EnginePool;
use runtime::outbox::pauses::Pauses;
use runtime::recent::Recent;
use runtime::service::Service;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::account::{Error, Homeserver, Result, Room};
use crate::messenger::Messenger;
use crate::origin::Origin;
use crate::render::RenderedCard;

/// Answers to one person in a row, in rooms. Commands beyond them are carried out silently.
const ANSWERS: u16 = 30;
const ANSWER_REFILL: Span = Span::seconds(10);
/// Answers to one person in a row in direct rooms: all of them, and those to text that isn't understood. The person may be a bot
/// that answers everything.
const DIRECT_ANSWERS: u16 = 300;
const CORRECTIONS: u16 = 20;
const DIRECT_REFILL: Span = Span::minutes(5);
/// Answers in one room in a row, to everyone there.
const ROOM_ANSWERS: u16 = 60;
const ROOM_ANSWER_REFILL: Span = Span::seconds(2);
/// Minimum time between two notes in a room that a message can't be decrypted.
const UNREADABLE_REFILL: Span = Span::hours(1);
/// Capacities of [`Bot::foreign`], [`Bot::requests`] and [`Bot::content_hashes`].
const FOREIGN_MESSAGES: usize = 10_000;
const REQUESTS: usize = 1_000;
const CONTENT_HASHES: usize = 10_000;

pub(crate) struct Bot {
    pub(crate) service: Arc<Service>,
    pub(crate) messenger: Arc<Messenger>,
    pub(crate) pauses: Pauses<Recipient>,
    pub(crate) pool: Arc<EnginePool>,
    pub(crate) admission: Admission,
    /// Answers to what a person typed in rooms, by user id.
    pub(crate) typed_answers: Budget<String>,
    /// Answers to messages typed in direct rooms, by user id.
    pub(crate) direct_answers: Budget<String>,
    /// Answers to messages in direct rooms that weren't understood, by user id.
    pub(crate) corrections: Budget<String>,
    /// Answers by room.
    pub(crate) room_answers: Budget<String>,
    /// Notes about messages that can't be decrypted, by room.
    pub(crate) unreadable: Budget<String>,
    /// Other people's messages that were replied or reacted to, by room and event: each is fetched once.
    pub(crate) foreign: Recent<(String, String), ()>,
    /// Requests that were answered, by room and event: their authors may edit them.
    pub(crate) requests: Recent<(String, String), Origin>,
    /// Hashes of the messages that this run posted, by event.
    pub(crate) content_hashes: Recent<String, u64>,
    /// Answers in flight and rooms that are being joined.
    pub(crate) tasks: TaskTracker,
    pub(crate) stop: CancellationToken,
}

/// The target of a message.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Recipient {
    /// A person, by user id.
    Person(String),
    /// A room, or a thread in it by its first event.
    Room { id: String, thread: Option<String> },
}

/// Why an event could not be handled. The error may pass, so that the event is handled again.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HandleError {
    #[error("the store failed: {0:?}")]
    Store(Failure),
    #[error(transparent)]
    Homeserver(#[from] Error),
}

impl HandleError {
    pub(crate) fn homeserver(&self) -> Option<&Error> {
        match self {
            Self::Homeserver(error) => Some(error),
            Self::Store(_) => None,
        }
    }
}

impl From<Failure> for HandleError {
    fn from(failure: Failure) -> Self {
        Self::Store(failure)
    }
}

impl Bot {
    pub(crate) fn new(service: Arc<Service>, messenger: Messenger, pool: Arc<EnginePool>) -> Self {
        Self {
            service,
            stop: messenger.stop.clone(),
            messenger: Arc::new(messenger),
            pauses: Pauses::default(),
            pool,
            admission: Admission::default(),
            typed_answers: Budget::new(ANSWERS, ANSWER_REFILL),
            direct_answers: Budget::new(DIRECT_ANSWERS, DIRECT_REFILL),
            corrections: Budget::new(CORRECTIONS, DIRECT_REFILL),
            room_answers: Budget::new(ROOM_ANSWERS, ROOM_ANSWER_REFILL),
            unreadable: Budget::new(1, UNREADABLE_REFILL),
            foreign: Recent::new(FOREIGN_MESSAGES),
            requests: Recent::new(REQUESTS),
            content_hashes: Recent::new(CONTENT_HASHES),
            tasks: TaskTracker::new(),
        }
    }

    pub(crate) fn homeserver(&self) -> &dyn Homeserver {
        &*self.messenger.homeserver
    }

    /// Returns the room, or `None` if the account is not in it.
    pub(crate) async fn room(&self, room: &str) -> Result<Option<Room>> {
        unless_refused(self.homeserver().room(room).await)
    }

    pub(crate) async fn render(&self, card: Card, room: &str) -> RenderedCard {
        let now = self.service.now();
        self.messenger.render(card, room, now).await
    }
}

/// Takes a refusal for the absence of what was asked for.
pub(crate) fn unless_refused<T>(outcome: Result<Option<T>>) -> Result<Option<T>> {
    match outcome {
        Err(error) if error.is_refusal() => Ok(None),
        outcome => outcome,
    }
}

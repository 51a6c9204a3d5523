//! The Matrix front end: what people write, and which reactions they choose, become commands; effects become messages.
//!
//! `hearing` reads syncs. `reading` tells what an event asks for (`choices`), `commands` and `asker` make a request of it,
//! `spaces` tells who manages the space of a room, and `answers` says what the request is answered with; `rooms` joins and leaves.
//! `outbox` performs effects. They speak through `speaker` in `words` and
//! `messages`; `ids` names people and rooms. `standby` does all of it in one of several processes. The crate `matrix` is the account
//! that they use.

pub mod account;
pub mod ids;

mod answers;
mod asker;
mod choices;
mod commands;
mod directory;
mod governor;
mod hearing;
mod messages;
mod outbox;
mod reading;
mod rooms;
mod spaces;
mod speaker;
mod standby;
mod words;

use std::sync::Arc;

use app::Budget;
use app::effect::Outgoing;
use app::{Failure, Span};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use outbox::Recipient;
use runtime::admission::Admission;
use runtime::drawing::Artist;
use runtime::engine_pool::EnginePool;
use runtime::outbox::pauses::Pauses;
use runtime::service::{QueuedEffect, Service};
use speaker::Speaker;

pub use account::{
    Content, Error, Event, File, Heard, Homeserver, Member, Membership, Message, Reaction,
    Relation, Room, RoomKind, Sync, TRANSACTION,
};
pub use standby::run_among_others;

/// Answers to one person in a row, in rooms: commands are carried out beyond them, but answers stay unsaid.
const ANSWERS: u16 = 30;
/// The time after which one more answer is given.
const ANSWER_REFILL: Span = Span::seconds(10);
/// Answers in one room in a row, to everyone there.
const ROOM_ANSWERS: u16 = 60;
/// The time after which one more answer is given.
const ROOM_ANSWER_REFILL: Span = Span::seconds(2);
/// The time after which a room is told again that a message could not be read.
const UNREADABLE_REFILL: Span = Span::hours(1);

/// What all handlers of this front end share.
pub(crate) struct Bot {
    pub(crate) service: Arc<Service>,
    pub(crate) speaker: Speaker,
    /// Who is not written to for now.
    pub(crate) pauses: Pauses<Recipient>,
    /// For hints and studies.
    pub(crate) pool: Arc<EnginePool>,
    pub(crate) admission: Admission,
    /// Answers to what a person typed in rooms, by user id.
    typed_answers: Budget<String>,
    /// Answers in a room, by its id.
    room_answers: Budget<String>,
    /// Words about messages that cannot be read, by room.
    unreadable: Budget<String>,
    /// What Delos did not say.
    others: commands::Others,
    contents: outbox::posting::Contents,
    /// Answers on their way, and rooms that are being joined.
    answers: TaskTracker,
    /// Held while a room is joined.
    joining: tokio::sync::Mutex<()>,
    pub(crate) stop: CancellationToken,
}

impl Bot {
    fn homeserver(&self) -> &dyn Homeserver {
        &*self.speaker.homeserver
    }

    /// Tells the application what happened, and queues the effects.
    async fn note(
        &self,
        note: impl FnOnce(&Service) -> Result<Vec<Outgoing>, Failure> + Send + 'static,
    ) -> Result<(), Failure> {
        self.service.apply(note).await
    }
}

/// Runs the bot until `stop`, then finishes what is in flight.
///
/// # Errors
/// When the homeserver refuses the account, or what the account keeps on disk is lost.
pub async fn run(
    homeserver: Arc<dyn Homeserver>,
    service: Arc<Service>,
    messages: mpsc::UnboundedReceiver<QueuedEffect>,
    pool: Arc<EnginePool>,
    stop: CancellationToken,
) -> Result<(), crate::account::Error> {
    let speaker = Speaker::new(homeserver, Artist::default(), stop.clone());
    speak(speaker, service, messages, pool, stop).await
}

async fn speak(
    speaker: Speaker,
    service: Arc<Service>,
    messages: mpsc::UnboundedReceiver<QueuedEffect>,
    pool: Arc<EnginePool>,
    stop: CancellationToken,
) -> Result<(), crate::account::Error> {
    let bot = Arc::new(Bot {
        service,
        speaker,
        pauses: Pauses::default(),
        pool,
        admission: Admission::default(),
        typed_answers: Budget::new(ANSWERS, ANSWER_REFILL),
        room_answers: Budget::new(ROOM_ANSWERS, ROOM_ANSWER_REFILL),
        unreadable: Budget::new(1, UNREADABLE_REFILL),
        others: commands::Others::default(),
        contents: outbox::posting::Contents::default(),
        answers: TaskTracker::new(),
        joining: tokio::sync::Mutex::new(()),
        stop: stop.clone(),
    });
    let outbox = outbox::run(Arc::clone(&bot), messages, stop.clone());
    let outbox = tokio::spawn(outbox);
    let result = hearing::run(&bot).await;
    stop.cancel();
    bot.answers.close();
    bot.answers.wait().await;
    if let Err(error) = outbox.await {
        tracing::error!(%error, "outbox failed");
    }
    result
}

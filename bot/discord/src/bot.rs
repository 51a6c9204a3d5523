//! State that all handlers of this front end share.

use std::sync::{Arc, OnceLock};

use app::card::Card;
use app::{Budget, Span};
use serenity::all::{ChannelId, MessageId, UserId};
use text::Lang;
use tokio::sync::{Mutex, Semaphore, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::channel_activity::ChannelActivity;
use crate::ids::Recipient;
use crate::render::{Emoji, RenderedCard, render};
use crate::rest::{self, Rest};
use crate::token::{Arrival, Token};
use runtime::concurrency::Admission;
use runtime::drawing::Artist;
use runtime::engine_pool::EnginePool;
use runtime::outbox::pauses::Pauses;
use runtime::process::Process;
use runtime::recent::Recent;
use runtime::service::Service;
use store::Post;

/// Users, messages or channels in one of the maps below.
const REMEMBERED: usize = 10_000;
/// Events that are remembered: more than Discord resends after a broken connection.
const SEEN_EVENTS: usize = 4096;
/// Public answers to one person in a row; beyond them, moves are played but refusals are not posted.
const TYPED_ANSWERS: u16 = 8;
/// Time after which a person gets one more public answer.
const TYPED_ANSWER_REFILL: Span = Span::minutes(1);
/// Answers that may wait for the end of an outage at once. Each holds its pictures in memory.
const MAX_LATE_ANSWERS: usize = 500;

pub(crate) struct Bot {
    pub(crate) service: Arc<Service>,
    pub(crate) artist: Artist,
    pub(crate) emoji: Emoji,
    pub(crate) rest: Rest,
    /// For hints and studies.
    pub(crate) pool: Arc<EnginePool>,
    pub(crate) admission: Admission,
    /// The bot's own user, known once connected.
    pub(crate) user: OnceLock<UserId>,
    pub(crate) activity: ChannelActivity,
    /// Users and channels where Discord recently refused a message.
    pub(crate) pauses: Pauses<Recipient>,
    pub(crate) direct_channels: Recent<UserId, ChannelId>,
    /// Dedup keys of this run's recent messages: those without buttons show none, and others may have the same words.
    pub(crate) dedup_keys: Recent<MessageId, String>,
    /// The latest press below each message, whose token edits the message outside the global rate limit.
    pub(crate) press_tokens: Recent<MessageId, (Token, Arrival)>,
    pub(crate) typed_answers: Budget<UserId>,
    pub(crate) late_answers: Semaphore,
    /// Replaced messages to retire.
    pub(crate) retirements: mpsc::UnboundedSender<Post>,
    /// Events being handled, to wait for at shutdown.
    pub(crate) tasks: TaskTracker,
    /// The ids of recent interactions and messages.
    pub(crate) seen: Recent<u64, ()>,
    /// Held while slash commands are being registered.
    pub(crate) registration: Mutex<()>,
    /// Cancelled when no more events are accepted.
    pub(crate) stop_hearing: CancellationToken,
    /// Cancelled when effects in flight are to be finished.
    pub(crate) stop: CancellationToken,
}

impl Bot {
    pub(crate) fn new(
        process: &Process,
        rest: Rest,
        retirements: mpsc::UnboundedSender<Post>,
    ) -> Self {
        Self {
            service: Arc::clone(&process.service),
            artist: Artist::default(),
            emoji: Emoji::default(),
            rest,
            pool: Arc::clone(&process.pool),
            admission: Admission::default(),
            user: OnceLock::new(),
            activity: ChannelActivity::default(),
            pauses: Pauses::default(),
            direct_channels: Recent::new(REMEMBERED),
            dedup_keys: Recent::new(REMEMBERED),
            press_tokens: Recent::new(REMEMBERED),
            typed_answers: Budget::new(TYPED_ANSWERS, TYPED_ANSWER_REFILL),
            late_answers: Semaphore::new(MAX_LATE_ANSWERS),
            retirements,
            tasks: TaskTracker::new(),
            seen: Recent::new(SEEN_EVENTS),
            registration: Mutex::default(),
            stop_hearing: process.stop.clone(),
            stop: process.working.clone(),
        }
    }

    pub(crate) async fn render(&self, card: Card, lang: Lang) -> RenderedCard {
        render(&self.artist, &self.emoji, card, lang).await
    }

    /// Returns the bot's own user, which Discord is asked for until the gateway has told: an effect may be recovered before.
    pub(crate) async fn own_user(&self) -> rest::Result<UserId> {
        match self.user.get() {
            Some(user) => Ok(*user),
            None => self.rest.own_user().await,
        }
    }
}

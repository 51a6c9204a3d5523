//! State that all handlers of this front end share.

use std::sync::{Arc, OnceLock};

use app::card::Card;
use app::effect::Outgoing;
use app::{Budget, Failure, Span, TournamentId};
use serenity::all::{ChannelId, MessageId, UserId};
use text::Lang;
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;

use crate::channel_activity::ChannelActivity;
use crate::emoji::Emoji;
use crate::ids::Recipient;
use crate::render::{RenderedCard, render};
use crate::rest::{self, Rest};
use crate::token::{Arrival, Token};
use runtime::admission::Admission;
use runtime::drawing::Artist;
use runtime::engine_pool::EnginePool;
use runtime::locks::Locks;
use runtime::outbox::pauses::Pauses;
use runtime::process::Process;
use runtime::recent::Recent;
use runtime::service::Service;
use store::Post;

/// Users, messages or channels in one of the maps below.
const REMEMBERED: usize = 10_000;
/// Public answers to one person in a row; beyond them, moves are played but refusals are not posted.
const TYPED_ANSWERS: u16 = 8;
/// Time after which a person gets one more public answer.
const TYPED_ANSWER_REFILL: Span = Span::minutes(1);
/// Answers that may wait for the end of an outage at once. Each holds its pictures in memory.
const MAX_LATE_ANSWERS: usize = 500;

/// Everything that a handler needs.
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
    /// One effect at a time looks for a tournament's event: two that find none would create two.
    pub(crate) event_locks: Locks<TournamentId>,
    pub(crate) typed_answers: Budget<UserId>,
    pub(crate) late_answers: Semaphore,
    retirements: mpsc::UnboundedSender<Post>,
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
            event_locks: Locks::default(),
            typed_answers: Budget::new(TYPED_ANSWERS, TYPED_ANSWER_REFILL),
            late_answers: Semaphore::new(MAX_LATE_ANSWERS),
            retirements,
            stop: process.working.clone(),
        }
    }

    /// Puts a card into words in `lang` and draws its pictures.
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

    /// Queues a replaced message to be retired. At shutdown the receiver may be gone; the store remembers the message.
    pub(crate) fn queue_retirement(&self, replaced: Post) {
        drop(self.retirements.send(replaced));
    }

    /// Reports a platform event to the application, and queues the effects.
    pub(crate) async fn note(
        &self,
        note: impl Fn(&Service) -> Result<Vec<Outgoing>, Failure> + Clone + Send + 'static,
    ) {
        runtime::outbox::note(&self.service, note).await;
    }
}

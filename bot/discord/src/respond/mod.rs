//! Answers to acknowledged interactions: retried for as long as Discord accepts them, then sent as a message of their own.
//! Replies to messages are retried for as long.
//!
//! They are not stored: after a restart, Discord itself ends the wait and says that there was no answer.

pub(crate) mod decline;
mod late;

use app::card::Card;
use app::effect::Answer;
use app::store::StoreError;
use app::{Failure, Timestamp, messages};
use serenity::all::{ChannelId, UserId};
use text::Lang;
use tokio::sync::SemaphorePermit;
use tokio::time::timeout;

use crate::bot::Bot;
use crate::emoji::EmojiIds;
use crate::outbox::dedup;
use crate::parse::origin::Origin;
use crate::render::RenderedCard;
use crate::rest;
use crate::rest::error::{ErrorClass, classify_request, code, code_of};
use crate::rest::{Payload, Sent};
use crate::retry::{Backoff, Retry};
use crate::token::{Arrival, Token};
use runtime::telemetry;

/// An acknowledged interaction, whose answer is awaited.
pub(crate) struct Awaited {
    pub(crate) token: Token,
    user: UserId,
    channel: ChannelId,
    pub(crate) lang: Lang,
    pub(crate) arrived: Arrival,
}

/// How an acknowledgment is resolved.
#[derive(Clone)]
pub(crate) enum Reply {
    /// It becomes this message.
    Response(RenderedCard),
    /// This message follows it, for the person alone.
    FollowUp(RenderedCard),
    /// It is deleted: the outcome is public.
    Nothing,
}

impl Reply {
    fn without_emoji(&self) -> Option<Self> {
        Some(match self {
            Self::Response(card) => Self::Response(card.without_emoji()?),
            Self::FollowUp(card) => Self::FollowUp(card.without_emoji()?),
            Self::Nothing => return None,
        })
    }
}

impl Awaited {
    pub(crate) fn new(bot: &Bot, origin: &Origin<'_>) -> Self {
        Self {
            token: origin.token(),
            user: origin.user.id,
            channel: origin.channel_id,
            lang: origin.lang(),
            arrived: Arrival::of_event(bot.service.now()),
        }
    }

    /// Answers, if need be late and by another message.
    ///
    /// # Errors
    /// A permanent one, or when the program stops.
    pub(crate) async fn answer(&self, bot: &Bot, reply: Reply) -> anyhow::Result<()> {
        let plain = reply.without_emoji();
        let answered = self.try_answer(bot, reply).await;
        let is_invalid = |error: &rest::Error| classify_request(error) == ErrorClass::Invalid;
        match (&answered, plain) {
            (Err(error), Some(plain)) if error.downcast_ref().is_some_and(is_invalid) => {
                tracing::warn!(%error, "emoji no longer used: one may have been deleted");
                bot.emoji.set(EmojiIds::new());
                self.try_answer(bot, plain).await
            }
            _ => answered,
        }
    }

    async fn try_answer(&self, bot: &Bot, reply: Reply) -> anyhow::Result<()> {
        let token = &self.token;
        let record = |sent: Sent| {
            let (channel, user) = (self.channel.get(), self.user.get());
            bot.activity.record(channel, sent.id.get(), user);
        };
        match reply {
            Reply::Response(card) => {
                let payload = card.clone().quiet();
                let attempt = async || bot.rest.edit_response(token, &payload).await.map(record);
                self.send(bot, Some(card), attempt).await
            }
            Reply::FollowUp(card) => {
                let payload = card.clone().ephemeral();
                let attempt = async || {
                    let sent = bot.rest.follow_up(token, &payload).await?;
                    sent.into_iter().for_each(record);
                    rest::Result::Ok(())
                };
                self.send(bot, Some(card), attempt).await
            }
            Reply::Nothing => {
                let attempt = || bot.rest.delete_response(token);
                self.send(bot, None, attempt).await
            }
        }
    }

    /// Retries an answer until the token expires, then sends the card as a late answer.
    async fn send<F>(
        &self,
        bot: &Bot,
        card: Option<RenderedCard>,
        attempt: impl Fn() -> F,
    ) -> anyhow::Result<()>
    where
        F: Future<Output = rest::Result<()>>,
    {
        let mut retry = Retry::new(Backoff::ANSWER, &bot.stop);
        let mut place: Option<SemaphorePermit<'_>> = None;
        while let Some(remaining) = self.arrived.remaining(bot.service.now()) {
            let error = match timeout(remaining, attempt()).await {
                Ok(Ok(())) => return Ok(()),
                Ok(Err(error)) if is_expired(&error) => break,
                Ok(Err(error)) => error,
                Err(_) => break,
            };
            telemetry::request_failed("answer");
            if classify_request(&error) != ErrorClass::Transient {
                return Err(error.into());
            }
            tracing::debug!(%error, "answer retried");
            if place.is_none() {
                place = Some(bot.late_answers.try_acquire()?);
            }
            if !retry.wait().await {
                return Err(error.into());
            }
        }
        // The outcome is public, and Discord ends the wait itself.
        let Some(card) = card else { return Ok(()) };
        let _place = match place {
            Some(place) => place,
            None => bot.late_answers.try_acquire()?,
        };
        Ok(late::answer(self, bot, card).await?)
    }
}

/// Replies to a message, if need be late.
///
/// # Errors
/// A permanent one, or when the time is over or the program stops.
pub(crate) async fn reply(bot: &Bot, channel: ChannelId, reply: &Payload) -> anyhow::Result<()> {
    let arrived = Arrival::of_event(bot.service.now());
    let mut retry = Retry::new(Backoff::ANSWER, &bot.stop);
    let mut attempted: Option<Timestamp> = None;
    let mut place = None;
    loop {
        let Err(error) = dedup::post(bot, channel, reply, attempted).await else {
            return Ok(());
        };
        telemetry::request_failed("answer");
        let is_over = arrived.remaining(bot.service.now()).is_none();
        if is_over || !error.is_transient() {
            return Err(error.into());
        }
        if place.is_none() {
            place = Some(bot.late_answers.try_acquire()?);
        }
        attempted = Some(arrived.time);
        if !retry.wait().await {
            return Err(error.into());
        }
    }
}

/// Whether Discord no longer accepts the interaction's token.
fn is_expired(error: &rest::Error) -> bool {
    matches!(
        code_of(error),
        Some(code::UNKNOWN_WEBHOOK | code::INVALID_WEBHOOK_TOKEN)
    )
}

/// Returns the private answer to a command; `None` when its outcome is public.
pub(crate) fn private(answer: Answer) -> Option<Card> {
    match answer {
        // The engine has answered these.
        Answer::Hint(_) | Answer::Study(_) => Some(Card::words(messages::no_hint())),
        other => other.into_card(),
    }
}

/// Returns the answer to a command that failed.
pub(crate) fn failed(failure: &Failure) -> Card {
    match failure {
        Failure::Refused(refusal) => Card {
            controls: messages::refusal_controls(refusal),
            ..Card::words(messages::refusal(refusal))
        },
        Failure::Store(error) => {
            tracing::error!(%error, "command not stored");
            Card::words(match error {
                StoreError::Unknown(_) => messages::store_unknown(),
                _ => messages::store_failed(),
            })
        }
    }
}

//! Answers to acknowledged interactions: retried for as long as Discord accepts them, then sent as a message of their own.
//! Replies to messages are retried for as long.
//!
//! They are not stored: after a restart, Discord itself ends the wait and says that there was no answer.

use app::card::Card;
use app::store::StoreError;
use app::{Failure, PlayerId, Text, Timestamp, messages};
use serenity::all::{
    ChannelId, CreateAutocompleteResponse, CreateInteractionResponse,
    CreateInteractionResponseMessage, Interaction,
};
use text::msg;
use tokio::sync::SemaphorePermit;
use tokio::time::timeout;

use crate::bot::Bot;
use crate::ids;
use crate::outbox::post_once;
use crate::parse::origin::Origin;
use crate::render::{self, RenderedCard, markdown};
use crate::request_retry::{Backoff, Retry};
use crate::rest::error::{ErrorClass, OutboxError, code};
use crate::rest::{self, EmojiIds, Payload, Sent};
use crate::token::{Arrival, Token};
use runtime::telemetry;

/// An acknowledged interaction, whose answer is awaited.
pub(crate) struct Awaited<'a> {
    origin: Origin<'a>,
    pub(crate) token: Token,
    pub(crate) arrived: Arrival,
}

impl<'a> Awaited<'a> {
    pub(crate) fn new(bot: &Bot, origin: &Origin<'a>) -> Self {
        Self {
            origin: *origin,
            token: origin.token(),
            arrived: Arrival::of_event(bot.service.now()),
        }
    }

    /// Answers, if need be late and by another message. The acknowledged message becomes the card, or is deleted without one: the
    /// outcome is public. If it `stays`, the card follows it, for the person alone.
    ///
    /// # Errors
    /// A permanent one, or when the program stops.
    pub(crate) async fn answer(
        &self,
        bot: &Bot,
        card: Option<Card>,
        stays: bool,
    ) -> anyhow::Result<()> {
        let Some(card) = card else {
            if stays {
                return Ok(());
            }
            let attempt = || bot.rest.delete_response(&self.token);
            return self.send(bot, None, attempt).await;
        };
        let card = bot.render(card, self.origin.lang()).await;
        let plain = card.without_emoji();
        let answered = self.try_answer(bot, card, stays).await;
        let is_invalid = |error: &rest::Error| error.class() == ErrorClass::Invalid;
        match (&answered, plain) {
            (Err(error), Some(plain)) if error.downcast_ref().is_some_and(is_invalid) => {
                tracing::warn!(%error, "emoji no longer used: one may have been deleted");
                bot.emoji.set(EmojiIds::new());
                self.try_answer(bot, plain, stays).await
            }
            _ => answered,
        }
    }

    async fn try_answer(&self, bot: &Bot, card: RenderedCard, stays: bool) -> anyhow::Result<()> {
        let token = &self.token;
        let record = |sent: Sent| {
            let (channel, user) = (self.origin.channel_id.get(), self.origin.user.id.get());
            bot.activity.record(channel, sent.id.get(), user);
        };
        if stays {
            let payload = card.clone().ephemeral();
            let attempt = async || {
                let sent = bot.rest.follow_up(token, &payload).await?;
                sent.into_iter().for_each(record);
                rest::Result::Ok(())
            };
            self.send(bot, Some(card), attempt).await
        } else {
            let payload = card.clone().quiet();
            let attempt = async || bot.rest.edit_response(token, &payload).await.map(record);
            self.send(bot, Some(card), attempt).await
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
                Ok(Err(error)) if !is_expired(&error) => error,
                _ => break,
            };
            telemetry::request_failed("answer");
            if !error.is_transient() {
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
        let _place = place.map_or_else(|| bot.late_answers.try_acquire(), Ok)?;
        Ok(self.answer_late(bot, card).await?)
    }

    /// Answers after the interaction expired, by a direct message; or, for a person who accepts none, asks in the channel to try again.
    async fn answer_late(&self, bot: &Bot, card: RenderedCard) -> Result<(), OutboxError> {
        tracing::info!("answer given by another message: the interaction expired");
        let key = format!("a{}", self.token.interaction);
        let intro = Text::from(msg!("answer-late"));
        let (user, lang) = (self.origin.user.id, self.origin.lang());
        let direct = card.late(&intro, lang).post(&[], &key);
        let person = PlayerId::new(ids::name(user.get()));
        let words = messages::called(&person, msg!("answer-lost").into());
        let asking = render::words(&words, lang).post(&[person], &key);
        let mut retry = Retry::new(Backoff::OUTBOX, &bot.stop);
        let (begun, mut attempted) = (bot.service.now(), None);
        loop {
            let sending = async {
                let channel = bot.rest.direct_messages(user).await?;
                post_once::post(bot, channel, &direct, attempted).await
            };
            let mut sent = sending.await;
            if let Err(error) = &sent
                && !error.is_transient()
            {
                tracing::debug!(%error, "late answer refused as a direct message");
                sent = post_once::post(bot, self.origin.channel_id, &asking, attempted).await;
            }
            match sent {
                Err(error) if error.is_transient() => {
                    telemetry::request_failed("answer");
                    attempted = Some(begun);
                    if !retry.wait().await {
                        return Err(error);
                    }
                }
                outcome => return outcome.map(drop),
            }
        }
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
        let Err(error) = post_once::post(bot, channel, reply, attempted).await else {
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

/// Answers an interaction by saying that nothing can be saved now.
///
/// This process can't know whether another one has taken over and received the interaction, too. Discord takes one answer: if the
/// other one has given it by now, this one is refused.
pub(crate) async fn decline(bot: &Bot, interaction: &Interaction) -> rest::Result<()> {
    let Some(origin) = Origin::of(interaction) else {
        return Ok(());
    };
    let response = if matches!(interaction, Interaction::Autocomplete(_)) {
        CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new())
    } else {
        let words = markdown::content(&messages::store_failed(), origin.lang());
        let message = CreateInteractionResponseMessage::new()
            .content(words)
            .ephemeral(true);
        CreateInteractionResponse::Message(message)
    };
    bot.rest.respond(&origin.token(), &response).await
}

/// Whether Discord no longer accepts the interaction's token.
fn is_expired(error: &rest::Error) -> bool {
    matches!(
        error.code(),
        Some(code::UNKNOWN_WEBHOOK | code::INVALID_WEBHOOK_TOKEN)
    )
}

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

//! Answers to acknowledged interactions: retried for as long as Discord accepts them, then sent as a message of their own.
//! Replies to messages are retried for as long.
//!
//! They are not stored: after a restart, Discord itself ends the wait and says that there was no answer.

use std::time::{Duration, Instant};

use app::{Span, Text, Timestamp};
use serenity::all::{ChannelId, UserId};
use text::{Lang, msg};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::messages::{self, RenderedCard};
use super::rest::{Payload, Token};
use super::retry::{
    Backoff, ErrorClass, OutboxError, Retry, classify_request, code, code_of, request_error,
};
use super::{Bot, ids};
use runtime::telemetry;

/// Discord accepts an interaction's token for 15 minutes from its creation; the rest is for the event's way here.
const TOKEN_LIFE: Duration = Duration::from_secs(14 * 60 + 30);
/// Answers that may wait for the end of an outage at once. Each holds its pictures in memory.
const MAX_LATE: usize = 500;

/// The places of answers that could not be given at once.
pub(super) struct LateAnswers(Semaphore);

impl Default for LateAnswers {
    fn default() -> Self {
        Self(Semaphore::new(MAX_LATE))
    }
}

/// An interaction whose answer is awaited.
pub(super) struct Awaited {
    pub(super) token: Token,
    pub(super) user: UserId,
    pub(super) channel: ChannelId,
    pub(super) lang: Lang,
    pub(super) arrived: Arrival,
}

/// When an interaction arrived.
#[derive(Clone)]
pub(super) struct Arrival {
    instant: Instant,
    time: Timestamp,
}

impl Arrival {
    pub(super) fn now(bot: &Bot) -> Self {
        let since = telemetry::since_arrival();
        let now = Instant::now();
        Self {
            instant: now.checked_sub(since).unwrap_or(now),
            time: bot.service.now(),
        }
    }

    #[cfg(test)]
    pub(super) fn at(time: Timestamp) -> Self {
        let instant = Instant::now();
        Self { instant, time }
    }

    /// How much longer the token is valid; `None` if it expired by either clock. The monotonic one stops while the machine
    /// sleeps, and the other may be set.
    pub(super) fn left(&self, now: Timestamp) -> Option<Duration> {
        let Span(by_date) = now.since(self.time);
        let by_date = Duration::from_millis(u64::try_from(by_date).unwrap_or(0));
        TOKEN_LIFE
            .checked_sub(self.instant.elapsed().max(by_date))
            .filter(|left| !left.is_zero())
    }
}

/// What becomes of an acknowledgment.
pub(super) enum Reply {
    /// It becomes this message.
    Response(RenderedCard),
    /// This message follows it, for the person alone.
    FollowUp(RenderedCard),
    /// It is deleted: the outcome is public.
    Nothing,
}

impl Awaited {
    pub(super) fn new(
        bot: &Bot,
        token: Token,
        user: UserId,
        channel: ChannelId,
        locale: &str,
    ) -> Self {
        Self {
            token,
            user,
            channel,
            lang: super::lang(locale),
            arrived: Arrival::now(bot),
        }
    }

    /// Answers, if need be late and by another message.
    ///
    /// # Errors
    /// A permanent one, or when the program stops.
    pub(super) async fn answer(&self, bot: &Bot, reply: Reply) -> anyhow::Result<()> {
        let token = &self.token;
        match reply {
            Reply::Response(card) => {
                let payload = card.clone().quiet();
                let attempt = || bot.rest.edit_response(token, &payload);
                self.give(bot, Some(card), attempt).await
            }
            Reply::FollowUp(card) => {
                let payload = card.clone().ephemeral();
                let attempt = || bot.rest.follow_up(token, &payload);
                self.give(bot, Some(card), attempt).await
            }
            Reply::Nothing => {
                let attempt = || bot.rest.delete_response(token);
                self.give(bot, None, attempt).await
            }
        }
    }

    async fn give<F>(
        &self,
        bot: &Bot,
        card: Option<RenderedCard>,
        attempt: impl Fn() -> F,
    ) -> anyhow::Result<()>
    where
        F: Future<Output = serenity::Result<()>>,
    {
        let mut retry = Retry::new(Backoff::ANSWER, &bot.stop);
        let mut place: Option<SemaphorePermit<'_>> = None;
        while let Some(left) = self.arrived.left(bot.service.now()) {
            let error = match timeout(left, attempt()).await {
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
                place = Some(bot.late_answers.0.try_acquire()?);
            }
            if !retry.wait().await {
                return Err(error.into());
            }
        }
        // The outcome is public, and Discord ends the wait itself.
        let Some(card) = card else { return Ok(()) };
        let _place = match place {
            Some(place) => place,
            None => bot.late_answers.0.try_acquire()?,
        };
        self.answer_late(bot, card).await
    }

    /// Answers by a direct message; or, for a person who accepts none, asks in the channel to try again.
    async fn answer_late(&self, bot: &Bot, card: RenderedCard) -> anyhow::Result<()> {
        tracing::info!("answer given by another message: the interaction expired");
        let intro = Text::from(msg!("answer-late"));
        let direct = card.late(&intro, self.lang);
        let key = format!("a{}", self.token.interaction);
        let direct = direct.post(&[], &key);
        let mut retry = Retry::new(Backoff::OUTBOX, &bot.stop);
        let (begun, mut attempted) = (bot.service.now(), None);
        loop {
            let mut sent = self.send_directly(bot, &direct, attempted).await;
            if let Err(error) = &sent
                && !error.is_transient()
            {
                tracing::debug!(%error, "late answer refused as a direct message");
                sent = self.ask_again(bot, &key, attempted).await;
            }
            match sent {
                Err(error) if error.is_transient() => {
                    telemetry::request_failed("answer");
                    attempted = Some(begun);
                    if !retry.wait().await {
                        return Err(error.into());
                    }
                }
                outcome => return Ok(outcome?),
            }
        }
    }

    async fn send_directly(
        &self,
        bot: &Bot,
        message: &Payload,
        attempted: Option<Timestamp>,
    ) -> Result<(), OutboxError> {
        let channel = bot
            .rest
            .direct_messages(self.user)
            .await
            .map_err(request_error)?;
        bot.post_once(channel, message, attempted).await?;
        Ok(())
    }

    async fn ask_again(
        &self,
        bot: &Bot,
        key: &str,
        attempted: Option<Timestamp>,
    ) -> Result<(), OutboxError> {
        let person = app::PlayerId::new(ids::name(self.user.get()));
        let words = app::messages::called(&person, msg!("answer-lost").into());
        let message = messages::words(&words, self.lang).post(&[person], key);
        bot.post_once(self.channel, &message, attempted).await?;
        Ok(())
    }
}

/// Replies to a message, if need be late.
///
/// # Errors
/// A permanent one, or when the time is over or the program stops.
pub(super) async fn reply(bot: &Bot, channel: ChannelId, reply: &Payload) -> anyhow::Result<()> {
    let arrived = Arrival::now(bot);
    let mut retry = Retry::new(Backoff::ANSWER, &bot.stop);
    let (mut attempted, mut place) = (None, None);
    loop {
        let Err(error) = bot.post_once(channel, reply, attempted).await else {
            return Ok(());
        };
        telemetry::request_failed("answer");
        let is_over = arrived.left(bot.service.now()).is_none();
        if is_over || !error.is_transient() {
            return Err(error.into());
        }
        if place.is_none() {
            place = Some(bot.late_answers.0.try_acquire()?);
        }
        attempted = Some(arrived.time);
        if !retry.wait().await {
            return Err(error.into());
        }
    }
}

/// Whether Discord no longer accepts the interaction's token.
fn is_expired(error: &serenity::Error) -> bool {
    matches!(
        code_of(error),
        Some(code::UNKNOWN_WEBHOOK | code::INVALID_WEBHOOK_TOKEN)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_expires_by_either_clock() {
        const MINUTE: i64 = 60_000;
        let arrival = Arrival {
            instant: Instant::now(),
            time: Timestamp(100 * MINUTE),
        };
        let left = |minute: i64| arrival.left(Timestamp(minute * MINUTE));
        assert!(left(100).is_some_and(|left| left > Duration::from_mins(14)));
        assert!(left(114).is_some_and(|left| left <= Duration::from_secs(30)));
        assert_eq!(left(115), None, "the machine slept");
        assert!(left(10).is_some(), "the clock was set back");
        let old = Instant::now().checked_sub(Duration::from_mins(15));
        let arrival = Arrival {
            instant: old.expect("the machine runs for long enough"),
            ..arrival
        };
        assert_eq!(arrival.left(Timestamp(10 * MINUTE)), None);
    }
}

//! Answers after an interaction expired.

use app::{Text, Timestamp};
use text::msg;

use super::Awaited;
use crate::bot::Bot;
use crate::outbox::dedup;
use crate::rest::Payload;
use crate::rest::error::{OutboxError, request_error};
use crate::retry::{Backoff, Retry};
use crate::{ids, render};
use runtime::telemetry;

/// Answers by a direct message; or, for a person who accepts none, asks in the channel to try again.
pub(super) async fn answer(
    awaited: &Awaited,
    bot: &Bot,
    card: render::RenderedCard,
) -> Result<(), OutboxError> {
    tracing::info!("answer given by another message: the interaction expired");
    let intro = Text::from(msg!("answer-late"));
    let direct = card.late(&intro, awaited.lang);
    let key = format!("a{}", awaited.token.interaction);
    let direct = direct.post(&[], &key);
    let mut retry = Retry::new(Backoff::OUTBOX, &bot.stop);
    let (begun, mut attempted) = (bot.service.now(), None);
    loop {
        let mut sent = send_directly(awaited, bot, &direct, attempted).await;
        if let Err(error) = &sent
            && !error.is_transient()
        {
            tracing::debug!(%error, "late answer refused as a direct message");
            sent = ask_again(awaited, bot, &key, attempted).await;
        }
        match sent {
            Err(error) if error.is_transient() => {
                telemetry::request_failed("answer");
                attempted = Some(begun);
                if !retry.wait().await {
                    return Err(error);
                }
            }
            outcome => return outcome,
        }
    }
}

async fn send_directly(
    awaited: &Awaited,
    bot: &Bot,
    message: &Payload,
    attempted: Option<Timestamp>,
) -> Result<(), OutboxError> {
    let channel = bot.rest.direct_messages(awaited.user).await;
    let channel = channel.map_err(request_error)?;
    dedup::post(bot, channel, message, attempted).await?;
    Ok(())
}

async fn ask_again(
    awaited: &Awaited,
    bot: &Bot,
    key: &str,
    attempted: Option<Timestamp>,
) -> Result<(), OutboxError> {
    let person = app::PlayerId::new(ids::name(awaited.user.get()));
    let words = app::messages::called(&person, msg!("answer-lost").into());
    let message = render::words(&words, awaited.lang).post(&[person], key);
    dedup::post(bot, awaited.channel, &message, attempted).await?;
    Ok(())
}

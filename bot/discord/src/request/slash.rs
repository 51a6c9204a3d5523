//! Slash commands.

use app::card::Card;
use serenity::all::{
    CommandInteraction, CreateInteractionResponse, CreateInteractionResponseMessage,
};

use super::perform::carry_out;
use crate::bot::Bot;
use crate::parse::{self, origin::Origin};
use crate::permissions::settings;
use crate::respond::{Awaited, Reply};
use crate::rest::error::{ErrorClass, classify_request};
use crate::retry::acknowledge;
use app::messages;

pub(super) async fn answer(bot: &Bot, slash: &CommandInteraction) -> anyhow::Result<()> {
    let origin = Origin::from(slash);
    let awaited = Awaited::new(bot, &origin);
    defer(bot, &awaited).await?;
    let settings = settings(bot, origin.venue().server).await;
    let (data, usual) = (&slash.data, settings.variant());
    let card = match parse::slash::command(&data.name, &data.options(), usual) {
        Err(wrong) => Some(Card::words(wrong)),
        Ok(command) => carry_out(bot, &origin, origin.context(), command, Some(settings))
            .await
            .unwrap_or_else(Some),
    };
    let reply = match card {
        Some(card) => Reply::Response(bot.render(card, awaited.lang).await),
        None => Reply::Nothing,
    };
    awaited.answer(bot, reply).await?;
    welcome(bot, &origin, &awaited).await
}

/// Acknowledges a command, which shows "thinking ..." until it is answered.
async fn defer(bot: &Bot, awaited: &Awaited) -> anyhow::Result<()> {
    let thinking = CreateInteractionResponseMessage::new().ephemeral(true);
    let thinking = CreateInteractionResponse::Defer(thinking);
    let Err(error) = acknowledge(|| bot.rest.respond(&awaited.token, &thinking)).await else {
        return Ok(());
    };
    // Discord may have received an acknowledgment whose response was lost: then it shows "thinking ..." until this.
    if classify_request(&error) == ErrorClass::Transient {
        let card = Card::words(messages::too_late());
        let answer = bot.render(card, awaited.lang).await;
        awaited.answer(bot, Reply::Response(answer)).await?;
    }
    Err(error.into())
}

/// Shows the welcome to the person who gives the first command on a server that could not be welcomed in a channel.
async fn welcome(bot: &Bot, origin: &Origin<'_>, awaited: &Awaited) -> anyhow::Result<()> {
    let Some(server) = origin.venue().server else {
        return Ok(());
    };
    let due = bot.service.run_blocking(move |service| {
        if !service.app().owes_welcome(&server)? {
            return Ok(None);
        }
        let moment = service.moment();
        service.app().first_command(&server, moment)
    });
    match due.await {
        Ok(Some(card)) => {
            let card = bot.render(card, awaited.lang).await;
            awaited.answer(bot, Reply::FollowUp(card)).await
        }
        Ok(None) => Ok(()),
        Err(failure) => {
            tracing::error!(?failure, "welcome not shown");
            Ok(())
        }
    }
}

//! Slash commands, and suggestions while their options are typed.

use app::card::Card;
use app::{Command, Failure, Suggestion, messages};
use serenity::all::{
    CommandInteraction, CreateAutocompleteResponse, CreateInteractionResponse,
    CreateInteractionResponseMessage,
};

use super::perform::carry_out;
use crate::bot::Bot;
use crate::parse::{self, origin::Origin};
use crate::permissions::settings;
use crate::request_retry::acknowledge;
use crate::respond::Awaited;

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
    awaited.answer(bot, card, false).await?;
    // If no channel took the welcome, it is shown to the person who gives the first command.
    let welcome = match origin.venue().server {
        Some(server) => bot.service.welcome(server).await,
        None => None,
    };
    awaited.answer(bot, welcome, true).await
}

/// Acknowledges a command, which shows "thinking ..." until it is answered.
async fn defer(bot: &Bot, awaited: &Awaited<'_>) -> anyhow::Result<()> {
    let thinking = CreateInteractionResponseMessage::new().ephemeral(true);
    let thinking = CreateInteractionResponse::Defer(thinking);
    let Err(error) = acknowledge(|| bot.rest.respond(&awaited.token, &thinking)).await else {
        return Ok(());
    };
    // Discord may have received an acknowledgment whose response was lost: then it shows "thinking ..." until this.
    if error.is_transient() {
        let card = Card::words(messages::too_late());
        awaited.answer(bot, Some(card), false).await?;
    }
    Err(error.into())
}

/// Answers with suggestions for the option that is being typed.
pub(super) async fn suggest(bot: &Bot, typing: &CommandInteraction) -> anyhow::Result<()> {
    let origin = Origin::from(typing);
    let request = origin.request(origin.suggestion_context(), Command::Games);
    let options = typing.data.options();
    let suggestions = match parse::slash::completion(&typing.data.name, &options) {
        Some((completion, typed)) => {
            let typed = typed.to_owned();
            bot.service
                .query(move |service| service.app().suggest(&request, completion, &typed))
                .await
        }
        None => Ok(Vec::new()),
    };
    let suggestions = suggestions.unwrap_or_else(|failure| {
        // A refusal means that there is no game to suggest moves for, which the command itself will say.
        if !matches!(failure, Failure::Refused(_)) {
            tracing::error!(?failure, "suggestions not loaded");
        }
        Vec::new()
    });
    let none = CreateAutocompleteResponse::new();
    let choices = suggestions.into_iter().fold(none, |all, one| {
        let label = one.label.to_string();
        let label: String = label.chars().take(Suggestion::LABEL_LENGTH).collect();
        all.add_string_choice(label, one.value)
    });
    let response = CreateInteractionResponse::Autocomplete(choices);
    Ok(bot.rest.respond(&origin.token(), &response).await?)
}

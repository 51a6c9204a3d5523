//! Answers while the database is away: people who pressed or typed something learn that nothing came of it.

use app::messages;
use serenity::all::{
    CreateAutocompleteResponse, CreateInteractionResponse, CreateInteractionResponseMessage,
    Interaction,
};

use crate::Bot;
use crate::render::markdown;
use crate::request::token;

/// Answers an interaction by saying that nothing can be saved now.
///
/// This process cannot know whether another one has taken over and received the interaction, too. Discord takes one answer: if
/// the other one has given it by now, this one is refused.
///
/// # Errors
/// Discord's.
pub(crate) async fn decline(bot: &Bot, interaction: &Interaction) -> serenity::Result<()> {
    let (token, locale) = match interaction {
        Interaction::Command(it) => (token(it.application_id, it.id, &it.token), &it.locale),
        Interaction::Component(it) => (token(it.application_id, it.id, &it.token), &it.locale),
        Interaction::Modal(it) => (token(it.application_id, it.id, &it.token), &it.locale),
        Interaction::Autocomplete(it) => {
            let token = token(it.application_id, it.id, &it.token);
            let nothing = CreateAutocompleteResponse::new();
            let response = CreateInteractionResponse::Autocomplete(nothing);
            return bot.rest.respond(&token, &response).await;
        }
        _ => return Ok(()),
    };
    let words = markdown::content(&messages::store_failed(), crate::lang(locale));
    let message = CreateInteractionResponseMessage::new()
        .content(words)
        .ephemeral(true);
    let response = CreateInteractionResponse::Message(message);
    bot.rest.respond(&token, &response).await
}

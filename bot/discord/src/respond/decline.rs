//! Answers while the database is unreachable.

use app::messages;
use serenity::all::{
    CreateAutocompleteResponse, CreateInteractionResponse, CreateInteractionResponseMessage,
    Interaction,
};

use crate::bot::Bot;
use crate::parse::origin::Origin;
use crate::render::markdown;
use crate::rest;

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

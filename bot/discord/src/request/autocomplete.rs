//! Suggestions while an option is typed.

use app::{Command, Failure, Suggestion};
use serenity::all::{CommandInteraction, CreateAutocompleteResponse, CreateInteractionResponse};

use crate::bot::Bot;
use crate::parse::{self, origin::Origin};

pub(super) async fn answer(bot: &Bot, typing: &CommandInteraction) -> anyhow::Result<()> {
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
    let choices = choices(suggestions.unwrap_or_else(|failure| {
        // A refusal means that there is no game to suggest moves for, which the command itself will say.
        if !matches!(failure, Failure::Refused(_)) {
            tracing::error!(?failure, "suggestions not loaded");
        }
        Vec::new()
    }));
    let response = CreateInteractionResponse::Autocomplete(choices);
    Ok(bot.rest.respond(&origin.token(), &response).await?)
}

fn choices(suggestions: Vec<Suggestion>) -> CreateAutocompleteResponse {
    suggestions
        .into_iter()
        .fold(CreateAutocompleteResponse::new(), |all, one| {
            let label = one.label.to_string();
            let label: String = label.chars().take(Suggestion::LABEL_LENGTH).collect();
            all.add_string_choice(label, one.value)
        })
}

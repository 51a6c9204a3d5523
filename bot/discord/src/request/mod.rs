//! Requests of people: interactions are acknowledged first, then carried out, then answered.

mod perform;
mod press;
mod slash;
pub(crate) mod typed;

use serenity::all::Interaction;

use crate::bot::Bot;

pub(crate) async fn interaction(bot: &Bot, interaction: &Interaction) -> anyhow::Result<()> {
    match interaction {
        Interaction::Command(command) => slash::answer(bot, command).await,
        Interaction::Autocomplete(typing) => slash::suggest(bot, typing).await,
        Interaction::Component(component) => press::answer(bot, component).await,
        Interaction::Modal(modal) => press::submitted(bot, modal).await,
        _ => Ok(()),
    }
}

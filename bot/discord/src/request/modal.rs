//! Modals: opened by a press, and submitted.

use app::card::{Card, Modal};
use app::{Action, Context, messages};
use serenity::all::{
    CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, InputTextStyle,
    ModalInteraction,
};
use text::Lang;

use super::opponent;
use super::perform::carry_out;
use crate::bot::Bot;
use crate::outbox::edit;
use crate::parse::component::{FIELDS, written};
use crate::parse::origin::Origin;
use crate::render::is_ephemeral;
use crate::respond::{Awaited, Reply};
use crate::retry::acknowledge;

/// Creates the modal of a form.
pub(super) fn create(action: Action, form: &Modal, lang: Lang) -> CreateModal {
    let plain = |text| lang.plain(text);
    let rows = FIELDS.iter().zip(&form.fields).map(|(name, field)| {
        let input = CreateInputText::new(InputTextStyle::Short, plain(&field.label), *name)
            .placeholder(plain(&field.example))
            .required(!field.optional)
            .min_length((!field.optional).into())
            .max_length(field.max_length);
        CreateActionRow::InputText(if field.value.is_empty() {
            input
        } else {
            input.value(field.value.clone())
        })
    });
    CreateModal::new(action.address(), plain(&form.title)).components(rows.collect())
}

pub(super) async fn answer(bot: &Bot, submitted: &ModalInteraction) -> anyhow::Result<()> {
    let origin = Origin::from(submitted);
    let awaited = Awaited::new(bot, &origin);
    let seen = CreateInteractionResponse::Acknowledge;
    acknowledge(|| bot.rest.respond(&awaited.token, &seen)).await?;
    if let Some(message) = &submitted.message {
        edit::record_press(bot, message, &awaited.token, &awaited.arrived);
    }
    let private = submitted
        .message
        .as_deref()
        .filter(|message| is_ephemeral(message));
    if let Some(message) = private {
        bot.activity
            .forget(submitted.channel_id.get(), message.id.get());
    }
    let action = Action::from_address(&submitted.data.custom_id);
    let context = origin.context();
    let context = Context {
        // In a thread, submitting a form counts as typing.
        pressed: context.parent.is_none(),
        ..context
    };
    let outcome = match action.and_then(|action| action.command(Some(&written(submitted)))) {
        Some(command) => match opponent::refusal(bot, &origin, &command).await {
            Some(refusal) => Err(Card::words(refusal)),
            None => carry_out(bot, &origin, context, command, None).await,
        },
        None => Err(Card::words(messages::unknown_button())),
    };
    // The private menu that opened the modal becomes the answer; after a refusal it stays for another try.
    let is_done = outcome.is_ok();
    let reply = match outcome.unwrap_or_else(Some) {
        None if private.is_some() => Reply::Nothing,
        None => return Ok(()),
        Some(card) => {
            let rendered = bot.render(card, awaited.lang).await;
            if private.is_some() && is_done {
                Reply::Response(rendered)
            } else {
                Reply::FollowUp(rendered)
            }
        }
    };
    awaited.answer(bot, reply).await
}

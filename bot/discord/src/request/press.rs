//! Pressed buttons, choices from menus, and forms: opened by a press, and submitted.

use std::time::Duration;

use app::card::{Card, Modal};
use app::store::StoreError;
use app::{Action, Context, Failure, Person, messages};
use serenity::all::{
    ComponentInteraction, CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal,
    InputTextStyle, ModalInteraction,
};
use text::Lang;

use super::perform::{carry_out, unfit_opponent};
use crate::bot::Bot;
use crate::outbox::edit;
use crate::parse::component::{self, FIELDS};
use crate::parse::origin::Origin;
use crate::permissions::has_unfit_role;
use crate::render::is_ephemeral;
use crate::request_retry::acknowledge;
use crate::respond::{self, Awaited};

pub(super) async fn answer(bot: &Bot, press: &ComponentInteraction) -> anyhow::Result<()> {
    let origin = Origin::from(press);
    let awaited = Awaited::new(bot, &origin);
    let chosen = component::chosen(press);
    let action = component::action(press, chosen.as_deref());
    let form = match action {
        Some(action) => form(bot, origin.person(), action).await,
        None => Ok(None),
    };
    if let (Some(action), Ok(Some(form))) = (action, &form) {
        let modal = CreateInteractionResponse::Modal(modal(action, form, origin.lang()));
        return Ok(acknowledge(|| bot.rest.respond(&awaited.token, &modal)).await?);
    }
    let seen = CreateInteractionResponse::Acknowledge;
    acknowledge(|| bot.rest.respond(&awaited.token, &seen)).await?;
    edit::record_press(bot, &press.message, &awaited.token, &awaited.arrived);
    let (card, stays) = match form {
        Ok(_) => obey(bot, press, &origin, action, chosen.as_deref()).await,
        Err(failure) => {
            let card = respond::failed(&failure);
            (Some(card), !is_ephemeral(&press.message))
        }
    };
    let is_answered = card.is_none() && action.is_some_and(|action| is_question(press, action));
    awaited.answer(bot, card, stays && !is_answered).await
}

/// Whether a public message goes away once answered: a question about typed text, or a notice of an offer. Both are replies.
fn is_question(press: &ComponentInteraction, action: Action) -> bool {
    match action {
        Action::SureMove(..) | Action::InGame(_) | Action::MoveIn(_) | Action::PremoveIn(_) => true,
        Action::AcceptDraw(_)
        | Action::DeclineDraw(_)
        | Action::TakeBack(..)
        | Action::DeclineTakeBack(_) => press.message.message_reference.is_some(),
        _ => false,
    }
}

/// Carries out what a button asks for. Returns the private answer, or `None` if the outcome is public; and whether the pressed message
/// stays beside it. A public one does; a private one becomes the answer or is deleted.
async fn obey(
    bot: &Bot,
    press: &ComponentInteraction,
    origin: &Origin<'_>,
    action: Option<Action>,
    chosen: Option<&str>,
) -> (Option<Card>, bool) {
    let is_public = !is_ephemeral(&press.message);
    let Some(command) = action.and_then(|action| action.command(chosen)) else {
        if component::chose_bot(press) {
            // The menu is still there for another choice.
            return (Some(Card::words(messages::bots_are_not_invited())), true);
        }
        return (Some(Card::words(messages::unknown_button())), is_public);
    };
    if let Some(refusal) = unfit_opponent(bot, origin, &command).await {
        return (Some(Card::words(refusal)), is_public);
    }
    let context = Context {
        unfit_role: has_unfit_role(press),
        pressed: true,
        ..origin.context()
    };
    let posts = command.posts();
    let outcome = carry_out(bot, origin, context, command, None).await;
    // A card that could not be posted can still be posted elsewhere.
    let stays = is_public || posts && outcome.is_err();
    (outcome.unwrap_or_else(Some), stays)
}

/// Time limit of reading for a form: Discord waits three seconds.
const FORM_TIMEOUT: Duration = Duration::from_secs(2);

/// Returns the form that an action opens, if it opens one and the person may fill it in. A form can't be deferred, so those for
/// moves and tournament plans only read the store, and others not even that.
async fn form(bot: &Bot, who: Person, action: Action) -> Result<Option<Modal>, Failure> {
    if !matches!(action, Action::WriteMove(..) | Action::EditPlan(..)) {
        return Ok(messages::form(action));
    }
    let form = bot
        .service
        .query(move |service| service.app().form(&who, action));
    let late = |_| Err(StoreError::Unavailable("slow to answer".into()).into());
    tokio::time::timeout(FORM_TIMEOUT, form)
        .await
        .unwrap_or_else(late)
}

fn modal(action: Action, form: &Modal, lang: Lang) -> CreateModal {
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

/// Answers a submitted form.
pub(super) async fn submitted(bot: &Bot, modal: &ModalInteraction) -> anyhow::Result<()> {
    let origin = Origin::from(modal);
    let awaited = Awaited::new(bot, &origin);
    let seen = CreateInteractionResponse::Acknowledge;
    acknowledge(|| bot.rest.respond(&awaited.token, &seen)).await?;
    if let Some(message) = &modal.message {
        edit::record_press(bot, message, &awaited.token, &awaited.arrived);
    }
    let is_private = modal.message.as_deref().is_some_and(is_ephemeral);
    let action = Action::from_address(&modal.data.custom_id);
    let mut context = origin.context();
    // In a thread, submitting a form counts as typing.
    context.pressed = context.parent.is_none();
    let outcome = match action.and_then(|action| action.command(Some(&component::written(modal)))) {
        Some(command) => match unfit_opponent(bot, &origin, &command).await {
            Some(refusal) => Err(Card::words(refusal)),
            None => carry_out(bot, &origin, context, command, None).await,
        },
        None => Err(Card::words(messages::unknown_button())),
    };
    // The private menu that opened the modal becomes the answer; after a refusal it stays for another try.
    let stays = !is_private || outcome.is_err();
    let card = outcome.unwrap_or_else(Some);
    awaited.answer(bot, card, stays).await
}

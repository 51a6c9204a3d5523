//! Pressed buttons and choices from menus.

use app::card::{Card, Modal};
use app::{Action, Context, Failure, Person, messages};
use serenity::all::{ComponentInteraction, CreateInteractionResponse};

use super::modal;
use super::perform::carry_out;
use crate::bot::Bot;
use crate::outbox::edit;
use crate::parse::{component, origin::Origin};
use crate::permissions::has_unfit_role;
use crate::render::{is_ephemeral, render};
use crate::respond::{self, Awaited, Reply};
use crate::retry::acknowledge;

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
        let modal = modal::create(action, form, awaited.lang);
        let modal = CreateInteractionResponse::Modal(modal);
        return Ok(acknowledge(|| bot.rest.respond(&awaited.token, &modal)).await?);
    }
    let seen = CreateInteractionResponse::Acknowledge;
    acknowledge(|| bot.rest.respond(&awaited.token, &seen)).await?;
    edit::record_press(bot, &press.message, &awaited.token, &awaited.arrived);
    let pressed = match form {
        Ok(_) => obey(bot, press, &origin, action, chosen.as_deref()).await,
        Err(failure) => Pressed::refused(press, respond::failed(&failure)),
    };
    // Only the question before a move goes with its answer, where it was a public reply to a typed move.
    let is_question = matches!(action, Some(Action::SureMove(..)));
    let reply = match pressed.card {
        None if pressed.stays && !is_question => return Ok(()),
        None => Reply::Nothing,
        Some(card) => {
            let rendered = render(&bot.artist, card, awaited.lang).await;
            if pressed.stays {
                Reply::FollowUp(rendered)
            } else {
                Reply::Response(rendered)
            }
        }
    };
    awaited.answer(bot, reply).await
}

/// Outcome of a press.
struct Pressed {
    /// The private answer; `None` if the outcome is public.
    card: Option<Card>,
    /// Whether the pressed message stays beside the answer. A public one does; a private one becomes the answer or is deleted.
    stays: bool,
}

impl Pressed {
    fn refused(press: &ComponentInteraction, card: Card) -> Self {
        Self {
            card: Some(card),
            stays: !is_ephemeral(&press.message),
        }
    }
}

/// Carries out what a button asks for.
async fn obey(
    bot: &Bot,
    press: &ComponentInteraction,
    origin: &Origin<'_>,
    action: Option<Action>,
    chosen: Option<&str>,
) -> Pressed {
    let is_public = !is_ephemeral(&press.message);
    let Some(command) = action.and_then(|action| action.command(chosen)) else {
        if component::chose_bot(press) {
            return Pressed {
                card: Some(Card::words(messages::bots_are_not_invited())),
                // The menu is still there for another choice.
                stays: true,
            };
        }
        return Pressed::refused(press, Card::words(messages::unknown_button()));
    };
    let context = Context {
        unfit_role: has_unfit_role(press),
        ..origin.context()
    };
    let posts = command.posts();
    let outcome = carry_out(bot, origin, context, command, None).await;
    Pressed {
        // A card that could not be posted can still be posted elsewhere.
        stays: is_public || posts && outcome.is_err(),
        card: outcome.unwrap_or_else(Some),
    }
}

/// Returns the form that an action opens, if it opens one and the person may fill it in. Discord can't wait for a form, so that
/// for a move only reads the store, and others nothing.
async fn form(bot: &Bot, who: Person, action: Action) -> Result<Option<Modal>, Failure> {
    if !matches!(action, Action::WriteMove(..)) {
        return Ok(messages::form(action));
    }
    bot.service
        .run_blocking(move |service| service.app().form(&who, action))
        .await
}

//! Pressed buttons and choices from menus.

use std::time::Duration;

use app::card::{Card, Modal};
use app::store::StoreError;
use app::{Action, Context, Failure, Person, messages};
use serenity::all::{ComponentInteraction, CreateInteractionResponse};

use super::perform::carry_out;
use super::{modal, opponent};
use crate::bot::Bot;
use crate::outbox::edit;
use crate::parse::{component, origin::Origin};
use crate::permissions::has_unfit_role;
use crate::render::is_ephemeral;
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
    if is_ephemeral(&press.message) {
        bot.activity
            .forget(press.channel_id.get(), press.message.id.get());
    }
    let pressed = match form {
        Ok(_) => obey(bot, press, &origin, action, chosen.as_deref()).await,
        Err(failure) => Pressed::refused(press, respond::failed(&failure)),
    };
    let is_question = action.is_some_and(|action| is_question(press, action));
    let reply = match pressed.card {
        None if pressed.stays && !is_question => return Ok(()),
        None => Reply::Nothing,
        Some(card) => {
            let rendered = bot.render(card, awaited.lang).await;
            if pressed.stays {
                Reply::FollowUp(rendered)
            } else {
                Reply::Response(rendered)
            }
        }
    };
    awaited.answer(bot, reply).await
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
    if let Some(refusal) = opponent::refusal(bot, origin, &command).await {
        return Pressed::refused(press, Card::words(refusal));
    }
    let context = Context {
        unfit_role: has_unfit_role(press),
        pressed: true,
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

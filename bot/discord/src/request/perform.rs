//! Commands, checked and carried out.

use app::card::Card;
use app::{Command, Context, EffectiveSettings, Request};
use text::Lang;

use crate::bot::Bot;
use crate::ids::{self, Recipient};
use crate::parse::origin::Origin;
use crate::permissions::Place;
use crate::respond;
use runtime::requests;

/// Carries out a command of an interaction, if the bot may post there what the command leads to. Returns the private answer, if
/// there is one.
///
/// # Errors
/// The card that says why nothing was done.
pub(super) async fn carry_out(
    bot: &Bot,
    origin: &Origin<'_>,
    context: Context,
    command: Command,
    settings: Option<EffectiveSettings>,
) -> Result<Option<Card>, Card> {
    let place = Place {
        bot,
        origin,
        settings,
    };
    if let Some(refusal) = requests::precheck(&command, &context, &place).await {
        return Err(Card::words(refusal));
    }
    perform(bot, origin.lang(), origin.request(context, command)).await
}

/// Carries out a request, and returns its private answer, if there is one.
///
/// # Errors
/// The card that says why nothing was done.
pub(super) async fn perform(bot: &Bot, lang: Lang, request: Request) -> Result<Option<Card>, Card> {
    if request.venue.server.is_none()
        && let Some(user) = ids::user(&request.who.id)
    {
        // They may have let direct messages in again.
        bot.pauses.accepted(&Recipient::User(user));
    }
    let performed = requests::perform(&bot.service, &bot.admission, &bot.pool, lang, request);
    match performed.await {
        Ok(answer) => Ok(respond::private(answer)),
        Err(failure) => Err(respond::failed(&failure)),
    }
}

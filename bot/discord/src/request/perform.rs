//! Commands, checked and carried out.

use app::card::Card;
use app::effect::Answer;
use app::{Command, Context, EffectiveSettings, Failure, Request, Text, messages};
use text::Lang;

use crate::bot::Bot;
use crate::ids::{self, Recipient};
use crate::parse::origin::Origin;
use crate::{permissions, respond};
use runtime::requests;
use runtime::service::Turn;

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
    let request = origin.request(context, command);
    let turn = bot.service.turn(&request.who.id).await;
    let missing = permissions::missing(bot, origin, &request.command, settings);
    let accepts = Box::pin(permissions::accepts_messages(bot, origin.channel_id));
    let refusal = requests::precheck(&request.command, &request.context, missing, accepts);
    if let Some(refusal) = refusal.await {
        return Err(Card::words(refusal));
    }
    // Discord shows a secret to the person alone.
    let answer = perform(bot, origin.lang(), turn, request).await;
    answer
        .map(Answer::into_card)
        .map_err(|failure| respond::failed(&failure))
}

/// Carries out a request in the person's turn, and returns its answer.
pub(super) async fn perform(
    bot: &Bot,
    lang: Lang,
    turn: Turn,
    request: Request,
) -> Result<Answer, Failure> {
    if request.venue.server.is_none()
        && let Some(user) = ids::user(&request.who.id)
    {
        // They may have let direct messages in again.
        bot.pauses.accepted(&Recipient::User(user));
    }
    requests::perform(&bot.service, &bot.admission, &bot.pool, lang, turn, request).await
}

/// Returns why the opponent that an address names, which may be forged, can't be challenged on a server, if they can't. Discord
/// resolves opponents that are typed. If it doesn't answer, they can.
pub(super) async fn unfit_opponent(
    bot: &Bot,
    origin: &Origin<'_>,
    command: &Command,
) -> Option<Text> {
    let server = origin.guild?;
    let Command::Challenge {
        opponent: Some(person),
        ..
    } = command
    else {
        return None;
    };
    let Some(user) = ids::user(&person.id) else {
        return Some(messages::not_a_member());
    };
    match bot.rest.is_bot(server, user).await {
        Ok(true) => Some(messages::bots_are_not_challenged()),
        Err(error) if !error.is_transient() => Some(messages::not_a_member()),
        _ => None,
    }
}

//! Handles an event.

use std::sync::Arc;

use crate::account::{Event, EventKind};
use crate::bot::Bot;
use crate::error::HandleError;
use crate::parse::{self, Parsed};
use crate::{request, respond, rooms};

/// Carries out what an event asks for.
pub(crate) async fn handle(bot: &Arc<Bot>, event: &Event) -> Result<(), HandleError> {
    let is_own = event.sender == bot.homeserver().me();
    match &event.kind {
        EventKind::Message(message) if !is_own => {
            let parsed = parse::message(bot, event, message).await?;
            carry_out(bot, parsed).await
        }
        EventKind::Reaction(reaction) if !is_own => {
            let parsed = parse::reaction(bot, event, reaction).await?;
            carry_out(bot, parsed).await
        }
        EventKind::Edited { of } if !is_own => carry_out(bot, parse::edit(bot, event, of)).await,
        EventKind::Echo { .. }
        | EventKind::Message(_)
        | EventKind::Reaction(_)
        | EventKind::Edited { .. } => Ok(()),
        EventKind::Invited { is_direct } => rooms::invited(bot, event, *is_direct).await,
        EventKind::Postponed { wait } => {
            rooms::postponed(bot, event, *wait);
            Ok(())
        }
        EventKind::Membership(membership) => rooms::membership(bot, event, membership).await,
        EventKind::PowersChanged => rooms::may_post(bot, &event.room).await,
        EventKind::Upgraded { to } => {
            rooms::upgraded(bot, to);
            Ok(())
        }
        EventKind::Unreadable => rooms::unreadable(bot, event).await,
    }
}

async fn carry_out(bot: &Arc<Bot>, parsed: Option<Parsed>) -> Result<(), HandleError> {
    let Some(Parsed { origin, intent }) = parsed else {
        return Ok(());
    };
    let outcome = request::carry_out(bot, &origin, intent).await?;
    if outcome.response.is_some() {
        let key = (origin.room.clone(), origin.event.clone());
        bot.requests.insert(key, origin.clone());
    }
    respond::respond(bot, origin, outcome).await;
    Ok(())
}

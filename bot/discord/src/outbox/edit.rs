//! Edits of posted messages, by the token of a recent press where there is one.
//!
//! Requests with such a token don't count against the global limit. The message stays an ordinary one: without a press, as after a
//! restart, it is edited as any other.

use app::Timestamp;
use serde_json::json;
use serenity::all::{ChannelId, Message, MessageId};

use crate::bot::Bot;
use crate::render::is_ephemeral;
use crate::request_retry;
use crate::rest;
use crate::rest::Payload;
use crate::rest::error::code;
use crate::token::{Arrival, Token};
use runtime::recent::Recent;

/// The latest press below each message.
type PressTokens = Recent<MessageId, (Token, Arrival)>;

/// Records that an interaction with this message was acknowledged without an answer of its own. A private message is
/// thereby used up, and forgotten.
pub(crate) fn record_press(bot: &Bot, message: &Message, token: &Token, arrived: &Arrival) {
    if is_ephemeral(message) {
        let (channel, id) = (message.channel_id.get(), message.id.get());
        bot.activity.forget(channel, id);
    } else {
        let press = (token.clone(), arrived.clone());
        bot.press_tokens.insert(message.id, press);
    }
}

/// Edits a message of the bot's own.
pub(super) async fn edit(
    bot: &Bot,
    channel: ChannelId,
    id: MessageId,
    message: &Payload,
) -> rest::Result<()> {
    if let Some(token) = valid_token(&bot.press_tokens, id, bot.service.now()) {
        match bot.rest.edit_response(&token, message).await {
            Err(error) if !error.is_transient() => {
                tracing::debug!(message = %id, %error, "message not edited by a press");
                bot.press_tokens.remove(&id);
            }
            outcome => return outcome.map(drop),
        }
    }
    match bot.rest.edit(channel, id, message).await {
        Err(error) if error.has_code(code::THREAD_ARCHIVED) => {
            edit_archived(bot, channel, id, message, error).await
        }
        outcome => outcome,
    }
}

/// Edits a message in an archived thread: a finished game's board changes once more after a review or a rematch.
///
/// # Errors
/// `archived` if the thread is locked.
async fn edit_archived(
    bot: &Bot,
    channel: ChannelId,
    id: MessageId,
    message: &Payload,
    archived: rest::Error,
) -> rest::Result<()> {
    let change = |is_archived: bool| {
        bot.rest
            .change_thread(channel, json!({ "archived": is_archived }))
    };
    match change(false).await {
        Err(error) if error.is_transient() => return Err(error),
        Err(_) => return Err(archived),
        Ok(()) => {}
    }
    let edited = bot.rest.edit(channel, id, message).await;
    // A repeated edit would find the thread open, and leave it so: closing is retried here, a few times.
    let closed = request_retry::request(|| change(true)).await;
    edited.and(closed)
}

/// Returns the token that edits a message; `None` if no one pressed it or the token expired.
fn valid_token(presses: &PressTokens, message: MessageId, now: Timestamp) -> Option<Token> {
    let (token, arrived) = presses.get(&message)?;
    if arrived.remaining(now).is_some() {
        return Some(token);
    }
    presses.remove(&message);
    None
}

#[cfg(test)]
mod tests {
    use serenity::all::{ApplicationId, InteractionId};

    use super::*;
    use store::Secret;

    fn token(interaction: u64) -> Token {
        Token {
            application: ApplicationId::new(1),
            interaction: InteractionId::new(interaction),
            secret: Secret::from("secret".to_owned()),
        }
    }

    #[test]
    fn the_latest_press_edits_until_it_expires() {
        let presses = PressTokens::new(10);
        let (board, other) = (MessageId::new(5), MessageId::new(6));
        for interaction in [10, 11] {
            let arrived = Arrival::of_event(Timestamp(0));
            presses.insert(board, (token(interaction), arrived));
        }
        let known = |message, minute: i64| {
            let token = valid_token(&presses, message, Timestamp(minute * 60_000));
            token.map(|token| token.interaction.get())
        };
        assert_eq!(known(board, 14), Some(11));
        assert_eq!(known(other, 0), None);
        assert_eq!(known(board, 15), None);
        assert_eq!(known(board, 0), None, "forgotten");
    }
}

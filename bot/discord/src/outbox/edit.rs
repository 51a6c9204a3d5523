//! Recent presses of the buttons below public messages. Each lets the bot edit its message by the token of the interaction, and
//! such requests do not count against the limit for all requests.
//!
//! The message stays an ordinary one. Without a press, as after a restart, it is edited as any other.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use app::Timestamp;
use serenity::all::{ChannelId, Message, MessageId};

use crate::Bot;
use crate::request::is_ephemeral;
use crate::respond::{Arrival, Awaited};
use crate::rest::{Payload, Token};
use crate::retry::{ErrorClass, classify_request};

/// The most messages whose presses are remembered.
const MAX_PRESSES: usize = 10_000;

/// The latest press below each message.
#[derive(Default)]
pub(crate) struct Presses(Mutex<BTreeMap<MessageId, (Token, Arrival)>>);

impl Presses {
    /// Records that an interaction with this message was acknowledged without an answer of its own.
    pub(crate) fn record(&self, message: &Message, press: &Awaited) {
        if is_ephemeral(message) {
            return;
        }
        self.insert(message.id, press.token.clone(), press.arrived.clone());
    }

    fn insert(&self, message: MessageId, token: Token, arrived: Arrival) {
        let mut presses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        presses.insert(message, (token, arrived));
        if presses.len() > MAX_PRESSES {
            // The oldest message.
            presses.pop_first();
        }
    }

    /// The token that edits a message; none if it was not pressed or the token expired.
    fn token(&self, message: MessageId, now: Timestamp) -> Option<Token> {
        let mut presses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (token, arrived) = presses.get(&message)?;
        if arrived.left(now).is_some() {
            return Some(token.clone());
        }
        presses.remove(&message);
        None
    }

    fn forget(&self, message: MessageId) {
        let mut presses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        presses.remove(&message);
    }
}

impl Bot {
    /// Edits a message of its own, by the token of a recent press if there is one.
    pub(crate) async fn edit_message(
        &self,
        channel: ChannelId,
        id: MessageId,
        message: &Payload,
    ) -> serenity::Result<()> {
        if let Some(token) = self.presses.token(id, self.service.now()) {
            match self.rest.edit_response(&token, message).await {
                Err(error) if classify_request(&error) != ErrorClass::Transient => {
                    tracing::debug!(message = %id, %error, "message not edited by a press");
                    self.presses.forget(id);
                }
                outcome => return outcome,
            }
        }
        self.rest.edit(channel, id, message).await
    }
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
        let presses = Presses::default();
        let (board, other) = (MessageId::new(5), MessageId::new(6));
        let now = Timestamp(0);
        for interaction in [10, 11] {
            presses.insert(board, token(interaction), Arrival::at(now));
        }
        let known = |message, minute: i64| {
            let token = presses.token(message, Timestamp(minute * 60_000));
            token.map(|token| token.interaction.get())
        };
        assert_eq!(known(board, 14), Some(11));
        assert_eq!(known(other, 0), None);
        assert_eq!(known(board, 15), None);
        assert_eq!(known(board, 0), None, "forgotten");
    }

    #[test]
    fn the_oldest_message_is_forgotten_when_there_are_too_many() {
        let presses = Presses::default();
        let now = Timestamp(0);
        for id in 1..=MAX_PRESSES as u64 + 1 {
            presses.insert(MessageId::new(id), token(id), Arrival::at(now));
        }
        assert!(presses.token(MessageId::new(1), now).is_none());
        assert!(presses.token(MessageId::new(2), now).is_some());
    }
}

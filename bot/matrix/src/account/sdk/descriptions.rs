//! Descriptions of commands in the state of rooms (MSC4391).

use matrix_sdk::deserialized_responses::RawAnySyncOrStrippedState;
use matrix_sdk::ruma::UserId;
use matrix_sdk::ruma::events::StateEventType;
use matrix_sdk::ruma::serde::{Base64, base64::Standard};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::Account;
use crate::account::homeserver::Error;

/// The type of the events, until the proposal is accepted.
const DESCRIPTION: &str = "org.matrix.msc4391.command_description";

impl Account {
    /// Sets a description in the state of a room, unless matrix-sdk's store has the same; whether that took an event.
    pub(super) async fn set_description(
        &self,
        room: &str,
        description: Value,
    ) -> Result<bool, Error> {
        let room = self.joined(room)?;
        let kind = StateEventType::from(DESCRIPTION);
        let levels = room.power_levels_or_default().await;
        if !levels.user_can_send_state(&self.me, kind.clone()) {
            let why = "the power level is too low to describe commands".to_owned();
            return Err(Error::Forbidden(why));
        }
        let command = description["command"].as_str().unwrap_or_default();
        let key = state_key(command, &self.me);
        let present = room.get_state_event(kind, &key).await?;
        if present.is_some_and(|present| content(&present).as_ref() == Some(&description)) {
            return Ok(false);
        }
        self.governor
            .perform(|| async {
                room.send_state_event_raw(DESCRIPTION, &key, description.clone())
                    .await?;
                Ok(())
            })
            .await?;
        Ok(true)
    }
}

fn content(event: &RawAnySyncOrStrippedState) -> Option<Value> {
    match event {
        RawAnySyncOrStrippedState::Sync(event) => event.get_field("content").ok()?,
        RawAnySyncOrStrippedState::Stripped(event) => event.get_field("content").ok()?,
    }
}

/// The hash of a command and its bot, which keeps the descriptions of several bots apart.
fn state_key(command: &str, user: &UserId) -> String {
    let hash = Sha256::new()
        .chain_update(command)
        .chain_update(user.as_str())
        .finalize();
    // With padding, which 32 bytes always need.
    format!("{}=", Base64::<Standard, _>::new(hash).encode())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_key_is_the_padded_hash_of_the_command_and_its_bot() {
        let draupnir = UserId::parse("@draupnir:draupnir.space").unwrap();
        let key = state_key("ban", &draupnir);
        assert_eq!(key, "JBDLR6YMe+72yqsEMi/MVdTmjN3ynPThMz+M7QLATZQ=");
    }
}

//! Serializes messages in encrypted rooms.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use tokio::sync::Mutex as AsyncMutex;

/// A lock per encrypted room.
#[derive(Default)]
pub(super) struct Encrypting(Mutex<HashMap<OwnedRoomId, Arc<AsyncMutex<()>>>>);

impl Encrypting {
    /// Returns the lock to hold while sending a message; `None` in an unencrypted room.
    pub(super) fn lock(&self, room: &RoomId, is_encrypted: bool) -> Option<Arc<AsyncMutex<()>>> {
        if !is_encrypted {
            return None;
        }
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lock = locks.entry(room.to_owned()).or_default();
        Some(Arc::clone(lock))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_are_serialized_in_encrypted_rooms_only() {
        let encrypting = Encrypting::default();
        let [secret, other, clear] =
            ["!secret:hs", "!other:hs", "!clear:hs"].map(|id| RoomId::parse(id).unwrap());
        let lock = encrypting.lock(&secret, true).unwrap();
        let _held = lock.lock().await;
        assert!(encrypting.lock(&secret, true).unwrap().try_lock().is_err());
        assert!(encrypting.lock(&other, true).unwrap().try_lock().is_ok());
        assert!(encrypting.lock(&clear, false).is_none());
    }
}

//! The account's state.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use matrix_sdk::ruma::api::client::state::get_state_event_for_key;
use matrix_sdk::ruma::events::StateEventType;
use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedRoomId, OwnedUserId, RoomId, UserId};
use matrix_sdk::{Client, Room as SdkRoom, RoomState};
use runtime::locks::Locks;
use runtime::recent::Recent;
use serde::de::DeserializeOwned;
use tokio::sync::Mutex as AsyncMutex;

use super::content::Upload;
use super::errors::invalid_id;
use super::folder::Folder;
use super::invitations::Invitations;
use super::progress::{Listening, Unacknowledged};
use super::session;
use super::settings::{MaySend, Receives, Settings};
use crate::account::homeserver::Error;

/// Rooms known to be clear: more than the account is in.
const CLEAR_ROOMS: usize = 10_000;

/// Uploads kept for retries.
const UPLOADS: usize = 64;

/// The account, on the SDK's thread.
pub(super) struct Account {
    pub(super) client: Client,
    pub(super) me: OwnedUserId,
    pub(super) receives: Receives,
    pub(super) folder: Folder,
    pub(super) may_send: MaySend,
    pub(super) listening: AsyncMutex<Listening>,
    pub(super) unacknowledged: Unacknowledged,
    /// Direct rooms created in this run, which no sync may have reported yet.
    pub(super) made_direct: MadeDirects,
    /// Held while a message is sent in an encrypted room.
    pub(super) encrypting: Locks<OwnedRoomId>,
    /// Rooms without an encryption event, by the homeserver's word in this run.
    pub(super) clear: Recent<OwnedRoomId, ()>,
    /// Files of messages that are not sent yet, by room and transaction id, so that a retry uploads nothing again.
    pub(super) uploads: Recent<(String, String), (Bytes, Upload)>,
    /// Attempts to upload such files that failed.
    pub(super) failed_uploads: Recent<(String, String), u32>,
    pub(super) changing_power: AsyncMutex<()>,
}

/// Direct rooms that this run created, by person.
#[derive(Default)]
pub(super) struct MadeDirects(Mutex<HashMap<OwnedUserId, Arc<AsyncMutex<Option<MadeDirect>>>>>);

/// Number of entries from which those no longer needed are removed.
const MADE_DIRECT: usize = 1_000;

impl MadeDirects {
    /// Returns a person's entry, to lock while their direct room is looked up or created.
    pub(super) fn of(&self, person: &UserId) -> Arc<AsyncMutex<Option<MadeDirect>>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MADE_DIRECT {
            all.retain(|_, one| Arc::strong_count(one) > 1 || is_needed(one));
        }
        Arc::clone(all.entry(person.to_owned()).or_default())
    }
}

/// Whether no sync has reported the room as a direct one.
fn is_needed(made: &AsyncMutex<Option<MadeDirect>>) -> bool {
    let is_unlisted = |made: &MadeDirect| !made.is_marked || made.room.direct_targets_length() == 0;
    let made = made.try_lock().ok();
    made.is_none_or(|made| made.as_ref().is_some_and(is_unlisted))
}

/// A direct room created in this run.
pub(super) struct MadeDirect {
    pub(super) room: SdkRoom,
    /// Whether the account data (`m.direct`) lists it.
    pub(super) is_marked: bool,
}

impl Account {
    pub(super) async fn connect(settings: Settings) -> Result<Self, Error> {
        let folder = Folder::open(&settings.folder)?;
        let client = session::open(&settings, &folder).await?;
        client
            .encryption()
            .wait_for_e2ee_initialization_tasks()
            .await;
        session::set_up_recovery(&client, &folder, settings.recovery_key.as_deref()).await?;
        let me = client
            .user_id()
            .ok_or_else(|| Error::Account("not logged in".to_owned()))?
            .to_owned();
        let position = folder.position()?;
        let invitations = Invitations::new(&settings.allow_servers, settings.most_rooms);
        tracing::info!(user = %me, device = ?client.device_id(), "connected to the Matrix homeserver");
        Ok(Self {
            me,
            receives: settings.receives,
            may_send: settings.may_send,
            listening: AsyncMutex::new(Listening::new(position.clone(), invitations)),
            unacknowledged: Unacknowledged::new(position),
            client,
            folder,
            made_direct: MadeDirects::default(),
            encrypting: Locks::default(),
            clear: Recent::new(CLEAR_ROOMS),
            uploads: Recent::new(UPLOADS),
            failed_uploads: Recent::new(UPLOADS),
            changing_power: AsyncMutex::new(()),
        })
    }

    /// Returns a joined room. If it is only an invitation, a retry may succeed: a sync that the homeserver answered before the account
    /// joined may have come after it.
    pub(super) fn joined(&self, room: &str) -> Result<SdkRoom, Error> {
        let missing = || Error::NotFound(format!("the account is not in {room}"));
        let known = self.client.get_room(&room_id(room)?).ok_or_else(missing)?;
        match known.state() {
            RoomState::Joined => Ok(known),
            RoomState::Invited => Err(Error::Unreachable(format!("{room} is being joined"))),
            _ => Err(missing()),
        }
    }

    /// Requests the content of a state event in a room.
    pub(super) async fn state<T: DeserializeOwned>(
        &self,
        room: &RoomId,
        kind: StateEventType,
        key: &str,
    ) -> Result<T, Error> {
        let request =
            get_state_event_for_key::v3::Request::new(room.to_owned(), kind, key.to_owned());
        let content = self.client.send(request).await?.into_content();
        content
            .deserialize_as_unchecked()
            .map_err(|error| Error::Invalid(error.to_string()))
    }
}

pub(super) fn room_id(id: &str) -> Result<OwnedRoomId, Error> {
    RoomId::parse(id).map_err(|_| invalid_id(id))
}

pub(super) fn event_id(id: &str) -> Result<OwnedEventId, Error> {
    EventId::parse(id).map_err(|_| invalid_id(id))
}

pub(super) fn user_id(id: &str) -> Result<OwnedUserId, Error> {
    UserId::parse(id).map_err(|_| invalid_id(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_whose_direct_room_is_listed_are_forgotten() {
        let made = MadeDirects::default();
        let first = made.of(&user_id("@first:hs").unwrap());
        for index in 0..2 * MADE_DIRECT {
            made.of(&user_id(&format!("@a{index}:hs")).unwrap());
        }
        assert!(made.0.lock().unwrap().len() <= MADE_DIRECT);
        let again = made.of(&user_id("@first:hs").unwrap());
        assert!(Arc::ptr_eq(&first, &again), "it is in use");
    }
}

//! The account's state.

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
use crate::account::homeserver::{Error, Result};

/// Rooms known to be clear: more than the account is in.
const CLEAR_ROOMS: usize = 10_000;

/// Direct rooms of this run: more than it makes until a sync reports them.
const MADE_DIRECT: usize = 10_000;

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
    /// Held while a person's direct room is looked up or created.
    pub(super) opening_direct: Locks<OwnedUserId>,
    /// Direct rooms created in this run, by person, which no sync may have reported yet.
    pub(super) made_direct: Recent<OwnedUserId, MadeDirect>,
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

#[derive(Clone)]
pub(super) struct MadeDirect {
    pub(super) room: SdkRoom,
    /// Whether the account data (`m.direct`) lists it.
    pub(super) is_marked: bool,
}

impl Account {
    pub(super) async fn connect(settings: Settings) -> Result<Self> {
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
            opening_direct: Locks::default(),
            made_direct: Recent::new(MADE_DIRECT),
            encrypting: Locks::default(),
            clear: Recent::new(CLEAR_ROOMS),
            uploads: Recent::new(UPLOADS),
            failed_uploads: Recent::new(UPLOADS),
            changing_power: AsyncMutex::new(()),
        })
    }

    /// Returns a joined room. If it is only an invitation, a retry may succeed: a sync that the homeserver answered before the account
    /// joined may have come after it.
    pub(super) fn joined(&self, room: &str) -> Result<SdkRoom> {
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
    ) -> Result<T> {
        let request =
            get_state_event_for_key::v3::Request::new(room.to_owned(), kind, key.to_owned());
        let content = self.client.send(request).await?.into_content();
        content
            .deserialize_as_unchecked()
            .map_err(|error| Error::Invalid(error.to_string()))
    }
}

pub(super) fn room_id(id: &str) -> Result<OwnedRoomId> {
    RoomId::parse(id).map_err(|_| invalid_id(id))
}

pub(super) fn event_id(id: &str) -> Result<OwnedEventId> {
    EventId::parse(id).map_err(|_| invalid_id(id))
}

pub(super) fn user_id(id: &str) -> Result<OwnedUserId> {
    UserId::parse(id).map_err(|_| invalid_id(id))
}

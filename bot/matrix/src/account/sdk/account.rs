//! The account's state.

use std::collections::HashMap;

use bytes::Bytes;
use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedRoomId, OwnedUserId, RoomId, UserId};
use matrix_sdk::{Client, Room as SdkRoom, RoomState};
use runtime::recent::Recent;
use tokio::sync::Mutex as AsyncMutex;

use super::content::Upload;
use super::encrypting::Encrypting;
use super::errors::invalid_id;
use super::folder::Folder;
use super::invitations::Invitations;
use super::progress::{Listening, Unacknowledged};
use super::settings::{MaySend, Receives, Settings};
use super::{recovery, session};
use crate::account::homeserver::Error;

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
    pub(super) made_direct: AsyncMutex<HashMap<OwnedUserId, MadeDirect>>,
    pub(super) encrypting: Encrypting,
    /// Files of messages that are not sent yet, by room and transaction id, so that a retry uploads nothing again.
    pub(super) uploads: Recent<(String, String), (Bytes, Upload)>,
    /// Held while power levels are changed.
    pub(super) changing_power: AsyncMutex<()>,
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
        recovery::set_up(&client, &folder, settings.recovery_key.as_deref()).await?;
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
            made_direct: AsyncMutex::new(HashMap::new()),
            encrypting: Encrypting::default(),
            uploads: Recent::new(UPLOADS),
            changing_power: AsyncMutex::new(()),
        })
    }

    /// Returns a joined room.
    pub(super) fn joined(&self, room: &str) -> Result<SdkRoom, Error> {
        self.client
            .get_room(&room_id(room)?)
            .filter(|room| room.state() == RoomState::Joined)
            .ok_or_else(|| Error::NotFound(format!("the account is not in {room}")))
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

//! A server and its moderators' settings.

use rules_core::Variant;
use serde::{Deserialize, Serialize};

use crate::model::ids::{RoleId, RoomId, ServerId};
use crate::model::key::{Index, IndexRow};
use crate::model::record::Theme;
use crate::model::record::quiet::QuietHours;

/// A server whose moderators changed a setting; others have no record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ServerRecord {
    pub id: ServerId,
    #[serde(default)]
    pub settings: Settings,
}

/// The moderators' choices. Where they made none, the default applies.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The game of commands that name none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
    /// The rooms where games may begin, at most [`Settings::ROOMS`]; none means all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rooms: Vec<RoomId>,
    /// Whether each game gets its own thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<bool>,
    /// For those who chose none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// Where tournaments and maintenance are announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcements: Option<RoomId>,
    /// Who may organize tournaments, besides the server's managers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organizers: Option<RoleId>,
    /// The IANA name of the time zone in which times are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// When no one is mentioned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<QuietHours>,
}

impl Settings {
    /// Most rooms, which is the limit of Discord's select menu.
    pub const ROOMS: usize = 25;

    /// Whether a game may begin in a room, or in a thread of the room `parent`.
    pub fn allows(&self, room: &RoomId, parent: Option<&RoomId>) -> bool {
        self.rooms.is_empty()
            || self.rooms.contains(room)
            || parent.is_some_and(|parent| self.rooms.contains(parent))
    }
}

impl ServerRecord {
    /// A server with the default settings.
    pub fn new(id: ServerId) -> Self {
        Self {
            id,
            settings: Settings::default(),
        }
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let announcing = self.settings.announcements.as_ref().map(|_| IndexRow {
            index: Index::Announcing,
            order: 0,
        });
        announcing.into_iter().collect()
    }
}

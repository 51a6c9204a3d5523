//! A server: what its moderators chose.

use rules_core::Variant;
use serde::{Deserialize, Serialize};

use crate::model::ids::{RoleId, RoomId, ServerId};
use crate::model::key::{Index, IndexRow};
use crate::model::record::Theme;
use crate::model::record::quiet::QuietHours;

/// A server whose moderators changed something; any other has the default settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ServerRecord {
    /// Which server.
    pub id: ServerId,
    /// What is in force there.
    #[serde(default)]
    pub settings: Settings,
}

/// What moderators chose for their server; a choice that was not made is left to the default.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The rule set of a game for which none is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
    /// The rooms where games may be begun, at most [`Settings::ROOMS`]; all when there are none here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rooms: Vec<RoomId>,
    /// Whether each game gets a thread of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<bool>,
    /// The colors of boards, for those who did not choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// Where tournaments and maintenance are announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcements: Option<RoomId>,
    /// Who may organize tournaments beside those who manage the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organizers: Option<RoleId>,
    /// When nobody is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<QuietHours>,
}

impl Settings {
    /// The most rooms that can be named: as many as Discord's menu takes.
    pub const ROOMS: usize = 25;

    /// Whether a game may be begun in a room, or in a thread of the room `parent`.
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

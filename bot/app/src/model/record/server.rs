//! A server and its moderators' settings.

use jiff::tz::TimeZone;
use rules_core::Variant;
use serde::{Deserialize, Serialize};

use crate::model::ids::{DailyId, RoleId, RoomId, ServerId};
use crate::model::key::{Index, IndexRow};
use crate::model::moment::Timestamp;
use crate::model::record::daily::Day;
use crate::model::record::defaults::is_default;
use crate::model::record::quiet::QuietHours;
use crate::model::record::{Rotation, Theme, View};

/// A server that Delos welcomed, or whose moderators changed a setting; others have no record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ServerRecord {
    pub id: ServerId,
    #[serde(default)]
    pub settings: Settings,
    /// The state of the welcome card; `None` for servers joined before it was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub welcome: Option<Welcome>,
    /// Its latest daily puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<LatestDaily>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub ties: Ties,
}

/// A server's latest daily puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LatestDaily {
    pub id: DailyId,
    pub day: Day,
    /// When it ends and the next one is posted.
    pub next: Timestamp,
    /// Whether it has ended without a next one, since that was switched off.
    #[serde(default, skip_serializing_if = "is_default")]
    pub over: bool,
}

/// A room's ties to other rooms on Matrix, where each room is a server of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Ties {
    /// The room that replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<RoomId>,
    /// The server of the replaced room, whose data it inherits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continues: Option<ServerId>,
    /// The room that it replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<RoomId>,
    /// The space to which it is bound, as a server: the room belongs to that one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<ServerId>,
    /// Servers on which something may be that still has to move; empty once everything has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaving: Vec<ServerId>,
}

/// The state of a server's welcome card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Welcome {
    /// The person who gives the next command will see it.
    Due,
    Shown,
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
    /// Of shared boards, and for those who chose none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// The side from which shared boards are seen, never [`View::Own`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// How boards of Legan Chess lie: shared ones, and those of people who chose none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legan: Option<Rotation>,
    /// Rotation of Toto40 boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toto40: Option<Rotation>,
    /// The room for announcements of tournaments and maintenance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcements: Option<RoomId>,
    /// The room for a puzzle a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily: Option<RoomId>,
    /// The hour of the server's day, 0 to 23, in which that is posted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily_hour: Option<i8>,
    /// The role that may organize tournaments, in addition to managers.
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

    /// The time zone in which times are written. Default: UTC.
    pub(crate) fn zone(&self) -> TimeZone {
        let chosen = self
            .zone
            .as_deref()
            .and_then(|name| TimeZone::get(name).ok());
        chosen.unwrap_or(TimeZone::UTC)
    }

    /// The hour in which a daily puzzle is posted. Default: 9.
    pub fn daily_hour(&self) -> i8 {
        self.daily_hour.unwrap_or(9)
    }

    /// When the daily puzzle that follows a day's is posted.
    pub(crate) fn after_daily(&self, day: Day) -> Timestamp {
        day.next().start(self.daily_hour(), &self.zone())
    }

    /// Whether a game may begin in a room, or in a thread of the room `parent`.
    pub fn allows(&self, room: &RoomId, parent: Option<&RoomId>) -> bool {
        self.rooms.is_empty()
            || self.rooms.contains(room)
            || parent.is_some_and(|parent| self.rooms.contains(parent))
    }

    /// Puts one room in another one's place.
    pub(crate) fn replace_room(&mut self, old: &RoomId, new: &RoomId) {
        let rooms = self.rooms.iter_mut().chain(&mut self.announcements);
        let rooms = rooms.chain(&mut self.daily);
        for room in rooms.filter(|room| *room == old) {
            *room = new.clone();
        }
    }
}

impl ServerRecord {
    /// A server with the default settings.
    pub fn new(id: ServerId) -> Self {
        Self {
            id,
            settings: Settings::default(),
            welcome: None,
            daily: None,
            ties: Ties::default(),
        }
    }

    /// The server that a room continues, be it its own, of which this is the record.
    pub(crate) fn continued(&self) -> ServerId {
        let continued = self.ties.continues.clone();
        continued.unwrap_or_else(|| self.id.clone())
    }

    /// The server that counts in the room: the space's, or else its own.
    pub(crate) fn counting(&self) -> ServerId {
        let space = self.ties.space.clone();
        space.unwrap_or_else(|| self.continued())
    }

    /// When the latest daily puzzle ends and the next one is posted. The first one comes at once.
    pub(crate) fn next_daily(&self) -> Option<Timestamp> {
        let is_on = self.settings.daily.is_some();
        match self.daily {
            Some(latest) => (is_on || !latest.over).then_some(latest.next),
            None => is_on.then_some(Timestamp(0)),
        }
    }

    /// Adapts that to the settings.
    pub(crate) fn plan_daily(&mut self) {
        if let Some(latest) = &mut self.daily {
            latest.next = self.settings.after_daily(latest.day);
        }
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let row = |index: Index| index.at(0);
        let announcing = self.settings.announcements.as_ref();
        let announcing = announcing.map(|_| row(Index::Announcing));
        // Records that still have to move are always due.
        let is_moving = !self.ties.leaving.is_empty();
        let daily = self.next_daily().map(|at| at.0);
        let due = is_moving.then_some(0).or(daily);
        let due = due.map(|at| Index::Due.at(at));
        announcing.into_iter().chain(due).collect()
    }
}

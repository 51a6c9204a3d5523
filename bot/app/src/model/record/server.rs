//! A server and its moderators' settings.

use jiff::tz::TimeZone;
use rules_core::Variant;
use serde::{Deserialize, Serialize};

use crate::model::record::defaults::stored;
use crate::model::record::{Day, QuietHours, Rotation, Theme, View};
use crate::model::{DailyId, Index, IndexRow, RoleId, RoomId, ServerId, Timestamp};

stored! {
    /// A server that Delos welcomed, or whose moderators changed a setting; others have no record.
    pub struct ServerRecord {
        pub id: ServerId,
        #[serde(default)]
        pub settings: Settings,
        /// The state of the welcome card; `None` for servers joined before it was recorded.
        pub welcome: Option<Welcome> = default,
        /// Its latest daily puzzle.
        pub daily: Option<LatestDaily> = default,
        pub ties: Ties = default,
    }

    /// A server's latest daily puzzle.
    #[derive(Copy)]
    pub struct LatestDaily {
        pub id: DailyId,
        pub day: Day,
        /// When it ends and the next one is posted.
        pub next: Timestamp,
        /// Whether it has ended without a next one, since that was switched off.
        pub over: bool = default,
    }

    /// A room's ties to other rooms on Matrix, where each room is a server of its own.
    #[derive(Default)]
    pub struct Ties {
        /// The room that replaces it.
        pub replaced_by: Option<RoomId> = default,
        /// The server of the replaced room, whose data it inherits.
        pub continues: Option<ServerId> = default,
        /// The room that it replaces.
        pub replaces: Option<RoomId> = default,
        /// The space to which it is bound, as a server: the room belongs to that one.
        pub space: Option<ServerId> = default,
        /// Servers on which something may be that still has to move; empty once everything has.
        pub leaving: Vec<ServerId> = default,
    }
}

/// The state of a server's welcome card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Welcome {
    /// The person who gives the next command will see it.
    Due,
    Shown,
}

stored! {
    /// The moderators' choices. Where they made none, the default applies.
    #[derive(Default)]
    pub struct Settings {
        /// The game of commands that name none.
        pub variant: Option<Variant> = default,
        /// The rooms where games may begin, at most [`Settings::ROOMS`]; none means all.
        pub rooms: Vec<RoomId> = default,
        /// Whether each game gets its own thread.
        pub threads: Option<bool> = default,
        /// Of shared boards, and for those who chose none.
        pub theme: Option<Theme> = default,
        /// The side from which shared boards are seen, never [`View::Own`].
        pub view: Option<View> = default,
        /// How boards of Legan Chess lie: shared ones, and those of people who chose none.
        pub legan: Option<Rotation> = default,
        /// Rotation of Toto40 boards.
        pub toto40: Option<Rotation> = default,
        /// The room for announcements of tournaments and maintenance.
        pub announcements: Option<RoomId> = default,
        /// The room for a puzzle a day.
        pub daily: Option<RoomId> = default,
        /// The hour of the server's day, 0 to 23, in which that is posted.
        pub daily_hour: Option<i8> = default,
        /// The role that may organize tournaments, in addition to managers.
        pub organizers: Option<RoleId> = default,
        /// The IANA name of the time zone in which times are written.
        pub zone: Option<String> = default,
        /// When no one is mentioned.
        pub quiet: Option<QuietHours> = default,
    }
}

impl Settings {
    /// Most rooms, which is the limit of Discord's select menu.
    pub const ROOMS: usize = 25;

    /// The time zone in which times are written. Default: UTC.
    pub(crate) fn zone(&self) -> TimeZone {
        let name = self.zone.as_deref();
        let chosen = name.and_then(|name| TimeZone::get(name).ok());
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
        let announcing = self.settings.announcements.as_ref();
        let announcing = announcing.map(|_| Index::Announcing.at(0));
        // Records that still have to move are always due.
        let moving = (!self.ties.leaving.is_empty()).then_some(Timestamp(0));
        let due = moving.or_else(|| self.next_daily());
        let due = due.map(|at| Index::Due.at(at.0));
        announcing.into_iter().chain(due).collect()
    }
}

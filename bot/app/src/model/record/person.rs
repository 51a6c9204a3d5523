//! People: preferences, blocks, vacations, deletion.

use serde::{Deserialize, Serialize};

use crate::model::ids::{GameId, LinkCode, Person, PlayerId};
use crate::model::key::{Index, IndexRow};
use crate::model::moment::{Span, Timestamp};
use crate::model::record::defaults::is_default;
use crate::model::record::preferences::Preferences;

/// A person, created when there is something to store about them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonRecord {
    /// With their latest name.
    pub person: Person,
    #[serde(default)]
    pub preferences: Preferences,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watching: Vec<GameId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<PlayerId>,
    /// Their current or last vacation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<Vacation>,
    /// When they last got a copy of their data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exported: Option<Timestamp>,
    /// When they asked for the deletion of their data, while it is being deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub erasing: Option<Timestamp>,
    /// The id that replaces theirs in finished games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ghost: Option<PlayerId>,
    /// Their accounts on other platforms, of which each has a record that points here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub linked: Vec<PlayerId>,
    /// The account to which this one is linked; such a record has no other contents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias: Option<Alias>,
    /// The code with which another account can be linked to this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_code: Option<OfferedCode>,
}

/// An account that is a second name of another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alias {
    /// The account under which everything is stored.
    pub of: PlayerId,
    /// Their place in the order of counted games: the ratings of both were merged then.
    pub at: Timestamp,
    /// Whether there may still be records under the second name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub renaming: bool,
}

/// A code that was given to a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfferedCode {
    pub code: LinkCode,
    /// When it can no longer be used.
    pub expires: Timestamp,
    /// The account with which it was typed first: no one who read it there can use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_by: Option<PlayerId>,
}

/// Days in which a player's clocks in daily games are paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vacation {
    pub until: Timestamp,
    /// The year to which its days count.
    pub year: i16,
    /// Days taken in that year.
    pub used: u16,
}

impl Vacation {
    /// Ends it at `now` and returns the days that have not begun to their year.
    pub(crate) fn ended(self, now: Timestamp) -> Self {
        let whole = Span::days(1).0;
        // A day that begins right now has begun, so every vacation costs a day.
        let unused = (self.until.since(now).0 - 1).max(0) / whole;
        Self {
            until: now,
            used: self
                .used
                .saturating_sub(u16::try_from(unused).unwrap_or(u16::MAX)),
            ..self
        }
    }

    /// Days taken in the year of `now`.
    pub(crate) fn used_in_year(self, now: Timestamp) -> u16 {
        if self.year == now.year() {
            self.used
        } else {
            0
        }
    }
}

impl PersonRecord {
    /// The end of their vacation, if they are on one.
    pub fn away_until(&self, now: Timestamp) -> Option<Timestamp> {
        let until = self.vacation?.until;
        (until > now).then_some(until)
    }

    /// A record without contents.
    pub fn new(person: Person) -> Self {
        Self {
            person,
            preferences: Preferences::default(),
            watching: Vec::new(),
            blocked: Vec::new(),
            vacation: None,
            exported: None,
            erasing: None,
            ghost: None,
            linked: Vec::new(),
            alias: None,
            link_code: None,
        }
    }

    pub fn id(&self) -> &PlayerId {
        &self.person.id
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let about = |id: &PlayerId| IndexRow {
            index: Index::About(id.clone()),
            order: 0,
        };
        let renaming = self.alias.as_ref().filter(|alias| alias.renaming);
        let due = [
            self.erasing,
            renaming.map(|alias| alias.at),
            self.link_code.as_ref().map(|offered| offered.expires),
        ];
        let due = due.into_iter().flatten().min().map(|at| IndexRow {
            index: Index::Due,
            order: at.0,
        });
        let code = self.link_code.as_ref().map(|offered| IndexRow {
            index: Index::LinkCode(offered.code),
            order: offered.expires.0,
        });
        let watched = self.watching.iter().map(|&game| IndexRow {
            index: Index::WatchersOf(game),
            order: 0,
        });
        let alias = self.alias.iter().map(|alias| &alias.of);
        let about = self.blocked.iter().chain(alias).map(about);
        about.chain(due).chain(code).chain(watched).collect()
    }
}

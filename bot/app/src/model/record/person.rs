//! A person: what Delos keeps about somebody beside their games.

use serde::{Deserialize, Serialize};

use crate::model::ids::{GameId, Person, PlayerId};
use crate::model::key::{Index, IndexRow};
use crate::model::moment::{Span, Timestamp};
use crate::model::record::preferences::Preferences;

/// Somebody who has used Delos, by their latest name. Nobody has a record before there is something to keep.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonRecord {
    /// Who it is.
    pub person: Person,
    /// What they chose for themselves.
    #[serde(default)]
    pub preferences: Preferences,
    /// The games of others that they follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watching: Vec<GameId>,
    /// With whom they want nothing to do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<PlayerId>,
    /// Their last vacation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<Vacation>,
    /// When they last got a copy of all that is kept about them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exported: Option<Timestamp>,
    /// Since when everything about them is being deleted, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub erasing: Option<Timestamp>,
    /// Who takes their place in finished games then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ghost: Option<PlayerId>,
}

/// Days in which nobody's time of days runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vacation {
    /// Its end.
    pub until: Timestamp,
    /// The year to which its days are counted.
    pub year: i16,
    /// The days that were taken in that year.
    pub used: u16,
}

impl Vacation {
    /// The same one ended at `now`: days that have not begun are there again, in the year that they were counted to.
    pub(crate) fn ended(self, now: Timestamp) -> Self {
        let whole = Span::days(1).0;
        // A day that begins at this very moment has begun, so every vacation costs a day.
        let unused = (self.until.since(now).0 - 1).max(0) / whole;
        Self {
            until: now,
            used: self
                .used
                .saturating_sub(u16::try_from(unused).unwrap_or(u16::MAX)),
            ..self
        }
    }

    /// The days that were taken in the year of `now`.
    pub(crate) fn used_in_year(self, now: Timestamp) -> u16 {
        if self.year == now.year() {
            self.used
        } else {
            0
        }
    }
}

impl PersonRecord {
    /// When they come back, if they are away.
    pub fn away_until(&self, now: Timestamp) -> Option<Timestamp> {
        let until = self.vacation?.until;
        (until > now).then_some(until)
    }

    /// Somebody of whom nothing is kept yet.
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
        }
    }

    /// Whose record it is.
    pub fn id(&self) -> &PlayerId {
        &self.person.id
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let about = |id: &PlayerId| IndexRow {
            index: Index::About(id.clone()),
            order: 0,
        };
        let due = self.erasing.map(|since| IndexRow {
            index: Index::Due,
            order: since.0,
        });
        let watched = self.watching.iter().map(|&game| IndexRow {
            index: Index::WatchersOf(game),
            order: 0,
        });
        let about = self.blocked.iter().map(about);
        about.chain(due).chain(watched).collect()
    }
}

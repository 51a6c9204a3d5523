//! What a person has played: results by game, and games left on purpose.

use std::collections::BTreeMap;

use rules_core::Family;
use serde::{Deserialize, Serialize};

use crate::model::glicko::Score;
use crate::model::ids::{Person, PlayerId};
use crate::model::key::{Index, IndexRow};
use crate::model::moment::Timestamp;
use crate::model::record::defaults::is_default;

/// How games ended for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    #[serde(rename = "w", default, skip_serializing_if = "is_default")]
    pub wins: u32,
    /// Games drawn.
    #[serde(rename = "d", default, skip_serializing_if = "is_default")]
    pub draws: u32,
    /// Games lost.
    #[serde(rename = "l", default, skip_serializing_if = "is_default")]
    pub losses: u32,
}

impl Tally {
    /// All games.
    pub fn games(self) -> u32 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }

    /// Counts one more.
    pub(crate) fn add(&mut self, score: Score) {
        let figure = match score {
            Score::Win => &mut self.wins,
            Score::Draw => &mut self.draws,
            Score::Loss => &mut self.losses,
        };
        *figure = figure.saturating_add(1);
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

/// What a person has played, rated or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CareerRecord {
    /// Who, by the name of the last game.
    pub person: Person,
    /// Games with people.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub people: BTreeMap<Family, Tally>,
    /// Games with the engine.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub engine: BTreeMap<Family, Tally>,
    /// Games with people that were lost on time.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forfeits: u32,
    /// Games with people that were left before both sides had moved, beyond the few of each day that are forgiven.
    #[serde(default, skip_serializing_if = "is_default")]
    pub abandoned: u32,
    /// The last day on which such a game was forgiven, in days since 1970, and how many were on that day.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forgiven: (i64, u32),
    /// When the last one was counted.
    pub last: Timestamp,
}

impl CareerRecord {
    /// Games that somebody can call off in a day without its being counted.
    pub const FORGIVEN: u32 = 3;

    /// Counts a game that was called off, or forgives it if it was called off by a button and not for the fourth time that day.
    pub(crate) fn left_early(&mut self, at: Timestamp, by_button: bool) {
        let today = at.seconds().div_euclid(86_400);
        let (day, so_far) = self.forgiven;
        let so_far = if day == today { so_far } else { 0 };
        if by_button && so_far < Self::FORGIVEN {
            self.forgiven = (today, so_far + 1);
        } else {
            self.abandoned = self.abandoned.saturating_add(1);
        }
    }

    /// Somebody who has not finished a game yet.
    pub fn new(person: Person) -> Self {
        Self {
            person,
            people: BTreeMap::new(),
            engine: BTreeMap::new(),
            forfeits: 0,
            abandoned: 0,
            forgiven: (0, 0),
            last: Timestamp(0),
        }
    }

    /// Whose it is.
    pub fn id(&self) -> &PlayerId {
        &self.person.id
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        vec![IndexRow {
            index: Index::About(self.person.id.clone()),
            order: self.last.0,
        }]
    }
}

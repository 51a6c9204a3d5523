//! A person's results by family of games, and the games they abandoned.

use std::collections::BTreeMap;

use rules_core::Family;

use crate::model::record::defaults::stored;
use crate::model::{Index, IndexRow, Person, Score, Timestamp};

stored! {
    /// Results of games for one side.
    #[derive(Copy, Default)]
    pub struct Tally {
        #[serde(rename = "w")]
        pub wins: u32 = default,
        #[serde(rename = "d")]
        pub draws: u32 = default,
        #[serde(rename = "l")]
        pub losses: u32 = default,
    }
}

impl Tally {
    pub fn games(self) -> u32 {
        let decided = self.wins.saturating_add(self.losses);
        decided.saturating_add(self.draws)
    }

    pub(crate) fn add(&mut self, score: Score) {
        let figure = match score {
            Score::Win => &mut self.wins,
            Score::Draw => &mut self.draws,
            Score::Loss => &mut self.losses,
        };
        *figure = figure.saturating_add(1);
    }

    /// Returns these results as the opponent's.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

stored! {
    /// A person's results, rated or not.
    pub struct CareerRecord {
        /// With the name of the last game.
        pub person: Person,
        /// Games against people.
        pub people: BTreeMap<Family, Tally> = default,
        /// Games against the engine.
        pub engine: BTreeMap<Family, Tally> = default,
        /// Games against people lost on time.
        pub forfeits: u32 = default,
        /// Games against people left before both sides had moved, without the forgiven ones.
        pub abandoned: u32 = default,
        /// The last day on which such games were forgiven, in days since 1970, and their number.
        pub forgiven: (i64, u32) = default,
        /// When the last game was counted.
        pub last: Timestamp,
    }
}

impl CareerRecord {
    /// A person without finished games.
    pub fn new(person: Person) -> Self {
        Self {
            person,
            people: BTreeMap::new(),
            engine: BTreeMap::new(),
            forfeits: 0,
            abandoned: 0,
            forgiven: (0, 0),
            last: Timestamp::default(),
        }
    }

    /// Games that a player can abort in a day without their being counted.
    pub const FORGIVEN: u32 = 3;

    pub(crate) fn count_abandoned(&mut self) {
        self.abandoned = self.abandoned.saturating_add(1);
    }

    /// Counts a game that was aborted with the button, except for the first [`CareerRecord::FORGIVEN`] of a day.
    pub(crate) fn count_aborted(&mut self, at: Timestamp) {
        let today = at.seconds().div_euclid(86_400);
        let (day, so_far) = self.forgiven;
        let so_far = if day == today { so_far } else { 0 };
        if so_far < Self::FORGIVEN {
            self.forgiven = (today, so_far + 1);
        } else {
            self.count_abandoned();
        }
    }

    /// Adds the results of an account that was linked to this one at that time.
    pub(crate) fn merge(&mut self, other: Self, at: Timestamp) {
        for (mine, theirs) in [
            (&mut self.people, other.people),
            (&mut self.engine, other.engine),
        ] {
            for (family, tally) in theirs {
                let sum = mine.entry(family).or_default();
                *sum = sum.plus(tally);
            }
        }
        self.forfeits = self.forfeits.saturating_add(other.forfeits);
        self.abandoned = self.abandoned.saturating_add(other.abandoned);
        self.forgiven = match (self.forgiven, other.forgiven) {
            ((day, mine), (same, theirs)) if day == same => (day, mine.saturating_add(theirs)),
            (mine, theirs) => mine.max(theirs),
        };
        self.last = at;
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        vec![Index::About(self.person.id.clone()).at(self.last.0)]
    }
}

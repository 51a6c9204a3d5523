//! People: preferences, blocks, vacations, deletion.

use std::collections::{BTreeMap, BTreeSet};

use rules_core::Family;
use serde::{Deserialize, Serialize};

use crate::model::record::defaults::stored;
use crate::model::record::preferences::choice;
use crate::model::record::{PersonDigest, Preferences, Streak};
use crate::model::{
    DailyId, GameId, Index, IndexRow, LinkCode, Person, PlayerId, Rating, Score, Span, Timestamp,
};

stored! {
    /// A person, created when there is something to store about them.
    pub struct PersonRecord {
        /// With their latest name.
        pub person: Person,
        #[serde(default)]
        pub preferences: Preferences,
        pub watching: Vec<GameId> = default,
        pub blocked: Vec<PlayerId> = default,
        /// Further accounts they blocked: of people who have since deleted their data, and second names.
        pub blocked_digests: Vec<PersonDigest> = default,
        /// Their recent invitations to tournaments: the person and the time.
        pub invited: Vec<(PersonDigest, Timestamp)> = default,
        /// Those who declined a challenge of theirs recently, and when.
        pub declined_by: Vec<(PersonDigest, Timestamp)> = default,
        /// Their current or last vacation.
        pub vacation: Option<Vacation> = default,
        /// When they last got a copy of their data.
        pub exported: Option<Timestamp> = default,
        /// When they asked for the deletion of their data, while it is being deleted.
        pub erasing: Option<Timestamp> = default,
        /// The id that replaces theirs in finished games.
        pub ghost: Option<PlayerId> = default,
        /// Their accounts on other platforms, of which each has a record that points here.
        pub linked: Vec<PlayerId> = default,
        /// The account to which this one is linked; such a record has no other contents.
        pub alias: Option<Alias> = default,
        /// The code with which another account can be linked to this one.
        pub link_code: Option<OfferedCode> = default,
        /// Their digest of offers in daily games.
        pub digest: Option<Digest> = default,
        pub learned: Learned = default,
    }

    /// What a person has learned in lessons.
    #[derive(Default)]
    pub struct Learned {
        /// The most stars, one to three, by lesson: `leto-throw`.
        stars: BTreeMap<String, u8> = default,
        /// Their puzzles, by game: `leto`.
        puzzles: BTreeMap<String, Solver> = default,
        /// The daily puzzle that they opened last: their answers to that puzzle count there.
        pub daily: Option<DailyId> = default,
        /// The days on which they solved a daily puzzle.
        pub streak: Streak = default,
    }
}

choice! {
    /// What someone thinks of a puzzle.
    Vote {
        Up = "up",
        Down = "down",
    }
}

stored! {
    /// A person's puzzles of one game: at most four bytes for each answer, and four for each vote.
    #[derive(Default)]
    pub struct Solver {
        /// Against the puzzles' own ratings.
        pub rating: Rating,
        /// Numbers of the puzzles that they solved with their first answer, which alone counts.
        pub solved: BTreeSet<u16> = default,
        /// Numbers of the others that they have answered.
        pub failed: BTreeSet<u16> = default,
        /// Numbers of the puzzles that they voted for.
        pub liked: BTreeSet<u16> = default,
        /// Numbers of the puzzles that they voted against.
        pub disliked: BTreeSet<u16> = default,
    }
}

impl Solver {
    /// Whether they have answered the puzzle with this number.
    pub fn has_answered(&self, puzzle: u16) -> bool {
        self.solved.contains(&puzzle) || self.failed.contains(&puzzle)
    }

    pub fn answered(&self) -> usize {
        self.solved.len() + self.failed.len()
    }

    /// Rates the first answer to a puzzle with this number and rating, as so many tenths of an answer. Returns whether it was the
    /// first.
    pub(crate) fn answer(&mut self, puzzle: u16, rating: u16, is_right: bool, tenths: i32) -> bool {
        if self.has_answered(puzzle) {
            return false;
        }
        let (score, answers) = if is_right {
            (Score::Win, &mut self.solved)
        } else {
            (Score::Loss, &mut self.failed)
        };
        answers.insert(puzzle);
        let after = self.rating.after(&[(Rating::fixed(rating), score)]);
        self.rating = self.rating.toward(after, tenths);
        true
    }

    /// Replaces their vote on the puzzle with this number. Returns whether that changed it.
    pub(crate) fn vote(&mut self, puzzle: u16, vote: Vote) -> bool {
        let (votes, others) = match vote {
            Vote::Up => (&mut self.liked, &mut self.disliked),
            Vote::Down => (&mut self.disliked, &mut self.liked),
        };
        others.remove(&puzzle);
        votes.insert(puzzle)
    }

    fn merge(&mut self, other: &Self) {
        self.rating = self.rating.merged(other.rating);
        self.solved.extend(&other.solved);
        self.failed.extend(&other.failed);
        self.failed.retain(|puzzle| !self.solved.contains(puzzle));
        self.liked.extend(&other.liked);
        self.disliked.extend(&other.disliked);
        self.disliked.retain(|puzzle| !self.liked.contains(puzzle));
    }
}

impl Learned {
    /// The stars of a lesson; none if it was never finished.
    pub fn stars(&self, lesson: &str) -> u8 {
        self.stars.get(lesson).copied().unwrap_or(0)
    }

    /// Counts a finished lesson. Returns whether that is better than before.
    pub(crate) fn finish(&mut self, lesson: String, stars: u8) -> bool {
        let best = self.stars.entry(lesson).or_default();
        let is_better = stars > *best;
        *best = stars.max(*best);
        is_better
    }

    /// The puzzles of a game.
    pub fn solver(&self, family: Family) -> Solver {
        self.puzzles.get(family.id()).cloned().unwrap_or_default()
    }

    /// The puzzles of a game, to answer one.
    pub(crate) fn solver_mut(&mut self, family: Family) -> &mut Solver {
        self.puzzles.entry(family.id().to_owned()).or_default()
    }

    /// Whether a lesson of this game was ever finished.
    pub(crate) fn has_begun(&self, family: Family) -> bool {
        let mut lessons = self.stars.keys().filter_map(|name| name.split_once('-'));
        lessons.any(|(game, _)| game == family.id())
    }

    /// Adds what was learned with another account.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (lesson, stars) in &other.stars {
            self.finish(lesson.clone(), *stars);
        }
        for (game, solver) in &other.puzzles {
            self.puzzles.entry(game.clone()).or_default().merge(solver);
        }
        self.streak = self.streak.merged(other.streak);
    }
}

stored! {
    /// The day after a notice of an offer in a daily game: further offers wait until it ends.
    #[derive(Copy)]
    pub struct Digest {
        pub until: Timestamp,
        /// Whether further offers wait.
        pub waiting: bool = default,
    }

    /// An account that is a second name of another one.
    pub struct Alias {
        /// The account under which everything is stored.
        pub of: PlayerId,
        /// Their place in the order of counted games: the ratings of both were merged then.
        pub at: Timestamp,
        /// Whether there may still be records under the second name.
        pub renaming: bool = default,
    }

    /// A code that was given to a person.
    pub struct OfferedCode {
        pub code: LinkCode,
        /// When it can no longer be used.
        pub expires: Timestamp,
        /// The account with which it was typed first: no one who read it there can use it.
        pub used_by: Option<PlayerId> = default,
    }
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
        let unused = u16::try_from(unused).unwrap_or(u16::MAX);
        Self {
            until: now,
            used: self.used.saturating_sub(unused),
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
    /// A record without contents.
    pub fn new(person: Person) -> Self {
        Self {
            person,
            preferences: Preferences::default(),
            watching: Vec::new(),
            blocked: Vec::new(),
            blocked_digests: Vec::new(),
            invited: Vec::new(),
            declined_by: Vec::new(),
            vacation: None,
            exported: None,
            erasing: None,
            ghost: None,
            linked: Vec::new(),
            alias: None,
            link_code: None,
            digest: None,
            learned: Learned::default(),
        }
    }

    /// The end of their vacation, if they are on one.
    pub fn away_until(&self, now: Timestamp) -> Option<Timestamp> {
        let until = self.vacation?.until;
        (until > now).then_some(until)
    }

    pub fn id(&self) -> &PlayerId {
        &self.person.id
    }

    /// Whether they have blocked the person with one of these ids.
    pub(crate) fn has_blocked<'i>(&self, mut ids: impl Iterator<Item = &'i PlayerId>) -> bool {
        ids.any(|id| {
            let mut digests = self.blocked_digests.iter();
            self.blocked.contains(id) || digests.any(|digest| digest.is_of(id))
        })
    }

    /// Replaces a person's ids in the block list with keyed hashes, which still recognize them.
    pub(crate) fn forget_blocked(&mut self, ids: &[PlayerId], seed: u64) {
        if self.blocked.iter().any(|id| ids.contains(id)) {
            let digests = ids.iter().zip(seed..);
            self.blocked_digests
                .extend(digests.map(|(id, key)| PersonDigest::new(id, key)));
            self.blocked.retain(|id| !ids.contains(id));
        }
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let about = |id: &PlayerId| Index::About(id.clone()).at(0);
        let renaming = self.alias.as_ref().filter(|alias| alias.renaming);
        let due = [
            self.erasing,
            renaming.map(|alias| alias.at),
            self.link_code.as_ref().map(|offered| offered.expires),
            self.digest.filter(|day| day.waiting).map(|day| day.until),
        ];
        let alias = self.alias.iter().map(|alias| &alias.of);
        let mut rows: Vec<_> = self.blocked.iter().chain(alias).map(about).collect();
        let due = due.into_iter().flatten().min();
        rows.extend(due.map(|at| Index::Due.at(at.0)));
        let code = self.link_code.as_ref();
        rows.extend(code.map(|offered| Index::LinkCode(offered.code).at(offered.expires.0)));
        let watched = self.watching.iter();
        rows.extend(watched.map(|&game| Index::WatchersOf(game).at(0)));
        rows
    }
}

//! What the application asks of a store: records by key, rows by index, and commits that hold all or nothing.
//!
//! A key-value store and a server database can both honour it: versions are optimistic, nothing is locked across calls,
//! no listing promises to be a snapshot (the commit decides), and nobody is called back.

use std::fmt;

use rules_core::Family;
use serde::{Deserialize, Serialize};

use crate::effect::{EffectId, Outgoing, Subject};
use crate::ids::{ChallengeId, GameId, PlayerId, RoomId, ServerId, TournamentId};
use crate::record::{AuditId, PairId, Pool, RatingId, Record, RoundId, WeekId};

/// The name of a record.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Key {
    /// A game.
    Game(GameId),
    /// What the engine found in a finished game.
    Review(GameId),
    /// A challenge.
    Challenge(ChallengeId),
    /// A person.
    Person(PlayerId),
    /// A server.
    Server(ServerId),
    /// When Delos was last at work; there is one such record.
    Presence,
    /// A person's rating.
    Rating(RatingId),
    /// What a person has played.
    Career(PlayerId),
    /// What two people have played against each other.
    Pair(PairId),
    /// What was played on a server in a week.
    Week(WeekId),
    /// A tournament.
    Tournament(TournamentId),
    /// A round of a tournament.
    Round(RoundId),
    /// A line of a tournament's audit.
    Audit(AuditId),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(id) => write!(f, "game {id}"),
            Self::Review(id) => write!(f, "review of game {id}"),
            Self::Challenge(id) => write!(f, "challenge {id}"),
            Self::Person(id) => write!(f, "person {id}"),
            Self::Rating(id) => write!(f, "rating of {id}"),
            Self::Career(id) => write!(f, "career of {id}"),
            Self::Pair(id) => {
                let [one, other] = id.both();
                write!(f, "games of {one} and {other}")
            }
            Self::Week(id) => write!(f, "week {} of {}", id.week, id.server),
            Self::Server(id) => write!(f, "server {id}"),
            Self::Presence => f.write_str("presence"),
            Self::Tournament(id) => write!(f, "tournament {id}"),
            Self::Round(id) => write!(f, "round {} of {}", id.number, id.tournament),
            Self::Audit(id) => write!(f, "audit line {} of {}", id.number, id.tournament),
        }
    }
}

/// A list of records that is kept in order of a number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Index {
    /// A person's games in progress, by the time they were last touched.
    OngoingOf(PlayerId),
    /// A person's finished games, by the time they ended.
    FinishedOf(PlayerId),
    /// The games in progress in a room, by the time they were last touched.
    OngoingIn(RoomId),
    /// The games in progress on a server, by the time they were last touched.
    OngoingOn(ServerId),
    /// The people who follow a game.
    WatchersOf(GameId),
    /// A person's own open challenges, by the time they lapse.
    ChallengesBy(PlayerId),
    /// The open challenges to a person, by the time they lapse.
    ChallengesTo(PlayerId),
    /// Everything that is to be looked at again by itself, by the time for it.
    Due,
    /// Every game in progress, by the time it was last touched.
    Ongoing,
    /// Every finished game, in the order in which they were counted.
    Counted,
    /// The servers that have a room for announcements.
    Announcing,
    /// The established ratings in a game among some opponents, by thousandths of a point.
    Leaderboard(Family, Pool),
    /// What was played on a server, by week.
    WeeksOf(ServerId),
    /// A person's challenges, open or closed, by the time they were made.
    ChallengesMadeBy(PlayerId),
    /// The challenges on a server, open or closed, by the time they were made.
    ChallengesMadeIn(ServerId),
    /// Every other record in which a person is named, by the time of its last change.
    About(PlayerId),
    /// A server's tournaments, by the time they were made.
    TournamentsOf(ServerId),
    /// Every tournament that is not over, by the time it was made.
    TournamentsUnderWay,
}

/// A record's place in an index.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct IndexRow {
    /// The list.
    pub index: Index,
    /// What the list is ordered by, ascending: a time in milliseconds.
    pub order: i64,
}

/// Which part of an index is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The end at which to begin.
    pub from: Edge,
    /// The last entry of the page before, when it is not the first.
    pub after: Option<(i64, Key)>,
    /// The most entries to return.
    pub limit: usize,
}

/// The end of an index at which a listing begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// Least number first.
    Start,
    /// Greatest number first.
    End,
}

impl Page {
    /// The first `limit` entries, least number first.
    pub fn first(limit: usize) -> Self {
        Self {
            from: Edge::Start,
            after: None,
            limit,
        }
    }

    /// The last `limit` entries, greatest number first.
    pub fn last(limit: usize) -> Self {
        Self {
            from: Edge::End,
            after: None,
            limit,
        }
    }
}

/// A record as it is stored, with the number of times it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// One for a new record, one more for each write.
    pub version: u64,
    /// The record.
    pub record: Record,
}

/// One record of a [`Batch`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Write {
    /// The version that must be there now; zero for a record that must not exist yet.
    pub expected: u64,
    /// What to put in its place, under [`Record::key`] and [`Record::index_rows`], as version `expected + 1`.
    pub record: Record,
}

/// A record that goes away with a [`Batch`], and its index rows with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The version that must be there now.
    pub expected: u64,
    /// The record.
    pub key: Key,
}

/// What is written together or not at all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// The records.
    pub writes: Vec<Write>,
    /// The records that go away; none of them is among those that are written.
    pub removals: Vec<Removal>,
    /// What is to be done once they are durable.
    pub outgoing: Vec<Outgoing>,
    /// Subjects whose message is forgotten: it stays where it is, but is no longer brought up to date.
    pub unposted: Vec<Subject>,
    /// What was to be done, and is done with these writes.
    pub settled: Vec<EffectId>,
}

/// Why the store did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Another commit changed this record first. Nothing was written: read it again.
    Conflict(Key),
    /// The record has more bytes than the store can hold.
    TooLarge(Key),
    /// The record was read, but makes no sense to this version of the program.
    Unreadable(Key, String),
    /// The store does not work at the moment. For a commit: it may or may not hold.
    Unavailable(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict(key) => write!(f, "{key} was changed by another command"),
            Self::TooLarge(key) => write!(f, "{key} is too large to be stored"),
            Self::Unreadable(key, why) => write!(f, "{key} cannot be read: {why}"),
            Self::Unavailable(why) => write!(f, "the store does not work: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// Keeps records, indexes and the effects that are still to be performed.
pub trait Store: Send + Sync {
    /// The record of that name, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] or [`StoreError::Unavailable`].
    fn get(&self, key: &Key) -> Result<Option<Stored>, StoreError>;

    /// Entries of an index. Between two calls, entries may come and go.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError>;

    /// Writes the batch. When this returns `Ok`, it survives a power cut.
    ///
    /// # Errors
    /// Any [`StoreError`]; after [`StoreError::Conflict`] and [`StoreError::TooLarge`] nothing was written.
    fn commit(&self, batch: Batch) -> Result<(), StoreError>;

    /// Effects that were committed and not settled, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError>;
}

impl<S: Store + ?Sized> Store for std::sync::Arc<S> {
    fn get(&self, key: &Key) -> Result<Option<Stored>, StoreError> {
        (**self).get(key)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        (**self).list(index, page)
    }

    fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        (**self).commit(batch)
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError> {
        (**self).outgoing(limit)
    }
}

//! The indexes that list records.

use rules_core::Family;
use serde::{Deserialize, Serialize};
use text::Platform;

use crate::model::ids::{GameId, LinkCode, PlayerId, RoomId, ServerId};
use crate::model::record_ids::Pool;

/// A list of records in ascending order of a number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Index {
    /// A person's games in progress, by their last change.
    OngoingOf(PlayerId),
    /// A person's finished games, by their last change.
    FinishedOf(PlayerId),
    /// A room's games in progress, by their last change; a game that is shown in two rooms counts in the first.
    OngoingIn(RoomId),
    /// A server's games in progress, by their last change.
    OngoingOn(ServerId),
    /// The people who follow a game.
    WatchersOf(GameId),
    /// A person's own open challenges, by expiry.
    ChallengesBy(PlayerId),
    /// The open challenges to a person, by expiry.
    ChallengesTo(PlayerId),
    /// Records with a deadline, by that deadline: see [`App::pass_time`](crate::App::pass_time). Matrix's are apart.
    Due,
    /// Matrix's records with a deadline, by that deadline.
    DueOnMatrix,
    /// Events that were acted on, by the time of that.
    Heard,
    /// All games in progress, by their last change.
    Ongoing,
    /// All finished games, in the order in which they were counted.
    Counted,
    /// A server's finished games, in the order in which they were counted.
    FinishedOn(ServerId),
    /// The servers with a room for announcements.
    Announcing,
    /// The established ratings in a game and pool, by thousandths of a point.
    Leaderboard(Family, Pool),
    /// A server's [`WeekRecord`](crate::WeekRecord)s, by week.
    WeeksOf(ServerId),
    /// A person's challenges, open or closed, by creation.
    ChallengesMadeBy(PlayerId),
    /// A server's challenges, open or closed, by creation.
    ChallengesMadeIn(ServerId),
    /// A server's daily puzzles, by day.
    DailiesOf(ServerId),
    /// All other records that name a person, by their last change.
    About(PlayerId),
    /// A server's tournaments, by creation.
    TournamentsOf(ServerId),
    /// All tournaments that are not over, by creation.
    TournamentsUnderWay,
    /// The person who was given this code for linking another account.
    LinkCode(LinkCode),
}

impl Index {
    /// A platform's records with a deadline.
    pub fn due_on(platform: Platform) -> Self {
        match platform {
            Platform::Discord => Self::Due,
            Platform::Matrix => Self::DueOnMatrix,
        }
    }

    pub(crate) fn at(self, order: i64) -> IndexRow {
        IndexRow { index: self, order }
    }
}

/// A record's place in an index.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct IndexRow {
    pub index: Index,
    /// Sort key, ascending: mostly a time in milliseconds.
    pub order: i64,
}

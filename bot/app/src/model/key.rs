//! Keys of records, and the indexes that list them.

use std::fmt;

use rules_core::Family;
use serde::{Deserialize, Serialize};
use text::Platform;

use crate::model::ids::{
    ChallengeId, GameId, HeardId, LinkCode, PlayerId, RoomId, ServerId, TournamentId,
};
use crate::model::record_ids::{AuditId, PairId, Pool, RatingId, RoundId, WeekId};

/// The key of a record.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Key {
    Game(GameId),
    /// The engine's review of a finished game.
    Review(GameId),
    Challenge(ChallengeId),
    Person(PlayerId),
    Server(ServerId),
    /// When Delos last ran; the only record of its kind.
    Presence,
    Rating(RatingId),
    /// A person's results.
    Career(PlayerId),
    /// Two people's results against each other.
    Pair(PairId),
    /// A server's games in one week.
    Week(WeekId),
    Tournament(TournamentId),
    Round(RoundId),
    /// An entry of a tournament's audit log.
    Audit(AuditId),
    /// A platform's event that was acted on.
    Heard(HeardId),
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
            Self::Heard(id) => write!(f, "event {id}"),
        }
    }
}

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
}

/// A record's place in an index.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct IndexRow {
    pub index: Index,
    /// Sort key, ascending: mostly a time in milliseconds.
    pub order: i64,
}

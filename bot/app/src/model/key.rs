//! Names of records, and the indexes that list them.

use std::fmt;

use rules_core::Family;
use serde::{Deserialize, Serialize};

use crate::model::ids::{ChallengeId, GameId, PlayerId, RoomId, ServerId, TournamentId};
use crate::model::record_ids::{AuditId, PairId, Pool, RatingId, RoundId, WeekId};

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

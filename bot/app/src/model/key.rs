//! Keys of records.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::ids::{ChallengeId, DailyId, GameId, HeardId, PlayerId, ServerId, TournamentId};
use crate::model::record_ids::{AuditId, PairId, RatingId, RoundId, WeekId};

pub use crate::model::index::{Index, IndexRow};

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
    /// A server's puzzle of one day.
    Daily(DailyId),
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
            Self::Daily(id) => write!(f, "daily puzzle {id}"),
            Self::Heard(id) => write!(f, "event {id}"),
        }
    }
}

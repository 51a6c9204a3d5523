//! Names of records that have more than one part.

use std::fmt;

use rules_core::Family;
use serde::{Deserialize, Serialize};

use crate::model::ids::{PlayerId, ServerId, TournamentId};
use crate::model::moment::{Span, Timestamp};

/// Two people, in the order of their names in the store.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PairId {
    /// The lesser name.
    first: PlayerId,
    /// The greater name.
    second: PlayerId,
}

impl PairId {
    /// The two, in whichever order.
    pub fn new(one: PlayerId, other: PlayerId) -> Self {
        if one <= other {
            Self {
                first: one,
                second: other,
            }
        } else {
            Self {
                first: other,
                second: one,
            }
        }
    }

    /// Both.
    pub fn both(&self) -> [&PlayerId; 2] {
        [&self.first, &self.second]
    }
}

/// Against whom a rating was won.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pool {
    /// People, wherever they played.
    Everywhere,
    /// People, in games of this server.
    Server(ServerId),
    /// The engine at its levels.
    Engine,
}

/// Which rating is meant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RatingId {
    /// The game, all its forms together.
    pub family: Family,
    /// The opponents.
    pub pool: Pool,
    /// Whose.
    pub player: PlayerId,
}

impl fmt::Display for RatingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            family,
            pool,
            player,
        } = self;
        match pool {
            Pool::Everywhere => write!(f, "{player} in {family}"),
            Pool::Server(server) => write!(f, "{player} in {family} at {server}"),
            Pool::Engine => write!(f, "{player} in {family} against the engine"),
        }
    }
}

/// Which round of which tournament, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RoundId {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the round.
    pub number: u16,
}

/// The first Monday.
const MONDAY: Span = Span::days(4);

const WEEK: Span = Span::days(7);

/// A server's week.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct WeekId {
    /// The server.
    pub server: ServerId,
    /// Whole weeks since Monday, 5 January 1970, UTC.
    pub week: u32,
}

impl WeekId {
    /// The week of that time.
    pub fn of(server: ServerId, at: Timestamp) -> Self {
        let week = at.since(Timestamp(MONDAY.0)).0.div_euclid(WEEK.0);
        Self {
            server,
            week: u32::try_from(week).unwrap_or(0),
        }
    }

    /// When it began.
    pub fn began(&self) -> Timestamp {
        Timestamp(MONDAY.0 + i64::from(self.week) * WEEK.0)
    }
}

/// Which line of which tournament's audit, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AuditId {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the line.
    pub number: u32,
}

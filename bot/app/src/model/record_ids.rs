//! Ids of records that have several parts.

use std::fmt;

use rules_core::Family;
use serde::{Deserialize, Serialize};

use crate::model::{PlayerId, ServerId, Span, Timestamp, TournamentId};

/// Two people, in the order of their ids.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PairId {
    /// The lesser id.
    first: PlayerId,
    /// The greater id.
    second: PlayerId,
}

impl PairId {
    /// Orders the two.
    pub fn new(one: PlayerId, other: PlayerId) -> Self {
        let mut both = [one, other];
        both.sort();
        let [first, second] = both;
        Self { first, second }
    }

    /// Both, in order.
    pub fn both(&self) -> [&PlayerId; 2] {
        [&self.first, &self.second]
    }
}

/// The opponents against whom a rating was earned.
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

impl Pool {
    const SERVER: &str = "server ";

    /// The code that names it in keys of a store.
    pub fn code(&self) -> String {
        match self {
            Self::Everywhere => "everywhere".to_owned(),
            Self::Engine => "engine".to_owned(),
            Self::Server(id) => format!("{}{id}", Self::SERVER),
        }
    }

    /// Reads what [`Self::code`] wrote.
    pub fn from_code(code: &str) -> Option<Self> {
        match (code, code.strip_prefix(Self::SERVER)) {
            ("everywhere", _) => Some(Self::Everywhere),
            ("engine", _) => Some(Self::Engine),
            (_, id) => id.map(|id| Self::Server(ServerId::new(id))),
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RatingId {
    pub family: Family,
    pub pool: Pool,
    pub player: PlayerId,
}

impl fmt::Display for RatingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.player, self.family)?;
        match &self.pool {
            Pool::Everywhere => Ok(()),
            Pool::Server(server) => write!(f, " at {server}"),
            Pool::Engine => f.write_str(" against the engine"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RoundId {
    pub tournament: TournamentId,
    /// Counted from 1.
    pub number: u16,
}

/// From 1970-01-01 to the first Monday.
const MONDAY: Span = Span::days(4);

const WEEK: Span = Span::days(7);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct WeekId {
    pub server: ServerId,
    /// Whole weeks since Monday, 5 January 1970, UTC.
    pub week: u32,
}

impl WeekId {
    pub fn of(server: ServerId, at: Timestamp) -> Self {
        let week = at.since(Timestamp(MONDAY.0)).0.div_euclid(WEEK.0);
        Self {
            server,
            week: u32::try_from(week).unwrap_or(0),
        }
    }

    pub fn began(&self) -> Timestamp {
        Timestamp(MONDAY.0 + i64::from(self.week) * WEEK.0)
    }
}

/// An entry of a tournament's audit log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AuditId {
    pub tournament: TournamentId,
    /// Counted from 0.
    pub number: u32,
}

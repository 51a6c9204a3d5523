//! Plain data: ids, time, limits, settings and records.

#![allow(missing_docs, reason = "plain data whose names say it")]

pub(crate) mod accuracy;
pub(crate) mod effective_settings;
pub(crate) mod facts;
pub mod glicko;
pub(crate) mod home;
pub(crate) mod ids;
pub(crate) mod index;
pub mod key;
pub(crate) mod level;
pub(crate) mod limits;
pub(crate) mod moment;
pub(crate) mod record;
pub(crate) mod record_ids;

pub(crate) use effective_settings::EffectiveSettings;
pub(crate) use facts::Facts;
pub(crate) use glicko::{Rating, Score};
pub(crate) use home::Home;
pub(crate) use ids::{
    ChallengeId, DailyId, GameId, HeardId, LinkCode, Name, Person, PlayerId, RoleId, RoomId,
    ServerEventId, ServerId, TournamentId, Venue, ghost, without_thread,
};
pub(crate) use key::{Index, IndexRow, Key};
pub(crate) use limits::{Limits, MAX_ID_BYTES, MAX_MENTIONS, SEASON_POINTS};
pub(crate) use moment::{Moment, Span, Timestamp};
pub(crate) use record::*;

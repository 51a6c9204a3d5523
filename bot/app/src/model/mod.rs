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

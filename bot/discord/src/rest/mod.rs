//! Discord's REST API.
//!
//! serenity's rate limiter ignores a proxy, and without it `Retry-After` is lost. Responses are read only for the fields that Delos
//! needs, so new fields and types break nothing.

mod client;
mod endpoints;
pub(crate) mod error;
mod message;
mod route;
pub(crate) mod scheduled_events;

pub(crate) use client::{Rest, USER_AGENT};
pub(crate) use endpoints::{EmojiIds, Gateway, PAGE};
pub(crate) use error::{Error, Result};
pub(crate) use message::{HistoryMessage, Payload, Sent, WithId};

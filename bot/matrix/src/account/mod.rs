//! A Matrix account in plain types.
//!
//! [`Homeserver`] hides encryption and the SDK, so that an application service or a fake could implement it.

mod content;
mod event;
mod homeserver;
#[cfg(feature = "sdk")]
pub mod sdk;

pub use content::{Attachment, Content, Relation, TRANSACTION};
pub use event::{Event, EventKind, Membership, Message, Reaction, Sync};
#[cfg(test)]
pub(crate) use homeserver::member;
pub use homeserver::{Error, Homeserver, Member, Result, Room, RoomKind};

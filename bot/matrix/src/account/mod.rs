//! A Matrix account as Delos sees it, in plain types: what is heard, and what is sent.
//!
//! [`Homeserver`] is all that the rest of the program knows of Matrix. Its implementation deals with encryption, rate limits,
//! and lost answers, so that a sync loop or an application service could be behind it.

mod content;
mod event;
mod homeserver;
#[cfg(feature = "sdk")]
pub mod sdk;

pub use content::{Content, File, Relation, TRANSACTION};
pub use event::{Event, Heard, Membership, Message, Reaction, Sync};
pub use homeserver::{Error, Homeserver, Member, Room, RoomKind};

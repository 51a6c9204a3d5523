//! Text that people read: typed parts and messages from Fluent resources.
//!
//! Code names a message and its arguments ([`msg!`]); its words are in `lang/en/*.ftl`, one file per area, and what a
//! [`Platform`] calls things or puts in its own way in `lang/en/PLATFORM/*.ftl`. A [`Text`]
//! stays in parts until a front end knows the reader's [`Lang`] and calls [`Lang::resolve`]: people, rooms and points in
//! time are shown in the platform's own way, and nothing in a name is ever read as markup.

pub mod chess;
pub mod list;

mod catalog;
mod id;
mod message;
mod name;
mod parts;
mod platform;
mod time;

pub use catalog::Lang;
pub use id::{PlayerId, RoleId, RoomId};
pub use message::{Arg, Message, key};
pub use name::Name;
pub use parts::{Part, Text};
pub use platform::{ByPlatform, Platform, Platforms};
pub use time::{Span, Timestamp};

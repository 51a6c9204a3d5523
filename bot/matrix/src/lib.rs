//! The Matrix front end.
//!
//! [`receive`] takes syncs, whose events [`inbox`] handles room by room: [`parse`] decides what an event asks for, [`request`] carries
//! that out, and [`respond`] answers.
//! [`outbox`] performs effects. Both sides send through [`messenger`], which renders ([`render`]) and waits for [`rate_limits`].
//! [`rooms`] joins, leaves and follows replaced rooms; [`mod@run`] shares the account among processes. [`account`] is the Matrix
//! account itself.

pub mod account;
pub mod ids;

mod bot;
mod choices;
mod directory;
mod inbox;
mod messenger;
mod origin;
mod outbox;
mod parse;
mod permissions;
mod rate_limits;
mod receive;
mod render;
mod request;
mod respond;
mod rooms;
mod run;

pub use account::{
    Attachment, Content, Error, Event, EventKind, Homeserver, Member, Membership, Message,
    Reaction, Relation, Room, RoomKind, Sync, TRANSACTION,
};
pub use run::{run, run_among_others};

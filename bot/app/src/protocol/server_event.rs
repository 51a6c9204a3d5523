//! A tournament's event in the server's list of scheduled events.

use serde::{Deserialize, Serialize};
use text::Text;

use crate::model::{RoomId, ServerEventId, ServerId, Timestamp, TournamentId};

/// A request to make a tournament's event agree with [`App::wanted_event`](crate::App::wanted_event), answered by
/// [`Report::Scheduled`](crate::Report::Scheduled).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    pub tournament: TournamentId,
}

/// A tournament's event as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WantedEvent {
    pub server: ServerId,
    /// The id under which it was made; an event may also exist without one being recorded.
    pub made: Option<ServerEventId>,
    /// The tournament's public code, which is in [`EventPlan::words`] and tells its event from others.
    pub code: String,
    pub phase: EventPhase,
}

/// How far a tournament with an event is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventPhase {
    /// It will start.
    Ahead(Box<EventPlan>),
    /// It has started.
    Running,
    /// It ended in the ordinary way.
    Over,
    /// There should be no event: the tournament was canceled, or its plan no longer asks for one.
    Unwanted,
}

/// The text of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventPlan {
    pub name: String,
    /// Nothing in it was typed by anyone.
    pub words: Text,
    /// The place of the event.
    pub room: RoomId,
    /// Whether the tournament's message in that room takes entries, so that the event can link to it.
    pub links_message: bool,
    pub starts: Timestamp,
    /// An estimate.
    pub ends: Timestamp,
}

/// The outcome of scheduling an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scheduled {
    /// It exists as it should be.
    Kept(ServerEventId),
    /// There is none, as it should be, or as it has to be after the start.
    Absent,
    /// It is not as it should be.
    Failed(NotScheduled),
}

/// Why an event is not as it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotScheduled {
    /// Delos may not create events.
    Forbidden,
    /// The server has as many events as it can have.
    TooMany,
    /// The platform accepts no such event.
    Refused,
    /// It was made, and is no longer there: someone deleted or ended it.
    Gone,
    /// It is there, and could not be changed or deleted.
    Unchanged,
}

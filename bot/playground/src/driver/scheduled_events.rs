//! Scheduled events as members see them.

use std::time::Duration;

use super::{Guild, User};
use crate::state::scheduled_events::{EventState, event_status};

/// A scheduled event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduledEvent {
    /// The snowflake.
    pub id: u64,
    /// The title.
    pub name: String,
    /// The text, if there is any.
    pub description: Option<String>,
    /// The location.
    pub location: String,
    /// The start in milliseconds since 1970.
    pub starts_ms: u64,
    /// The end in milliseconds since 1970.
    pub ends_ms: u64,
    /// How far it is.
    pub status: EventStatus,
}

/// How far a scheduled event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventStatus {
    /// It will start.
    Scheduled,
    /// It has started.
    Active,
    /// It is over.
    Completed,
    /// It was canceled.
    Canceled,
}

impl ScheduledEvent {
    fn of(event: &EventState) -> Self {
        Self {
            id: event.id,
            name: event.name.clone(),
            description: event.description.clone(),
            location: event.location.clone(),
            starts_ms: event.starts_ms,
            ends_ms: event.ends_ms,
            status: match event.status {
                event_status::SCHEDULED => EventStatus::Scheduled,
                event_status::ACTIVE => EventStatus::Active,
                event_status::COMPLETED => EventStatus::Completed,
                _ => EventStatus::Canceled,
            },
        }
    }
}

impl Guild {
    /// The scheduled events, oldest first, with those that are over.
    pub fn events(&self) -> Vec<ScheduledEvent> {
        self.shared.update(|w| {
            w.settle_events(self.id);
            let events = w.guilds.get(&self.id).into_iter();
            let events = events.flat_map(|g| g.events.values());
            events.map(ScheduledEvent::of).collect()
        })
    }

    /// Adds an event of a member that starts in this time and takes an hour. Returns its id.
    pub fn add_event(&self, creator: &User, name: &str, starts_in: Duration) -> u64 {
        let millis = |span: Duration| u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
        self.shared.update(|w| {
            let starts_ms = w.now() + millis(starts_in);
            let event = EventState {
                creator: creator.id(),
                name: name.to_owned(),
                location: "here".to_owned(),
                starts_ms,
                ends_ms: starts_ms + millis(Duration::from_hours(1)),
                ..EventState::default()
            };
            w.add_event(self.id, event)
        })
    }

    /// Deletes an event, as a moderator does.
    pub fn delete_event(&self, event: u64) {
        self.shared.update(|w| w.delete_event(self.id, event));
    }
}

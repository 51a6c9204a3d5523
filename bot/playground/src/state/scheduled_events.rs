//! Scheduled events of guilds: those outside of voice channels, which start and end by themselves.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::World;
use crate::discord::intent;
use crate::time::iso;

/// Maximum number of events of a guild that are not over.
pub(crate) const MAX_EVENTS: usize = 100;

/// Values of [`ScheduledEvent::status`].
#[allow(missing_docs, reason = "the names are Discord's")]
pub mod event_status {
    pub const SCHEDULED: u64 = 1;
    pub const ACTIVE: u64 = 2;
    pub const COMPLETED: u64 = 3;
    pub const CANCELED: u64 = 4;
}

/// A scheduled event.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduledEvent {
    /// The snowflake.
    pub id: u64,
    /// The user who made it.
    pub creator: u64,
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
    /// How far it is: one of [`event_status`].
    pub status: u64,
}

impl ScheduledEvent {
    /// Applies the fields of a valid body.
    pub(crate) fn apply(&mut self, body: &Value) {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let time = |key: &str| body[key].as_str().and_then(millis_of);
        self.name = text(&body["name"]).unwrap_or_else(|| std::mem::take(&mut self.name));
        if body.get("description").is_some() {
            self.description = text(&body["description"]);
        }
        let location = text(&body["entity_metadata"]["location"]);
        self.location = location.unwrap_or_else(|| std::mem::take(&mut self.location));
        self.starts_ms = time("scheduled_start_time").unwrap_or(self.starts_ms);
        self.ends_ms = time("scheduled_end_time").unwrap_or(self.ends_ms);
        self.status = body["status"].as_u64().unwrap_or(self.status);
    }
}

/// Milliseconds since 1970 of a time in ISO 8601.
pub(crate) fn millis_of(text: &str) -> Option<u64> {
    let time: jiff::Timestamp = text.parse().ok()?;
    u64::try_from(time.as_millisecond()).ok()
}

impl World {
    /// Starts and ends the events of a guild whose time has come.
    pub(crate) fn settle_events(&mut self, guild: u64) {
        let now = self.now();
        let mut changed = Vec::new();
        for event in self.guild_mut(guild).events.values_mut() {
            let before = event.status;
            if event.status == event_status::SCHEDULED && event.starts_ms <= now {
                event.status = event_status::ACTIVE;
            }
            if event.status == event_status::ACTIVE && event.ends_ms <= now {
                event.status = event_status::COMPLETED;
            }
            if event.status != before {
                changed.push(event.id);
            }
        }
        for event in changed {
            self.dispatch_event("UPDATE", guild, event);
        }
    }

    pub(crate) fn add_event(&mut self, guild: u64, mut event: ScheduledEvent) -> u64 {
        let id = self.id();
        event.id = id;
        event.status = event_status::SCHEDULED;
        self.guild_mut(guild).events.insert(id, event);
        self.dispatch_event("CREATE", guild, id);
        id
    }

    pub(crate) fn delete_event(&mut self, guild: u64, event: u64) {
        self.dispatch_event("DELETE", guild, event);
        self.guild_mut(guild).events.remove(&event);
    }

    pub(crate) fn dispatch_event(&mut self, what: &str, guild: u64, event: u64) {
        let name = format!("GUILD_SCHEDULED_EVENT_{what}");
        let json = self.event_json(guild, event);
        self.dispatch(&name, intent::GUILD_SCHEDULED_EVENTS, Some(guild), &json);
    }

    pub(crate) fn event_json(&self, guild: u64, event: u64) -> Value {
        let Some(event) = self.guilds[&guild].events.get(&event) else {
            return Value::Null;
        };
        json!({"id": event.id.to_string(), "guild_id": guild.to_string(), "channel_id": null, "creator_id": event.creator.to_string(),
            "creator": self.user_json(event.creator), "name": event.name, "description": event.description, "image": null,
            "scheduled_start_time": iso(event.starts_ms), "scheduled_end_time": iso(event.ends_ms), "privacy_level": 2,
            "status": event.status, "entity_type": 3, "entity_id": null, "entity_metadata": {"location": event.location},
            "recurrence_rule": null, "guild_scheduled_event_exceptions": []})
    }
}

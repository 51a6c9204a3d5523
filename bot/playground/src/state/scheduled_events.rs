//! Scheduled events of guilds: those outside of voice channels, which start and end by themselves.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::World;
use crate::discord::intent;
use crate::time::iso;

/// Maximum number of events of a guild that are not over.
pub(crate) const MAX_EVENTS: usize = 100;

/// Values of `status`.
pub(crate) mod event_status {
    pub(crate) const SCHEDULED: u64 = 1;
    pub(crate) const ACTIVE: u64 = 2;
    pub(crate) const COMPLETED: u64 = 3;
    pub(crate) const CANCELED: u64 = 4;
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct EventState {
    pub(crate) id: u64,
    pub(crate) creator: u64,
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) location: String,
    pub(crate) starts_ms: u64,
    pub(crate) ends_ms: u64,
    pub(crate) status: u64,
}

impl EventState {
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

    pub(crate) fn is_over(&self) -> bool {
        self.status > event_status::ACTIVE
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
        let Some(state) = self.guilds.get_mut(&guild) else {
            return;
        };
        let mut changed = Vec::new();
        for event in state.events.values_mut() {
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

    /// Adds an event, and tells the bot. Returns its id.
    pub(crate) fn add_event(&mut self, guild: u64, mut event: EventState) -> u64 {
        let id = self.id();
        event.id = id;
        event.status = event_status::SCHEDULED;
        if let Some(state) = self.guilds.get_mut(&guild) {
            state.events.insert(id, event);
        }
        self.dispatch_event("CREATE", guild, id);
        id
    }

    /// Deletes an event, and tells the bot.
    pub(crate) fn delete_event(&mut self, guild: u64, event: u64) {
        self.dispatch_event("DELETE", guild, event);
        if let Some(state) = self.guilds.get_mut(&guild) {
            state.events.remove(&event);
        }
    }

    pub(crate) fn dispatch_event(&mut self, what: &str, guild: u64, event: u64) {
        let name = format!("GUILD_SCHEDULED_EVENT_{what}");
        let json = self.event_json(guild, event);
        self.dispatch(&name, intent::GUILD_SCHEDULED_EVENTS, Some(guild), &json);
    }

    pub(crate) fn event_json(&self, guild: u64, event: u64) -> Value {
        let events = self.guilds.get(&guild).map(|state| &state.events);
        let Some(event) = events.and_then(|events| events.get(&event)) else {
            return Value::Null;
        };
        json!({"id": event.id.to_string(), "guild_id": guild.to_string(), "channel_id": null, "creator_id": event.creator.to_string(),
            "creator": self.user_json(event.creator), "name": event.name, "description": event.description, "image": null,
            "scheduled_start_time": iso(event.starts_ms), "scheduled_end_time": iso(event.ends_ms), "privacy_level": 2,
            "status": event.status, "entity_type": 3, "entity_id": null, "entity_metadata": {"location": event.location},
            "recurrence_rule": null, "guild_scheduled_event_exceptions": []})
    }
}

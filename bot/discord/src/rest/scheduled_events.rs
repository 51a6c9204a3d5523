//! Discord's scheduled events: those that take place somewhere outside of its voice channels.

use jiff::Timestamp;
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use serenity::all::{GuildId, ScheduledEventId, UserId};

use super::client::Rest;
use super::error::Result;
use super::route::Route;

/// `entity_type`: at a location.
const EXTERNAL: u8 = 3;
/// `privacy_level`: for members of the server.
const GUILD_ONLY: u8 = 2;

/// Values of `status`. An event becomes active at its start and completed at its end without a request.
pub(crate) mod status {
    pub(crate) const SCHEDULED: u8 = 1;
    pub(crate) const ACTIVE: u8 = 2;
    pub(crate) const COMPLETED: u8 = 3;
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ScheduledEvent {
    pub(crate) id: ScheduledEventId,
    #[serde(default)]
    pub(crate) creator_id: Option<UserId>,
    pub(crate) status: u8,
    name: String,
    #[serde(default)]
    pub(crate) description: Option<String>,
    scheduled_start_time: String,
    #[serde(default)]
    scheduled_end_time: Option<String>,
    #[serde(default)]
    entity_metadata: Option<EntityMetadata>,
}

#[derive(Clone, Debug, Deserialize)]
struct EntityMetadata {
    #[serde(default)]
    location: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct EventFields {
    /// At most 100 characters.
    pub(crate) name: String,
    /// At most 1,000 characters.
    pub(crate) description: String,
    /// At most 100 characters.
    pub(crate) location: String,
    pub(crate) starts: Timestamp,
    pub(crate) ends: Timestamp,
}

impl EventFields {
    fn json(&self) -> Value {
        json!({
            "entity_type": EXTERNAL,
            "privacy_level": GUILD_ONLY,
            "name": self.name,
            "description": self.description,
            "entity_metadata": { "location": self.location },
            "scheduled_start_time": self.starts.to_string(),
            "scheduled_end_time": self.ends.to_string(),
        })
    }

    /// Returns the fields that differ from the event; `None` if it agrees. An active event keeps its times.
    pub(crate) fn changes(&self, event: &ScheduledEvent) -> Option<Value> {
        let is_at = |text: Option<&str>, time: Timestamp| {
            let known = text.and_then(|text| text.parse::<Timestamp>().ok());
            known.is_some_and(|known| known.as_second() == time.as_second())
        };
        let starts = is_at(Some(&event.scheduled_start_time), self.starts);
        let ends = is_at(event.scheduled_end_time.as_deref(), self.ends);
        let moves = event.status == status::SCHEDULED && !(starts && ends);
        let place = event.entity_metadata.as_ref();
        let same = [
            ("name", self.name == event.name),
            (
                "description",
                event.description.as_ref() == Some(&self.description),
            ),
            (
                "entity_metadata",
                place.and_then(|place| place.location.as_ref()) == Some(&self.location),
            ),
            // Each is checked against the other.
            ("scheduled_start_time", !moves),
            ("scheduled_end_time", !moves),
        ];
        let Value::Object(mut all) = self.json() else {
            return None;
        };
        let changes: Map<String, Value> = same
            .into_iter()
            .filter(|(_, is_same)| !is_same)
            .filter_map(|(field, _)| all.remove_entry(field))
            .collect();
        (!changes.is_empty()).then_some(Value::Object(changes))
    }
}

impl Rest {
    /// The events of a server that are not over.
    pub(crate) async fn scheduled_events(&self, guild: GuildId) -> Result<Vec<ScheduledEvent>> {
        let events: Option<Vec<ScheduledEvent>> =
            self.get(Route::ScheduledEvents(guild), &[]).await?;
        Ok(events.unwrap_or_default())
    }

    /// Creates an event, whose start must be to come.
    pub(crate) async fn create_event(
        &self,
        guild: GuildId,
        event: &EventFields,
    ) -> Result<ScheduledEventId> {
        let route = Route::ScheduledEvents(guild);
        self.create(route, event.json()).await
    }

    pub(crate) async fn change_event(
        &self,
        guild: GuildId,
        id: ScheduledEventId,
        changes: Value,
    ) -> Result<()> {
        let route = Route::ScheduledEvent(guild, id);
        self.call(Method::PATCH, route, Some(&changes.into())).await
    }

    pub(crate) async fn delete_event(&self, guild: GuildId, id: ScheduledEventId) -> Result<()> {
        self.call(Method::DELETE, Route::ScheduledEvent(guild, id), None)
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields() -> EventFields {
        EventFields {
            name: "Friday cup".to_owned(),
            description: "Swiss".to_owned(),
            location: "https://discord.com/channels/1/2".to_owned(),
            starts: "2026-12-24T18:30:00Z".parse().unwrap(),
            ends: "2026-12-24T20:00:00Z".parse().unwrap(),
        }
    }

    /// As Discord answers.
    fn listed(status: u8) -> ScheduledEvent {
        serde_json::from_value(json!({
            "id": "7", "guild_id": "1", "channel_id": null, "creator_id": "5", "name": "Friday cup", "description": "Swiss",
            "scheduled_start_time": "2026-12-24T18:30:00.000000+00:00", "scheduled_end_time": "2026-12-24T20:00:00.000000+00:00",
            "privacy_level": 2, "status": status, "entity_type": 3, "entity_id": null, "recurrence_rule": null,
            "entity_metadata": { "location": "https://discord.com/channels/1/2" }, "guild_scheduled_event_exceptions": []
        }))
        .unwrap()
    }

    #[test]
    fn only_what_differs_is_changed_and_no_time_of_an_active_event() {
        for status in [status::SCHEDULED, status::ACTIVE] {
            assert_eq!(fields().changes(&listed(status)), None);
        }
        let later = EventFields {
            name: "Saturday cup".to_owned(),
            ends: "2026-12-24T21:00:00Z".parse().unwrap(),
            ..fields()
        };
        assert_eq!(
            later.changes(&listed(status::SCHEDULED)),
            Some(json!({
                "name": "Saturday cup",
                "scheduled_start_time": "2026-12-24T18:30:00Z",
                "scheduled_end_time": "2026-12-24T21:00:00Z",
            }))
        );
        let active = later.changes(&listed(status::ACTIVE));
        assert_eq!(active, Some(json!({ "name": "Saturday cup" })));
        let mut bare = listed(status::SCHEDULED);
        (bare.description, bare.entity_metadata) = (None, None);
        assert_eq!(
            fields().changes(&bare),
            Some(json!({
                "description": "Swiss",
                "entity_metadata": { "location": "https://discord.com/channels/1/2" },
            }))
        );
    }
}

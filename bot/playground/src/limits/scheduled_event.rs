//! Limits of scheduled events.

use serde_json::Value;

use super::Validator;
use crate::api_error::{FINISHED_EVENT, FormError};
use crate::state::scheduled_events::{ScheduledEvent, event_status, millis_of};

/// Discord's `entity_type` of an event that takes place elsewhere; the playground has no others.
const EXTERNAL: u64 = 3;

pub(crate) fn new_event(body: &Value, now_ms: u64) -> Vec<FormError> {
    let mut c = Validator::default();
    common(&mut c, body, true);
    let starts = time(&mut c, body, "scheduled_start_time");
    let ends = time(&mut c, body, "scheduled_end_time");
    if let (Some(starts), Some(ends)) = (starts, ends) {
        times(&mut c, Some(starts), (starts, ends), now_ms);
    }
    c.errors
}

pub(crate) fn event_change(body: &Value, event: &ScheduledEvent, now_ms: u64) -> Vec<FormError> {
    let mut c = Validator::default();
    if event.status > event_status::ACTIVE {
        let message = "Cannot update a finished event";
        c.error_with_code("event-finished", message, FINISHED_EVENT);
        return c.errors;
    }
    common(&mut c, body, false);
    let mut given = |key| {
        let is_given = !body[key].is_null();
        is_given.then(|| time(&mut c, body, key)).flatten()
    };
    let starts = given("scheduled_start_time");
    let ends = given("scheduled_end_time");
    if starts.is_some() && event.status == event_status::ACTIVE {
        let message = "The event has started.";
        c.error_at("scheduled_start_time", "event-times", message);
    }
    if starts.is_some() || ends.is_some() {
        let first = starts.unwrap_or(event.starts_ms);
        let last = ends.unwrap_or(event.ends_ms);
        times(&mut c, starts, (first, last), now_ms);
    }
    if let Some(next) = body["status"].as_u64() {
        let allowed = [
            (event_status::SCHEDULED, event_status::ACTIVE),
            (event_status::ACTIVE, event_status::COMPLETED),
            (event_status::SCHEDULED, event_status::CANCELED),
        ];
        if !allowed.contains(&(event.status, next)) {
            let message = format!("An event with status {} can't get {next}.", event.status);
            c.error_at("status", "event-status", message);
        }
    } else if !body["status"].is_null() {
        c.error_at("status", "type", "must be an integer");
    }
    c.errors
}

/// Checks the fields of an event outside voice channels, whether new or edited. A new one must have them all.
fn common(c: &mut Validator, body: &Value, is_new: bool) {
    let checks = |key: &str| is_new || !body[key].is_null();
    if checks("name") {
        c.text(body, "name", "event-name", 1..=100);
    }
    if checks("privacy_level") && body["privacy_level"] != 2 {
        let message = "Value must be one of (2).";
        c.error_at("privacy_level", "event-privacy", message);
    }
    if checks("entity_type") && body["entity_type"] != EXTERNAL {
        c.error_at("entity_type", "event-kind", "Value must be one of (3).");
    }
    if !body["description"].is_null() {
        c.text(body, "description", "event-description", 1..=1000);
    }
    if !body["channel_id"].is_null() {
        let message = "An external event has no channel.";
        c.error_at("channel_id", "event-external", message);
    }
    if checks("entity_metadata") {
        let place = &body["entity_metadata"];
        c.under("entity_metadata", |c| {
            c.text(place, "location", "event-location", 1..=100);
        });
    }
    let end = body.get("scheduled_end_time");
    if is_new && end.is_none() || end.is_some_and(Value::is_null) {
        let message = "This field is required";
        c.error_at("scheduled_end_time", "event-external", message);
    }
}

/// A time in ISO 8601, in milliseconds since 1970.
fn time(c: &mut Validator, body: &Value, key: &str) -> Option<u64> {
    let time = body[key].as_str().and_then(millis_of);
    let is_missing_end = key == "scheduled_end_time" && body[key].is_null();
    if time.is_none() && !is_missing_end {
        c.error_at(key, "type", "Could not parse the value as ISO 8601.");
    }
    time
}

/// Checks the start, if it is new, and the end.
fn times(c: &mut Validator, new_start: Option<u64>, (starts, ends): (u64, u64), now_ms: u64) {
    if new_start.is_some_and(|starts| starts <= now_ms) {
        let message = "Cannot schedule event in the past.";
        c.error_at("scheduled_start_time", "event-times", message);
    }
    if ends <= starts.max(now_ms) {
        let message = "Cannot schedule event to end before it starts.";
        c.error_at("scheduled_end_time", "event-times", message);
    }
}

//! Limits of scheduled events.

use serde_json::{Value, json};

use super::*;
use crate::state::scheduled_events::{ScheduledEvent, event_status};

/// Noon of 1 January 2026.
const NOW_MS: u64 = 1_767_268_800_000;
const NOON: &str = "2026-01-01T12:00:00Z";
const HOUR_MS: u64 = 3_600_000;

fn new(changes: &Value) -> Vec<FormError> {
    let body = json!({"name": "Cup", "privacy_level": 2, "entity_type": 3, "entity_metadata": {"location": "here"},
        "scheduled_start_time": "2026-01-01T13:00:00Z", "scheduled_end_time": "2026-01-01T14:00:00Z"});
    new_event(&changed(body, changes), NOW_MS)
}

/// A change of an event from 13:00 to 14:00 at noon, or half an hour after its start if it is active.
fn change(status: u64, body: &Value) -> Vec<FormError> {
    let event = ScheduledEvent {
        starts_ms: NOW_MS + HOUR_MS,
        ends_ms: NOW_MS + 2 * HOUR_MS,
        status,
        ..ScheduledEvent::default()
    };
    let is_active = status == event_status::ACTIVE;
    let now_ms = NOW_MS + if is_active { HOUR_MS * 3 / 2 } else { 0 };
    event_change(body, &event, now_ms)
}

fn times(valid: Vec<FormError>, invalid: Vec<FormError>) -> Case {
    case("event-times", valid, invalid)
}

pub(super) fn cases() -> Vec<Case> {
    [new_cases(), change_cases()].concat()
}

fn new_cases() -> Vec<Case> {
    let name = |n| new(&json!({"name": x(n)}));
    let description = |n| new(&json!({"description": x(n)}));
    let location = |n| new(&json!({"entity_metadata": {"location": x(n)}}));
    let starts = |at| new(&json!({"scheduled_start_time": at}));
    let ends = |at: Option<String>| new(&json!({"scheduled_end_time": at}));
    let without_metadata = new(&json!({"entity_metadata": null}));
    let at_13 = |fraction| format!("2026-01-01T13:00:00{fraction}+00:00");
    vec![
        case("event-name", name(100), name(101)),
        case("event-name", name(1), name(0)),
        case("event-description", description(1000), description(1001)),
        case("event-description", description(1), description(0)),
        case("event-location", location(100), location(101)),
        case("event-location", location(1), location(0)),
        case("event-location", location(1), without_metadata),
        case("event-external", new(&json!({})), ends(None)),
        field("event-external", new, "channel_id", Value::Null, "1"),
        field("event-privacy", new, "privacy_level", 2, 1),
        field("event-kind", new, "entity_type", 3, 2),
        times(starts("2026-01-01T12:00:00.001Z"), starts(NOON)),
        times(ends(Some(at_13(".001"))), ends(Some(at_13("")))),
        case("type", starts("2026-01-01T13:00:00Z"), starts("tomorrow")),
    ]
}

fn change_cases() -> Vec<Case> {
    use event_status::{ACTIVE, CANCELED, COMPLETED, SCHEDULED};
    let status = |from, to| change(from, &json!({"status": to}));
    let ends = |status, at| change(status, &json!({"scheduled_end_time": at}));
    let later = json!({"scheduled_start_time": "2026-01-01T13:59:00Z"});
    let after_end = json!({"scheduled_start_time": "2026-01-01T14:00:00Z"});
    let past = json!({"scheduled_start_time": "2026-01-01T11:00:00Z"});
    let statuses = |valid, invalid| case("event-status", valid, invalid);
    let renamed = |status| change(status, &json!({"name": "Other"}));
    vec![
        statuses(status(SCHEDULED, ACTIVE), status(SCHEDULED, COMPLETED)),
        statuses(status(ACTIVE, COMPLETED), status(ACTIVE, CANCELED)),
        statuses(status(SCHEDULED, CANCELED), status(ACTIVE, SCHEDULED)),
        times(change(SCHEDULED, &later), change(SCHEDULED, &after_end)),
        times(change(SCHEDULED, &later), change(SCHEDULED, &past)),
        times(change(SCHEDULED, &later), change(ACTIVE, &later)),
        case(
            "event-times",
            ends(ACTIVE, "2026-01-01T13:31:00Z"),
            ends(ACTIVE, "2026-01-01T13:30:00Z"),
        ),
        case(
            "event-external",
            ends(SCHEDULED, "2026-01-01T15:00:00Z"),
            change(SCHEDULED, &json!({"scheduled_end_time": null})),
        ),
        case("event-finished", renamed(ACTIVE), renamed(COMPLETED)),
        case("event-finished", renamed(SCHEDULED), renamed(CANCELED)),
    ]
}

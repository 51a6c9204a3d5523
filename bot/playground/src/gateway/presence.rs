//! The presence that a bot announces: its status and what it is doing.

use serde_json::Value;

/// The longest name or state of an activity, in characters.
const MAX_WORDS: usize = 128;
const STATUSES: [&str; 5] = ["online", "dnd", "idle", "invisible", "offline"];
/// The fields of an activity that a bot may set.
const FIELDS: [&str; 4] = ["name", "state", "type", "url"];
const STREAMING: u64 = 1;
const CUSTOM: u64 = 4;
const COMPETING: u64 = 5;

/// Returns the first violation in a presence. Sending no presence is allowed.
pub(super) fn mistake(presence: &Value) -> Option<String> {
    if presence.is_null() {
        return None;
    }
    let status = presence["status"].as_str().unwrap_or_default();
    if !STATUSES.contains(&status) {
        return Some(format!("unknown status {status:?}"));
    }
    if !presence["afk"].is_boolean() {
        return Some("afk is missing".to_owned());
    }
    let Some(activities) = presence["activities"].as_array() else {
        return Some("activities are missing".to_owned());
    };
    activities.iter().find_map(activity_mistake)
}

fn activity_mistake(activity: &Value) -> Option<String> {
    let Some(fields) = activity.as_object() else {
        return Some("an activity is an object".to_owned());
    };
    let words = |key: &str| activity[key].as_str().unwrap_or_default();
    let fits = |words: &str| (1..=MAX_WORDS).contains(&words.chars().count());
    let mut set = fields.iter().filter(|(_, value)| !value.is_null());
    let unknown = set.clone().find(|(key, _)| !FIELDS.contains(&key.as_str()));
    let no_text = set.find(|(key, value)| key.as_str() != "type" && !value.is_string());
    match activity["type"].as_u64() {
        _ if unknown.is_some() => unknown.map(|(key, _)| format!("a bot cannot set {key}")),
        _ if no_text.is_some() => no_text.map(|(key, _)| format!("{key} is a text")),
        _ if !fits(words("name")) => Some("a name of 1 to 128 characters is needed".to_owned()),
        Some(CUSTOM) if !fits(words("state")) => {
            Some("a custom status needs a state of 1 to 128 characters".to_owned())
        }
        Some(STREAMING) if words("url").is_empty() => Some("streaming needs a url".to_owned()),
        Some(0..=COMPETING) => None,
        other => Some(format!("unknown type {other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_presence_is_what_discord_shows() {
        let doing = |activity| json!({"status": "online", "afk": false, "since": 0, "activities": [activity]});
        let custom = json!({"name": "~", "type": 4, "state": "/help", "url": null});
        assert_eq!(mistake(&Value::Null), None);
        assert_eq!(mistake(&doing(custom)), None);
        for wrong in [
            json!({"name": "~", "type": 4}),
            json!({"name": "", "type": 0}),
            json!({"name": "chess", "type": 9}),
            json!({"name": "chess", "type": 1}),
            json!({"name": "chess", "type": 0, "details": "a bot cannot set this"}),
            json!({"name": "~", "type": 4, "state": "x".repeat(129)}),
            json!({"name": "chess", "type": "0"}),
            json!({"name": "chess", "type": 0, "state": ["chess"]}),
            json!("chess"),
            Value::Null,
        ] {
            assert!(mistake(&doing(wrong.clone())).is_some(), "{wrong}");
        }
        assert!(mistake(&json!({"status": "busy", "afk": false, "activities": []})).is_some());
    }
}

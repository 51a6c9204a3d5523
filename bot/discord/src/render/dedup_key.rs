//! Dedup keys: the nonce of a message, repeated in the custom id of its last button, since Discord forgets nonces within minutes.

use app::effect::{EffectId, Subject};
use app::{BoardId, Site};
use serde_json::{Value, json};

use crate::rest::Payload;

/// The longest custom id, in bytes.
const CUSTOM_ID_LIMIT: usize = 100;
/// Divides a dedup key from a button's address.
const KEY_END: char = '|';

/// Marks a message with its dedup key: as the nonce, and in the custom id of its last button.
pub(super) fn mark(mut message: Payload, dedup_key: &str) -> Payload {
    message.json["nonce"] = json!(dedup_key);
    message.json["enforce_nonce"] = json!(true);
    if let Some(id) = last_address(&mut message.json["components"])
        && let Some(address) = id.as_str()
        && dedup_key.len() + KEY_END.len_utf8() + address.len() <= CUSTOM_ID_LIMIT
    {
        *id = json!(format!("{dedup_key}{KEY_END}{address}"));
    }
    message
}

/// Returns the custom id of the last button of some rows.
fn last_address(rows: &mut Value) -> Option<&mut Value> {
    let row = rows.as_array_mut()?.last_mut()?;
    let control = row.get_mut("components")?.as_array_mut()?.last_mut()?;
    control.get_mut("custom_id")
}

/// Returns the address in a control's custom id.
pub(crate) fn address(custom_id: &str) -> &str {
    custom_id
        .split_once(KEY_END)
        .filter(|(key, _)| !key.contains(':'))
        .map_or(custom_id, |(_, address)| address)
}

/// Returns the dedup key in the custom ids of a message's controls.
pub(crate) fn of_components(components: &Value) -> Option<&str> {
    let row = components.as_array()?.last()?;
    let control = row["components"].as_array()?.last()?;
    let (key, _) = control["custom_id"].as_str()?.split_once(KEY_END)?;
    Some(key).filter(|key| !key.contains(':'))
}

/// Returns the dedup key of a subject's message at a version, at most 25 characters.
pub(crate) fn of_subject(subject: Subject, version: u64) -> String {
    match subject {
        Subject::Game(id) => format!("g{id}.{version}"),
        Subject::GameElsewhere(id) => format!("x{id}.{version}"),
        Subject::Challenge(id) => format!("c{id}.{version}"),
        Subject::Tournament(id) => format!("r{id}.{version}"),
        Subject::Daily(id) => format!("d{id}.{version}"),
    }
}

/// Returns the dedup key of the message to which a game's thread is attached.
pub(crate) fn of_thread(board: BoardId) -> String {
    let game = board.game;
    match board.site {
        Site::First => format!("h{game}"),
        Site::Second => format!("i{game}"),
    }
}

/// Returns the dedup key of an effect's only message, at most 25 characters.
pub(crate) fn of_effect(id: &EffectId) -> String {
    // The id ends in random bits and a number within one command; the time before them adds little.
    let rest: String = id.0.chars().filter(char::is_ascii_alphanumeric).collect();
    let from = rest.chars().count().saturating_sub(24);
    std::iter::once('t')
        .chain(rest.chars().skip(from))
        .collect()
}

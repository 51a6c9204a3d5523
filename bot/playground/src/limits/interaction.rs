//! Limits of initial responses: callback types, autocomplete choices, modals.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Validator, components};
use crate::api_error::FormError;
use crate::discord::callback::{
    AUTOCOMPLETE_RESULT, DEFERRED_MESSAGE, DEFERRED_UPDATE, MESSAGE, MODAL, UPDATE_MESSAGE,
};
use crate::discord::component::TEXT_INPUT;
use crate::discord::message_flag::EPHEMERAL;
use crate::state::InteractionType;

/// The longest value of a text input.
const MAX_INPUT: usize = 4000;

/// The errors of a callback's type and, for a deferral, of its flags. The interaction `has_message` if it comes from a message's
/// component, possibly through a modal.
pub(crate) fn callback(body: &Value, kind: InteractionType, has_message: bool) -> Vec<FormError> {
    use InteractionType::{Autocomplete, Modal};
    let mut c = Validator::default();
    let callback = body["type"].as_u64();
    let Some(callback) = callback.filter(|t| (MESSAGE..=MODAL).contains(t)) else {
        let message = format!("unknown callback type: {}", body["type"]);
        c.error_at("type", "callback-type", message);
        return c.errors;
    };
    let error = match callback {
        AUTOCOMPLETE_RESULT if kind != Autocomplete => Some("type 8 is for autocomplete only"),
        AUTOCOMPLETE_RESULT => None,
        _ if kind == Autocomplete => Some("autocomplete needs type 8"),
        // A modal that a slash command opened has no message; Discord accepts type 6 for it nevertheless.
        DEFERRED_UPDATE if !has_message && kind != Modal => Some("type 6 is for components only"),
        UPDATE_MESSAGE if !has_message => Some("type 7 is for components only"),
        MODAL if kind == Modal => Some("a modal cannot follow a modal"),
        _ => None,
    };
    if let Some(message) = error {
        c.error_at("type", "callback-type", message);
    }
    let flags = body["data"]["flags"].as_u64().unwrap_or(0);
    if callback == DEFERRED_MESSAGE && flags & !EPHEMERAL != 0 {
        let message = format!("a deferral can only set EPHEMERAL (is {flags})");
        c.under("data", |c| c.error_at("flags", "flags", message));
    }
    c.errors
}

pub(crate) fn autocomplete(data: &Value) -> Vec<FormError> {
    let mut c = Validator::at(vec!["data".into()]);
    let choices = c.list(data, "choices", "autocomplete", 25);
    c.each("choices", choices, |c, choice| {
        c.text(choice, "name", "autocomplete", 1..=100);
        if choice["value"].is_string() {
            c.text(choice, "value", "autocomplete", 1..=100);
        }
    });
    c.errors
}

pub(crate) fn modal(data: &Value) -> Vec<FormError> {
    let mut c = Validator::at(vec!["data".into()]);
    c.text(data, "title", "modal-title", 1..=45);
    c.text(data, "custom_id", "custom-id", 1..=100);
    let rows = c.list(data, "components", "modal-components", 5);
    if rows.is_empty() {
        let message = "Must be between 1 and 5 in length (is 0).";
        c.error_at("components", "modal-components", message);
    }
    let mut custom_ids = BTreeSet::new();
    c.each("components", rows, |c, row| {
        let inputs = c.list(row, "components", "modal-input", 5);
        if inputs.len() != 1 || inputs.iter().any(|x| x["type"] != TEXT_INPUT) {
            let message = "a row of a modal has exactly one text input";
            c.error_at("components", "modal-input", message);
        }
        c.each("components", inputs, |c, x| {
            if x["custom_id"].is_null() {
                c.error_at("custom_id", "custom-id", "This field is required");
            }
            components::custom_id(c, x, &mut custom_ids);
            text_input(c, x);
        });
    });
    c.errors
}

fn text_input(c: &mut Validator, x: &Value) {
    c.text(x, "label", "modal-input", 1..=45);
    c.text(x, "placeholder", "modal-input", 0..=100);
    let length = c.text(x, "value", "modal-input", 0..=MAX_INPUT);
    let number = |key: &str| x[key].as_u64().and_then(|n| usize::try_from(n).ok());
    let min = number("min_length").unwrap_or(0);
    let max = number("max_length").unwrap_or(MAX_INPUT);
    if min > max || !(1..=MAX_INPUT).contains(&max) {
        let message = format!("min_length {min}, max_length {max}, both up to {MAX_INPUT}");
        c.error_at("max_length", "modal-input", message);
    }
    if length != 0 && !(min..=max).contains(&length) {
        let message = format!("must be {min} to {max} characters (is {length})");
        c.error_at("value", "modal-input", message);
    }
}

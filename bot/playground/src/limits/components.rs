//! Limits of message components: action rows, buttons, select menus.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{MessageContext, Validator};
use crate::discord::component::{ACTION_ROW, BUTTON, LINK_STYLE, SELECTS, STRING_SELECT};
use crate::messages::as_id;

pub(super) fn message(c: &mut Validator, body: &Value, context: &MessageContext<'_>) {
    let rows = c.list(body, "components", "rows", 5);
    let mut custom_ids = BTreeSet::new();
    c.each("components", rows, |c, row| {
        if row["type"] != ACTION_ROW {
            let message = format!("a component of type {} outside an action row", row["type"]);
            c.error_at("type", "rows", message);
            return;
        }
        let inner = c.list(row, "components", "row-content", 5);
        let selects = inner.iter().filter(|x| is_select(x)).count();
        if inner.is_empty() || (selects > 0 && inner.len() > 1) {
            let parts = inner.len();
            let message = format!(
                "must be 1 to 5 buttons or one select menu (has {parts} components, {selects} of them select menus)"
            );
            c.error_at("components", "row-content", message);
        }
        c.each("components", inner, |c, x| {
            custom_id(c, x, &mut custom_ids);
            if x["type"] == BUTTON {
                button(c, x);
                emoji(c, &x["emoji"], context);
            } else if is_select(x) {
                select(c, x);
            } else {
                let message = format!("a component of type {} in an action row", x["type"]);
                c.error_at("type", "row-content", message);
            }
        });
    });
}

fn is_select(component: &Value) -> bool {
    SELECTS.iter().any(|kind| component["type"] == *kind)
}

pub(super) fn custom_id(c: &mut Validator, x: &Value, seen: &mut BTreeSet<String>) {
    if x["custom_id"].is_null() {
        return;
    }
    c.text(x, "custom_id", "custom-id", 1..=100);
    if let Some(id) = x["custom_id"].as_str()
        && !seen.insert(id.to_owned())
    {
        let message = format!("Component custom id cannot be duplicated: {id:?}");
        c.error_at("custom_id", "custom-id-unique", message);
    }
}

fn button(c: &mut Validator, x: &Value) {
    c.text(x, "label", "button-label", 0..=80);
    let (has_id, has_url) = (!x["custom_id"].is_null(), !x["url"].is_null());
    match x["style"].as_u64() {
        Some(1..LINK_STYLE) if !has_id || has_url => {
            c.error("button-kind", "this button needs a custom_id and no url");
        }
        Some(LINK_STYLE) if has_id || !has_url => {
            c.error("button-kind", "a link button needs a url and no custom_id");
        }
        Some(1..=LINK_STYLE) => {}
        _ => {
            let message = format!("unknown button style: {}", x["style"]);
            c.error_at("style", "button-kind", message);
        }
    }
    if x["label"].as_str().is_none_or(str::is_empty) && x["emoji"].is_null() {
        c.error("button-kind", "a button must have a label or an emoji");
    }
}

fn emoji(c: &mut Validator, emoji: &Value, context: &MessageContext<'_>) {
    let is_known = |id| context.emoji.is_some_and(|known| known.contains_key(&id));
    if !emoji["id"].is_null() && !as_id(&emoji["id"]).is_some_and(is_known) {
        c.error_at("emoji", "button-emoji", "Invalid emoji");
    }
}

fn select(c: &mut Validator, x: &Value) {
    if x["custom_id"].is_null() {
        c.error_at("custom_id", "custom-id", "This field is required");
    }
    c.text(x, "placeholder", "select-placeholder", 0..=150);
    let is_string = x["type"] == STRING_SELECT;
    let available = if is_string { options(c, x) } else { 25 };
    let min = x["min_values"].as_u64().unwrap_or(1);
    let max = x["max_values"].as_u64().unwrap_or(1);
    if min > max || (available > 0 && max > available) {
        let message = format!("min_values {min}, max_values {max}, {available} options");
        c.error_at("max_values", "select-range", message);
    }
    let defaults = c.list(x, "default_values", "select-range", 25).len() as u64;
    if defaults > 0 && !(min..=max).contains(&defaults) {
        let message = format!("min_values {min}, max_values {max}, {defaults} defaults");
        c.error_at("default_values", "select-range", message);
    }
}

/// Checks the options of a string select. Returns their number.
fn options(c: &mut Validator, x: &Value) -> u64 {
    let options = c.list(x, "options", "select-options", 25);
    if options.is_empty() {
        let message = "Must be between 1 and 25 in length (is 0).";
        c.error_at("options", "select-options", message);
    }
    let mut values = BTreeSet::new();
    c.each("options", options, |c, o| {
        c.text(o, "label", "select-options", 1..=100);
        c.text(o, "value", "select-options", 1..=100);
        c.text(o, "description", "select-options", 0..=100);
        if let Some(v) = o["value"].as_str()
            && !values.insert(v.to_owned())
        {
            let message = format!("the value {v:?} is used twice");
            c.error_at("value", "select-range", message);
        }
    });
    u64::try_from(options.len()).unwrap_or(u64::MAX)
}

//! Rows, buttons and select menus of a message.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Checker;

/// Component types of select menus: string, user, role, mentionable, channel.
const SELECTS: [u64; 5] = [3, 5, 6, 7, 8];

pub(super) fn message(c: &mut Checker, body: &Value) {
    let rows = c.list(body, "components", "rows", 5);
    let mut seen = BTreeSet::new();
    c.each("components", rows, |c, row| {
        if row["type"].as_u64() != Some(1) {
            c.fault_at(
                "type",
                "rows",
                format!("a component of type {} outside a row", row["type"]),
            );
            return;
        }
        let inner = c.list(row, "components", "row-content", 5);
        let selects = inner
            .iter()
            .filter(|x| x["type"].as_u64().is_some_and(|t| SELECTS.contains(&t)))
            .count();
        if inner.is_empty() || (selects > 0 && inner.len() > 1) {
            c.fault_at(
                "components",
                "row-content",
                format!(
                    "1 to 5 buttons or one select menu (is {} with {selects} menus)",
                    inner.len()
                ),
            );
        }
        c.each("components", inner, |c, x| {
            custom_id(c, x, &mut seen);
            match x["type"].as_u64() {
                Some(2) => button(c, x),
                Some(t) if SELECTS.contains(&t) => select(c, x, t),
                other => c.fault_at(
                    "type",
                    "row-content",
                    format!("{other:?} cannot stand in a row of a message"),
                ),
            }
        });
    });
}

/// Length, and that it occurs once.
pub(super) fn custom_id(c: &mut Checker, x: &Value, seen: &mut BTreeSet<String>) {
    if x["custom_id"].is_null() {
        return;
    }
    c.text(x, "custom_id", "custom-id", 1, 100);
    if let Some(id) = x["custom_id"].as_str()
        && !seen.insert(id.to_owned())
    {
        c.fault_at(
            "custom_id",
            "custom-id-unique",
            format!("Component custom id cannot be duplicated: {id:?}"),
        );
    }
}

fn button(c: &mut Checker, x: &Value) {
    c.text(x, "label", "button-label", 0, 80);
    let (id, url) = (!x["custom_id"].is_null(), !x["url"].is_null());
    match x["style"].as_u64() {
        Some(1..=4) if !id || url => {
            c.fault("button-kind", "this button needs a custom_id and no url");
        }
        Some(5) if id || !url => {
            c.fault("button-kind", "a link button needs a url and no custom_id");
        }
        Some(1..=5) => {}
        other => c.fault_at("style", "button-kind", format!("no such style: {other:?}")),
    }
    if x["label"].as_str().is_none_or(str::is_empty) && x["emoji"].is_null() {
        c.fault("button-kind", "a button must have a label or an emoji");
    }
}

fn select(c: &mut Checker, x: &Value, kind: u64) {
    if x["custom_id"].is_null() {
        c.fault_at("custom_id", "custom-id", "This field is required");
    }
    c.text(x, "placeholder", "select-placeholder", 0, 150);
    let (least, most) = (
        x["min_values"].as_u64().unwrap_or(1),
        x["max_values"].as_u64().unwrap_or(1),
    );
    let mut available = 25;
    if kind == 3 {
        let options = c.list(x, "options", "select-options", 25);
        if options.is_empty() {
            c.fault_at(
                "options",
                "select-options",
                "Must be between 1 and 25 in length (is 0).",
            );
        }
        available = u64::try_from(options.len()).unwrap_or(25);
        let mut values = BTreeSet::new();
        c.each("options", options, |c, o| {
            c.text(o, "label", "select-options", 1, 100);
            c.text(o, "value", "select-options", 1, 100);
            c.text(o, "description", "select-options", 0, 100);
            if let Some(v) = o["value"].as_str()
                && !values.insert(v.to_owned())
            {
                c.fault_at(
                    "value",
                    "select-range",
                    format!("the value {v:?} is already used"),
                );
            }
        });
    }
    if least > most || (available > 0 && most > available) {
        c.fault_at(
            "max_values",
            "select-range",
            format!("min_values {least}, max_values {most}, {available} options"),
        );
    }
}

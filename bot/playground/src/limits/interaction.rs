//! First responses: which type answers what, autocomplete choices, modals.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Checker, components};
use crate::calls::Fault;
use crate::state::{Asked, EPHEMERAL};

/// The faults of a callback's type and, for a deferral, of its flags.
pub(crate) fn callback(body: &Value, asked: Asked, has_message: bool) -> Vec<Fault> {
    let mut c = Checker::default();
    let Some(kind) = body["type"].as_u64().filter(|t| (4..=9).contains(t)) else {
        c.fault_at(
            "type",
            "callback-type",
            format!("no such type: {}", body["type"]),
        );
        return c.faults;
    };
    let wrong = match kind {
        8 if asked != Asked::Autocomplete => Some("type 8 answers autocomplete only"),
        4..=7 | 9 if asked == Asked::Autocomplete => Some("autocomplete is answered with type 8"),
        // A modal that came from a slash command has no message; Discord takes type 6 for it nevertheless.
        6 if !has_message && asked != Asked::Modal => Some("type 6 answers components only"),
        7 if !has_message => Some("type 7 answers components only"),
        9 if asked == Asked::Modal => Some("a modal cannot follow a modal"),
        _ => None,
    };
    if let Some(text) = wrong {
        c.fault_at("type", "callback-type", text);
    }
    let flags = body["data"]["flags"].as_u64().unwrap_or(0);
    if kind == 5 && flags & !EPHEMERAL != 0 {
        c.under("data", |c| {
            c.fault_at(
                "flags",
                "flags",
                format!("a deferral sets EPHEMERAL only (is {flags})"),
            );
        });
    }
    c.faults
}

/// The faults of the `data` of an autocomplete answer.
pub(crate) fn autocomplete(data: &Value) -> Vec<Fault> {
    let mut c = Checker::at(vec!["data".into()]);
    let choices = c.list(data, "choices", "autocomplete", 25);
    c.each("choices", choices, |c, x| {
        c.text(x, "name", "autocomplete", 1, 100);
        if x["value"].is_string() {
            c.text(x, "value", "autocomplete", 1, 100);
        }
    });
    c.faults
}

/// The faults of the `data` of a modal.
pub(crate) fn modal(data: &Value) -> Vec<Fault> {
    let mut c = Checker::at(vec!["data".into()]);
    c.text(data, "title", "modal-title", 1, 45);
    c.text(data, "custom_id", "custom-id", 1, 100);
    let rows = c.list(data, "components", "modal-components", 5);
    if rows.is_empty() {
        c.fault_at(
            "components",
            "modal-components",
            "Must be between 1 and 5 in length (is 0).",
        );
    }
    let mut seen = BTreeSet::new();
    c.each("components", rows, |c, row| {
        let inner = c.list(row, "components", "modal-input", 5);
        if inner.len() != 1 || inner.iter().any(|x| x["type"] != 4) {
            c.fault_at(
                "components",
                "modal-input",
                "a row of a modal has exactly one text input",
            );
        }
        c.each("components", inner, |c, x| {
            if x["custom_id"].is_null() {
                c.fault_at("custom_id", "custom-id", "This field is required");
            }
            components::custom_id(c, x, &mut seen);
            input(c, x);
        });
    });
    c.faults
}

fn input(c: &mut Checker, x: &Value) {
    c.text(x, "label", "modal-input", 1, 45);
    c.text(x, "placeholder", "modal-input", 0, 100);
    let n = c.text(x, "value", "modal-input", 0, 4000);
    let (least, most) = (
        x["min_length"].as_u64().unwrap_or(0),
        x["max_length"].as_u64().unwrap_or(4000),
    );
    if least > most || !(1..=4000).contains(&most) {
        c.fault_at(
            "max_length",
            "modal-input",
            format!("min_length {least}, max_length {most}, both up to 4000"),
        );
    }
    let n = u64::try_from(n).unwrap_or(u64::MAX);
    if n != 0 && !(least..=most).contains(&n) {
        c.fault_at(
            "value",
            "modal-input",
            format!("has {n} characters, allowed are {least} to {most}"),
        );
    }
}

//! Registered commands: names, descriptions, options, choices, size.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Checker;
use crate::calls::{Fault, Step};

/// Option types of sub-commands and their groups.
const NESTED: [u64; 2] = [1, 2];

/// The faults of one command.
pub(crate) fn command(body: &Value, path: Vec<Step>) -> Vec<Fault> {
    let mut c = Checker::at(path);
    let slash = body["type"].as_u64().unwrap_or(1) == 1;
    let described = body["description"].as_str().is_some_and(|d| !d.is_empty());
    if slash {
        name(&mut c, body, "name");
        c.text(body, "description", "command-description", 1, 100);
    } else {
        c.text(body, "name", "command-name", 1, 32);
        if described {
            c.fault_at(
                "description",
                "command-description",
                "Context menu commands cannot have a description",
            );
        }
        if body["options"].as_array().is_some_and(|l| !l.is_empty()) {
            c.fault_at(
                "options",
                "command-options",
                "Context menu commands cannot have options",
            );
        }
    }
    for (key, rule) in [
        ("name_localizations", "command-name"),
        ("description_localizations", "command-description"),
    ] {
        for locale in body[key].as_object().into_iter().flatten().map(|(k, _)| k) {
            c.under(key, |c| {
                if rule == "command-name" && slash {
                    name(c, &body[key], locale);
                } else {
                    c.text(&body[key], locale, rule, 1, 100);
                }
            });
        }
    }
    options(&mut c, body, 0);
    let size = size(body);
    if size > 8000 {
        c.fault(
            "command-size",
            format!("Command exceeds maximum size (8000) (is {size})"),
        );
    }
    c.faults
}

/// The faults of a list of commands that none of them has by itself.
pub(crate) fn commands(list: &[Value]) -> Vec<Fault> {
    let mut c = Checker::default();
    let mut seen = BTreeSet::new();
    let mut count = BTreeMap::<u64, usize>::new();
    for (n, x) in list.iter().enumerate() {
        let kind = x["type"].as_u64().unwrap_or(1);
        *count.entry(kind).or_default() += 1;
        if !seen.insert((kind, x["name"].as_str())) {
            c.under(n, |c| {
                c.fault_at(
                    "name",
                    "command-unique",
                    format!("Application command names must be unique: {}", x["name"]),
                );
            });
        }
    }
    for (kind, most) in [(1, 100), (2, 15), (3, 15)] {
        let is = count.get(&kind).copied().unwrap_or(0);
        if is > most {
            c.fault_code(
                "command-count",
                format!("{is} commands of type {kind}, at most {most}"),
                30032,
            );
        }
    }
    c.faults
}

fn name(c: &mut Checker, of: &Value, key: &str) {
    let s = of[key].as_str().unwrap_or_default();
    let n = s.chars().count();
    // Letters and digits of every script; Devanagari and Thai with their vowel signs, which are neither.
    let fits = |ch: char| {
        "-_'".contains(ch)
            || ch.is_alphanumeric()
            || matches!(ch, '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}')
    };
    if !(1..=32).contains(&n) || !s.chars().all(fits) || s != s.to_lowercase() {
        c.fault_at(
            key,
            "command-name",
            format!("{s:?} is not 1 to 32 lower case letters, digits, - _ '"),
        );
    }
}

fn options(c: &mut Checker, body: &Value, depth: usize) {
    let list = c.list(body, "options", "command-options", 25);
    let (mut seen, mut optional) = (BTreeSet::new(), false);
    let is_nested = |o: &Value| o["type"].as_u64().is_some_and(|t| NESTED.contains(&t));
    if list.iter().any(is_nested) && !list.iter().all(is_nested) {
        c.fault_at(
            "options",
            "command-nesting",
            "sub-commands and plain options cannot be mixed",
        );
    }
    c.each("options", list, |c, o| {
        name(c, o, "name");
        c.text(o, "description", "command-description", 1, 100);
        if !seen.insert(o["name"].as_str()) {
            c.fault_at(
                "name",
                "command-options",
                format!("the option name {} is used twice", o["name"]),
            );
        }
        if is_nested(o) {
            if depth >= 2 || (depth == 1 && o["type"] == 2) {
                c.fault(
                    "command-nesting",
                    "sub-commands stand in a command or in a group, groups in a command only",
                );
            } else {
                options(c, o, depth + 1);
            }
            return;
        }
        if !o["type"].as_u64().is_some_and(|t| (3..=11).contains(&t)) {
            c.fault_at(
                "type",
                "type",
                format!("no such option type: {}", o["type"]),
            );
        }
        let required = o["required"] == true;
        if required && optional {
            c.fault_at(
                "required",
                "command-options",
                "Required options must be placed before non-required options",
            );
        }
        optional |= !required;
        choices(c, o);
    });
}

fn choices(c: &mut Checker, o: &Value) {
    let list = c.list(o, "choices", "command-choices", 25);
    if !list.is_empty() && o["autocomplete"] == true {
        c.fault_at(
            "autocomplete",
            "command-autocomplete",
            "an option has choices or autocomplete, not both",
        );
    }
    c.each("choices", list, |c, x| {
        c.text(x, "name", "command-choices", 1, 100);
        if o["type"] == 3 {
            c.text(x, "value", "command-choice-value", 1, 100);
        }
    });
}

/// Characters of names, descriptions and values, of each the longest translation.
fn size(body: &Value) -> usize {
    let length = |v: &Value| v.as_str().map_or(0, |s| s.chars().count());
    let longest = |key: &str, x: &Value| {
        let translated = x[format!("{key}_localizations")]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(_, v)| length(v))
            .max()
            .unwrap_or(0);
        length(&x[key]).max(translated)
    };
    let own = longest("name", body) + longest("description", body);
    let choices: usize = body["choices"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|x| longest("name", x) + length(&x["value"]))
        .sum();
    own + choices
        + body["options"]
            .as_array()
            .into_iter()
            .flatten()
            .map(size)
            .sum::<usize>()
}

//! Limits of application commands.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Validator;
use crate::api_error::{FormError, TOO_MANY_COMMANDS};
use crate::calls::PathSegment;
use crate::discord::{command_type, option_type};

/// The maximum number of characters in a command's names, descriptions and values.
const MAX_SIZE: usize = 8000;

/// The locales that Discord's clients have (`reference#locales`).
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

pub(crate) fn command(body: &Value, path: Vec<PathSegment>) -> Vec<FormError> {
    let mut c = Validator::at(path);
    if command_type::of(body) == command_type::CHAT_INPUT {
        name(&mut c, body, "name");
        c.text(body, "description", "command-description", 1..=100);
    } else {
        c.text(body, "name", "command-name", 1..=32);
        let has_description = body["description"].as_str().is_some_and(|d| !d.is_empty());
        if has_description && command_type::of(body) != command_type::PRIMARY_ENTRY_POINT {
            let message = "Context menu commands cannot have a description";
            c.error_at("description", "command-description", message);
        }
        if body["options"].as_array().is_some_and(|l| !l.is_empty()) {
            let message = "Context menu commands cannot have options";
            c.error_at("options", "command-options", message);
        }
    }
    localizations(&mut c, body);
    options(&mut c, body, 0);
    let size = size(body);
    if size > MAX_SIZE {
        let message = format!("Command exceeds maximum size ({MAX_SIZE}) (is {size})");
        c.error("command-size", message);
    }
    c.errors
}

fn localizations(c: &mut Validator, body: &Value) {
    locales(c, body);
    let (names, descriptions) = ("name_localizations", "description_localizations");
    for locale in body[names].as_object().into_iter().flat_map(|m| m.keys()) {
        c.under(names, |c| {
            if command_type::of(body) == command_type::CHAT_INPUT {
                name(c, &body[names], locale);
            } else {
                c.text(&body[names], locale, "command-name", 1..=100);
            }
        });
    }
    let localized = body[descriptions].as_object().into_iter();
    for locale in localized.flat_map(|m| m.keys()) {
        c.under(descriptions, |c| {
            c.text(&body[descriptions], locale, "command-description", 1..=100)
        });
    }
}

/// The locales of a command, an option or a choice.
fn locales(c: &mut Validator, body: &Value) {
    for key in ["name_localizations", "description_localizations"] {
        let localized = body[key].as_object().into_iter().flat_map(|m| m.keys());
        for locale in localized.filter(|locale| !LOCALES.contains(&locale.as_str())) {
            let message = format!("Value must be one of {LOCALES:?}.");
            c.under(key, |c| {
                c.error_at(locale.as_str(), "command-locale", message);
            });
        }
    }
}

/// The errors of a list of commands that is registered together.
pub(crate) fn commands(list: &[Value]) -> Vec<FormError> {
    let mut c = Validator::default();
    let mut seen = BTreeSet::new();
    let mut counts = BTreeMap::<u64, usize>::new();
    for (index, command) in list.iter().enumerate() {
        *counts.entry(command_type::of(command)).or_default() += 1;
        if !seen.insert((command_type::of(command), command["name"].as_str())) {
            c.under(index, |c| {
                let name = &command["name"];
                let message = format!("Application command names must be unique: {name}");
                c.error_at("name", "command-unique", message);
            });
        }
    }
    for (kind, max) in [
        (command_type::CHAT_INPUT, 100),
        (command_type::USER, 15),
        (command_type::MESSAGE, 15),
        (command_type::PRIMARY_ENTRY_POINT, 1),
    ] {
        let count = counts.get(&kind).copied().unwrap_or(0);
        if count > max {
            let message = format!("{count} commands of type {kind}, at most {max}");
            c.error_with_code("command-count", message, TOO_MANY_COMMANDS);
        }
    }
    c.errors
}

fn name(c: &mut Validator, object: &Value, key: &str) {
    let name = object[key].as_str().unwrap_or_default();
    let length = name.chars().count();
    // Devanagari and Thai have vowel signs, which are neither letters nor digits.
    let is_allowed = |ch: char| {
        "-_'".contains(ch)
            || ch.is_alphanumeric()
            || matches!(ch, '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}')
    };
    if !(1..=32).contains(&length) || !name.chars().all(is_allowed) || name != name.to_lowercase() {
        let message = format!("{name:?} is not 1 to 32 lower case letters, digits, - _ '");
        c.error_at(key, "command-name", message);
    }
}

fn is_subcommand(option: &Value) -> bool {
    option["type"] == option_type::SUB_COMMAND || option["type"] == option_type::SUB_COMMAND_GROUP
}

fn options(c: &mut Validator, body: &Value, depth: usize) {
    let list = c.list(body, "options", "command-options", 25);
    if list.iter().any(is_subcommand) && !list.iter().all(is_subcommand) {
        let message = "subcommands and other options cannot be mixed";
        c.error_at("options", "command-nesting", message);
    }
    let mut names = BTreeSet::new();
    let mut has_optional = false;
    c.each("options", list, |c, o| {
        locales(c, o);
        name(c, o, "name");
        c.text(o, "description", "command-description", 1..=100);
        if !names.insert(o["name"].as_str()) {
            let message = format!("the option name {} is used twice", o["name"]);
            c.error_at("name", "command-options", message);
        }
        if is_subcommand(o) {
            let is_group = o["type"] == option_type::SUB_COMMAND_GROUP;
            if depth >= 2 || (depth == 1 && is_group) {
                let message =
                    "a group is an option of a command, a subcommand of a command or group";
                c.error("command-nesting", message);
            } else {
                options(c, o, depth + 1);
            }
            return;
        }
        let types = option_type::STRING..=option_type::ATTACHMENT;
        if !o["type"].as_u64().is_some_and(|t| types.contains(&t)) {
            let message = format!("unknown option type: {}", o["type"]);
            c.error_at("type", "type", message);
        }
        let is_required = o["required"] == true;
        if is_required && has_optional {
            let message = "Required options must be placed before non-required options";
            c.error_at("required", "command-options", message);
        }
        has_optional |= !is_required;
        choices(c, o);
    });
}

fn choices(c: &mut Validator, option: &Value) {
    let list = c.list(option, "choices", "command-choices", 25);
    if !list.is_empty() && option["autocomplete"] == true {
        let message = "an option cannot have both choices and autocomplete";
        c.error_at("autocomplete", "command-autocomplete", message);
    }
    c.each("choices", list, |c, choice| {
        locales(c, choice);
        c.text(choice, "name", "command-choices", 1..=100);
        if option["type"] == option_type::STRING {
            c.text(choice, "value", "command-choice-value", 1..=100);
        }
    });
}

/// The characters of names, descriptions and values, the longest localization of each.
fn size(body: &Value) -> usize {
    let length = |v: &Value| v.as_str().map_or(0, |s| s.chars().count());
    let longest = |key: &str, object: &Value| {
        let localized = object[format!("{key}_localizations")].as_object();
        let localized = localized.into_iter().flat_map(|m| m.values()).map(length);
        length(&object[key]).max(localized.max().unwrap_or(0))
    };
    let list = |key: &str| body[key].as_array().into_iter().flatten();
    let choices = list("choices").map(|choice| longest("name", choice) + length(&choice["value"]));
    longest("name", body)
        + longest("description", body)
        + choices.sum::<usize>()
        + list("options").map(size).sum::<usize>()
}

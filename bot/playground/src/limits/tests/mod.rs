//! Each limit, just met and just exceeded.

mod command;
mod component;
mod message;
mod scheduled_event;

use serde_json::{Value, json};

use super::*;
use crate::calls::json_path;
use crate::messages::Upload;
use crate::state::{FileState, InteractionType};

/// Rules that no single body breaks; `tests/it/strictness` and `tests/it/faults.rs` test them over sockets.
const TESTED_ELSEWHERE: &str = "request-size length json command-creates entry-point ack-3s token-15min one-ack \
    ack-first unknown-route embed-attachment \
    gateway-size gateway-rate gateway-identify gateway-intents gateway-opcode gateway-presence";

fn x(n: usize) -> String {
    "x".repeat(n)
}

fn of_message(body: &Value) -> Vec<FormError> {
    let context = MessageContext {
        is_response: true,
        ..MessageContext::default()
    };
    message(body, &context)
}

fn with_files(body: &Value, sizes: &[usize]) -> Vec<FormError> {
    let file = |(index, size): (usize, &usize)| Upload {
        index,
        name: "a.png".to_owned(),
        content_type: "image/png".to_owned(),
        data: vec![0; *size].into(),
    };
    let files: Vec<_> = sizes.iter().enumerate().map(file).collect();
    let context = MessageContext {
        uploads: &files,
        ..MessageContext::default()
    };
    message(body, &context)
}

fn embed(e: &Value) -> Vec<FormError> {
    of_message(&json!({"embeds": [e]}))
}

fn row(parts: &Value) -> Vec<FormError> {
    of_message(&json!({"components": [{"type": 1, "components": parts}]}))
}

/// An object with some of its fields changed.
fn changed(mut object: Value, changes: &Value) -> Value {
    for (key, value) in changes.as_object().unwrap() {
        object[key] = value.clone();
    }
    object
}

fn button(changes: &Value) -> Vec<FormError> {
    let button = json!({"type": 2, "style": 1, "label": "Go", "custom_id": "go"});
    row(&json!([changed(button, changes)]))
}

fn buttons(n: usize) -> Value {
    (0..n)
        .map(|i| json!({"type": 2, "style": 1, "label": "Go", "custom_id": format!("go{i}")}))
        .collect()
}

fn select(changes: &Value) -> Vec<FormError> {
    let select = json!({"type": 3, "custom_id": "s", "options": options(3)});
    row(&json!([changed(select, changes)]))
}

fn options(n: usize) -> Value {
    (0..n)
        .map(|i| json!({"label": format!("L{i}"), "value": format!("v{i}")}))
        .collect()
}

fn slash(changes: &Value) -> Vec<FormError> {
    let plain = json!({"name": "move", "description": "Plays a move"});
    command(&changed(plain, changes), Vec::new())
}

fn option(changes: &Value) -> Vec<FormError> {
    let option = json!({"type": 3, "name": "san", "description": "The move"});
    slash(&json!({"options": [changed(option, changes)]}))
}

fn plain_options(n: usize) -> Value {
    (0..n)
        .map(|i| json!({"type": 3, "name": format!("o{i}"), "description": "d"}))
        .collect()
}

fn choices(n: usize, name: usize, value: usize) -> Value {
    (0..n).map(|i| json!({"name": format!("{i:02}{}", x(name - 2)), "value": format!("{i:02}{}", x(value - 2))})).collect()
}

fn many(slash: usize, user: usize) -> Vec<FormError> {
    let all = (0..slash)
        .map(|i| json!({"type": 1, "name": format!("s{i}")}))
        .chain((0..user).map(|i| json!({"type": 2, "name": format!("u{i}")})));
    commands(&all.collect::<Vec<_>>())
}

/// A command of about `size` characters that breaks no other rule.
fn large(size: usize) -> Vec<FormError> {
    let list: Vec<Value> = (0..size / 1000)
        .map(|i| json!({"type": 3, "name": format!("o{i}"), "description": x(100), "choices": choices(9, 50, 50)}))
        .collect();
    slash(&json!({"options": list}))
}

fn input(changes: &Value) -> Vec<FormError> {
    let input = json!({"type": 4, "custom_id": "t", "label": "Text", "style": 1});
    let row = json!({"type": 1, "components": [changed(input, changes)]});
    modal(&json!({"title": "T", "custom_id": "m", "components": [row]}))
}

fn modal_with(title: usize, rows: usize) -> Vec<FormError> {
    let row = |i| json!({"type": 1, "components": [{"type": 4, "custom_id": format!("t{i}"), "label": "Text", "style": 1}]});
    let rows: Value = (0..rows).map(row).collect();
    modal(&json!({"title": x(title), "custom_id": "m", "components": rows}))
}

/// The type of an interaction, and whether it has a message.
type Interaction = (InteractionType, bool);

const COMMAND: Interaction = (InteractionType::Command, false);
const AUTOCOMPLETE: Interaction = (InteractionType::Autocomplete, false);
const COMPONENT: Interaction = (InteractionType::Component, true);
const MODAL: Interaction = (InteractionType::Modal, true);

fn respond(callback_type: u64, (kind, has_message): Interaction) -> Vec<FormError> {
    callback(&json!({"type": callback_type}), kind, has_message)
}

/// The errors of two bodies, of which only the second breaks the rule.
#[derive(Clone)]
struct Case {
    rule: &'static str,
    valid: Vec<FormError>,
    invalid: Vec<FormError>,
}

fn case(rule: &'static str, valid: Vec<FormError>, invalid: Vec<FormError>) -> Case {
    Case {
        rule,
        valid,
        invalid,
    }
}

/// The largest number that is valid, and the next.
fn edge(rule: &'static str, most: usize, check: impl Fn(usize) -> Vec<FormError>) -> Case {
    case(rule, check(most), check(most + 1))
}

type Check = fn(&Value) -> Vec<FormError>;

fn longest(rule: &'static str, check: Check, key: &str, most: usize) -> Case {
    edge(rule, most, |n| check(&json!({key: x(n)})))
}

fn field<T: Into<Value>, U: Into<Value>>(
    rule: &'static str,
    check: Check,
    key: &str,
    valid: T,
    invalid: U,
) -> Case {
    let [valid, invalid] = [valid.into(), invalid.into()].map(|value| check(&json!({key: value})));
    case(rule, valid, invalid)
}

fn all() -> Vec<Case> {
    [
        message::cases(),
        component::cases(),
        command::cases(),
        scheduled_event::cases(),
    ]
    .concat()
}

#[test]
fn each_limit_is_accepted_when_met_and_reported_when_exceeded() {
    for case in all() {
        let (rule, valid, invalid) = (case.rule, case.valid, case.invalid);
        assert!(valid.is_empty(), "{rule}: {valid:?}");
        let is_reported = !invalid.is_empty() && invalid.iter().all(|e| e.rule == rule);
        assert!(is_reported, "{rule}: {invalid:?}");
    }
}

#[test]
fn every_limit_of_the_table_is_broken_by_a_test() {
    let cases = all();
    for limit in LIMITS {
        let mut elsewhere = TESTED_ELSEWHERE.split(' ');
        let is_tested = cases.iter().any(|case| case.rule == limit.id)
            || elsewhere.any(|rule| rule == limit.id);
        assert!(is_tested, "{} has no test", limit.id);
    }
}

#[test]
fn an_embeds_attachment_url_must_refer_to_a_file_of_the_message() {
    let body = json!({"embeds": [{}, {"image": {"url": "attachment://a.png"}}]});
    assert_eq!(with_files(&body, &[1]).len(), 0);
    let error = &of_message(&body)[0];
    assert_eq!(error.rule, "embed-attachment");
    assert_eq!(json_path(&error.path), "$.embeds[1].image.url");
}

#[test]
fn an_edit_may_refer_to_existing_attachments() {
    let old = FileState {
        id: 7,
        name: "a.png".into(),
        description: None,
        content_type: String::new(),
        size: 1,
        dimensions: None,
        url: String::new(),
        ephemeral: false,
    };
    let existing = [old];
    let context = MessageContext {
        existing: Some(&existing),
        ..MessageContext::default()
    };
    let edit = |body: &Value| message(body, &context);
    assert!(edit(&json!({"attachments": [{"id": "7"}]})).is_empty());
    let unknown = edit(&json!({"attachments": [{"id": "8"}]}));
    assert_eq!(unknown[0].rule, "attachment-ref");
    let embed = json!({"embeds": [{"image": {"url": "attachment://a.png"}}]});
    assert!(edit(&embed).is_empty());
}

//! Each limit, one step inside it and one step beyond.

mod command;
mod component;
mod interaction;
mod message;

use serde_json::{Value, json};

use super::*;
use crate::messages::Upload;
use crate::state::{Asked, FileState};

/// Rules that no body breaks by itself; `tests/strictness.rs` breaks them over sockets.
const OVER_SOCKETS: [&str; 14] = [
    "request-size",
    "json",
    "command-creates",
    "ack-3s",
    "token-15min",
    "one-ack",
    "ack-first",
    "unknown-route",
    "gateway-size",
    "gateway-rate",
    "gateway-identify",
    "gateway-intents",
    "gateway-opcode",
    "embed-attachment",
];

fn x(n: usize) -> String {
    "x".repeat(n)
}

fn of_message(body: &Value) -> Vec<Fault> {
    message(
        body,
        &Message {
            interaction: true,
            ..Message::default()
        },
    )
}

fn with_files(body: &Value, sizes: &[usize]) -> Vec<Fault> {
    let file = |(index, n): (usize, &usize)| Upload {
        index,
        ..Upload::new("a.png", vec![0; *n])
    };
    let files: Vec<_> = sizes.iter().enumerate().map(file).collect();
    message(
        body,
        &Message {
            files: &files,
            ..Message::default()
        },
    )
}

fn embed(e: &Value) -> Vec<Fault> {
    of_message(&json!({"embeds": [e]}))
}

fn row(parts: &Value) -> Vec<Fault> {
    of_message(&json!({"components": [{"type": 1, "components": parts}]}))
}

fn button(changes: &Value) -> Vec<Fault> {
    let mut b = json!({"type": 2, "style": 1, "label": "Go", "custom_id": "go"});
    for (k, v) in changes.as_object().unwrap() {
        b[k] = v.clone();
    }
    row(&json!([b]))
}

fn buttons(n: usize) -> Value {
    (0..n)
        .map(|i| json!({"type": 2, "style": 1, "label": "Go", "custom_id": format!("go{i}")}))
        .collect()
}

fn select(changes: &Value) -> Vec<Fault> {
    let mut s = json!({"type": 3, "custom_id": "s", "options": options(3)});
    for (k, v) in changes.as_object().unwrap() {
        s[k] = v.clone();
    }
    row(&json!([s]))
}

fn options(n: usize) -> Value {
    (0..n)
        .map(|i| json!({"label": format!("L{i}"), "value": format!("v{i}")}))
        .collect()
}

fn slash(changes: &Value) -> Vec<Fault> {
    let mut c = json!({"name": "move", "description": "Plays a move"});
    for (k, v) in changes.as_object().unwrap() {
        c[k] = v.clone();
    }
    command(&c, Vec::new())
}

fn option(changes: &Value) -> Vec<Fault> {
    let mut o = json!({"type": 3, "name": "san", "description": "The move"});
    for (k, v) in changes.as_object().unwrap() {
        o[k] = v.clone();
    }
    slash(&json!({"options": [o]}))
}

fn plain_options(n: usize) -> Value {
    (0..n)
        .map(|i| json!({"type": 3, "name": format!("o{i}"), "description": "d"}))
        .collect()
}

fn choices(n: usize, name: usize, value: usize) -> Value {
    (0..n).map(|i| json!({"name": format!("{i:02}{}", x(name - 2)), "value": format!("{i:02}{}", x(value - 2))})).collect()
}

fn many(slash: usize, user: usize) -> Vec<Fault> {
    let all = (0..slash)
        .map(|i| json!({"type": 1, "name": format!("s{i}")}))
        .chain((0..user).map(|i| json!({"type": 2, "name": format!("u{i}")})));
    commands(&all.collect::<Vec<_>>())
}

/// Fillers of 1000 characters, so that a command grows large without breaking another rule.
fn large(size: usize) -> Vec<Fault> {
    let list: Vec<Value> = (0..size / 1000)
        .map(|i| json!({"type": 3, "name": format!("o{i}"), "description": x(100), "choices": choices(9, 50, 50)}))
        .collect();
    slash(&json!({"options": list}))
}

fn input(changes: &Value) -> Vec<Fault> {
    let mut i = json!({"type": 4, "custom_id": "t", "label": "Text", "style": 1});
    for (k, v) in changes.as_object().unwrap() {
        i[k] = v.clone();
    }
    modal(&json!({"title": "T", "custom_id": "m", "components": [{"type": 1, "components": [i]}]}))
}

fn modal_with(title: usize, rows: usize) -> Vec<Fault> {
    let row = |i| json!({"type": 1, "components": [{"type": 4, "custom_id": format!("t{i}"), "label": "Text", "style": 1}]});
    modal(
        &json!({"title": x(title), "custom_id": "m", "components": (0..rows).map(row).collect::<Vec<_>>()}),
    )
}

fn answer(kind: u64, asked: Asked, has_message: bool) -> Vec<Fault> {
    callback(&json!({"type": kind}), asked, has_message)
}

/// Rule, a body that keeps it, a body that breaks it.
type Case = (&'static str, Vec<Fault>, Vec<Fault>);

fn all() -> Vec<Case> {
    [
        message::cases(),
        component::cases(),
        command::cases(),
        interaction::cases(),
    ]
    .concat()
}

#[test]
fn one_step_inside_each_limit_is_taken_and_one_step_beyond_is_refused() {
    let rules = |l: &[Fault]| l.iter().map(|f| f.rule).collect::<Vec<_>>();
    for (rule, inside, beyond) in all() {
        assert_eq!(rules(&inside), Vec::<&str>::new(), "{rule}: {inside:?}");
        assert!(
            !beyond.is_empty() && rules(&beyond).iter().all(|r| *r == rule),
            "{rule}: {beyond:?}"
        );
    }
}

#[test]
fn every_limit_of_the_table_is_broken_by_a_test() {
    let cases = all();
    for limit in LIMITS {
        let tested = cases.iter().any(|c| c.0 == limit.id) || OVER_SOCKETS.contains(&limit.id);
        assert!(tested, "{} has no test", limit.id);
    }
}

#[test]
fn a_picture_of_an_embed_must_be_a_file_of_the_message() {
    let body = json!({"embeds": [{"image": {"url": "attachment://a.png"}}]});
    assert_eq!(with_files(&body, &[1]).len(), 0);
    let faults = of_message(&body);
    assert_eq!(
        (faults[0].rule, crate::calls::json_path(&faults[0].path)),
        ("embed-attachment", "$.embeds[0].image.url".to_owned())
    );
}

#[test]
fn an_edit_may_name_files_that_the_message_has() {
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
    let about = || Message {
        existing: Some(&existing),
        ..Message::default()
    };
    assert_eq!(
        message(&json!({"attachments": [{"id": "7"}]}), &about()).len(),
        0
    );
    assert_eq!(
        message(&json!({"attachments": [{"id": "8"}]}), &about())[0].rule,
        "attachment-ref"
    );
    assert_eq!(
        message(
            &json!({"embeds": [{"image": {"url": "attachment://a.png"}}]}),
            &about()
        )
        .len(),
        0
    );
}

#[test]
fn the_path_of_a_fault_names_the_place_in_the_request() {
    let faults = message(
        &json!({"embeds": [{}, {"title": x(257)}]}),
        &Message {
            path: vec!["data".into()],
            ..Message::default()
        },
    );
    assert_eq!(
        crate::calls::json_path(&faults[0].path),
        "$.data.embeds[1].title"
    );
}

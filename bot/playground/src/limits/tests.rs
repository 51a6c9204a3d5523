//! Each limit, one step inside it and one step beyond.

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

#[expect(clippy::too_many_lines, reason = "a table")]
fn message_cases() -> Vec<Case> {
    let fields = |n: usize, name: usize, value: usize| {
        embed(&json!({"fields": vec![json!({"name": x(name), "value": x(value)}); n]}))
    };
    let embeds = |n: usize| of_message(&json!({"embeds": vec![json!({"title": "t"}); n]}));
    let total = |n: usize| {
        of_message(&json!({"embeds": [{"description": x(4096)}, {"description": x(n)}]}))
    };
    let link = |url: &str| embed(&json!({"title": "t", "url": url}));
    let attached = |id: u64| with_files(&json!({"attachments": [{"id": id}]}), &[1]);
    let text = |n: usize| {
        with_files(
            &json!({"attachments": [{"id": 0, "description": x(n)}]}),
            &[1],
        )
    };
    let mention = |users: usize, parse: &Value| {
        of_message(
            &json!({"content": "c", "allowed_mentions": {"users": vec!["1"; users], "parse": parse}}),
        )
    };
    vec![
        (
            "type",
            of_message(&json!({"content": "1"})),
            of_message(&json!({"content": 1})),
        ),
        (
            "content",
            of_message(&json!({"content": "ü".repeat(2000)})),
            of_message(&json!({"content": x(2001)})),
        ),
        ("embeds", embeds(10), embeds(11)),
        ("embed-total", total(1904), total(1905)),
        (
            "embed-title",
            embed(&json!({"title": x(256)})),
            embed(&json!({"title": x(257)})),
        ),
        (
            "embed-description",
            embed(&json!({"description": x(4096)})),
            embed(&json!({"description": x(4097)})),
        ),
        ("embed-fields", fields(25, 1, 1), fields(26, 1, 1)),
        ("embed-fields", fields(1, 256, 1024), fields(1, 257, 1024)),
        ("embed-fields", fields(1, 256, 1024), fields(1, 256, 1025)),
        (
            "embed-field-empty",
            fields(1, 1, 1),
            embed(&json!({"fields": [{"name": "n", "value": " "}]})),
        ),
        (
            "embed-footer",
            embed(&json!({"footer": {"text": x(2048)}})),
            embed(&json!({"footer": {"text": x(2049)}})),
        ),
        (
            "embed-author",
            embed(&json!({"author": {"name": x(256)}})),
            embed(&json!({"author": {"name": x(257)}})),
        ),
        (
            "embed-url",
            link("https://example.org"),
            link("ftp://example.org"),
        ),
        (
            "attachments",
            with_files(&json!({}), &[1; 10]),
            with_files(&json!({}), &[1; 11]),
        ),
        ("attachment-ref", attached(0), attached(1)),
        ("attachment-text", text(1024), text(1025)),
        (
            "file-size",
            with_files(&json!({}), &[FILE_BYTES]),
            with_files(&json!({}), &[FILE_BYTES + 1]),
        ),
        (
            "empty",
            of_message(&json!({"content": "c"})),
            of_message(&json!({"content": " ", "embeds": []})),
        ),
        (
            "flags",
            of_message(&json!({"content": "c", "flags": 64})),
            message(&json!({"content": "c", "flags": 64}), &Message::default()),
        ),
        (
            "flags",
            callback(
                &json!({"type": 5, "data": {"flags": 64}}),
                Asked::Command,
                false,
            ),
            callback(
                &json!({"type": 5, "data": {"flags": 4}}),
                Asked::Command,
                false,
            ),
        ),
        (
            "allowed-mentions",
            mention(100, &json!(["everyone"])),
            mention(101, &json!([])),
        ),
        (
            "allowed-mentions",
            mention(0, &json!(["users"])),
            mention(1, &json!(["users"])),
        ),
        (
            "nonce",
            of_message(&json!({"content": "c", "nonce": x(25)})),
            of_message(&json!({"content": "c", "nonce": x(26)})),
        ),
        (
            "thread-name",
            thread(&json!({"name": x(100)})),
            thread(&json!({"name": x(101)})),
        ),
        (
            "thread-name",
            thread(&json!({"name": "t"})),
            thread(&json!({"name": ""})),
        ),
        (
            "thread-archive",
            thread(&json!({"name": "t", "auto_archive_duration": 10080})),
            thread(&json!({"name": "t", "auto_archive_duration": 7})),
        ),
    ]
}

fn component_cases() -> Vec<Case> {
    let rows = |n: usize| {
        let row = |i| json!({"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": format!("go{i}")}]});
        of_message(&json!({"components": (0..n).map(row).collect::<Vec<_>>()}))
    };
    let labelled = |key: &str, n: usize| {
        select(&json!({"options": [{"label": "l", "value": "v", key: x(n)}]}))
    };
    let twice = json!([{"type": 2, "style": 1, "label": "A", "custom_id": "a"}, {"type": 2, "style": 1, "label": "B", "custom_id": "a"}]);
    let mixed = json!([{"type": 3, "custom_id": "s", "options": options(1)}, {"type": 2, "style": 1, "label": "A", "custom_id": "a"}]);
    vec![
        ("rows", rows(5), rows(6)),
        (
            "rows",
            rows(1),
            of_message(
                &json!({"components": [{"type": 2, "style": 1, "label": "A", "custom_id": "a"}]}),
            ),
        ),
        ("row-content", row(&buttons(5)), row(&buttons(6))),
        ("row-content", row(&buttons(1)), row(&json!([]))),
        ("row-content", select(&json!({})), row(&mixed)),
        (
            "custom-id",
            button(&json!({"custom_id": x(100)})),
            button(&json!({"custom_id": x(101)})),
        ),
        (
            "custom-id",
            select(&json!({})),
            select(&json!({"custom_id": null})),
        ),
        ("custom-id-unique", row(&buttons(2)), row(&twice)),
        (
            "button-label",
            button(&json!({"label": x(80)})),
            button(&json!({"label": x(81)})),
        ),
        (
            "button-kind",
            button(&json!({"label": null, "emoji": {"name": "♟"}})),
            button(&json!({"label": null})),
        ),
        (
            "button-kind",
            button(&json!({"style": 5, "custom_id": null, "url": "https://example.org"})),
            button(&json!({"style": 5})),
        ),
        (
            "button-kind",
            button(&json!({})),
            button(&json!({"custom_id": null})),
        ),
        (
            "select-options",
            select(&json!({"options": options(25)})),
            select(&json!({"options": options(26)})),
        ),
        (
            "select-options",
            select(&json!({"options": options(1)})),
            select(&json!({"options": []})),
        ),
        (
            "select-options",
            labelled("label", 100),
            labelled("label", 101),
        ),
        (
            "select-options",
            labelled("value", 100),
            labelled("value", 101),
        ),
        (
            "select-options",
            labelled("description", 100),
            labelled("description", 101),
        ),
        (
            "select-range",
            select(&json!({"min_values": 2, "max_values": 3})),
            select(&json!({"min_values": 2, "max_values": 1})),
        ),
        (
            "select-range",
            select(&json!({"max_values": 3})),
            select(&json!({"max_values": 4})),
        ),
        (
            "select-range",
            select(&json!({})),
            select(
                &json!({"options": [{"label": "a", "value": "v"}, {"label": "b", "value": "v"}]}),
            ),
        ),
        (
            "select-placeholder",
            select(&json!({"placeholder": x(150)})),
            select(&json!({"placeholder": x(151)})),
        ),
    ]
}

fn command_cases() -> Vec<Case> {
    let named = |n: &str| slash(&json!({"name": n}));
    let nested = |inner: &Value| {
        slash(
            &json!({"options": [{"type": 2, "name": "g", "description": "d", "options": [{"type": inner, "name": "s", "description": "d"}]}]}),
        )
    };
    let mixed = json!({"options": [{"type": 1, "name": "s", "description": "d"}, {"type": 3, "name": "o", "description": "d"}]});
    let ordered = |first: bool| {
        slash(
            &json!({"options": [{"type": 3, "name": "a", "description": "d", "required": first}, {"type": 3, "name": "b", "description": "d", "required": !first}]}),
        )
    };
    let both = json!({"autocomplete": true, "choices": choices(1, 2, 2)});
    vec![
        ("command-name", named("über-zug_2"), named("Move")),
        ("command-name", named(&x(32)), named(&x(33))),
        ("command-name", named("m"), named("a move")),
        (
            "command-description",
            slash(&json!({"description": x(100)})),
            slash(&json!({"description": x(101)})),
        ),
        (
            "command-description",
            slash(&json!({"description": "d"})),
            slash(&json!({"description": ""})),
        ),
        (
            "command-description",
            slash(&json!({"type": 2, "name": "Greet Me", "description": ""})),
            slash(&json!({"type": 2, "name": "Greet"})),
        ),
        (
            "command-options",
            slash(&json!({"options": plain_options(25)})),
            slash(&json!({"options": plain_options(26)})),
        ),
        ("command-options", ordered(true), ordered(false)),
        (
            "command-options",
            option(&json!({})),
            slash(&json!({"options": [plain_options(1)[0], plain_options(1)[0]]})),
        ),
        ("command-nesting", nested(&json!(1)), nested(&json!(2))),
        ("command-nesting", option(&json!({})), slash(&mixed)),
        (
            "command-choices",
            option(&json!({"choices": choices(25, 2, 2)})),
            option(&json!({"choices": choices(26, 2, 2)})),
        ),
        (
            "command-choices",
            option(&json!({"choices": choices(1, 100, 2)})),
            option(&json!({"choices": choices(1, 101, 2)})),
        ),
        (
            "command-choice-value",
            option(&json!({"choices": choices(1, 2, 100)})),
            option(&json!({"choices": choices(1, 2, 101)})),
        ),
        (
            "command-autocomplete",
            option(&json!({"autocomplete": true, "choices": []})),
            option(&both),
        ),
        ("command-size", large(7000), large(9000)),
        ("command-count", many(100, 15), many(101, 15)),
        ("command-count", many(100, 15), many(100, 16)),
        (
            "command-unique",
            many(2, 0),
            commands(&[json!({"name": "a"}), json!({"name": "a", "type": 1})]),
        ),
    ]
}

fn interaction_cases() -> Vec<Case> {
    let offered = |n: usize, name: usize, value: usize| {
        autocomplete(&json!({"choices": choices(n, name, value)}))
    };
    vec![
        ("autocomplete", offered(25, 2, 2), offered(26, 2, 2)),
        ("autocomplete", offered(1, 100, 100), offered(1, 101, 100)),
        ("autocomplete", offered(1, 100, 100), offered(1, 100, 101)),
        ("modal-components", modal_with(1, 5), modal_with(1, 6)),
        ("modal-components", modal_with(1, 1), modal_with(1, 0)),
        ("modal-title", modal_with(45, 1), modal_with(46, 1)),
        (
            "modal-input",
            input(&json!({"label": x(45)})),
            input(&json!({"label": x(46)})),
        ),
        (
            "modal-input",
            input(&json!({"placeholder": x(100)})),
            input(&json!({"placeholder": x(101)})),
        ),
        (
            "modal-input",
            input(&json!({"value": x(4000)})),
            input(&json!({"value": x(4001)})),
        ),
        (
            "modal-input",
            input(&json!({"min_length": 3, "max_length": 3})),
            input(&json!({"min_length": 4, "max_length": 3})),
        ),
        (
            "modal-input",
            input(&json!({"max_length": 4000})),
            input(&json!({"max_length": 4001})),
        ),
        (
            "callback-type",
            answer(4, Asked::Command, false),
            answer(3, Asked::Command, false),
        ),
        (
            "callback-type",
            answer(8, Asked::Autocomplete, false),
            answer(8, Asked::Command, false),
        ),
        (
            "callback-type",
            answer(8, Asked::Autocomplete, false),
            answer(5, Asked::Autocomplete, false),
        ),
        (
            "callback-type",
            answer(6, Asked::Component, true),
            answer(6, Asked::Command, false),
        ),
        (
            "callback-type",
            answer(7, Asked::Component, true),
            answer(7, Asked::Command, false),
        ),
        (
            "callback-type",
            answer(9, Asked::Component, true),
            answer(9, Asked::Modal, true),
        ),
    ]
}

fn all() -> Vec<Case> {
    [
        message_cases(),
        component_cases(),
        command_cases(),
        interaction_cases(),
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

//! Limits of components, initial responses and emoji.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;
use crate::state::{EmojiState, StoredFile};

pub(super) fn cases() -> Vec<Case> {
    [row_cases(), select_cases(), response_cases(), emoji_cases()].concat()
}

fn row_cases() -> Vec<Case> {
    let rows = |n: usize| {
        let row = |i| json!({"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": format!("go{i}")}]});
        of_message(&json!({"components": (0..n).map(row).collect::<Vec<_>>()}))
    };
    let a = json!({"type": 2, "style": 1, "label": "A", "custom_id": "a"});
    let twice = json!([a, changed(a.clone(), &json!({"label": "B"}))]);
    let mixed = json!([{"type": 3, "custom_id": "s", "options": options(1)}, a]);
    let bare = of_message(&json!({"components": [a]}));
    let kind = |valid: Value, invalid: Value| case("button-kind", button(&valid), button(&invalid));
    let link = json!({"style": 5, "custom_id": null, "url": "https://example.org"});
    let piece = json!({"label": null, "emoji": {"name": "♟"}});
    vec![
        case("rows", rows(5), rows(6)),
        case("rows", rows(1), bare),
        case("row-content", row(&buttons(5)), row(&buttons(6))),
        case("row-content", row(&buttons(1)), row(&json!([]))),
        case("row-content", select(&json!({})), row(&mixed)),
        longest("custom-id", button, "custom_id", 100),
        field("custom-id", select, "custom_id", "s", Value::Null),
        case("custom-id-unique", row(&buttons(2)), row(&twice)),
        longest("button-label", button, "label", 80),
        kind(piece, json!({"label": null})),
        kind(link, json!({"style": 5})),
        field("button-kind", button, "custom_id", "go", Value::Null),
    ]
}

fn select_cases() -> Vec<Case> {
    let labeled = |key: &str, n: usize| {
        select(&json!({"options": [{"label": "l", "value": "v", key: x(n)}]}))
    };
    let number =
        |valid: Value, invalid: Value| field("select-options", select, "options", valid, invalid);
    let range = |least, most| select(&json!({"min_values": least, "max_values": most}));
    let default = json!({"id": "1", "type": "user"});
    let same = json!([{"label": "a", "value": "v"}, {"label": "b", "value": "v"}]);
    let same = select(&json!({"options": same}));
    vec![
        number(options(25), options(26)),
        number(options(1), json!([])),
        edge("select-options", 100, |n| labeled("label", n)),
        edge("select-options", 100, |n| labeled("value", n)),
        edge("select-options", 100, |n| labeled("description", n)),
        case("select-range", range(2, 3), range(2, 1)),
        edge("select-range", 3, |n| select(&json!({"max_values": n}))),
        edge("select-range", 1, |n| {
            select(&json!({"default_values": vec![default.clone(); n]}))
        }),
        case("select-range", select(&json!({})), same),
        longest("select-placeholder", select, "placeholder", 150),
    ]
}

fn response_cases() -> Vec<Case> {
    let offered = |n: usize, name: usize, value: usize| {
        autocomplete(&json!({"choices": choices(n, name, value)}))
    };
    let callbacks = |valid, invalid| case("callback-type", valid, invalid);
    let lengths = |min, max| json!({"min_length": min, "max_length": max});
    vec![
        case("autocomplete", offered(25, 2, 2), offered(26, 2, 2)),
        case("autocomplete", offered(1, 100, 100), offered(1, 101, 100)),
        case("autocomplete", offered(1, 100, 100), offered(1, 100, 101)),
        case("modal-components", modal_with(1, 5), modal_with(1, 6)),
        case("modal-components", modal_with(1, 1), modal_with(1, 0)),
        case("modal-title", modal_with(45, 1), modal_with(46, 1)),
        longest("modal-input", input, "label", 45),
        longest("modal-input", input, "placeholder", 100),
        longest("modal-input", input, "value", 4000),
        edge("modal-input", 3, |n| input(&lengths(n, 3))),
        edge("modal-input", 4000, |n| input(&lengths(0, n))),
        callbacks(respond(4, COMMAND), respond(3, COMMAND)),
        callbacks(respond(8, AUTOCOMPLETE), respond(8, COMMAND)),
        callbacks(respond(8, AUTOCOMPLETE), respond(5, AUTOCOMPLETE)),
        callbacks(respond(6, COMPONENT), respond(6, COMMAND)),
        callbacks(respond(7, COMPONENT), respond(7, COMMAND)),
        callbacks(respond(9, COMPONENT), respond(9, MODAL)),
    ]
}

fn known(number: u64) -> BTreeMap<u64, EmojiState> {
    let picture = StoredFile::png(vec![1]);
    let emoji = |id| {
        let (name, picture) = (format!("e{id}"), picture.clone());
        (id, EmojiState { name, picture })
    };
    (0..number).map(emoji).collect()
}

fn added(name: &str, bytes: usize, beside: u64) -> Vec<FormError> {
    let image = format!("data:image/png;base64,{}", "AAAA".repeat(bytes / 3));
    super::super::emoji(&json!({"name": name, "image": image}), &known(beside)).0
}

fn on_button(id: &str) -> Vec<FormError> {
    let emoji = known(1);
    let button = json!({"type": 2, "style": 1, "custom_id": "go", "emoji": {"id": id}});
    let body = json!({"components": [{"type": 1, "components": [button]}]});
    let context = MessageContext {
        emoji: Some(&emoji),
        ..MessageContext::default()
    };
    message(&body, &context)
}

fn emoji_cases() -> Vec<Case> {
    let most = (256 << 10) / 3 * 3;
    let image = |bytes| added("ab", bytes, 0);
    vec![
        case("emoji-name", added(&x(32), 3, 0), added(&x(33), 3, 0)),
        case("emoji-name", added("e2", 3, 2), added("e1", 3, 2)),
        case("emoji-name", added("a_b", 3, 0), added("a-b", 3, 0)),
        case("emoji-image", image(most), image(most + 3)),
        case("emoji-image", image(3), image(0)),
        case("emoji-number", added("ab", 3, 1999), added("ab", 3, 2000)),
        case("button-emoji", on_button("0"), on_button("1")),
    ]
}

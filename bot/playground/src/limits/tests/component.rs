//! Limits of components.

use serde_json::{Value, json};

use super::*;

pub(super) fn cases() -> Vec<Case> {
    [row_cases(), select_cases()].concat()
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

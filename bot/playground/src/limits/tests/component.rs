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
    let twice = json!([{"type": 2, "style": 1, "label": "A", "custom_id": "a"}, {"type": 2, "style": 1, "label": "B", "custom_id": "a"}]);
    let mixed = json!([{"type": 3, "custom_id": "s", "options": options(1)}, {"type": 2, "style": 1, "label": "A", "custom_id": "a"}]);
    vec![
        case("rows", rows(5), rows(6)),
        case(
            "rows",
            rows(1),
            of_message(
                &json!({"components": [{"type": 2, "style": 1, "label": "A", "custom_id": "a"}]}),
            ),
        ),
        case("row-content", row(&buttons(5)), row(&buttons(6))),
        case("row-content", row(&buttons(1)), row(&json!([]))),
        case("row-content", select(&json!({})), row(&mixed)),
        longest("custom-id", button, "custom_id", 100),
        field("custom-id", select, "custom_id", "s", Value::Null),
        case("custom-id-unique", row(&buttons(2)), row(&twice)),
        longest("button-label", button, "label", 80),
        case(
            "button-kind",
            button(&json!({"label": null, "emoji": {"name": "♟"}})),
            button(&json!({"label": null})),
        ),
        case(
            "button-kind",
            button(&json!({"style": 5, "custom_id": null, "url": "https://example.org"})),
            button(&json!({"style": 5})),
        ),
        field("button-kind", button, "custom_id", "go", Value::Null),
    ]
}

fn select_cases() -> Vec<Case> {
    let labeled = |key: &str, n: usize| {
        select(&json!({"options": [{"label": "l", "value": "v", key: x(n)}]}))
    };
    vec![
        field(
            "select-options",
            select,
            "options",
            options(25),
            options(26),
        ),
        field("select-options", select, "options", options(1), json!([])),
        edge("select-options", 100, |n| labeled("label", n)),
        edge("select-options", 100, |n| labeled("value", n)),
        edge("select-options", 100, |n| labeled("description", n)),
        case(
            "select-range",
            select(&json!({"min_values": 2, "max_values": 3})),
            select(&json!({"min_values": 2, "max_values": 1})),
        ),
        edge("select-range", 3, |n| select(&json!({"max_values": n}))),
        edge("select-range", 1, |n| {
            select(&json!({"default_values": vec![json!({"id": "1", "type": "user"}); n]}))
        }),
        case(
            "select-range",
            select(&json!({})),
            select(
                &json!({"options": [{"label": "a", "value": "v"}, {"label": "b", "value": "v"}]}),
            ),
        ),
        longest("select-placeholder", select, "placeholder", 150),
    ]
}

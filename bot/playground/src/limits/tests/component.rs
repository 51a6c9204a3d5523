//! Limits of components.

use serde_json::json;

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
        case(
            "custom-id",
            button(&json!({"custom_id": x(100)})),
            button(&json!({"custom_id": x(101)})),
        ),
        case(
            "custom-id",
            select(&json!({})),
            select(&json!({"custom_id": null})),
        ),
        case("custom-id-unique", row(&buttons(2)), row(&twice)),
        case(
            "button-label",
            button(&json!({"label": x(80)})),
            button(&json!({"label": x(81)})),
        ),
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
        case(
            "button-kind",
            button(&json!({})),
            button(&json!({"custom_id": null})),
        ),
    ]
}

fn select_cases() -> Vec<Case> {
    let labeled = |key: &str, n: usize| {
        select(&json!({"options": [{"label": "l", "value": "v", key: x(n)}]}))
    };
    vec![
        case(
            "select-options",
            select(&json!({"options": options(25)})),
            select(&json!({"options": options(26)})),
        ),
        case(
            "select-options",
            select(&json!({"options": options(1)})),
            select(&json!({"options": []})),
        ),
        case(
            "select-options",
            labeled("label", 100),
            labeled("label", 101),
        ),
        case(
            "select-options",
            labeled("value", 100),
            labeled("value", 101),
        ),
        case(
            "select-options",
            labeled("description", 100),
            labeled("description", 101),
        ),
        case(
            "select-range",
            select(&json!({"min_values": 2, "max_values": 3})),
            select(&json!({"min_values": 2, "max_values": 1})),
        ),
        case(
            "select-range",
            select(&json!({"max_values": 3})),
            select(&json!({"max_values": 4})),
        ),
        case(
            "select-range",
            select(&json!({})),
            select(
                &json!({"options": [{"label": "a", "value": "v"}, {"label": "b", "value": "v"}]}),
            ),
        ),
        case(
            "select-placeholder",
            select(&json!({"placeholder": x(150)})),
            select(&json!({"placeholder": x(151)})),
        ),
    ]
}

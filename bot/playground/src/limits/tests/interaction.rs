//! The limits of answers to interactions.

use serde_json::json;

use super::*;
use crate::state::Asked;

pub(super) fn cases() -> Vec<Case> {
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

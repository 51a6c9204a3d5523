//! Limits of initial responses.

use serde_json::json;

use super::*;

pub(super) fn cases() -> Vec<Case> {
    let offered = |n: usize, name: usize, value: usize| {
        autocomplete(&json!({"choices": choices(n, name, value)}))
    };
    vec![
        case("autocomplete", offered(25, 2, 2), offered(26, 2, 2)),
        case("autocomplete", offered(1, 100, 100), offered(1, 101, 100)),
        case("autocomplete", offered(1, 100, 100), offered(1, 100, 101)),
        case("modal-components", modal_with(1, 5), modal_with(1, 6)),
        case("modal-components", modal_with(1, 1), modal_with(1, 0)),
        case("modal-title", modal_with(45, 1), modal_with(46, 1)),
        case(
            "modal-input",
            input(&json!({"label": x(45)})),
            input(&json!({"label": x(46)})),
        ),
        case(
            "modal-input",
            input(&json!({"placeholder": x(100)})),
            input(&json!({"placeholder": x(101)})),
        ),
        case(
            "modal-input",
            input(&json!({"value": x(4000)})),
            input(&json!({"value": x(4001)})),
        ),
        case(
            "modal-input",
            input(&json!({"min_length": 3, "max_length": 3})),
            input(&json!({"min_length": 4, "max_length": 3})),
        ),
        case(
            "modal-input",
            input(&json!({"max_length": 4000})),
            input(&json!({"max_length": 4001})),
        ),
        case("callback-type", respond(4, COMMAND), respond(3, COMMAND)),
        case(
            "callback-type",
            respond(8, AUTOCOMPLETE),
            respond(8, COMMAND),
        ),
        case(
            "callback-type",
            respond(8, AUTOCOMPLETE),
            respond(5, AUTOCOMPLETE),
        ),
        case("callback-type", respond(6, COMPONENT), respond(6, COMMAND)),
        case("callback-type", respond(7, COMPONENT), respond(7, COMMAND)),
        case("callback-type", respond(9, COMPONENT), respond(9, MODAL)),
    ]
}

//! Limits of initial responses.

use serde_json::json;

use super::*;

pub(super) fn cases() -> Vec<Case> {
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

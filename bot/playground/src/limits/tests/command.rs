//! Limits of commands.

use serde_json::{Value, json};

use super::*;

pub(super) fn cases() -> Vec<Case> {
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
        case("command-name", named("über-zug_2"), named("Move")),
        case("command-name", named(&x(32)), named(&x(33))),
        case("command-name", named("m"), named("a move")),
        case(
            "command-description",
            slash(&json!({"description": x(100)})),
            slash(&json!({"description": x(101)})),
        ),
        case(
            "command-description",
            slash(&json!({"description": "d"})),
            slash(&json!({"description": ""})),
        ),
        case(
            "command-description",
            slash(&json!({"type": 2, "name": "Greet Me", "description": ""})),
            slash(&json!({"type": 2, "name": "Greet"})),
        ),
        case(
            "command-options",
            slash(&json!({"options": plain_options(25)})),
            slash(&json!({"options": plain_options(26)})),
        ),
        case("command-options", ordered(true), ordered(false)),
        case(
            "command-options",
            option(&json!({})),
            slash(&json!({"options": [plain_options(1)[0], plain_options(1)[0]]})),
        ),
        case("command-nesting", nested(&json!(1)), nested(&json!(2))),
        case("command-nesting", option(&json!({})), slash(&mixed)),
        case(
            "command-choices",
            option(&json!({"choices": choices(25, 2, 2)})),
            option(&json!({"choices": choices(26, 2, 2)})),
        ),
        case(
            "command-choices",
            option(&json!({"choices": choices(1, 100, 2)})),
            option(&json!({"choices": choices(1, 101, 2)})),
        ),
        case(
            "command-choice-value",
            option(&json!({"choices": choices(1, 2, 100)})),
            option(&json!({"choices": choices(1, 2, 101)})),
        ),
        case(
            "command-autocomplete",
            option(&json!({"autocomplete": true, "choices": []})),
            option(&both),
        ),
        case("command-size", large(7000), large(9000)),
        case("command-count", many(100, 15), many(101, 15)),
        case("command-count", many(100, 15), many(100, 16)),
        case(
            "command-unique",
            many(2, 0),
            commands(&[json!({"name": "a"}), json!({"name": "a", "type": 1})]),
        ),
    ]
}

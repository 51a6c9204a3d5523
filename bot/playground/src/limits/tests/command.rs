//! Limits of commands.

use serde_json::json;

use super::*;

pub(super) fn cases() -> Vec<Case> {
    let named = |n: &str| slash(&json!({"name": n}));
    let nested = |inner: u64| {
        let inner = json!({"type": inner, "name": "s", "description": "d"});
        let group = json!({"type": 2, "name": "g", "description": "d", "options": [inner]});
        slash(&json!({"options": [group]}))
    };
    let mixed = json!({"options": [{"type": 1, "name": "s", "description": "d"}, {"type": 3, "name": "o", "description": "d"}]});
    let ordered = |first: bool| {
        let mut options = plain_options(2);
        options[0]["required"] = first.into();
        options[1]["required"] = (!first).into();
        slash(&json!({"options": options}))
    };
    let options = |n| json!({"options": plain_options(n)});
    let offered = |n, name, value| option(&json!({"choices": choices(n, name, value)}));
    let localized = |locale: &str| json!({locale: "d"});
    let described = |check: Check| {
        let key = "description_localizations";
        let (known, unknown) = (localized("pt-BR"), localized("pt_BR"));
        field("command-locale", check, key, known, unknown)
    };
    let choice = |locale: &str| {
        let choice = json!({"name": "a", "value": "a", "name_localizations": localized(locale)});
        option(&json!({"choices": [choice]}))
    };
    let both = json!({"autocomplete": true, "choices": choices(1, 2, 2)});
    let completed = json!({"autocomplete": true, "choices": []});
    let greet = slash(&json!({"type": 2, "name": "Greet Me", "description": ""}));
    let described_greet = slash(&json!({"type": 2, "name": "Greet"}));
    let twice = slash(&json!({"options": [plain_options(1)[0], plain_options(1)[0]]}));
    let same = commands(&[json!({"name": "a"}), json!({"name": "a", "type": 1})]);
    vec![
        case("command-name", named("über-zug_2"), named("Move")),
        case("command-name", named(&x(32)), named(&x(33))),
        case("command-name", named("m"), named("a move")),
        longest("command-description", slash, "description", 100),
        field("command-description", slash, "description", "d", ""),
        case("command-description", greet, described_greet),
        described(slash),
        described(option),
        case("command-locale", choice("zh-TW"), choice("zh")),
        edge("command-options", 25, |n| slash(&options(n))),
        case("command-options", ordered(true), ordered(false)),
        case("command-options", option(&json!({})), twice),
        case("command-nesting", nested(1), nested(2)),
        case("command-nesting", option(&json!({})), slash(&mixed)),
        edge("command-choices", 25, |n| offered(n, 2, 2)),
        edge("command-choices", 100, |n| offered(1, n, 2)),
        edge("command-choice-value", 100, |n| offered(1, 2, n)),
        case("command-autocomplete", option(&completed), option(&both)),
        case("command-size", large(7000), large(9000)),
        case("command-count", many(100, 15), many(101, 15)),
        case("command-count", many(100, 15), many(100, 16)),
        case("command-unique", many(2, 0), same),
    ]
}

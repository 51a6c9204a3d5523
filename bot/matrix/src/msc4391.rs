//! Commands as data (MSC4391): what clients complete and send, beside the text that others read.

use std::fmt::Write as _;

use app::commands::{ALL, CommandSpec, Kind, OptionSpec};
use serde_json::{Map, Value, json};
use text::{Lang, Text};

/// The most arguments that are read; no command has more options.
const MOST_ARGUMENTS: usize = 16;

/// The command as it is typed, every argument with its name; none for what is no command.
pub(super) fn typed(command: &Value) -> Option<String> {
    let name = command.get("command")?.as_str()?;
    let mut typed = name.to_owned();
    let none = Map::new();
    let arguments = match command.get("arguments") {
        Some(arguments) => arguments.as_object()?,
        None => &none,
    };
    if arguments.len() > MOST_ARGUMENTS {
        return None;
    }
    for (name, value) in arguments {
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphabetic()) {
            return None;
        }
        let value = match value {
            Value::Null => continue,
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::Number(number) => number.to_string(),
            Value::String(text) => text.clone(),
            // A room with the servers that know it.
            Value::Object(room) => {
                let id = room.get("id").or_else(|| room.get("room_id"))?;
                id.as_str()?.to_owned()
            }
            Value::Array(_) => return None,
        };
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = write!(typed, " {name}:\"{value}\"");
    }
    Some(typed)
}

/// For [`crate::account::Homeserver::describe_command`]: one for each command or part of one.
pub fn descriptions(lang: Lang) -> Vec<Value> {
    let parts = |spec: &'static CommandSpec| {
        let whole = spec.subcommands.is_empty();
        let whole = whole.then(|| description(spec.name, spec, lang));
        let parts = spec
            .subcommands
            .iter()
            .map(move |part| description(&format!("{} {}", spec.name, part.name), part, lang));
        parts.chain(whole)
    };
    ALL.iter().flat_map(parts).collect()
}

fn description(name: &str, spec: &CommandSpec, lang: Lang) -> Value {
    let parameters = spec.options.iter().map(|option| parameter(option, lang));
    json!({
        "command": name,
        "description": words(&(spec.description)().into(), lang),
        "parameters": parameters.collect::<Vec<_>>(),
    })
}

fn parameter(option: &OptionSpec, lang: Lang) -> Value {
    json!({
        "key": option.name,
        "description": words(&(option.description)().into(), lang),
        "optional": !option.required,
        "schema": schema(option.kind),
    })
}

fn schema(kind: Kind) -> Value {
    let primitive = |name: &str| json!({ "schema_type": "primitive", "type": name });
    match kind {
        Kind::Boolean => primitive("boolean"),
        Kind::Integer { .. } | Kind::Level | Kind::Ply => primitive("integer"),
        Kind::Choice(all) => {
            let variants = all().into_iter();
            let variants =
                variants.map(|choice| json!({ "schema_type": "literal", "literal_type": "string", "value": choice.code }));
            json!({ "schema_type": "union", "variants": variants.collect::<Vec<_>>() })
        }
        Kind::Person => primitive("user_id"),
        Kind::Room => json!({
            "schema_type": "union",
            "variants": [primitive("room_id"), primitive("room_alias")],
        }),
        Kind::Text { .. }
        | Kind::Position
        | Kind::Time
        | Kind::Start
        | Kind::Move
        | Kind::Line
        | Kind::Game(_)
        | Kind::Challenge
        | Kind::Tournament
        | Kind::Pairing
        | Kind::Role => primitive("string"),
    }
}

/// As extensible events hold text.
fn words(text: &Text, lang: Lang) -> Value {
    json!({ "m.text": [{ "body": lang.plain(text) }] })
}

#[cfg(test)]
mod tests {
    use app::commands::{Parsed, parse};
    use text::Platform;

    use super::*;

    fn written(command: &Value) -> Option<String> {
        match parse(&typed(command)?) {
            Ok(Parsed::Call(call)) => Some(call.written()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn data_is_read_as_the_same_command_typed() {
        for (command, expected) in [
            (
                json!({ "command": "challenge", "arguments": {
                    "opponent": "@bob:example.org", "rated": true, "time": "5+3",
                }}),
                "challenge opponent:@bob:example.org time:5+3 rated:yes",
            ),
            (
                json!({ "command": "tournament create", "arguments": {
                    "name": "A \"quoted\" \\ name", "format": "swiss", "rounds": 5, "game": null,
                }}),
                r#"tournament create name:"A \"quoted\" \\ name" format:swiss rounds:5"#,
            ),
            (json!({ "command": "games" }), "games"),
            (
                json!({ "command": "settings", "arguments": {
                    "setting": "server-rooms", "room": { "room_id": "!a:example.org" },
                }}),
                "settings setting:server-rooms room:!a:example.org",
            ),
            (
                json!({ "command": "settings", "arguments": {
                    "setting": "server-rooms", "room": "#a:example.org",
                }}),
                "settings setting:server-rooms room:#a:example.org",
            ),
            (
                json!({ "command": "settings", "arguments": {
                    "setting": "server-rooms", "room": { "id": "!a:example.org", "via": [] },
                }}),
                "settings setting:server-rooms room:!a:example.org",
            ),
        ] {
            assert_eq!(written(&command).as_deref(), Some(expected), "{command}");
        }
        for nonsense in [
            json!(null),
            json!("challenge"),
            json!({ "arguments": {} }),
            json!({ "command": "move", "arguments": ["e4"] }),
            json!({ "command": "move", "arguments": { "move": ["e4"] } }),
            json!({ "command": "move", "arguments": { "a b": "e4" } }),
        ] {
            assert_eq!(typed(&nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn every_command_is_described_with_all_its_options() {
        let all = descriptions(Lang::best("en", Platform::Matrix));
        let of = |name: &str| all.iter().find(|one| one["command"] == name).unwrap();
        assert!(all.len() > ALL.len(), "parts of commands are described");
        let play = of("play");
        let level = play["parameters"].as_array().unwrap().iter();
        let level = level.clone().find(|one| one["key"] == "level").unwrap();
        assert_eq!(level["schema"]["type"], "integer");
        assert_eq!(level["optional"], true);
        assert_eq!(of("move")["parameters"][0]["optional"], false);
        assert_eq!(of("tournament join")["command"], "tournament join");
        for one in &all {
            let words = one["description"]["m.text"][0]["body"].as_str().unwrap();
            assert!(!words.is_empty(), "{one}");
        }
    }
}

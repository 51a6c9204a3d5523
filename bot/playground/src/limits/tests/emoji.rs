//! Limits of the application's emoji.

use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::state::{EmojiState, StoredFile};

fn known(number: u64) -> BTreeMap<u64, EmojiState> {
    let picture = StoredFile::png(vec![1]);
    let emoji = |id| {
        let (name, picture) = (format!("e{id}"), picture.clone());
        (id, EmojiState { name, picture })
    };
    (0..number).map(emoji).collect()
}

fn new(name: &str, bytes: usize, beside: u64) -> Vec<FormError> {
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

pub(super) fn cases() -> Vec<Case> {
    let most = (256 << 10) / 3 * 3;
    vec![
        case("emoji-name", new(&x(32), 3, 0), new(&x(33), 3, 0)),
        case("emoji-name", new("e2", 3, 2), new("e1", 3, 2)),
        case("emoji-name", new("a_b", 3, 0), new("a-b", 3, 0)),
        case("emoji-image", new("ab", most, 0), new("ab", most + 3, 0)),
        case("emoji-image", new("ab", 3, 0), new("ab", 0, 0)),
        case("emoji-number", new("ab", 3, 1999), new("ab", 3, 2000)),
        case("button-emoji", on_button("0"), on_button("1")),
    ]
}

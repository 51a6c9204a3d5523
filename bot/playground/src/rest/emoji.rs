//! The application's emoji.

use serde_json::{Value, json};

use super::{Context, Response};
use crate::limits;
use crate::state::{EmojiState, StoredFile};

/// `GET /applications/{app}/emojis`
pub(super) fn list(cx: &mut Context<'_>) -> Response {
    cx.own_application()?;
    let all = cx.world.emoji.iter();
    let items: Vec<_> = all.map(|(&id, emoji)| json_of(id, &emoji.name)).collect();
    Ok(json!({ "items": items }))
}

/// `POST /applications/{app}/emojis`
pub(super) fn create(cx: &mut Context<'_>) -> Response {
    cx.own_application()?;
    let (errors, image) = limits::emoji(&cx.body, &cx.world.emoji);
    cx.validate(&errors)?;
    let name = cx.body["name"].as_str().unwrap_or_default().to_owned();
    let id = cx.world.id();
    let json = json_of(id, &name);
    let picture = StoredFile::png(image);
    cx.world.emoji.insert(id, EmojiState { name, picture });
    Ok(json)
}

fn json_of(id: u64, name: &str) -> Value {
    json!({"id": id.to_string(), "name": name, "roles": [], "require_colons": true, "managed": false,
        "animated": false, "available": true})
}

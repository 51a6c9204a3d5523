//! Builds the content of Matrix events.

use serde_json::{Map, Value, json};

use crate::account::content::{Attachment, Content, Relation};

/// The only format of `formatted_body`.
const HTML: &str = "org.matrix.custom.html";

/// An uploaded file.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Upload {
    /// Unencrypted, by its `mxc` URL.
    Clear(String),
    /// Encrypted, as the value of `file`.
    Encrypted(Value),
}

/// Returns the content of an `m.room.message`.
pub(super) fn message(content: &Content, upload: Option<&Upload>) -> Value {
    let mut message = without_relation(content, upload);
    match &content.relation {
        Some(Relation::Replacement(event)) => replacement(message, event),
        Some(relation) => {
            message.insert("m.relates_to".to_owned(), relates_to(relation));
            Value::Object(message)
        }
        None => Value::Object(message),
    }
}

/// Returns the content of an `m.reaction`.
pub(super) fn reaction(to: &str, key: &str) -> Value {
    json!({"m.relates_to": {"rel_type": "m.annotation", "event_id": to, "key": key}})
}

/// Returns the message without its relation.
fn without_relation(content: &Content, upload: Option<&Upload>) -> Map<String, Value> {
    let mut message = match (&content.file, upload) {
        (Some(file), Some(upload)) => of_file(content, file, upload),
        _ => of_text(content),
    };
    let mut mentions = Map::new();
    if !content.mentions.is_empty() {
        mentions.insert("user_ids".to_owned(), json!(content.mentions));
    }
    // Without this field, clients search the text for names.
    message.insert("m.mentions".to_owned(), Value::Object(mentions));
    for (name, value) in &content.fields {
        message.entry(name).or_insert_with(|| value.clone());
    }
    message
}

fn of_text(content: &Content) -> Map<String, Value> {
    let kind = if content.is_notice {
        "m.notice"
    } else {
        "m.text"
    };
    let mut message = Map::new();
    message.insert("msgtype".to_owned(), kind.into());
    message.insert("body".to_owned(), content.body.clone().into());
    if let Some(html) = &content.html {
        message.insert("format".to_owned(), HTML.into());
        message.insert("formatted_body".to_owned(), html.clone().into());
    }
    message
}

/// Appends the description to the plain text, which screen readers read; the HTML has the caption only.
fn of_file(content: &Content, file: &Attachment, upload: &Upload) -> Map<String, Value> {
    let is_picture = file.media_type.starts_with("image/");
    let mut info = json!({"mimetype": file.media_type, "size": file.content.len()});
    if let (Some((width, height)), Value::Object(info)) = (file.dimensions, &mut info) {
        info.insert("w".to_owned(), width.into());
        info.insert("h".to_owned(), height.into());
    }
    let mut message = Map::new();
    message.insert(
        "msgtype".to_owned(),
        if is_picture { "m.image" } else { "m.file" }.into(),
    );
    message.insert("filename".to_owned(), file.name.clone().into());
    message.insert("info".to_owned(), info);
    match upload {
        Upload::Clear(url) => message.insert("url".to_owned(), url.clone().into()),
        Upload::Encrypted(keys) => message.insert("file".to_owned(), keys.clone()),
    };
    let caption = &content.body;
    let describes = file.alt_text.is_empty() || caption.contains(&file.alt_text);
    let body = match (caption.is_empty(), describes) {
        (true, true) => file.name.clone(),
        (true, false) => file.alt_text.clone(),
        (false, true) => caption.clone(),
        (false, false) => format!("{caption}\n\n{}", file.alt_text),
    };
    message.insert("body".to_owned(), body.into());
    let html = match &content.html {
        Some(html) => Some(html.clone()),
        None if caption.is_empty() || describes => None,
        None => Some(escaped(caption)),
    };
    if let Some(html) = html {
        message.insert("format".to_owned(), HTML.into());
        message.insert("formatted_body".to_owned(), html.into());
    }
    message
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('\n', "<br>")
}

fn relates_to(relation: &Relation) -> Value {
    match relation {
        Relation::Reply(event) => json!({"m.in_reply_to": {"event_id": event}}),
        // For clients without threads: a reply to the first event.
        Relation::Thread { root, reply_to } => json!({
            "rel_type": "m.thread",
            "event_id": root,
            "is_falling_back": reply_to.is_none(),
            "m.in_reply_to": {"event_id": reply_to.as_ref().unwrap_or(root)},
        }),
        Relation::Replacement(event) => json!({"rel_type": "m.replace", "event_id": event}),
    }
}

/// Returns an edit: the new content, and the same with a star as a fallback. Both have the mentions, which by MSC3952 name only
/// newly mentioned people.
fn replacement(new_content: Map<String, Value>, event: &str) -> Value {
    let mut message = new_content.clone();
    for name in ["body", "formatted_body"] {
        if let Some(Value::String(text)) = message.get_mut(name) {
            text.insert_str(0, "* ");
        }
    }
    message.insert("m.new_content".to_owned(), Value::Object(new_content));
    message.insert(
        "m.relates_to".to_owned(),
        relates_to(&Relation::Replacement(event.to_owned())),
    );
    Value::Object(message)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    fn text(body: &str) -> Content {
        Content {
            body: body.to_owned(),
            ..Content::default()
        }
    }

    fn board() -> Attachment {
        Attachment {
            name: "board.png".to_owned(),
            media_type: "image/png".to_owned(),
            content: Bytes::from_static(b"1234"),
            alt_text: "White: king e1".to_owned(),
            dimensions: Some((640, 480)),
        }
    }

    #[test]
    fn a_text_mentions_only_listed_people() {
        assert_eq!(
            message(&text("hello"), None),
            json!({"msgtype": "m.text", "body": "hello", "m.mentions": {}})
        );
        let called = Content {
            html: Some("<b>hello</b>".to_owned()),
            mentions: vec!["@a:example.org".to_owned()],
            is_notice: true,
            ..text("hello")
        };
        assert_eq!(
            message(&called, None),
            json!({
                "msgtype": "m.notice",
                "body": "hello",
                "format": "org.matrix.custom.html",
                "formatted_body": "<b>hello</b>",
                "m.mentions": {"user_ids": ["@a:example.org"]},
            })
        );
    }

    #[test]
    fn a_picture_has_a_caption_a_size_and_a_description() {
        let content = Content {
            file: Some(board()),
            ..text("a <b moves")
        };
        assert_eq!(
            message(&content, Some(&Upload::Clear("mxc://a/b".to_owned()))),
            json!({
                "msgtype": "m.image",
                "filename": "board.png",
                "info": {"mimetype": "image/png", "size": 4, "w": 640, "h": 480},
                "url": "mxc://a/b",
                "body": "a <b moves\n\nWhite: king e1",
                "format": "org.matrix.custom.html",
                "formatted_body": "a &lt;b moves",
                "m.mentions": {},
            })
        );
    }

    #[test]
    fn a_file_without_a_caption_has_its_description_or_name() {
        let upload = Upload::Encrypted(json!({"url": "mxc://a/b", "v": "v2"}));
        let mut content = Content {
            file: Some(board()),
            ..Content::default()
        };
        let described = message(&content, Some(&upload));
        assert_eq!(described["body"], "White: king e1");
        assert_eq!(described["file"]["v"], "v2");
        assert_eq!(described.get("url"), None);
        content.file = Some(Attachment {
            name: "game.pgn".to_owned(),
            media_type: "application/x-chess-pgn".to_owned(),
            alt_text: String::new(),
            dimensions: None,
            ..board()
        });
        let named = message(&content, Some(&upload));
        assert_eq!(named["msgtype"], "m.file");
        assert_eq!(named["body"], "game.pgn");
        assert_eq!(named.get("formatted_body"), None);
        assert_eq!(named["info"].get("w"), None);
    }

    #[test]
    fn a_description_in_the_caption_is_not_repeated() {
        let content = Content {
            file: Some(board()),
            ..text("a moves\nWhite: king e1")
        };
        let message = message(&content, Some(&Upload::Clear("mxc://a/b".to_owned())));
        assert_eq!(message["body"], "a moves\nWhite: king e1");
        assert_eq!(message.get("formatted_body"), None);
    }

    #[test]
    fn a_thread_falls_back_to_a_reply() {
        let mut content = text("x");
        content.relation = Some(Relation::Thread {
            root: "$root".to_owned(),
            reply_to: None,
        });
        assert_eq!(
            message(&content, None)["m.relates_to"],
            json!({
                "rel_type": "m.thread", "event_id": "$root", "is_falling_back": true,
                "m.in_reply_to": {"event_id": "$root"},
            })
        );
        content.relation = Some(Relation::Thread {
            root: "$root".to_owned(),
            reply_to: Some("$one".to_owned()),
        });
        assert_eq!(
            message(&content, None)["m.relates_to"],
            json!({
                "rel_type": "m.thread", "event_id": "$root", "is_falling_back": false,
                "m.in_reply_to": {"event_id": "$one"},
            })
        );
        content.relation = Some(Relation::Reply("$one".to_owned()));
        assert_eq!(
            message(&content, None)["m.relates_to"],
            json!({"m.in_reply_to": {"event_id": "$one"}})
        );
    }

    #[test]
    fn an_edit_has_the_new_content_and_fields_twice() {
        let mut content = text("new");
        content.mentions = vec!["@a:example.org".to_owned()];
        content
            .fields
            .insert("org.delos.press".to_owned(), json!({"x": "1"}));
        content
            .fields
            .insert("body".to_owned(), json!("cannot be replaced"));
        content.relation = Some(Relation::Replacement("$old".to_owned()));
        assert_eq!(
            message(&content, None),
            json!({
                "msgtype": "m.text",
                "body": "* new",
                "m.mentions": {"user_ids": ["@a:example.org"]},
                "org.delos.press": {"x": "1"},
                "m.new_content": {
                    "msgtype": "m.text",
                    "body": "new",
                    "m.mentions": {"user_ids": ["@a:example.org"]},
                    "org.delos.press": {"x": "1"},
                },
                "m.relates_to": {"rel_type": "m.replace", "event_id": "$old"},
            })
        );
    }
}

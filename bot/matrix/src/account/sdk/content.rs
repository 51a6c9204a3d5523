//! Builds the content of Matrix events.

use serde_json::{Map, Value, json};

use crate::account::content::{Attachment, Content, Relation};

/// The only format of `formatted_body`.
const HTML: &str = "org.matrix.custom.html";

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
    let Some(relation) = &content.relation else {
        return message.into();
    };
    if let Relation::Replacement(_) = relation {
        message = replacement(message);
    }
    message.insert("m.relates_to".to_owned(), relates_to(relation));
    message.into()
}

pub(super) fn reaction(to: &str, key: &str) -> Value {
    json!({"m.relates_to": {"rel_type": "m.annotation", "event_id": to, "key": key}})
}

fn without_relation(content: &Content, upload: Option<&Upload>) -> Map<String, Value> {
    let mut message = Map::new();
    let mut set = |name: &str, value: Value| drop(message.insert(name.to_owned(), value));
    let (kind, (body, html)) = if let (Some(file), Some(upload)) = (&content.file, upload) {
        let mut info = json!({"mimetype": file.media_type, "size": file.content.len()});
        if let Some((width, height)) = file.dimensions {
            info["w"] = width.into();
            info["h"] = height.into();
        }
        set("filename", file.name.clone().into());
        set("info", info);
        match upload {
            Upload::Clear(url) => set("url", url.clone().into()),
            Upload::Encrypted(keys) => set("file", keys.clone()),
        }
        let is_picture = file.media_type.starts_with("image/");
        let kind = if is_picture { "m.image" } else { "m.file" };
        (kind, caption(content, file))
    } else {
        let kind = if content.is_notice {
            "m.notice"
        } else {
            "m.text"
        };
        (kind, (content.body.clone(), content.html.clone()))
    };
    set("msgtype", kind.into());
    set("body", body.into());
    if let Some(html) = html {
        set("format", HTML.into());
        set("formatted_body", html.into());
    }
    let mentions = match &content.mentions[..] {
        [] => json!({}),
        users => json!({ "user_ids": users }),
    };
    // Without this field, clients search the text for names.
    set("m.mentions", mentions);
    for (name, value) in &content.fields {
        message.entry(name).or_insert_with(|| value.clone());
    }
    message
}

/// Returns a file's caption in both forms. The description is appended to the plain text, which screen readers read; the HTML has
/// the caption only.
fn caption(content: &Content, file: &Attachment) -> (String, Option<String>) {
    let Content { body, html, .. } = content;
    let describes = file.alt_text.is_empty() || body.contains(&file.alt_text);
    let plain = match (body.is_empty(), describes) {
        (true, true) => file.name.clone(),
        (true, false) => file.alt_text.clone(),
        (false, true) => body.clone(),
        (false, false) => format!("{body}\n\n{}", file.alt_text),
    };
    let needs_html = !body.is_empty() && !describes;
    let by_default = || needs_html.then(|| escaped(body));
    (plain, html.clone().or_else(by_default))
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
fn replacement(new_content: Map<String, Value>) -> Map<String, Value> {
    let mut message = new_content.clone();
    for name in ["body", "formatted_body"] {
        if let Some(Value::String(text)) = message.get_mut(name) {
            text.insert_str(0, "* ");
        }
    }
    message.insert("m.new_content".to_owned(), new_content.into());
    message
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
        let message_of = |file, body| {
            let content = Content {
                file: Some(file),
                ..text(body)
            };
            message(&content, Some(&upload))
        };
        let described = message_of(board(), "");
        assert_eq!(described["body"], "White: king e1");
        assert_eq!(described["file"]["v"], "v2");
        assert_eq!(described.get("url"), None);
        let pgn = Attachment {
            name: "game.pgn".to_owned(),
            media_type: "application/x-chess-pgn".to_owned(),
            alt_text: String::new(),
            dimensions: None,
            ..board()
        };
        let named = message_of(pgn, "");
        assert_eq!(named["msgtype"], "m.file");
        assert_eq!(named["body"], "game.pgn");
        assert_eq!(named.get("formatted_body"), None);
        assert_eq!(named["info"].get("w"), None);
        // A description in the caption is not repeated.
        let described = message_of(board(), "a moves\nWhite: king e1");
        assert_eq!(described["body"], "a moves\nWhite: king e1");
        assert_eq!(described.get("formatted_body"), None);
    }

    #[test]
    fn a_thread_falls_back_to_a_reply() {
        let thread = |reply_to: Option<&str>| Relation::Thread {
            root: "$root".to_owned(),
            reply_to: reply_to.map(str::to_owned),
        };
        let in_thread = |falls_back: bool, replied: &str| {
            json!({
                "rel_type": "m.thread", "event_id": "$root", "is_falling_back": falls_back,
                "m.in_reply_to": {"event_id": replied},
            })
        };
        let reply = json!({"m.in_reply_to": {"event_id": "$one"}});
        for (relation, related) in [
            (thread(None), in_thread(true, "$root")),
            (thread(Some("$one")), in_thread(false, "$one")),
            (Relation::Reply("$one".to_owned()), reply),
        ] {
            let content = Content {
                relation: Some(relation),
                ..text("x")
            };
            assert_eq!(message(&content, None)["m.relates_to"], related);
        }
    }

    #[test]
    fn an_edit_has_the_new_content_and_fields_twice() {
        let mut content = text("new");
        content.mentions = vec!["@a:example.org".to_owned()];
        for (field, value) in [
            ("org.delos.press", json!({"x": "1"})),
            ("body", json!("cannot be replaced")),
        ] {
            content.fields.insert(field.to_owned(), value);
        }
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

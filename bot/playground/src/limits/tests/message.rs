//! Limits of messages.

use serde_json::json;

use super::*;

pub(super) fn cases() -> Vec<Case> {
    [embed_cases(), message_cases()].concat()
}

fn embed_cases() -> Vec<Case> {
    let fields = |n: usize, name: usize, value: usize| {
        embed(&json!({"fields": vec![json!({"name": x(name), "value": x(value)}); n]}))
    };
    let embeds = |n: usize| of_message(&json!({"embeds": vec![json!({"title": "t"}); n]}));
    let total = |n: usize| {
        of_message(&json!({"embeds": [{"description": x(4096)}, {"description": x(n)}]}))
    };
    let footer = |n| embed(&json!({"footer": {"text": x(n)}}));
    let author = |n| embed(&json!({"author": {"name": x(n)}}));
    let empty = embed(&json!({"fields": [{"name": "n", "value": " "}]}));
    let link = |url: &str| embed(&json!({"title": "t", "url": url}));
    vec![
        case("embeds", embeds(10), embeds(11)),
        case("embed-total", total(1904), total(1905)),
        longest("embed-title", embed, "title", 256),
        longest("embed-description", embed, "description", 4096),
        case("embed-fields", fields(25, 1, 1), fields(26, 1, 1)),
        case("embed-fields", fields(1, 256, 1024), fields(1, 257, 1024)),
        case("embed-fields", fields(1, 256, 1024), fields(1, 256, 1025)),
        case("embed-field-empty", fields(1, 1, 1), empty),
        edge("embed-footer", 2048, footer),
        edge("embed-author", 256, author),
        case("embed-url", link("https://a.org"), link("ftp://a.org")),
    ]
}

fn message_cases() -> Vec<Case> {
    let attached = |id: u64| with_files(&json!({"attachments": [{"id": id}]}), &[1]);
    let described = |n| json!({"attachments": [{"id": 0, "description": x(n)}]});
    let text = |n: usize| with_files(&described(n), &[1]);
    let sized = |bytes| with_files(&json!({}), &[bytes]);
    let ephemeral = json!({"content": "c", "flags": 64});
    let deferred = |flags| {
        let body = json!({"type": 5, "data": {"flags": flags}});
        callback(&body, InteractionType::Command, false)
    };
    let archived = |minutes| thread(&json!({"name": "t", "auto_archive_duration": minutes}));
    let mention = |users: usize, parse: &[&str]| {
        let allowed = json!({"users": vec!["1"; users], "parse": parse});
        of_message(&json!({"content": "c", "allowed_mentions": allowed}))
    };
    let content = of_message(&json!({"content": "c"}));
    let empty = of_message(&json!({"content": " ", "embeds": []}));
    let shown = message(&ephemeral, &MessageContext::default());
    let nonce = |n| of_message(&json!({"content": "c", "nonce": x(n)}));
    let (all, many) = (mention(100, &["everyone"]), mention(101, &[]));
    vec![
        field("type", of_message, "content", "1", 1),
        field("content", of_message, "content", "ü".repeat(2000), x(2001)),
        edge("attachments", 10, |n| with_files(&json!({}), &vec![1; n])),
        case("attachment-ref", attached(0), attached(1)),
        case("attachment-text", text(1024), text(1025)),
        edge("file-size", FILE_BYTES, sized),
        case("empty", content, empty),
        case("flags", of_message(&ephemeral), shown),
        case("flags", deferred(64), deferred(4)),
        case("allowed-mentions", all, many),
        edge("allowed-mentions", 0, |n| mention(n, &["users"])),
        edge("nonce", 25, nonce),
        longest("thread-name", thread, "name", 100),
        field("thread-name", thread, "name", "t", ""),
        case("thread-archive", archived(10080), archived(7)),
    ]
}

//! Limits of messages.

use serde_json::{Value, json};

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
    let link = |url: &str| embed(&json!({"title": "t", "url": url}));
    vec![
        case("embeds", embeds(10), embeds(11)),
        case("embed-total", total(1904), total(1905)),
        case(
            "embed-title",
            embed(&json!({"title": x(256)})),
            embed(&json!({"title": x(257)})),
        ),
        case(
            "embed-description",
            embed(&json!({"description": x(4096)})),
            embed(&json!({"description": x(4097)})),
        ),
        case("embed-fields", fields(25, 1, 1), fields(26, 1, 1)),
        case("embed-fields", fields(1, 256, 1024), fields(1, 257, 1024)),
        case("embed-fields", fields(1, 256, 1024), fields(1, 256, 1025)),
        case(
            "embed-field-empty",
            fields(1, 1, 1),
            embed(&json!({"fields": [{"name": "n", "value": " "}]})),
        ),
        case(
            "embed-footer",
            embed(&json!({"footer": {"text": x(2048)}})),
            embed(&json!({"footer": {"text": x(2049)}})),
        ),
        case(
            "embed-author",
            embed(&json!({"author": {"name": x(256)}})),
            embed(&json!({"author": {"name": x(257)}})),
        ),
        case(
            "embed-url",
            link("https://example.org"),
            link("ftp://example.org"),
        ),
    ]
}

fn message_cases() -> Vec<Case> {
    let attached = |id: u64| with_files(&json!({"attachments": [{"id": id}]}), &[1]);
    let text = |n: usize| {
        with_files(
            &json!({"attachments": [{"id": 0, "description": x(n)}]}),
            &[1],
        )
    };
    let mention = |users: usize, parse: &Value| {
        of_message(
            &json!({"content": "c", "allowed_mentions": {"users": vec!["1"; users], "parse": parse}}),
        )
    };
    vec![
        case(
            "type",
            of_message(&json!({"content": "1"})),
            of_message(&json!({"content": 1})),
        ),
        case(
            "content",
            of_message(&json!({"content": "ü".repeat(2000)})),
            of_message(&json!({"content": x(2001)})),
        ),
        case(
            "attachments",
            with_files(&json!({}), &[1; 10]),
            with_files(&json!({}), &[1; 11]),
        ),
        case("attachment-ref", attached(0), attached(1)),
        case("attachment-text", text(1024), text(1025)),
        case(
            "file-size",
            with_files(&json!({}), &[FILE_BYTES]),
            with_files(&json!({}), &[FILE_BYTES + 1]),
        ),
        case(
            "empty",
            of_message(&json!({"content": "c"})),
            of_message(&json!({"content": " ", "embeds": []})),
        ),
        case(
            "flags",
            of_message(&json!({"content": "c", "flags": 64})),
            message(
                &json!({"content": "c", "flags": 64}),
                &MessageContext::default(),
            ),
        ),
        case(
            "flags",
            callback(&json!({"type": 5, "data": {"flags": 64}}), COMMAND),
            callback(&json!({"type": 5, "data": {"flags": 4}}), COMMAND),
        ),
        case(
            "allowed-mentions",
            mention(100, &json!(["everyone"])),
            mention(101, &json!([])),
        ),
        case(
            "allowed-mentions",
            mention(0, &json!(["users"])),
            mention(1, &json!(["users"])),
        ),
        case(
            "nonce",
            of_message(&json!({"content": "c", "nonce": x(25)})),
            of_message(&json!({"content": "c", "nonce": x(26)})),
        ),
        case(
            "thread-name",
            thread(&json!({"name": x(100)})),
            thread(&json!({"name": x(101)})),
        ),
        case(
            "thread-name",
            thread(&json!({"name": "t"})),
            thread(&json!({"name": ""})),
        ),
        case(
            "thread-archive",
            thread(&json!({"name": "t", "auto_archive_duration": 10080})),
            thread(&json!({"name": "t", "auto_archive_duration": 7})),
        ),
    ]
}

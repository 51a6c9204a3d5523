//! Limits of messages and threads: content, embeds, attachments, mentions.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{FILE_BYTES, Validator, components};
use crate::api_error::{EMPTY_MESSAGE, FormError, REQUEST_TOO_LARGE};
use crate::calls::PathSegment;
use crate::discord::message_flag::EPHEMERAL;
use crate::json::EMBED_IMAGES;
use crate::messages::{Upload, as_id};
use crate::state::{EmojiState, FileState};

/// The maximum number of characters in all embeds of a message.
const MAX_EMBED_TOTAL: usize = 6000;
const MAX_FILES: usize = 10;

#[derive(Debug, Default)]
pub(crate) struct MessageContext<'a> {
    pub(crate) uploads: &'a [Upload],
    /// The current attachments of an edited message.
    pub(crate) existing: Option<&'a [FileState]>,
    pub(crate) emoji: Option<&'a BTreeMap<u64, EmojiState>>,
    /// Whether this is a response to an interaction.
    pub(crate) is_response: bool,
    /// The path of the message in the body of the request.
    pub(crate) path: Vec<PathSegment>,
}

pub(crate) fn message(body: &Value, context: &MessageContext<'_>) -> Vec<FormError> {
    let mut c = Validator::at(context.path.clone());
    c.text(body, "content", "content", 0..=2000);
    if !context.is_response && body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0 {
        let message = "EPHEMERAL is for responses to interactions only";
        c.error_at("flags", "flags", message);
    }
    let embeds = c.list(body, "embeds", "embeds", 10);
    let mut total = 0;
    c.each("embeds", embeds, |c, e| total += embed(c, e, context));
    if total > MAX_EMBED_TOTAL {
        let message = format!("Embed size exceeds maximum size of {MAX_EMBED_TOTAL} (is {total})");
        c.error_at("embeds", "embed-total", message);
    }
    components::message(&mut c, body, context);
    attachments(&mut c, body, context);
    allowed_mentions(&mut c, &body["allowed_mentions"]);
    if let Some(nonce) = body["nonce"].as_str().filter(|n| n.chars().count() > 25) {
        let message = format!("{nonce:?} has more than 25 characters");
        c.error_at("nonce", "nonce", message);
    }
    if c.errors.is_empty() && is_empty(body, context) {
        c.error_with_code("empty", "Cannot send an empty message", EMPTY_MESSAGE);
    }
    c.errors
}

/// Whether a new message has no content of any kind.
fn is_empty(body: &Value, context: &MessageContext<'_>) -> bool {
    let has = |key: &str| match &body[key] {
        Value::String(s) => !s.trim().is_empty(),
        Value::Array(list) => !list.is_empty(),
        _ => false,
    };
    context.existing.is_none()
        && context.uploads.is_empty()
        && !["content", "embeds", "components"].into_iter().any(has)
}

/// Checks an embed. Returns its number of characters.
fn embed(c: &mut Validator, e: &Value, context: &MessageContext<'_>) -> usize {
    let mut length = c.text(e, "title", "embed-title", 0..=256);
    length += c.text(e, "description", "embed-description", 0..=4096);
    length += c.under("footer", |c| {
        c.text(&e["footer"], "text", "embed-footer", 0..=2048)
    });
    length += c.under("author", |c| {
        c.text(&e["author"], "name", "embed-author", 0..=256)
    });
    let fields = c.list(e, "fields", "embed-fields", 25);
    c.each("fields", fields, |c, f| {
        length += c.text(f, "name", "embed-fields", 0..=256);
        length += c.text(f, "value", "embed-fields", 0..=1024);
        for key in ["name", "value"] {
            if f[key].as_str().is_none_or(|s| s.trim().is_empty()) {
                c.error_at(key, "embed-field-empty", "This field is required");
            }
        }
    });
    link(c, &e["url"], "url");
    c.under("author", |c| link(c, &e["author"]["url"], "url"));
    for (part, key) in EMBED_IMAGES {
        c.under(part, |c| image(c, &e[part][key], key, context));
    }
    length
}

/// Checks the URL of an image, which may be an attachment of the message.
fn image(c: &mut Validator, url: &Value, key: &str, context: &MessageContext<'_>) {
    let text = url.as_str().unwrap_or_default();
    let Some(name) = text.strip_prefix("attachment://") else {
        return link(c, url, key);
    };
    let mut existing = context.existing.into_iter().flatten();
    if !context.uploads.iter().any(|f| f.name == name) && !existing.any(|f| f.name == name) {
        let message = format!("attachment://{name} is no file of this message");
        c.error_at(key, "embed-attachment", message);
    }
}

fn link(c: &mut Validator, url: &Value, key: &str) {
    let Some(url) = url.as_str() else { return };
    if !url.starts_with("http://") && !url.starts_with("https://") {
        let message = format!("the scheme of {url:?} must be one of http, https");
        c.error_at(key, "embed-url", message);
    }
}

fn attachments(c: &mut Validator, body: &Value, context: &MessageContext<'_>) {
    for f in context.uploads {
        let size = f.data.len();
        if size > FILE_BYTES {
            let message = format!("{} has {size} bytes, at most {FILE_BYTES}", f.name);
            c.error_with_code("file-size", message, REQUEST_TOO_LARGE);
        }
    }
    let listed = c.list(body, "attachments", "attachments", MAX_FILES);
    let existing = context.existing.unwrap_or_default();
    let are_listed = body["attachments"].is_array();
    let kept = if are_listed { 0 } else { existing.len() };
    let files = kept + context.uploads.len();
    if files > MAX_FILES {
        c.error_at("files", "attachments", format!("{files} files"));
    }
    let index = |f: &Upload| u64::try_from(f.index).ok();
    c.each("attachments", listed, |c, a| {
        c.text(a, "description", "attachment-text", 0..=1024);
        let id = as_id(&a["id"]);
        let is_known = existing.iter().any(|f| Some(f.id) == id)
            || context.uploads.iter().any(|f| index(f) == id);
        if !is_known {
            let id = &a["id"];
            let message =
                format!("{id} is neither an uploaded file nor an attachment of the message");
            c.error_at("id", "attachment-ref", message);
        }
    });
    if are_listed {
        let is_listed = |f: &&Upload| listed.iter().any(|a| as_id(&a["id"]) == index(f));
        for f in context.uploads.iter().filter(|f| !is_listed(f)) {
            let message = format!("files[{}] is uploaded but not listed", f.index);
            c.error_at("attachments", "attachment-ref", message);
        }
    }
}

fn allowed_mentions(c: &mut Validator, allowed: &Value) {
    if allowed.is_null() {
        return;
    }
    c.under("allowed_mentions", |c| {
        let parse = c.list(allowed, "parse", "allowed-mentions", 3);
        for key in ["users", "roles"] {
            let ids = c.list(allowed, key, "allowed-mentions", 100);
            if !ids.is_empty() && parse.iter().any(|p| p == key) {
                let message =
                    format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
                c.error_at(key, "allowed-mentions", message);
            }
        }
    });
}

/// The errors of a new thread, or of a thread's new name.
pub(crate) fn thread(body: &Value) -> Vec<FormError> {
    let mut c = Validator::default();
    c.text(body, "name", "thread-name", 1..=100);
    let minutes = &body["auto_archive_duration"];
    let is_allowed = [60, 1440, 4320, 10080].iter().any(|&m| *minutes == m);
    if !minutes.is_null() && !is_allowed {
        let message = "Value must be one of (60, 1440, 4320, 10080).";
        c.error_at("auto_archive_duration", "thread-archive", message);
    }
    c.errors
}

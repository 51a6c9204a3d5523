//! Messages: content, embeds, attachments, mentions.

use serde_json::Value;

use super::{Checker, FILE_BYTES, components};
use crate::calls::{Fault, Step};
use crate::messages::{Upload, as_id};
use crate::state::{EPHEMERAL, FileState};

/// What is known about a message beside its body.
#[derive(Debug, Default)]
pub(crate) struct Message<'a> {
    pub(crate) files: &'a [Upload],
    /// The files that the message has already, for an edit.
    pub(crate) existing: Option<&'a [FileState]>,
    pub(crate) interaction: bool,
    /// Where the message's body stands in the request's.
    pub(crate) path: Vec<Step>,
}

/// The faults of the body of a new or edited message.
pub(crate) fn message(body: &Value, about: &Message<'_>) -> Vec<Fault> {
    let mut c = Checker::at(about.path.clone());
    c.text(body, "content", "content", 0, 2000);
    if !about.interaction && body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0 {
        c.fault_at(
            "flags",
            "flags",
            "EPHEMERAL exists in answers to interactions only",
        );
    }
    let embeds = c.list(body, "embeds", "embeds", 10);
    let mut total = 0;
    c.each("embeds", embeds, |c, e| total += embed(c, e, about));
    if total > 6000 {
        c.fault_at(
            "embeds",
            "embed-total",
            format!("Embed size exceeds maximum size of 6000 (is {total})"),
        );
    }
    components::message(&mut c, body);
    attachments(&mut c, body, about);
    allowed_mentions(&mut c, &body["allowed_mentions"]);
    if let Some(nonce) = body["nonce"].as_str().filter(|n| n.chars().count() > 25) {
        c.fault_at(
            "nonce",
            "nonce",
            format!("{nonce:?} has more than 25 characters"),
        );
    }
    if c.faults.is_empty() && is_empty(body, about) {
        c.fault_code("empty", "Cannot send an empty message", 50006);
    }
    c.faults
}

/// A new message without anything, or an edit that takes everything away.
fn is_empty(body: &Value, about: &Message<'_>) -> bool {
    let some = |key: &str| match &body[key] {
        Value::String(s) => !s.trim().is_empty(),
        Value::Array(l) => !l.is_empty(),
        _ => false,
    };
    let says = some("content") || some("embeds") || some("components") || !about.files.is_empty();
    about.existing.is_none() && !says
}

fn embed(c: &mut Checker, e: &Value, about: &Message<'_>) -> usize {
    let mut n = c.text(e, "title", "embed-title", 0, 256)
        + c.text(e, "description", "embed-description", 0, 4096);
    n += c.under("footer", |c| {
        c.text(&e["footer"], "text", "embed-footer", 0, 2048)
    });
    n += c.under("author", |c| {
        c.text(&e["author"], "name", "embed-author", 0, 256)
    });
    let fields = c.list(e, "fields", "embed-fields", 25);
    c.each("fields", fields, |c, f| {
        n +=
            c.text(f, "name", "embed-fields", 0, 256) + c.text(f, "value", "embed-fields", 0, 1024);
        for key in ["name", "value"] {
            if f[key].as_str().is_none_or(|s| s.trim().is_empty()) {
                c.fault_at(key, "embed-field-empty", "This field is required");
            }
        }
    });
    let places = [
        (None, "url", false),
        (Some("image"), "url", true),
        (Some("thumbnail"), "url", true),
        (Some("author"), "url", false),
        (Some("author"), "icon_url", true),
        (Some("footer"), "icon_url", true),
    ];
    for (part, key, picture) in places {
        let Some(url) = part.map_or(&e[key], |p| &e[p][key]).as_str() else {
            continue;
        };
        let check = |c: &mut Checker| c.under(key, |c| address(c, url, picture, about));
        match part {
            Some(p) => c.under(p, check),
            None => check(c),
        }
    }
    n
}

fn address(c: &mut Checker, url: &str, picture: bool, about: &Message<'_>) {
    if let Some(name) = url.strip_prefix("attachment://").filter(|_| picture) {
        let known = about.files.iter().any(|f| f.name == name)
            || about
                .existing
                .is_some_and(|l| l.iter().any(|f| f.name == name));
        if !known {
            c.fault(
                "embed-attachment",
                format!("{url} names no file of this message"),
            );
        }
    } else if !url.starts_with("http://") && !url.starts_with("https://") {
        c.fault(
            "embed-url",
            format!("the scheme of {url:?} must be one of http, https"),
        );
    }
}

fn attachments(c: &mut Checker, body: &Value, about: &Message<'_>) {
    for f in about.files {
        if f.data.len() > FILE_BYTES {
            let message = format!(
                "{} has {} bytes, at most {FILE_BYTES}",
                f.name,
                f.data.len()
            );
            c.fault_code("file-size", message, 40005);
        }
    }
    let listed = c.list(body, "attachments", "attachments", 10);
    let old = about.existing.unwrap_or_default();
    let kept = if body["attachments"].is_array() {
        0
    } else {
        old.len()
    };
    if kept + about.files.len() > 10 {
        c.fault_at(
            "files",
            "attachments",
            format!("{} files", kept + about.files.len()),
        );
    }
    c.each("attachments", listed, |c, a| {
        c.text(a, "description", "attachment-text", 0, 1024);
        let id = as_id(&a["id"]);
        let known = old.iter().any(|f| Some(f.id) == id)
            || about
                .files
                .iter()
                .any(|f| u64::try_from(f.index).ok() == id);
        if !known {
            c.fault_at(
                "id",
                "attachment-ref",
                format!(
                    "{} is neither an uploaded file nor one of the message",
                    a["id"]
                ),
            );
        }
    });
    if body["attachments"].is_array() {
        for f in about.files.iter().filter(|f| {
            !listed
                .iter()
                .any(|a| as_id(&a["id"]) == u64::try_from(f.index).ok())
        }) {
            c.fault_at(
                "attachments",
                "attachment-ref",
                format!("files[{}] is uploaded but not listed", f.index),
            );
        }
    }
}

fn allowed_mentions(c: &mut Checker, allowed: &Value) {
    if allowed.is_null() {
        return;
    }
    c.under("allowed_mentions", |c| {
        let parse = c.list(allowed, "parse", "allowed-mentions", 3);
        for key in ["users", "roles"] {
            let ids = c.list(allowed, key, "allowed-mentions", 100);
            if !ids.is_empty() && parse.iter().any(|p| p == key) {
                c.fault_at(
                    key,
                    "allowed-mentions",
                    format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive."),
                );
            }
        }
    });
}

/// The faults of the body of a new thread, or of a thread's new name.
pub(crate) fn thread(body: &Value) -> Vec<Fault> {
    let mut c = Checker::default();
    c.text(body, "name", "thread-name", 1, 100);
    let quiet = &body["auto_archive_duration"];
    if !quiet.is_null()
        && ![60, 1440, 4320, 10080]
            .iter()
            .any(|&minutes| *quiet == minutes)
    {
        c.fault_at(
            "auto_archive_duration",
            "thread-archive",
            "Value must be one of (60, 1440, 4320, 10080).",
        );
    }
    c.faults
}

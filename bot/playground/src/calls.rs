//! What a bot asked, what was wrong with it, and the errors that Discord answers.

use std::fmt::{self, Write as _};

use serde_json::{Value, json};

/// One finished request of the bot.
#[derive(Debug, Clone)]
pub struct Call {
    /// `GET`, `POST`, ...
    pub method: String,
    /// Below `/api/v10`, with the ids as sent.
    pub path: String,
    /// Method and path with names in place of ids: `POST /channels/{channel}/messages`. Empty for a route that does not exist.
    pub route: String,
    /// The JSON body (of a multipart form: `payload_json`); null if there was none.
    pub body: Value,
    /// Names and sizes in bytes of the files of a multipart form.
    pub files: Vec<(String, usize)>,
    /// The HTTP status of the answer, also when the answer was lost on purpose; 0 for a connection cut before the request was carried out.
    pub status: u16,
    /// Discord's error code, 0 if there was none.
    pub code: u64,
    /// Milliseconds since 1970 by the playground's clock.
    pub at_ms: u64,
}

/// A request (or a gateway message) that breaks a rule of Discord's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// As in [`Call::route`]; `gateway` for the WebSocket.
    pub route: String,
    /// Where in the body, in JSON path notation: `$.data.embeds[0].title`.
    pub path: String,
    /// The id of a row in [`crate::limits::LIMITS`].
    pub rule: &'static str,
    /// What is wrong, with the number that was too large.
    pub message: String,
    /// The error code or close code that the bot got for it.
    pub code: u64,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} [{}] {} ({})",
            self.route, self.path, self.rule, self.message, self.code
        )
    }
}

/// One step of a JSON path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
}

impl From<&str> for Step {
    fn from(s: &str) -> Self {
        Self::Key(s.to_owned())
    }
}

impl From<usize> for Step {
    fn from(n: usize) -> Self {
        Self::Index(n)
    }
}

/// `$.a[0].b`
pub(crate) fn json_path(steps: &[Step]) -> String {
    let mut out = String::from("$");
    for s in steps {
        match s {
            Step::Key(k) => {
                out.push('.');
                out.push_str(k);
            }
            Step::Index(n) => {
                // Writing to a string cannot fail.
                let _ = write!(out, "[{n}]");
            }
        }
    }
    out
}

/// An answer that is not a success.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    pub(crate) code: u64,
    pub(crate) body: Value,
}

impl ApiError {
    /// Discord's error with its own text.
    pub(crate) fn new(status: u16, code: u64) -> Self {
        Self::saying(status, code, text(code))
    }

    pub(crate) fn saying(status: u16, code: u64, message: &str) -> Self {
        Self {
            status,
            code,
            body: json!({"code": code, "message": message}),
        }
    }

    /// Several faults of one body, nested as Discord nests them.
    pub(crate) fn form(faults: &[Fault]) -> Self {
        if let Some(f) = faults.iter().find(|f| f.code != 50035) {
            return Self::new(if f.code == 40005 { 413 } else { 400 }, f.code);
        }
        let mut tree = json!({});
        for f in faults {
            let mut node = &mut tree;
            for s in &f.path {
                // Indexing turns null into an object.
                node = match s {
                    Step::Key(k) => &mut node[k.as_str()],
                    Step::Index(n) => &mut node[n.to_string()],
                };
            }
            let list = &mut node["_errors"];
            let one = json!({"code": kind(f.rule), "message": f.message});
            match list.as_array_mut() {
                Some(l) => l.push(one),
                None => *list = json!([one]),
            }
        }
        let mut e = Self::new(400, 50035);
        e.body["errors"] = tree;
        e
    }
}

/// A fault in a body, before it is known which route it belongs to.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) path: Vec<Step>,
    pub(crate) rule: &'static str,
    pub(crate) message: String,
    pub(crate) code: u64,
}

fn kind(rule: &str) -> &'static str {
    match rule {
        "embed-total" => "MAX_EMBED_SIZE_EXCEEDED",
        "custom-id-unique" => "COMPONENT_CUSTOM_ID_DUPLICATED",
        "command-name" => "APPLICATION_COMMAND_INVALID_NAME",
        "command-size" => "APPLICATION_COMMAND_TOO_LARGE",
        "embed-field-empty" => "BASE_TYPE_REQUIRED",
        "type" => "BASE_TYPE_BAD_TYPE",
        "rows"
        | "row-content"
        | "custom-id"
        | "modal-components"
        | "command-description"
        | "thread-name" => "BASE_TYPE_BAD_LENGTH",
        _ => "BASE_TYPE_MAX_LENGTH",
    }
}

fn text(code: u64) -> &'static str {
    match code {
        0 => "404: Not Found",
        10003 => "Unknown Channel",
        10004 => "Unknown Guild",
        10007 => "Unknown Member",
        10008 => "Unknown Message",
        10013 => "Unknown User",
        10014 => "Unknown Emoji",
        10015 => "Unknown Webhook",
        10062 => "Unknown interaction",
        10063 => "Unknown application command",
        20012 => "You are not authorized to perform this action on this application",
        30032 => "Maximum number of application commands reached (100)",
        30034 => "Maximum number of daily application command creates has been reached (200)",
        30046 => "Maximum number of edits to messages older than 1 hour reached. Try again later",
        40005 => "Request entity too large",
        40060 => "Interaction has already been acknowledged.",
        50001 => "Missing Access",
        50005 => "Cannot edit a message authored by another user",
        50006 => "Cannot send an empty message",
        50007 => "Cannot send messages to this user",
        50013 => "Missing Permissions",
        50024 => "Cannot execute action on this channel type",
        50027 => "Invalid Webhook Token",
        50035 => "Invalid Form Body",
        50083 => "Thread is archived",
        50109 => "The request body contains invalid JSON.",
        160_002 => "Cannot reply without permission to read message history",
        160_004 => "A thread has already been created for this message",
        _ => "Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_a_body_are_nested_as_discord_nests_them() {
        let fault = |path: Vec<Step>, message: &str| Fault {
            path,
            rule: "embed-title",
            message: message.to_owned(),
            code: 50035,
        };
        let e = ApiError::form(&[
            fault(vec!["embeds".into(), 0.into(), "title".into()], "too long"),
            fault(vec!["content".into()], "also"),
        ]);
        assert_eq!((e.status, e.code), (400, 50035));
        assert_eq!(
            e.body["errors"]["embeds"]["0"]["title"]["_errors"][0]["message"],
            "too long"
        );
        assert_eq!(
            e.body["errors"]["content"]["_errors"][0]["code"],
            "BASE_TYPE_MAX_LENGTH"
        );
        assert_eq!(
            json_path(&["data".into(), "embeds".into(), 2.into()]),
            "$.data.embeds[2]"
        );
    }
}

//! The record of the bot's requests and rule violations.

use std::fmt;

use serde_json::Value;

/// A finished request of the bot.
#[derive(Debug, Clone, Default)]
pub struct Call {
    /// The HTTP method.
    pub method: String,
    /// The path below `/api/v10`, with ids.
    pub path: String,
    /// Method and path with placeholders, such as `POST /channels/{channel}/messages`. Empty for an unknown route.
    pub route: String,
    /// The JSON body, or `payload_json` of a multipart form; null without a body.
    pub body: Value,
    /// Names and sizes in bytes of the files of a multipart form.
    pub files: Vec<(String, usize)>,
    /// The HTTP status, even if the response was dropped. 0 if the connection was cut before the request took effect.
    pub status: u16,
    /// Discord's JSON error code, or 0.
    pub code: u64,
    /// Unix time in milliseconds, by the playground's clock.
    pub at_ms: u64,
}

/// A request or gateway message that breaks one of Discord's rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// As [`Call::route`], or `gateway`.
    pub route: String,
    /// The JSON path in the body: `$.data.embeds[0].title`.
    pub path: String,
    /// The id of an entry of [`crate::limits::LIMITS`].
    pub rule: &'static str,
    /// The error, with the offending value.
    pub message: String,
    /// The JSON error code or close code that the bot received.
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

/// A segment of a JSON path: a key, which is a string, or an index, which is a number.
pub(crate) type PathSegment = Value;

/// Formats a path as `$.a[0].b`.
pub(crate) fn json_path(path: &[PathSegment]) -> String {
    let segments = path.iter().map(|segment| match segment {
        Value::String(key) => format!(".{key}"),
        index => format!("[{index}]"),
    });
    ["$".to_owned()].into_iter().chain(segments).collect()
}

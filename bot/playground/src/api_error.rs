//! Error responses of the REST API.

use serde_json::{Value, json};

use crate::calls::PathSegment;

/// A documented JSON error code, with the HTTP status and the text that Discord sends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ErrorCode {
    pub(crate) number: u64,
    pub(crate) status: u16,
    message: &'static str,
}

const fn error(number: u64, status: u16, message: &'static str) -> ErrorCode {
    ErrorCode {
        number,
        status,
        message,
    }
}

/// No route, or an id that is not a number.
pub(crate) const NOT_FOUND: ErrorCode = error(0, 404, "404: Not Found");
pub(crate) const UNKNOWN_CHANNEL: ErrorCode = error(10003, 404, "Unknown Channel");
pub(crate) const UNKNOWN_GUILD: ErrorCode = error(10004, 404, "Unknown Guild");
pub(crate) const UNKNOWN_MEMBER: ErrorCode = error(10007, 404, "Unknown Member");
pub(crate) const UNKNOWN_MESSAGE: ErrorCode = error(10008, 404, "Unknown Message");
pub(crate) const UNKNOWN_ROLE: ErrorCode = error(10011, 404, "Unknown Role");
pub(crate) const UNKNOWN_USER: ErrorCode = error(10013, 404, "Unknown User");
pub(crate) const UNKNOWN_EMOJI: ErrorCode = error(10014, 400, "Unknown Emoji");
pub(crate) const UNKNOWN_WEBHOOK: ErrorCode = error(10015, 404, "Unknown Webhook");
pub(crate) const UNKNOWN_INTERACTION: ErrorCode = error(10062, 404, "Unknown interaction");
pub(crate) const UNKNOWN_COMMAND: ErrorCode = error(10063, 404, "Unknown application command");
pub(crate) const UNKNOWN_SCHEDULED_EVENT: ErrorCode =
    error(10070, 404, "Unknown Guild Scheduled Event");
pub(crate) const NOT_AUTHORIZED: ErrorCode = error(
    20012,
    403,
    "You are not authorized to perform this action on this application",
);
pub(crate) const TOO_MANY_COMMANDS: ErrorCode = error(
    30032,
    400,
    "Maximum number of application commands reached (100)",
);
pub(crate) const TOO_MANY_COMMAND_CREATES: ErrorCode = error(
    30034,
    429,
    "Maximum number of daily application command creates has been reached (200)",
);
pub(crate) const TOO_MANY_EVENTS: ErrorCode = error(
    30038,
    400,
    "Maximum number of uncompleted guild scheduled events reached (100)",
);
pub(crate) const TOO_MANY_OLD_EDITS: ErrorCode = error(
    30046,
    429,
    "Maximum number of edits to messages older than 1 hour reached. Try again later",
);
pub(crate) const REQUEST_TOO_LARGE: ErrorCode = error(40005, 413, "Request entity too large");
pub(crate) const ALREADY_ACKNOWLEDGED: ErrorCode =
    error(40060, 400, "Interaction has already been acknowledged.");
pub(crate) const MISSING_ACCESS: ErrorCode = error(50001, 403, "Missing Access");
pub(crate) const NOT_THE_AUTHOR: ErrorCode =
    error(50005, 403, "Cannot edit a message authored by another user");
pub(crate) const EMPTY_MESSAGE: ErrorCode = error(50006, 400, "Cannot send an empty message");
pub(crate) const CANNOT_DM: ErrorCode = error(50007, 403, "Cannot send messages to this user");
pub(crate) const MISSING_PERMISSIONS: ErrorCode = error(50013, 403, "Missing Permissions");
pub(crate) const WRONG_CHANNEL_TYPE: ErrorCode =
    error(50024, 400, "Cannot execute action on this channel type");
pub(crate) const INVALID_TOKEN: ErrorCode = error(50027, 401, "Invalid Webhook Token");
pub(crate) const INVALID_FORM: ErrorCode = error(50035, 400, "Invalid Form Body");
pub(crate) const THREAD_ARCHIVED: ErrorCode = error(50083, 400, "Thread is archived");
pub(crate) const INVALID_JSON: ErrorCode =
    error(50109, 400, "The request body contains invalid JSON.");
pub(crate) const ENTRY_POINT_REMOVED: ErrorCode = error(
    50240,
    400,
    "You cannot remove this app's Entry Point command in a bulk update operation. Include the Entry Point command in your update request or delete it separately.",
);
pub(crate) const CANNOT_READ_HISTORY: ErrorCode = error(
    160_002,
    403,
    "Cannot reply without permission to read message history",
);
pub(crate) const THREAD_EXISTS: ErrorCode = error(
    160_004,
    400,
    "A thread has already been created for this message",
);

pub(crate) const FINISHED_EVENT: ErrorCode = error(180_000, 400, "Cannot update a finished event");

const ALL: [ErrorCode; 33] = [
    NOT_FOUND,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    UNKNOWN_ROLE,
    UNKNOWN_USER,
    UNKNOWN_EMOJI,
    UNKNOWN_WEBHOOK,
    UNKNOWN_INTERACTION,
    UNKNOWN_COMMAND,
    UNKNOWN_SCHEDULED_EVENT,
    NOT_AUTHORIZED,
    TOO_MANY_COMMANDS,
    TOO_MANY_COMMAND_CREATES,
    TOO_MANY_EVENTS,
    TOO_MANY_OLD_EDITS,
    REQUEST_TOO_LARGE,
    ALREADY_ACKNOWLEDGED,
    MISSING_ACCESS,
    NOT_THE_AUTHOR,
    EMPTY_MESSAGE,
    CANNOT_DM,
    MISSING_PERMISSIONS,
    WRONG_CHANNEL_TYPE,
    INVALID_TOKEN,
    INVALID_FORM,
    THREAD_ARCHIVED,
    INVALID_JSON,
    ENTRY_POINT_REMOVED,
    CANNOT_READ_HISTORY,
    THREAD_EXISTS,
    FINISHED_EVENT,
];

/// An error response.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    pub(crate) code: u64,
    pub(crate) body: Value,
}

impl From<ErrorCode> for ApiError {
    fn from(error: ErrorCode) -> Self {
        Self::with_message(error.status, error.number, error.message)
    }
}

impl ApiError {
    /// An injected error: any status, with the text of the code.
    pub(crate) fn injected(status: u16, code: u64) -> Self {
        let known = ALL.iter().find(|error| error.number == code);
        Self::with_message(status, code, known.map_or("Error", |error| error.message))
    }

    pub(crate) fn with_message(status: u16, code: u64, message: &str) -> Self {
        Self {
            status,
            code,
            body: json!({"code": code, "message": message}),
        }
    }

    /// All errors of one body, nested in `errors` as Discord does. An error with a code of its own takes precedence.
    pub(crate) fn form(errors: &[FormError]) -> Self {
        let own_code = |e: &&FormError| e.code.number != INVALID_FORM.number;
        if let Some(error) = errors.iter().find(own_code) {
            return error.code.into();
        }
        let mut tree = json!({});
        for error in errors {
            let mut node = &mut tree;
            for segment in &error.path {
                // Indexing turns null into an object.
                node = match segment {
                    PathSegment::Key(key) => &mut node[key.as_str()],
                    PathSegment::Index(index) => &mut node[index.to_string()],
                };
            }
            let list = &mut node["_errors"];
            let entry = json!({"code": form_code(error.rule), "message": error.message});
            match list.as_array_mut() {
                Some(list) => list.push(entry),
                None => *list = json!([entry]),
            }
        }
        let mut error = Self::from(INVALID_FORM);
        error.body["errors"] = tree;
        error
    }
}

/// One error in a body.
#[derive(Debug, Clone)]
pub(crate) struct FormError {
    pub(crate) path: Vec<PathSegment>,
    /// The id of a [`crate::limits::Limit`].
    pub(crate) rule: &'static str,
    pub(crate) message: String,
    pub(crate) code: ErrorCode,
}

/// Discord's code for an error inside `errors`.
fn form_code(rule: &str) -> &'static str {
    match rule {
        "embed-total" => "MAX_EMBED_SIZE_EXCEEDED",
        "custom-id-unique" => "COMPONENT_CUSTOM_ID_DUPLICATED",
        "command-name" => "APPLICATION_COMMAND_INVALID_NAME",
        "command-size" => "APPLICATION_COMMAND_TOO_LARGE",
        "command-locale" | "event-privacy" | "event-kind" | "event-status" => "BASE_TYPE_CHOICES",
        "event-times" => "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
        "embed-field-empty" | "event-external" => "BASE_TYPE_REQUIRED",
        "type" => "BASE_TYPE_BAD_TYPE",
        "rows"
        | "row-content"
        | "custom-id"
        | "modal-components"
        | "command-description"
        | "thread-name"
        | "event-name"
        | "event-description"
        | "event-location" => "BASE_TYPE_BAD_LENGTH",
        _ => "BASE_TYPE_MAX_LENGTH",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_a_body_are_nested_like_discords() {
        let error = |path: Vec<PathSegment>, message: &str| FormError {
            path,
            rule: "embed-title",
            message: message.to_owned(),
            code: INVALID_FORM,
        };
        let e = ApiError::form(&[
            error(vec!["embeds".into(), 0.into(), "title".into()], "too long"),
            error(vec!["content".into()], "also"),
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
    }
}

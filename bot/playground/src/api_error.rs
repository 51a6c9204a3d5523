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

macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident = ($number:literal, $status:literal, $message:literal);)+) => {
        $($(#[$doc])*
        pub(crate) const $name: ErrorCode = ErrorCode {
            number: $number,
            status: $status,
            message: $message,
        };)+

        const ALL: &[ErrorCode] = &[$($name),+];
    };
}

error_codes! {
    /// No route, or an id that is not a number.
    NOT_FOUND = (0, 404, "404: Not Found");
    UNKNOWN_CHANNEL = (10003, 404, "Unknown Channel");
    UNKNOWN_GUILD = (10004, 404, "Unknown Guild");
    UNKNOWN_MEMBER = (10007, 404, "Unknown Member");
    UNKNOWN_MESSAGE = (10008, 404, "Unknown Message");
    UNKNOWN_ROLE = (10011, 404, "Unknown Role");
    UNKNOWN_USER = (10013, 404, "Unknown User");
    UNKNOWN_EMOJI = (10014, 400, "Unknown Emoji");
    UNKNOWN_WEBHOOK = (10015, 404, "Unknown Webhook");
    UNKNOWN_INTERACTION = (10062, 404, "Unknown interaction");
    UNKNOWN_COMMAND = (10063, 404, "Unknown application command");
    UNKNOWN_SCHEDULED_EVENT = (10070, 404, "Unknown Guild Scheduled Event");
    NOT_AUTHORIZED = (20012, 403, "You are not authorized to perform this action on this application");
    TOO_MANY_COMMANDS = (30032, 400, "Maximum number of application commands reached (100)");
    TOO_MANY_COMMAND_CREATES = (30034, 429, "Maximum number of daily application command creates has been reached (200)");
    TOO_MANY_EVENTS = (30038, 400, "Maximum number of uncompleted guild scheduled events reached (100)");
    TOO_MANY_OLD_EDITS = (30046, 429, "Maximum number of edits to messages older than 1 hour reached. Try again later");
    REQUEST_TOO_LARGE = (40005, 413, "Request entity too large");
    ALREADY_ACKNOWLEDGED = (40060, 400, "Interaction has already been acknowledged.");
    MISSING_ACCESS = (50001, 403, "Missing Access");
    NOT_THE_AUTHOR = (50005, 403, "Cannot edit a message authored by another user");
    EMPTY_MESSAGE = (50006, 400, "Cannot send an empty message");
    CANNOT_DM = (50007, 403, "Cannot send messages to this user");
    MISSING_PERMISSIONS = (50013, 403, "Missing Permissions");
    WRONG_CHANNEL_TYPE = (50024, 400, "Cannot execute action on this channel type");
    INVALID_TOKEN = (50027, 401, "Invalid Webhook Token");
    INVALID_FORM = (50035, 400, "Invalid Form Body");
    THREAD_ARCHIVED = (50083, 400, "Thread is archived");
    INVALID_JSON = (50109, 400, "The request body contains invalid JSON.");
    ENTRY_POINT_REMOVED = (50240, 400, "You cannot remove this app's Entry Point command in a bulk update operation. Include the Entry Point command in your update request or delete it separately.");
    CANNOT_READ_HISTORY = (160_002, 403, "Cannot reply without permission to read message history");
    THREAD_EXISTS = (160_004, 400, "A thread has already been created for this message");
    FINISHED_EVENT = (180_000, 400, "Cannot update a finished event");
}

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
    /// An injected error: any status, with the text of the code if there is one.
    pub(crate) fn injected(status: u16, code: u64) -> Self {
        let known = ALL.iter().find(|error| error.number == code);
        let message = match (code, known) {
            (0, _) => "a failure that was injected",
            (_, Some(error)) => error.message,
            (_, None) => "Error",
        };
        Self::with_message(status, code, message)
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
                let key = segment.as_str().map(str::to_owned);
                // Indexing turns null into an object.
                node = &mut node[key.unwrap_or_else(|| segment.to_string())];
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

#[derive(Debug, Clone)]
pub(crate) struct FormError {
    pub(crate) path: Vec<PathSegment>,
    /// The id of a [`crate::limits::Limit`].
    pub(crate) rule: &'static str,
    pub(crate) message: String,
    pub(crate) code: ErrorCode,
}

impl FormError {
    pub(crate) fn new(
        path: Vec<PathSegment>,
        rule: &'static str,
        message: impl Into<String>,
        code: ErrorCode,
    ) -> Self {
        let message = message.into();
        Self {
            path,
            rule,
            message,
            code,
        }
    }
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
        let error = |path, message| FormError::new(path, "embed-title", message, INVALID_FORM);
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

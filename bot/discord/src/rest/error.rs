//! Errors of requests: Discord's codes and what they mean for a retry.

use reqwest::StatusCode;
pub(crate) use runtime::outbox::{ErrorClass, OutboxError};
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{answer} ({status})")]
    Refused { status: StatusCode, answer: Refusal },
    /// Most likely a network error. Discord may still have carried out the request: its response was lost or cut off.
    #[error(transparent)]
    Network(#[from] reqwest::Error),
    /// The request wasn't sent, or its response didn't come in time.
    #[error("{0}")]
    Unanswered(&'static str),
}

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// The body of Discord's refusal.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Refusal {
    /// Discord's, 0 included; a proxy in front of it gives none.
    code: Option<isize>,
    message: String,
    /// The fields that are wrong.
    errors: Value,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        match &self.errors {
            Value::Null => Ok(()),
            errors => write!(f, " {errors}"),
        }
    }
}

/// Discord's JSON error codes.
pub(crate) mod code {
    /// "Unknown Member"
    pub(crate) const UNKNOWN_MEMBER: isize = 10_007;
    /// "Unknown Role"
    pub(crate) const UNKNOWN_ROLE: isize = 10_011;
    /// "Unknown Webhook": an interaction's token expired.
    pub(crate) const UNKNOWN_WEBHOOK: isize = 10_015;
    /// "Unknown User": the account was deleted.
    pub(crate) const UNKNOWN_USER: isize = 10_013;
    /// "Unknown Guild Scheduled Event"
    pub(crate) const UNKNOWN_SCHEDULED_EVENT: isize = 10_070;
    /// "Maximum number of uncompleted guild scheduled events reached (100)"
    pub(crate) const TOO_MANY_EVENTS: isize = 30_038;
    /// "Maximum number of edits to messages older than 1 hour reached."
    pub(crate) const TOO_MANY_OLD_EDITS: isize = 30_046;
    /// "Interaction has already been acknowledged."
    pub(crate) const ALREADY_ACKNOWLEDGED: isize = 40_060;
    /// "Invalid Webhook Token": an interaction's token expired.
    pub(crate) const INVALID_WEBHOOK_TOKEN: isize = 50_027;
    /// "You cannot remove this app's Entry Point command in a bulk update operation."
    pub(crate) const ENTRY_POINT_REMOVED: isize = 50_240;
    /// "Thread is archived": editing fails, and a new message unarchives it.
    pub(crate) const THREAD_ARCHIVED: isize = 50_083;
    /// "A thread has already been created for this message."
    pub(crate) const THREAD_EXISTS: isize = 160_004;
}

impl Error {
    /// Reads a refusal; a proxy's may have another form, or none.
    pub(super) async fn refused(response: reqwest::Response) -> Self {
        let status = response.status();
        let answer = response.json().await.unwrap_or_default();
        Self::Refused { status, answer }
    }

    pub(crate) fn is_unauthorized(&self) -> bool {
        matches!(self, Self::Refused { status, .. } if *status == StatusCode::UNAUTHORIZED)
    }

    /// The code with which Discord refused the request.
    pub(crate) fn code(&self) -> Option<isize> {
        match self {
            Self::Refused { answer, .. } => answer.code,
            _ => None,
        }
    }

    pub(crate) fn has_code(&self, code: isize) -> bool {
        self.code() == Some(code)
    }

    pub(crate) fn is_transient(&self) -> bool {
        self.class() == ErrorClass::Transient
    }

    /// Classifies it for retries.
    pub(crate) fn class(&self) -> ErrorClass {
        let Self::Refused { status, answer } = self else {
            return ErrorClass::Transient;
        };
        if let Some(code::TOO_MANY_OLD_EDITS | code::THREAD_ARCHIVED) = answer.code {
            return ErrorClass::Gone;
        }
        match status.as_u16() {
            // A proxy may pass the request later. A firewall that objects to this message looks the same, so it is retried without end.
            403 | 404 if answer.code.is_none() => ErrorClass::Transient,
            403 => ErrorClass::Forbidden,
            404 => ErrorClass::Gone,
            // The token may be replaced, and until then nothing may be dropped.
            401 | 408 | 429 | 500.. => ErrorClass::Transient,
            _ => ErrorClass::Invalid,
        }
    }
}

impl From<Error> for OutboxError {
    fn from(error: Error) -> Self {
        Self::failed(error.class(), error)
    }
}

//! Errors of requests: Discord's codes and what they mean for a retry.

use serenity::http::HttpError;

pub(crate) use runtime::outbox::{ErrorClass, OutboxError};

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
    /// "Thread is archived": editing fails, and a new message unarchives it.
    pub(crate) const THREAD_ARCHIVED: isize = 50_083;
    /// "A thread has already been created for this message."
    pub(crate) const THREAD_EXISTS: isize = 160_004;
}

/// The code with which Discord refused a request.
pub(crate) fn code_of(error: &serenity::Error) -> Option<isize> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => Some(answer.error.code),
        _ => None,
    }
}

/// Returns a failed request as an error of the outbox.
pub(crate) fn request_error(error: serenity::Error) -> OutboxError {
    OutboxError::failed(classify_request(&error), error)
}

/// Classifies an error of serenity's.
pub(crate) fn classify_request(error: &serenity::Error) -> ErrorClass {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) = error else {
        // Most likely the network. Discord may have done it all the same: its answer was lost or cut.
        return ErrorClass::Transient;
    };
    if [code::TOO_MANY_OLD_EDITS, code::THREAD_ARCHIVED].contains(&answer.error.code) {
        return ErrorClass::Gone;
    }
    match answer.status_code.as_u16() {
        403 => ErrorClass::Forbidden,
        404 => ErrorClass::Gone,
        // The token may be replaced, and until then nothing may be dropped.
        401 | 408 | 429 | 500.. => ErrorClass::Transient,
        _ => ErrorClass::Invalid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_connection_is_retried() {
        let cut = serenity::Error::Io(std::io::ErrorKind::ConnectionReset.into());
        assert_eq!(classify_request(&cut), ErrorClass::Transient);
    }
}

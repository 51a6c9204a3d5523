//! Classes of Discord errors, and how its requests are retried.

use std::time::{Duration, Instant};

use serenity::http::HttpError;
use tokio::time::{sleep, timeout};

pub(crate) use runtime::outbox::{ErrorClass, OutboxError};
pub(crate) use runtime::retry::{Backoff, Retry};
use runtime::telemetry::{self, Step};

/// Between two attempts to register slash commands: until then people see those of an older version.
pub(crate) const REGISTRATION_DELAY: Duration = Duration::from_mins(1);
/// Discord accepts an acknowledgment for three seconds; the last attempt must still arrive.
const ACKNOWLEDGMENT_DEADLINE: Duration = Duration::from_millis(2700);
/// Time limit of one attempt to acknowledge.
const ACKNOWLEDGMENT_ATTEMPT: Duration = Duration::from_millis(1500);
/// Between two attempts to acknowledge.
const ACKNOWLEDGMENT_DELAY: Duration = Duration::from_millis(60);
/// Attempts after the first of a request outside of the outbox.
const REQUEST_RETRIES: usize = 3;

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

/// Acknowledges an interaction, with retries within the time that Discord gives.
///
/// # Errors
/// The last attempt's. If the first attempt finds it already acknowledged, the event was delivered twice.
pub(crate) async fn acknowledge<F>(attempt: impl Fn() -> F) -> serenity::Result<()>
where
    F: Future<Output = serenity::Result<()>>,
{
    let begun = Instant::now();
    let mut is_retry = false;
    loop {
        let error = match timeout(ACKNOWLEDGMENT_ATTEMPT, attempt()).await {
            Ok(Ok(())) => break,
            // An earlier attempt succeeded, and its answer was lost.
            Ok(Err(error)) if is_retry && code_of(&error) == Some(code::ALREADY_ACKNOWLEDGED) => {
                break;
            }
            Ok(Err(error)) => Some(error),
            Err(_) => None,
        };
        telemetry::request_failed("acknowledge");
        let late = telemetry::since_arrival().max(begun.elapsed()) >= ACKNOWLEDGMENT_DEADLINE;
        match error {
            Some(error) if late || classify_request(&error) != ErrorClass::Transient => {
                return Err(error);
            }
            None if late => return Err(serenity::Error::Other("no answer in time")),
            _ => {}
        }
        is_retry = true;
        sleep(ACKNOWLEDGMENT_DELAY).await;
    }
    telemetry::done(Step::Acknowledged, telemetry::since_arrival());
    Ok(())
}

/// Retries a request after transient errors, a few times. It may take effect twice.
///
/// # Errors
/// The last attempt's.
pub(crate) async fn request<T, F>(attempt: impl Fn() -> F) -> serenity::Result<T>
where
    F: Future<Output = serenity::Result<T>>,
{
    for delay in Backoff::REQUEST.delays().take(REQUEST_RETRIES) {
        match attempt().await {
            Err(error) if classify_request(&error) == ErrorClass::Transient => {
                telemetry::request_failed("answer");
                tracing::debug!(%error, ?delay, "request retried");
                sleep(delay).await;
            }
            outcome => return outcome,
        }
    }
    attempt().await
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

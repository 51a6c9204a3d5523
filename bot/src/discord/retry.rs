//! Classes of Discord errors, and how requests are retried.

use std::time::{Duration, Instant};

use app::Failure;
use app::store::StoreError;
use serenity::http::HttpError;
use tokio::time::{interval, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::telemetry::{self, Step};

/// Delays between attempts: `first`, then `factor` times longer each time, up to `max`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backoff {
    first: Duration,
    factor: u32,
    max: Duration,
}

impl Backoff {
    /// For stored effects. Most errors pass at once: after three failures a board is still posted within a second.
    pub(crate) const OUTBOX: Self = Self {
        first: Duration::from_millis(100),
        factor: 2,
        max: Duration::from_mins(1),
    };
    /// For the answer to an interaction: a person waits.
    pub(crate) const ANSWER: Self = Self {
        first: Duration::from_millis(200),
        factor: 2,
        max: Duration::from_secs(10),
    };
    /// For a request that is retried [`REQUEST_RETRIES`] times.
    const REQUEST: Self = Self {
        first: Duration::from_millis(200),
        factor: 4,
        max: Duration::from_secs(3),
    };

    fn delays(self) -> impl Iterator<Item = Duration> {
        std::iter::successors(Some(self.first), move |delay| Some(self.after(*delay)))
    }

    fn after(self, delay: Duration) -> Duration {
        (delay * self.factor).min(self.max)
    }
}

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

/// A condition that is checked until it holds or time is up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Poll {
    interval: Duration,
    timeout: Duration,
}

impl Poll {
    /// For a later effect that is in the store: it is queued soon after its commit, or only by the next run.
    pub(crate) const LATER_EFFECT: Self = Self {
        interval: Duration::from_millis(5),
        timeout: Duration::from_secs(10),
    };
    /// For the message of a challenge that was accepted before the store knew its message.
    pub(crate) const CHALLENGE_MESSAGE: Self = Self {
        interval: Duration::from_millis(5),
        timeout: Duration::from_secs(2),
    };

    /// For the board with the result that decided a tournament, before its final message.
    pub(crate) const LAST_RESULT: Self = Self {
        interval: Duration::from_millis(50),
        timeout: Duration::from_secs(30),
    };

    /// Returns what `check` finds; none when time is up.
    pub(crate) async fn until<T, F>(self, mut check: impl FnMut() -> F) -> Option<T>
    where
        F: Future<Output = Option<T>>,
    {
        let found = async {
            let mut ticks = interval(self.interval);
            loop {
                ticks.tick().await;
                if let Some(found) = check().await {
                    return found;
                }
            }
        };
        timeout(self.timeout, found).await.ok()
    }
}

/// The delays of one operation that is retried until the program stops.
pub(crate) struct Retry<'a> {
    backoff: Backoff,
    delay: Duration,
    stop: &'a CancellationToken,
}

impl<'a> Retry<'a> {
    pub(crate) fn new(backoff: Backoff, stop: &'a CancellationToken) -> Self {
        Self {
            backoff,
            delay: backoff.first,
            stop,
        }
    }

    /// Waits before the next attempt; returns false when the program stops first.
    pub(crate) async fn wait(&mut self) -> bool {
        let delay = self.delay;
        self.delay = self.backoff.after(delay);
        self.stop.run_until_cancelled(sleep(delay)).await.is_some()
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

/// Whether a failed request is worth a retry; all classes but the first are permanent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ErrorClass {
    /// Discord or the network failed.
    Transient,
    /// The bot lacks a permission.
    Forbidden,
    /// The channel or message no longer exists, or is too old to edit.
    Gone,
    /// The request itself is wrong.
    Invalid,
}

/// A failure of the application as an error that [`classify`] reads.
pub(crate) fn store_error(failure: Failure) -> anyhow::Error {
    match failure {
        Failure::Store(error) => error.into(),
        Failure::Refused(refusal) => anyhow::anyhow!("refused: {refusal:?}"),
    }
}

/// Classifies an error of the store or of Discord; any other is transient.
pub(crate) fn classify(error: &anyhow::Error) -> ErrorClass {
    if let Some(error) = error.downcast_ref::<StoreError>() {
        return match error {
            StoreError::Unreadable(..) | StoreError::TooLarge(_) => ErrorClass::Invalid,
            StoreError::Conflict(_)
            | StoreError::Full(_)
            | StoreError::Unavailable(_)
            | StoreError::Unknown(_)
            | StoreError::NotOurs => ErrorClass::Transient,
        };
    }
    error
        .downcast_ref()
        .map_or(ErrorClass::Transient, classify_request)
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

    #[test]
    fn delays_grow_to_their_maximum() {
        let seconds = |backoff: Backoff| backoff.delays().map(|delay| delay.as_secs_f64());
        let outbox: Vec<_> = seconds(Backoff::OUTBOX).take(4).collect();
        assert_eq!(outbox, [0.1, 0.2, 0.4, 0.8]);
        assert_eq!(seconds(Backoff::OUTBOX).nth(20), Some(60.0));
        let request: Vec<_> = seconds(Backoff::REQUEST).take(3).collect();
        assert_eq!(request, [0.2, 0.8, 3.0]);
    }
}

//! Retries of requests outside of the outbox.

use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

use crate::rest;
use crate::rest::error::code;
pub(crate) use runtime::backoff::{Backoff, Retry};
use runtime::telemetry::{self, Step};

/// Discord accepts an acknowledgment for three seconds; the last attempt must still arrive.
const ACKNOWLEDGMENT_DEADLINE: Duration = Duration::from_millis(2700);
/// Time limit of one attempt to acknowledge.
const ACKNOWLEDGMENT_ATTEMPT: Duration = Duration::from_millis(1500);
const ACKNOWLEDGMENT_DELAY: Duration = Duration::from_millis(60);
/// Attempts after the first of a request outside of the outbox.
const REQUEST_RETRIES: usize = 3;

/// Acknowledges an interaction, with retries within the time that Discord gives.
///
/// # Errors
/// The last attempt's. If the first attempt finds it already acknowledged, the event was delivered twice.
pub(crate) async fn acknowledge<F>(attempt: impl Fn() -> F) -> rest::Result<()>
where
    F: Future<Output = rest::Result<()>>,
{
    let begun = Instant::now();
    let mut is_retry = false;
    loop {
        let attempted = timeout(ACKNOWLEDGMENT_ATTEMPT, attempt()).await;
        let silent = |_| Err(rest::Error::Unanswered("no answer in time"));
        let error = match attempted.unwrap_or_else(silent) {
            Ok(()) => break,
            // An earlier attempt succeeded, and its answer was lost.
            Err(error) if is_retry && error.has_code(code::ALREADY_ACKNOWLEDGED) => break,
            Err(error) => error,
        };
        telemetry::request_failed("acknowledge");
        let late = telemetry::since_arrival().max(begun.elapsed()) >= ACKNOWLEDGMENT_DEADLINE;
        if late || !error.is_transient() {
            return Err(error);
        }
        is_retry = true;
        sleep(ACKNOWLEDGMENT_DELAY).await;
    }
    telemetry::done(Step::Acknowledged, telemetry::since_arrival());
    Ok(())
}

/// Retries a request after transient errors, a few times. It may take effect twice.
pub(crate) async fn request<T, F>(attempt: impl Fn() -> F) -> rest::Result<T>
where
    F: Future<Output = rest::Result<T>>,
{
    for delay in Backoff::REQUEST.delays().take(REQUEST_RETRIES) {
        match attempt().await {
            Err(error) if error.is_transient() => {
                telemetry::request_failed("answer");
                tracing::debug!(%error, ?delay, "request retried");
                sleep(delay).await;
            }
            outcome => return outcome,
        }
    }
    attempt().await
}

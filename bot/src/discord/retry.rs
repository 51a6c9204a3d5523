//! Requests that are sent again while Discord or the network is in trouble, for as long as somebody waits for them.

use std::time::{Duration, Instant};

use serenity::http::HttpError;
use tokio::time::{sleep, timeout};

use super::trouble::{Trouble, of_discord};
use crate::telemetry::{self, Step};

/// Discord takes an acknowledgement for three seconds; the last attempt must still arrive.
const LATEST: Duration = Duration::from_millis(2700);
/// How long one attempt to acknowledge may take.
const ATTEMPT: Duration = Duration::from_millis(1500);
const PAUSE: Duration = Duration::from_millis(60);
/// Between the attempts of a request for which nobody counts the seconds.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(200),
    Duration::from_millis(800),
    Duration::from_secs(3),
];
/// "Interaction has already been acknowledged."
const ACKNOWLEDGED: isize = 40060;

/// Acknowledges an interaction, again and again within the time that Discord gives.
///
/// # Errors
/// The last attempt's; at the first attempt also that it is acknowledged already: then the event came twice.
pub(crate) async fn acknowledge<F>(attempt: impl Fn() -> F) -> serenity::Result<()>
where
    F: Future<Output = serenity::Result<()>>,
{
    let begun = Instant::now();
    let mut again = false;
    loop {
        let error = match timeout(ATTEMPT, attempt()).await {
            Ok(Ok(())) => break,
            // The answer to a former attempt was lost, and what it asked for was done.
            Ok(Err(error)) if again && is_acknowledged(&error) => break,
            Ok(Err(error)) => Some(error),
            Err(_) => None,
        };
        telemetry::trouble("acknowledge");
        let late = telemetry::since_arrival().max(begun.elapsed()) >= LATEST;
        match error {
            Some(error) if late || of_discord(&error) != Trouble::Passing => return Err(error),
            None if late => return Err(serenity::Error::Other("no answer in time")),
            _ => {}
        }
        again = true;
        sleep(PAUSE).await;
    }
    telemetry::done(Step::Acknowledged, telemetry::since_arrival());
    Ok(())
}

fn is_acknowledged(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) if answer.error.code == ACKNOWLEDGED)
}

/// Sends a request a few times more while Discord is in trouble. What it asks for may happen twice.
///
/// # Errors
/// The last attempt's.
pub(crate) async fn insist<T, F>(attempt: impl Fn() -> F) -> serenity::Result<T>
where
    F: Future<Output = serenity::Result<T>>,
{
    for pause in PAUSES {
        match attempt().await {
            Err(error) if of_discord(&error) == Trouble::Passing => {
                telemetry::trouble("answer");
                tracing::debug!(%error, "trying again");
                sleep(pause).await;
            }
            done => return done,
        }
    }
    attempt().await
}

//! Waiting for conditions, which are checked after each update of the world.

use std::panic::Location;
use std::time::Duration;

use crate::state::Shared;

/// Real time after which a wait gives up.
const TIMEOUT: Duration = Duration::from_mins(2);
/// Interval between checks without updates, for conditions on things outside of the world.
const POLL_INTERVAL: Duration = Duration::from_millis(25);
/// Requests and violations listed when a wait gives up.
const LISTED_CALLS: usize = 8;
const LISTED_VIOLATIONS: usize = 4;

/// Waits until `condition` returns something, or returns `None` after two real minutes.
pub(super) async fn wait<T>(
    shared: &Shared,
    mut condition: impl FnMut() -> Option<T>,
) -> Option<T> {
    let mut ticks = shared.ticks();
    let poll = async {
        loop {
            if let Some(out) = condition() {
                return Some(out);
            }
            if let Ok(Err(_)) = tokio::time::timeout(POLL_INTERVAL, ticks.changed()).await {
                return None;
            }
        }
    };
    tokio::time::timeout(TIMEOUT, poll).await.ok().flatten()
}

/// Waits until `condition` returns something. Panics after two real minutes, with `what` was expected and the last
/// requests.
#[track_caller]
pub(super) fn expect<T>(
    shared: &Shared,
    what: String,
    condition: impl FnMut() -> Option<T>,
) -> impl Future<Output = T> {
    expect_at(Location::caller(), shared, what, condition)
}

/// [`expect`] for a caller further up.
pub(super) async fn expect_at<T>(
    caller: &'static Location<'static>,
    shared: &Shared,
    what: String,
    condition: impl FnMut() -> Option<T>,
) -> T {
    match wait(shared, condition).await {
        Some(out) => out,
        None => panic!(
            "waited {} s for {what}, at {caller}; {}",
            TIMEOUT.as_secs(),
            recent_calls(shared)
        ),
    }
}

fn recent_calls(shared: &Shared) -> String {
    shared.read(|w| {
        let first = w.calls.len().saturating_sub(LISTED_CALLS);
        let calls = w.calls.iter().skip(first).map(|call| {
            let code = (call.code != 0).then(|| format!(" {}", call.code));
            let code = code.unwrap_or_default();
            format!("\n  {} {} -> {}{code}", call.method, call.path, call.status)
        });
        let violations = w.violations.iter().rev().take(LISTED_VIOLATIONS);
        let violations = violations.map(|violation| format!("\n  violation: {violation}"));
        let heading = ["the last requests of the bot:".to_owned()];
        heading.into_iter().chain(calls).chain(violations).collect()
    })
}

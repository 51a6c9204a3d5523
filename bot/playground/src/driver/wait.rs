//! Waiting for conditions: looked at again whenever anything happens.

use std::fmt::Write as _;
use std::panic::Location;
use std::time::Duration;

use crate::state::Shared;

/// The net under every wait, in real time.
const NET: Duration = Duration::from_secs(15);
/// How long nothing may happen before one looks again.
const LOOK: Duration = Duration::from_millis(25);

/// Waits until `found` finds something. After 15 real seconds it gives up: with `what`, it panics and says what was waited for.
pub(super) async fn wait<T>(
    shared: &Shared,
    at: &'static Location<'static>,
    what: Option<&str>,
    mut found: impl FnMut() -> Option<T>,
) -> Option<T> {
    let mut ticks = shared.ticks();
    let looking = async {
        loop {
            if let Some(t) = found() {
                return Some(t);
            }
            // Conditions may look at other things than the playground, and those do not tick.
            if let Ok(Err(_)) = tokio::time::timeout(LOOK, ticks.changed()).await {
                return None;
            }
        }
    };
    match (tokio::time::timeout(NET, looking).await, what) {
        (Ok(out), _) => out,
        (Err(_), None) => None,
        (Err(_), Some(what)) => panic!(
            "waited {} s for {what}, at {at}; {}",
            NET.as_secs(),
            recently(shared)
        ),
    }
}

/// The last requests, for whoever wonders why nothing came.
fn recently(shared: &Shared) -> String {
    shared.look(|w| {
        let mut out = String::from("the last requests of the bot:");
        for c in w.calls.iter().rev().take(8).rev() {
            // Writing to a string cannot fail.
            let _ = write!(
                out,
                "\n  {} {} -> {} {}",
                c.method,
                c.path,
                c.status,
                if c.code == 0 {
                    String::new()
                } else {
                    c.code.to_string()
                }
            );
        }
        for v in w.violations.iter().rev().take(4) {
            let _ = write!(out, "\n  broken: {v}");
        }
        out
    })
}

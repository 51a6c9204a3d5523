//! The clock, the gateway's troubles, held requests.

use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use super::wait::wait;
use crate::gateway::intent;
use crate::state::{Shared, World};

/// The playground's clock.
#[derive(Debug, Clone)]
pub struct Clock {
    pub(super) shared: Arc<Shared>,
}

impl Clock {
    /// Milliseconds since 1970. A clock that nobody moves begins at noon of 1 January 2026, UTC.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        self.shared.look(World::now)
    }

    /// Jumps forward. Interactions that have waited for more than three seconds by now fail at once.
    pub fn advance(&self, by: Duration) {
        self.shared.change(|w| {
            w.time.advance(by);
            w.expire();
        });
    }
}

/// The gateway, and everything that can go wrong with it.
#[derive(Debug, Clone)]
pub struct Gateway {
    pub(super) shared: Arc<Shared>,
}

impl Gateway {
    /// Opcode 7: the bot shall connect anew and resume.
    pub fn reconnect(&self) {
        self.shared.change(|w| w.gateway.reconnect());
    }

    /// Closes the sockets with this code; sessions can be resumed.
    pub fn close(&self, code: u16) {
        self.shared.change(|w| w.gateway.close(code));
    }

    /// Ends the connections without a close frame, like a network that fails.
    pub fn cut(&self) {
        self.shared.change(|w| w.gateway.cut());
    }

    /// Opcode 9 with `false`: the session is lost, the bot must identify anew, what happens meanwhile is lost.
    pub fn invalidate(&self) {
        self.shared.change(|w| w.gateway.invalidate(false));
    }

    /// Opcode 9 with `true`: the bot may resume.
    pub fn invalidate_resumable(&self) {
        self.shared.change(|w| w.gateway.invalidate(true));
    }

    /// Sessions that are without a connection are forgotten: the next RESUME is refused.
    pub fn forget_sessions(&self) {
        self.shared.change(|w| w.gateway.forget());
    }

    /// Heartbeats are not acknowledged any more: the bot shall take the connection for dead.
    pub fn stop_acks(&self) {
        self.shared.change(|w| w.gateway.acks = false);
    }

    /// Heartbeats are acknowledged again.
    pub fn resume_acks(&self) {
        self.shared.change(|w| w.gateway.acks = true);
    }

    /// The interval that the next HELLO asks for; 41.25 s unless set.
    pub fn set_heartbeat(&self, interval: Duration) {
        self.shared.change(|w| {
            w.gateway.heartbeat_ms = u64::try_from(interval.as_millis()).unwrap_or(41_250);
        });
    }

    /// Accepts no connection any more.
    pub fn refuse(&self) {
        self.shared.change(|w| w.gateway.refusing = true);
    }

    /// Accepts connections again.
    pub fn accept(&self) {
        self.shared.change(|w| w.gateway.refusing = false);
    }

    /// Sends each of the next `n` events twice.
    pub fn duplicate_next(&self, n: usize) {
        self.shared.change(|w| w.gateway.duplicate = n);
    }

    /// Sends the next event only after the one that follows it.
    pub fn reorder_next(&self) {
        self.shared.change(|w| w.gateway.reorder = 1);
    }

    /// Answers 4014 to a bot that asks for the privileged message content intent.
    pub fn disallow_message_content(&self) {
        self.shared
            .change(|w| w.gateway.disallowed |= intent::MESSAGE_CONTENT);
    }

    /// How often a bot has identified.
    #[must_use]
    pub fn identifies(&self) -> usize {
        self.shared.look(|w| w.gateway.identifies)
    }

    /// How often a bot has resumed.
    #[must_use]
    pub fn resumes(&self) -> usize {
        self.shared.look(|w| w.gateway.resumes)
    }

    /// How many heartbeats have come.
    #[must_use]
    pub fn heartbeats(&self) -> usize {
        self.shared.look(|w| w.gateway.heartbeats)
    }

    /// Whether a bot is connected at this moment.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.shared.look(|w| w.gateway.is_connected())
    }
}

/// Requests of one route that wait until this is released or dropped.
#[derive(Debug)]
pub struct Hold {
    pub(super) shared: Arc<Shared>,
    pub(super) key: u64,
}

impl Hold {
    /// Waits until `n` requests have arrived and are being held. Panics after 15 real seconds.
    #[track_caller]
    pub fn arrived(&self, n: usize) -> impl Future<Output = ()> {
        let at = Location::caller();
        async move {
            wait(
                &self.shared,
                at,
                Some(&format!("{n} held requests")),
                || {
                    let here = self.shared.look(|w| {
                        w.trouble
                            .holds
                            .iter()
                            .find(|h| h.key == self.key)
                            .map_or(0, |h| h.arrived)
                    });
                    (here >= n).then_some(())
                },
            )
            .await;
        }
    }

    /// Lets them all go.
    pub fn release(self) {
        drop(self);
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.shared
            .change(|w| w.trouble.holds.retain(|h| h.key != self.key));
    }
}

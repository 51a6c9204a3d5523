//! Controls of the clock, the gateway and held requests.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::wait::expect;
use crate::discord::{intent, opcode};
use crate::state::gateway::{GatewayState, Outgoing};
use crate::state::{Shared, World};
use crate::time::millis;

/// The playground's clock.
#[derive(Debug, Clone)]
pub struct Clock(pub(super) Arc<Shared>);

impl Clock {
    /// Unix time in milliseconds. A frozen clock starts at 2026-01-01T12:00:00Z.
    pub fn now_ms(&self) -> u64 {
        self.0.read(World::now)
    }

    /// Advances the clock. Interactions without a response for more than three seconds fail.
    pub fn advance(&self, by: Duration) {
        self.0.update(|w| {
            w.time.advance(by);
            w.expire_interactions();
        });
    }
}

/// The gateway's faults and counters.
#[derive(Debug, Clone)]
pub struct Gateway(pub(super) Arc<Shared>);

impl Gateway {
    fn update(&self, change: impl FnOnce(&mut GatewayState)) {
        self.0.update(|w| change(&mut w.gateway));
    }

    /// Sends opcode 7: the bot is to reconnect and resume.
    pub fn reconnect(&self) {
        self.update(|gateway| gateway.send_to_all(opcode::RECONNECT, &Value::Null));
    }

    /// Closes all sockets with a close code. Sessions can be resumed.
    pub fn close(&self, code: u16) {
        self.update(|gateway| gateway.detach(Some(&Outgoing::Close((code, "")))));
    }

    /// Ends all connections without a close frame, like a network failure.
    pub fn cut(&self) {
        self.update(|gateway| gateway.detach(Some(&Outgoing::Cut)));
    }

    /// Leaves the connections open but silent: no events, no acknowledgments. A bot that resumes receives the events.
    pub fn silence(&self) {
        self.update(|gateway| gateway.detach(None));
    }

    /// Sends opcode 9 (invalid session), not resumable: the bot must identify again and misses events in between.
    pub fn invalidate(&self) {
        self.update(|gateway| {
            gateway.send_to_all(opcode::INVALID_SESSION, &json!(false));
            gateway.sessions.clear();
        });
    }

    /// Sends opcode 9 (invalid session), resumable.
    pub fn invalidate_resumable(&self) {
        self.update(|gateway| gateway.send_to_all(opcode::INVALID_SESSION, &json!(true)));
    }

    /// Forgets all sessions: the next RESUME gets an invalid session.
    pub fn forget_sessions(&self) {
        self.update(|gateway| gateway.sessions.clear());
    }

    /// Stops acknowledging heartbeats, so that the bot should take its connection for a zombie.
    pub fn withhold_acks(&self) {
        self.update(|gateway| gateway.withholds_acks = true);
    }

    /// Acknowledges heartbeats again.
    pub fn acknowledge(&self) {
        self.update(|gateway| gateway.withholds_acks = false);
    }

    /// Answers the next IDENTIFY with nothing, but acknowledges heartbeats.
    pub fn withhold_ready(&self) {
        self.update(|gateway| gateway.withholds_ready = true);
    }

    /// Sets the heartbeat interval of the next HELLO. The default is 41.25 s.
    pub fn set_heartbeat(&self, interval: Duration) {
        self.update(|gateway| gateway.heartbeat_ms = Some(millis(interval)));
    }

    /// Refuses new connections.
    pub fn refuse(&self) {
        self.update(|gateway| gateway.refuses_connections = true);
    }

    /// Accepts new connections, but lets them wait without a word.
    pub fn hang(&self) {
        self.update(|gateway| gateway.hangs = true);
    }

    /// Accepts connections again, and lets those that wait go on.
    pub fn accept(&self) {
        self.update(|gateway| (gateway.refuses_connections, gateway.hangs) = (false, false));
    }

    /// The number of connections that wait without a word.
    pub fn hanging(&self) -> usize {
        self.0.read(|w| w.gateway.hanging)
    }

    /// The number of heartbeats, acknowledged or not.
    pub fn heartbeats(&self) -> usize {
        self.0.read(|w| w.gateway.heartbeats)
    }

    /// Sends each of the next `n` events twice.
    pub fn duplicate_next(&self, n: usize) {
        self.update(|gateway| gateway.duplicates = n);
    }

    /// Swaps the next two events.
    pub fn reorder_next(&self) {
        self.update(|gateway| gateway.reorders_next = true);
    }

    /// Closes with 4014 if a bot identifies with the message content intent.
    pub fn disallow_message_content(&self) {
        self.update(|gateway| gateway.disallowed_intents |= intent::MESSAGE_CONTENT);
    }

    /// Advises bots to use this many shards, and lets those of `max_concurrency` buckets identify at the same time: one of each
    /// bucket in five real seconds.
    pub fn advise_shards(&self, shards: u64, max_concurrency: u64) {
        self.update(|gateway| {
            gateway.recommended_shards = shards;
            gateway.max_concurrency = max_concurrency;
            gateway.limits_identify = true;
        });
    }

    /// The shards with a connection in ascending order, each as often as it is connected.
    pub fn connected_shards(&self) -> Vec<u64> {
        self.0.read(|w| w.gateway.connected_shards())
    }

    /// The number of IDENTIFYs.
    pub fn identifies(&self) -> usize {
        self.0.read(|w| w.gateway.identifies)
    }

    /// The number of successful RESUMEs.
    pub fn resumes(&self) -> usize {
        self.0.read(|w| w.gateway.resumes)
    }

    /// The bot's custom status as users see it; empty if it has none.
    pub fn status(&self) -> String {
        self.0
            .read(|w| w.gateway.activity().as_str().unwrap_or_default().to_owned())
    }

    /// Whether a bot is connected.
    pub fn is_connected(&self) -> bool {
        self.0.read(|w| w.gateway.is_connected())
    }
}

/// Holds the requests to a route until released or dropped.
#[derive(Debug)]
pub struct Hold {
    pub(super) shared: Arc<Shared>,
    pub(super) key: u64,
}

impl Hold {
    /// Waits until `n` requests are held. Panics after two real minutes.
    #[track_caller]
    pub fn arrived(&self, n: usize) -> impl Future<Output = ()> {
        let arrived = move |w: &World| {
            let hold = w.faults.holds.get(&self.key)?;
            (hold.arrived >= n).then_some(())
        };
        let what = format!("{n} held requests");
        expect(&self.shared, what, move || self.shared.read(arrived))
    }

    /// Releases all held requests.
    pub fn release(self) {
        drop(self);
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.shared.update(|w| w.faults.holds.remove(&self.key));
    }
}

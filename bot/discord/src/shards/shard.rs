//! A single shard: it connects, resumes its session after each interruption, and begins a new one when Discord has ended it.
//!
//! serenity's shard starts a new session after unanswered heartbeats, which loses the events sent before.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use text::{Lang, Platform, msg};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use super::identify::IdentifyQueue;
use super::socket::{Lost, Operation, Received, Socket};
use crate::bot::Bot;
use crate::connection::{Connection, ConnectionError, INTENTS};
use crate::receive::{Event, Ready};
use runtime::service::Service;
use store::leases::Lease;

/// Delay before reconnecting, doubled after each failure, up to [`MAX_RETRY_DELAY`].
const RETRY_DELAY: Duration = Duration::from_secs(1);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(30);
/// A session whose connection lasted this long is resumed at once.
const STABLE: Duration = Duration::from_secs(5);
/// Heartbeats without an event after which a session that has not begun is given up: of Discord's, two minutes, since a day has
/// 1,000 sessions.
const HEARTBEATS_TO_BEGIN: u32 = 3;
/// Longest wait for the acknowledgment of a heartbeat.
const ACK_TIMEOUT: Duration = Duration::from_secs(10);
/// Close code that keeps the session.
const RESUMING: u16 = 4000;
/// Close code that ends the session.
const STOPPING: u16 = 1000;
/// Servers with more members than this come without their offline members.
const LARGE_THRESHOLD: u8 = 50;

/// Runs shards, all with the same address.
pub(super) struct ShardRunners {
    pub(super) connection: Connection,
    pub(super) url: String,
    pub(super) bot: Arc<Bot>,
    pub(super) identify: IdentifyQueue,
}

/// A session and the last event received in it.
struct Session {
    id: String,
    url: String,
    seq: u64,
}

/// A shard of `total`, while it is served.
struct Shard<'a> {
    runners: &'a ShardRunners,
    number: u32,
    total: u32,
    /// The session to be resumed.
    session: Option<Session>,
    /// Whether a session was lost, and with it events, since the last READY.
    has_lost_session: bool,
    is_connected: &'a AtomicBool,
}

impl ShardRunners {
    /// Keeps one shard connected until `stop`.
    pub(super) async fn serve(
        &self,
        number: u32,
        total: u32,
        is_connected: &AtomicBool,
        stop: &CancellationToken,
    ) -> Result<(), ConnectionError> {
        let mut shard = Shard {
            runners: self,
            number,
            total,
            session: None,
            has_lost_session: false,
            is_connected,
        };
        let mut pauses = Pauses(RETRY_DELAY);
        let mut is_dead = false;
        while !stop.is_cancelled() {
            let Some(connected) = stop.run_until_cancelled(Box::pin(shard.connect())).await else {
                break;
            };
            if is_dead {
                // Before what was said meanwhile is heard.
                shard.service().note_dead(shard.lease(), total);
            }
            let begun = Instant::now();
            let lost = match connected {
                Ok((socket, heartbeat)) => shard.follow(socket, heartbeat, stop).await,
                Err(lost) => Some(lost),
            };
            let was_connected = is_connected.swap(false, Ordering::Relaxed);
            let Some(lost) = lost else { break };
            is_dead = lost.is_dead() || is_dead && !was_connected;
            if is_dead {
                shard.service().note_dead(shard.lease(), total);
            } else if was_connected {
                shard.service().hear(shard.lease());
            }
            tracing::info!(shard = number, %lost, "connection to the gateway lost");
            shard.check(&lost)?;
            let lasted = was_connected.then(|| begun.elapsed());
            let pause = pauses.next(lasted, shard.session.is_some());
            // Shards that were cut off together reconnect one after another.
            let spread = 1.0 + f64::from(number % 16) / 64.0;
            stop.run_until_cancelled(sleep(pause.mul_f64(spread))).await;
        }
        shard.service().give_up(shard.lease());
        Ok(())
    }
}

/// The next pause between two connections, which grows with failures.
struct Pauses(Duration);

impl Pauses {
    /// Returns the pause after a connection that lasted this long, or failed (`None`). Discord demands one before a new session.
    fn next(&mut self, lasted: Option<Duration>, resumes: bool) -> Duration {
        let pause = self.0;
        let Some(lasted) = lasted else {
            self.0 = (pause * 2).min(MAX_RETRY_DELAY);
            return pause;
        };
        self.0 = RETRY_DELAY;
        if resumes && lasted >= STABLE {
            Duration::ZERO
        } else {
            RETRY_DELAY
        }
    }
}

impl Shard<'_> {
    fn service(&self) -> &Service {
        &self.runners.bot.service
    }

    fn lease(&self) -> Lease {
        Lease::Shard(self.number)
    }

    /// Connects, and resumes the session or begins one in its turn.
    async fn connect(&mut self) -> Result<(Socket, Duration), Lost> {
        let runners = self.runners;
        let token = runners.connection.token();
        let Some(session) = &self.session else {
            let (mut socket, heartbeat) = Socket::connect(&runners.url).await?;
            // Only now: a connection that hangs keeps no one else waiting.
            let turn = runners.identify.wait(&runners.bot, self.number);
            socket.keep_during(heartbeat, turn).await?;
            let identity = json!({
                "token": token,
                "intents": INTENTS,
                "properties": { "os": std::env::consts::OS, "browser": "delos", "device": "delos" },
                "compress": true,
                "large_threshold": LARGE_THRESHOLD,
                "shard": [self.number, self.total],
                "presence": presence(),
            });
            socket.send(Operation::Identify, identity).await?;
            return Ok((socket, heartbeat));
        };
        let (mut socket, heartbeat) = match Socket::connect(&session.url).await {
            Ok(connected) => connected,
            // The session's own URL may be down.
            Err(_) => Socket::connect(&runners.url).await?,
        };
        let known = json!({ "token": token, "session_id": session.id, "seq": session.seq });
        socket.send(Operation::Resume, known).await?;
        Ok((socket, heartbeat))
    }

    /// Handles a connection's events. Returns why it ended; `None` if the program stopped the shard.
    async fn follow(
        &mut self,
        mut socket: Socket,
        heartbeat: Duration,
        stop: &CancellationToken,
    ) -> Option<Lost> {
        let mut next_beat = Instant::now() + heartbeat / 2;
        let mut ack_deadline = None;
        let to_begin = heartbeat * HEARTBEATS_TO_BEGIN;
        let mut begins_until = Instant::now() + to_begin;
        loop {
            let beats = tokio::select! {
                () = stop.cancelled() => {
                    if socket.close(STOPPING).await.is_err() {
                        tracing::warn!(shard = self.number, "shard not closed in time");
                    }
                    return None;
                }
                received = socket.next() => match received {
                    Ok(Received::Event { seq, name, data }) => {
                        self.receive(seq, &name, data.get());
                        self.hear();
                        begins_until = Instant::now() + to_begin;
                        false
                    }
                    Ok(Received::Acknowledged) => {
                        ack_deadline = None;
                        self.hear();
                        false
                    }
                    Ok(Received::Beat) => true,
                    Ok(Received::Hello { .. } | Received::Other) => false,
                    Ok(Received::Reconnect) => {
                        leave(socket);
                        return Some(Lost::Reconnect);
                    }
                    Ok(Received::InvalidSession { can_resume }) => {
                        if !can_resume {
                            self.lose_session();
                        }
                        leave(socket);
                        return Some(Lost::InvalidSession);
                    }
                    Err(lost) => return Some(lost),
                },
                () = sleep_until(begins_until), if !self.is_connected.load(Ordering::Relaxed) => {
                    leave(socket);
                    return Some(Lost::NotBegun);
                }
                () = self.service().asked_for_life(Platform::Discord), if ack_deadline.is_none() => true,
                () = sleep_until(ack_deadline.unwrap_or(next_beat)) => {
                    if ack_deadline.is_some() {
                        leave(socket);
                        return Some(Lost::Unacknowledged);
                    }
                    true
                }
            };
            if beats {
                let seq = self.session.as_ref().map(|session| session.seq);
                if let Err(lost) = socket.send(Operation::Heartbeat, json!(seq)).await {
                    return Some(lost);
                }
                let now = Instant::now();
                next_beat = now + heartbeat;
                ack_deadline = Some(now + heartbeat.min(ACK_TIMEOUT));
            }
        }
    }

    /// Notes that the connection lives, if its session has begun.
    fn hear(&self) {
        if self.is_connected.load(Ordering::Relaxed) {
            self.service().hear(self.lease());
        }
    }

    fn receive(&mut self, seq: u64, name: &str, data: &str) {
        if let Some(session) = &mut self.session {
            session.seq = seq;
        }
        self.is_connected
            .fetch_or(name == "RESUMED", Ordering::Relaxed);
        let event = match Event::read(name, data) {
            Ok(Some(event)) => event,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(shard = self.number, name, %error, "gateway event not readable");
                return;
            }
        };
        if let Event::Ready(ready) = &event {
            self.begin(ready, seq);
        }
        self.runners.bot.handle(self.number, event);
    }

    fn begin(&mut self, ready: &Ready, seq: u64) {
        let (runners, url) = (self.runners, ready.resume_gateway_url.clone());
        let url = runners.connection.check_gateway(url);
        self.session = Some(Session {
            id: ready.session_id.clone(),
            url: url.unwrap_or_else(|_| runners.url.clone()),
            seq,
        });
        self.is_connected.store(true, Ordering::Relaxed);
        let begun = Event::Begun {
            shards: self.total,
            has_lost_one: std::mem::take(&mut self.has_lost_session),
        };
        runners.bot.handle(self.number, begun);
    }

    /// Notes that Discord has ended the session.
    fn lose_session(&mut self) {
        self.has_lost_session |= self.session.take().is_some();
    }

    /// Decides whether the shard may reconnect after a lost connection, and drops a session that Discord has ended.
    fn check(&mut self, lost: &Lost) -> Result<(), ConnectionError> {
        match lost {
            Lost::Closed(4004, _) => Err(ConnectionError::BadToken),
            // Invalid shard, sharding required, invalid version, invalid or disallowed intents.
            Lost::Closed(4010..=4014, _) => Err(ConnectionError::Ended(lost.to_string())),
            // Invalid sequence number, session timed out.
            Lost::Closed(4007 | 4009, _) => {
                self.lose_session();
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Closes a connection without ending its session, and without waiting: the connection may be dead.
fn leave(socket: Socket) {
    tokio::spawn(socket.close(RESUMING));
}

fn presence() -> serde_json::Value {
    let words = Lang::ENGLISH.words(&msg!("status-line"));
    json!({
        "since": null,
        "status": "online",
        "afk": false,
        "activities": [{ "name": "Custom Status", "type": 4, "state": words }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_cut_off_at_once_is_resumed_only_after_a_pause() {
        let mut pauses = Pauses(RETRY_DELAY);
        assert_eq!(pauses.next(Some(STABLE), true), Duration::ZERO);
        assert_eq!(pauses.next(Some(STABLE / 2), true), RETRY_DELAY);
        assert_eq!(pauses.next(Some(STABLE), false), RETRY_DELAY);
        let failed = (0..7).map(|_| pauses.next(None, true).as_secs());
        assert_eq!(failed.collect::<Vec<_>>(), [1, 2, 4, 8, 16, 30, 30]);
        assert_eq!(pauses.next(Some(STABLE), true), Duration::ZERO);
        assert_eq!(pauses.next(None, true), RETRY_DELAY);
    }
}

//! The service's links to its front ends: their queues, and whether people can reach Delos on their platforms.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{MutexGuard, OnceLock, PoisonError};

use app::{Span, Timestamp};
use text::{ByPlatform, Platform, Platforms};
use tokio::sync::{Mutex, mpsc};

use super::QueuedEffect;
use super::contacts::Contacts;
use crate::telemetry;
use store::leases::LeaseSet;

/// A link for each platform that is served.
pub(super) struct Links(ByPlatform<Option<Link>>);

impl Links {
    /// Creates one for each of these platforms. Where several processes share a database, the leases tell what is reachable and
    /// how long it was not.
    pub(super) fn new(
        platforms: Platforms,
        now: Timestamp,
        is_shared: bool,
    ) -> (Self, ByPlatform<mpsc::UnboundedReceiver<QueuedEffect>>) {
        let mut links = ByPlatform::default();
        let queues = ByPlatform::new(|platform| {
            let (messages, queue) = mpsc::unbounded_channel();
            // Matrix's absence ends with the first answer of the homeserver, Discord's with the start, or when its front end says so.
            let is_reachable = is_shared || !platform.is_whole();
            if platforms.contains(platform) {
                if !is_shared {
                    telemetry::reachable(platform, is_reachable);
                }
                let outage = Outage {
                    last_reachable: None,
                    last_look: now,
                    is_pending: !is_reachable,
                };
                links[platform] = Some(Link {
                    platform,
                    messages,
                    is_reachable: AtomicBool::new(is_reachable),
                    outage: Mutex::new(outage),
                    contacts: Contacts::default(),
                    last_run: OnceLock::new(),
                    silences: std::sync::Mutex::default(),
                });
            }
            queue
        });
        (Self(links), queues)
    }

    pub(super) fn on(&self, platform: Platform) -> Option<&Link> {
        self.0[platform].as_ref()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Link> {
        self.0.values().flatten()
    }

    /// The platform that is served, if there is only one.
    pub(super) fn sole(&self) -> Option<Platform> {
        let mut links = self.iter();
        let first = links.next()?;
        links.next().is_none().then_some(first.platform)
    }
}

pub(super) struct Link {
    pub(super) platform: Platform,
    messages: mpsc::UnboundedSender<QueuedEffect>,
    /// Whether people can reach Delos there, according to the last report.
    is_reachable: AtomicBool,
    pub(super) outage: Mutex<Outage>,
    pub(super) contacts: Contacts,
    /// When people could last reach Delos before this run.
    pub(super) last_run: OnceLock<Timestamp>,
    /// Silences of connections that ended, for which games are still to be adjusted: their leases, and when each began.
    silences: std::sync::Mutex<Vec<(LeaseSet, Timestamp)>>,
}

impl Link {
    /// Queues an effect. At shutdown the receiver may be gone, and the effect stays in the store.
    pub(super) fn send(&self, effect: QueuedEffect) {
        drop(self.messages.send(effect));
    }

    pub(super) fn is_reachable(&self) -> bool {
        self.is_reachable.load(Ordering::Relaxed)
    }

    /// Records that people can reach the bot now.
    pub(super) async fn mark_reachable(&self, now: impl FnOnce() -> Timestamp, longest_gap: Span) {
        let was_reachable = self.is_reachable.swap(true, Ordering::Relaxed);
        telemetry::reachable(self.platform, true);
        let mut outage = self.outage.lock().await;
        let now = now();
        // A change in a game may have adjusted the clocks during the outage.
        outage.is_pending |= !was_reachable;
        outage.look(now, longest_gap);
        if !outage.is_pending {
            outage.last_reachable = Some(now);
        }
    }

    pub(super) fn silences(&self) -> MutexGuard<'_, Vec<(LeaseSet, Timestamp)>> {
        self.silences.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that people cannot reach the bot now.
    pub(super) async fn mark_unreachable(&self) {
        let was_reachable = self.is_reachable.swap(false, Ordering::Relaxed);
        telemetry::reachable(self.platform, false);
        let mut outage = self.outage.lock().await;
        outage.is_pending = true;
        // Before the first connection this is no news.
        if was_reachable && outage.last_reachable.is_some() {
            tracing::warn!(platform = ?self.platform, "bot unreachable: clocks paused");
        }
    }
}

/// The last time that people could not reach the bot on a platform.
pub(super) struct Outage {
    /// `None` if they could not in this run.
    pub(super) last_reachable: Option<Timestamp>,
    pub(super) last_look: Timestamp,
    /// Whether clocks are still to be adjusted for it.
    pub(super) is_pending: bool,
}

impl Outage {
    /// Notes a look at the clock, and an outage since the last one if that is too far from it.
    pub(super) fn look(&mut self, now: Timestamp, longest_gap: Span) {
        let last = std::mem::replace(&mut self.last_look, now);
        // Without a connection no one looks.
        if !self.is_pending && now.since(last).max(last.since(now)) > longest_gap {
            tracing::warn!(
                seconds = now.seconds() - last.seconds(),
                "program suspended or clock set"
            );
            (self.last_reachable, self.is_pending) = (Some(last), true);
        }
    }
}

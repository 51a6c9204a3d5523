//! Front ends: which chat platforms a run serves, whether people can reach Delos there, and how they run [side by side](run).

mod side_by_side;

use std::sync::atomic::{AtomicBool, Ordering};

use app::{Span, Timestamp};
use text::Platform;
use tokio::sync::{Mutex, mpsc};

use crate::service::QueuedEffect;
use crate::telemetry;

pub use side_by_side::{Process, Running, run};

/// The chat platforms that a run serves. What belongs to another one stays in the store for a run that serves it, and its clocks
/// stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Platforms {
    /// Whether Discord is one of them.
    pub discord: bool,
    /// Whether Matrix is one of them.
    pub matrix: bool,
}

impl Platforms {
    /// Discord alone.
    pub const DISCORD: Self = Self {
        discord: true,
        matrix: false,
    };
    /// Matrix alone.
    pub const MATRIX: Self = Self {
        discord: false,
        matrix: true,
    };
    /// Both.
    pub const ALL: Self = Self {
        discord: true,
        matrix: true,
    };

    /// Whether this is one of them.
    pub fn contain(self, platform: Platform) -> bool {
        match platform {
            Platform::Discord => self.discord,
            Platform::Matrix => self.matrix,
        }
    }
}

impl Default for Platforms {
    fn default() -> Self {
        Self::DISCORD
    }
}

/// What the service knows of the front ends that it has.
pub(crate) struct Fronts {
    discord: Option<Front>,
    matrix: Option<Front>,
}

/// The receiving end of each platform's queue; nothing ever comes for one that is not served.
pub(crate) struct MessageQueues {
    pub(crate) discord: mpsc::UnboundedReceiver<QueuedEffect>,
    pub(crate) matrix: mpsc::UnboundedReceiver<QueuedEffect>,
}

impl Fronts {
    /// One for each of these platforms, of a program that starts now. Where several processes share a database, leases tell what is
    /// reached, and make up for absences.
    pub(crate) fn new(
        platforms: Platforms,
        now: Timestamp,
        is_shared: bool,
    ) -> (Self, MessageQueues) {
        let (to_discord, discord) = mpsc::unbounded_channel();
        let (to_matrix, matrix) = mpsc::unbounded_channel();
        let front = |platform, messages| {
            let is_served = platforms.contain(platform);
            // Matrix's absence ends with the first answer of the homeserver, Discord's with the start.
            let is_reachable = is_shared || platform == Platform::Discord;
            is_served.then(|| Front::new(platform, messages, now, is_reachable))
        };
        let fronts = Self {
            discord: front(Platform::Discord, to_discord),
            matrix: front(Platform::Matrix, to_matrix),
        };
        (fronts, MessageQueues { discord, matrix })
    }

    /// The front end of a platform, if that is served.
    pub(crate) fn on(&self, platform: Platform) -> Option<&Front> {
        match platform {
            Platform::Discord => self.discord.as_ref(),
            Platform::Matrix => self.matrix.as_ref(),
        }
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Front> {
        self.discord.iter().chain(&self.matrix)
    }

    /// The platform that is served, if there is one only.
    pub(crate) fn sole(&self) -> Option<Platform> {
        let mut fronts = self.iter();
        let first = fronts.next()?;
        fronts.next().is_none().then_some(first.platform)
    }
}

/// A front end as the service sees it.
pub(crate) struct Front {
    pub(crate) platform: Platform,
    messages: mpsc::UnboundedSender<QueuedEffect>,
    /// Whether people can reach the bot there, as far as is known.
    is_reachable: AtomicBool,
    pub(crate) outage: Mutex<Outage>,
}

impl Front {
    fn new(
        platform: Platform,
        messages: mpsc::UnboundedSender<QueuedEffect>,
        now: Timestamp,
        is_reachable: bool,
    ) -> Self {
        telemetry::reachable(platform, is_reachable);
        Self {
            platform,
            messages,
            is_reachable: AtomicBool::new(is_reachable),
            outage: Mutex::new(Outage {
                last_reachable: Timestamp(i64::MIN),
                last_look: now,
                is_pending: !is_reachable,
            }),
        }
    }

    /// Hands over an effect. At shutdown the receiver may be gone; the effect stays in the store.
    pub(crate) fn send(&self, effect: QueuedEffect) {
        drop(self.messages.send(effect));
    }

    pub(crate) fn is_reachable(&self) -> bool {
        self.is_reachable.load(Ordering::Relaxed)
    }

    /// Records that people can reach the bot now.
    pub(crate) async fn mark_reachable(&self, now: impl FnOnce() -> Timestamp, longest_gap: Span) {
        let was_reachable = self.is_reachable.swap(true, Ordering::Relaxed);
        telemetry::reachable(self.platform, true);
        let mut outage = self.outage.lock().await;
        let now = now();
        if !was_reachable && !outage.is_pending {
            // Clocks were adjusted meanwhile, for a change in a game.
            (outage.last_reachable, outage.is_pending) = (outage.last_look, true);
        }
        outage.look(now, longest_gap);
        if !outage.is_pending {
            outage.last_reachable = now;
        }
    }

    /// Records that people cannot reach the bot now.
    pub(crate) async fn mark_unreachable(&self) {
        let was_reachable = self.is_reachable.swap(false, Ordering::Relaxed);
        telemetry::reachable(self.platform, false);
        self.outage.lock().await.is_pending = true;
        if was_reachable {
            tracing::warn!(platform = ?self.platform, "bot unreachable: clocks paused");
        }
    }
}

/// The last time that people could not reach the bot on a platform.
pub(crate) struct Outage {
    pub(crate) last_reachable: Timestamp,
    pub(crate) last_look: Timestamp,
    /// Whether clocks are still to be adjusted for it.
    pub(crate) is_pending: bool,
}

impl Outage {
    /// Notes a look at the clock, and an outage since the last one if that is too far from it.
    pub(crate) fn look(&mut self, now: Timestamp, longest_gap: Span) {
        let last = std::mem::replace(&mut self.last_look, now);
        // Without a connection no one looks.
        if !self.is_pending && now.since(last).max(last.since(now)) > longest_gap {
            tracing::warn!(
                seconds = now.seconds() - last.seconds(),
                "program suspended or clock set"
            );
            (self.last_reachable, self.is_pending) = (last, true);
        }
    }
}

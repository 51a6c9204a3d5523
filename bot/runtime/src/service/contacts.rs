//! When each connection to a platform was last heard. A dead one may seem alive for most of a minute.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use app::Timestamp;
use store::leases::{Lease, LeaseSet};
use text::Platform;
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use super::Service;

/// Longest wait for connections that are asked whether they live.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// The connections to one platform, and those that are expected back soon.
#[derive(Debug, Default)]
pub(super) struct Contacts {
    heard: watch::Sender<BTreeMap<Lease, Timestamp>>,
    /// Notified when they are asked.
    asked: Notify,
}

impl Contacts {
    /// Whether each was heard since then; asks them first if need be.
    pub(super) async fn were_heard_since(&self, then: Timestamp) -> bool {
        let mut changes = self.heard.subscribe();
        let all = |heard: &BTreeMap<_, _>| heard.values().all(|last| *last >= then);
        if all(&changes.borrow()) {
            return true;
        }
        self.asked.notify_waiters();
        let heard = timeout(ANSWER_TIMEOUT, changes.wait_for(all)).await;
        heard.is_ok_and(|heard| heard.is_ok())
    }
}

impl Service {
    /// Notes that a connection lives: something was heard there.
    pub fn hear(&self, lease: Lease) {
        if let Some(link) = self.links.on(lease.platform()) {
            let now = self.now();
            link.contacts.heard.send_modify(|heard| {
                heard.insert(lease, now);
            });
        }
    }

    /// How long people could not reach Delos on a shard before this run served it; `None` if they never could.
    pub fn absence(&self, shard: u32) -> Option<Duration> {
        if !self.ownership.is_sole() {
            return self.ownership.absence(Lease::Shard(shard));
        }
        let last = *self.links.on(Platform::Discord)?.last_run.get()?;
        let absence = u64::try_from(self.now().since(last).0).unwrap_or(0);
        Some(Duration::from_millis(absence))
    }

    /// Waits until the connections to a platform are asked whether they live.
    pub async fn asked_for_life(&self, platform: Platform) {
        match self.links.on(platform) {
            Some(link) => link.contacts.asked.notified().await,
            None => std::future::pending().await,
        }
    }

    /// Notes that a connection was found dead: players get back the time since something was last heard there.
    pub fn note_dead(&self, lease: Lease, total: u32) {
        if let Some(link) = self.links.on(lease.platform())
            && let Some(&last) = link.contacts.heard.borrow().get(&lease)
        {
            let leases = BTreeSet::from([lease]);
            link.silences().push((LeaseSet { total, leases }, last));
        }
    }

    /// Notes that a connection is closed, or not expected back soon. Until then no clock runs out on its platform.
    pub fn give_up(&self, lease: Lease) {
        if let Some(link) = self.links.on(lease.platform()) {
            link.contacts.heard.send_modify(|heard| {
                heard.remove(&lease);
            });
        }
    }
}

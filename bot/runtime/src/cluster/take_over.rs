//! Takes shards and platforms over from other processes, hands them over, and closes those that another process took; see [`Phase`]
//! for the steps.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::effect::{EffectId, Outgoing};
use app::store::{Result, StoreError};
use text::{ByPlatform, Platform};
use tokio::sync::{mpsc, watch};

use super::balance::{Move, next_move};
use super::channels::{FrontEndChannels, ShardCommand};
use super::{Beat, End, Member, Timing, blocking};
use crate::backoff::ticks;
use crate::service::{Ownership, Phase, Service, ShardEvent};
use crate::telemetry;
use store::leases::{Lease, LeaseSet, LeaseState, Leases, Overview, ProcessId};

/// Effects read at once.
const PAGE: usize = 200;
/// How long an account counts as connected after a response. A homeserver responds at least every half minute.
const READY: Duration = Duration::from_secs(45);

/// Claims, opens and releases leases from one registration of this process to the next.
///
/// It alone advances their phases in [`Ownership`], except that the heartbeat suspends them.
pub(super) struct ShardActor {
    service: Arc<Service>,
    timing: Timing,
    leases: Arc<dyn Leases>,
    channels: FrontEndChannels,
    me: ProcessId,
    total: u32,
    /// The time at which the last held shard lost its connection.
    isolated: Option<Instant>,
    /// When the account on a platform that is served as a whole last reached its server.
    account_ready: ByPlatform<Option<Instant>>,
    /// The time at which that server stopped answering while the platform is held.
    server_silent: ByPlatform<Option<Instant>>,
    /// Consecutive beats at which another process had fewer shards.
    unbalanced_beats: u32,
}

impl ShardActor {
    pub(super) fn new(
        member: &Member,
        channels: &FrontEndChannels,
        me: ProcessId,
        total: u32,
    ) -> Self {
        Self {
            service: Arc::clone(&member.service),
            timing: member.timing,
            leases: Arc::clone(&member.leases),
            channels: channels.clone(),
            me,
            total,
            isolated: None,
            account_ready: ByPlatform::default(),
            server_silent: ByPlatform::default(),
            unbalanced_beats: 0,
        }
    }

    fn owned(&self) -> &Ownership {
        self.service.ownership()
    }

    /// Keeps the share of shards that this process should have. Returns when the front end ends, or when other processes reach the
    /// platform and this one does not.
    pub(super) async fn run(
        &mut self,
        mut beats: watch::Receiver<Option<Beat>>,
        events: &mut mpsc::UnboundedReceiver<ShardEvent>,
    ) -> End {
        loop {
            tokio::select! {
                event = events.recv() => match event {
                    Some(ShardEvent::Connected(lease)) => {
                        self.owned().connect(lease, true);
                    }
                    Some(ShardEvent::Disconnected(lease)) => {
                        if self.owned().connect(lease, false) {
                            tracing::warn!(shard = %lease, "shard unreachable: clocks paused");
                        }
                    }
                    Some(ShardEvent::AccountReady(platform)) => {
                        self.account_ready[platform] = Some(Instant::now());
                    }
                    None => return End::Stopped,
                },
                changed = beats.changed() => {
                    if changed.is_err() {
                        return End::Stopped;
                    }
                    let Some(beat) = beats.borrow_and_update().clone() else {
                        continue;
                    };
                    self.reconcile(&beat).await;
                    if self.is_isolated(&beat.overview).await {
                        self.hand_over_all().await;
                        return End::Isolated;
                    }
                    for platform in Platform::whole() {
                        self.leave_if_silent(platform).await;
                    }
                    if let Err(error) = self.balance(&beat.overview).await {
                        tracing::warn!(%error, "shards not distributed");
                    }
                    record_held(self.owned(), &self.channels);
                }
            }
            self.open_connected().await;
        }
    }

    /// Adjusts what this process holds to what the database says.
    async fn reconcile(&mut self, beat: &Beat) {
        self.total = beat.overview.total.unwrap_or(self.total);
        let (known, found) = (self.owned().all(), &beat.overview.held);
        for &lease in found {
            if !known.contains_key(&lease) {
                // The answer to its claim was lost.
                self.release(lease).await;
            }
        }
        for (&lease, held) in &known {
            // The beat's answer does not have those that were claimed after it was sent.
            if !found.contains(&lease) && held.claimed < beat.sent {
                tracing::warn!(shard = %lease, "shard taken away: closed");
                drop(self.channels.stop(lease));
                self.owned().forget(lease);
            } else if held.phase == Phase::Suspended {
                // No other process has taken it. The connection is still open, but effects in flight may or may not be done, and
                // people could not reach Delos.
                match self.hold(lease).await {
                    Ok(None) => {}
                    Ok(Some(effects)) => tracing::info!(shard = %lease, effects, "shard resumed"),
                    Err(error) => {
                        tracing::warn!(shard = %lease, %error, "shard not resumed: will retry");
                    }
                }
            }
        }
    }

    /// Begins to hold a lease, and queues its pending effects; returns their number. `None` if the leases were suspended meanwhile.
    async fn hold(&self, lease: Lease) -> Result<Option<usize>> {
        let one = self.only(lease);
        let left = blocking(&self.leases, move |leases| {
            Ok((pending(leases, &one)?, leases.unretired_of(&one)?))
        });
        let (effects, posts) = left.await?;
        if !self.owned().is_valid() {
            return Ok(None);
        }
        self.owned().hold(lease);
        let count = effects.len();
        self.service.queue_recovered(effects);
        self.channels.send(lease, ShardCommand::Retire(posts));
        Ok(Some(count))
    }

    /// Whether this process cannot reach the platform, although another one can. It probes, since a shard without a connection may
    /// just be waiting for its turn.
    async fn is_isolated(&mut self, overview: &Overview) -> bool {
        let is_cut_off = self.is_without_connection() && overview.others_reached;
        if !has_lasted(&mut self.isolated, is_cut_off, self.timing.isolation) {
            return false;
        }
        self.isolated = None;
        !self.channels.is_discord_reached().await
    }

    /// Whether shards are held here, none of which is connected.
    fn is_without_connection(&self) -> bool {
        let mut shards = self.owned().held().leases;
        shards.retain(|lease| lease.shard().is_some());
        let all = self.owned().all();
        let is_connected = |shard| all.get(shard).is_some_and(|held| held.is_connected);
        !shards.is_empty() && !shards.iter().any(is_connected)
    }

    fn only(&self, lease: Lease) -> LeaseSet {
        LeaseSet {
            total: self.total,
            leases: BTreeSet::from([lease]),
        }
    }

    /// Leaves a platform to any other process when this one can't reach its server.
    async fn leave_if_silent(&mut self, platform: Platform) {
        let lease = Lease::Whole(platform);
        let held = self.owned().all().get(&lease).copied();
        let is_silent =
            held.is_some_and(|held| held.phase != Phase::Suspended && !held.is_connected);
        let limit = self.timing.isolation;
        if has_lasted(&mut self.server_silent[platform], is_silent, limit) {
            tracing::warn!("server unreachable from here: {lease} left to others");
            (self.server_silent[platform], self.account_ready[platform]) = (None, None);
            self.hand_over(lease, self.timing.hand_over).await;
        }
    }

    /// Takes the platforms that no living process has and this one could serve as a whole.
    async fn claim_platforms(&mut self, overview: &Overview) -> Result<()> {
        for platform in Platform::whole() {
            let ready = self.account_ready[platform];
            let is_ready = ready.is_some_and(|ready| ready.elapsed() < READY);
            let is_held = || self.owned().all().contains_key(&Lease::Whole(platform));
            if !self.channels.has(platform)
                || !is_ready
                || !overview.free_platforms.contains(platform)
                || is_held()
            {
                continue;
            }
            let claimed = blocking(&self.leases, move |leases| leases.claim_whole(platform));
            if let Some(claimed) = claimed.await? {
                self.take(&claimed).await?;
            }
        }
        Ok(())
    }

    async fn balance(&mut self, overview: &Overview) -> Result<()> {
        self.claim_platforms(overview).await?;
        let next = next_move(self.me, overview);
        self.unbalanced_beats = match next {
            Move::GiveUp => self.unbalanced_beats + 1,
            _ => 0,
        };
        match next {
            Move::Claim(most) => {
                let claimed = blocking(&self.leases, move |leases| leases.claim(most)).await?;
                for claimed in claimed {
                    self.take(&claimed).await?;
                }
            }
            Move::GiveUp if self.unbalanced_beats >= self.timing.beats_to_balance => {
                self.unbalanced_beats = 0;
                // The last shard: shard 0 has everyone's direct messages.
                if let Some(shard) = overview.held.iter().rfind(|it| it.shard().is_some()) {
                    self.hand_over(*shard, self.timing.hand_over).await;
                }
            }
            Move::GiveUp | Move::Stay => {}
        }
        Ok(())
    }

    /// Performs what is pending for a claimed lease, and connects it.
    async fn take(&mut self, claimed: &LeaseState) -> Result<()> {
        let (lease, total) = (claimed.lease, self.total);
        tracing::info!(shard = %lease, epoch = claimed.epoch, "shard taken");
        let count = match self.hold(lease).await {
            Ok(Some(count)) => count,
            // Releases the lease rather than keeping it half open: the next owner starts over. A resumed lease would treat these
            // effects as new, and post them twice.
            failed => {
                self.release(lease).await;
                return Err(failed.err().unwrap_or(StoreError::NotOurs));
            }
        };
        if count > 0 {
            tracing::info!(shard = %lease, count, "effects recovered");
        }
        self.channels.send(lease, ShardCommand::Start(lease, total));
        Ok(())
    }

    /// Adjusts the clocks of leases that are connected, and opens them.
    async fn open_connected(&mut self) {
        for (lease, held) in self.owned().all() {
            if held.phase != Phase::Opening || !held.is_connected {
                continue;
            }
            if let Err(failure) = self
                .service
                .give_back_absence(&self.leases, self.only(lease))
                .await
            {
                tracing::error!(shard = %lease, ?failure, "clocks not adjusted: will retry");
                continue;
            }
            let heard = blocking(&self.leases, move |leases| {
                let absence = leases.contact(lease)?.absence();
                leases.hear(lease).map(|()| absence)
            });
            let absence = match heard.await {
                Ok(absence) => absence,
                Err(error) => {
                    // Other leases would fail in the same way.
                    tracing::warn!(shard = %lease, %error, "shards not open: will retry");
                    return;
                }
            };
            self.owned().open_lease(lease, absence);
            let took = held.since.elapsed();
            telemetry::taken_over(took, absence);
            tracing::info!(shard = %lease, ?took, ?absence, "shard open");
        }
    }

    /// Closes a lease's connection, lets effects in flight finish, and leaves the lease to others.
    async fn hand_over(&mut self, lease: Lease, limit: Duration) {
        if lease.shard().is_none() {
            // Its effects are performed over the connection that closes.
            self.owned().close(lease);
            self.until_idle(lease, limit).await;
            self.channels.disconnect(lease, limit).await;
        } else {
            self.channels.disconnect(lease, limit).await;
            self.owned().close(lease);
            self.until_idle(lease, limit).await;
        }
        self.owned().forget(lease);
        self.release(lease).await;
        record_held(self.owned(), &self.channels);
        tracing::info!(shard = %lease, "shard handed over");
    }

    async fn until_idle(&self, lease: Lease, limit: Duration) {
        let idle = self.owned().until_idle(lease);
        if tokio::time::timeout(limit, idle).await.is_err() {
            tracing::debug!(shard = %lease, "effects left to the next owner");
        }
    }

    async fn release(&self, lease: Lease) {
        if let Err(error) = blocking(&self.leases, move |leases| leases.release(lease)).await {
            tracing::warn!(shard = %lease, %error, "shard not released: others take it when the lease ends");
        }
    }

    /// Passes all leases to other processes, one after the other.
    pub(super) async fn hand_over_all(&mut self) {
        let end = Instant::now() + self.timing.hand_over_all;
        if let Err(error) = blocking(&self.leases, |leases| leases.step_down()).await {
            tracing::debug!(%error, "others wait for the end of this process");
        }
        for lease in self.owned().held().leases {
            let left = end.saturating_duration_since(Instant::now());
            self.hand_over(lease, left.min(self.timing.hand_over)).await;
        }
    }
}

/// Shows in the metrics what this process holds.
pub(super) fn record_held(owned: &Ownership, channels: &FrontEndChannels) {
    let mut held = owned.held().leases;
    let open = owned.open().leases;
    for platform in Platform::whole() {
        let lease = Lease::Whole(platform);
        telemetry::served(platform, held.remove(&lease));
        if channels.has(platform) {
            telemetry::reachable(platform, open.contains(&lease));
        }
    }
    telemetry::leases_held(held.len());
}

/// Whether something has been so for this long; `since` keeps when it began.
fn has_lasted(since: &mut Option<Instant>, is_so: bool, limit: Duration) -> bool {
    if !is_so {
        *since = None;
    }
    is_so && since.get_or_insert_with(Instant::now).elapsed() >= limit
}

/// All pending effects of these shards.
fn pending(leases: &dyn Leases, shards: &LeaseSet) -> Result<Vec<Outgoing>> {
    let mut found: Vec<Outgoing> = Vec::new();
    loop {
        let after = found.last().map(|last| last.id.clone());
        let page = leases.effects_of(shards, after.as_ref(), PAGE)?;
        let is_last = page.len() < PAGE;
        found.extend(page);
        if is_last {
            return Ok(found);
        }
    }
}

/// Scans for effects that other processes have committed for the leases held here, a page at a time. Never returns.
pub(super) async fn scan(service: &Arc<Service>, leases: &Arc<dyn Leases>, interval: Duration) {
    let mut ticks = ticks(interval);
    let mut after: Option<EffectId> = None;
    loop {
        ticks.tick().await;
        let owned = service.ownership();
        owned.begin_scan();
        let held = owned.held();
        if held.is_empty() {
            continue;
        }
        let from = after.take();
        let page = blocking(leases, move |leases| {
            leases.effects_of(&held, from.as_ref(), PAGE)
        });
        match page.await {
            Ok(page) => {
                // From the start again, after the end.
                after = page.last().map(|last| last.id.clone());
                after = after.filter(|_| page.len() == PAGE);
                service.queue_found(page);
            }
            Err(error) => tracing::debug!(%error, "effects of other processes not read"),
        }
    }
}

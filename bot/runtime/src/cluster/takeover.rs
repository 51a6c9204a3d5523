//! How a shard changes hands: claimed, its effects performed, connected, its clocks made up for, and in the end given up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::effect::{EffectId, Outgoing};
use app::store::StoreError;
use tokio::sync::{mpsc, oneshot, watch};

use super::balance::{Move, next_move};
use super::{Beaten, End, Member, ShardCommand, ShardEvent, Timing, blocking, front_end};
use crate::service::Service;
use crate::telemetry;
use store::leases::{Lease, LeaseSet, LeaseState, Leases, Overview, ProcessId};

/// Effects read at once.
const PAGE: usize = 200;
/// How long the platform may take to answer.
const PROBE_TIMEOUT: Duration = Duration::from_secs(8);
/// How long a shard's connection may take to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);
/// How long the account on Matrix counts as hearing its homeserver, which answers at least every half minute.
const READY: Duration = Duration::from_secs(45);

/// What this process does with shards during one life.
pub(super) struct Holder {
    service: Arc<Service>,
    timing: Timing,
    leases: Arc<dyn Leases>,
    commands: mpsc::UnboundedSender<ShardCommand>,
    matrix: Option<mpsc::UnboundedSender<ShardCommand>>,
    me: ProcessId,
    total: u32,
    /// Shards that are not open yet, and since when they are held.
    opening: BTreeMap<Lease, Instant>,
    connected: BTreeSet<Lease>,
    /// When each shard was taken.
    taken: BTreeMap<Lease, Instant>,
    /// Since when no shard has a connection, although some are held.
    isolated: Option<Instant>,
    /// When Matrix could last have been served here.
    account_ready: Option<Instant>,
    /// Since when its homeserver has not answered, although Matrix is held.
    unheard: Option<Instant>,
    /// Beats in a row that found another process with fewer shards.
    unequal: u32,
}

impl Holder {
    pub(super) fn new(member: &Member, me: ProcessId, total: u32) -> Self {
        Self {
            service: Arc::clone(&member.service),
            timing: member.timing,
            leases: Arc::clone(&member.leases),
            commands: member.commands.clone(),
            matrix: member.matrix.clone(),
            me,
            total,
            opening: BTreeMap::new(),
            connected: BTreeSet::new(),
            taken: BTreeMap::new(),
            isolated: None,
            account_ready: None,
            unheard: None,
            unequal: 0,
        }
    }

    fn tell(&self, shard: Lease, command: ShardCommand) {
        let to = front_end(shard, &self.commands, self.matrix.as_ref());
        // Without a front end there is nothing to connect.
        drop(to.send(command));
    }

    /// Keeps the share of shards that this process should have. Ends only with the front end, or when it cannot reach the
    /// platform while others can.
    pub(super) async fn hold(
        &mut self,
        mut overviews: watch::Receiver<Option<Beaten>>,
        events: &mut mpsc::UnboundedReceiver<ShardEvent>,
    ) -> End {
        loop {
            tokio::select! {
                event = events.recv() => match event {
                    Some(ShardEvent::Connected(shard)) => {
                        self.connected.insert(shard);
                    }
                    Some(ShardEvent::Disconnected(shard)) => self.disconnected(shard),
                    Some(ShardEvent::AccountReady) => self.account_ready = Some(Instant::now()),
                    None => return End::Stopped,
                },
                changed = overviews.changed() => {
                    if changed.is_err() {
                        return End::Stopped;
                    }
                    let Some(beaten) = overviews.borrow_and_update().clone() else {
                        continue;
                    };
                    self.compare(&beaten).await;
                    if self.is_isolated(&beaten.overview).await {
                        self.say_farewell().await;
                        return End::Isolated;
                    }
                    self.leave_unheard().await;
                    if let Err(error) = self.balance(&beaten.overview).await {
                        tracing::warn!(%error, "shards not distributed");
                    }
                    self.record_held();
                }
            }
            self.open_connected().await;
        }
    }

    /// Brings what this process holds into line with what the database says.
    async fn compare(&mut self, beaten: &Beaten) {
        let served = Arc::clone(self.service.served());
        self.total = beaten.overview.total.unwrap_or(self.total);
        let (known, found) = (served.held_regardless(), &beaten.overview.held);
        for &unknown in found.difference(&known) {
            // Claimed by a call whose answer was lost.
            self.release(unknown).await;
        }
        for &lost in known.difference(found) {
            // One that was taken since the beat was sent is missing in its answer.
            if self
                .taken
                .get(&lost)
                .is_none_or(|taken| *taken < beaten.asked)
            {
                tracing::warn!(shard = %lost, "shard taken away: closed");
                let (done, _) = oneshot::channel();
                self.tell(lost, ShardCommand::Stop { lease: lost, done });
                self.forget(lost);
            }
        }
        for shard in served.suspended() {
            if let Err(error) = self.resume(shard).await {
                tracing::warn!(shard = %shard, %error, "shard not resumed: tried again");
            }
        }
    }

    /// Goes on with a shard that no other process has taken since its lease was not renewed in time. Its connection stands,
    /// but what was in flight may be done or not, and people could not reach Delos.
    async fn resume(&mut self, shard: Lease) -> Result<(), StoreError> {
        let one = self.only(shard);
        let effects = blocking(&self.leases, move |leases| pending(leases, &one)).await?;
        if !self.service.served().is_valid() {
            // Not renewed in time again.
            return Ok(());
        }
        tracing::info!(shard = %shard, effects = effects.len(), "shard resumed");
        self.service.served().hold(self.total, [shard]);
        self.service.queue_recovered(effects);
        self.opening.insert(shard, Instant::now());
        Ok(())
    }

    /// Whether this process cannot reach the platform, although another one can. Without a connection it may only wait for its
    /// turn, so it asks.
    async fn is_isolated(&mut self, overview: &Overview) -> bool {
        let mut held = self.service.served().held().leases;
        held.remove(&Lease::Matrix);
        if held.is_empty() || !self.connected.is_disjoint(&held) || !overview.others_reached {
            self.isolated = None;
            return false;
        }
        let since = *self.isolated.get_or_insert_with(Instant::now);
        if since.elapsed() < self.timing.isolation {
            return false;
        }
        self.isolated = None;
        !is_reached(&self.commands).await
    }

    fn only(&self, shard: Lease) -> LeaseSet {
        LeaseSet {
            total: self.total,
            leases: BTreeSet::from([shard]),
        }
    }

    fn forget(&mut self, shard: Lease) {
        self.service.served().give_up(shard);
        self.opening.remove(&shard);
        self.connected.remove(&shard);
        self.taken.remove(&shard);
    }

    /// Leaves Matrix to any other process that hears the homeserver, when this one does not.
    async fn leave_unheard(&mut self) {
        let is_held = self.service.served().held().leases.contains(&Lease::Matrix);
        if !is_held || self.connected.contains(&Lease::Matrix) {
            self.unheard = None;
            return;
        }
        let since = *self.unheard.get_or_insert_with(Instant::now);
        if since.elapsed() >= self.timing.isolation {
            tracing::warn!("homeserver not heard from here: Matrix left to others");
            (self.unheard, self.account_ready) = (None, None);
            self.hand_over(Lease::Matrix, self.timing.hand_over).await;
        }
    }

    /// Takes Matrix if no living process has it and this one could serve it.
    async fn claim_matrix(&mut self, overview: &Overview) -> Result<(), StoreError> {
        let is_ready = self
            .account_ready
            .is_some_and(|ready| ready.elapsed() < READY);
        let is_held = || {
            self.service
                .served()
                .held_regardless()
                .contains(&Lease::Matrix)
        };
        if self.matrix.is_none() || !is_ready || !overview.is_matrix_free || is_held() {
            return Ok(());
        }
        match blocking(&self.leases, |leases| leases.claim_matrix()).await? {
            Some(claimed) => self.take(&claimed).await,
            None => Ok(()),
        }
    }

    fn record_held(&self) {
        let mut held = self.service.served().held().leases;
        telemetry::matrix_served(held.remove(&Lease::Matrix));
        telemetry::leases_held(held.len());
    }

    async fn balance(&mut self, overview: &Overview) -> Result<(), StoreError> {
        self.claim_matrix(overview).await?;
        let next = next_move(self.me, overview);
        self.unequal = match next {
            Move::GiveUp => self.unequal + 1,
            _ => 0,
        };
        match next {
            Move::Claim(most) => {
                let claimed = blocking(&self.leases, move |leases| leases.claim(most)).await?;
                for shard in claimed {
                    self.take(&shard).await?;
                }
            }
            Move::GiveUp if self.unequal >= self.timing.patience => {
                self.unequal = 0;
                // The last one: shard 0 has the direct messages of all.
                if let Some(shard) = overview.held.iter().rfind(|shard| **shard != Lease::Matrix) {
                    self.hand_over(*shard, self.timing.hand_over).await;
                }
            }
            Move::GiveUp | Move::Stay => {}
        }
        Ok(())
    }

    /// Performs what is pending for a claimed shard, and connects it.
    async fn take(&mut self, shard: &LeaseState) -> Result<(), StoreError> {
        let (number, total) = (shard.lease, self.total);
        tracing::info!(shard = %number, epoch = shard.epoch, "shard taken");
        let one = self.only(number);
        let left = blocking(&self.leases, move |leases| {
            Ok((pending(leases, &one)?, leases.unretired_of(&one)?))
        });
        let (effects, posts) = match left.await {
            Ok(left) => left,
            Err(error) => {
                // Not half of it: the next owner begins again.
                self.release(number).await;
                return Err(error);
            }
        };
        if !self.service.served().is_valid() {
            // Suspended meanwhile: what cannot be queued as recovered now would later be taken for new.
            self.release(number).await;
            return Err(StoreError::NotOurs);
        }
        self.service.served().hold(total, [number]);
        if !effects.is_empty() {
            tracing::info!(shard = %number, count = effects.len(), "effects recovered");
        }
        self.service.queue_recovered(effects);
        self.tell(number, ShardCommand::Retire(posts));
        let start = ShardCommand::Start {
            lease: number,
            total,
        };
        self.tell(number, start);
        self.opening.insert(number, Instant::now());
        self.taken.insert(number, Instant::now());
        Ok(())
    }

    /// Makes up for the absence on shards that are connected, and lets their clocks run.
    async fn open_connected(&mut self) {
        let ready: Vec<Lease> = self
            .opening
            .keys()
            .copied()
            .filter(|shard| self.connected.contains(shard))
            .collect();
        for shard in ready {
            if let Err(failure) = self
                .service
                .make_up_for(&self.leases, self.only(shard))
                .await
            {
                tracing::error!(shard = %shard, ?failure, "clocks not made up for: tried again");
                continue;
            }
            let heard = blocking(&self.leases, move |leases| {
                let absence = leases.absence(shard)?;
                leases.hear(shard).map(|()| absence)
            });
            let absence = match heard.await {
                Ok(absence) => absence,
                Err(error) => {
                    // The others would wait for the database in vain, too.
                    tracing::warn!(shard = %shard, %error, "shards not open: tried again");
                    return;
                }
            };
            self.service.served().open_shard(shard);
            if let Some(since) = self.opening.remove(&shard) {
                let took = since.elapsed();
                telemetry::taken_over(took, absence);
                tracing::info!(shard = %shard, ?took, ?absence, "shard open");
            }
        }
    }

    /// People cannot reach Delos there: its clocks stand until they can.
    fn disconnected(&mut self, shard: Lease) {
        self.connected.remove(&shard);
        let served = self.service.served();
        if served.open().leases.contains(&shard) {
            tracing::warn!(shard = %shard, "shard unreachable: clocks paused");
            served.close_shard(shard);
            self.opening.insert(shard, Instant::now());
        }
    }

    /// Closes a shard's connection, lets what is in flight end, and leaves the shard to others.
    async fn hand_over(&mut self, shard: Lease, most: Duration) {
        let served = Arc::clone(self.service.served());
        if shard == Lease::Matrix {
            // What performs its effects ends with its connection.
            served.close_shard(shard);
            self.until_idle(shard, most).await;
            self.disconnect(shard, most).await;
        } else {
            self.disconnect(shard, most).await;
            served.close_shard(shard);
            self.until_idle(shard, most).await;
        }
        self.forget(shard);
        self.release(shard).await;
        self.record_held();
        tracing::info!(shard = %shard, "shard handed over");
    }

    async fn disconnect(&self, shard: Lease, most: Duration) {
        let (done, closed) = oneshot::channel();
        self.tell(shard, ShardCommand::Stop { lease: shard, done });
        // Dropped if it was not connected.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT.min(most), closed).await;
    }

    async fn until_idle(&self, shard: Lease, most: Duration) {
        let idle = self.service.served().until_idle(shard);
        if tokio::time::timeout(most, idle).await.is_err() {
            tracing::debug!(shard = %shard, "effects left to the next owner");
        }
    }

    async fn release(&self, shard: Lease) {
        if let Err(error) = blocking(&self.leases, move |leases| leases.release(shard)).await {
            tracing::warn!(shard = %shard, %error, "shard not released: others take it when the lease ends");
        }
    }

    /// Hands over everything, one after another.
    pub(super) async fn say_farewell(&mut self) {
        let end = Instant::now() + self.timing.farewell;
        if let Err(error) = blocking(&self.leases, |leases| leases.step_down()).await {
            tracing::debug!(%error, "others wait for the end of this process");
        }
        for shard in self.service.served().held().leases {
            let left = end.saturating_duration_since(Instant::now());
            self.hand_over(shard, left.min(self.timing.hand_over)).await;
        }
    }
}

/// Whether the front end reaches the platform now.
pub(super) async fn is_reached(commands: &mpsc::UnboundedSender<ShardCommand>) -> bool {
    let (answer, reached) = oneshot::channel();
    drop(commands.send(ShardCommand::Probe(answer)));
    let reached = tokio::time::timeout(PROBE_TIMEOUT, reached).await;
    matches!(reached, Ok(Ok(())))
}

/// All pending effects of these shards.
fn pending(leases: &dyn Leases, shards: &LeaseSet) -> Result<Vec<Outgoing>, StoreError> {
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

/// Looks for effects that other processes have committed for this one's shards, a page at a time. Never returns.
pub(super) async fn look(service: &Arc<Service>, leases: &Arc<dyn Leases>, interval: Duration) {
    let mut ticks = tokio::time::interval(interval);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut after: Option<EffectId> = None;
    loop {
        ticks.tick().await;
        let served = service.served();
        served.begin_look();
        let held = served.held();
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

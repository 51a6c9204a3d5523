//! Absences of this process on a shared database, and jumps of the database's clock.

use std::sync::Arc;
use std::time::Instant;

use app::effect::Outgoing;
use app::store::StoreError;
use app::{Failure, Moment, Span, Timestamp};
use store::leases::{Lease, LeaseSet, Leases};
use text::Platform;

use super::homes::HomesOf;
use super::link::Link;
use super::{LONGEST_GAP, MomentSource as _, Result, Service, SystemSource};

impl Service {
    /// Adjusts the clock to the database's, which was asked for the time at `asked`. If that was set, suspends all leases first:
    /// when they resume, players get back the time since people could last reach Delos. Returns whether it was set.
    pub(crate) fn set_clock(&self, time: Timestamp, asked: Instant) -> bool {
        let step = self.source.step(time, asked);
        if let Some(step) = step {
            tracing::warn!(
                seconds = step.0 / 1_000,
                "the database's clock was set: shards suspended"
            );
            self.ownership.suspend();
        }
        self.source.set_clock(time, asked);
        step.is_some()
    }

    /// Gives players back the time in which they could not reach Delos on these shards, or on a platform.
    pub(crate) async fn give_back_absence(
        self: &Arc<Self>,
        leases: &Arc<dyn Leases>,
        set: LeaseSet,
    ) -> Result<()> {
        let leases = Arc::clone(leases);
        self.apply_unadjusted(move |service| service.absence_over(&*leases, set))
            .await
    }

    /// When people could last reach Delos under a lease, by this process's clock.
    fn last_heard(&self, leases: &dyn Leases, lease: Lease) -> Result<Option<Timestamp>> {
        let asked = Instant::now();
        let contact = leases.contact(lease)?;
        if self.set_clock(contact.now, asked) {
            // Tried again when the lease is resumed.
            return Err(StoreError::NotOurs.into());
        }
        let ago = |heard: Timestamp| Span(heard.0 - contact.now.0);
        Ok(contact.heard.map(|heard| self.now().plus(ago(heard))))
    }

    fn absence_over(&self, leases: &dyn Leases, set: LeaseSet) -> Result<Vec<Outgoing>> {
        let heard = set
            .leases
            .iter()
            .map(|&lease| self.last_heard(leases, lease));
        let heard: Vec<_> = heard.collect::<Result<_, _>>()?;
        // Nothing has ever run on this database.
        let Some(from) = heard.into_iter().flatten().min() else {
            return Ok(Vec::new());
        };
        let now = self.now();
        // If `from` is further ahead, the clock was set back. The clocks of two processes may differ by less.
        let from = if from.since(now) > LONGEST_GAP {
            from
        } else {
            from.min(now)
        };
        self.give_back_since(set, from, now)
    }

    /// Gives players back the time in which connections were dead and no one knew.
    pub(super) async fn give_back_silences(self: &Arc<Self>, link: &Link) -> Result<()> {
        loop {
            let Some((set, from)) = link.silences().first().cloned() else {
                return Ok(());
            };
            let now = self.now();
            self.apply_unadjusted(move |service| service.give_back_since(set, from, now))
                .await?;
            // The outage's lock is held, so this is the same one.
            link.silences().remove(0);
            tracing::info!(
                platform = ?link.platform,
                seconds = now.seconds() - from.seconds(),
                "time of a dead connection given back"
            );
        }
    }

    fn give_back_since(
        &self,
        set: LeaseSet,
        from: Timestamp,
        now: Timestamp,
    ) -> Result<Vec<Outgoing>> {
        // Platforms come after shards.
        let last = set.leases.last();
        let platform = last.map_or(Platform::Discord, |lease| lease.platform());
        let store = &*self.store;
        let homes = HomesOf { store, set };
        // Not from the service's own source: requests get the same random bits whether or not an absence comes between them.
        let seed = SystemSource.seed();
        let moment = Moment { now, seed };
        self.given_back(self.app.make_up_in(platform, &homes, from, moment)?)
    }

    /// [`App::come_back_since`](app::App::come_back_since), whose failure leaves the absence to be given back again.
    pub(super) fn come_back(
        &self,
        platform: Platform,
        since: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Vec<Outgoing>> {
        self.given_back(self.app.come_back_since(platform, since, now)?)
    }

    /// The effects; after a failure they are queued, as they are stored.
    fn given_back(
        &self,
        (outgoing, failed): (Vec<Outgoing>, Option<Failure>),
    ) -> Result<Vec<Outgoing>> {
        match failed {
            Some(failure) => {
                self.queue(outgoing);
                Err(failure)
            }
            None => Ok(outgoing),
        }
    }
}

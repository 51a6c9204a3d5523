//! The homes in which this process lets time pass.

use std::sync::Arc;

use app::store::{Homes, Index, Key, Page, Result};
use app::{Home, Span, Timestamp};
use store::Database;
use store::leases::{Lease, LeaseSet, Leases};
use text::Platform;

use super::ownership::Ownership;

/// A shorter time without a beat is no absence.
const SHORTEST_ABSENCE: Span = Span::seconds(3);

/// The homes of the open leases.
pub(super) struct OpenHomes {
    pub(super) leases: Arc<dyn Leases>,
    pub(super) ownership: Arc<Ownership>,
}

impl Homes for OpenHomes {
    fn include(&self, home: Home) -> bool {
        self.ownership.open().contains(home)
    }

    fn due(&self, page: Page) -> Result<Vec<(i64, Key)>> {
        let open = self.ownership.open();
        if open.is_empty() {
            return Ok(Vec::new());
        }
        self.leases.due_of(&open, &page)
    }

    fn paused_since(&self, home: Home, now: Timestamp) -> Result<Option<Timestamp>> {
        let Some(lease) = Lease::of(home, self.ownership.held().total) else {
            return Ok(None);
        };
        let contact = self.leases.contact(lease)?;
        let absence = contact.heard.map(|heard| contact.now.since(heard));
        let absence = absence.filter(|absence| *absence > SHORTEST_ABSENCE);
        Ok(absence.map(|absence| now.plus(Span(-absence.0))))
    }
}

/// The homes of leases that come back after an absence.
pub(super) struct HomesOf<'a> {
    pub(super) store: &'a dyn Database,
    pub(super) set: LeaseSet,
}

impl Homes for HomesOf<'_> {
    fn include(&self, home: Home) -> bool {
        self.set.contains(home)
    }

    fn due(&self, page: Page) -> Result<Vec<(i64, Key)>> {
        match self.store.leases() {
            Some(leases) => leases.due_of(&self.set, &page),
            None => self.store.list(&Index::due_on(Platform::Discord), page),
        }
    }

    /// Their clocks are adjusted all at once.
    fn paused_since(&self, _: Home, _: Timestamp) -> Result<Option<Timestamp>> {
        Ok(None)
    }
}

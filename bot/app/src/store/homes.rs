//! The part of a database's world that one of several processes serves.

use crate::model::home::Home;
use crate::model::moment::Timestamp;
use crate::store::{Key, Page, Result};

/// The homes in which a process lets time pass. Without one, an [`App`](crate::App) serves all.
///
/// Time passes in a home once people can reach Delos there and were given back the time in which they could not. Commands may
/// come from anywhere.
pub trait Homes: Send + Sync {
    /// Whether this process lets time pass in a home at present.
    fn include(&self, home: Home) -> bool;

    /// Records of these homes with a deadline, earliest first.
    fn due(&self, page: Page) -> Result<Vec<(i64, Key)>>;

    /// Returns when processes stopped letting time pass in a home; `None` if one does now, or none ever did.
    fn paused_since(&self, home: Home, now: Timestamp) -> Result<Option<Timestamp>>;
}

impl<H: Homes + ?Sized> Homes for std::sync::Arc<H> {
    fn include(&self, home: Home) -> bool {
        (**self).include(home)
    }

    fn due(&self, page: Page) -> Result<Vec<(i64, Key)>> {
        (**self).due(page)
    }

    fn paused_since(&self, home: Home, now: Timestamp) -> Result<Option<Timestamp>> {
        (**self).paused_since(home, now)
    }
}

//! Index rows on sled.

use app::store::{Edge, Index, Page};

use crate::keys::{first_of_content, page_range};

/// Whether the records are at most the one of [`Key::Presence`](app::store::Key::Presence).
pub(super) fn is_empty(records: &sled::Tree) -> sled::Result<bool> {
    let others = records.range(first_of_content()..).next();
    Ok(others.transpose()?.is_none())
}

/// Number of rows with an index byte.
pub(super) fn rows_of(rows: &sled::Tree, index: u8) -> usize {
    rows.scan_prefix([index]).keys().count()
}

/// The rows of a page, in its order.
pub(super) fn page(rows: &sled::Tree, index: &Index, page: &Page) -> sled::Result<Vec<sled::IVec>> {
    let (low, high) = page_range(index, page);
    let found = rows.range(low..high).keys();
    match page.from {
        Edge::Start => found.take(page.limit).collect(),
        Edge::End => found.rev().take(page.limit).collect(),
    }
}

//! Events of a platform that were acted on, and broadcasts: one that is delivered again changes nothing.

use serde::{Deserialize, Serialize};

use crate::model::{HeardId, Index, IndexRow, Span, Timestamp};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeardRecord {
    pub id: HeardId,
    /// When it was acted on.
    pub at: Timestamp,
}

impl HeardRecord {
    /// How long it is kept at least. One that was not acknowledged is kept until it is, however long that takes: it is delivered
    /// again at the next start. Only Matrix acknowledges events.
    pub const KEPT: Span = Span::days(2);

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        vec![Index::Heard.at(self.at.0)]
    }
}

//! When Delos was last seen at work: what lies between this and its next start is an absence.

use serde::{Deserialize, Serialize};

use crate::model::moment::Timestamp;

/// The only record of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PresenceRecord {
    /// When this was written.
    pub at: Timestamp,
}

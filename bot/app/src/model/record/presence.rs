//! When Delos last ran: the time until its next start is downtime.

use serde::{Deserialize, Serialize};

use crate::model::moment::Timestamp;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PresenceRecord {
    pub at: Timestamp,
}

//! When Delos last ran: the time until its next start is downtime.

use serde::{Deserialize, Serialize};
use text::Platform;

use crate::model::moment::{Span, Timestamp};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PresenceRecord {
    /// When people could last reach it on Discord.
    pub at: Timestamp,
    /// When people could last reach it on Matrix, if they ever could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix: Option<Timestamp>,
}

impl PresenceRecord {
    /// Interval between two records, which limits how precisely an absence is known.
    pub(crate) const INTERVAL: Span = Span::seconds(10);

    /// How long a record is valid. It may be written a little late.
    pub(crate) const LASTS: Span = Span::seconds(15);

    /// Returns the first record.
    pub fn begun(platform: Platform, now: Timestamp) -> Self {
        Self {
            at: now,
            matrix: (platform == Platform::Matrix).then_some(now),
        }
    }

    /// When people could last reach Delos on a platform.
    pub fn on(&self, platform: Platform) -> Timestamp {
        match platform {
            Platform::Discord => self.at,
            Platform::Matrix => self.matrix.unwrap_or(self.at),
        }
    }

    /// Notes that people can reach Delos on a platform.
    pub fn note(&mut self, platform: Platform, now: Timestamp) {
        match platform {
            Platform::Discord => self.at = now,
            Platform::Matrix => self.matrix = Some(now),
        }
    }
}

//! When Delos last ran: the time until its next start is downtime.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::Value;
use text::Platform;

use crate::model::moment::{Span, Timestamp};
use crate::model::record::defaults::stored;

stored! {
    pub struct PresenceRecord {
        /// When people could last reach it on Discord.
        pub at: Timestamp,
        /// When people could last reach it on other platforms, by their names.
        #[serde(flatten, deserialize_with = "elsewhere")]
        elsewhere: BTreeMap<String, Timestamp>,
    }
}

/// Reads the times of the other platforms. Any other field comes from a later version and is ignored, as in every record.
fn elsewhere<'de, D: Deserializer<'de>>(
    fields: D,
) -> Result<BTreeMap<String, Timestamp>, D::Error> {
    let mut fields = BTreeMap::<String, Value>::deserialize(fields)?;
    fields.retain(|name, _| Platform::whole().any(|platform| platform.name() == name));
    let times = fields.into_iter().map(|(name, time)| {
        let time = Timestamp::deserialize(time).map_err(D::Error::custom);
        time.map(|time| (name, time))
    });
    times.collect()
}

impl PresenceRecord {
    /// Interval between two records, which limits how precisely an absence is known.
    pub(crate) const INTERVAL: Span = Span::seconds(10);

    /// How long a record is valid. It may be written a little late.
    pub(crate) const LASTS: Span = Span::seconds(15);

    /// Returns the first record.
    pub fn begun(platform: Platform, now: Timestamp) -> Self {
        let elsewhere = BTreeMap::new();
        let mut begun = Self { at: now, elsewhere };
        begun.note(platform, now);
        begun
    }

    /// When people could last reach Delos on a platform.
    pub fn on(&self, platform: Platform) -> Timestamp {
        *self.elsewhere.get(platform.name()).unwrap_or(&self.at)
    }

    /// Notes that people can reach Delos on a platform.
    pub fn note(&mut self, platform: Platform, now: Timestamp) {
        if platform.is_whole() {
            self.elsewhere.insert(platform.name().to_owned(), now);
        } else {
            self.at = now;
        }
    }
}

//! Recent messages by channel: a hint on whether a board is still in view.
//!
//! Keeps only ids, the last few of the busiest channels, and none from before this run. Without them, only a board's age decides.

use std::collections::BTreeMap;

use runtime::recent::Recent;

/// With this many messages below it, a board is out of view on a phone.
const BURIED: usize = 3;
/// Messages that are kept of a channel.
const KEPT: usize = 8;
/// Channels that are tracked; the one that has been quiet the longest is dropped first.
const MAX_CHANNELS: usize = 1000;

/// The latest messages of each channel, each with the person who has seen it: its author, or the reader of a private answer.
pub(crate) struct ChannelActivity(Recent<u64, BTreeMap<u64, u64>>);

impl Default for ChannelActivity {
    fn default() -> Self {
        Self(Recent::new(MAX_CHANNELS))
    }
}

impl ChannelActivity {
    /// Records a message by a user, or a private one for them.
    pub(crate) fn record(&self, channel: u64, message: u64, user: u64) {
        self.0.update(channel, BTreeMap::new, |latest| {
            latest.insert(message, user);
            if latest.len() > KEPT {
                latest.pop_first();
            }
        });
    }

    /// Forgets a private message that its reader has used.
    pub(crate) fn forget(&self, channel: u64, message: u64) {
        self.0.update(channel, BTreeMap::new, |latest| {
            latest.remove(&message);
        });
    }

    /// Whether this user has a message below this one, or at least [`BURIED`] messages are known to be there.
    pub(crate) fn is_buried(&self, channel: u64, message: u64, user: u64) -> bool {
        self.0.get(&channel).is_some_and(|latest| {
            let below = || latest.range(message + 1..);
            below().count() >= BURIED || below().any(|(_, reader)| *reader == user)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_buried_by_three_others_or_one_of_the_players() {
        const READER: u64 = 5;
        let activity = ChannelActivity::default();
        let is_buried = |message| activity.is_buried(1, message, READER);
        for message in 100..104 {
            activity.record(1, message, 7);
        }
        assert!(is_buried(100));
        assert!(!is_buried(101), "it is one of them");
        assert!(!activity.is_buried(2, 99, READER), "the channel is unknown");
        activity.record(1, 104, READER);
        assert!(is_buried(103));
        activity.forget(1, 104);
        assert!(!is_buried(103));
    }
}

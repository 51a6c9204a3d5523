//! Recent messages by channel: a hint on whether a board has scrolled out of view.
//!
//! Only message ids are kept, the last few of the busiest channels, and none from before this run. Without them a board's
//! age decides alone.

use std::collections::VecDeque;

use runtime::recent::Recent;

/// With this many messages below it, a board is out of view on a phone and on most desktops.
const BURIED: usize = 15;
/// Channels that are tracked; the one that has been quiet the longest is dropped first.
const MAX_CHANNELS: usize = 1000;

/// The ids of the latest messages of each channel, oldest first.
pub(crate) struct ChannelActivity(Recent<u64, VecDeque<u64>>);

impl Default for ChannelActivity {
    fn default() -> Self {
        Self(Recent::new(MAX_CHANNELS))
    }
}

impl ChannelActivity {
    /// Records that a message was posted.
    pub(crate) fn record(&self, channel: u64, message: u64) {
        self.0.update(channel, VecDeque::new, |latest| {
            latest.push_back(message);
            if latest.len() > BURIED {
                latest.pop_front();
            }
        });
    }

    /// Whether at least [`BURIED`] messages are known to be below this one.
    pub(crate) fn is_buried(&self, channel: u64, message: u64) -> bool {
        self.0.get(&channel).is_some_and(|latest| {
            latest.len() >= BURIED && latest.front().is_some_and(|first| *first > message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_buried_once_enough_others_are_below_it() {
        let activity = ChannelActivity::default();
        let buried = u64::try_from(BURIED).unwrap_or_default();
        for message in 100..100 + buried {
            activity.record(1, message);
            activity.record(2, 7);
        }
        assert!(activity.is_buried(1, 99));
        assert!(!activity.is_buried(1, 100), "it is one of them");
        assert!(!activity.is_buried(3, 99), "the channel is unknown");
    }
}

//! Recent messages by channel: a hint on whether a board has scrolled out of view.
//!
//! Only message ids are kept, the last few of the busiest channels, and none from before this run. Without them a board's
//! age decides alone.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// With this many messages below it, a board is out of view on a phone and on most desktops.
const BURIED: usize = 15;
/// Channels that are tracked.
const MAX_CHANNELS: usize = 1000;

/// The ids of the latest messages of each channel, oldest first.
#[derive(Default)]
pub(crate) struct ChannelActivity(Mutex<HashMap<u64, VecDeque<u64>>>);

impl ChannelActivity {
    /// Records that a message was posted.
    pub(crate) fn record(&self, channel: u64, message: u64) {
        let mut channels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !channels.contains_key(&channel) && channels.len() >= MAX_CHANNELS {
            // Ids grow with time: evict the channel that has been quiet the longest.
            let quietest = channels
                .iter()
                .min_by_key(|(_, latest)| latest.back().copied())
                .map(|(&channel, _)| channel);
            quietest.and_then(|channel| channels.remove(&channel));
        }
        let latest = channels.entry(channel).or_default();
        latest.push_back(message);
        if latest.len() > BURIED {
            latest.pop_front();
        }
    }

    /// Whether at least [`BURIED`] messages are known to be below this one.
    pub(crate) fn is_buried(&self, channel: u64, message: u64) -> bool {
        let channels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        channels.get(&channel).is_some_and(|latest| {
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

    #[test]
    fn the_quietest_channel_is_evicted_when_too_many_are_tracked() {
        let activity = ChannelActivity::default();
        let many = u64::try_from(2 * MAX_CHANNELS).unwrap_or_default();
        for number in 1..=many {
            activity.record(number, number);
        }
        let channels = activity.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(channels.len(), MAX_CHANNELS);
        assert!(channels.contains_key(&many) && !channels.contains_key(&1));
    }
}

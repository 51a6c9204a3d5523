//! How far up a board's message has moved: a hint, from the messages that Discord tells of since this run began.
//!
//! Only their numbers are kept, of the last few in each of the busiest channels. A run that has just begun knows of none: then
//! a board's age decides alone.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// A board with so many messages below it is out of sight, on a phone and on most desks.
const FAR: usize = 15;
/// Channels of which something is remembered.
const CHANNELS: usize = 1000;

/// The numbers of the latest messages of each channel, the oldest first.
#[derive(Default)]
pub(crate) struct Distance(Mutex<HashMap<u64, VecDeque<u64>>>);

impl Distance {
    /// A message was posted.
    pub(crate) fn note(&self, channel: u64, message: u64) {
        let mut channels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !channels.contains_key(&channel) && channels.len() >= CHANNELS {
            // Numbers grow with time: the channel that has been silent for longest goes.
            let silent = channels
                .iter()
                .min_by_key(|(_, latest)| latest.back().copied())
                .map(|(&channel, _)| channel);
            silent.and_then(|channel| channels.remove(&channel));
        }
        let latest = channels.entry(channel).or_default();
        latest.push_back(message);
        if latest.len() > FAR {
            latest.pop_front();
        }
    }

    /// Whether it is known that many messages stand below that one.
    pub(crate) fn is_far_up(&self, channel: u64, message: u64) -> bool {
        let channels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        channels.get(&channel).is_some_and(|latest| {
            latest.len() >= FAR && latest.front().is_some_and(|first| *first > message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_far_up_once_enough_stand_below_it() {
        let distance = Distance::default();
        let far = u64::try_from(FAR).unwrap_or_default();
        for message in 100..100 + far {
            distance.note(1, message);
            distance.note(2, 7);
        }
        assert!(distance.is_far_up(1, 99));
        assert!(!distance.is_far_up(1, 100), "it is one of them");
        assert!(!distance.is_far_up(3, 99), "nothing is known of that one");
    }

    #[test]
    fn no_more_channels_are_remembered_than_there_is_room_for() {
        let distance = Distance::default();
        let many = u64::try_from(2 * CHANNELS).unwrap_or_default();
        for number in 1..=many {
            distance.note(number, number);
        }
        let channels = distance.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(channels.len(), CHANNELS);
        assert!(channels.contains_key(&many) && !channels.contains_key(&1));
    }
}

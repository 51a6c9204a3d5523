//! Users and channels where Discord refused a message, and the direct channels of users, so that neither is asked for again and
//! again.
//!
//! Nothing here is stored: after a restart each is tried once more.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use app::{Span, Timestamp};
use serenity::all::{ChannelId, UserId};

/// The most users and channels that are remembered, each.
const MOST: usize = 10_000;
/// The pause after the first refusal; each further one makes it [`FACTOR`] times longer.
const FIRST_PAUSE: Span = Span::minutes(10);
const FACTOR: i64 = 4;
const LONGEST_PAUSE: Span = Span::hours(24);

/// Where a message may be sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Recipient {
    User(UserId),
    Channel(ChannelId),
}

#[derive(Clone, Copy)]
struct Pause {
    length: Span,
    until: Timestamp,
}

/// Recent refusals and direct channels.
#[derive(Default)]
pub(crate) struct Refusals {
    pauses: Mutex<HashMap<Recipient, Pause>>,
    direct_channels: Mutex<HashMap<UserId, ChannelId>>,
}

impl Refusals {
    /// Whether to send nothing there for now.
    pub(crate) fn is_paused(&self, recipient: Recipient, now: Timestamp) -> bool {
        let pauses = self.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        // A clock that was set back makes no pause longer.
        let lasts = |pause: &Pause| now < pause.until && pause.until.since(now) <= pause.length;
        pauses.get(&recipient).is_some_and(lasts)
    }

    /// Notes a refusal, after which nothing is sent there for a while.
    pub(crate) fn refused(&self, recipient: Recipient, now: Timestamp) {
        let mut pauses = self.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        let length = pauses.get(&recipient).map_or(FIRST_PAUSE, |pause| {
            Span(pause.length.0 * FACTOR).min(LONGEST_PAUSE)
        });
        let until = now.plus(length);
        insert(&mut pauses, recipient, Pause { length, until });
    }

    /// Notes that messages arrive there.
    pub(crate) fn accepted(&self, recipient: Recipient) {
        let mut pauses = self.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.remove(&recipient);
    }

    pub(crate) fn direct_channel(&self, user: UserId) -> Option<ChannelId> {
        let channels = self.direct_channels.lock();
        let channels = channels.unwrap_or_else(PoisonError::into_inner);
        channels.get(&user).copied()
    }

    pub(crate) fn note_direct_channel(&self, user: UserId, channel: ChannelId) {
        let channels = self.direct_channels.lock();
        insert(
            &mut channels.unwrap_or_else(PoisonError::into_inner),
            user,
            channel,
        );
    }

    pub(crate) fn forget_direct_channel(&self, user: UserId) {
        let channels = self.direct_channels.lock();
        let mut channels = channels.unwrap_or_else(PoisonError::into_inner);
        channels.remove(&user);
    }
}

/// Inserts into a map of at most [`MOST`] entries. Any other entry makes room: what is forgotten is asked for once more.
fn insert<K: Copy + Eq + Hash, V>(map: &mut HashMap<K, V>, key: K, value: V) {
    if map.len() >= MOST && !map.contains_key(&key) {
        let other = map.keys().next().copied();
        other.and_then(|other| map.remove(&other));
    }
    map.insert(key, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: Recipient = Recipient::User(UserId::new(1));

    #[test]
    fn each_refusal_pauses_longer_until_a_message_arrives() {
        let refusals = Refusals::default();
        let mut now = Timestamp(0);
        let mut tries = 0;
        for _ in 0..(7 * 24 * 60) {
            if !refusals.is_paused(ANN, now) {
                tries += 1;
                refusals.refused(ANN, now);
            }
            now = now.plus(Span::minutes(1));
        }
        assert!((6..=12).contains(&tries), "{tries} tries in a week");
        assert!(!refusals.is_paused(Recipient::Channel(ChannelId::new(1)), now));
        refusals.accepted(ANN);
        assert!(!refusals.is_paused(ANN, now));
        refusals.refused(ANN, now);
        assert!(
            !refusals.is_paused(ANN, now.plus(FIRST_PAUSE)),
            "it begins anew"
        );
    }

    #[test]
    fn only_so_many_are_remembered() {
        let refusals = Refusals::default();
        let now = Timestamp(0);
        for number in 1..=2 * MOST as u64 {
            refusals.refused(Recipient::User(UserId::new(number)), now);
            refusals.note_direct_channel(UserId::new(number), ChannelId::new(number));
        }
        assert_eq!(refusals.pauses.lock().unwrap().len(), MOST);
        assert_eq!(refusals.direct_channels.lock().unwrap().len(), MOST);
        let latest = UserId::new(2 * MOST as u64);
        assert!(refusals.is_paused(Recipient::User(latest), now));
        assert!(refusals.direct_channel(latest).is_some());
        refusals.forget_direct_channel(latest);
        assert!(refusals.direct_channel(latest).is_none());
    }
}

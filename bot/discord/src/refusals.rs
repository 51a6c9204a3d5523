//! Users and channels where Discord refused a message, and the direct channels of users, so that neither is asked for again and
//! again.
//!
//! Nothing here is stored: after a restart each is asked for once more.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serenity::all::{ChannelId, UserId};

use runtime::outbox::pauses::{Pauses, insert};

/// The most users that are remembered.
const MOST: usize = 10_000;

/// Where a message may be sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Recipient {
    User(UserId),
    Channel(ChannelId),
}

/// Recent refusals and direct channels.
#[derive(Default)]
pub(crate) struct Refusals {
    pub(crate) pauses: Pauses<Recipient>,
    pub(crate) direct_channels: DirectChannels,
}

/// The direct channels of users.
#[derive(Default)]
pub(crate) struct DirectChannels(Mutex<HashMap<UserId, ChannelId>>);

impl DirectChannels {
    pub(crate) fn of(&self, user: UserId) -> Option<ChannelId> {
        let channels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        channels.get(&user).copied()
    }

    pub(crate) fn note(&self, user: UserId, channel: ChannelId) {
        let mut channels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        insert(&mut channels, user, channel, MOST);
    }

    pub(crate) fn forget(&self, user: UserId) {
        let mut channels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        channels.remove(&user);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_many_are_remembered() {
        let channels = DirectChannels::default();
        for number in 1..=2 * MOST as u64 {
            channels.note(UserId::new(number), ChannelId::new(number));
        }
        assert_eq!(channels.0.lock().unwrap().len(), MOST);
        let latest = UserId::new(2 * MOST as u64);
        assert!(channels.of(latest).is_some());
        channels.forget(latest);
        assert!(channels.of(latest).is_none());
    }
}

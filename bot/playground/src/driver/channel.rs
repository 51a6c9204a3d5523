//! A channel: a text channel, a thread or a DM.

use super::wait::expect;
use super::{Arg, Message};
use crate::state::World;

handle! {
    /// A text channel, a thread or a DM channel.
    Channel: ChannelState in channels
}

impl Channel {
    /// The name without `#`; empty for a DM.
    pub fn name(&self) -> String {
        self.read(|_, c| c.name.clone())
    }

    /// All messages, including ephemeral ones, oldest first.
    pub fn messages(&self) -> Vec<Message> {
        self.read(|_, c| {
            let ids = c.messages.iter();
            ids.map(|id| Message::new(&self.shared, *id)).collect()
        })
    }

    /// The latest message.
    pub fn last(&self) -> Option<Message> {
        let id = self.read(|_, c| c.messages.last().copied())?;
        Some(Message::new(&self.shared, id))
    }

    /// Waits for the next message of the bot that this method has not returned yet, including ephemeral ones, responses
    /// to interactions, and deferrals once they are filled. Panics after two real minutes.
    #[track_caller]
    pub fn next_message(&self) -> impl Future<Output = Message> {
        let next = move || {
            let id = self.shared.update_silently(|w| take_next(w, self.id))?;
            Some(Message::new(&self.shared, id))
        };
        let what = format!("the next message of the bot in #{}", self.name());
        expect(&self.shared, what, next)
    }

    /// Waits until `find` returns something for the messages. Panics after two real minutes.
    #[track_caller]
    pub fn until<T>(
        &self,
        what: &str,
        mut find: impl FnMut(&[Message]) -> Option<T>,
    ) -> impl Future<Output = T> {
        let found = move || find(&self.messages());
        expect(&self.shared, what.to_owned(), found)
    }

    /// The threads of this channel, oldest first, including archived ones.
    pub fn threads(&self) -> Vec<Self> {
        self.shared.read(|w| {
            let channels = w.channels.values();
            let threads = channels.filter(|c| c.parent == Some(self.id));
            threads.map(|c| Self::new(&self.shared, c.id)).collect()
        })
    }

    /// The names of a thread's members without the bot, by id.
    pub fn thread_members(&self) -> Vec<String> {
        self.read(|w, c| {
            let users = c.thread_members.iter().filter(|&&id| id != w.bot);
            users.map(|&id| w.user_name(id)).collect()
        })
    }

    /// Whether it is an archived thread.
    pub fn is_archived(&self) -> bool {
        self.read(|_, c| c.archived)
    }

    /// Whether it is deleted.
    pub fn is_deleted(&self) -> bool {
        self.shared.read(|w| !w.channels.contains_key(&self.id))
    }

    /// Archives a thread.
    pub fn archive(&self) {
        self.shared.update(|w| w.set_archived(self.id, true));
    }

    /// Locks and archives a thread: only those who manage threads can write in it.
    pub fn lock(&self) {
        self.shared.update(|w| {
            if let Some(c) = w.channels.get_mut(&self.id) {
                c.locked = true;
                c.archived = true;
            }
            w.dispatch_channel("THREAD_UPDATE", self.id);
        });
    }

    /// Deletes the channel with its messages and threads.
    pub fn delete(&self) {
        self.shared.update(|w| w.delete_channel(self.id));
    }

    /// Denies the bot [permissions](crate::permission) here.
    pub fn deny_bot(&self, permissions: u64) {
        self.shared
            .update(|w| w.overwrite(self.id, w.bot, 0, permissions));
    }

    /// Allows the bot permissions here.
    pub fn allow_bot(&self, permissions: u64) {
        self.shared
            .update(|w| w.overwrite(self.id, w.bot, permissions, 0));
    }

    /// Everything that happened here, event by event, without ids and times, for snapshots. `(only alice)` marks what
    /// only one user saw.
    pub fn transcript(&self) -> String {
        self.shared.read(|w| w.transcript(self.id))
    }
}

impl From<&Channel> for Arg {
    fn from(channel: &Channel) -> Self {
        Self::Channel(channel.id())
    }
}

/// The first message of the bot after those returned by [`Channel::next_message`].
fn take_next(w: &mut World, channel: u64) -> Option<u64> {
    let c = w.channels.get_mut(&channel)?;
    let mut later = c.messages.range(c.last_returned + 1..).copied();
    let next = later.find(|m| {
        let m = w.messages.get(m);
        m.is_some_and(|m| m.author == w.bot && !m.is_loading())
    })?;
    c.last_returned = next;
    Some(next)
}

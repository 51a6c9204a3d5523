//! Servers and channels.

use std::panic::Location;
use std::sync::Arc;

use super::wait::wait;
use super::{Message, User};
use crate::state::{Kind, Shared};

/// A server.
#[derive(Debug, Clone)]
pub struct Guild {
    pub(super) shared: Arc<Shared>,
    pub(super) id: u64,
}

impl Guild {
    /// Discord's id.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The text channel of this name, made at the first mention.
    #[must_use]
    pub fn channel(&self, name: &str) -> Channel {
        let id = self
            .shared
            .change(|w| w.channel_named(self.id, name.trim_start_matches('#')));
        Channel {
            shared: Arc::clone(&self.shared),
            id,
        }
    }

    /// Gives a member [permissions](crate::permission) beyond those that everybody has.
    pub fn grant(&self, user: &User, permissions: u64) {
        self.shared.change(|w| {
            w.join(self.id, user.id());
            w.grant(self.id, user.id(), permissions);
        });
    }

    /// Sets the bot's permissions on the whole server.
    pub fn set_bot_permissions(&self, permissions: u64) {
        self.shared
            .change(|w| w.set_bot_member(self.id, Some(permissions)));
    }

    /// Throws somebody out.
    pub fn remove(&self, user: &User) {
        self.shared.change(|w| w.leave(self.id, user.id()));
    }

    /// Throws the bot out.
    pub fn remove_bot(&self) {
        self.shared.change(|w| w.set_bot_member(self.id, None));
    }

    /// Invites the bot with the usual permissions.
    pub fn add_bot(&self) {
        self.shared
            .change(|w| w.set_bot_member(self.id, Some(crate::permission::BOT)));
    }
}

/// A text channel, a thread or a direct-message channel.
#[derive(Debug, Clone)]
pub struct Channel {
    pub(super) shared: Arc<Shared>,
    pub(super) id: u64,
}

impl PartialEq for Channel {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

pub(crate) fn channel_handle(shared: &Arc<Shared>, id: u64) -> Channel {
    Channel {
        shared: Arc::clone(shared),
        id,
    }
}

impl Channel {
    /// Discord's id.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The name without `#`; empty for direct messages.
    #[must_use]
    pub fn name(&self) -> String {
        self.shared
            .look(|w| w.channels.get(&self.id).map(|c| c.name.clone()))
            .unwrap_or_default()
    }

    /// All messages, private ones included, oldest first.
    #[must_use]
    pub fn messages(&self) -> Vec<Message> {
        let ids: Vec<u64> = self
            .shared
            .look(|w| {
                w.channels
                    .get(&self.id)
                    .map(|c| c.messages.iter().copied().collect())
            })
            .unwrap_or_default();
        ids.into_iter()
            .map(|id| Message {
                shared: Arc::clone(&self.shared),
                id,
            })
            .collect()
    }

    /// The latest message.
    #[must_use]
    pub fn last(&self) -> Option<Message> {
        let id = self.shared.look(|w| {
            w.channels
                .get(&self.id)
                .and_then(|c| c.messages.last().copied())
        })?;
        Some(Message {
            shared: Arc::clone(&self.shared),
            id,
        })
    }

    /// Waits for the bot's next message here that this method has not given out yet, in order; private ones and answers to
    /// interactions included, deferrals once they are filled. Panics after 15 real seconds.
    #[track_caller]
    pub fn next_message(&self) -> impl Future<Output = Message> {
        let at = Location::caller();
        async move {
            let what = format!("the next message of the bot in #{}", self.name());
            let found = wait(&self.shared, at, Some(&what), || {
                self.shared.change_quietly(|w| {
                    let bot = w.bot;
                    let after = w.channels.get(&self.id)?.handed_out;
                    let next = w
                        .channels
                        .get(&self.id)?
                        .messages
                        .range(after + 1..)
                        .copied()
                        .find(|m| {
                            w.messages
                                .get(m)
                                .is_some_and(|m| m.author == bot && !m.is_loading())
                        })?;
                    w.channels.get_mut(&self.id)?.handed_out = next;
                    Some(next)
                })
            });
            let id = found.await.unwrap_or_default();
            Message {
                shared: Arc::clone(&self.shared),
                id,
            }
        }
    }

    /// Waits until the messages are as wanted.
    ///
    /// # Panics
    /// After 15 real seconds.
    #[track_caller]
    pub fn until<T>(
        &self,
        what: &str,
        mut found: impl FnMut(&[Message]) -> Option<T>,
    ) -> impl Future<Output = T> {
        let (at, what) = (Location::caller(), what.to_owned());
        async move {
            let out = wait(&self.shared, at, Some(&what), || found(&self.messages())).await;
            out.unwrap_or_else(|| panic!("the playground ended while waiting for {what}"))
        }
    }

    /// The threads of this channel, oldest first, archived ones included.
    #[must_use]
    pub fn threads(&self) -> Vec<Self> {
        let ids: Vec<u64> = self.shared.look(|w| {
            w.channels
                .values()
                .filter(|c| c.parent == Some(self.id))
                .map(|c| c.id)
                .collect()
        });
        ids.into_iter()
            .map(|id| channel_handle(&self.shared, id))
            .collect()
    }

    /// The people in a thread, in the order of their ids; the bot is left out.
    #[must_use]
    pub fn thread_members(&self) -> Vec<String> {
        self.shared.look(|w| {
            let members = w.channels.get(&self.id).map(|c| &c.thread_members);
            let people = members.into_iter().flatten().filter(|&&id| id != w.bot);
            people.map(|&id| w.person_name(id)).collect()
        })
    }

    /// Whether it is an archived thread.
    #[must_use]
    pub fn is_archived(&self) -> bool {
        self.shared
            .look(|w| w.channels.get(&self.id).is_some_and(|c| c.archived))
    }

    /// Whether it has been deleted.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        self.shared.look(|w| !w.channels.contains_key(&self.id))
    }

    /// Whether this is a private thread.
    #[must_use]
    pub fn is_private_thread(&self) -> bool {
        self.shared.look(|w| {
            w.channels
                .get(&self.id)
                .is_some_and(|c| c.kind == Kind::PrivateThread)
        })
    }

    /// Archives a thread.
    pub fn archive(&self) {
        self.shared.change(|w| w.set_archived(self.id, true));
    }

    /// Locks a thread: only who manages threads can write in it or open it again.
    pub fn lock(&self) {
        self.shared.change(|w| {
            if let Some(c) = w.channels.get_mut(&self.id) {
                c.locked = true;
                c.archived = true;
            }
            w.channel_event("THREAD_UPDATE", self.id);
        });
    }

    /// Deletes the channel with all that is in it.
    pub fn delete(&self) {
        self.shared.change(|w| w.delete_channel(self.id));
    }

    /// Takes [permissions](crate::permission) from the bot here.
    pub fn deny_bot(&self, permissions: u64) {
        self.shared.change(|w| {
            let bot = w.bot;
            w.overwrite(self.id, bot, |(allow, deny)| {
                *deny |= permissions;
                *allow &= !permissions;
            });
        });
    }

    /// Gives permissions back to the bot here.
    pub fn allow_bot(&self, permissions: u64) {
        self.shared.change(|w| {
            let bot = w.bot;
            w.overwrite(self.id, bot, |(allow, deny)| {
                *allow |= permissions;
                *deny &= !permissions;
            });
        });
    }

    /// Takes permissions from a person here.
    pub fn deny(&self, user: &User, permissions: u64) {
        self.shared
            .change(|w| w.overwrite(self.id, user.id(), |(_, deny)| *deny |= permissions));
    }

    /// Everything that happened here, in words, one event after the other; without ids and points in time, for snapshots.
    /// `(only alice)` stands before what nobody else saw.
    #[must_use]
    pub fn transcript(&self) -> String {
        self.shared.look(|w| w.transcript(self.id))
    }

    /// What somebody sees here at present, in words.
    #[must_use]
    pub fn screen(&self, user: &User) -> String {
        self.shared.look(|w| w.screen(self.id, user.id()))
    }
}

//! A message as a test sees it.

use std::panic::Location;
use std::sync::Arc;

use serde_json::Value;

use super::wait::wait;
use super::{Channel, channel_handle};
use crate::json::Sight;
use crate::state::{MessageState, Shared};

/// A message. Live: it shows the present state, also after edits and deletion.
#[derive(Debug, Clone)]
pub struct Message {
    pub(crate) shared: Arc<Shared>,
    pub(crate) id: u64,
}

/// A button of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    /// The text on it; empty if there is an emoji only.
    pub label: String,
    /// The emoji on it, if any.
    pub emoji: Option<String>,
    /// Empty for a link.
    pub custom_id: String,
    /// 1 blurple, 2 grey, 3 green, 4 red, 5 link.
    pub style: u64,
    /// Shown, but cannot be pressed.
    pub disabled: bool,
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Message {
    fn read<T: Default>(&self, f: impl FnOnce(&MessageState) -> T) -> T {
        self.shared
            .look(|w| w.messages.get(&self.id).map(f))
            .unwrap_or_default()
    }

    /// Discord's id.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The text as it stands in the message, mentions as `<@id>`.
    #[must_use]
    pub fn content(&self) -> String {
        self.read(|m| m.content.clone())
    }

    /// The text as a person reads it: names in place of ids. Points in time read `<time:R>`.
    #[must_use]
    pub fn text(&self) -> String {
        self.shared
            .look(|w| w.messages.get(&self.id).map(|m| w.readable(&m.content)))
            .unwrap_or_default()
    }

    /// Everything in words, as in a transcript: text, embeds, pictures with their alt text, components.
    #[must_use]
    pub fn shown(&self) -> String {
        self.shared
            .look(|w| {
                w.messages
                    .get(&self.id)
                    .map(|m| w.describe(m, &w.person_name(m.author)))
            })
            .unwrap_or_default()
    }

    /// The message object as the bot would get it; null once it is forgotten.
    #[must_use]
    pub fn json(&self) -> Value {
        self.shared.look(|w| {
            w.messages
                .get(&self.id)
                .map_or(Value::Null, |m| w.message_json(m, Sight::Whole))
        })
    }

    /// The embeds as the bot sent them.
    #[must_use]
    pub fn embeds(&self) -> Vec<Value> {
        self.read(|m| m.embeds.clone())
    }

    /// The rows of components, numbered as Discord numbers them.
    #[must_use]
    pub fn components(&self) -> Vec<Value> {
        self.read(MessageState::components_json)
    }

    /// All buttons, row by row.
    #[must_use]
    pub fn buttons(&self) -> Vec<Button> {
        let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
        let of_row = |row: Value| row["components"].as_array().cloned().unwrap_or_default();
        let all = self
            .components()
            .into_iter()
            .flat_map(of_row)
            .filter(|c| c["type"] == 2);
        all.map(|c| Button {
            label: text(&c["label"]),
            emoji: c["emoji"]["name"].as_str().map(str::to_owned),
            custom_id: text(&c["custom_id"]),
            style: c["style"].as_u64().unwrap_or(0),
            disabled: c["disabled"] == true,
        })
        .collect()
    }

    /// Whether only one person sees it.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.read(MessageState::is_private)
    }

    /// Whether it is a deferral that still says "is thinking".
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.read(MessageState::is_loading)
    }

    /// Whether it has been deleted, or its channel has.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        self.shared
            .look(|w| w.messages.get(&self.id).is_none_or(|m| m.deleted))
    }

    /// What the bot named it by, so that sending it twice posts it once.
    #[must_use]
    pub fn nonce(&self) -> Option<String> {
        self.read(|m| m.nonce.as_ref()?.as_str().map(str::to_owned))
    }

    /// How often it has been edited, the filling of a deferral included.
    #[must_use]
    pub fn edits(&self) -> usize {
        self.read(|m| m.edits)
    }

    /// Whether it is pinned.
    #[must_use]
    pub fn is_pinned(&self) -> bool {
        self.read(|m| m.pinned)
    }

    /// Where it stands.
    #[must_use]
    pub fn channel(&self) -> Channel {
        channel_handle(&self.shared, self.read(|m| m.channel))
    }

    /// The name of whoever wrote it.
    #[must_use]
    pub fn author(&self) -> String {
        self.shared
            .look(|w| w.messages.get(&self.id).map(|m| w.person_name(m.author)))
            .unwrap_or_default()
    }

    /// Names and sizes in bytes of all its files, also of those that an embed shows.
    #[must_use]
    pub fn files(&self) -> Vec<(String, usize)> {
        self.read(|m| m.files.iter().map(|f| (f.name.clone(), f.size)).collect())
    }

    /// The content of a file.
    ///
    /// # Panics
    /// If the message has no file of that name.
    #[must_use]
    #[track_caller]
    pub fn file(&self, name: &str) -> Vec<u8> {
        let id = self.read(|m| m.files.iter().find(|f| f.name == name).map(|f| f.id));
        let data = id.and_then(|id| {
            self.shared
                .look(|w| w.files.get(&id).map(|(_, d)| d.to_vec()))
        });
        data.unwrap_or_else(|| panic!("there is no file {name:?}; there are {:?}", self.files()))
    }

    /// The description of a file, which is what a blind person reads; empty if there is none.
    #[must_use]
    pub fn alt_text(&self, name: &str) -> String {
        self.read(|m| {
            m.files
                .iter()
                .find(|f| f.name == name)
                .and_then(|f| f.description.clone())
        })
        .unwrap_or_default()
    }

    /// The names of those whom it notified when it was posted.
    #[must_use]
    pub fn pings(&self) -> Vec<String> {
        self.shared
            .look(|w| {
                w.messages
                    .get(&self.id)
                    .map(|m| m.pinged.iter().map(|u| w.person_name(*u)).collect())
            })
            .unwrap_or_default()
    }

    /// Reactions: emoji, and the names of those who reacted.
    #[must_use]
    pub fn reactions(&self) -> Vec<(String, Vec<String>)> {
        self.shared
            .look(|w| {
                let of = |who: &std::collections::BTreeSet<u64>| {
                    who.iter().map(|u| w.person_name(*u)).collect()
                };
                w.messages.get(&self.id).map(|m| {
                    m.reactions
                        .iter()
                        .map(|(e, who)| (e.clone(), of(who)))
                        .collect()
                })
            })
            .unwrap_or_default()
    }

    /// The message that this one answers.
    #[must_use]
    pub fn reply_target(&self) -> Option<Self> {
        self.read(|m| m.reference).map(|id| Self {
            shared: Arc::clone(&self.shared),
            id,
        })
    }

    /// Messages of the bot in the same channel after this one, private ones included, in order, without those that still say
    /// "is thinking".
    #[must_use]
    pub fn later(&self) -> Vec<Self> {
        let channel = self.channel();
        let all = channel.messages().into_iter().filter(|m| m.id > self.id);
        all.filter(|m| {
            !m.is_thinking()
                && self
                    .shared
                    .look(|w| w.messages.get(&m.id).is_some_and(|s| s.author == w.bot))
        })
        .collect()
    }

    /// Waits until the bot has posted `n` messages in the same channel after this one. Panics after 15 real seconds.
    #[track_caller]
    pub fn answers(&self, n: usize) -> impl Future<Output = Vec<Self>> {
        let at = Location::caller();
        async move {
            let what = format!("{n} messages of the bot after {:?}", self.text());
            let found = wait(&self.shared, at, Some(&what), || {
                let l = self.later();
                (l.len() >= n).then_some(l)
            });
            found.await.unwrap_or_default()
        }
    }

    /// Waits until the message is as wanted. Panics after 15 real seconds.
    #[track_caller]
    pub fn until(
        &self,
        what: &str,
        mut wanted: impl FnMut(&Self) -> bool,
    ) -> impl Future<Output = Self> {
        let (at, what) = (Location::caller(), what.to_owned());
        async move {
            wait(&self.shared, at, Some(&what), || wanted(self).then_some(())).await;
            self.clone()
        }
    }
}

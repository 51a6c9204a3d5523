//! A message as a test sees it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Channel;
use super::args::text;
use super::wait::expect;
use crate::discord::component;
use crate::state::{MessageState, World};

handle! {
    /// A message. Live: it shows the current state, also after edits and deletion.
    Message: MessageState in messages
}

/// A button of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    /// Empty if there is only an emoji.
    pub label: String,
    /// A Unicode emoji.
    pub emoji: Option<String>,
    /// Empty for a link.
    pub custom_id: String,
    /// 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
    /// Whether it cannot be clicked.
    pub disabled: bool,
}

impl Message {
    /// The content, with mentions as `<@id>`.
    pub fn content(&self) -> String {
        self.read(|_, m| m.content.clone())
    }

    /// The content with names for ids, and timestamps as `<time:R>`.
    pub fn text(&self) -> String {
        self.read(|w, m| w.readable(&m.content))
    }

    /// The message as in a transcript: content, embeds, files with alt text, components.
    pub fn shown(&self) -> String {
        self.read(|w, m| w.describe(m, &w.user_name(m.author)))
    }

    /// The message object; null once it is no longer kept.
    pub fn json(&self) -> Value {
        self.read(World::message_json)
    }

    /// The action rows, with component ids.
    pub fn components(&self) -> Vec<Value> {
        self.read(|_, m| m.components_json())
    }

    /// All buttons, row by row.
    pub fn buttons(&self) -> Vec<Button> {
        let parts = self.read(|_, m| m.parts_json()).into_iter();
        parts
            .filter(|c| c["type"] == component::BUTTON)
            .map(|c| Button {
                label: text(&c["label"]),
                emoji: c["emoji"]["name"].as_str().map(str::to_owned),
                custom_id: text(&c["custom_id"]),
                style: c["style"].as_u64().unwrap_or(0),
                disabled: c["disabled"] == true,
            })
            .collect()
    }

    /// Whether only one user sees it.
    pub fn is_ephemeral(&self) -> bool {
        self.read(|_, m| m.is_ephemeral())
    }

    /// Whether it is a deferral that still shows "is thinking".
    pub fn is_thinking(&self) -> bool {
        self.read(|_, m| m.is_loading())
    }

    /// Whether the message or its channel is deleted.
    pub fn is_deleted(&self) -> bool {
        self.shared
            .read(|w| w.messages.get(&self.id).is_none_or(|m| m.deleted))
    }

    /// The nonce by which the bot avoids duplicates.
    pub fn nonce(&self) -> Option<String> {
        self.read(|_, m| m.nonce.as_ref()?.as_str().map(str::to_owned))
    }

    /// The number of edits. Filling a deferral counts.
    pub fn edits(&self) -> usize {
        self.read(|_, m| m.edits)
    }

    /// The channel of the message.
    pub fn channel(&self) -> Channel {
        Channel::new(&self.shared, self.read(|_, m| m.channel))
    }

    /// The name of the author.
    pub fn author(&self) -> String {
        self.read(|w, m| w.user_name(m.author))
    }

    /// Names and sizes in bytes of all files, including those shown by an embed.
    pub fn files(&self) -> Vec<(String, usize)> {
        self.read(|_, m| m.files.iter().map(|f| (f.name.clone(), f.size)).collect())
    }

    /// The content of a file.
    ///
    /// # Panics
    /// If the message has no file of that name.
    #[track_caller]
    pub fn file(&self, name: &str) -> Vec<u8> {
        let data = self.read(|w, m| {
            let file = m.files.iter().find(|f| f.name == name)?;
            w.files.get(&file.id).map(|stored| stored.data.to_vec())
        });
        data.unwrap_or_else(|| panic!("there is no file {name:?}; there are {:?}", self.files()))
    }

    /// The alt text of a file, or an empty string.
    pub fn alt_text(&self, name: &str) -> String {
        self.read(|_, m| {
            let file = m.files.iter().find(|f| f.name == name);
            file.and_then(|f| f.description.clone()).unwrap_or_default()
        })
    }

    /// The names of the users whom it notified when it was posted.
    pub fn pings(&self) -> Vec<String> {
        self.read(|w, m| m.pinged.iter().map(|u| w.user_name(*u)).collect())
    }

    /// Emoji, and the names of the users who reacted.
    pub fn reactions(&self) -> Vec<(String, Vec<String>)> {
        self.read(|w, m| {
            let names = |users: &BTreeSet<u64>| users.iter().map(|u| w.user_name(*u)).collect();
            let reactions = m.reactions.iter();
            reactions
                .map(|(emoji, users)| (emoji.clone(), names(users)))
                .collect()
        })
    }

    /// The message that this one replies to.
    pub fn reply_target(&self) -> Option<Self> {
        let reference = self.read(|_, m| m.reference);
        reference.map(|id| Self::new(&self.shared, id))
    }

    /// Later messages of the bot in the same channel, in order, including ephemeral ones but no unfilled deferrals.
    pub fn later(&self) -> Vec<Self> {
        let is_bots = |w: &World, m: &MessageState| m.author == w.bot && !m.is_loading();
        let messages = self.channel().messages().into_iter();
        messages
            .filter(|m| m.id > self.id && m.read(is_bots))
            .collect()
    }

    /// Waits until the bot has posted `n` later messages in the same channel. Panics after two real minutes.
    #[track_caller]
    pub fn answers(&self, n: usize) -> impl Future<Output = Vec<Self>> {
        let what = format!("{n} messages of the bot after {:?}", self.text());
        let later = move || Some(self.later()).filter(|later| later.len() >= n);
        expect(&self.shared, what, later)
    }

    /// Waits until `condition` holds. Panics after two real minutes.
    #[track_caller]
    pub fn until(
        &self,
        what: &str,
        mut condition: impl FnMut(&Self) -> bool,
    ) -> impl Future<Output = Self> {
        let holds = move || condition(self).then(|| self.clone());
        expect(&self.shared, what.to_owned(), holds)
    }
}

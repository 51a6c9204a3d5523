//! The bot's response to an action.

use std::panic::Location;
use std::sync::Arc;

use serde_json::Value;

use super::wait::expect;
use super::{Channel, Message, channel_handle};
use crate::state::{InteractionState, Shared};

/// All responses to one action. Live: it shows the current state.
#[derive(Debug, Clone)]
pub struct Reply {
    pub(crate) shared: Arc<Shared>,
    pub(crate) id: u64,
}

impl Reply {
    fn read<T>(&self, f: impl FnOnce(&InteractionState) -> T) -> Option<T> {
        self.shared.read(|w| w.interactions.get(&self.id).map(f))
    }

    /// The message of the initial response. If a button updated its message, that message.
    ///
    /// # Panics
    /// If the bot responded with something else, or not at all.
    #[track_caller]
    pub fn message(&self) -> Message {
        let original = self.read(|i| i.original).flatten();
        let Some(id) = original else {
            panic!("there is no message; the bot's steps: {:?}", self.steps())
        };
        Message::new(&self.shared, id)
    }

    /// The initial response and all follow-ups, except deleted ones.
    pub fn messages(&self) -> Vec<Message> {
        let ids = self.read(|i| {
            let all = i.original.into_iter().chain(i.followups.iter().copied());
            all.collect::<Vec<u64>>()
        });
        let messages = ids.unwrap_or_default().into_iter();
        messages
            .map(|id| Message::new(&self.shared, id))
            .filter(|m| !m.is_deleted())
            .collect()
    }

    /// The content of the initial response.
    ///
    /// # Panics
    /// Like [`Reply::message`].
    #[track_caller]
    pub fn content(&self) -> String {
        self.message().content()
    }

    /// Whether the initial response is ephemeral.
    ///
    /// # Panics
    /// Like [`Reply::message`].
    #[track_caller]
    pub fn is_ephemeral(&self) -> bool {
        self.message().is_ephemeral()
    }

    /// The `data` of the modal that the bot opened.
    pub fn modal(&self) -> Option<Value> {
        self.read(|i| i.modal.clone()).flatten()
    }

    /// Names and values of the autocomplete choices.
    pub fn choices(&self) -> Vec<(String, Value)> {
        let list = self.read(|i| i.choices.clone()).unwrap_or_default();
        let name = |c: &Value| c["name"].as_str().unwrap_or_default().to_owned();
        list.iter().map(|c| (name(c), c["value"].clone())).collect()
    }

    /// The callback type of the initial response: 4 message, 5 deferral, 6 deferred update, 7 update, 8 autocomplete
    /// result, 9 modal.
    pub fn kind(&self) -> Option<u64> {
        self.read(|i| i.response).flatten()
    }

    /// The bot's responses in order: `deferral`, `edit`, `followup`, ...
    pub fn steps(&self) -> Vec<String> {
        self.read(|i| i.steps.clone()).unwrap_or_default()
    }

    /// Real time to the initial response, in milliseconds.
    pub fn ack_ms(&self) -> Option<u64> {
        self.read(|i| i.ack_ms).flatten()
    }

    /// The channel of the action.
    pub fn channel(&self) -> Channel {
        channel_handle(&self.shared, self.read(|i| i.channel).unwrap_or_default())
    }

    /// The id of the interaction.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Waits until `condition` holds. Panics after two real minutes.
    #[track_caller]
    pub fn until(
        &self,
        what: &str,
        mut condition: impl FnMut(&Self) -> bool,
    ) -> impl Future<Output = Self> {
        let (caller, what) = (Location::caller(), what.to_owned());
        async move {
            expect(&self.shared, caller, &what, || {
                condition(self).then(|| self.clone())
            })
            .await
        }
    }
}

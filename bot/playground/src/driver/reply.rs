//! What the bot answered to an action.

use std::panic::Location;
use std::sync::Arc;

use serde_json::Value;

use super::wait::wait;
use super::{Channel, Message, channel_handle};
use crate::state::{InteractionState, Shared};

/// All that the bot answered to one action. Live: it shows the present state and grows while the bot goes on.
#[derive(Debug, Clone)]
pub struct Reply {
    pub(crate) shared: Arc<Shared>,
    pub(crate) id: u64,
}

impl Reply {
    fn read<T>(&self, f: impl FnOnce(&InteractionState) -> T) -> Option<T> {
        self.shared.look(|w| w.interactions.get(&self.id).map(f))
    }

    /// The first response. For a button that updates its message, that message.
    ///
    /// # Panics
    /// If the bot answered with something else, or not at all.
    #[must_use]
    #[track_caller]
    pub fn message(&self) -> Message {
        match self.read(|i| i.original).flatten() {
            Some(id) => Message {
                shared: Arc::clone(&self.shared),
                id,
            },
            None => panic!(
                "there is no message; the bot's steps were {:?}",
                self.steps()
            ),
        }
    }

    /// The first response and all follow-ups that have not been deleted.
    #[must_use]
    pub fn messages(&self) -> Vec<Message> {
        let ids: Vec<u64> = self
            .read(|i| {
                i.original
                    .into_iter()
                    .chain(i.followups.iter().copied())
                    .collect()
            })
            .unwrap_or_default();
        ids.into_iter()
            .map(|id| Message {
                shared: Arc::clone(&self.shared),
                id,
            })
            .filter(|m| !m.is_deleted())
            .collect()
    }

    /// The text of the first response.
    ///
    /// # Panics
    /// Like [`Reply::message`].
    #[must_use]
    #[track_caller]
    pub fn content(&self) -> String {
        self.message().content()
    }

    /// Whether only the person who acted sees the first response.
    ///
    /// # Panics
    /// Like [`Reply::message`].
    #[must_use]
    #[track_caller]
    pub fn is_private(&self) -> bool {
        self.message().is_private()
    }

    /// The `data` of the modal that was opened.
    #[must_use]
    pub fn modal(&self) -> Option<Value> {
        self.read(|i| i.modal.clone()).flatten()
    }

    /// Names and values that autocompletion offers.
    #[must_use]
    pub fn choices(&self) -> Vec<(String, Value)> {
        let list = self.read(|i| i.choices.clone()).unwrap_or_default();
        list.into_iter()
            .map(|c| {
                (
                    c["name"].as_str().unwrap_or_default().to_owned(),
                    c["value"].clone(),
                )
            })
            .collect()
    }

    /// The callback type of the first response: 4 message, 5 deferral, 6 deferred update, 7 update, 8 choices, 9 modal.
    #[must_use]
    pub fn kind(&self) -> Option<u64> {
        self.read(|i| i.response).flatten()
    }

    /// What the bot did about this action, in order: `deferral`, `edit`, `followup`, ...
    #[must_use]
    pub fn steps(&self) -> Vec<String> {
        self.read(|i| i.steps.clone()).unwrap_or_default()
    }

    /// Real milliseconds from the action to its first response.
    #[must_use]
    pub fn ack_ms(&self) -> Option<u64> {
        self.read(|i| i.ack_real_ms).flatten()
    }

    /// Where it was done.
    #[must_use]
    pub fn channel(&self) -> Channel {
        channel_handle(&self.shared, self.read(|i| i.channel).unwrap_or_default())
    }

    /// The id of the interaction.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// What was done, in a word: `command`, `component`, `autocomplete` or `modal`.
    #[must_use]
    pub fn asked(&self) -> &'static str {
        self.read(|i| super::action::noun(i.asked))
            .unwrap_or("forgotten")
    }

    /// Waits until the reply is as wanted. Panics after 15 real seconds.
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

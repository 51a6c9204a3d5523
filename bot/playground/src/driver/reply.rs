//! The bot's response to an action.

use serde_json::Value;

use super::wait::expect;
use super::{Channel, Message};
use crate::discord::callback;

handle! {
    /// All responses to one action. Live: it shows the current state. Its id is that of the interaction.
    Reply: InteractionState in interactions
}

impl Reply {
    /// The message of the initial response. If a button updated its message, that message.
    ///
    /// # Panics
    /// If the bot responded with something else, or not at all.
    #[track_caller]
    pub fn message(&self) -> Message {
        let Some(id) = self.read(|_, i| i.original) else {
            panic!("there is no message; the bot's steps: {:?}", self.steps())
        };
        Message::new(&self.shared, id)
    }

    /// The initial response and all follow-ups, except deleted ones.
    pub fn messages(&self) -> Vec<Message> {
        let mut messages: Vec<Message> = self.read(|_, i| {
            let ids = i.original.iter().chain(&i.followups);
            ids.map(|id| Message::new(&self.shared, *id)).collect()
        });
        messages.retain(|m| !m.is_deleted());
        messages
    }

    /// The content of the initial response. Panics like [`Reply::message`].
    #[track_caller]
    pub fn content(&self) -> String {
        self.message().content()
    }

    /// Whether the initial response is ephemeral. Panics like [`Reply::message`].
    #[track_caller]
    pub fn is_ephemeral(&self) -> bool {
        self.message().is_ephemeral()
    }

    /// The `data` of the modal that the bot opened.
    pub fn modal(&self) -> Option<Value> {
        self.read(|_, i| i.response_data(callback::MODAL).cloned())
    }

    /// Names and values of the autocomplete choices.
    pub fn choices(&self) -> Vec<(String, Value)> {
        let choice = |c: &Value| {
            let name = c["name"].as_str().unwrap_or_default();
            (name.to_owned(), c["value"].clone())
        };
        self.read(|_, i| {
            let data = i.response_data(callback::AUTOCOMPLETE_RESULT);
            let list = data.and_then(|data| data["choices"].as_array());
            list.into_iter().flatten().map(choice).collect()
        })
    }

    /// The callback type of the initial response: 4 message, 5 deferral, 6 deferred update, 7 update, 8 autocomplete
    /// result, 9 modal.
    pub fn kind(&self) -> Option<u64> {
        self.read(|_, i| i.response)
    }

    /// The bot's responses in order: `deferral`, `edit`, `followup`, ...
    pub fn steps(&self) -> Vec<String> {
        self.read(|_, i| i.steps.clone())
    }

    /// Real time to the initial response, in milliseconds.
    pub fn ack_ms(&self) -> Option<u64> {
        self.read(|_, i| i.ack_ms)
    }

    /// The channel of the action.
    pub fn channel(&self) -> Channel {
        Channel::new(&self.shared, self.read(|_, i| i.channel))
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

//! Sends each message once. A homeserver remembers a transaction id for about a day; after a longer absence we sync first, and the
//! echoes of our own messages show what was posted.

use runtime::recent::Recent;
use serde_json::Value;

use super::Messenger;
use crate::account::{Content, Error, Result, TRANSACTION};
use crate::rate_limits::Priority;

/// Capacity of [`Echoes`].
const ECHOES: usize = 10_000;

impl Messenger {
    /// Sends a message once per transaction id, and returns its event id.
    ///
    /// # Errors
    /// As [`Homeserver::send`](crate::account::Homeserver::send), except [`Error::TooMany`].
    pub(crate) async fn send(
        &self,
        priority: Priority,
        room: &str,
        transaction: &str,
        mut content: Content,
    ) -> Result<String> {
        if self.owner.is_some() {
            let value = Value::from(transaction);
            content.fields.insert(TRANSACTION.to_owned(), value);
        }
        if let Some(event) = self.echoes.find(room, transaction) {
            self.note_choices(room, &event, &content);
            return Ok(event);
        }
        if content.file.is_some() {
            self.upload(room, transaction, &content).await?;
        }
        let send = || self.homeserver.send(room, transaction, content.clone());
        let event = match self.paced(priority, send).await {
            Err(Error::Proxy(why)) if self.is_refused(room, transaction).await => {
                return Err(Error::Forbidden(why));
            }
            outcome => outcome?,
        };
        self.note_choices(room, &event, &content);
        if let Some(duplicate) = self.echoes.sent(room, transaction, &event) {
            self.redact(room, &duplicate).await;
        }
        Ok(event)
    }

    pub(crate) async fn redact(&self, room: &str, event: &str) {
        let transaction = format!("d:{event}");
        let redact = || self.homeserver.redact(room, &transaction, event);
        match self.paced(Priority::Notice, redact).await {
            Ok(()) => tracing::info!(event, "duplicate message removed"),
            Err(error) => tracing::warn!(event, %error, "duplicate message not removed"),
        }
    }
}

/// Our latest messages, by room and transaction id.
#[derive(Debug)]
pub(crate) struct Echoes(Recent<(String, String), OwnEvent>);

#[derive(Clone, Debug, Default)]
struct OwnEvent {
    id: String,
    /// Whether this run sent it.
    is_sent: bool,
}

impl Default for Echoes {
    fn default() -> Self {
        Self(Recent::new(ECHOES))
    }
}

impl Echoes {
    /// Records an echo; returns its event if it duplicates a message of this run.
    pub(crate) fn received(&self, room: &str, transaction: &str, event: &str) -> Option<String> {
        self.record(room, transaction, event, false)
    }

    /// Records a message of this run; returns the event that it duplicates.
    pub(crate) fn sent(&self, room: &str, transaction: &str, event: &str) -> Option<String> {
        self.record(room, transaction, event, true)
    }

    /// Clears the sent flags: another process may have taken over.
    pub(crate) fn forget_sent(&self) {
        self.0.update_all(|known| known.is_sent = false);
    }

    pub(crate) fn find(&self, room: &str, transaction: &str) -> Option<String> {
        let known = self.0.get(&(room.to_owned(), transaction.to_owned()));
        known.map(|known| known.id)
    }

    /// Records an event; returns the duplicate of the one that this run sent, which is the one in the store.
    fn record(&self, room: &str, transaction: &str, event: &str, is_sent: bool) -> Option<String> {
        let key = (room.to_owned(), transaction.to_owned());
        self.0.update(key, OwnEvent::default, |known| {
            if known.id == event {
                known.is_sent |= is_sent;
                return None;
            }
            if known.is_sent {
                return Some(event.to_owned());
            }
            let id = event.to_owned();
            let former = std::mem::replace(known, OwnEvent { id, is_sent });
            Some(former.id).filter(|id| is_sent && !id.is_empty())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duplicate_of_a_message_of_this_run_is_returned() {
        let echoes = Echoes::default();
        let sent = |event| echoes.sent("!room", "s:1", event);
        let received = |event| echoes.received("!room", "s:1", event);
        assert_eq!(received("$other"), None);
        assert_eq!(sent("$own").as_deref(), Some("$other"));
        assert_eq!(received("$own"), None);
        assert_eq!(received("$late").as_deref(), Some("$late"));
        assert_eq!(echoes.find("!room", "s:1").as_deref(), Some("$own"));
        assert_eq!(echoes.find("!other", "s:1"), None);
        // Duplicates among other processes' messages are theirs to remove.
        assert_eq!(echoes.received("!room", "s:2", "$a"), None);
        assert_eq!(echoes.received("!room", "s:2", "$b"), None);
    }
}

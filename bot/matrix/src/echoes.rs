//! Events of our own messages, by transaction id.

use runtime::recent::Recent;

/// Capacity of [`Echoes`].
const ECHOES: usize = 10_000;

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

    /// Returns the event of a message.
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

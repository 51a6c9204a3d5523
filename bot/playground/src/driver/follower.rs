//! A stream of the bot's events, for load tests. Unlike waiting for conditions, it scales to any number of conversations.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::{Message, Reply};
use crate::state::{Notice, Shared};

/// Something that the bot did or failed to do.
#[derive(Debug, Clone)]
pub enum BotEvent {
    /// The initial response to an action.
    Answered(Reply),
    /// An action got no response in time.
    Unanswered(Reply),
    /// A new message of the bot, ephemeral ones and deferrals included.
    Posted(Message),
    /// An edited message of the bot. Filling a deferral is an edit.
    Edited(Message),
}

/// Receives the bot's events from its creation on. See [`crate::Playground::follow`].
#[derive(Debug)]
pub struct Follower {
    shared: Arc<Shared>,
    notices: mpsc::UnboundedReceiver<Notice>,
}

impl Follower {
    pub(super) fn new(shared: &Arc<Shared>) -> Self {
        let (sender, notices) = mpsc::unbounded_channel();
        shared.update_silently(|w| w.followers.push(sender));
        Self {
            shared: Arc::clone(shared),
            notices,
        }
    }

    /// Waits for the next event.
    pub async fn next(&mut self) -> BotEvent {
        let Some(notice) = self.notices.recv().await else {
            // Unreachable: the world that `self.shared` holds has the sender.
            return std::future::pending().await;
        };
        let reply = |id| Reply::new(&self.shared, id);
        let message = |id| Message::new(&self.shared, id);
        match notice {
            Notice::Answered(id) => BotEvent::Answered(reply(id)),
            Notice::Unanswered(id) => BotEvent::Unanswered(reply(id)),
            Notice::Posted(id) => BotEvent::Posted(message(id)),
            Notice::Edited(id) => BotEvent::Edited(message(id)),
        }
    }
}

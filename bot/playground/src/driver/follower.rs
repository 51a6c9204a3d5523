//! Being told what the bot does, for drivers of thousands of conversations: no condition is looked at again and again.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::{Message, Reply};
use crate::state::{Shared, Told};

/// Something that the bot did, or failed to do.
#[derive(Debug, Clone)]
pub enum Happening {
    /// The first response to something that a person did.
    Answered(Reply),
    /// Nobody answered in time.
    Unanswered(Reply),
    /// A new message of the bot, private ones and deferrals included.
    Posted(Message),
    /// A message of the bot has changed; a deferral that is filled is one that changes.
    Edited(Message),
}

/// Hears of everything that the bot does from its making on; made by [`crate::Playground::follow`].
#[derive(Debug)]
pub struct Follower {
    shared: Arc<Shared>,
    told: mpsc::UnboundedReceiver<Told>,
}

impl Follower {
    pub(super) fn new(shared: &Arc<Shared>) -> Self {
        let (tell, told) = mpsc::unbounded_channel();
        shared.change_quietly(|w| w.followers.push(tell));
        Self {
            shared: Arc::clone(shared),
            told,
        }
    }

    /// Waits for the next thing that happens.
    pub async fn next(&mut self) -> Happening {
        match self.told.recv().await {
            Some(told) => self.happening(told),
            // The sender lives in the world that this holds: there is always one.
            None => std::future::pending().await,
        }
    }

    fn happening(&self, told: Told) -> Happening {
        let reply = |id| Reply {
            shared: Arc::clone(&self.shared),
            id,
        };
        let message = |id| Message {
            shared: Arc::clone(&self.shared),
            id,
        };
        match told {
            Told::Answered(id) => Happening::Answered(reply(id)),
            Told::Unanswered(id) => Happening::Unanswered(reply(id)),
            Told::Posted(id) => Happening::Posted(message(id)),
            Told::Edited(id) => Happening::Edited(message(id)),
        }
    }
}

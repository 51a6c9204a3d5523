//! What Discord tells the bot, each event handled on a task of its own.

use std::sync::Arc;

use serenity::all::{Command, Context, EventHandler, Interaction, Message, Ready};
use serenity::async_trait;
use tokio_util::task::TaskTracker;

use super::{Front, commands, interactions, typed};

/// Receives events.
pub(crate) struct Handler {
    front: Arc<Front>,
    tasks: TaskTracker,
}

impl Handler {
    pub(crate) fn new(front: Arc<Front>) -> Self {
        Self {
            front,
            tasks: TaskTracker::new(),
        }
    }

    /// What is still being handled, to be waited for at the end.
    pub(crate) fn tasks(&self) -> TaskTracker {
        self.tasks.clone()
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: Context, ready: Ready) {
        tracing::info!(user = %ready.user.name, servers = ready.guilds.len(), "connected to Discord");
        // A later READY names the same user.
        let _ = self.front.me.set(ready.user.id);
        // Answers to interactions are addressed by the application, which only this event names.
        self.front.http.set_application_id(ready.application.id);
        match Command::set_global_commands(&self.front.http, commands::all()).await {
            Ok(registered) => tracing::info!(commands = registered.len(), "commands registered"),
            Err(error) => tracing::error!(%error, "the commands could not be registered"),
        }
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let front = Arc::clone(&self.front);
        let work = async move {
            let id = interaction.id();
            if let Err(error) = interactions::answer(&front, interaction).await {
                tracing::warn!(interaction = %id, %error, "an interaction was not answered");
            }
        };
        // A task of its own: serenity drops its handlers' tasks at shutdown, the tracker waits for them.
        drop(self.tasks.spawn(work).await);
    }

    async fn message(&self, _: Context, message: Message) {
        let front = Arc::clone(&self.front);
        let work = async move {
            if let Err(error) = typed::read(&front, &message).await {
                tracing::warn!(message = %message.id, %error, "a message was not answered");
            }
        };
        drop(self.tasks.spawn(work).await);
    }
}

//! What Discord tells the bot, each event handled on a task of its own.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::{Command, Context, EventHandler, Interaction, Message, Ready};
use serenity::async_trait;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;
use tracing::field::Empty;

use super::trouble::{Trouble, of_discord};
use super::{Front, commands, interactions, retry, typed_moves};
use crate::service::Service;
use crate::telemetry;

/// Between two attempts to register the commands while Discord is in trouble: without that, people meet those of an older Delos.
const REGISTER: Duration = Duration::from_mins(1);

/// Receives events.
pub(crate) struct Handler {
    front: Arc<Front>,
    tasks: TaskTracker,
    seen: Seen,
    /// Held while the commands are being registered.
    registering: tokio::sync::Mutex<()>,
}

impl Handler {
    pub(crate) fn new(front: Arc<Front>) -> Self {
        Self {
            front,
            tasks: TaskTracker::new(),
            seen: Seen::default(),
            registering: tokio::sync::Mutex::default(),
        }
    }

    pub(crate) fn service(&self) -> Arc<Service> {
        Arc::clone(&self.front.service)
    }

    /// What is still being handled, to be waited for at the end.
    pub(crate) fn tasks(&self) -> TaskTracker {
        self.tasks.clone()
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: Context, ready: Ready) {
        let shard = ready.shard.map_or(0, |shard| shard.id.0);
        tracing::info!(user = %ready.user.name, shard, servers = ready.guilds.len(), "connected to Discord");
        // A later READY names the same user.
        let _ = self.front.me.set(ready.user.id);
        // Answers to interactions are addressed by the application, which only this event names.
        self.front.http.set_application_id(ready.application.id);
        // They are the same for all servers: whoever has the first shard says them for all.
        if shard != 0 {
            return;
        }
        // An earlier READY's attempts may be under way.
        let Ok(_alone) = self.registering.try_lock() else {
            return;
        };
        loop {
            let set = || Command::set_global_commands(&self.front.http, commands::all());
            match retry::insist(set).await {
                Ok(registered) => {
                    tracing::info!(commands = registered.len(), "commands registered");
                    return;
                }
                Err(error) => {
                    tracing::error!(%error, "the commands could not be registered");
                    if of_discord(&error) != Trouble::Passing {
                        return;
                    }
                }
            }
            tokio::time::sleep(REGISTER).await;
        }
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let id = interaction.id();
        if !self.seen.first_time(id.get()) {
            return;
        }
        let front = Arc::clone(&self.front);
        let span = tracing::info_span!("event", interaction = %id, request = Empty);
        let work = async move {
            if let Err(error) = interactions::answer(&front, interaction).await {
                tracing::warn!(%error, "an interaction was not answered");
            }
        };
        let work = telemetry::arrived("interaction", work).instrument(span);
        // A task of its own: serenity drops its handlers' tasks at shutdown, the tracker waits for them.
        drop(self.tasks.spawn(work).await);
    }

    async fn message(&self, _: Context, message: Message) {
        if !self.seen.first_time(message.id.get()) {
            return;
        }
        let (channel, number) = (message.channel_id.get(), message.id.get());
        self.front.distance.note(channel, number);
        let front = Arc::clone(&self.front);
        let span = tracing::info_span!("event", message = %message.id, request = Empty);
        let work = async move {
            if let Err(error) = typed_moves::read(&front, &message).await {
                tracing::warn!(%error, "a message was not answered");
            }
        };
        let work = telemetry::arrived("message", work).instrument(span);
        drop(self.tasks.spawn(work).await);
    }
}

/// How many events are remembered: more than Discord sends again after a broken connection.
const REMEMBERED: usize = 4096;

/// The events of late, by the number of what they tell of: Discord may send one twice. What a restart forgets is not sent again,
/// since a new session begins with it.
#[derive(Default)]
struct Seen {
    order: Mutex<(VecDeque<u64>, HashSet<u64>)>,
}

impl Seen {
    fn first_time(&self, id: u64) -> bool {
        let mut seen = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let (order, set) = &mut *seen;
        if !set.insert(id) {
            return false;
        }
        order.push_back(id);
        if order.len() > REMEMBERED
            && let Some(oldest) = order.pop_front()
        {
            set.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_new_once_and_forgotten_in_the_end() {
        let seen = Seen::default();
        assert!(seen.first_time(7));
        assert!(!seen.first_time(7));
        for id in 100..100 + REMEMBERED as u64 {
            assert!(seen.first_time(id));
        }
        assert!(seen.first_time(7), "no memory is kept for ever");
    }
}

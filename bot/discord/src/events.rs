//! Gateway events, each handled in its own task.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use app::{App, Timestamp};
use serenity::all::{ApplicationId, Context, EventHandler, Guild, Interaction, Message, Ready};
use serenity::async_trait;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;
use tracing::field::Empty;

use super::retry::{self, ErrorClass, REGISTRATION_DELAY, classify_request};
use super::{Bot, commands, ids, interactions, interruption, typed_moves};
use runtime::service::Availability;
use runtime::service::Service;
use runtime::telemetry;
use store::Post;
use store::leases::Lease;

/// How long what people do waits for its shard to be open: Discord waits three seconds for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// The same for a server, to which no one waits for an answer.
const GREETING_TIMEOUT: Duration = Duration::from_mins(1);

/// Receives events.
pub(crate) struct Handler {
    bot: Arc<Bot>,
    tasks: TaskTracker,
    seen: SeenEvents,
    /// Held while slash commands are being registered.
    registration: tokio::sync::Mutex<()>,
}

impl Handler {
    pub(crate) fn new(bot: Arc<Bot>) -> Self {
        Self {
            bot,
            tasks: TaskTracker::new(),
            seen: SeenEvents::default(),
            registration: tokio::sync::Mutex::default(),
        }
    }

    pub(crate) fn service(&self) -> Arc<Service> {
        Arc::clone(&self.bot.service)
    }

    /// To the task that retires replaced messages.
    pub(crate) fn retirements(&self) -> mpsc::UnboundedSender<Post> {
        self.bot.retirements.clone()
    }

    /// Whether a shard's events are this process's to handle; waits while its clocks are made up for.
    async fn standing(&self, context: &Context, most: Duration) -> Availability {
        let served = self.bot.service.ownership();
        let lease = Lease::Shard(context.shard_id.0);
        served.opened(lease, most).await
    }

    /// Events being handled, to wait for at shutdown.
    pub(crate) fn tasks(&self) -> TaskTracker {
        self.tasks.clone()
    }

    /// Registers the slash commands, unless an earlier READY's registration is still running.
    async fn register_commands(&self, application: ApplicationId) {
        let Ok(_lock) = self.registration.try_lock() else {
            return;
        };
        loop {
            let all = commands::all();
            let register = || self.bot.rest.set_commands(application, &all);
            match retry::request(register).await {
                Ok(()) => {
                    tracing::info!(count = all.len(), "commands registered");
                    return;
                }
                Err(error) => {
                    tracing::error!(%error, "commands not registered");
                    if classify_request(&error) != ErrorClass::Transient {
                        return;
                    }
                }
            }
            tokio::time::sleep(REGISTRATION_DELAY).await;
        }
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: Context, ready: Ready) {
        let shard = ready.shard.map_or(0, |shard| shard.id.0);
        tracing::info!(user = %ready.user.name, shard, servers = ready.guilds.len(), "connected to Discord");
        // A later READY names the same user.
        let _ = self.bot.user.set(ready.user.id);
        // Commands are global: the process with the first shard registers them.
        if shard == 0 {
            self.register_commands(ready.application.id).await;
        }
    }

    /// Comes for every server at each start, when an outage ends, and when Delos joins a server.
    async fn guild_create(&self, context: Context, guild: Guild, _: Option<bool>) {
        if self.standing(&context, GREETING_TIMEOUT).await != Availability::Open {
            return;
        }
        let bot = Arc::clone(&self.bot);
        let work = async move {
            let server = ids::server_id(guild.id);
            let room = guild.system_channel_id.map(ids::room_id);
            let since = Timestamp(guild.joined_at.unix_timestamp() * 1000);
            if !App::may_welcome(since, bot.service.now()) {
                return;
            }
            bot.note(move |service| {
                let moment = service.moment();
                service.app().joined(&server, room.as_ref(), since, moment)
            })
            .await;
        };
        drop(self.tasks.spawn(work).await);
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let id = interaction.id();
        let standing = self.standing(&context, ANSWER_TIMEOUT).await;
        if standing == Availability::Elsewhere || !self.seen.insert(id.get()) {
            return;
        }
        if standing == Availability::Interrupted {
            if let Err(error) = interruption::decline(&self.bot, &interaction).await {
                tracing::debug!(interaction = %id, %error, "interaction answered by another process, or too late");
            }
            return;
        }
        let bot = Arc::clone(&self.bot);
        let span = tracing::info_span!("event", interaction = %id, request = Empty);
        let work = async move {
            if let Err(error) = interactions::answer(&bot, interaction).await {
                tracing::warn!(%error, "interaction not answered");
            }
        };
        let work = telemetry::arrived("interaction", work).instrument(span);
        // serenity drops its handlers' tasks at shutdown; the tracker's are waited for.
        drop(self.tasks.spawn(work).await);
    }

    async fn message(&self, context: Context, message: Message) {
        // Another process may have taken over and read it, too: unlike an interaction, it could be answered twice.
        let standing = self.standing(&context, ANSWER_TIMEOUT).await;
        if standing != Availability::Open || !self.seen.insert(message.id.get()) {
            return;
        }
        self.bot
            .activity
            .record(message.channel_id.get(), message.id.get());
        let bot = Arc::clone(&self.bot);
        let span = tracing::info_span!("event", message = %message.id, request = Empty);
        let work = async move {
            if let Err(error) = typed_moves::read(&bot, &message).await {
                tracing::warn!(%error, "message not answered");
            }
        };
        let work = telemetry::arrived("message", work).instrument(span);
        drop(self.tasks.spawn(work).await);
    }
}

/// Number of recent events that are remembered: more than Discord resends after a broken connection.
const SEEN_EVENTS: usize = 4096;

/// The ids of recent interactions and messages, since Discord may send one twice. A restart begins a new session, which
/// resends none.
#[derive(Default)]
struct SeenEvents(Mutex<SeenIds>);

#[derive(Default)]
struct SeenIds {
    set: HashSet<u64>,
    oldest_first: VecDeque<u64>,
}

impl SeenEvents {
    /// Returns whether the event is new.
    fn insert(&self, id: u64) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !seen.set.insert(id) {
            return false;
        }
        seen.oldest_first.push_back(id);
        if seen.oldest_first.len() > SEEN_EVENTS
            && let Some(oldest) = seen.oldest_first.pop_front()
        {
            seen.set.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_new_once_and_forgotten_in_the_end() {
        let seen = SeenEvents::default();
        assert!(seen.insert(7));
        assert!(!seen.insert(7));
        for id in 100..100 + SEEN_EVENTS as u64 {
            assert!(seen.insert(id));
        }
        assert!(seen.insert(7), "the oldest events are forgotten");
    }
}

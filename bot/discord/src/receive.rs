//! Gateway events, each handled in its own task.

use std::sync::Arc;
use std::time::Duration;

use app::{App, Timestamp};
use serenity::all::{Context, EventHandler, Guild, Interaction, Message, Ready};
use serenity::async_trait;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;
use tracing::field::Empty;

use crate::bot::Bot;
use crate::request::{self, typed};
use crate::respond::decline::decline;
use crate::{commands, ids};
use runtime::cluster::served::Standing;
use runtime::recent::Recent;
use runtime::telemetry;
use store::leases::Lease;

/// Longest wait of an interaction or a message for its shard to open: Discord waits three seconds for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// Longest wait of a server's greeting, for which no one waits.
const GREETING_TIMEOUT: Duration = Duration::from_mins(1);
/// Events that are remembered: more than Discord resends after a broken connection.
const SEEN_EVENTS: usize = 4096;

/// Receives events.
pub(crate) struct Handler {
    bot: Arc<Bot>,
    tasks: TaskTracker,
    /// The ids of recent interactions and messages.
    seen: Recent<u64, ()>,
    /// Held while slash commands are being registered.
    registration: tokio::sync::Mutex<()>,
}

impl Handler {
    pub(crate) fn new(bot: Arc<Bot>) -> Self {
        Self {
            bot,
            tasks: TaskTracker::new(),
            seen: Recent::new(SEEN_EVENTS),
            registration: tokio::sync::Mutex::default(),
        }
    }

    pub(crate) fn bot(&self) -> &Arc<Bot> {
        &self.bot
    }

    /// Returns whether this process handles the shard's events; waits for up to `most` while its clocks are adjusted.
    async fn standing(&self, context: &Context, most: Duration) -> Standing {
        let served = self.bot.service.served();
        let lease = Lease::Shard(context.shard_id.0);
        served.opened(lease, most).await
    }

    /// Events being handled, to wait for at shutdown.
    pub(crate) fn tasks(&self) -> TaskTracker {
        self.tasks.clone()
    }

    /// Whether an event is new: Discord may send one twice. A restart begins a new session, which resends none.
    fn is_new(&self, event: u64) -> bool {
        self.seen.insert(event, ()).is_none()
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
            // A later READY leaves it to the one that is still registering.
            if let Ok(_lock) = self.registration.try_lock() {
                commands::register(&self.bot, ready.application.id).await;
            }
        }
    }

    /// Comes for every server at each start, when an outage ends, and when Delos joins a server.
    async fn guild_create(&self, context: Context, guild: Guild, _: Option<bool>) {
        if self.standing(&context, GREETING_TIMEOUT).await != Standing::Open {
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
                service
                    .app()
                    .report(app::Report::Joined(&server, room.as_ref(), since), moment)
            })
            .await;
        };
        drop(self.tasks.spawn(work).await);
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let id = interaction.id();
        let standing = self.standing(&context, ANSWER_TIMEOUT).await;
        if standing == Standing::Elsewhere || !self.is_new(id.get()) {
            return;
        }
        if standing == Standing::Interrupted {
            if let Err(error) = decline(&self.bot, &interaction).await {
                tracing::debug!(interaction = %id, %error, "interaction answered by another process, or too late");
            }
            return;
        }
        let bot = Arc::clone(&self.bot);
        let span = tracing::info_span!("event", interaction = %id, request = Empty);
        let work = async move {
            if let Err(error) = request::interaction(&bot, &interaction).await {
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
        if standing != Standing::Open || !self.is_new(message.id.get()) {
            return;
        }
        self.bot
            .activity
            .record(message.channel_id.get(), message.id.get());
        let bot = Arc::clone(&self.bot);
        let span = tracing::info_span!("event", message = %message.id, request = Empty);
        let work = async move {
            if let Err(error) = typed::message(&bot, &message).await {
                tracing::warn!(%error, "message not answered");
            }
        };
        let work = telemetry::arrived("message", work).instrument(span);
        drop(self.tasks.spawn(work).await);
    }
}

//! Gateway events, each handled in its own task.

use std::sync::Arc;
use std::time::Duration;

use app::{App, Report, Timestamp};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serenity::all::{
    ApplicationId, ChannelId, GuildId, Interaction, Message, Timestamp as IsoTime, UserId,
};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;
use tracing::field::Empty;

use crate::bot::Bot;
use crate::request::{self, typed};
use crate::respond::decline::decline;
use crate::{commands, ids};
use runtime::recent::Recent;
use runtime::service::{Availability, Service};
use runtime::telemetry;
use store::leases::Lease;

/// Longest wait of an interaction or a message for its shard to open: Discord waits three seconds for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// Longest wait of a server's greeting, for which no one waits.
const GREETING_TIMEOUT: Duration = Duration::from_mins(1);
/// In a shorter absence, people are still waiting for the answer and see that none comes.
const SHORTEST_GAP: Duration = Duration::from_secs(5);
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
    stop: CancellationToken,
}

impl Handler {
    pub(crate) fn new(bot: Arc<Bot>, stop: CancellationToken) -> Self {
        Self {
            bot,
            tasks: TaskTracker::new(),
            seen: Recent::new(SEEN_EVENTS),
            registration: tokio::sync::Mutex::default(),
            stop,
        }
    }

    pub(crate) fn bot(&self) -> &Arc<Bot> {
        &self.bot
    }

    /// Returns whether this process handles the shard's events; waits for up to `most` while its clocks are adjusted.
    async fn standing(&self, shard: u32, most: Duration) -> Availability {
        let served = self.bot.service.ownership();
        served.opened(Lease::Shard(shard), most).await
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

/// An event that Delos acts on, with the parts that it needs.
pub(crate) enum Event {
    Ready(Ready),
    GuildCreate(NewGuild),
    Interaction(Box<Interaction>),
    Message(Box<Message>),
    /// A session began on one of `shards` shards: the first of this run, or one after a lost session.
    Begun {
        shards: u32,
        has_lost_one: bool,
    },
}

/// The start of a session.
#[derive(Deserialize)]
pub(crate) struct Ready {
    user: OwnUser,
    application: Application,
    guilds: Vec<IgnoredAny>,
    pub(crate) session_id: String,
    pub(crate) resume_gateway_url: String,
}

#[derive(Deserialize)]
struct OwnUser {
    id: UserId,
    username: String,
}

#[derive(Deserialize)]
struct Application {
    id: ApplicationId,
}

/// A server that Delos is in.
#[derive(Deserialize)]
pub(crate) struct NewGuild {
    id: GuildId,
    joined_at: IsoTime,
    system_channel_id: Option<ChannelId>,
}

impl Event {
    /// Reads an event of the gateway; `None` if Delos doesn't act on it.
    pub(crate) fn read(name: &str, data: &str) -> serde_json::Result<Option<Self>> {
        Ok(Some(match name {
            "READY" => Self::Ready(serde_json::from_str(data)?),
            "GUILD_CREATE" => Self::GuildCreate(serde_json::from_str(data)?),
            "INTERACTION_CREATE" => Self::Interaction(serde_json::from_str(data)?),
            "MESSAGE_CREATE" => Self::Message(serde_json::from_str(data)?),
            _ => return Ok(None),
        }))
    }
}

impl Handler {
    /// Handles a shard's event in a task of its own.
    pub(crate) fn handle(self: &Arc<Self>, shard: u32, event: Event) {
        let handler = Arc::clone(self);
        self.tasks.spawn(async move {
            match event {
                Event::Ready(ready) => handler.ready(shard, &ready),
                Event::GuildCreate(guild) => handler.guild_create(shard, guild).await,
                Event::Interaction(interaction) => {
                    Box::pin(handler.interaction(shard, &interaction)).await;
                }
                Event::Message(message) => Box::pin(handler.message(shard, &message)).await,
                Event::Begun {
                    shards,
                    has_lost_one,
                } => handler.begun(shard, shards, has_lost_one).await,
            }
        });
    }

    fn ready(self: &Arc<Self>, shard: u32, ready: &Ready) {
        tracing::info!(user = %ready.user.username, shard, servers = ready.guilds.len(), "connected to Discord");
        // A later READY names the same user.
        let _ = self.bot.user.set(ready.user.id);
        let (handler, application) = (Arc::clone(self), ready.application.id);
        self.tasks.spawn(async move {
            let preparing = async {
                // Commands and emoji are global: the process with the first shard registers them.
                if shard == 0 {
                    handler.register(application).await;
                } else {
                    commands::pieces::find(&handler.bot, application).await;
                }
            };
            handler.stop.run_until_cancelled(preparing).await;
        });
    }

    async fn register(&self, application: ApplicationId) {
        // A later READY leaves it to the registration in progress.
        if let Ok(_lock) = self.registration.try_lock() {
            commands::register(&self.bot, application).await;
            commands::pieces::upload(&self.bot, application).await;
        }
    }

    /// Comes for every server at each start, when an outage ends, and when Delos joins a server.
    async fn guild_create(&self, shard: u32, guild: NewGuild) {
        if self.standing(shard, GREETING_TIMEOUT).await != Availability::Open {
            return;
        }
        let server = ids::server_id(guild.id);
        let room = guild.system_channel_id.map(ids::room_id);
        let since = Timestamp(guild.joined_at.unix_timestamp() * 1000);
        if !App::may_welcome(since, self.bot.service.now()) {
            return;
        }
        let joined = move |service: &Service| {
            service.report_to_app(Report::Joined(&server, room.as_ref(), since))
        };
        self.bot.note(joined).await;
    }

    /// Tells people that what they said before this session may be missing.
    async fn begun(&self, shard: u32, shards: u32, has_lost_one: bool) {
        if self.standing(shard, GREETING_TIMEOUT).await != Availability::Open {
            return;
        }
        let absence = self.bot.service.absence(shard).unwrap_or_default();
        if has_lost_one || absence > SHORTEST_GAP {
            tracing::warn!(shard, ?absence, "events may be missing");
            let missed = Report::Missed { shard, shards };
            let note = move |service: &Service| service.report_to_app(missed);
            self.bot.note(note).await;
        }
    }

    async fn interaction(&self, shard: u32, interaction: &Interaction) {
        let id = interaction.id();
        let standing = self.standing(shard, ANSWER_TIMEOUT).await;
        if standing == Availability::Elsewhere || !self.is_new(id.get()) {
            return;
        }
        if standing == Availability::Interrupted {
            if let Err(error) = decline(&self.bot, interaction).await {
                tracing::debug!(interaction = %id, %error, "interaction answered by another process, or too late");
            }
            return;
        }
        let span = tracing::info_span!("event", interaction = %id, request = Empty);
        let work = async {
            if let Err(error) = request::interaction(&self.bot, interaction).await {
                tracing::warn!(%error, "interaction not answered");
            }
        };
        Box::pin(telemetry::arrived("interaction", work).instrument(span)).await;
    }

    async fn message(&self, shard: u32, message: &Message) {
        // Another process may have taken over and read it, too: unlike an interaction, it could be answered twice.
        let standing = self.standing(shard, ANSWER_TIMEOUT).await;
        if standing != Availability::Open || !self.is_new(message.id.get()) {
            return;
        }
        let (channel, author) = (message.channel_id.get(), message.author.id.get());
        self.bot.activity.record(channel, message.id.get(), author);
        let span = tracing::info_span!("event", message = %message.id, request = Empty);
        let work = async {
            if let Err(error) = typed::message(&self.bot, message).await {
                tracing::warn!(%error, "message not answered");
            }
        };
        Box::pin(telemetry::arrived("message", work).instrument(span)).await;
    }
}

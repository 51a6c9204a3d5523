//! Gateway events, each handled in its own task.

use std::sync::Arc;
use std::time::Duration;

use app::{App, Report, Timestamp};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serenity::all::{
    ApplicationId, ChannelId, GuildId, Interaction, Message, Timestamp as IsoTime, UserId,
};
use tracing::Instrument as _;
use tracing::field::Empty;

use crate::bot::Bot;
use crate::request::{self, typed};
use crate::respond::decline;
use crate::rest::WithId;
use crate::{commands, ids};
use runtime::service::{Availability, Service};
use runtime::telemetry;
use store::leases::Lease;

/// Longest wait of an interaction or a message for its shard to open: Discord waits three seconds for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// Longest wait of a server's greeting, for which no one waits.
const GREETING_TIMEOUT: Duration = Duration::from_mins(1);
/// In a shorter absence, people are still waiting for the answer and see that none comes.
const SHORTEST_GAP: Duration = Duration::from_secs(5);

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
    application: WithId<ApplicationId>,
    guilds: Vec<IgnoredAny>,
    pub(crate) session_id: String,
    pub(crate) resume_gateway_url: String,
}

#[derive(Deserialize)]
struct OwnUser {
    id: UserId,
    username: String,
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

impl Bot {
    /// Returns whether this process handles the shard's events; waits for up to `most` while its clocks are adjusted.
    async fn standing(&self, shard: u32, most: Duration) -> Availability {
        let served = self.service.ownership();
        served.opened(Lease::Shard(shard), most).await
    }

    /// Whether an event is new: Discord may send one twice. A restart begins a new session, which resends none.
    fn is_new(&self, event: u64) -> bool {
        self.seen.insert(event, ()).is_none()
    }

    /// Handles a shard's event in a task of its own.
    pub(crate) fn handle(self: &Arc<Self>, shard: u32, event: Event) {
        let bot = Arc::clone(self);
        self.tasks.spawn(async move {
            match event {
                Event::Ready(ready) => bot.ready(shard, &ready),
                Event::GuildCreate(guild) => bot.guild_create(shard, guild).await,
                Event::Interaction(interaction) => {
                    Box::pin(bot.interaction(shard, &interaction)).await;
                }
                Event::Message(message) => Box::pin(bot.message(shard, &message)).await,
                Event::Begun {
                    shards,
                    has_lost_one,
                } => bot.begun(shard, shards, has_lost_one).await,
            }
        });
    }

    fn ready(self: &Arc<Self>, shard: u32, ready: &Ready) {
        tracing::info!(user = %ready.user.username, shard, servers = ready.guilds.len(), "connected to Discord");
        // A later READY names the same user.
        let _ = self.user.set(ready.user.id);
        let (bot, application) = (Arc::clone(self), ready.application.id);
        self.tasks.spawn(async move {
            let preparing = async {
                // Commands and emoji are global: the process with the first shard registers them.
                if shard == 0 {
                    bot.register(application).await;
                } else {
                    commands::pieces::find(&bot, application).await;
                }
            };
            bot.stop_hearing.run_until_cancelled(preparing).await;
        });
    }

    async fn register(&self, application: ApplicationId) {
        // A later READY leaves it to the registration in progress.
        if let Ok(_lock) = self.registration.try_lock() {
            commands::register(self, application).await;
            commands::pieces::upload(self, application).await;
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
        if !App::may_welcome(since, self.service.now()) {
            return;
        }
        let joined = move |service: &Service| {
            service.report_to_app(Report::Joined(&server, room.as_ref(), since))
        };
        self.service.note(joined).await;
    }

    /// Tells people that what they said before this session may be missing.
    async fn begun(&self, shard: u32, shards: u32, has_lost_one: bool) {
        if self.standing(shard, GREETING_TIMEOUT).await != Availability::Open {
            return;
        }
        let absence = self.service.absence(shard).unwrap_or_default();
        if has_lost_one || absence > SHORTEST_GAP {
            tracing::warn!(shard, ?absence, "events may be missing");
            let missed = Report::Missed { shard, shards };
            let note = move |service: &Service| service.report_to_app(missed);
            self.service.note(note).await;
        }
    }

    async fn interaction(&self, shard: u32, interaction: &Interaction) {
        let id = interaction.id();
        let standing = self.standing(shard, ANSWER_TIMEOUT).await;
        if standing == Availability::Elsewhere || !self.is_new(id.get()) {
            return;
        }
        if standing == Availability::Interrupted {
            if let Err(error) = decline(self, interaction).await {
                tracing::debug!(interaction = %id, %error, "interaction answered by another process, or too late");
            }
            return;
        }
        let span = tracing::info_span!("event", interaction = %id, request = Empty);
        let work = async {
            if let Err(error) = request::interaction(self, interaction).await {
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
        self.activity.record(channel, message.id.get(), author);
        let span = tracing::info_span!("event", message = %message.id, request = Empty);
        let work = async {
            if let Err(error) = typed::message(self, message).await {
                tracing::warn!(%error, "message not answered");
            }
        };
        Box::pin(telemetry::arrived("message", work).instrument(span)).await;
    }
}

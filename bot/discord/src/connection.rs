//! The connection to Discord or a compatible server.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ActivityData, ClientBuilder, ConnectionStage, GatewayIntents, ShardManager};
use serenity::http::{Http, HttpBuilder};
use text::{Lang, Platform, msg};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::events::Handler;
use super::gateway::Gateway;
use super::rest::{Rest, USER_AGENT};
use runtime::cluster::{self, Desk, Member, Timing};
use runtime::service::Service;
use runtime::telemetry::{self, ShardState};
use store::Secret;
use store::leases::Leases;

/// For servers that Delos joins, and for messages that mention it, reply to it, or are sent to it directly. Interactions need no
/// intent.
pub(super) const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);
/// Time limit of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Time limit of a request through a rate-limiting proxy, which holds requests back for as long as Discord's limits say.
const PROXIED_TIMEOUT: Duration = Duration::from_mins(2);
/// Time limit of connecting for a request.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Between two checks of the shards.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Consecutive checks without a connected shard after which the bot counts as unreachable.
const UNREACHABLE_CHECKS: u32 = 8;
/// Time limit of closing the connections: serenity never does while the gateway is down.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The token, and where to connect with it.
#[derive(Debug)]
pub struct Connection {
    token: Secret,
    api: Option<String>,
    proxy: Option<String>,
}

/// Why the bot could not start or stay connected.
#[derive(Debug)]
pub enum ConnectionError {
    /// The API cannot be reached, or answered with an error.
    Unreachable(String),
    /// Discord rejects the token.
    BadToken,
    /// The server at `DISCORD_API` named Discord's own gateway.
    WrongGateway(String),
    /// The connection ended permanently.
    Ended(String),
    /// The system refuses the engine's threads.
    Threads(String),
}

impl fmt::Display for ConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(why) => write!(
                f,
                "cannot reach Discord: {}. Check the network, and DISCORD_API and DISCORD_PROXY if you set them",
                why.trim_end_matches('.')
            ),
            Self::BadToken => write!(
                f,
                "Discord rejects the token: copy it again from the developer portal, under Bot, \"Reset Token\""
            ),
            Self::Threads(why) => write!(f, "cannot start the engine's threads: {why}"),
            Self::WrongGateway(url) => write!(
                f,
                "the server at DISCORD_API names Discord's gateway (\"{url}\") instead of its own: not connecting"
            ),
            Self::Ended(why) => write!(f, "the connection to Discord ended: {why}"),
        }
    }
}

impl std::error::Error for ConnectionError {}

impl Connection {
    /// A connection with this token, to Discord itself or to the server at `api`.
    pub fn new(token: Secret, api: Option<String>) -> Self {
        Self {
            token,
            api,
            proxy: None,
        }
    }

    /// Sends requests through this rate-limiting proxy, except answers to interactions.
    #[must_use]
    pub fn through(self, proxy: Option<String>) -> Self {
        Self { proxy, ..self }
    }

    /// The REST client, which no longer waits for rate limits after `stop`.
    pub(crate) fn rest(&self, stop: CancellationToken) -> Result<Rest, ConnectionError> {
        let build = |client: reqwest::ClientBuilder| {
            let client = client.user_agent(USER_AGENT).build();
            client.map_err(|error| ConnectionError::Unreachable(error.to_string()))
        };
        let client = build(self.client())?;
        let rest = Rest::new(client, &self.token, self.api.as_deref(), stop);
        Ok(match &self.proxy {
            None => rest,
            Some(proxy) => {
                let client = self.client().no_proxy().timeout(PROXIED_TIMEOUT);
                rest.through(build(client)?, proxy)
            }
        })
    }

    fn client(&self) -> reqwest::ClientBuilder {
        let client = reqwest::Client::builder()
            .timeout(REQUEST_TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT);
        if self.api.is_some() {
            client.no_proxy()
        } else {
            client
        }
    }

    /// The REST client for serenity's own use: the address of the gateway. It does not use the rate-limiting proxy, since serenity
    /// takes a 429 for a failed start.
    fn gateway_http(&self) -> Result<Http, ConnectionError> {
        let client = self
            .client()
            .build()
            .map_err(|error| ConnectionError::Unreachable(error.to_string()))?;
        let builder = HttpBuilder::new(self.token.expose()).client(client);
        Ok(match &self.api {
            None => builder.build(),
            // serenity ignores the proxy while its rate limiter is on.
            Some(api) => builder.proxy(api).ratelimiter_disabled(true).build(),
        })
    }

    /// Receives events until `stop`, then waits for those in flight.
    pub(crate) async fn listen(
        &self,
        handler: Handler,
        stop: CancellationToken,
    ) -> Result<(), ConnectionError> {
        // serenity falls back to the real Discord when this request fails; a failure here ends the attempt first.
        let http = self.gateway_http()?;
        http.get_gateway()
            .await
            .map_err(|error| connection_error(&error))?;
        let (tasks, service) = (handler.tasks(), handler.service());
        let mut client = ClientBuilder::new_with_http(http, INTENTS)
            .event_handler(handler)
            .activity(ActivityData::custom(
                Lang::ENGLISH.words(&msg!("status-line")),
            ))
            .await
            .map_err(|error| connection_error(&error))?;
        if self.api.is_some() {
            let url = client.ws_url.lock().await.clone();
            if url.contains("discord.gg") {
                return Err(ConnectionError::WrongGateway(url));
            }
        }
        let manager = Arc::clone(&client.shard_manager);
        let listening = client.start_autosharded();
        let result = tokio::select! {
            never = watch(&manager, &service) => match never {},
            ended = listening => ended.map_err(|error| connection_error(&error)),
            () = stop.cancelled() => {
                if tokio::time::timeout(CLOSE_TIMEOUT, manager.shutdown_all()).await.is_err() {
                    tracing::warn!("gateway connection not closed in time");
                }
                Ok(())
            },
        };
        finish(&tasks).await;
        result
    }

    /// Receives the events of this process's share of the shards until `stop`, hands the shards over, then waits for events in
    /// flight.
    pub(crate) async fn listen_with_others(
        &self,
        handler: Handler,
        leases: Arc<dyn Leases>,
        desk: Desk,
        stop: CancellationToken,
    ) -> Result<(), ConnectionError> {
        let http = self.gateway_http()?;
        let answer = http
            .get_bot_gateway()
            .await
            .map_err(|error| connection_error(&error))?;
        if self.api.is_some() && answer.url.contains("discord.gg") {
            return Err(ConnectionError::WrongGateway(answer.url));
        }
        let (tasks, service) = (handler.tasks(), handler.service());
        let (commands, received) = mpsc::unbounded_channel();
        let Desk {
            events,
            reported,
            matrix,
        } = desk;
        let gateway = Gateway {
            http,
            url: answer.url,
            retirements: handler.retirements(),
            handler: Arc::new(handler),
            leases: Arc::clone(&leases),
            events,
        };
        let member = Member {
            service: Arc::clone(&service),
            leases,
            wanted: Some(answer.shards),
            timing: Timing::default(),
            commands,
            matrix,
        };
        let result = tokio::select! {
            ended = gateway.run(received) => ended,
            () = cluster::run(member, reported, stop) => Ok(()),
        };
        finish(&tasks).await;
        result
    }
}

/// Waits for the events that are being handled.
async fn finish(tasks: &TaskTracker) {
    tasks.close();
    if tokio::time::timeout(CLOSE_TIMEOUT, tasks.wait())
        .await
        .is_err()
    {
        tracing::warn!(count = tasks.len(), "events not handled in time");
    }
}

/// Reports which shards are connected, and to the service whether any is, until dropped.
async fn watch(shards: &ShardManager, service: &Service) -> Infallible {
    let mut ticks = tokio::time::interval(CHECK_INTERVAL);
    let mut disconnected_checks = 0;
    loop {
        ticks.tick().await;
        let mut any = false;
        // serenity may hold this lock for seconds while it closes a broken connection.
        let Ok(runners) = shards.runners.try_lock() else {
            continue;
        };
        for (id, runner) in &*runners {
            let state = match runner.stage {
                ConnectionStage::Connected => ShardState::Connected,
                _ => ShardState::Disconnected,
            };
            telemetry::shard(id.0, state);
            any |= state == ShardState::Connected;
        }
        drop(runners);
        // Neither a session that is soon resumed nor one shard of several is an outage.
        disconnected_checks = if any { 0 } else { disconnected_checks + 1 };
        if disconnected_checks < UNREACHABLE_CHECKS {
            service.mark_reachable(Platform::Discord).await;
        } else {
            service.mark_unreachable(Platform::Discord).await;
        }
    }
}

pub(super) fn connection_error(error: &serenity::Error) -> ConnectionError {
    use serenity::gateway::GatewayError;
    use serenity::http::HttpError;
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer))
            if answer.status_code.as_u16() == 401 =>
        {
            ConnectionError::BadToken
        }
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => ConnectionError::BadToken,
        serenity::Error::Gateway(_) => ConnectionError::Ended(error.to_string()),
        _ => ConnectionError::Unreachable(error.to_string()),
    }
}

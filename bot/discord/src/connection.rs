//! The connection to Discord or a compatible server.

use std::time::Duration;

use serenity::all::GatewayIntents;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::rest::{self, Gateway, Rest, USER_AGENT};
use runtime::backoff::Backoff;
use store::Secret;

/// Intents for joined servers, and for messages that mention Delos, reply to it, or are sent to it directly. Interactions need no
/// intent.
pub(crate) const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Time limit of a request through a rate-limiting proxy, which holds requests back as long as Discord's limits demand.
const PROXIED_TIMEOUT: Duration = Duration::from_mins(2);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The token, and the servers that it is sent to.
#[derive(Clone, Debug)]
pub struct Connection {
    token: Secret,
    api: Option<String>,
    proxy: Option<String>,
}

/// Why the bot could not start or stay connected.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// The API answered with a permanent error.
    #[error(
        "cannot reach Discord: {}. Check the network, and DISCORD_API and DISCORD_PROXY if you set them",
        .0.trim_end_matches('.')
    )]
    Unreachable(String),
    /// Discord rejects the token.
    #[error(
        "Discord rejects the token: copy it again from the developer portal, under Bot, \"Reset Token\""
    )]
    BadToken,
    /// The server at `DISCORD_API` named Discord's own gateway.
    #[error(
        "the server at DISCORD_API names Discord's gateway (\"{0}\") instead of its own: not connecting"
    )]
    WrongGateway(String),
    /// The connection ended permanently.
    #[error("the connection to Discord ended: {0}")]
    Ended(String),
    /// The data belongs to another account.
    #[error(
        "the games belong to another bot, whose user id on Discord is {0}: use that bot's token, or another database \
        (DELOS_STORE) or data folder (DELOS_DATA)"
    )]
    OtherAccount(String),
    /// The store cannot be used.
    #[error("the store: {0}")]
    Store(String),
    /// The system refuses the engine's threads.
    #[error("cannot start the engine's threads: {0}")]
    Threads(String),
}

impl Connection {
    /// Creates a connection with this token, to Discord itself or to the server at `api`.
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

    /// Creates the REST client, which no longer waits for rate limits after `stop`.
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

    pub(crate) fn token(&self) -> &str {
        self.token.expose()
    }

    /// Asks Discord for the gateway's URL, with retries.
    pub(crate) async fn gateway(&self, rest: &Rest) -> Result<Gateway, ConnectionError> {
        let mut gateway = until_answered(|| rest.gateway()).await?;
        gateway.url = self.check_gateway(gateway.url)?;
        Ok(gateway)
    }

    /// Refuses Discord's own gateway if another server is configured: it must not see that server's token.
    pub(crate) fn check_gateway(&self, url: String) -> Result<String, ConnectionError> {
        if self.api.is_some() && url.contains("discord.gg") {
            return Err(ConnectionError::WrongGateway(url));
        }
        Ok(url)
    }
}

/// Retries a request that the bot can't start without until it succeeds or fails permanently, so that an outage of Discord doesn't
/// end the other platforms. Callers cancel it when the program stops.
pub(crate) async fn until_answered<T, F>(attempt: impl Fn() -> F) -> Result<T, ConnectionError>
where
    F: Future<Output = rest::Result<T>>,
{
    let mut delays = Backoff::OUTBOX.delays();
    loop {
        let error = match attempt().await {
            Ok(answer) => return Ok(answer),
            // A running bot waits for another token; one that starts says so at once.
            Err(error) if error.is_unauthorized() => return Err(ConnectionError::BadToken),
            Err(error) => error,
        };
        let unreachable = ConnectionError::Unreachable(error.to_string());
        if !error.is_transient() {
            return Err(unreachable);
        }
        tracing::warn!(error = %unreachable, "not connected to Discord: trying again");
        sleep(delays.next().unwrap_or_default()).await;
    }
}

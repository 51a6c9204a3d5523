//! The connection to Discord or a compatible server.

use std::fmt;
use std::time::Duration;

use serenity::all::GatewayIntents;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::rest::error::{ErrorClass, classify_request};
use crate::rest::{self, Gateway, Rest, USER_AGENT};
use runtime::retry::Backoff;
use store::Secret;

/// Intents for joined servers, and for messages that mention Delos, reply to it, or are sent to it directly. Interactions need no
/// intent.
pub(crate) const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);
/// Time limit of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Time limit of a request through a rate-limiting proxy, which holds requests back as long as Discord's limits demand.
const PROXIED_TIMEOUT: Duration = Duration::from_mins(2);
/// Time limit of connecting for a request.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The token, and the servers that it is sent to.
#[derive(Clone, Debug)]
pub struct Connection {
    token: Secret,
    api: Option<String>,
    proxy: Option<String>,
}

/// Why the bot could not start or stay connected.
#[derive(Debug)]
pub enum ConnectionError {
    /// The API answered with a permanent error.
    Unreachable(String),
    /// Discord rejects the token.
    BadToken,
    /// The server at `DISCORD_API` named Discord's own gateway.
    WrongGateway(String),
    /// The connection ended permanently.
    Ended(String),
    /// The data belongs to another account.
    OtherAccount(String),
    /// The store cannot be used.
    Store(String),
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
            Self::OtherAccount(kept) => write!(
                f,
                "the games belong to another bot, whose user id on Discord is {kept}: use that bot's token, or another database \
                (DELOS_STORE) or data folder (DELOS_DATA)"
            ),
            Self::Store(why) => write!(f, "the store: {why}"),
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
        let is_transient = classify_request(&error) == ErrorClass::Transient;
        let unreachable = ConnectionError::Unreachable(error.to_string());
        if !is_transient {
            return Err(unreachable);
        }
        tracing::warn!(error = %unreachable, "not connected to Discord: trying again");
        sleep(delays.next().unwrap_or_default()).await;
    }
}

//! The way to Discord, or to a server that speaks like it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ClientBuilder, ConnectionStage, GatewayIntents, ShardManager};
use serenity::http::{Http, HttpBuilder};
use tokio_util::sync::CancellationToken;

use super::events::Handler;
use crate::config::{Part, Secret};
use crate::service::Service;
use crate::telemetry;

/// Slash commands and buttons need no intent; these bring the messages that mention Delos, reply to it, or are sent to it directly.
const INTENTS: GatewayIntents =
    GatewayIntents::GUILD_MESSAGES.union(GatewayIntents::DIRECT_MESSAGES);
/// How long a request may take.
const REQUEST: Duration = Duration::from_secs(15);
/// Between two looks at the shards.
const WATCH: Duration = Duration::from_secs(1);
/// After how many looks without a connection the bot counts as away.
const UNHEARD: u32 = 8;
/// How long serenity may take to close its connections: it never ends by itself while the gateway is away.
const FAREWELL: Duration = Duration::from_secs(5);

/// Where Discord is and who Delos is there.
#[derive(Debug)]
pub struct Connection {
    token: Secret,
    api: Option<String>,
    part: Option<Part>,
}

/// Why the bot could not start or go on.
#[derive(Debug)]
pub enum ConnectionError {
    /// The API cannot be reached or answered with an error.
    Unreachable(String),
    /// Discord does not accept the token.
    BadToken,
    /// A server that is not Discord named a gateway that is.
    WrongGateway(String),
    /// The connection ended for good.
    Ended(String),
    /// The system gives the engine no threads.
    Threads(String),
}

impl fmt::Display for ConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(why) => write!(
                f,
                "Discord cannot be reached: {}. Check the network, and DISCORD_API if you set it",
                why.trim_end_matches('.')
            ),
            Self::BadToken => write!(
                f,
                "Discord does not accept the token: copy it again from the developer portal, under Bot, \"Reset Token\""
            ),
            Self::Threads(why) => write!(f, "the engine cannot have its threads: {why}"),
            Self::WrongGateway(url) => write!(
                f,
                "the server at DISCORD_API did not name a gateway of its own (\"{url}\"): not connecting there"
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
            part: None,
        }
    }

    /// The same for these shards alone, of as many as it says.
    #[must_use]
    pub fn serving(self, part: Option<Part>) -> Self {
        Self { part, ..self }
    }

    /// The REST client.
    pub(crate) fn http(&self) -> Result<Arc<Http>, ConnectionError> {
        let client = reqwest::Client::builder()
            .timeout(REQUEST)
            .connect_timeout(Duration::from_secs(5));
        let builder = |client: reqwest::ClientBuilder| {
            let client = client
                .build()
                .map_err(|error| ConnectionError::Unreachable(error.to_string()))?;
            Ok(HttpBuilder::new(self.token.expose()).client(client))
        };
        Ok(Arc::new(match &self.api {
            None => builder(client)?.build(),
            // serenity ignores the proxy while its own rate limiter is on; such a server limits by itself.
            Some(api) => builder(client.no_proxy())?
                .proxy(api)
                .ratelimiter_disabled(true)
                .build(),
        }))
    }

    /// Receives events until `stop`, then waits for those being handled.
    pub(crate) async fn listen(
        &self,
        http: Arc<Http>,
        handler: Handler,
        stop: CancellationToken,
    ) -> Result<(), ConnectionError> {
        // serenity dials the real Discord when this question fails; asked first, a failure ends the attempt instead.
        http.get_gateway()
            .await
            .map_err(|error| unreachable_or_refused(&error))?;
        let (tasks, service) = (handler.tasks(), handler.service());
        let mut client = ClientBuilder::new_with_http(self.fresh_http()?, INTENTS)
            .event_handler(handler)
            .await
            .map_err(|error| unreachable_or_refused(&error))?;
        if self.api.is_some() {
            let url = client.ws_url.lock().await.clone();
            if url.contains("discord.gg") {
                return Err(ConnectionError::WrongGateway(url));
            }
        }
        let shards = Arc::clone(&client.shard_manager);
        let listening = async {
            match self.part {
                None => client.start_autosharded().await,
                // serenity starts the end of this range, too.
                Some(part) => {
                    let both_ends = part.first..part.last;
                    client.start_shard_range(both_ends, part.total).await
                }
            }
        };
        let result = tokio::select! {
            never = watch(&shards, &service) => never,
            ended = listening => ended.map_err(|error| unreachable_or_refused(&error)),
            () = stop.cancelled() => {
                if tokio::time::timeout(FAREWELL, shards.shutdown_all()).await.is_err() {
                    tracing::warn!("Discord's gateway did not say goodbye");
                }
                Ok(())
            },
        };
        tasks.close();
        if tokio::time::timeout(FAREWELL, tasks.wait()).await.is_err() {
            tracing::warn!(
                open = tasks.len(),
                "some commands were still being answered"
            );
        }
        result
    }

    /// The client wants a REST client of its own.
    fn fresh_http(&self) -> Result<Http, ConnectionError> {
        Arc::into_inner(self.http()?)
            .ok_or_else(|| ConnectionError::Unreachable("the REST client is in use".to_owned()))
    }
}

/// Tells which shards are connected, and the service whether one is, until it is dropped.
async fn watch<T>(shards: &ShardManager, service: &Service) -> T {
    let mut ticks = tokio::time::interval(WATCH);
    let mut unheard = 0;
    loop {
        ticks.tick().await;
        let mut any = false;
        // serenity may keep them to itself for seconds while it ends a broken connection.
        let Ok(runners) = shards.runners.try_lock() else {
            continue;
        };
        for (id, runner) in &*runners {
            let connected = runner.stage == ConnectionStage::Connected;
            telemetry::shard(id.0, connected);
            any |= connected;
        }
        drop(runners);
        // A session that is soon resumed is no absence, and one shard of several is none either.
        unheard = if any { 0 } else { unheard + 1 };
        service.set_reachable(unheard < UNHEARD).await;
    }
}

fn unreachable_or_refused(error: &serenity::Error) -> ConnectionError {
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

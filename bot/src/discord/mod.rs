//! The Discord front end: events become commands, acknowledged first; effects become messages.
//!
//! `connection` reaches Discord or a compatible server, and `events` receives. `interactions` and `typed_moves` read commands
//! (`commands`, `ids`). `outbox` performs effects (`messages`, `markdown`, `threads`), with `retry` beneath.

mod connection;
mod events;

mod commands;
mod ids;
mod interactions;
mod typed_moves;

mod channel_activity;
mod markdown;
mod messages;
mod outbox;
mod refusals;
mod retry;
mod threads;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use app::Failure;
use app::effect::Outgoing;
use serenity::all::UserId;
use serenity::http::Http;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::drawing::Artist;
use crate::engine_pool::{self, EnginePool};
use crate::service::{EffectQueues, Service};
use channel_activity::ChannelActivity;
use outbox::retire::{self, Retirement};
use refusals::Refusals;

pub use connection::{Connection, ConnectionError};

/// Between two purges of serenity's rate limiter.
const PURGE_INTERVAL: Duration = Duration::from_mins(10);

/// What all handlers of this front end share.
pub(crate) struct Bot {
    pub(crate) service: Arc<Service>,
    pub(crate) artist: Artist,
    pub(crate) http: Arc<Http>,
    /// For hints and studies.
    pub(crate) pool: Arc<EnginePool>,
    /// The bot's own user, known once connected.
    user: OnceLock<UserId>,
    activity: ChannelActivity,
    refusals: Refusals,
    retirements: mpsc::UnboundedSender<Retirement>,
}

impl Bot {
    fn user(&self) -> Option<UserId> {
        self.user.get().copied()
    }

    /// Tells the application what Discord answered, and queues the effects.
    async fn note(
        &self,
        note: impl FnOnce(&Service) -> Result<Vec<Outgoing>, Failure> + Send + 'static,
    ) {
        if let Err(failure) = self.service.apply(note).await {
            tracing::error!(?failure, "outcome of a request not recorded");
        }
    }
}

/// Runs the bot until `stop`, then finishes what is in flight.
///
/// # Errors
/// When Discord cannot be reached or refuses the token, with what to do about it.
pub async fn run(
    connection: &Connection,
    service: Arc<Service>,
    queues: EffectQueues,
    engine_threads: usize,
    stop: CancellationToken,
) -> Result<(), ConnectionError> {
    let http = connection.http()?;
    let pool = EnginePool::start(engine_threads)
        .map_err(|error| ConnectionError::Threads(error.to_string()))?;
    let (sender, retirements) = mpsc::unbounded_channel();
    let bot = Arc::new(Bot {
        service: Arc::clone(&service),
        artist: Artist::default(),
        http: Arc::clone(&http),
        pool: Arc::new(pool),
        user: OnceLock::new(),
        activity: ChannelActivity::default(),
        refusals: Refusals::default(),
        retirements: sender,
    });
    // Stops after the outbox, which sends it the last messages.
    let stop_retiring = CancellationToken::new();
    let retire = retire::run(Arc::clone(&bot), retirements, stop_retiring.clone());
    let retire = tokio::spawn(retire);
    let outbox = outbox::run(Arc::clone(&bot), queues.messages, stop.clone());
    let engine = engine_pool::run(
        Arc::clone(&service),
        queues.engine,
        Arc::clone(&bot.pool),
        stop.clone(),
    );
    let tasks = [
        ("outbox", tokio::spawn(outbox)),
        ("engine", tokio::spawn(engine)),
        ("clock", tokio::spawn(service.run_clock(stop.clone()))),
        (
            "rate limiter",
            tokio::spawn(purge_rate_limiter(Arc::clone(&http), stop.clone())),
        ),
    ];
    let result = connection
        .listen(http, events::Handler::new(bot), stop.clone())
        .await;
    stop.cancel();
    for (name, task) in tasks {
        if let Err(error) = task.await {
            tracing::error!(name, %error, "task failed");
        }
    }
    stop_retiring.cancel();
    if let Err(error) = retire.await {
        tracing::error!(name = "retire", %error, "task failed");
    }
    result
}

/// Removes idle entries from serenity's rate limiter, which keeps one for each interaction forever.
async fn purge_rate_limiter(http: Arc<Http>, stop: CancellationToken) {
    let Some(limiter) = &http.ratelimiter else {
        return;
    };
    let pause = || stop.run_until_cancelled(tokio::time::sleep(PURGE_INTERVAL));
    while pause().await.is_some() {
        let routes = limiter.routes();
        routes
            .write()
            .await
            .retain(|_, route| Arc::strong_count(route) > 1);
    }
}

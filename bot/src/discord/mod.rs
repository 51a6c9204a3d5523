//! Discord: events become commands, acknowledged before anything else; effects become messages.
//!
//! `connection` reaches Discord or a server that speaks like it; `events` receives; `interactions` and `typed` turn what people
//! do into commands (`commands`, `people`); `outbox` (`posting`) and `telling` perform effects (`messages`,
//! `markdown`, `trouble`).

mod connection;
mod events;

mod commands;
mod interactions;
mod people;
mod typed;

mod announcing;
mod distance;
mod markdown;
mod messages;
mod missing;
mod outbox;
mod posting;
mod retiring;
mod telling;
mod threads;
mod trouble;
mod trying;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use app::PlayerId;
use serenity::all::UserId;
use serenity::http::Http;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::drawing::Artist;
use crate::service::{Queues, Service};
use crate::thinking::{self, Pool};

pub use connection::{Connection, ConnectionError};

/// How often limits are forgotten that nobody waits for.
const FORGET: Duration = Duration::from_mins(10);

/// What every handler of this front end works with.
pub(crate) struct Front {
    pub(crate) service: Arc<Service>,
    pub(crate) artist: Artist,
    pub(crate) http: Arc<Http>,
    /// The engine, for whoever waits for a hint.
    pub(crate) pool: Arc<Pool<PlayerId>>,
    /// Delos' own user, once Discord has said who that is.
    me: OnceLock<UserId>,
    /// How far up messages have moved.
    distance: distance::Distance,
    /// Hears which former messages are done with.
    retiring: mpsc::UnboundedSender<retiring::Former>,
}

impl Front {
    fn me(&self) -> Option<UserId> {
        self.me.get().copied()
    }
}

/// Runs the bot until `stop`, then finishes what is under way.
///
/// # Errors
/// When Discord cannot be reached or refuses the token, with what to do about it.
pub async fn run(
    connection: &Connection,
    service: Arc<Service>,
    queues: Queues,
    engine_threads: usize,
    stop: CancellationToken,
) -> Result<(), ConnectionError> {
    let http = connection.http()?;
    let (former, formers) = mpsc::unbounded_channel();
    let pool = Arc::new(
        Pool::start(engine_threads).map_err(|error| ConnectionError::Threads(error.to_string()))?,
    );
    let front = Arc::new(Front {
        pool: Arc::clone(&pool),
        service: Arc::clone(&service),
        artist: Artist::default(),
        http: Arc::clone(&http),
        me: OnceLock::new(),
        distance: distance::Distance::default(),
        retiring: former,
    });
    // Ends after the outbox, which tells it of the last boards.
    let last = CancellationToken::new();
    let retiring = tokio::spawn(retiring::work(Arc::clone(&front), formers, last.clone()));
    let outbox = tokio::spawn(outbox::perform(
        Arc::clone(&front),
        queues.shows,
        stop.clone(),
    ));
    let thinking = tokio::spawn(thinking::think(
        Arc::clone(&service),
        queues.thoughts,
        pool,
        stop.clone(),
    ));
    let time = tokio::spawn(Arc::clone(&service).keep_time(stop.clone()));
    let forgetting = tokio::spawn(forget_limits(http.clone(), stop.clone()));
    let result = connection
        .listen(http, events::Handler::new(front), stop.clone())
        .await;
    stop.cancel();
    for (name, task) in [
        ("outbox", outbox),
        ("engine", thinking),
        ("time", time),
        ("limits", forgetting),
    ] {
        if let Err(error) = task.await {
            tracing::error!(%error, name, "a part of the bot broke off");
        }
    }
    last.cancel();
    if let Err(error) = retiring.await {
        tracing::error!(%error, "a part of the bot broke off");
    }
    result
}

/// Lets serenity's rate limiter forget what nobody waits for: it keeps an entry for each interaction for ever.
async fn forget_limits(http: Arc<Http>, stop: CancellationToken) {
    let Some(limiter) = &http.ratelimiter else {
        return;
    };
    while stop
        .run_until_cancelled(tokio::time::sleep(FORGET))
        .await
        .is_some()
    {
        limiter
            .routes()
            .write()
            .await
            .retain(|_, route| Arc::strong_count(route) > 1);
    }
}

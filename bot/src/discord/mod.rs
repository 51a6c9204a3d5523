//! The Discord front end: events become commands, acknowledged first; effects become messages.
//!
//! `connection` reaches Discord or a compatible server, and `events` receives. `interactions` and `typed_moves` read commands
//! (`commands`, `ids`) and answer them (`answers`). `outbox` performs effects (`messages`, `markdown`, `threads`). Beneath are
//! `rest` with its `rate_limits`, `retry`, and `refusals`.

mod connection;
mod events;

mod answers;
mod commands;
mod ids;
mod interactions;
mod typed_moves;

mod channel_activity;
mod markdown;
mod messages;
mod outbox;
mod permissions;
mod rate_limits;
mod refusals;
mod rest;
mod retry;
mod threads;

use std::sync::{Arc, OnceLock};

use app::effect::Outgoing;
use app::{Budget, Failure};
use serenity::all::UserId;
use text::{Lang, Platform};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::admission::Admission;
use crate::drawing::Artist;
use crate::engine_pool::{self, EnginePool};
use crate::service::{EffectQueues, Service};
use crate::store::Post;
use answers::LateAnswers;
use channel_activity::ChannelActivity;
use outbox::repeat::Claims;
use outbox::retire;
use refusals::Refusals;
use rest::Rest;

pub use connection::{Connection, ConnectionError};

/// The language of a reader with this locale.
pub(crate) fn lang(locale: &str) -> Lang {
    Lang::best(locale, Platform::Discord)
}

/// What all handlers of this front end share.
pub(crate) struct Bot {
    pub(crate) service: Arc<Service>,
    pub(crate) artist: Artist,
    pub(crate) rest: Rest,
    /// For hints and studies.
    pub(crate) pool: Arc<EnginePool>,
    /// Public answers to what a person typed.
    typed_answers: Budget<UserId>,
    pub(crate) admission: Admission,
    /// The bot's own user, known once connected.
    user: OnceLock<UserId>,
    activity: ChannelActivity,
    refusals: Refusals,
    retirements: mpsc::UnboundedSender<Post>,
    late_answers: LateAnswers,
    claims: Claims,
    stop: CancellationToken,
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
    let rest = connection.rest(stop.clone())?;
    let pool = EnginePool::start(engine_threads)
        .map_err(|error| ConnectionError::Threads(error.to_string()))?;
    let (sender, retirements) = mpsc::unbounded_channel();
    let bot = Arc::new(Bot {
        service: Arc::clone(&service),
        artist: Artist::default(),
        rest,
        pool: Arc::new(pool),
        typed_answers: Budget::new(typed_moves::ANSWERS, typed_moves::ANSWER_REFILL),
        admission: Admission::default(),
        user: OnceLock::new(),
        activity: ChannelActivity::default(),
        refusals: Refusals::default(),
        retirements: sender,
        late_answers: LateAnswers::default(),
        claims: Claims::default(),
        stop: stop.clone(),
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
    ];
    let result = connection
        .listen(events::Handler::new(bot), stop.clone())
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

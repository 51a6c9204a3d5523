//! The Discord front end: events become commands, acknowledged first; effects become messages.
//!
//! `connection` reaches Discord or a compatible server, `gateway` starts and stops single shards, and `events` receives.
//! `interactions` and `typed_moves` read commands (`commands`, `ids`) and answer them (`answers`, and `interruption` while the
//! database is away). `outbox` performs effects
//! (`messages`, `markdown`, `threads`), if it can by the `presses` that led to them. Beneath are `rest` with its `rate_limits`
//! and `scheduled_events`, `retry`, and `refusals`.

mod connection;
mod events;
mod gateway;

mod answers;
mod commands;
mod ids;
mod interactions;
mod interruption;
mod typed_moves;

mod channel_activity;
mod markdown;
mod messages;
mod outbox;
mod permissions;
mod presses;
mod rate_limits;
mod refusals;
mod rest;
mod retry;
mod scheduled_events;
mod threads;

use std::sync::{Arc, OnceLock};

use app::effect::Outgoing;
use app::{Budget, Failure};
use serenity::all::UserId;
use text::{Lang, Platform};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use answers::LateAnswers;
use channel_activity::ChannelActivity;
use outbox::repeat::Claims;
use outbox::retire;
use outbox::server_event::Turns;
use presses::Presses;
use refusals::Refusals;
use rest::Rest;
use runtime::admission::Admission;
use runtime::cluster::Desk;
use runtime::drawing::Artist;
use runtime::engine_pool::EnginePool;
use runtime::front::{self, Process};
use runtime::service::{EffectQueues, QueuedEffect, Service};
use store::Post;

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
    turns: Turns,
    presses: Presses,
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
        runtime::outbox::note(&self.service, note).await;
    }
}

/// Runs Discord alone until `stop`, with the engine and the clock, then finishes what is in flight.
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
    let pool = EnginePool::start(engine_threads)
        .map_err(|error| ConnectionError::Threads(error.to_string()))?;
    let process = Process::new(service, Arc::new(pool), 1, stop);
    let discord = serve(connection, process.clone(), queues.discord, Desk::default());
    front::run(process, queues.engine, vec![Box::pin(discord)]).await
}

/// Runs the front end until the process stops, then finishes what is in flight. On a shared database, it takes the process's place
/// among others at this desk.
///
/// # Errors
/// When Discord cannot be reached or refuses the token, with what to do about it.
pub async fn serve(
    connection: &Connection,
    process: Process,
    messages: mpsc::UnboundedReceiver<QueuedEffect>,
    desk: Desk,
) -> Result<(), ConnectionError> {
    match connection.rest(process.working.clone()) {
        Ok(rest) => listen(connection, &process, rest, messages, desk).await,
        Err(error) => {
            process.stopped_hearing();
            Err(error)
        }
    }
}

async fn listen(
    connection: &Connection,
    process: &Process,
    rest: Rest,
    messages: mpsc::UnboundedReceiver<QueuedEffect>,
    desk: Desk,
) -> Result<(), ConnectionError> {
    let Process { stop, working, .. } = process;
    let (sender, retirements) = mpsc::unbounded_channel();
    let bot = Arc::new(Bot {
        service: Arc::clone(&process.service),
        artist: Artist::default(),
        rest,
        pool: Arc::clone(&process.pool),
        typed_answers: Budget::new(typed_moves::ANSWERS, typed_moves::ANSWER_REFILL),
        admission: Admission::default(),
        user: OnceLock::new(),
        activity: ChannelActivity::default(),
        refusals: Refusals::default(),
        retirements: sender,
        late_answers: LateAnswers::default(),
        claims: Claims::default(),
        turns: Turns::default(),
        presses: Presses::default(),
        stop: working.clone(),
    });
    // Stops after the outbox, which sends it the last messages.
    let stop_retiring = CancellationToken::new();
    let retire = retire::run(Arc::clone(&bot), retirements, stop_retiring.clone());
    let retire = tokio::spawn(retire);
    let outbox = runtime::outbox::run(Arc::clone(&bot), messages, working.clone());
    let outbox = tokio::spawn(outbox);
    let handler = events::Handler::new(bot);
    let result = match process.service.leases() {
        None => connection.listen(handler, stop.clone()).await,
        Some(leases) => {
            let leases = Arc::clone(leases);
            connection
                .listen_with_others(handler, leases, desk, stop.clone())
                .await
        }
    };
    process.stopped_hearing();
    // The outbox ends when the other front ends hear nothing more, either.
    finish("outbox", outbox).await;
    stop_retiring.cancel();
    finish("retire", retire).await;
    result
}

async fn finish(name: &'static str, task: JoinHandle<()>) {
    if let Err(error) = task.await {
        tracing::error!(name, %error, "task failed");
    }
}

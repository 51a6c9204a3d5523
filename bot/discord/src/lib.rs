//! The Discord front end: events become commands, acknowledged first; effects become messages.
//!
//! The [`Connection`] is kept by `shards`. An event goes through `receive` (is it this process's to handle?), `parse` (what does it
//! ask for?), `request` (is it allowed? do it) and `respond`. `outbox` posts and edits messages, `render` composes them. `commands`
//! registers slash commands. `rest` sends requests, as fast as `rate_limits` and `global_rate_limit` allow; `request_retry` says when
//! to repeat one.

mod commands;
mod connection;
mod receive;
mod shards;

mod parse;
mod permissions;
mod request;
mod respond;

mod outbox;
mod render;

mod bot;
mod channel_activity;
mod global_rate_limit;
mod ids;
mod rate_limits;
mod request_retry;
mod rest;
mod token;

use std::sync::Arc;

use text::Platform;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use bot::Bot;
use connection::until_answered;
use outbox::retire;
use runtime::cluster::ClusterChannels;
use runtime::engine_pool::EnginePool;
use runtime::process::{self, Process};
use runtime::service::{EffectQueues, QueuedEffect, Service};
use store::Post;

pub use connection::{Connection, ConnectionError};

/// Runs Discord alone until `stop`, with the engine and the clock, then finishes what is in flight.
///
/// # Errors
/// When Discord refuses the token or the connection, with what to do about it.
pub async fn run(
    connection: &Connection,
    service: Arc<Service>,
    mut queues: EffectQueues,
    engine_threads: usize,
    stop: CancellationToken,
) -> Result<(), ConnectionError> {
    let pool = EnginePool::start(engine_threads)
        .map_err(|error| ConnectionError::Threads(error.to_string()))?;
    let process = Process::new(service, Arc::new(pool), 1, stop);
    let discord = serve(
        connection,
        process.clone(),
        queues.take(Platform::Discord),
        ClusterChannels::default(),
    );
    process::run(process, queues.engine, vec![Box::pin(discord)]).await
}

/// Runs the front end until the process stops, then finishes what is in flight. On a shared database, `channels` connect it with the
/// other processes.
///
/// # Errors
/// When Discord refuses the token or the connection, with what to do about it.
pub async fn serve(
    connection: &Connection,
    process: Process,
    messages: mpsc::UnboundedReceiver<QueuedEffect>,
    channels: ClusterChannels,
) -> Result<(), ConnectionError> {
    // Until the first session begins, which a refusal or the network may delay.
    process.service.mark_unreachable(Platform::Discord).await;
    let (sender, retirements) = mpsc::unbounded_channel();
    let checked = Box::pin(checked_bot(connection, &process, sender));
    let outcome = match process.stop.run_until_cancelled(checked).await {
        Some(Ok(bot)) => {
            return listen(connection, &process, bot, messages, retirements, channels).await;
        }
        Some(Err(error)) => Err(error),
        None => Ok(()),
    };
    process.stopped_hearing();
    outcome
}

/// Returns the bot, which may act: the data is its own, not another bot's.
async fn checked_bot(
    connection: &Connection,
    process: &Process,
    retirements: mpsc::UnboundedSender<Post>,
) -> Result<Arc<Bot>, ConnectionError> {
    let rest = connection.rest(process.working.clone())?;
    let bot = Bot::new(process, rest, retirements);
    let own = until_answered(|| bot.own_user()).await?.to_string();
    let agreed = bot.service.agree_on_account(Platform::Discord, &own);
    match agreed.await {
        Ok(kept) if kept == own => Ok(Arc::new(bot)),
        Ok(kept) => Err(ConnectionError::OtherAccount(kept)),
        Err(error) => Err(ConnectionError::Store(error.to_string())),
    }
}

async fn listen(
    connection: &Connection,
    process: &Process,
    bot: Arc<Bot>,
    messages: mpsc::UnboundedReceiver<QueuedEffect>,
    retirements: mpsc::UnboundedReceiver<Post>,
    channels: ClusterChannels,
) -> Result<(), ConnectionError> {
    // Stops after the outbox, which sends it the last messages.
    let stop_retiring = CancellationToken::new();
    let retire = retire::run(Arc::clone(&bot), retirements, stop_retiring.clone());
    let retire = tokio::spawn(retire);
    let outbox = runtime::outbox::run(Arc::clone(&bot), messages, process.working.clone());
    let outbox = tokio::spawn(outbox);
    let result = shards::listen(connection, bot, channels).await;
    process.stopped_hearing();
    // The outbox ends when the other front ends have stopped receiving, too.
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

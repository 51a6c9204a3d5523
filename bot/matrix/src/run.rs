//! Runs the front end's tasks, in one process or in one of several.
//!
//! Several processes share the account: each receives with a device of its own, and the one that holds the lease acts. A process on
//! standby keeps its keys up to date and records the account's messages. When it takes over, it resumes from the bookmark in the
//! database, and recognizes events that were already acted on by their ids.

use std::sync::Arc;
use std::time::Duration;

use app::store::StoreError;
use runtime::backoff::Backoff;
use runtime::cluster::{self, ShardCommand, ShardEvent};
use runtime::engine_pool::EnginePool;
use runtime::service::{QueuedEffect, Service};
use store::leases::Leases;
use text::Platform;
use tokio::sync::mpsc;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::account::{Error, EventKind, Homeserver, Result};
use crate::bot::Bot;
use crate::messenger::{Echoes, Messenger};
use crate::{outbox, receive};

const DELAY: Duration = Duration::from_millis(500);
const SYNC_BACKOFF: Backoff = Backoff::doubling(DELAY, Duration::from_secs(20));

/// Runs the bot until `stop`, then finishes what is in flight.
pub async fn run(
    homeserver: Arc<dyn Homeserver>,
    service: Arc<Service>,
    effects: mpsc::UnboundedReceiver<QueuedEffect>,
    pool: Arc<EnginePool>,
    stop: CancellationToken,
) -> Result<()> {
    let checked = stop.run_until_cancelled(check_account(&*homeserver, &service));
    checked.await.unwrap_or(Ok(()))?;
    let messenger = Messenger::new(homeserver, Arc::default(), None, stop);
    serve(Bot::new(service, messenger, pool), effects).await
}

/// Receives events and performs effects until the bot's `stop`, then finishes what is in flight.
async fn serve(bot: Bot, effects: mpsc::UnboundedReceiver<QueuedEffect>) -> Result<()> {
    let bot = Arc::new(bot);
    let outbox = tokio::spawn(outbox::run(Arc::clone(&bot), effects));
    let result = receive::run(&bot).await;
    bot.stop.cancel();
    if let Err(error) = outbox.await {
        tracing::error!(%error, "outbox failed");
    }
    bot.tasks.close();
    bot.tasks.wait().await;
    result
}

/// Refuses the data of another account.
async fn check_account(homeserver: &dyn Homeserver, service: &Arc<Service>) -> Result<()> {
    let own = homeserver.me();
    let kept = service.agree_on_account(Platform::Matrix, own).await;
    let unknown =
        |error| Error::Account(format!("the store can't tell whose games it has: {error}"));
    let kept = kept.map_err(unknown)?;
    if kept == own {
        return Ok(());
    }
    Err(Error::Account(format!(
        "the games belong to another account, {kept}: use that one, or another database (DELOS_STORE) or data folder (DELOS_DATA)"
    )))
}

/// The account in one of several processes.
struct Account {
    homeserver: Arc<dyn Homeserver>,
    service: Arc<Service>,
    leases: Arc<dyn Leases>,
    pool: Arc<EnginePool>,
    /// Messages of all of the account's devices.
    echoes: Arc<Echoes>,
}

/// Serves Matrix from each start to the next stop in `commands`, and is on standby otherwise. Returns when the channel closes.
pub async fn run_among_others(
    homeserver: Arc<dyn Homeserver>,
    service: Arc<Service>,
    leases: Arc<dyn Leases>,
    mut effects: mpsc::UnboundedReceiver<QueuedEffect>,
    pool: Arc<EnginePool>,
    mut commands: mpsc::UnboundedReceiver<ShardCommand>,
) -> Result<()> {
    check_account(&*homeserver, &service).await?;
    let account = Account {
        homeserver,
        service,
        leases,
        pool,
        echoes: Arc::default(),
    };
    loop {
        let command = tokio::select! {
            command = commands.recv() => command,
            error = account.stand_by() => return Err(error),
        };
        match command {
            None => return Ok(()),
            Some(ShardCommand::Start(..)) => {
                account.serve(&mut effects, &mut commands).await?;
            }
            // Only Discord is probed.
            Some(ShardCommand::Stop(..) | ShardCommand::Retire(_) | ShardCommand::Probe(_)) => {}
        }
    }
}

impl Account {
    /// Receives without acting. Returns a permanent error.
    async fn stand_by(&self) -> Error {
        let mut delays = SYNC_BACKOFF.delays();
        let mut has_bookmark = false;
        loop {
            match self.homeserver.sync().await {
                Ok(sync) => {
                    delays = SYNC_BACKOFF.delays();
                    for event in sync.events {
                        if let EventKind::Echo { transaction } = &event.kind {
                            // The process that serves Matrix removes duplicates.
                            let _ = self.echoes.received(&event.room, transaction, &event.id);
                        }
                    }
                    self.service
                        .report(ShardEvent::AccountReady(Platform::Matrix));
                    has_bookmark = has_bookmark || matches!(self.bookmark().await, Ok(Some(_)));
                    // The next run begins here, unless no process has handled anything yet: then this one still has to.
                    if has_bookmark
                        && let Err(error) = self.homeserver.acknowledge(&sync.token).await
                    {
                        tracing::warn!(%error, "sync position not stored on standby");
                    }
                }
                Err(error) if error.is_transient() => {
                    tracing::warn!(%error, "sync failed on standby");
                    sleep(delays.next().unwrap_or_default()).await;
                }
                Err(error) => return error,
            }
        }
    }

    async fn bookmark(&self) -> Result<Option<String>, StoreError> {
        cluster::blocking(&self.leases, |leases| leases.bookmark()).await
    }

    /// Serves Matrix until a stop command.
    async fn serve(
        &self,
        effects: &mut mpsc::UnboundedReceiver<QueuedEffect>,
        commands: &mut mpsc::UnboundedReceiver<ShardCommand>,
    ) -> Result<()> {
        let stop = CancellationToken::new();
        let (forward, forwarded) = mpsc::unbounded_channel();
        let mut serving = std::pin::pin!(self.act(forwarded, stop.clone()));
        let mut forwarding = true;
        let done = loop {
            tokio::select! {
                ended = &mut serving => return ended,
                effect = effects.recv(), if forwarding => match effect {
                    // An effect that arrives too late stays in the store.
                    Some(effect) => drop(forward.send(effect)),
                    None => forwarding = false,
                },
                command = commands.recv() => match command {
                    None => break None,
                    Some(ShardCommand::Stop(_, done)) => break Some(done),
                    Some(
                        ShardCommand::Start(..) | ShardCommand::Retire(_) | ShardCommand::Probe(_),
                    ) => {}
                },
            }
        };
        stop.cancel();
        // The next owner reads them from the store. Now, since that may be this process, which then gets them again.
        while effects.try_recv().is_ok() {}
        let ended = serving.await;
        if let Some(done) = done {
            // The caller may have given up.
            let _ = done.send(());
        }
        ended
    }

    /// Resumes where the last process stopped.
    async fn act(
        &self,
        effects: mpsc::UnboundedReceiver<QueuedEffect>,
        stop: CancellationToken,
    ) -> Result<()> {
        let Some(resumed) = stop.run_until_cancelled(self.resume()).await else {
            return Ok(());
        };
        resumed?;
        self.echoes.forget_sent();
        let (homeserver, echoes) = (Arc::clone(&self.homeserver), Arc::clone(&self.echoes));
        let owner = Arc::clone(self.service.ownership());
        let messenger = Messenger::new(homeserver, echoes, Some(owner), stop);
        let (service, pool) = (Arc::clone(&self.service), Arc::clone(&self.pool));
        serve(Bot::new(service, messenger, pool), effects).await
    }

    /// Moves the account to the shared bookmark.
    async fn resume(&self) -> Result<()> {
        let bookmark = loop {
            match self.bookmark().await {
                Ok(bookmark) => break bookmark,
                Err(error) => {
                    tracing::warn!(%error, "shared sync position not read yet");
                    sleep(DELAY).await;
                }
            }
        };
        loop {
            match self.homeserver.resume(bookmark.as_deref()).await {
                // The account is reconnecting.
                Err(error) if error.is_transient() => sleep(DELAY).await,
                outcome => return outcome,
            }
        }
    }
}

//! Matrix among several processes: each receives with a device of its own, and the one that holds the lease acts.
//!
//! A process on standby keeps its keys up to date and records the account's messages. When it takes over, it resumes from the
//! bookmark in the database, and recognizes events that were already acted on by their ids.

use std::sync::Arc;
use std::time::Duration;

use runtime::cluster::{self, ShardCommand, ShardEvent};
use runtime::drawing::Artist;
use runtime::engine_pool::EnginePool;
use runtime::retry::Backoff;
use runtime::service::{QueuedEffect, Service};
use store::leases::Leases;
use tokio::sync::mpsc;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::account::{Error, EventKind, Homeserver};
use crate::echoes::Echoes;
use crate::messenger::Messenger;
use crate::run::{check_account, run_with};

const DELAY: Duration = Duration::from_millis(500);
const SYNC_BACKOFF: Backoff = Backoff::doubling(DELAY, Duration::from_secs(20));
/// During a take-over, when people wait.
const RESUME_BACKOFF: Backoff = Backoff::doubling(DELAY, DELAY);

/// The account in this process.
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
) -> Result<(), Error> {
    let account = Account {
        homeserver,
        service,
        leases,
        pool,
        echoes: Arc::default(),
    };
    check_account(&*account.homeserver, &account.service).await?;
    loop {
        let command = tokio::select! {
            command = commands.recv() => command,
            error = account.stand_by() => return Err(error),
        };
        match command {
            None => return Ok(()),
            Some(ShardCommand::Start { .. }) => {
                account.serve(&mut effects, &mut commands).await?;
            }
            Some(ShardCommand::Probe(reached)) => {
                // The caller may have given up.
                let _ = reached.send(());
            }
            Some(ShardCommand::Stop { .. } | ShardCommand::Retire(_)) => {}
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
                    self.service.report(ShardEvent::AccountReady);
                    if let Err(error) = self.advance(&sync.token, &mut has_bookmark).await {
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

    /// Starts the next run of this process here, unless no process has handled anything yet: then this one still has to.
    async fn advance(&self, token: &str, has_bookmark: &mut bool) -> Result<(), Error> {
        if !*has_bookmark {
            let bookmark = cluster::blocking(&self.leases, |leases| leases.bookmark()).await;
            *has_bookmark = matches!(bookmark, Ok(Some(_)));
        }
        if *has_bookmark {
            self.homeserver.acknowledge(token).await?;
        }
        Ok(())
    }

    /// Serves Matrix until a stop command.
    async fn serve(
        &self,
        effects: &mut mpsc::UnboundedReceiver<QueuedEffect>,
        commands: &mut mpsc::UnboundedReceiver<ShardCommand>,
    ) -> Result<(), Error> {
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
                    Some(ShardCommand::Stop { done, .. }) => break Some(done),
                    Some(ShardCommand::Probe(reached)) => {
                        let _ = reached.send(());
                    }
                    Some(ShardCommand::Start { .. } | ShardCommand::Retire(_)) => {}
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
    ) -> Result<(), Error> {
        let Some(resumed) = stop.run_until_cancelled(self.resume()).await else {
            return Ok(());
        };
        resumed?;
        self.echoes.forget_sent();
        let homeserver = Arc::clone(&self.homeserver);
        let messenger = Messenger::new(homeserver, Artist::default(), stop.clone());
        let owner = Arc::clone(self.service.ownership());
        let messenger = messenger.shared(Arc::clone(&self.echoes), owner);
        let (service, pool) = (Arc::clone(&self.service), Arc::clone(&self.pool));
        run_with(messenger, service, effects, pool, stop).await
    }

    /// Moves the account to the shared bookmark.
    async fn resume(&self) -> Result<(), Error> {
        let bookmark = self.bookmark().await;
        let mut delays = RESUME_BACKOFF.delays();
        loop {
            match self.homeserver.resume(bookmark.as_deref()).await {
                // The account is reconnecting.
                Err(error) if error.is_transient() => {
                    sleep(delays.next().unwrap_or_default()).await;
                }
                outcome => return outcome,
            }
        }
    }

    async fn bookmark(&self) -> Option<String> {
        let mut delays = RESUME_BACKOFF.delays();
        loop {
            match cluster::blocking(&self.leases, |leases| leases.bookmark()).await {
                Ok(bookmark) => return bookmark,
                Err(error) => {
                    tracing::warn!(%error, "shared sync position not read yet");
                    sleep(delays.next().unwrap_or_default()).await;
                }
            }
        }
    }
}

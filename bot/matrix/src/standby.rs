//! Matrix among several processes: each with the account listens, and the one that holds the lease acts on what it hears.
//!
//! Each has a device of its own. One that stands by keeps its keys up to date and notes which messages the account has sent. When
//! it takes over, it goes on from the bookmark that the last one has left in the database. What that one has acted on meanwhile,
//! the ids of the events tell.

use std::sync::Arc;
use std::time::Duration;

use crate::account::{Error, Event, Homeserver};
use tokio::sync::mpsc;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::Bot;
use super::speaker::{Echoes, Speaker};
use runtime::cluster::served::Standing;
use runtime::cluster::{self, ShardCommand, ShardEvent};
use runtime::drawing::Artist;
use runtime::engine_pool::EnginePool;
use runtime::service::{QueuedEffect, Service};
use store::leases::{Lease, Leases};

/// Between two attempts.
const DELAY: Duration = Duration::from_millis(500);
const LONGEST_DELAY: Duration = Duration::from_secs(20);
/// Between two looks at whether Matrix is open.
const OPEN_INTERVAL: Duration = Duration::from_millis(200);

/// The account in this process.
struct Account {
    homeserver: Arc<dyn Homeserver>,
    service: Arc<Service>,
    leases: Arc<dyn Leases>,
    pool: Arc<EnginePool>,
    /// What any of the account's devices has sent.
    echoes: Arc<Echoes>,
}

/// Serves Matrix while `commands` say so, and stands by otherwise; ends with them.
///
/// # Errors
/// When the homeserver refuses the account, or what the account keeps on disk is lost.
pub async fn run_among_others(
    homeserver: Arc<dyn Homeserver>,
    service: Arc<Service>,
    leases: Arc<dyn Leases>,
    mut messages: mpsc::UnboundedReceiver<QueuedEffect>,
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
    loop {
        let command = tokio::select! {
            command = commands.recv() => command,
            error = account.stand_by() => return Err(error),
        };
        match command {
            None => return Ok(()),
            Some(ShardCommand::Start { .. }) => {
                account.serve(&mut messages, &mut commands).await?;
            }
            Some(ShardCommand::Probe(reached)) => {
                // No one may wait for it.
                let _ = reached.send(());
            }
            Some(ShardCommand::Stop { .. } | ShardCommand::Retire(_)) => {}
        }
    }
}

impl Account {
    /// Listens without acting on anything. Returns only what cannot be mended.
    async fn stand_by(&self) -> Error {
        let mut delay = DELAY;
        let mut has_bookmark = false;
        loop {
            match self.homeserver.sync().await {
                Ok(sync) => {
                    delay = DELAY;
                    for heard in sync.heard {
                        if let Event::Echo { transaction } = &heard.event {
                            // The process that serves Matrix removes what is repeated.
                            let _ = self.echoes.note(&heard.room, transaction, &heard.id);
                        }
                    }
                    self.service.report(ShardEvent::AccountReady);
                    if let Err(error) = self.pass(&sync.token, &mut has_bookmark).await {
                        tracing::warn!(%error, "position not stored while standing by");
                    }
                }
                Err(error) if error.is_transient() => {
                    tracing::warn!(%error, "not heard while standing by");
                    sleep(delay).await;
                    delay = (delay * 2).min(LONGEST_DELAY);
                }
                Err(error) => return error,
            }
        }
    }

    /// Lets the next run of this process begin here: what it has to act on, the shared bookmark tells. Before there is one, that
    /// is what this process has not handled.
    async fn pass(&self, token: &str, has_bookmark: &mut bool) -> Result<(), Error> {
        if !*has_bookmark {
            let bookmark = cluster::blocking(&self.leases, |leases| leases.bookmark()).await;
            *has_bookmark = matches!(bookmark, Ok(Some(_)));
        }
        if *has_bookmark {
            self.homeserver.acknowledge(token).await?;
        }
        Ok(())
    }

    /// Serves Matrix until it is stopped.
    async fn serve(
        &self,
        messages: &mut mpsc::UnboundedReceiver<QueuedEffect>,
        commands: &mut mpsc::UnboundedReceiver<ShardCommand>,
    ) -> Result<(), Error> {
        let stop = CancellationToken::new();
        let (forward, forwarded) = mpsc::unbounded_channel();
        let mut serving = std::pin::pin!(self.act(forwarded, stop.clone()));
        let mut forwarding = true;
        let done = loop {
            tokio::select! {
                ended = &mut serving => return ended,
                effect = messages.recv(), if forwarding => match effect {
                    // What comes too late for this one stays in the store.
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
        // The next process that serves Matrix finds them in the store. Not later: that may be this one, which is told of them again.
        while messages.try_recv().is_ok() {}
        let ended = serving.await;
        if let Some(done) = done {
            // No one may wait for it.
            let _ = done.send(());
        }
        ended
    }

    /// Goes on where the last process has stopped.
    async fn act(
        &self,
        messages: mpsc::UnboundedReceiver<QueuedEffect>,
        stop: CancellationToken,
    ) -> Result<(), Error> {
        let Some(bookmark) = stop.run_until_cancelled(self.bookmark()).await else {
            return Ok(());
        };
        let resumed = self.resume(bookmark.as_deref());
        match stop.run_until_cancelled(resumed).await {
            Some(resumed) => resumed?,
            None => return Ok(()),
        }
        self.echoes.forget_sent();
        let homeserver = Arc::clone(&self.homeserver);
        let speaker = Speaker::new(homeserver, Artist::default(), stop.clone());
        let owner = Arc::clone(self.service.served());
        let speaker = speaker.among_others(Arc::clone(&self.echoes), owner);
        let (service, pool) = (Arc::clone(&self.service), Arc::clone(&self.pool));
        super::speak(speaker, service, messages, pool, stop).await
    }

    async fn resume(&self, bookmark: Option<&str>) -> Result<(), Error> {
        loop {
            match self.homeserver.resume(bookmark).await {
                // The account is being connected again.
                Err(error) if error.is_transient() => sleep(DELAY).await,
                outcome => return outcome,
            }
        }
    }

    async fn bookmark(&self) -> Option<String> {
        loop {
            match cluster::blocking(&self.leases, |leases| leases.bookmark()).await {
                Ok(bookmark) => return bookmark,
                Err(error) => {
                    tracing::warn!(%error, "what the last process has heard is not known yet");
                    sleep(DELAY).await;
                }
            }
        }
    }
}

impl Bot {
    /// Waits until this process may act on what it hears; false if it stops first.
    pub(super) async fn opened(&self) -> bool {
        let served = self.service.served();
        let opened = async {
            while served.opened(Lease::Matrix, OPEN_INTERVAL).await != Standing::Open {
                sleep(OPEN_INTERVAL).await;
            }
        };
        self.stop.run_until_cancelled(opened).await.is_some()
    }

    /// Notes that a sync is handled: for all processes, if there are several.
    pub(super) async fn acknowledge(&self, token: &str) -> Result<(), Error> {
        if let Some(leases) = self.service.leases() {
            let Some(bookmark) = self.homeserver().bookmark(token).await? else {
                // It is heard again.
                return Ok(());
            };
            cluster::blocking(leases, move |leases| leases.set_bookmark(&bookmark))
                .await
                // Without the lease, this process is about to be stopped.
                .map_err(|error| Error::Unreachable(error.to_string()))?;
        }
        self.homeserver().acknowledge(token).await
    }
}

//! The chat platforms of a run: the application on the store, and a front end for each.

#[cfg(feature = "matrix")]
use std::fs::{File, TryLockError};
#[cfg(feature = "matrix")]
use std::path::Path;
use std::sync::Arc;
#[cfg(feature = "matrix")]
use std::time::Duration;

#[cfg(feature = "matrix")]
use app::Home;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::admin::broadcast;
use crate::config::Config;
#[cfg(not(feature = "matrix"))]
use crate::config::ConfigError;
#[cfg(feature = "matrix")]
use crate::config::MatrixLogin;
use discord::{self, Connection};
use runtime::cluster::{self, DatabaseClock, Desk, Member, ShardCommand, Timing};
use runtime::engine_pool::EnginePool;
use runtime::front::{self, Platforms, Process, Running};
use runtime::service::{EffectQueues, QueuedEffect, Roles, Service, ServiceConfig, SystemSource};
use store::Database;
#[cfg(feature = "matrix")]
use store::file_modes;
use store::leases::Leases;

/// The chat platforms to serve.
#[derive(Clone, Copy)]
pub(crate) struct Chats<'a> {
    pub(crate) discord: Option<&'a Connection>,
    /// Whether the configured account on Matrix is one.
    pub(crate) matrix: bool,
}

impl Chats<'_> {
    fn platforms(self) -> Platforms {
        Platforms {
            discord: self.discord.is_some(),
            matrix: self.matrix,
        }
    }
}

/// The application on a store; a database of several processes tells all of them the time.
pub(crate) fn service_over(
    store: Arc<dyn Database>,
    config: &Config,
    roles: Roles,
    platforms: Platforms,
) -> (Arc<Service>, EffectQueues) {
    let privacy = config.about.privacy.as_ref();
    let service_config = ServiceConfig {
        limits: (&config.limits).into(),
        privacy_url: privacy.map(|page| page.as_str().to_owned()),
        roles,
        platforms,
    };
    match store.leases() {
        Some(_) => Service::new(store, service_config, DatabaseClock::default()),
        None => Service::new(store, service_config, SystemSource),
    }
}

/// Serves chat platforms over a store until `stop`.
pub(crate) async fn run(
    config: &Config,
    chats: Chats<'_>,
    roles: Roles,
    store: Arc<dyn Database>,
    stop: CancellationToken,
) -> Result<(), String> {
    let (service, queues) = service_over(store, config, roles, chats.platforms());
    service
        .recover()
        .map_err(|failure| format!("cannot recover the state of the last run: {failure:?}"))?;
    let pool = EnginePool::start(config.engine.thread_count())
        .map_err(|error| format!("cannot start the engine's threads: {error}"))?;
    let broadcasts = tokio::spawn(broadcast::run(
        Arc::clone(&service),
        config.data.clone(),
        stop.clone(),
    ));
    let (mut desk, mut commands) = (Desk::default(), None);
    let mut count = usize::from(chats.discord.is_some()) + usize::from(chats.matrix);
    let leases = service.leases().filter(|_| chats.matrix).cloned();
    if leases.is_some() {
        let (with_matrix, obeyed) = Desk::with_matrix();
        (desk, commands) = (with_matrix, Some(obeyed));
        count += usize::from(chats.discord.is_none());
    }
    service.report_to(desk.events.clone());
    let process = Process::new(service, Arc::new(pool), count, stop.clone());
    let mut front_ends: Vec<Running<'_, String>> = Vec::new();
    if let Some(connection) = chats.discord {
        let discord = discord::serve(connection, process.clone(), queues.discord, desk);
        front_ends.push(Box::pin(async {
            discord.await.map_err(|error| error.to_string())
        }));
    } else if let Some(leases) = leases {
        front_ends.push(Box::pin(take_part(process.clone(), leases, desk)));
    }
    if chats.matrix {
        let matrix = serve_matrix(config, process.clone(), queues.matrix, commands);
        front_ends.push(Box::pin(matrix));
    }
    let outcome = front::run(process, queues.engine, front_ends).await;
    stop.cancel();
    // It only reads a folder: nothing is lost however it stops.
    drop(broadcasts.await);
    outcome
}

/// The place among others of a process that does not serve Discord.
async fn take_part(process: Process, leases: Arc<dyn Leases>, desk: Desk) -> Result<(), String> {
    let service = Arc::clone(&process.service);
    let member = Member::on_matrix(service, leases, Timing::default(), desk.matrix);
    cluster::run(member, desk.reported, process.stop.clone()).await;
    process.stopped_hearing();
    Ok(())
}

/// Serves the configured account on Matrix until the process stops; of several processes, while it is told to.
#[cfg(feature = "matrix")]
async fn serve_matrix(
    config: &Config,
    process: Process,
    messages: mpsc::UnboundedReceiver<QueuedEffect>,
    commands: Option<mpsc::UnboundedReceiver<ShardCommand>>,
) -> Result<(), String> {
    let outcome = match process
        .stop
        .run_until_cancelled(connect(config, &process.service))
        .await
    {
        Some(Ok((homeserver, _in_use))) => {
            let (service, pool) = (Arc::clone(&process.service), Arc::clone(&process.pool));
            let served = match (service.leases().cloned(), commands) {
                (Some(leases), Some(commands)) => {
                    matrix::run_among_others(homeserver, service, leases, messages, pool, commands)
                        .await
                }
                _ => {
                    let stop = process.stop.clone();
                    matrix::run(homeserver, service, messages, pool, stop).await
                }
            };
            served.map_err(|error| error.to_string())
        }
        Some(Err(error)) => Err(error),
        None => Ok(()),
    };
    process.stopped_hearing();
    outcome
}

/// Logs the configured account in. What it keeps is in a folder of its own, which only the program's user may read, and only one
/// process uses while the file stays open.
#[cfg(feature = "matrix")]
async fn connect(
    config: &Config,
    service: &Arc<Service>,
) -> Result<(Arc<dyn matrix::Homeserver>, File), String> {
    let account = config.matrix.account().map_err(|error| error.to_string())?;
    let account = account.ok_or("no account on Matrix is configured")?;
    let folder = config.data.join("matrix");
    file_modes::create_folder(&folder)
        .map_err(|error| format!("cannot create the folder {}: {error}", folder.display()))?;
    let in_use = in_use(&folder)?;
    let login = match account.login {
        MatrixLogin::Password(password) => {
            matrix::account::sdk::Login::Password(password.expose().to_owned())
        }
        MatrixLogin::Token { token, device } => matrix::account::sdk::Login::Token {
            token: token.expose().to_owned(),
            device: device.to_owned(),
        },
    };
    let served = Arc::clone(service.served());
    let settings = matrix::account::sdk::Settings {
        homeserver: account.homeserver.to_owned(),
        user: account.user.to_owned(),
        login,
        recovery_key: account.recovery_key.map(|key| key.expose().to_owned()),
        folder,
        allow_servers: account.allow_servers.to_vec(),
        most_rooms: usize::try_from(account.most_rooms).unwrap_or(usize::MAX),
        hears: matrix::account::sdk::Hears::default(),
        may_send: matrix::account::sdk::MaySend::when(move || served.performs(Home::MATRIX)),
    };
    let mut delay = Duration::from_secs(1);
    loop {
        match matrix::account::sdk::connect(settings.clone()).await {
            // Discord is served meanwhile.
            Err(error) if error.is_transient() => {
                tracing::warn!(%error, "not connected to Matrix: trying again");
                tokio::time::sleep(delay).await;
                delay = (delay * 2).min(Duration::from_secs(30));
            }
            Err(error) => return Err(format!("cannot connect to Matrix: {error}")),
            Ok(homeserver) => return Ok((homeserver, in_use)),
        }
    }
}

/// Keeps other processes out of the account's folder, whose database of keys two of them would damage.
#[cfg(feature = "matrix")]
fn in_use(folder: &Path) -> Result<File, String> {
    let path = folder.join("lock");
    let file = file_modes::create(&path)
        .map_err(|error| format!("cannot create {}: {error}", path.display()))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(format!(
            "another Delos uses {}: give each process a data folder of its own",
            folder.display()
        )),
        Err(TryLockError::Error(error)) => Err(format!("cannot lock {}: {error}", path.display())),
        Ok(()) => Ok(file),
    }
}

/// Refuses: the command line did before.
#[cfg(not(feature = "matrix"))]
#[expect(clippy::unused_async, reason = "a build with Matrix waits in it")]
async fn serve_matrix(
    _: &Config,
    process: Process,
    _: mpsc::UnboundedReceiver<QueuedEffect>,
    _: Option<mpsc::UnboundedReceiver<ShardCommand>>,
) -> Result<(), String> {
    process.stopped_hearing();
    Err(ConfigError::NoMatrix.to_string())
}

#[cfg(all(test, feature = "matrix"))]
mod tests {
    use super::*;

    #[test]
    fn the_accounts_folder_is_used_by_one_process() {
        let folder = tempfile::tempdir().expect("made");
        let first = in_use(folder.path()).expect("free");
        let second = in_use(folder.path()).expect_err("in use");
        assert!(second.contains("a data folder of its own"), "{second}");
        drop(first);
        in_use(folder.path()).expect("free again");
    }
}

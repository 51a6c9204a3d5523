//! A run of the program: opens the store, runs the front ends on it until shutdown, closes everything.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use playground::Playground;
#[cfg(unix)]
use tokio::signal::unix::SignalKind;
use tokio_util::sync::CancellationToken;

use crate::admin::{automatic_backups, control};
use crate::config::{ApiAddress, Config, DiscordConfig};
use crate::error::{Error, Result};
use crate::platforms::{self, service_over};
use crate::{health, monitoring};
use runtime::cluster;
use runtime::engine_pool::{self, EnginePool};
use runtime::service::Roles;
use store::postgres::{PostgresStore, ServerError};
use store::{Database, OpenError, Secret, SledStore, file_modes};
use text::Platforms;

/// Longest time that a front end may take to stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(8);

/// Longest time that a database server may take to start.
const SERVER_TIMEOUT: Duration = Duration::from_mins(1);

/// Users of a new playground: two, so that one person can play both sides.
const PLAYGROUND_USERS: [&str; 2] = ["alice", "bob"];

/// The platforms of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The configured chat platforms.
    Chat(Platforms),
    /// The local Discord, in this process.
    Playground,
}

/// Serves a platform until `shutdown`.
pub async fn run(
    config: &Config,
    mode: Mode,
    roles: Roles,
    shutdown: CancellationToken,
    out: &mut dyn Write,
) -> Result<()> {
    let config = &placed(config, mode);
    if mode == Mode::Playground {
        set_aside_incomplete(&config.data)?;
    }
    serve(config, shutdown, |store, stop| async move {
        match mode {
            Mode::Chat(platforms) => platforms::serve(config, platforms, roles, store, stop).await,
            Mode::Playground => serve_playground(config, store, stop, out).await,
        }
    })
    .await
}

/// Serves a playground on an open store. Its address is printed only now, because opening fails if another Delos uses the folder.
async fn serve_playground(
    config: &Config,
    store: Arc<dyn Database>,
    stop: CancellationToken,
    out: &mut dyn Write,
) -> Result<(), String> {
    let failed = |error: io::Error| Error::Io(error).to_string();
    let playground = start_playground(config).await.map_err(failed)?;
    for name in PLAYGROUND_USERS {
        // Naming a user creates it.
        let _ = playground.user(name);
    }
    let address = playground.api();
    writeln!(
        out,
        "The playground is ready: open {address} in a browser.\n\
         (To connect to Discord instead, set DISCORD_TOKEN; see README.md. Ctrl-C stops it.)"
    )
    .and_then(|()| out.flush())
    .map_err(failed)?;
    let config = Config {
        discord: DiscordConfig {
            token: Some(Secret::from(playground.token().to_owned())),
            api: Some(address.parse::<ApiAddress>()?),
            ..DiscordConfig::default()
        },
        ..config.clone()
    };
    platforms::serve(&config, Platforms::DISCORD, Roles::Both, store, stop).await
}

/// Returns the configuration with the folder that this mode uses.
pub fn placed(config: &Config, mode: Mode) -> Config {
    match mode {
        Mode::Chat(_) => config.clone(),
        Mode::Playground => config.in_playground(),
    }
}

/// Does the engine's work for the processes that serve, until `shutdown`.
pub async fn think(config: &Config, shutdown: CancellationToken) -> Result<()> {
    serve(config, shutdown, |store, stop| async move {
        let Some(leases) = store.leases() else {
            return Err("thinking for other processes takes a database that they share, but the data folder belongs to one \
                process: set url in [store] to a PostgreSQL database, or run delos without a command, which thinks as well"
                .to_owned());
        };
        let pool = EnginePool::start(config.engine.thread_count());
        let pool = pool.map_err(|error| format!("cannot start the engine's threads: {error}"))?;
        let (service, queues) = service_over(store, config, Roles::Think, Platforms::DISCORD);
        let (served, pool) = (Arc::clone(&service), Arc::new(pool));
        let engine = engine_pool::run(served, queues.engine, pool, stop.clone());
        tokio::join!(engine, cluster::think(service, leases, stop));
        Ok(())
    })
    .await
}

/// The entries of a playground's folder.
const PLAYGROUND_ENTRIES: [&str; 11] = [
    "alive",
    "alive.new",
    "backups",
    "broadcasts",
    "chats",
    "control",
    "lock",
    "store",
    "store.new",
    "tally",
    "tally.new",
];

/// Deletes a playground's folder, unless a Delos uses it or it holds anything else.
pub fn forget(folder: &Path) -> Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    let names = entries
        .map(|entry| Ok(entry?.file_name()))
        .collect::<io::Result<Vec<_>>>()?;
    let is_playground = names.iter().any(|name| name == "chats" || name == "store");
    let is_foreign = |name| PLAYGROUND_ENTRIES.iter().all(|known| name != known);
    if !names.is_empty() && (!is_playground || names.iter().any(is_foreign)) {
        return Err(Error::Other(format!(
            "nothing deleted: {} holds other files than a playground's",
            folder.display()
        )));
    }
    ensure_unused(folder)?;
    Ok(fs::remove_dir_all(folder)?)
}

fn ensure_unused(folder: &Path) -> Result<(), OpenError> {
    match SledStore::open(folder).map(drop) {
        // A damaged one is unused, too.
        Err(error @ OpenError::InUse { .. }) => Err(error),
        _ => Ok(()),
    }
}

/// Renames a playground's folder that has chats without their games, or games without their chats.
fn set_aside_incomplete(folder: &Path) -> Result<()> {
    if folder.join("store").exists() == folder.join("chats/world.json").exists() {
        return Ok(());
    }
    ensure_unused(folder)?;
    let mut names = (1..).map(|n| folder.with_extension(format!("old{n}")));
    if let Some(aside) = names.find(|name| !name.exists()) {
        fs::rename(folder, &aside)?;
        let aside = aside.display();
        tracing::warn!(%aside, "incomplete playground set aside");
    }
    Ok(())
}

/// Starts the playground at its address, or at the next free port.
async fn start_playground(config: &Config) -> io::Result<Playground> {
    const MAX_PORTS: u16 = 20;
    let mut port = config.playground.address.0.port();
    let last = port.saturating_add(MAX_PORTS);
    loop {
        let playground = Playground::builder()
            .port(port)
            .real_time()
            .lenient_drop()
            .keep_in(config.data.join("chats"));
        match playground.start().await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && port < last => port += 1,
            started => return started,
        }
    }
}

/// Opens the store, runs `front_end` on it, and closes everything.
///
/// The front end is stopped by its token: at shutdown, or when the store fails.
pub async fn serve<F, W>(config: &Config, shutdown: CancellationToken, front_end: F) -> Result<()>
where
    F: FnOnce(Arc<dyn Database>, CancellationToken) -> W,
    W: Future<Output = Result<(), String>>,
{
    let Some(store) = shutdown.run_until_cancelled(open_store(config)).await else {
        return Ok(());
    };
    let store = store?;
    let stop = shutdown.child_token();
    let running = front_end(Arc::clone(&store), stop.clone());
    let failure = store.failure();
    let stopped = async {
        tokio::select! {
            () = shutdown.cancelled() => {}
            () = failure.cancelled() => {}
        }
        stop.cancel();
        tokio::time::sleep(STOP_TIMEOUT).await;
    };
    let outcome: Result<()> = tokio::select! {
        outcome = running => outcome.map_err(Error::Other),
        () = stopped => {
            tracing::warn!(timeout = ?STOP_TIMEOUT, "front end not stopped in time");
            Ok(())
        }
        error = serve_monitoring(config, &store) => Err(Error::Other(error)),
        error = watch_data(config, &store) => Err(error.into()),
        () = serve_control(config, &store, &stop) => unreachable!("never returns"),
        () = watch_disk(config, &store) => unreachable!("never returns"),
    };
    // No task of the front end may use a closed store.
    stop.cancel();

    let closing = Arc::clone(&store);
    blocking(move || closing.shut_down()).await?;
    health::clear(&config.data);
    match store.broken() {
        Some(why) => {
            // sled panics when it closes a database whose disk is gone. The process ends anyway, and its locks with it.
            std::mem::forget(Arc::clone(&store));
            Err(Error::Store(why))
        }
        None => outcome,
    }
}

/// Opens the configured store.
async fn open_store(config: &Config) -> Result<Arc<dyn Database>> {
    if let Some(settings) = config.store.postgres() {
        // Heartbeats, backups and requests are files even so.
        file_modes::create_folder(&config.data)?;
        let at = settings.url.to_string();
        let store = PostgresStore::open_when_ready(settings, SERVER_TIMEOUT).await?;
        tracing::info!(%at, version = env!("CARGO_PKG_VERSION"), "store opened");
        return Ok(Arc::new(store));
    }
    let folder = config.data.clone();
    let store = blocking(move || SledStore::open(&folder)).await??;
    let folder = config.data.display();
    tracing::info!(%folder, version = env!("CARGO_PKG_VERSION"), "store opened");
    Ok(Arc::new(store))
}

/// Serves the monitoring endpoints, if there is an address for them; returns why they stopped.
async fn serve_monitoring(config: &Config, store: &Arc<dyn Database>) -> String {
    let Some(address) = config.monitoring.address else {
        return std::future::pending().await;
    };
    let store = Arc::clone(store);
    let stopped = monitoring::serve(address.0, store, &config.data).await;
    stopped.map_or_else(|error| error.to_string(), |()| String::new())
}

/// Serves requests of other `delos` processes; never returns.
async fn serve_control(config: &Config, store: &Arc<dyn Database>, stop: &CancellationToken) {
    let serving = control::listen(&config.data, Arc::clone(store), stop.clone());
    if let Err(error) = serving.await {
        tracing::warn!(%error, "control socket not available: stop Delos for backups");
    }
    std::future::pending::<()>().await;
}

/// Makes backups; returns only if the data turns out to be damaged.
async fn watch_data(config: &Config, store: &Arc<dyn Database>) -> OpenError {
    let store = Arc::clone(store);
    let why = automatic_backups::run(store, config.backup.clone(), config.data.clone()).await;
    match &config.store.url {
        Some(url) => OpenError::Server(url.to_string(), ServerError::Damaged(why)),
        None => OpenError::Damaged(config.data.join("store"), why),
    }
}

/// Records signs of life, and marks the store broken when the disk refuses them; never returns.
async fn watch_disk(config: &Config, store: &Arc<dyn Database>) {
    let (watched, survives_outages) = (Arc::clone(store), store.survives_outages());
    let beating = health::beat(&config.data, watched, survives_outages, health::PERIOD);
    store.mark_broken(beating.await);
    std::future::pending::<()>().await;
}

/// Runs disk work on a blocking thread.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::Io(io::Error::other(error)))
}

/// Cancels `shutdown` on Ctrl-C, SIGTERM or SIGHUP.
pub async fn cancel_on_signal(shutdown: CancellationToken) {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    let (terminated, hung_up) = (
        received("SIGTERM", Some(SignalKind::terminate())),
        received("SIGHUP", (!ignores_hangups()).then(SignalKind::hangup)),
    );
    #[cfg(not(unix))]
    let (terminated, hung_up) = (std::future::pending::<()>(), std::future::pending::<()>());
    tokio::select! {
        handled = interrupted => if let Err(error) = handled {
            tracing::warn!(%error, "Ctrl-C not handled");
            return;
        },
        () = terminated => {}
        () = hung_up => {}
    }
    tracing::info!("shutting down");
    shutdown.cancel();
}

/// Waits for a signal; forever if there is none to wait for.
#[cfg(unix)]
async fn received(name: &str, kind: Option<SignalKind>) {
    match kind.map(tokio::signal::unix::signal) {
        Some(Ok(mut signal)) => drop(signal.recv().await),
        Some(Err(error)) => {
            tracing::warn!(%error, name, "signal not handled");
            std::future::pending::<()>().await;
        }
        None => std::future::pending().await,
    }
}

/// Whether the program was started to outlive its terminal, as by `nohup`. Only Linux tells.
#[cfg(unix)]
fn ignores_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let ignored = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 == 1)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use app::store::{Batch, Store};

    use super::*;

    fn config(folder: &tempfile::TempDir) -> Config {
        Config {
            data: folder.path().join("new/data"),
            ..Config::default()
        }
    }

    #[tokio::test]
    async fn it_stops_at_shutdown_and_unlocks_the_folder() {
        let folder = tempfile::tempdir().expect("made");
        let config = config(&folder);
        for _ in 0..2 {
            let shutdown = CancellationToken::new();
            let outcome = serve(&config, shutdown.clone(), |store, stop| async move {
                let committed = store.commit(Batch::default());
                committed.map_err(|error| error.to_string())?;
                shutdown.cancel();
                stop.cancelled().await;
                Ok(())
            });
            outcome.await.expect("stops without an error");
        }
    }

    #[tokio::test]
    async fn the_error_of_a_front_end_is_the_error_of_the_run() {
        let folder = tempfile::tempdir().expect("made");
        let config = config(&folder);
        let mut stopped = None;
        let failing = serve(&config, CancellationToken::new(), |_, stop| {
            stopped = Some(stop);
            async { Err("refused".to_owned()) }
        });
        assert_eq!(failing.await.expect_err("fails").to_string(), "refused");
        // Nor does any of its tasks go on.
        assert!(stopped.is_some_and(|stop| stop.is_cancelled()));
    }

    #[tokio::test]
    async fn a_folder_in_use_is_refused_before_anything_starts() {
        let folder = tempfile::tempdir().expect("made");
        let config = config(&folder);
        let _first = SledStore::open(&config.data).expect("opens");
        let started = AtomicBool::new(false);
        let second = serve(&config, CancellationToken::new(), |_, _| async {
            started.store(true, Ordering::Relaxed);
            Ok(())
        });
        let second = second.await;
        let is_refused = matches!(second, Err(Error::Open(OpenError::InUse { .. })));
        assert!(is_refused, "{second:?}");
        assert!(!started.load(Ordering::Relaxed));
    }
}

//! A run of the program: the store is opened, a front end works on it until it is told to end, everything is put away.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use playground::Playground;
use tokio_util::sync::CancellationToken;

use crate::broadcast;
use crate::config::{Config, ConfigError, Part, Secret, Shards};
use crate::control;
use crate::discord::{self, Connection};
use crate::health;
use crate::keeping::KeepingError;
use crate::monitoring;
use crate::service::{Machine, Service};
use crate::store::{OpenError, SledStore};

/// How long a front end may take to end after it was told to.
const GRACE: Duration = Duration::from_secs(8);

/// Who is in the playground from the beginning, so that one person can play both sides at once.
const PEOPLE: [&str; 2] = ["alice", "bob"];

/// Which chat is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Front {
    /// Discord, or a server that is compatible with it.
    Discord,
    /// The Discord in a box, in this process.
    Playground,
}

/// Why the program ended without being told to.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The data folder cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The disk failed while it ran.
    #[error(
        "the store has failed: {0}; nothing that was acknowledged is lost, start again when the disk is mended"
    )]
    Store(String),
    /// A backup, export or check came to nothing.
    #[error(transparent)]
    Keeping(#[from] KeepingError),
    /// The front end or a question to it came to a bad end.
    #[error("{0}")]
    Front(String),
    /// A picture that was asked for on the command line was not made.
    #[error(transparent)]
    Picture(#[from] crate::diagram::RenderCommandError),
    /// The system refused something that a process needs.
    #[error("the system refuses: {0}")]
    Io(#[from] io::Error),
}

/// Serves the chosen chat until `shutdown` is cancelled.
///
/// # Errors
/// Whatever ended it before that.
pub async fn run(
    config: &Config,
    front: Front,
    shutdown: CancellationToken,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match front {
        Front::Discord => {
            let token = config.discord.token.clone().ok_or(ConfigError::NoToken)?;
            let api = config.discord.api.as_ref();
            let part = config.shards.part().map_err(ConfigError::Shards)?;
            let connection =
                Connection::new(token, api.map(|api| api.as_str().to_owned())).serving(part);
            serve(config, shutdown, |store, stop| {
                connected(config, &connection, store, stop)
            })
            .await
        }
        Front::Playground => {
            let discord_in_a_box = open_playground(config).await?;
            for name in PEOPLE {
                // A person exists from the first mention of their name.
                let _ = discord_in_a_box.user(name);
            }
            writeln!(
                out,
                "Delos plays in a Discord in a box: open {} in a browser.",
                discord_in_a_box.api()
            )?;
            writeln!(
                out,
                "(To connect to Discord instead, set DISCORD_TOKEN; README.md says how. Ctrl-C ends it.)"
            )?;
            out.flush()?;
            let connection = Connection::new(
                Secret::from(discord_in_a_box.token().to_owned()),
                Some(discord_in_a_box.api().to_owned()),
            );
            let config = Config {
                data: folder(config, front),
                shards: Shards::default(),
                ..config.clone()
            };
            let config = &config;
            serve(config, shutdown, |store, stop| {
                connected(config, &connection, store, stop)
            })
            .await
        }
    }
}

/// The folder for the database. What is played in the playground never mixes with the games of a real server.
pub fn folder(config: &Config, front: Front) -> PathBuf {
    match front {
        Front::Discord => config.data.clone(),
        Front::Playground => config.data.join("playground"),
    }
}

/// Plays over this connection until `stop`.
async fn connected(
    config: &Config,
    connection: &Connection,
    store: Arc<SledStore>,
    stop: CancellationToken,
) -> Result<(), String> {
    let page = config.about.privacy.as_ref();
    let page = page.map(|page| page.as_str().to_owned());
    let (service, queues) = Service::with_page(store, (&config.limits).into(), page, Machine)
        .map_err(|failure| {
            format!("what an earlier run left to be done cannot be read: {failure:?}")
        })?;
    let threads = config.engine.thread_count();
    let watching = broadcast::watch(Arc::clone(&service), config.data.clone(), stop.clone());
    let watching = tokio::spawn(watching);
    let outcome = discord::run(connection, service, queues, threads, stop.clone()).await;
    stop.cancel();
    // It only reads a folder: nothing of it is lost however it ends.
    drop(watching.await);
    outcome.map_err(|error| error.to_string())
}

/// Opens the Discord in a box at its address, or at the next free port.
async fn open_playground(config: &Config) -> Result<Playground, Failure> {
    const TRIES: u16 = 20;
    let first = config.playground.address.socket().port();
    let mut port = first;
    loop {
        match Playground::builder()
            .port(port)
            .real_time()
            .lenient_drop()
            .bot_name("Delos")
            .start()
            .await
        {
            Ok(opened) => return Ok(opened),
            Err(error)
                if error.kind() == io::ErrorKind::AddrInUse
                    && port < first.saturating_add(TRIES) =>
            {
                port += 1;
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Opens the store, lets `front` work on it, and puts everything away.
///
/// The front end is told to end by the token that it is given: when the caller wants it, or when the store has failed.
///
/// # Errors
/// Whatever ended it.
pub async fn serve<F, W>(
    config: &Config,
    shutdown: CancellationToken,
    front: F,
) -> Result<(), Failure>
where
    F: FnOnce(Arc<SledStore>, CancellationToken) -> W,
    W: Future<Output = Result<(), String>>,
{
    let folder = config.data.clone();
    let part = config.shards.part().map_err(ConfigError::Shards)?;
    let part = part.filter(|part| !part.is_whole());
    let store = blocking(move || {
        let store = SledStore::open(&folder)?;
        store.claim(&folder, part.as_ref().map(Part::to_string).as_deref())?;
        Ok::<_, OpenError>(store)
    })
    .await??;
    let store = Arc::new(store);
    tracing::info!(folder = %config.data.display(), version = env!("CARGO_PKG_VERSION"), "the store is open");

    let watched = Arc::clone(&store);
    let monitoring = async {
        match config.monitoring.address {
            Some(address) => monitoring::serve(address.socket(), watched, &config.data).await,
            None => std::future::pending().await,
        }
    };
    let asked = Arc::clone(&store);
    let control = async {
        if let Err(error) = control::listen(&config.data, asked).await {
            tracing::warn!(%error, "backups can be made only while this is stopped");
        }
        std::future::pending::<()>().await;
    };
    let pulse = async {
        let why = health::beat(&config.data, Arc::clone(&store), health::PERIOD).await;
        store.give_up(why);
        std::future::pending::<()>().await;
    };
    let stop = shutdown.child_token();
    let working = front(Arc::clone(&store), stop.clone());
    let failure = store.failure();
    let told = async {
        tokio::select! {
            () = shutdown.cancelled() => {}
            () = failure.cancelled() => {}
        }
        stop.cancel();
        tokio::time::sleep(GRACE).await;
    };
    let outcome = tokio::select! {
        outcome = working => outcome,
        () = told => {
            tracing::warn!(?GRACE, "the front end did not end in time and is left");
            Ok(())
        }
        ended = monitoring => Err(ended.err().map_or_else(String::new, |error| error.to_string())),
        () = control => unreachable!("never ends"),
        () = pulse => unreachable!("never ends"),
    };

    let closing = Arc::clone(&store);
    blocking(move || closing.shut_down()).await?;
    health::rest(&config.data);
    match store.broken() {
        Some(why) => {
            // sled panics when it closes a database whose disk is gone. The process ends anyway, and its locks with it.
            std::mem::forget(Arc::clone(&store));
            Err(Failure::Store(why))
        }
        None => outcome.map_err(Failure::Front),
    }
}

/// Does what waits for the disk where it holds up nobody.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Failure::Io(io::Error::other(error)))
}

/// Tells the program to end when the user (Ctrl-C) or the system (SIGTERM) asks for it.
pub async fn cancel_on_signal(shutdown: CancellationToken) {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(error) => {
                tracing::warn!(%error, "SIGTERM will not be heard");
                std::future::pending::<()>().await;
            }
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        heard = interrupted => if let Err(error) = heard {
            tracing::warn!(%error, "Ctrl-C will not be heard");
            return;
        },
        () = terminated => {}
    }
    tracing::info!("ending");
    shutdown.cancel();
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
    async fn it_ends_when_told_and_gives_the_folder_back() {
        let folder = tempfile::tempdir().expect("made");
        let config = config(&folder);
        for _ in 0..2 {
            let shutdown = CancellationToken::new();
            let outcome = serve(&config, shutdown.clone(), |store, stop| async move {
                store
                    .commit(Batch::default())
                    .map_err(|error| error.to_string())?;
                shutdown.cancel();
                stop.cancelled().await;
                Ok(())
            });
            outcome.await.expect("ends well");
        }
    }

    #[tokio::test]
    async fn a_front_end_that_fails_ends_the_run_with_its_words() {
        let folder = tempfile::tempdir().expect("made");
        let config = config(&folder);
        let failing = serve(&config, CancellationToken::new(), |_, _| async {
            Err("refused".to_owned())
        });
        assert_eq!(failing.await.expect_err("fails").to_string(), "refused");
    }

    #[tokio::test]
    async fn a_folder_in_use_is_told_before_anything_starts() {
        let folder = tempfile::tempdir().expect("made");
        let config = config(&folder);
        let _first = SledStore::open(&config.data).expect("opens");
        let started = AtomicBool::new(false);
        let second = serve(&config, CancellationToken::new(), |_, _| async {
            started.store(true, Ordering::Relaxed);
            Ok(())
        });
        assert!(matches!(
            second.await,
            Err(Failure::Open(OpenError::InUse { .. }))
        ));
        assert!(!started.load(Ordering::Relaxed));
    }
}

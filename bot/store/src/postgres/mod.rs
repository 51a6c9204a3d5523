//! The application's [`Store`] on PostgreSQL, for any number of processes.
//!
//! - A commit is one statement, which checks versions and quotas ([`commit`]). One that inserts or counts takes a lock first; its
//!   four messages are sent together.
//! - The program creates and migrates its tables ([`schema`]). Keys and values in them are the same bytes as on sled.
//! - Calls block, from any thread; a small runtime of its own talks to the server.
//! - While the server is down each call fails; the store recovers by itself. The records' versions tell the outcome of a commit
//!   whose connection breaks.

mod batch;
mod check;
mod client;
mod commit;
mod connect;
mod error;
mod leases;
mod posts;
mod read;
mod schema;
mod session;
mod transfer;
mod unreadable;
mod url;

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

use app::effect::Outgoing;
use app::store::{Batch, Contended, Index, Key, Page, Result, Store, StoreError, Stored};
use text::Platform;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use crate::leases::Leases;

use crate::database::{Counts, Database, account_key};
use crate::errors::{OpenError, RestoreError};
use crate::integrity::IntegrityReport;
use crate::jsonl::{ExportScope, JsonlError};
use batch::Encoded;
use client::{Inner, Param, Query as _};
use leases::PostgresLeases;
use session::Session;
use unreadable::UnreadableEffects;

pub use crate::errors::ServerError;
pub use connect::{CONNECTIONS, PostgresSettings};
pub use schema::{FORM, MIGRATION};
pub use url::DatabaseUrl;

/// Threads that talk to the server: what they do is wait, and parse answers.
const THREADS: usize = 2;
/// The first account stays.
const ACCOUNT: &str = "
INSERT INTO meta (key, value) VALUES ($1, $2)
ON CONFLICT (key) DO UPDATE SET value = meta.value RETURNING value";
/// Between two attempts to open the store of a server that is not ready.
const OPEN_INTERVAL: Duration = Duration::from_secs(1);

/// The application's store on a database server.
pub struct PostgresStore {
    inner: Arc<Inner>,
    /// Present until dropped.
    runtime: Option<Runtime>,
}

impl std::fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresStore")
            .field("broken", &self.broken())
            .finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Connects, and creates or migrates the tables.
    pub fn open(settings: &PostgresSettings) -> Result<Self, OpenError> {
        let failed = |source| OpenError::Server {
            at: settings.url.to_string(),
            source,
        };
        let runtime = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(|error| failed(ServerError::Other(error.to_string())))?;
        let inner = Arc::new(Inner {
            pool: connect::pool(settings).map_err(failed)?,
            process: AtomicI64::new(0),
            is_full: AtomicBool::new(false),
            beaten: Mutex::default(),
            handle: runtime.handle().clone(),
            is_open: RwLock::new(true),
            closing: CancellationToken::new(),
            broken: OnceLock::new(),
            failure: CancellationToken::new(),
            unreadable: UnreadableEffects::default(),
        });
        let store = Self {
            inner: Arc::clone(&inner),
            runtime: Some(runtime),
        };
        let pool = inner.pool.clone();
        let prepared = inner.wait(async move {
            let client = pool.get().await?;
            // Others may take their time to create the tables.
            client
                .batch_execute("SET lock_timeout = 0; SET statement_timeout = '10min'")
                .await?;
            let prepared = schema::prepare(&client).await;
            client::discard(client);
            prepared
        });
        prepared
            .unwrap_or_else(|| Err(ServerError::Other("the connection failed".to_owned())))
            .map_err(failed)?;
        Ok(store)
    }

    /// As [`open`](Self::open), but waits for a server that is starting, so that programs and server may start in any order. What
    /// waiting does not help against fails at once.
    pub async fn open_when_ready(
        settings: PostgresSettings,
        timeout: Duration,
    ) -> Result<Self, OpenError> {
        let give_up = Instant::now() + timeout;
        let mut is_told = false;
        loop {
            let attempt = settings.clone();
            let opened = tokio::task::spawn_blocking(move || Self::open(&attempt)).await;
            let error = match opened {
                Ok(Ok(store)) => return Ok(store),
                Ok(Err(error)) => error,
                Err(error) => OpenError::Server {
                    at: settings.url.to_string(),
                    source: ServerError::Other(error.to_string()),
                },
            };
            let is_passing =
                matches!(&error, OpenError::Server { source, .. } if source.is_passing());
            if !is_passing || Instant::now() >= give_up {
                return Err(error);
            }
            if !is_told {
                tracing::warn!(%error, ?timeout, "database not ready: waiting");
                is_told = true;
            }
            tokio::time::sleep(OPEN_INTERVAL).await;
        }
    }

    /// Fills an empty database from a backup; returns the number of values.
    ///
    /// # Errors
    /// When the database has records already, or what is wrong with it or with the file.
    pub fn restore(
        settings: &PostgresSettings,
        input: &mut dyn BufRead,
    ) -> Result<u64, RestoreError> {
        let store = Self::open(settings)?;
        if !store.is_empty() {
            return Err(RestoreError::Open(OpenError::Server {
                at: settings.url.to_string(),
                source: ServerError::NotEmpty,
            }));
        }
        Ok(transfer::restore(&store.inner, input)?)
    }

    /// Runs a commit unless the store is closed; closing waits for it.
    fn admitted<T>(&self, work: impl FnOnce(&Arc<Inner>) -> Result<T>) -> Result<T> {
        self.inner.admitted(|| work(&self.inner))
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        self.shut_down();
        if let Some(runtime) = self.runtime.take() {
            // Waiting for it would panic on a thread of another runtime.
            runtime.shutdown_background();
        }
    }
}

impl Store for PostgresStore {
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>> {
        read::get_many(&self.inner, keys)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>> {
        read::list(&self.inner, index, &page)
    }

    fn commit(&self, batch: Batch) -> Result<()> {
        let encoded = Encoded::of(&batch)?;
        self.admitted(|inner| {
            let task = Arc::clone(inner);
            let done = inner.wait(async move { commit::run(&task, &encoded, false).await });
            done.unwrap_or_else(|| {
                Err(StoreError::Unknown(
                    "the store was closed meanwhile".to_owned(),
                ))
            })
        })
    }

    fn hold(&self, contended: &Contended, attempt: &mut dyn FnMut(&dyn Store)) -> Result<()> {
        match Session::holding(&self.inner, contended)? {
            Some(session) => attempt(&session),
            None => attempt(self),
        }
        Ok(())
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>> {
        read::outgoing(&self.inner, limit)
    }
}

impl Database for PostgresStore {
    fn leases(&self) -> Option<Arc<dyn Leases>> {
        Some(Arc::new(PostgresLeases(Arc::clone(&self.inner))))
    }

    fn agree_on_account(&self, platform: Platform, account: &str) -> Result<String> {
        let name = account_key(platform);
        let parameters: Vec<Param> = vec![Box::new(name), Box::new(account.to_owned())];
        let rows = self.admitted(|inner| inner.query(ACCOUNT, parameters))?;
        let kept = rows.first().map(|row| row.get(0));
        kept.ok_or_else(|| StoreError::Unavailable("no account was kept".to_owned()))
    }

    fn broken(&self) -> Option<String> {
        self.inner.broken.get().cloned()
    }

    fn mark_broken(&self, why: String) {
        tracing::error!(why, "store failed");
        // The first reason counts.
        let _ = self.inner.broken.set(why);
        self.inner.failure.cancel();
    }

    fn failure(&self) -> CancellationToken {
        self.inner.failure.clone()
    }

    fn shut_down(&self) {
        let is_open = self.inner.is_open.write();
        *is_open.unwrap_or_else(PoisonError::into_inner) = false;
        self.inner.pool.close();
        // A statement of a check may take minutes, and the program waits for it.
        self.inner.closing.cancel();
    }

    fn export(&self, scope: ExportScope, out: &mut dyn Write) -> Result<u64, JsonlError> {
        transfer::export(&self.inner, scope, out)
    }

    fn is_empty(&self) -> bool {
        read::is_empty(&self.inner).unwrap_or(false)
    }

    fn record_count(&self) -> Result<u64> {
        read::record_count(&self.inner)
    }

    fn check_with(
        &self,
        progress: &mut dyn FnMut(u64) -> io::Result<()>,
    ) -> Result<IntegrityReport> {
        check::check(&self.inner, progress)
    }

    fn counts(&self) -> Result<Counts> {
        read::counts(&self.inner)
    }

    fn survives_outages(&self) -> bool {
        true
    }
}

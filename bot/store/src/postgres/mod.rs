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

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use app::effect::Outgoing;
use app::store::{Batch, Contended, Index, Key, Page, Result, Store, Stored};
use text::Platform;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use crate::database::{Breaker, Counts, Database, account_key};
use crate::errors::{OpenError, RestoreError};
use crate::integrity::{IntegrityReport, TellProgress};
use crate::jsonl::{ExportScope, JsonlError};
use crate::keys;
use crate::leases::Leases;
use batch::Encoded;
use client::{Inner, Query as _, params};
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
const IS_EMPTY: &str = "SELECT FROM records WHERE key >= $1 LIMIT 1";
const COUNTS: &str = "
SELECT (SELECT count(*) FROM rows WHERE entry >= $1 AND entry < $2),
    (SELECT count(*) FROM rows WHERE entry >= $3 AND entry < $4),
    (SELECT count(*) FROM effects),
    (SELECT count(*) FROM retiring)";
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
        let failed = |why| OpenError::Server(settings.url.to_string(), why);
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
            breaker: Breaker::default(),
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
                Err(error) => {
                    let why = ServerError::Other(error.to_string());
                    OpenError::Server(settings.url.to_string(), why)
                }
            };
            let is_passing = matches!(&error, OpenError::Server(_, why) if why.is_passing());
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
            let url = settings.url.to_string();
            return Err(OpenError::Server(url, ServerError::NotEmpty).into());
        }
        Ok(transfer::restore(&store.inner, input)?)
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
        self.inner.admitted(|| {
            let task = Arc::clone(&self.inner);
            let done = (self.inner).wait(async move { commit::run(&task, &encoded, false).await });
            done.unwrap_or_else(|| Err(commit::unknown("the store was closed meanwhile")))
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
        let parameters = params![account_key(platform), account.to_owned()];
        let kept = (self.inner).admitted(|| self.inner.one(ACCOUNT, parameters))?;
        Ok(kept.get(0))
    }

    fn broken(&self) -> Option<String> {
        self.inner.breaker.broken()
    }

    fn mark_broken(&self, why: String) {
        self.inner.breaker.mark_broken(why);
    }

    fn failure(&self) -> CancellationToken {
        self.inner.breaker.failure()
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
        let first = params![keys::first_of_content()];
        let rows = self.inner.query(IS_EMPTY, first);
        rows.is_ok_and(|rows| rows.is_empty())
    }

    fn record_count(&self) -> Result<u64> {
        let row = (self.inner).one("SELECT count(*) FROM records", Vec::new())?;
        Ok(u64::try_from(row.get::<_, i64>(0)).unwrap_or_default())
    }

    fn check_with(&self, progress: TellProgress<'_>) -> Result<IntegrityReport> {
        check::check(&self.inner, progress)
    }

    fn counts(&self) -> Result<Counts> {
        let [ongoing, due] = keys::ongoing_and_due().map(|index| (vec![index], vec![index + 1]));
        let counted = params![ongoing.0, ongoing.1, due.0, due.1];
        let row = self.inner.one(COUNTS, counted)?;
        let count = |n: usize| usize::try_from(row.get::<_, i64>(n)).unwrap_or_default();
        Ok(Counts {
            ongoing: count(0),
            due: count(1),
            outgoing: count(2),
            unretired: count(3),
        })
    }

    fn survives_outages(&self) -> bool {
        true
    }
}

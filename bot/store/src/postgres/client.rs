//! The connections of a store: a pool, the runtime that talks to the server, and statements that may be repeated.

use std::sync::atomic::{AtomicBool, AtomicI64};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use app::store::{Result, StoreError};
use deadpool_postgres::{ClientWrapper, Object, Pool};
use tokio::runtime::Handle;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use tokio_util::sync::CancellationToken;

use super::connect::WAIT;
use super::error::{Meaning, meaning, text};
use super::unreadable::UnreadableEffects;
use crate::database::Breaker;
use crate::errors::ServerError;

/// How often a statement that may be repeated is sent.
pub(super) const ATTEMPTS: u32 = 5;
/// Longer than the server runs a statement.
pub(super) const NO_ANSWER: Duration = Duration::from_secs(15);

/// State shared by all handles of a store.
pub(super) struct Inner {
    pub(super) pool: Pool,
    /// The number under which this process is registered; zero before.
    pub(super) process: AtomicI64,
    /// Whether the server has refused a commit since the last beat for want of space.
    pub(super) is_full: AtomicBool,
    /// When its last beat was accepted.
    pub(super) beaten: Mutex<Option<Instant>>,
    pub(super) handle: Handle,
    /// Whether commits are admitted; locked by each while it runs.
    pub(super) is_open: RwLock<bool>,
    /// Canceled when the store is closed.
    pub(super) closing: CancellationToken,
    pub(super) breaker: Breaker,
    pub(super) unreadable: UnreadableEffects,
}

/// A value for a statement.
pub(super) type Param = Box<dyn ToSql + Sync + Send>;

/// The values for a statement.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        vec![$(Box::new($value) as $crate::postgres::client::Param),*]
    };
}
pub(super) use params;

/// Runs statements, on any connection or in a transaction.
pub(super) trait Query {
    /// Runs a statement that may be repeated, and waits for its rows.
    fn query(&self, sql: &'static str, parameters: Vec<Param>) -> Result<Vec<Row>>;

    /// [`Self::query`] for one row, or none.
    fn row(&self, sql: &'static str, parameters: Vec<Param>) -> Result<Option<Row>> {
        Ok(self.query(sql, parameters)?.into_iter().next())
    }

    /// [`Self::query`] for the row of a statement that always has one.
    fn one(&self, sql: &'static str, parameters: Vec<Param>) -> Result<Row> {
        let row = self.row(sql, parameters)?;
        row.ok_or_else(|| StoreError::Unavailable("the database gave no row".to_owned()))
    }
}

impl Inner {
    /// Blocks on work of the store's own runtime; `None` after its end. Unlike `block_on`, any thread may call it.
    pub(super) fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Option<T> {
        let (answer, answered) = std::sync::mpsc::sync_channel(1);
        self.handle.spawn(async move {
            // There is room for it, and its receiver waits.
            let _ = answer.send(work.await);
        });
        answered.recv().ok()
    }

    /// [`Self::wait`], which fails after the runtime's end.
    pub(super) fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<T> {
        self.wait(work).unwrap_or_else(|| Err(closed()))
    }

    pub(super) fn admitted<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.breaker.check()?;
        let is_open = self.is_open.read().unwrap_or_else(PoisonError::into_inner);
        if *is_open { work() } else { Err(closed()) }
    }

    /// A connection; if there is none, why. Waits for one while the server takes fewer than this program may open.
    pub(super) async fn connection(&self) -> Result<Object, String> {
        let give_up = Instant::now() + WAIT;
        for tries in 0.. {
            match self.pool.get().await.map_err(ServerError::from) {
                Ok(client) => return Ok(client),
                Err(ServerError::NoConnections(_)) if Instant::now() < give_up => {
                    pause(tries).await;
                }
                Err(error) => return Err(format!("the database: {error}")),
            }
        }
        unreachable!("the time is limited")
    }

    /// Runs a statement that may be repeated, again if it is in the way of others, and once more if the connection breaks.
    pub(super) async fn repeat(&self, sql: &str, parameters: &[Param]) -> Result<Vec<Row>> {
        let mut lost = false;
        for attempt in 0.. {
            let client = self.connection().await.map_err(StoreError::Unavailable)?;
            let done = tokio::time::timeout(NO_ANSWER, query(&client, sql, parameters));
            let error = match done.await {
                Ok(Ok(rows)) => return Ok(rows),
                Ok(Err(error)) => error,
                Err(_) => {
                    discard(client);
                    return Err(StoreError::Unavailable(
                        "the database does not answer".to_owned(),
                    ));
                }
            };
            match meaning(&error) {
                Meaning::Lost if !lost => {
                    lost = true;
                    discard(client);
                }
                Meaning::Again | Meaning::Refused if attempt < ATTEMPTS => {
                    drop(client);
                    pause(attempt).await;
                }
                kind => {
                    if kind == Meaning::Lost {
                        discard(client);
                    }
                    return Err(StoreError::Unavailable(text(&error)));
                }
            }
        }
        unreachable!("the attempts are counted")
    }
}

impl Query for Arc<Inner> {
    fn query(&self, sql: &'static str, parameters: Vec<Param>) -> Result<Vec<Row>> {
        self.breaker.check()?;
        let inner = Arc::clone(self);
        self.run(async move { inner.repeat(sql, &parameters).await })
    }
}

pub(super) fn closed() -> StoreError {
    StoreError::Unavailable("the store is closed".to_owned())
}

/// Runs a statement, prepared once for each connection.
pub(super) async fn query(
    client: &ClientWrapper,
    sql: &str,
    parameters: &[Param],
) -> Result<Vec<Row>, tokio_postgres::Error> {
    let statement = client.prepare_cached(sql).await?;
    let parameters: Vec<&(dyn ToSql + Sync)> = parameters
        .iter()
        .map(|parameter| &**parameter as &(dyn ToSql + Sync))
        .collect();
    client.query(&statement, &parameters).await
}

/// Takes a connection out of the pool for good.
pub(super) fn discard(client: Object) {
    drop(Object::take(client));
}

/// Up to a tenth of a second, longer at each attempt and never the same for two.
pub(super) async fn pause(tries: u32) {
    let most = 4 << tries.min(5);
    tokio::time::sleep(Duration::from_millis(rand::random_range(1..=most))).await;
}

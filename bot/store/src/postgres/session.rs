//! Several calls on one connection, in one transaction: a held attempt, or a snapshot.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use app::effect::Outgoing;
use app::store::{Batch, Contended, Index, Key, Page, Result, Store, StoreError, Stored};
use deadpool_postgres::{ClientWrapper, Object};
use futures_util::future::join;
use tokio::sync::Mutex;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::batch::{Encoded, turn_lock};
use super::client::{ATTEMPTS, Inner, NO_ANSWER, Param, Query, closed, discard, pause, query};
use super::commit;
use super::error::{Meaning, meaning, text};
use super::read;

/// Everything as it was when this transaction began, however long it is read.
pub(super) const SNAPSHOT: &str =
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0";
/// Writes much, and may take long.
pub(super) const BULK: &str = "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0";

const TAKE_TURN: &str = "SELECT pg_advisory_xact_lock($1)::text";

/// [`NO_ANSWER`] for a transaction without a statement timeout.
const NO_LONG_ANSWER: Duration = Duration::from_mins(10);

/// A connection with a transaction, which is rolled back when this is dropped.
pub(super) struct Session {
    inner: Arc<Inner>,
    /// `None` once it has failed.
    client: Arc<Mutex<Option<Object>>>,
    /// Whether the transaction goes on.
    is_begun: AtomicBool,
    time_limit: Duration,
}

impl Session {
    /// Begins a transaction by these statements: [`SNAPSHOT`] or [`BULK`].
    pub(super) fn begin(inner: &Arc<Inner>, sql: &'static str) -> Result<Self> {
        inner.breaker.check()?;
        let task = Arc::clone(inner);
        let client = inner.run(async move {
            let client = task.connection().await.map_err(StoreError::Unavailable)?;
            match answer(NO_ANSWER, client.batch_execute(sql)).await {
                Ok(()) => Ok(client),
                Err(why) => {
                    discard(client);
                    Err(StoreError::Unavailable(why))
                }
            }
        });
        Ok(Self::of(inner, NO_LONG_ANSWER, client?))
    }

    /// Begins a transaction when it's its turn at what is contended. `None` if it waited too long: the holder of the turn may be
    /// frozen, and commits are safe without turns.
    pub(super) fn holding(inner: &Arc<Inner>, contended: &Contended) -> Result<Option<Self>> {
        inner.breaker.check()?;
        let (task, lock) = (Arc::clone(inner), turn_lock(contended));
        let client = inner.run(async move {
            let mut tries = 0;
            loop {
                let client = task.connection().await.map_err(StoreError::Unavailable)?;
                let taken = tokio::time::timeout(NO_ANSWER, take_turn(&client, lock)).await;
                let (kind, why) = match taken {
                    Ok(Ok(())) => return Ok(Some(client)),
                    Ok(Err(error)) => (meaning(&error), text(&error)),
                    Err(_) => (Meaning::Other, "the database does not answer".to_owned()),
                };
                discard(client);
                match kind {
                    Meaning::Again => return Ok(None),
                    // Nothing was done yet, so it does no harm to begin again.
                    Meaning::Lost if tries < ATTEMPTS => {}
                    _ => return Err(StoreError::Unavailable(why)),
                }
                pause(tries).await;
                tries += 1;
            }
        });
        Ok(client?.map(|client| Self::of(inner, NO_ANSWER, client)))
    }

    fn of(inner: &Arc<Inner>, time_limit: Duration, client: Object) -> Self {
        Self {
            inner: Arc::clone(inner),
            client: Arc::new(Mutex::new(Some(client))),
            is_begun: AtomicBool::new(true),
            time_limit,
        }
    }

    /// Ends the transaction durably.
    pub(super) fn finish(self) -> Result<()> {
        let (client, time_limit) = (Arc::clone(&self.client), self.time_limit);
        self.is_begun.store(false, Ordering::Relaxed);
        self.inner.run(async move {
            let Some(client) = client.lock().await.take() else {
                return Err(closed());
            };
            let done = answer(time_limit, client.batch_execute("COMMIT")).await;
            done.map_err(|why| {
                discard(client);
                StoreError::Unknown(why)
            })
        })
    }
}

/// Waits for the server's answer, within a time limit.
async fn answer<T>(
    time_limit: Duration,
    call: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, String> {
    match tokio::time::timeout(time_limit, call).await {
        Ok(answer) => answer.map_err(|error| text(&error)),
        Err(_) => Err("the database does not answer".to_owned()),
    }
}

/// Begins a transaction and waits for the turn, in one round trip.
async fn take_turn(client: &ClientWrapper, lock: i64) -> Result<(), tokio_postgres::Error> {
    let statement = client.prepare_cached(TAKE_TURN).await?;
    let locks: [&(dyn ToSql + Sync); 1] = [&lock];
    // Polled in this order, and so sent in one go.
    let (begun, taken) = join(
        client.batch_execute("BEGIN"),
        client.query(&statement, &locks),
    )
    .await;
    begun.and(taken.map(drop))
}

impl Query for Session {
    fn query(&self, sql: &'static str, parameters: Vec<Param>) -> Result<Vec<Row>> {
        self.inner.breaker.check()?;
        let (slot, time_limit) = (Arc::clone(&self.client), self.time_limit);
        let closing = self.inner.closing.clone();
        self.inner.run(async move {
            let mut slot = slot.lock().await;
            let Some(client) = slot.as_ref() else {
                return Err(closed());
            };
            let asked = answer(time_limit, query(client, sql, &parameters));
            let error = match closing.run_until_cancelled(asked).await {
                Some(Ok(rows)) => return Ok(rows),
                Some(Err(why)) => StoreError::Unavailable(why),
                None => closed(),
            };
            // The transaction has failed, whatever the reason.
            if let Some(client) = slot.take() {
                discard(client);
            }
            Err(error)
        })
    }
}

impl Store for Session {
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>> {
        read::get_many(self, keys)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>> {
        read::list(self, index, &page)
    }

    /// Ends the transaction. If that fails, the commit goes the usual way, without what was held.
    fn commit(&self, batch: Batch) -> Result<()> {
        let encoded = Encoded::of(&batch)?;
        let was_begun = self.is_begun.swap(false, Ordering::Relaxed);
        self.inner.admitted(|| {
            let (slot, task) = (Arc::clone(&self.client), Arc::clone(&self.inner));
            let done = self.inner.wait(async move {
                let mut slot = slot.lock().await;
                let held = slot.take().filter(|_| was_begun);
                let Some(client) = held else {
                    return commit::run(&task, &encoded, false).await;
                };
                let sent = commit::send(&client, &encoded, true);
                let in_doubt = match tokio::time::timeout(NO_ANSWER, sent).await {
                    Ok(Ok(())) => {
                        *slot = Some(client);
                        return Ok(());
                    }
                    Ok(Err(error)) => meaning(&error) == Meaning::Lost,
                    Err(_) => true,
                };
                discard(client);
                commit::run(&task, &encoded, in_doubt).await
            });
            done.unwrap_or_else(|| Err(commit::unknown("the store was closed meanwhile")))
        })
    }

    /// It is held already, or not: two at a time could wait for each other.
    fn hold(&self, _: &Contended, attempt: &mut dyn FnMut(&dyn Store)) -> Result<()> {
        attempt(self);
        Ok(())
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>> {
        read::outgoing(self, limit)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if !self.is_begun.load(Ordering::Relaxed) {
            return;
        }
        let slot = Arc::clone(&self.client);
        self.inner.handle.spawn(async move {
            let Some(client) = slot.lock().await.take() else {
                return;
            };
            let ended = answer(NO_ANSWER, client.batch_execute("ROLLBACK")).await;
            if ended.is_err() {
                discard(client);
            }
        });
    }
}

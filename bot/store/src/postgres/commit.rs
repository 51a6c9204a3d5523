//! Commits: one statement each, with a retry where one is refused or its answer is lost.
//!
//! READ COMMITTED and explicit versions: a commit that waits for a row that another one has locked sees what that one wrote. Only
//! what is counted, and what must not exist, has no row to wait for. There the statement's snapshot decides, so a lock is taken
//! before it begins, in a transaction whose four messages are sent together.
//!
//! Every commit takes its locks in one order, so that no two wait for each other: advisory locks by number, then rows by key. A
//! held attempt has its turn before.
//!
//! A commit whose connection breaks may have been executed, or may still be. It is sent again: its versions admit it once. If
//! it is refused then, because the records are as this very commit writes them, it was executed the first time.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use app::store::{Key, Quota, Result, StoreError};
use deadpool_postgres::ClientWrapper;
use futures_util::future::join4;
use tokio_postgres::types::ToSql;

use super::batch::{Encoded, signed};
use super::client::{Inner, NO_ANSWER, discard, pause};
use super::error::{Meaning, is_out_of_room, meaning, text};
use super::schema::form;
use crate::keys;

/// Attempts at a commit that conflicts with others.
const ATTEMPTS: u32 = 12;
/// Time after which a commit is not sent again.
const GIVE_UP_AFTER: Duration = Duration::from_secs(8);

/// Everything that one commit does, or a division by zero.
const COMMIT: &str = "
WITH given AS (
    SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bytea[])
        WITH ORDINALITY AS given (key, expected, body, n)
),
turn AS MATERIALIZED (
    SELECT count(pg_advisory_xact_lock(lock)::text) AS locks FROM unnest($4::bigint[]) AS lock
),
-- One row after the other, in the order of keys; a join in another order could wait for a commit that waits for this one.
locked AS MATERIALIZED (
    SELECT named.key, mine.key IS NOT NULL AS is_mine, mine.entries,
        mine.key IS NOT NULL OR shared.key IS NOT NULL AS is_there
    FROM unnest($9::bytea[], $10::bigint[], $21::boolean[]) AS named (key, version, is_written)
    LEFT JOIN LATERAL (
        SELECT records.key, records.entries FROM records
        WHERE (SELECT locks FROM turn) >= 0 AND named.is_written
            AND records.key = named.key AND records.version = named.version
        FOR UPDATE
    ) AS mine ON true
    LEFT JOIN LATERAL (
        SELECT records.key FROM records
        WHERE (SELECT locks FROM turn) >= 0 AND NOT named.is_written
            AND records.key = named.key AND records.version = named.version
        FOR SHARE
    ) AS shared ON true
),
old AS (SELECT key, entries FROM locked WHERE is_mine),
fresh AS (
    SELECT * FROM unnest($5::bigint[], $6::bytea[], $7::bigint[]) AS fresh (n, entry, home)
),
grouped AS (SELECT n, array_agg(entry) AS entries FROM fresh GROUP BY n),
gone AS (
    DELETE FROM rows
    USING (SELECT unnest(entries) AS entry FROM old EXCEPT SELECT entry FROM fresh) AS stale
    WHERE rows.entry = stale.entry
),
come AS (
    INSERT INTO rows (entry, home)
    SELECT entry, home FROM fresh
    WHERE home IS NOT NULL OR NOT EXISTS (SELECT FROM old WHERE fresh.entry = ANY (old.entries))
    ON CONFLICT (entry) DO UPDATE SET home = excluded.home WHERE rows.home IS DISTINCT FROM excluded.home
),
changed AS (
    UPDATE records
    SET version = given.expected + 1, form = $8, body = given.body, entries = coalesce(grouped.entries, '{}')
    FROM old JOIN given ON given.key = old.key LEFT JOIN grouped ON grouped.n = given.n
    WHERE records.key = old.key AND given.body IS NOT NULL
),
removed AS (
    DELETE FROM records USING old JOIN given ON given.key = old.key
    WHERE records.key = old.key AND given.body IS NULL
),
added AS (
    INSERT INTO records (key, version, form, body, entries)
    SELECT given.key, 1, $8, given.body, coalesce(grouped.entries, '{}')
    FROM turn CROSS JOIN given LEFT JOIN grouped ON grouped.n = given.n
    WHERE given.expected = 0
),
sent AS (
    INSERT INTO effects (id, home, subject, body)
    SELECT * FROM unnest($15::text[], $16::bigint[], $17::bytea[], $18::bytea[])
    ON CONFLICT (id) DO UPDATE
    SET home = excluded.home, subject = excluded.subject, body = excluded.body
),
done AS (DELETE FROM effects WHERE id = ANY ($19::text[])),
forgotten AS (DELETE FROM posts WHERE subject = ANY ($20::bytea[]) RETURNING message),
unlinked AS (DELETE FROM messages USING forgotten WHERE messages.message = forgotten.message)
SELECT 1 / (
    (SELECT count(*) FROM locked WHERE is_there) = cardinality($9::bytea[])
    AND NOT EXISTS (SELECT FROM records WHERE key = ANY ($11::bytea[]))
    AND NOT EXISTS (
        SELECT FROM unnest($12::bytea[], $13::bytea[], $14::bigint[]) AS quota (low, high, below),
        LATERAL (
            SELECT count(*) AS found FROM (
                SELECT FROM rows WHERE entry >= quota.low AND entry < quota.high LIMIT quota.below
            ) AS few
        ) AS counted
        WHERE counted.found >= quota.below
    )
)::int";

/// Waits for every commit that counts the same, or that inserts what must not exist.
const LOCK: &str = "
SELECT CASE WHEN is_shared THEN pg_advisory_xact_lock_shared(lock)::text ELSE pg_advisory_xact_lock(lock)::text END
FROM unnest($1::bigint[], $2::boolean[]) AS locks (lock, is_shared)";

/// The stored versions of the records that a commit names.
const VERSIONS: &str = "SELECT key, version, body FROM records WHERE key = ANY ($1)";
/// How many rows of an index count for a quota.
const COUNT: &str =
    "SELECT count(*) FROM (SELECT FROM rows WHERE entry >= $1 AND entry < $2 LIMIT $3) AS few";

impl Encoded {
    fn parameters<'a>(&'a self, form: &'a i32) -> [&'a (dyn ToSql + Sync); 21] {
        [
            &self.written,
            &self.expected,
            &self.bodies,
            &self.added_locks,
            &self.entry_of,
            &self.entries,
            &self.homes,
            form,
            &self.locked,
            &self.locked_versions,
            &self.absent,
            &self.quota_from,
            &self.quota_to,
            &self.quota_below,
            &self.effect_ids,
            &self.effect_homes,
            &self.effect_subjects,
            &self.effect_bodies,
            &self.done,
            &self.forgotten,
            &self.is_written,
        ]
    }
}

/// Sends a commit once. It ends the transaction that `has_begun`; otherwise it needs none, unless something must be locked first.
pub(super) async fn send(
    client: &ClientWrapper,
    batch: &Encoded,
    has_begun: bool,
) -> Result<(), tokio_postgres::Error> {
    let form = form();
    let parameters = batch.parameters(&form);
    let statement = client.prepare_cached(COMMIT).await?;
    if !has_begun && !batch.locks_first() {
        return client.execute(&statement, &parameters).await.map(drop);
    }
    let lock = client.prepare_cached(LOCK).await?;
    // The empty statement has no effect.
    let opening = if has_begun { "" } else { "BEGIN" };
    let locks: [&(dyn ToSql + Sync); 2] = [&batch.first_locks, &batch.is_shared];
    // Polled in this order, and so sent in one go; COMMIT rolls back what has failed.
    let (begun, locked, done, ended) = join4(
        client.batch_execute(opening),
        client.query(&lock, &locks),
        client.execute(&statement, &parameters),
        client.batch_execute("COMMIT"),
    )
    .await;
    begun?;
    locked?;
    done?;
    ended
}

/// Commits, over new connections if one breaks.
pub(super) async fn run(inner: &Inner, batch: &Encoded, mut in_doubt: bool) -> Result<()> {
    let begun = Instant::now();
    let mut give_up: Option<Instant> = in_doubt.then(|| begun + GIVE_UP_AFTER);
    let mut tries = 0;
    loop {
        let client = match inner.connection().await {
            Ok(client) => client,
            Err(_) if give_up.is_some_and(|until| Instant::now() < until) => {
                pause(tries).await;
                tries += 1;
                continue;
            }
            Err(why) if in_doubt => return Err(unknown(&why)),
            Err(why) => return Err(StoreError::Unavailable(why)),
        };
        let sent = tokio::time::timeout(NO_ANSWER, send(&client, batch, false)).await;
        let (meaning, why) = match sent {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => {
                if is_out_of_room(&error) {
                    inner.is_full.store(true, Ordering::Relaxed);
                }
                (meaning(&error), text(&error))
            }
            Err(_) => (Meaning::Lost, "the database does not answer".to_owned()),
        };
        match meaning {
            Meaning::Lost => {
                discard(client);
                in_doubt = true;
                let until = *give_up.get_or_insert_with(|| Instant::now() + GIVE_UP_AFTER);
                if Instant::now() >= until {
                    return Err(unknown(&why));
                }
            }
            Meaning::Refused => match explain(&client, batch, in_doubt).await {
                Ok(Some(outcome)) => return outcome,
                // Nothing is in the way any longer: try again.
                Ok(None) => {}
                Err(_) => discard(client),
            },
            Meaning::Again => {}
            // An earlier try may take effect yet, such as one that waits for a standby.
            Meaning::Other if in_doubt => return Err(unknown(&why)),
            Meaning::Other => return Err(StoreError::Unavailable(why)),
        }
        if give_up.is_some_and(|until| Instant::now() >= until) {
            return Err(unknown(&why));
        }
        pause(tries).await;
        tries += 1;
        if give_up.is_none() && (tries > ATTEMPTS || begun.elapsed() >= GIVE_UP_AFTER) {
            return Err(StoreError::Unavailable(format!(
                "other commits got in the way {tries} times: {why}"
            )));
        }
    }
}

pub(super) fn unknown(why: &str) -> StoreError {
    StoreError::Unknown(why.to_owned())
}

/// Why a commit was refused, if that is still so. If an earlier attempt is in doubt, the reason may be that it succeeded.
async fn explain(
    client: &ClientWrapper,
    batch: &Encoded,
    in_doubt: bool,
) -> Result<Option<Result<()>>, tokio_postgres::Error> {
    let mut named = batch.written.clone();
    named.extend(batch.locked.iter().chain(&batch.absent).cloned());
    let statement = client.prepare_cached(VERSIONS).await?;
    let rows = client.query(&statement, &[&named]).await?;
    let stored = |key: &[u8]| {
        let row = rows.iter().find(|row| row.get::<_, &[u8]>(0) == key)?;
        Some((row.get::<_, i64>(1), row.get::<_, &[u8]>(2)))
    };
    if in_doubt && let Some(outcome) = lost_outcome(batch, stored) {
        return Ok(Some(outcome));
    }
    for quota in &batch.quotas {
        if is_full(client, quota).await? {
            return Ok(Some(Err(StoreError::Full(quota.index.clone()))));
        }
    }
    let version = |key: &Key| {
        let found = stored(&keys::key(key));
        found.map_or(0, |(version, _)| version.cast_unsigned())
    };
    let mut relied_on = batch.held.iter().chain(&batch.writes);
    let other = relied_on.find(|held| version(&held.key) != held.version);
    Ok(other.map(|held| Err(StoreError::Conflict(held.key.clone()))))
}

/// Returns the outcome of an attempt whose answer was lost, if the records show it.
fn lost_outcome<'a>(
    batch: &Encoded,
    stored: impl Fn(&[u8]) -> Option<(i64, &'a [u8])>,
) -> Option<Result<()>> {
    let writes = || batch.written.iter().zip(&batch.expected).zip(&batch.bodies);
    let is_ours = |((key, expected), body): ((&Vec<u8>, &i64), &Option<Vec<u8>>)| match body {
        Some(body) => stored(key) == Some((expected + 1, body.as_slice())),
        None => false,
    };
    if writes().any(is_ours) {
        return Some(Ok(()));
    }
    let all_removed = || writes().all(|((key, _), body)| body.is_none() && stored(key).is_none());
    if !batch.written.is_empty() && all_removed() {
        return Some(Ok(()));
    }
    // Others have written since, perhaps over what this commit wrote.
    let is_further = |((key, expected), body): ((&Vec<u8>, &i64), &Option<Vec<u8>>)| {
        let version = stored(key).map_or(0, |(version, _)| version);
        version > expected + 1 || (body.is_none() && version == 0)
    };
    writes()
        .all(is_further)
        .then(|| Err(unknown("other commits have followed")))
}

async fn is_full(client: &ClientWrapper, quota: &Quota) -> Result<bool, tokio_postgres::Error> {
    let (from, to) = keys::range_since(&quota.index, quota.since);
    let below = signed(quota.below as u64);
    let statement = client.prepare_cached(COUNT).await?;
    let row = client.query_one(&statement, &[&from, &to, &below]).await?;
    Ok(row.get::<_, i64>(0) >= below)
}

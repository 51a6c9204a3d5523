//! Leases in tables: registrations and beats, leases, turns to IDENTIFY, and claimed work.
//!
//! Only the server's clock counts. It may be set back, so an expiry further ahead than it can be counts as past. A process without
//! a beat in time is dead once another process deletes its row, which waits for a beat in progress; so either the beat counts or
//! the claim, never both. Only a process that has itself beaten for one lease without a gap may delete it: after an outage of the
//! server, every process has that long to come back to what it had. A statement whose response is lost is sent again: what it
//! claimed twice, its process gives back at the next beat, or the lease ends.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use app::effect::{EffectId, Outgoing};
use app::store::{Edge, Index, Key, Page, Result, StoreError};
use app::{Home, Timestamp};
use text::{Platform, Platforms};
use tokio_postgres::Row;

use super::batch::{signed, texts};
use super::client::{Inner, Param, Query, params};
use super::read;
use super::session::{BULK, Session};
use crate::keys;
use crate::leases::{
    Contact, IDENTIFY_INTERVAL, LEASE, Lease, LeaseSet, LeaseState, LeaseTable, Members, Overview,
    ProcessId, Role, STEADY, SharedWork, Turn, WORK_LEASE,
};
use crate::posts::{self, Post};

/// Held while the number of shards is agreed on.
const LOCK: i64 = 0x0064_656c_7368;

/// Time limit of a beat.
const BEAT_TIMEOUT: Duration = Duration::from_secs(3);

/// Whether a home belongs to one of the shards `$1` of `$2`, or to one of the homes `$3`; as [`LeaseSet::contains`].
macro_rules! is_of {
    () => {
        "(home >= 0 AND home % $2 = ANY ($1::bigint[]) OR home = ANY ($3::bigint[]))"
    };
}

/// The number is random: on a database that was restored under running processes, a counter would give one's number to another.
const REGISTER: &str = "
WITH gone AS (DELETE FROM processes WHERE id = $1),
freed AS (UPDATE leases SET owner = NULL WHERE owner = $1),
left_over AS (UPDATE effects SET owner = NULL, until = NULL WHERE owner = $1 AND $1 <> 0)
INSERT INTO processes (id, program, serves, beat) OVERRIDING SYSTEM VALUE
VALUES (1 + (random() * 1e15)::bigint, $2, $3, now()) RETURNING id";
const LEAVE: &str = "
WITH gone AS (DELETE FROM processes WHERE id = $1),
freed AS (UPDATE leases SET owner = NULL WHERE owner = $1)
UPDATE effects SET owner = NULL, until = NULL WHERE owner = $1";
/// Extends the leases.
///
/// The commit of a beat waits for this server's disk, but for no standby: while one is stalled, no commit is acknowledged, and
/// beats that waited as well would end every lease and pile up behind each other. It does no harm if a standby that takes over
/// lacks the last beats, since a late beat counts as long as no one has ended the lease. What people do still waits for the
/// standby, and so does [`HEARD`]: where nothing can be committed, clocks must stand.
///
/// It locks the tables as commits do: while another lock on one holds up commits, such as that of VACUUM FULL, beats are missed,
/// and clocks pause as if the database were down.
const BEAT: &str = "
WITH no_record AS (DELETE FROM records WHERE false),
no_row AS (DELETE FROM rows WHERE false),
no_effect AS (DELETE FROM effects WHERE false),
no_post AS (DELETE FROM posts WHERE false),
no_message AS (DELETE FROM messages WHERE false),
me AS (
    UPDATE processes SET beat = now(),
        steady = CASE WHEN abs(extract(epoch FROM now() - beat)) < $3::float8 THEN steady ELSE now() END
    WHERE id = $1 RETURNING id, beat, steady
),
alive AS (
    SELECT id, serves, id = $1 OR steady <= now() - make_interval(secs => $2) AS is_steady FROM processes
    WHERE abs(extract(epoch FROM now() - beat)) < $2::float8 OR id IN (SELECT id FROM me)
),
taken AS (
    SELECT lease, shard FROM leases, me
    WHERE owner IN (SELECT id FROM processes)
        AND (owner IN (SELECT id FROM alive) OR me.steady > now() - make_interval(secs => $2))
),
-- Only a steady process may take these.
overdue AS (
    SELECT FROM leases WHERE shard IS NOT NULL AND owner IS NOT NULL AND lease NOT IN (SELECT lease FROM taken)
)
SELECT (extract(epoch FROM now()) * 1000)::bigint,
    (SELECT count(shard) FROM leases),
    ARRAY (SELECT shard FROM leases WHERE owner = $1 AND shard IS NOT NULL ORDER BY shard),
    (SELECT count(shard) FROM leases WHERE lease NOT IN (SELECT lease FROM taken)),
    alive.id,
    (SELECT count(shard) FROM leases WHERE owner = alive.id),
    me.steady < me.beat,
    EXISTS (SELECT FROM leases WHERE abs(extract(epoch FROM now() - heard)) < $2::float8
        AND owner <> $1 AND owner IN (SELECT id FROM alive) AND shard IS NOT NULL),
    ARRAY (SELECT lease FROM leases WHERE owner = $1 AND shard IS NULL),
    ARRAY (SELECT lease FROM taken WHERE shard IS NULL),
    set_config('synchronous_commit', 'local', true)
FROM me LEFT JOIN alive ON alive.serves AND (alive.is_steady OR NOT EXISTS (SELECT FROM overdue))
ORDER BY alive.id";
/// Notes where people could reach Delos at the time of the beat.
const HEARD: &str = "
UPDATE leases SET heard = to_timestamp($3::bigint / 1000.0) WHERE owner = $1 AND lease = ANY ($2::text[])";
/// Counts overdue processes until another one ends their leases: after an outage they may come back.
const OTHERS: &str = "
SELECT (SELECT count(shard) FROM leases), EXISTS (SELECT FROM processes WHERE serves AND id <> $1)";
/// No one loses time by it: all shards get the earliest last contact of the former ones, or at first the recorded one.
const RESHARD: &str = "
INSERT INTO leases (lease, shard, heard)
SELECT 'shard ' || number, number,
    coalesce((SELECT min(heard) FROM leases WHERE shard IS NOT NULL), to_timestamp($2::bigint / 1000.0))
FROM generate_series(0, $1::integer - 1) AS number
ON CONFLICT (lease) DO UPDATE SET heard = excluded.heard, owner = NULL";
const NO_SHARDS: &str = "DELETE FROM leases WHERE shard >= $1";
const SHARDS: &str = "
SELECT shard, owner, epoch, (extract(epoch FROM heard) * 1000)::bigint FROM leases
WHERE shard IS NOT NULL ORDER BY shard";
/// Removes overdue processes if this one is steady. If it isn't, the server or this process was unavailable.
const END_OVERDUE: &str = "
DELETE FROM processes WHERE abs(extract(epoch FROM now() - beat)) >= $2::float8
    AND EXISTS (
        SELECT FROM processes AS me WHERE me.id = $1
            AND me.steady <= now() - make_interval(secs => $2) AND abs(extract(epoch FROM now() - me.beat)) < $3::float8
    )";
const CLAIM: &str = "
WITH free AS (
    SELECT lease FROM leases
    WHERE shard IS NOT NULL AND (owner IS NULL OR NOT EXISTS (SELECT FROM processes WHERE id = leases.owner))
        AND EXISTS (SELECT FROM processes WHERE id = $1)
    ORDER BY shard LIMIT $2 FOR UPDATE SKIP LOCKED
)
UPDATE leases SET owner = $1, epoch = epoch + 1 FROM free WHERE leases.lease = free.lease
RETURNING shard, owner, epoch, (extract(epoch FROM heard) * 1000)::bigint";
const CLAIM_WHOLE: &str = "
INSERT INTO leases AS there (lease, owner, epoch, heard)
SELECT $3::text, id, 1, to_timestamp($2::bigint / 1000.0) FROM processes WHERE id = $1
ON CONFLICT (lease) DO UPDATE SET owner = $1, epoch = there.epoch + 1
WHERE there.owner IS NULL OR NOT EXISTS (SELECT FROM processes WHERE id = there.owner)
RETURNING shard, owner, epoch, (extract(epoch FROM heard) * 1000)::bigint";
const WHOLE: &str = "
SELECT shard, owner, epoch, (extract(epoch FROM heard) * 1000)::bigint FROM leases WHERE lease = $1";
const BOOKMARK: &str = "SELECT bookmark FROM leases WHERE lease = $1";
const SET_BOOKMARK: &str =
    "UPDATE leases SET bookmark = $3 WHERE lease = $1 AND owner = $2 RETURNING lease";
const CONTACT: &str = "
SELECT (extract(epoch FROM now()) * 1000)::bigint,
    (SELECT (extract(epoch FROM heard) * 1000)::bigint FROM leases WHERE lease = $1)";
const HEAR: &str =
    "UPDATE leases SET heard = now() WHERE lease = $1 AND owner = $2 RETURNING lease";
const STEP_DOWN: &str = "UPDATE processes SET serves = false WHERE id = $1";
const RELEASE: &str = "UPDATE leases SET owner = NULL WHERE lease = $1 AND owner = $2";
/// Takes a turn if it is due; otherwise says when it is.
const IDENTIFY: &str = "
WITH taken AS (
    INSERT INTO identify AS turns (bucket, free) VALUES ($1, clock_timestamp() + make_interval(secs => $2))
    ON CONFLICT (bucket) DO UPDATE SET free = clock_timestamp() + make_interval(secs => $2)
    WHERE turns.free <= clock_timestamp() OR turns.free > clock_timestamp() + make_interval(secs => $2)
    RETURNING bucket
)
SELECT EXISTS (SELECT FROM taken),
    (SELECT (extract(epoch FROM free - clock_timestamp()) * 1000)::bigint FROM identify WHERE bucket = $1)";
/// A beat in the future counts, too: the clock may have been set back.
const RUNNING: &str = "
SELECT EXISTS (SELECT FROM processes WHERE id <> $1 AND beat > now() - make_interval(secs => $2))";
const FIRST: &str = "
SELECT EXISTS (SELECT FROM leases WHERE shard = 0 AND owner = $1)
    OR (NOT EXISTS (SELECT FROM leases WHERE shard = 0 AND owner IN (SELECT id FROM processes))
        AND EXISTS (
            SELECT FROM (
                SELECT owner FROM leases
                WHERE shard IS NULL AND (owner = $1 OR owner IN (SELECT id FROM processes)) ORDER BY lease LIMIT 1
            ) AS first WHERE owner = $1
        ))";
const EFFECTS: &str = concat!(
    "SELECT id, home, body FROM effects WHERE id > $4 AND ",
    is_of!(),
    " ORDER BY id LIMIT $5"
);
const DUE: &str = concat!(
    "SELECT entry FROM rows WHERE entry >= $4 AND entry < $5 AND ",
    is_of!(),
    " ORDER BY entry LIMIT $6"
);
const RETIRING: &str = concat!("SELECT body FROM retiring WHERE ", is_of!());
const CLAIM_WORK: &str = "
WITH waiting AS (
    -- The second condition is that of the index: a parameter cannot imply it.
    SELECT id FROM effects
    WHERE home = $2 AND home IN (-2, -3) AND id <> ALL ($5::text[])
        -- A claim made since this statement began is no further ahead than the clock.
        AND (until IS NULL OR until <= now() OR until > clock_timestamp() + make_interval(secs => $4))
        -- No one could tell whose the claim is otherwise.
        AND EXISTS (SELECT FROM processes WHERE processes.id = $1)
    ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED
)
UPDATE effects SET owner = $1, until = now() + make_interval(secs => $4)
FROM waiting WHERE effects.id = waiting.id
RETURNING effects.id, effects.home, effects.body";
const EXTEND_WORK: &str = "
UPDATE effects SET until = now() + make_interval(secs => $3) WHERE id = ANY ($2) AND owner = $1";
const GIVE_BACK: &str =
    "UPDATE effects SET owner = NULL, until = NULL WHERE id = ANY ($2) AND owner = $1";

/// The agreements of the processes that use one database server.
pub(super) struct PostgresLeases(pub(super) Arc<Inner>);

impl PostgresLeases {
    fn me(&self) -> i64 {
        self.0.process.load(Ordering::SeqCst)
    }

    fn outgoing(&self, row: &Row) -> Option<Outgoing> {
        let id = EffectId(row.get(0));
        Some(Outgoing {
            home: Home::new(row.get(1)),
            effect: self.0.unreadable.read(&id, row.get(2))?,
            id,
        })
    }

    /// [`query`](Self::query) with [`BEAT_TIMEOUT`]. On timeout the pool is emptied, so that later statements use new connections
    /// and not old ones that were cut off.
    fn query_in_time(&self, sql: &'static str, parameters: Vec<Param>) -> Result<Vec<Row>> {
        self.0.admitted(|| {
            let inner = Arc::clone(&self.0);
            let work = async move {
                let done = inner.repeat(sql, &parameters);
                tokio::time::timeout(BEAT_TIMEOUT, done)
                    .await
                    .unwrap_or_else(|_| {
                        inner.pool.retain(|_, _| false);
                        let why = "the database does not answer".to_owned();
                        Err(StoreError::Unavailable(why))
                    })
            };
            self.0.run(work)
        })
    }

    /// Removes overdue processes, so that their leases are free.
    fn end_overdue(&self) -> Result<()> {
        let (lease, steady) = (LEASE.as_secs_f64(), STEADY.as_secs_f64());
        self.query(END_OVERDUE, params![self.me(), lease, steady])
            .map(drop)
    }
}

impl Query for PostgresLeases {
    fn query(&self, sql: &'static str, parameters: Vec<Param>) -> Result<Vec<Row>> {
        self.0.admitted(|| self.0.query(sql, parameters))
    }
}

/// The key of a lease's row.
fn key(lease: Lease) -> String {
    match lease {
        Lease::Shard(number) => format!("shard {number}"),
        Lease::Whole(platform) => platform.name().to_owned(),
    }
}

/// A count as PostgreSQL's `integer`.
fn integer(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn unsigned<T: Default>(number: impl TryInto<T>) -> T {
    number.try_into().unwrap_or_default()
}

/// The first parameters of a statement with [`is_of`].
fn set(leases: &LeaseSet) -> Vec<Param> {
    let shards = leases.leases.iter().filter_map(|lease| lease.shard());
    let shards: Vec<i64> = shards.map(i64::from).collect();
    let whole = leases.leases.iter().filter(|lease| lease.shard().is_none());
    let homes: Vec<i64> = whole.map(|lease| lease.platform().home()).collect();
    params![shards, i64::from(leases.total.max(1)), homes]
}

fn lease_state(row: &Row, lease: Lease) -> LeaseState {
    let heard: Option<i64> = row.get(3);
    LeaseState {
        lease,
        owner: row.get::<_, Option<i64>>(1).map(ProcessId),
        epoch: unsigned(row.get::<_, i64>(2)),
        heard: heard.map(Timestamp),
    }
}

fn shard_state(row: &Row) -> LeaseState {
    lease_state(row, Lease::Shard(unsigned(row.get::<_, i32>(0))))
}

impl Members for PostgresLeases {
    fn register(&self, role: Role) -> Result<ProcessId> {
        let program = env!("CARGO_PKG_VERSION");
        let serves = role == Role::Server;
        let given = self.one(REGISTER, params![self.me(), program, serves])?;
        let id = given.get(0);
        self.0.process.store(id, Ordering::SeqCst);
        Ok(ProcessId(id))
    }

    fn beat(&self, open: &BTreeSet<Lease>) -> Result<Option<Overview>> {
        let (lease, steady) = (LEASE.as_secs_f64(), STEADY.as_secs_f64());
        let rows = self.query_in_time(BEAT, params![self.me(), lease, steady])?;
        let Some(first) = rows.first() else {
            return Ok(None);
        };
        let is_in_time: bool = first.get(6);
        let is_full = self.0.is_full.swap(false, Ordering::Relaxed);
        // While nothing can be committed, nobody counts as heard.
        if is_in_time && !is_full && !open.is_empty() {
            let open: Vec<String> = open.iter().copied().map(key).collect();
            let now: i64 = first.get(0);
            self.query_in_time(HEARD, params![self.me(), open, now])?;
        }
        *self.0.beaten.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        let total: u32 = unsigned(first.get::<_, i64>(1));
        let held: Vec<i32> = first.get(2);
        let (mine, taken): (Vec<String>, Vec<String>) = (first.get(8), first.get(9));
        let is_in = |keys: &[String], lease| keys.contains(&key(lease));
        let mine = Platform::whole()
            .map(Lease::Whole)
            .filter(|lease| is_in(&mine, *lease));
        let server = |row: &Row| {
            let id: Option<i64> = row.get(4);
            Some((ProcessId(id?), unsigned(row.get::<_, i64>(5))))
        };
        Ok(Some(Overview {
            now: Timestamp(first.get(0)),
            total: (total > 0).then_some(total),
            held: held
                .into_iter()
                .map(|number| Lease::Shard(unsigned(number)))
                .chain(mine)
                .collect(),
            servers: rows.iter().filter_map(server).collect(),
            free: unsigned(first.get::<_, i64>(3)),
            free_platforms: Platforms::matching(|platform| {
                let lease = Lease::of_all(platform);
                lease.is_some_and(|lease| !is_in(&taken, lease))
            }),
            others_reached: first.get(7),
            is_full,
        }))
    }

    fn beaten(&self) -> Option<Instant> {
        *self.0.beaten.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn step_down(&self) -> Result<()> {
        self.query(STEP_DOWN, params![self.me()]).map(drop)
    }

    fn leave(&self) -> Result<()> {
        self.query(LEAVE, params![self.me()]).map(drop)
    }

    fn has_others(&self) -> Result<bool> {
        let row = self.one(RUNNING, params![self.me(), LEASE.as_secs_f64()])?;
        Ok(row.get(0))
    }

    fn is_first(&self) -> Result<bool> {
        Ok(self.one(FIRST, params![self.me()])?.get(0))
    }
}

impl LeaseTable for PostgresLeases {
    fn agree_on_total(&self, wanted: u32) -> Result<u32> {
        let session = Session::begin(&self.0, BULK)?;
        session.query("SELECT pg_advisory_xact_lock($1)::text", params![LOCK])?;
        let found = session.one(OTHERS, params![self.me()])?;
        let (present, has_others): (u32, bool) = (unsigned(found.get::<_, i64>(0)), found.get(1));
        if present > 0 && (present == wanted || has_others) {
            return Ok(present);
        }
        let presence = read::presence(&session, Platform::Discord)?;
        session.query(RESHARD, params![integer(wanted), presence])?;
        session.query(NO_SHARDS, params![integer(wanted)])?;
        session.finish()?;
        Ok(wanted)
    }

    fn shards(&self) -> Result<Vec<LeaseState>> {
        let rows = self.query(SHARDS, Vec::new())?;
        Ok(rows.iter().map(shard_state).collect())
    }

    fn claim(&self, most: usize) -> Result<Vec<LeaseState>> {
        self.end_overdue()?;
        let rows = self.query(CLAIM, params![self.me(), signed(most as u64)])?;
        let mut claimed: Vec<LeaseState> = rows.iter().map(shard_state).collect();
        claimed.sort_by_key(|state| state.lease);
        Ok(claimed)
    }

    fn release(&self, lease: Lease) -> Result<()> {
        self.query(RELEASE, params![key(lease), self.me()])
            .map(drop)
    }

    fn take_turn(&self, bucket: u32) -> Result<Turn> {
        let interval = IDENTIFY_INTERVAL.as_secs_f64();
        let row = self.one(IDENTIFY, params![integer(bucket), interval])?;
        if row.get(0) {
            return Ok(Turn::Taken);
        }
        // As it was when the statement began: someone may just have taken it.
        let left = row.get::<_, Option<i64>>(1).unwrap_or_default();
        Ok(Turn::Wait(Duration::from_millis(unsigned(left.max(0)))))
    }

    fn contact(&self, lease: Lease) -> Result<Contact> {
        let row = self.one(CONTACT, params![key(lease)])?;
        Ok(Contact {
            now: Timestamp(row.get(0)),
            heard: row.get::<_, Option<i64>>(1).map(Timestamp),
        })
    }

    fn hear(&self, lease: Lease) -> Result<()> {
        let row = self.row(HEAR, params![key(lease), self.me()])?;
        row.map(drop).ok_or(StoreError::NotOurs)
    }

    fn claim_whole(&self, platform: Platform) -> Result<Option<LeaseState>> {
        self.end_overdue()?;
        let lease = Lease::Whole(platform);
        let presence = read::presence(&self.0, platform)?;
        let row = self.row(CLAIM_WHOLE, params![self.me(), presence, key(lease)])?;
        Ok(row.map(|row| lease_state(&row, lease)))
    }

    fn whole(&self, platform: Platform) -> Result<Option<LeaseState>> {
        let lease = Lease::Whole(platform);
        let row = self.row(WHOLE, params![key(lease)])?;
        Ok(row.map(|row| lease_state(&row, lease)))
    }

    fn bookmark(&self) -> Result<Option<String>> {
        let row = self.row(BOOKMARK, params![key(Lease::MATRIX)])?;
        Ok(row.and_then(|row| row.get(0)))
    }

    fn set_bookmark(&self, bookmark: &str) -> Result<()> {
        let lease = key(Lease::MATRIX);
        let row = self.row(SET_BOOKMARK, params![lease, self.me(), bookmark.to_owned()])?;
        row.map(drop).ok_or(StoreError::NotOurs)
    }
}

impl SharedWork for PostgresLeases {
    fn effects_of(
        &self,
        leases: &LeaseSet,
        after: Option<&EffectId>,
        limit: usize,
    ) -> Result<Vec<Outgoing>> {
        let mut found = Vec::new();
        let mut after = after.map_or(String::new(), |id| id.0.clone());
        loop {
            let left = limit.saturating_sub(found.len());
            let mut parameters = set(leases);
            parameters.extend(params![after, signed(left as u64)]);
            let rows = self.query(EFFECTS, parameters)?;
            found.extend(rows.iter().filter_map(|row| self.outgoing(row)));
            match rows.last() {
                // A page of unreadable effects is not the end.
                Some(last) if rows.len() == left && found.len() < limit => after = last.get(0),
                _ => return Ok(found),
            }
        }
    }

    fn due_of(&self, leases: &LeaseSet, page: &Page) -> Result<Vec<(i64, Key)>> {
        debug_assert_eq!(
            page.from,
            Edge::Start,
            "deadlines are read from the earliest"
        );
        let (low, high) = keys::page_range(&Index::Due, page);
        let mut parameters = set(leases);
        parameters.extend(params![low, high, signed(page.limit as u64)]);
        let rows = self.query(DUE, parameters)?;
        let rows = rows.iter().map(|row| keys::read_row(row.get(0)));
        rows.collect::<Option<_>>()
            .ok_or_else(|| StoreError::Unavailable("a deadline's index row is damaged".to_owned()))
    }

    fn unretired_of(&self, leases: &LeaseSet) -> Result<Vec<Post>> {
        let rows = self.query(RETIRING, set(leases))?;
        let read = |row: &Row| posts::decode_retiring(row.get(0));
        Ok(rows.iter().filter_map(read).collect())
    }

    fn claim_work(&self, kind: Home, limit: usize) -> Result<Vec<Outgoing>> {
        let (limit, lease) = (signed(limit as u64), WORK_LEASE.as_secs_f64());
        let unreadable = texts(&self.0.unreadable.effects());
        let parameters = params![self.me(), kind.number(), limit, lease, unreadable];
        let rows = self.query(CLAIM_WORK, parameters)?;
        let mut found: Vec<Outgoing> = rows.iter().filter_map(|row| self.outgoing(row)).collect();
        found.sort_by(|one, other| one.id.cmp(&other.id));
        if found.len() < rows.len() {
            // For a process of the program that wrote it.
            self.give_back_work(&self.0.unreadable.effects())?;
        }
        Ok(found)
    }

    fn extend_work(&self, work: &[EffectId]) -> Result<()> {
        let parameters = params![self.me(), texts(work), WORK_LEASE.as_secs_f64()];
        self.query(EXTEND_WORK, parameters).map(drop)
    }

    fn give_back_work(&self, work: &[EffectId]) -> Result<()> {
        self.query(GIVE_BACK, params![self.me(), texts(work)])
            .map(drop)
    }
}

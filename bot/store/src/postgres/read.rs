//! Reads, each in one round trip.

use std::collections::HashMap;

use app::Record;
use app::effect::{EffectId, Outgoing};
use app::store::{Edge, Index, Key, Page, Result, StoreError, Stored};
use text::Platform;

use super::batch::signed;
use super::client::Query;
use crate::database::Counts;
use crate::envelope;
use crate::keys;

const GET: &str = "SELECT key, body FROM records WHERE key = ANY ($1)";
const FIRST: &str =
    "SELECT entry FROM rows WHERE entry >= $1 AND entry < $2 ORDER BY entry LIMIT $3";
const LAST: &str =
    "SELECT entry FROM rows WHERE entry >= $1 AND entry < $2 ORDER BY entry DESC LIMIT $3";
const OUTGOING: &str = "SELECT id, body FROM effects ORDER BY id LIMIT $1";
const IS_EMPTY: &str = "SELECT FROM records WHERE key >= $1 LIMIT 1";
const COUNTS: &str = "
SELECT (SELECT count(*) FROM rows WHERE entry >= $1 AND entry < $2),
    (SELECT count(*) FROM rows WHERE entry >= $3 AND entry < $4),
    (SELECT count(*) FROM effects),
    (SELECT count(*) FROM retiring)";

pub(super) fn get_many(from: &dyn Query, keys: &[Key]) -> Result<Vec<Option<Stored>>> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<Vec<u8>> = keys.iter().map(keys::key).collect();
    let rows = from.query(GET, vec![Box::new(names.clone())])?;
    let bodies: HashMap<&[u8], &[u8]> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let read = |(key, name): (&Key, &Vec<u8>)| {
        let body = bodies.get(name.as_slice());
        body.map(|body| envelope::read_record(key, body))
            .transpose()
    };
    keys.iter().zip(&names).map(read).collect()
}

pub(super) fn list(from: &dyn Query, index: &Index, page: &Page) -> Result<Vec<(i64, Key)>> {
    let (low, high) = keys::page_range(index, page);
    let sql = match page.from {
        Edge::Start => FIRST,
        Edge::End => LAST,
    };
    let limit = signed(page.limit as u64);
    let rows = from.query(sql, vec![Box::new(low), Box::new(high), Box::new(limit)])?;
    let rows = rows.iter().map(|row| keys::read_row(row.get(0)));
    rows.collect::<Option<_>>()
        .ok_or_else(|| StoreError::Unavailable(format!("an index row of {index:?} is damaged")))
}

pub(super) fn outgoing(from: &dyn Query, limit: usize) -> Result<Vec<Outgoing>> {
    let rows = from.query(OUTGOING, vec![Box::new(signed(limit as u64))])?;
    let readable = |row: &tokio_postgres::Row| {
        let id = EffectId(row.get(0));
        match envelope::read_effect(row.get(1)) {
            Ok((home, effect)) => Some(Outgoing { id, home, effect }),
            // It stays for a version that can read it.
            Err(why) => {
                tracing::error!(effect = %id.0, %why, "effect not readable");
                None
            }
        }
    };
    Ok(rows.iter().filter_map(readable).collect())
}

/// When people could last reach Delos on a platform, on this database or the one that it was restored from, in milliseconds.
pub(super) fn presence(from: &dyn Query, platform: Platform) -> Result<Option<i64>> {
    let noted = get_many(from, &[Key::Presence])?.pop().flatten();
    Ok(noted.and_then(|stored| match stored.record {
        Record::Presence(presence) => Some(presence.on(platform).0),
        _ => None,
    }))
}

/// Whether there are no records, except that of when the program ran.
pub(super) fn is_empty(from: &dyn Query) -> Result<bool> {
    let rows = from.query(IS_EMPTY, vec![Box::new(keys::first_of_content())])?;
    Ok(rows.is_empty())
}

pub(super) fn counts(from: &dyn Query) -> Result<Counts> {
    let of = |index: u8| (Box::new(vec![index]), Box::new(vec![index + 1]));
    let (ongoing, due) = (of(keys::ONGOING_IN), of(keys::DUE));
    let rows = from.query(COUNTS, vec![ongoing.0, ongoing.1, due.0, due.1])?;
    let row = rows
        .first()
        .ok_or_else(|| StoreError::Unavailable("the database counts nothing".to_owned()))?;
    let count = |n: usize| usize::try_from(row.get::<_, i64>(n)).unwrap_or_default();
    Ok(Counts {
        ongoing: count(0),
        due: count(1),
        outgoing: count(2),
        unretired: count(3),
    })
}

pub(super) fn record_count(from: &dyn Query) -> Result<u64> {
    let rows = from.query("SELECT count(*) FROM records", Vec::new())?;
    let count = rows.first().map_or(0, |row| row.get::<_, i64>(0));
    Ok(u64::try_from(count).unwrap_or_default())
}

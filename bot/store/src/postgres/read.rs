//! Reads, each in one round trip.

use std::collections::HashMap;

use app::Record;
use app::effect::{EffectId, Outgoing};
use app::store::{Edge, Index, Key, Page, Result, StoreError, Stored};
use text::Platform;
use tokio_postgres::Row;

use super::batch::signed;
use super::client::{Query, params};
use crate::envelope;
use crate::keys;

const GET: &str = "SELECT key, body FROM records WHERE key = ANY ($1)";
const FIRST: &str =
    "SELECT entry FROM rows WHERE entry >= $1 AND entry < $2 ORDER BY entry LIMIT $3";
const LAST: &str =
    "SELECT entry FROM rows WHERE entry >= $1 AND entry < $2 ORDER BY entry DESC LIMIT $3";
const OUTGOING: &str = "SELECT id, body FROM effects ORDER BY id LIMIT $1";

pub(super) fn get_many(from: &dyn Query, keys: &[Key]) -> Result<Vec<Option<Stored>>> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<Vec<u8>> = keys.iter().map(keys::key).collect();
    let rows = from.query(GET, params![names.clone()])?;
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
    let rows = from.query(sql, params![low, high, limit])?;
    let rows = rows.iter().map(|row| keys::read_row(row.get(0)));
    rows.collect::<Option<_>>()
        .ok_or_else(|| StoreError::Unavailable(format!("an index row of {index:?} is damaged")))
}

pub(super) fn outgoing(from: &dyn Query, limit: usize) -> Result<Vec<Outgoing>> {
    let rows = from.query(OUTGOING, params![signed(limit as u64)])?;
    let read = |row: &Row| envelope::read_outgoing(EffectId(row.get(0)), row.get(1));
    Ok(rows.iter().filter_map(read).collect())
}

/// When people could last reach Delos on a platform, on this database or the one that it was restored from, in milliseconds.
pub(super) fn presence(from: &dyn Query, platform: Platform) -> Result<Option<i64>> {
    let noted = get_many(from, &[Key::Presence])?.pop().flatten();
    Ok(noted.and_then(|stored| match stored.record {
        Record::Presence(presence) => Some(presence.on(platform).0),
        _ => None,
    }))
}

//! Which shards' servers a database belongs to, permanently.
//!
//! A process that serves other shards would miss the games in it, and a game in two databases would be posted by both
//! processes. So a database claimed for some shards is never used for others.

use std::io;

use super::open::{MARKER_TREE, OpenError};
use super::trees::Trees;

const KEY: &str = "part";

/// The shards that the database is claimed for; none for all.
pub(super) fn claimed(db: &sled::Db) -> sled::Result<Option<String>> {
    let bytes = db.open_tree(MARKER_TREE)?.get(KEY)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

pub(super) fn set(db: &sled::Db, shards: &str) -> sled::Result<()> {
    db.open_tree(MARKER_TREE)?.insert(KEY, shards)?;
    Ok(())
}

/// Claims the database for `wanted`, where none means all shards.
pub(super) fn claim(
    trees: &Trees,
    folder: &std::path::Path,
    wanted: Option<&str>,
) -> Result<(), OpenError> {
    let failed = |error: sled::Error| OpenError::Io {
        folder: folder.to_owned(),
        source: io::Error::other(error),
    };
    let claimed = claimed(&trees.db).map_err(failed)?;
    if claimed.as_deref() == wanted {
        return Ok(());
    }
    match wanted {
        Some(wanted) if claimed.is_none() && trees.records.is_empty() => {
            set(&trees.db, wanted).map_err(failed)?;
            trees.db.flush().map(drop).map_err(failed)
        }
        _ => Err(OpenError::OtherShards {
            folder: folder.to_owned(),
            claimed: description(claimed.as_deref()),
            wanted: description(wanted),
        }),
    }
}

fn description(shards: Option<&str>) -> String {
    shards.unwrap_or("all servers").to_owned()
}

//! Whose games a database holds: all, or those of the servers of some shards. It stays so for good.
//!
//! A game whose server is served by another process would be missed there, and one that is in two databases would be posted by
//! both. So a database that has begun as one part of the servers is never used for another.

use std::io;

use super::open::{MARKER_TREE, OpenError};
use super::trees::Trees;

const KEY: &str = "part";

/// The part that the database was made for; nothing for one that holds all servers.
pub(super) fn of(db: &sled::Db) -> sled::Result<Option<String>> {
    let bytes = db.open_tree(MARKER_TREE)?.get(KEY)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

pub(super) fn set(db: &sled::Db, part: &str) -> sled::Result<()> {
    db.open_tree(MARKER_TREE)?.insert(KEY, part)?;
    Ok(())
}

/// Takes the database for `wanted`, nothing meaning all servers, if it is for no other part.
pub(super) fn claim(
    trees: &Trees,
    folder: &std::path::Path,
    wanted: Option<&str>,
) -> Result<(), OpenError> {
    let failed = |error: sled::Error| OpenError::Io {
        folder: folder.to_owned(),
        source: io::Error::other(error),
    };
    let kept = of(&trees.db).map_err(failed)?;
    if kept.as_deref() == wanted {
        return Ok(());
    }
    match wanted {
        Some(wanted) if kept.is_none() && trees.records.is_empty() => {
            set(&trees.db, wanted).map_err(failed)?;
            trees.db.flush().map(drop).map_err(failed)
        }
        _ => Err(OpenError::OtherPart {
            folder: folder.to_owned(),
            kept: words(kept.as_deref()),
            wanted: words(wanted),
        }),
    }
}

fn words(part: Option<&str>) -> String {
    part.unwrap_or("all servers").to_owned()
}

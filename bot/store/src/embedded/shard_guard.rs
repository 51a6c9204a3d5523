//! Folders from when processes shared servers by ranges of shards: each holds a part only, and is served no more.

use super::trees::Trees;

const KEY: &str = "part";

/// The shards whose servers the database has; none for all.
pub(super) fn part(db: &sled::Db) -> sled::Result<Option<String>> {
    let bytes = db.open_tree(super::open::MARKER_TREE)?.get(KEY)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Notes that the database has the servers of these shards only: it is restored from a backup of such a folder.
pub(super) fn set(db: &sled::Db, shards: &str) -> sled::Result<()> {
    db.open_tree(super::open::MARKER_TREE)?
        .insert(KEY, shards)?;
    Ok(())
}

/// [`part`] of an open database.
pub(super) fn part_of(trees: &Trees) -> sled::Result<Option<String>> {
    part(&trees.db)
}

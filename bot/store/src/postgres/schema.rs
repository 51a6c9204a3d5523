//! The tables, and how they come to be: the program creates and migrates them itself.
//!
//! | table | key | else |
//! | --- | --- | --- |
//! | `meta` | name | a text: what identifies the database as Delos's |
//! | `records` | type byte, id | version, schema, envelope, the record's index rows |
//! | `rows` | index row | the home of a deadline, whose server decides who serves it |
//! | `effects` | effect id | home, subject, envelope; `owner` and `until` for work that is claimed |
//! | `posts` | subject | message, envelope of the post |
//! | `messages` | message id | subject |
//! | `retiring` | id of a replaced message | home, envelope of its post |
//! | `processes`, `leases`, `identify` | | which process serves which shards, and which Matrix |
//!
//! Keys, index rows and envelopes are the bytes that [`keys`] and [`envelope`](crate::envelope)
//! write, as on sled. Texts that are compared are in the collation "C", so that they sort as their bytes do.

use app::Record;
use app::store::Index;
use deadpool_postgres::ClientWrapper;
use tokio_postgres::error::SqlState;

use crate::envelope::SCHEMA;
use crate::errors::ServerError;
use crate::keys::{self, INDEX_VERSION};

/// The version of the tables. It changes when an older program could corrupt a newer database.
pub const FORM: u32 = 2;

/// Held while tables are created or changed, so that any number of programs may start at once.
const LOCK: i64 = 0x0064_656c_6f73;

/// The last migration.
#[expect(
    clippy::cast_possible_truncation,
    reason = "there will not be 2^32 migrations"
)]
pub const MIGRATION: u32 = MIGRATIONS.len() as u32;

/// The steps that lead to the present tables, in order. One that was released stays as it is; what changes is a further step.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_tables.sql"),
    include_str!("migrations/0002_platforms.sql"),
    include_str!("migrations/0003_leases.sql"),
];

/// Migrations in a database that does not say how many it has.
const FIRST_MIGRATIONS: u32 = 2;

/// The names of all tables.
const NAMES: [&str; 12] = [
    "meta",
    "records",
    "rows",
    "effects",
    "posts",
    "messages",
    "retiring",
    "processes",
    "leases",
    "identify",
    // Before migration 3.
    "shards",
    "platforms",
];

/// Creates or migrates the tables, under a lock against other programs that start.
pub(super) async fn prepare(client: &ClientWrapper) -> Result<(), ServerError> {
    client
        .execute("SELECT pg_advisory_lock($1)", &[&LOCK])
        .await?;
    let done = prepare_alone(client).await;
    // A connection that is gone has given the lock back.
    let _ = client
        .execute("SELECT pg_advisory_unlock($1)", &[&LOCK])
        .await;
    done
}

async fn prepare_alone(client: &ClientWrapper) -> Result<(), ServerError> {
    let names: Vec<&str> = NAMES.to_vec();
    let found = client
        .query(
            "SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL",
            &[&names],
        )
        .await?;
    if found.is_empty() {
        let marker =
            format!("INSERT INTO meta VALUES ('program', 'delos'), ('rows', '{INDEX_VERSION}');");
        return migrate(client, 0, &marker).await;
    }
    let found: Vec<String> = found.iter().map(|row| row.get(0)).collect();
    if !found.iter().any(|name| name == "meta") {
        return Err(ServerError::NotOurs(found.join(", ")));
    }
    let form = meta(client, "form").await?;
    let program = meta(client, "program").await?;
    let form = form
        .filter(|_| program.as_deref() == Some("delos"))
        .and_then(|form| form.parse::<u32>().ok())
        .ok_or_else(|| ServerError::NotOurs("meta".to_owned()))?;
    if form > FORM {
        return Err(ServerError::Newer("form", form, FORM));
    }
    let rows = meta(client, "rows").await?.unwrap_or_default();
    if rows != INDEX_VERSION.to_string() {
        return Err(ServerError::UnknownRows(rows));
    }
    let done = match meta(client, "migration").await? {
        None => FIRST_MIGRATIONS,
        Some(text) => (text.parse()).map_err(|_| ServerError::NotOurs("meta".to_owned()))?,
    };
    if done > MIGRATION {
        return Err(ServerError::Newer("migration", done, MIGRATION));
    }
    migrate(client, done, "").await
}

/// Applies the migrations that follow the first `done`, and then `statements`: all, or nothing.
async fn migrate(client: &ClientWrapper, done: u32, statements: &str) -> Result<(), ServerError> {
    let missing = MIGRATIONS.get(done as usize..).unwrap_or_default();
    if missing.is_empty() {
        return Ok(());
    }
    let noted = format!(
        "INSERT INTO meta VALUES ('migration', '{MIGRATION}'), ('form', '{FORM}')
        ON CONFLICT (key) DO UPDATE SET value = excluded.value;"
    );
    // Statements in one message are one transaction.
    client
        .batch_execute(&format!("{}{statements}{noted}", missing.concat()))
        .await?;
    Ok(())
}

async fn meta(client: &ClientWrapper, key: &str) -> Result<Option<String>, ServerError> {
    let row = client
        .query_opt("SELECT value::text FROM meta WHERE key::text = $1", &[&key])
        .await
        .map_err(|error| match error.code() {
            // A table of this name with other columns belongs to another program.
            Some(&SqlState::UNDEFINED_COLUMN) => ServerError::NotOurs("meta".to_owned()),
            _ => error.into(),
        })?;
    Ok(row.map(|row| row.get(0)))
}

/// The schema of envelopes, as the column `form` has it.
pub(super) fn form() -> i32 {
    i32::try_from(SCHEMA).unwrap_or(i32::MAX)
}

/// The index rows of a record as bytes, each once, with the home of each deadline.
pub(super) fn entries_of(record: &Record) -> (Vec<Vec<u8>>, Vec<Option<i64>>) {
    let (key, home) = (record.key(), record.home().number());
    let mut entries: Vec<(Vec<u8>, Option<i64>)> = record
        .index_rows()
        .iter()
        .map(|row| {
            let home = (row.index == Index::Due).then_some(home);
            (keys::row(&row.index, row.order, &key), home)
        })
        .collect();
    entries.sort_unstable();
    entries.dedup_by(|one, other| one.0 == other.0);
    entries.into_iter().unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_migration_in_the_folder_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/postgres/migrations");
        let files = std::fs::read_dir(folder).expect("there");
        assert_eq!(files.count(), MIGRATIONS.len());
    }
}

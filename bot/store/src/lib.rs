//! Stores behind one contract: [`SledStore`] in a folder, for one process, and [`postgres`] for any number of them.
//!
//! Both implement the application's [`Store`](app::store::Store) with what running the program needs besides ([`Database`]):
//! posted messages, backups, checks and failures. Keys ([`keys`]), values ([`envelope`]) and backups ([`jsonl`]) are the same in
//! both. [`leases`] is what several processes on one database agree on.

mod database;
mod embedded;
mod envelope;
mod errors;
pub mod file_modes;
mod integrity;
mod jsonl;
mod keys;
pub mod leases;
pub mod postgres;
mod posts;
mod secret;
mod stored_id;
mod tree;

pub use database::{Counts, Database, ImportCounts, Posts};
pub use embedded::{Salvaged, SledStore};
pub use envelope::{MAX_VALUE, SCHEMA};
pub use errors::{FORMAT, OpenError, RestoreError};
pub use file_modes::sync_parent;
pub use integrity::IntegrityReport;
pub use jsonl::{ExportScope, JsonlError, records, verify};
pub use posts::Post;
pub use secret::Secret;
pub use stored_id::MessageId;

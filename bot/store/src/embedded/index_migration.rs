//! Migration of index rows, when records have other rows than the program that wrote them gave them.
//!
//! A record's rows are written with it, so an unchanged record keeps its old rows and would be missing from every newer
//! index. A change to the rows of any record raises [`INDEX_VERSION`].

use app::Record;
use sled::transaction::TransactionError;

use super::committer::{MAX_GROUP, SyncFn};
use super::trees::Trees;
use crate::envelope::{self, Envelope, ValueKind};
use crate::keys;

/// The version of the rules for index rows.
pub const INDEX_VERSION: u32 = 2;

/// Gives each record its present rows, durably; returns how many had others. Idempotent.
pub(super) fn run(trees: &Trees, sync: &mut SyncFn) -> sled::Result<u64> {
    let mut changed = 0;
    for entry in &trees.records {
        let (key, bytes) = entry?;
        // An unreadable record keeps its rows; `delos check` lists it.
        let Ok(former) = envelope::read::<Record>(ValueKind::Record, &bytes) else {
            continue;
        };
        let name = former.r.key();
        let rows = former.r.index_rows();
        if rows == former.i {
            continue;
        }
        let Some(value) = Envelope::new(former.v, rows.clone(), &former.r).bytes() else {
            continue;
        };
        let outcome = trees.transact(|tx| {
            for row in &former.i {
                tx.rows.remove(&keys::row(&row.index, row.order, &name))?;
            }
            for row in &rows {
                tx.rows
                    .insert(&keys::row(&row.index, row.order, &name), &[])?;
            }
            tx.records.insert(&key, &value)?;
            Ok(())
        });
        match outcome {
            Ok(()) => changed += 1,
            Err(TransactionError::Abort(error) | TransactionError::Storage(error)) => {
                return Err(error);
            }
        }
        if changed % MAX_GROUP as u64 == 0 {
            sync(trees)?;
        }
    }
    sync(trees)?;
    Ok(changed)
}

//! Index rows worked out anew, when records have other rows than the program gave them that wrote them.
//!
//! A record's rows are written with it, so a record that nobody has changed since keeps the rows of its time, and would be
//! missing from every index that is younger. Whoever changes what rows a record has raises [`ROWS`].

use app::Record;
use sled::Transactional;
use sled::transaction::TransactionError;

use super::envelope::{self, Envelope, Kind};
use super::keys;
use super::trees::Trees;

/// The number of the rules by which records have index rows.
pub(super) const ROWS: u32 = 1;

/// Gives each record the rows that it has by the present rules; returns how many had others. Doing it twice is harmless.
pub(super) fn all(trees: &Trees) -> sled::Result<u64> {
    let mut changed = 0;
    for entry in &trees.records {
        let (key, bytes) = entry?;
        // One that cannot be read keeps its rows; `delos check` names it.
        let Ok(former) = envelope::read::<Record>(Kind::Record, &bytes) else {
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
        let outcome = (&trees.records, &trees.rows).transaction(|(records, index)| {
            for row in &former.i {
                index.remove(keys::row(&row.index, row.order, &name))?;
            }
            for row in &rows {
                index.insert(keys::row(&row.index, row.order, &name), &[])?;
            }
            records.insert(&key, value.as_slice())?;
            Ok::<_, sled::transaction::ConflictableTransactionError<sled::Error>>(())
        });
        match outcome {
            Ok(()) => changed += 1,
            Err(TransactionError::Abort(error) | TransactionError::Storage(error)) => {
                return Err(error);
            }
        }
    }
    Ok(changed)
}

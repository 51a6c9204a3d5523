//! A store without a disk: for tests, and as the plainest statement of what a [`Store`] does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::effect::{EffectId, Outgoing};
use crate::store::{Batch, Edge, Index, Key, Page, Store, StoreError, Stored};

/// Keeps everything until it is dropped.
#[derive(Debug, Default)]
pub struct MemoryStore {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    records: BTreeMap<Key, Stored>,
    rows: BTreeMap<Index, BTreeSet<(i64, Key)>>,
    outgoing: BTreeMap<EffectId, Outgoing>,
}

impl MemoryStore {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A panic elsewhere leaves no half-made change here: each call changes everything at its end.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn get(&self, key: &Key) -> Result<Option<Stored>, StoreError> {
        Ok(self.inner().records.get(key).cloned())
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        let inner = self.inner();
        let Some(rows) = inner.rows.get(index) else {
            return Ok(Vec::new());
        };
        let rows = rows.iter().cloned();
        let after = page.after.as_ref();
        Ok(match page.from {
            Edge::Start => rows
                .filter(|row| after.is_none_or(|last| row > last))
                .take(page.limit)
                .collect(),
            Edge::End => rows
                .rev()
                .filter(|row| after.is_none_or(|last| row < last))
                .take(page.limit)
                .collect(),
        })
    }

    fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        let mut inner = self.inner();
        for write in &batch.writes {
            let key = write.record.key();
            if inner.records.get(&key).map_or(0, |stored| stored.version) != write.expected {
                return Err(StoreError::Conflict(key));
            }
        }
        for write in batch.writes {
            let key = write.record.key();
            if let Some(former) = inner
                .records
                .get(&key)
                .map(|stored| stored.record.index_rows())
            {
                for row in former {
                    if let Some(rows) = inner.rows.get_mut(&row.index) {
                        rows.remove(&(row.order, key.clone()));
                    }
                }
            }
            for row in write.record.index_rows() {
                inner
                    .rows
                    .entry(row.index)
                    .or_default()
                    .insert((row.order, key.clone()));
            }
            inner.records.insert(
                key,
                Stored {
                    version: write.expected + 1,
                    record: write.record,
                },
            );
        }
        for outgoing in batch.outgoing {
            inner.outgoing.insert(outgoing.id.clone(), outgoing);
        }
        for id in batch.settled {
            inner.outgoing.remove(&id);
        }
        Ok(())
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError> {
        Ok(self
            .inner()
            .outgoing
            .values()
            .take(limit)
            .cloned()
            .collect())
    }
}

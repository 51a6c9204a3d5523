//! A store in memory: for tests, and as the reference implementation of [`Store`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::model::{Index, Key};
use crate::protocol::{EffectId, Outgoing};
use crate::store::{Batch, Contended, Edge, Page, Result, Store, StoreError, Stored};

/// A store without a disk.
#[derive(Debug, Default)]
pub struct MemoryStore {
    inner: Mutex<Inner>,
    /// Locked during a held attempt.
    turn: Mutex<()>,
}

#[derive(Debug, Default)]
struct Inner {
    records: BTreeMap<Key, Stored>,
    rows: BTreeMap<Index, BTreeSet<(i64, Key)>>,
    outgoing: BTreeMap<EffectId, Outgoing>,
}

impl MemoryStore {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A panic leaves no partial change: each call checks before it changes anything.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Removes the index rows of a stored record.
    fn take_rows(&mut self, key: &Key) {
        let former = self.records.get(key).map(|s| s.record.index_rows());
        for row in former.into_iter().flatten() {
            if let Some(rows) = self.rows.get_mut(&row.index) {
                rows.remove(&(row.order, key.clone()));
            }
        }
    }
}

impl Store for MemoryStore {
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>> {
        let inner = self.inner();
        let stored = keys.iter().map(|key| inner.records.get(key).cloned());
        Ok(stored.collect())
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>> {
        let inner = self.inner();
        let rows = inner.rows.get(index).into_iter().flatten().cloned();
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

    fn commit(&self, batch: Batch) -> Result<()> {
        let mut inner = self.inner();
        for quota in batch.quotas {
            let rows = inner.rows.get(&quota.index).into_iter().flatten().rev();
            if !quota.has_room(rows.map(|row| row.0)) {
                return Err(StoreError::Full(quota.index));
            }
        }
        let held = batch.held.into_iter().map(|held| (held.key, held.version));
        let written = batch.writes.iter().map(|w| (w.record.key(), w.expected));
        let removed = batch.removals.iter().map(|r| (r.key.clone(), r.expected));
        for (key, expected) in held.chain(written).chain(removed) {
            if inner.records.get(&key).map_or(0, |stored| stored.version) != expected {
                return Err(StoreError::Conflict(key));
            }
        }
        for removal in batch.removals {
            inner.take_rows(&removal.key);
            inner.records.remove(&removal.key);
        }
        for write in batch.writes {
            let key = write.record.key();
            inner.take_rows(&key);
            for row in write.record.index_rows() {
                let rows = inner.rows.entry(row.index).or_default();
                rows.insert((row.order, key.clone()));
            }
            let (version, record) = (write.expected + 1, write.record);
            inner.records.insert(key, Stored { version, record });
        }
        for outgoing in batch.outgoing {
            inner.outgoing.insert(outgoing.id.clone(), outgoing);
        }
        for id in batch.done {
            inner.outgoing.remove(&id);
        }
        Ok(())
    }

    fn hold(&self, _: &Contended, attempt: &mut dyn FnMut(&dyn Store)) -> Result<()> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        attempt(self);
        Ok(())
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>> {
        let inner = self.inner();
        Ok(inner.outgoing.values().take(limit).cloned().collect())
    }
}

//! A consistent view of all trees while commits go on.
//!
//! sled has no snapshots. A reader copies the trees chunk by chunk. Commits keep the values that they replace, and the reader
//! takes those first.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use app::store::{Result, StoreError};
use sled::IVec;

use super::tally::Tally;
use super::trees::{Former, Gate};
use crate::jsonl::JsonlError;
use crate::tree::TreeName;

/// Values that are read at once: commits wait that long.
const CHUNK: usize = 256;

/// Former values of the keys that changed after the snapshot was taken.
pub(super) type Replaced = Mutex<BTreeMap<(TreeName, Vec<u8>), Option<IVec>>>;

/// The snapshots in use.
#[derive(Default)]
pub(super) struct Snapshots(Mutex<Vec<Arc<Replaced>>>);

impl Snapshots {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<Replaced>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn end(&self, snapshot: &Arc<Replaced>) {
        self.all().retain(|other| !Arc::ptr_eq(other, snapshot));
    }

    /// Keeps what a commit has replaced, for every snapshot that does not have an older value.
    pub(super) fn changed(&self, former: &[Former]) {
        for snapshot in &*self.all() {
            let mut replaced = snapshot.lock().unwrap_or_else(PoisonError::into_inner);
            for (tree, key, value) in former {
                replaced
                    .entry((*tree, key.clone()))
                    .or_insert_with(|| value.clone());
            }
        }
    }
}

/// The values of all trees at one moment.
pub(super) struct Snapshot<'a> {
    gate: &'a Gate,
    replaced: Arc<Replaced>,
    tally: Tally,
}

impl<'a> Snapshot<'a> {
    pub(super) fn take(gate: &'a Gate) -> Result<Self> {
        let replaced = Arc::new(Replaced::default());
        let tally = gate.read(|trees| {
            let tally = trees.tally()?;
            trees.snapshots.all().push(Arc::clone(&replaced));
            Ok(tally)
        })?;
        Ok(Self {
            gate,
            replaced,
            tally,
        })
    }

    /// Passes every value to `take`, in the order of trees and keys, and checks that they are all that was acknowledged.
    pub(super) fn for_each(
        &self,
        mut take: impl FnMut(TreeName, &[u8], &[u8]) -> Result<(), JsonlError>,
    ) -> Result<(), JsonlError> {
        let mut found = Tally::default();
        for tree in TreeName::ALL {
            let mut from = Bound::Unbounded;
            loop {
                let chunk = self.chunk(tree, &from);
                let (values, last) = chunk.map_err(|error| self.unreadable(&error))?;
                for (key, value) in &values {
                    found.add(tree, key, value);
                    take(tree, key, value)?;
                }
                match last {
                    Some(last) => from = Bound::Excluded(last),
                    None => break,
                }
            }
        }
        if !found.same_values(&self.tally) {
            let acknowledged = self.tally.records;
            let found = found.records;
            return Err(JsonlError::Incomplete {
                found,
                acknowledged,
            });
        }
        Ok(())
    }

    /// Unless the store has failed, a page that cannot be read is damage.
    fn unreadable(&self, error: &StoreError) -> JsonlError {
        match self.gate.breaker.check() {
            Ok(()) => JsonlError::Damaged(error.to_string()),
            Err(failed) => failed.into(),
        }
    }

    /// The values of the keys after `from`, and the last key looked at unless it is the tree's last.
    fn chunk(
        &self,
        tree: TreeName,
        from: &Bound<IVec>,
    ) -> Result<(BTreeMap<IVec, IVec>, Option<IVec>)> {
        self.gate.read(|trees| {
            let range = (from.clone(), Bound::Unbounded);
            let mut values = BTreeMap::new();
            let mut last = None;
            for entry in trees.tree(tree).range(range).take(CHUNK) {
                let (key, value) = entry?;
                last = Some(key.clone());
                values.insert(key, value);
            }
            last = last.filter(|_| values.len() == CHUNK);
            let name = |key: &IVec| (tree, key.to_vec());
            let lower = match from {
                Bound::Excluded(key) => Bound::Excluded(name(key)),
                _ => Bound::Included((tree, Vec::new())),
            };
            let upper = last
                .as_ref()
                .map_or(Bound::Unbounded, |last| Bound::Included(name(last)));
            let replaced = self.replaced.lock().unwrap_or_else(PoisonError::into_inner);
            for ((of, key), former) in replaced.range((lower, upper)) {
                if *of != tree {
                    break;
                }
                match former {
                    Some(value) => values.insert(key.as_slice().into(), value.clone()),
                    None => values.remove(key.as_slice()),
                };
            }
            Ok((values, last))
        })
    }
}

impl Drop for Snapshot<'_> {
    fn drop(&mut self) {
        self.gate.end(&self.replaced);
    }
}

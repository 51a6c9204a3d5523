//! A store in memory whose calls a test can count, hold up or fail.

use std::sync::Arc;

use app::effect::Outgoing;
use app::store::memory::MemoryStore;
use app::store::{Batch, Contended, Index, Key, Page, Store, StoreError, Stored};

/// Hooks around the calls of a store.
pub(crate) trait Hook: Send + Sync {
    /// Runs before records are read.
    fn get_many(&self, _keys: &[Key]) {}

    /// Runs before a page of an index is read.
    fn list(&self) {}

    /// Replaces a commit.
    fn commit(&self, store: &Arc<MemoryStore>, batch: Batch) -> Result<(), StoreError> {
        store.commit(batch)
    }
}

#[derive(Default)]
pub(crate) struct Hooked<H> {
    pub(crate) inner: Arc<MemoryStore>,
    pub(crate) hook: H,
}

impl<H> Hooked<H> {
    pub(crate) fn new(hook: H) -> Self {
        let inner = Arc::default();
        Self { inner, hook }
    }
}

impl<H: Hook> Store for Hooked<H> {
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>, StoreError> {
        self.hook.get_many(keys);
        self.inner.get_many(keys)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        self.hook.list();
        self.inner.list(index, page)
    }

    fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        self.hook.commit(&self.inner, batch)
    }

    fn hold(
        &self,
        contended: &Contended,
        attempt: &mut dyn FnMut(&dyn Store),
    ) -> Result<(), StoreError> {
        self.inner.hold(contended, &mut |_| attempt(self))
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError> {
        self.inner.outgoing(limit)
    }
}

//! A store in memory whose commits a test can hold up or fail.

use std::sync::Arc;

use app::effect::Outgoing;
use app::store::memory::MemoryStore;
use app::store::{Batch, Contended, Index, Key, Page, Store, StoreError, Stored};

/// What happens in place of a commit.
pub(crate) trait Hook: Send + Sync {
    fn commit(&self, store: &Arc<MemoryStore>, batch: Batch) -> Result<(), StoreError>;
}

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
        self.inner.get_many(keys)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
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

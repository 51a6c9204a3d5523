//! Requests at the same moment: what a commit relied on still holds when it is made.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../common/mod.rs"]
mod common;
mod interruptions;
mod limits;

use std::sync::Arc;

use app::effect::{Handled, Outgoing};
use app::store::memory::MemoryStore;
use app::store::{Batch, Contended, Index, Key, Page, Store, StoreError, Stored};
use app::{App, Command, Level, Limits, Moment, Terms, Timestamp};
use common::{person, request};
use rules_core::Variant;

/// What happens just before a commit.
trait Hook: Send + Sync {
    fn before_commit(&self, store: &Arc<MemoryStore>);
}

/// A store with a hook before each commit.
struct Hooked<H> {
    inner: Arc<MemoryStore>,
    hook: H,
}

impl<H: Hook> Store for Hooked<H> {
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>, StoreError> {
        self.inner.get_many(keys)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        self.inner.list(index, page)
    }

    fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        self.hook.before_commit(&self.inner);
        self.inner.commit(batch)
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

/// The application over such a store.
struct Scene<H> {
    app: App,
    store: Arc<Hooked<H>>,
    seed: u64,
}

impl<H: Hook + 'static> Scene<H> {
    fn with(hook: H, limits: Limits, seed: u64) -> Self {
        let inner = Arc::default();
        let store = Arc::new(Hooked { inner, hook });
        Self {
            app: App::new(Arc::clone(&store), limits),
            store,
            seed,
        }
    }

    fn moment(&mut self) -> Moment {
        self.seed += 1;
        Moment {
            now: Timestamp(1_000_000_000),
            seed: self.seed,
        }
    }

    fn act(&mut self, who: &str, command: Command) -> Handled {
        let moment = self.moment();
        self.app.handle(&request(who, command), moment).unwrap()
    }
}

fn invite(to: Option<&str>) -> Command {
    Command::Challenge {
        opponent: to.map(person),
        terms: Terms::of(Variant::Toto40),
    }
}

fn play() -> Command {
    Command::Play {
        terms: Terms::of(Variant::Toto40),
        level: Level::LOWEST,
    }
}

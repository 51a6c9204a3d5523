//! The lock around the world.

use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

use super::World;

/// The world behind a lock, and a counter of updates to wait for.
#[derive(Debug)]
pub(crate) struct Shared {
    world: Mutex<World>,
    ticks: watch::Sender<u64>,
}

impl Shared {
    pub(crate) fn new(world: World) -> Self {
        Self {
            world: Mutex::new(world),
            ticks: watch::channel(0).0,
        }
    }

    pub(crate) fn read<T>(&self, f: impl FnOnce(&World) -> T) -> T {
        f(&self.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Updates the world and wakes everyone who waits.
    pub(crate) fn update<T>(&self, f: impl FnOnce(&mut World) -> T) -> T {
        let out = self.update_silently(f);
        self.ticks.send_modify(|ticks| *ticks += 1);
        out
    }

    /// Updates something that no one waits for.
    pub(crate) fn update_silently<T>(&self, f: impl FnOnce(&mut World) -> T) -> T {
        f(&mut self.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The number of updates so far.
    pub(crate) fn ticks(&self) -> watch::Receiver<u64> {
        self.ticks.subscribe()
    }
}

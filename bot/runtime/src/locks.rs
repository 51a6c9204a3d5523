//! Locks by key, created on demand.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedMutexGuard;

/// One lock for each key that someone holds or waits for.
#[derive(Debug)]
pub struct Locks<K>(Mutex<HashMap<K, Arc<tokio::sync::Mutex<()>>>>);

impl<K> Default for Locks<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash> Locks<K> {
    /// Waits for a key's lock.
    pub async fn lock(&self, key: K) -> OwnedMutexGuard<()> {
        let lock = {
            let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            locks.retain(|_, lock| Arc::strong_count(lock) > 1);
            Arc::clone(locks.entry(key).or_default())
        };
        lock.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn a_key_waits_for_itself_alone_and_leaves_nothing() {
        let locks = Locks::default();
        let first = locks.lock("ann").await;
        let at_once = |key| timeout(Duration::ZERO, locks.lock(key));
        assert!(at_once("ann").await.is_err());
        assert!(at_once("bob").await.is_ok());
        drop(first);
        assert!(at_once("ann").await.is_ok());
        assert_eq!(locks.0.lock().expect("free").len(), 1, "only the last");
    }
}

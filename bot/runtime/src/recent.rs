//! A bounded map that evicts old entries.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A map of at most `capacity` entries, shared by threads. A new key evicts the one written longest ago.
#[derive(Debug)]
pub struct Recent<K, V> {
    capacity: usize,
    entries: Mutex<Entries<K, V>>,
}

#[derive(Debug)]
struct Entries<K, V> {
    /// Values by key, each with the number of its last write.
    values: HashMap<K, (u64, V)>,
    /// Keys by the number of their last write.
    order: BTreeMap<u64, K>,
    writes: u64,
}

impl<K: Clone + Eq + Hash, V> Recent<K, V> {
    /// Creates an empty map.
    pub fn new(capacity: usize) -> Self {
        let entries = Entries {
            values: HashMap::new(),
            order: BTreeMap::new(),
            writes: 0,
        };
        Self {
            capacity,
            entries: Mutex::new(entries),
        }
    }

    /// Inserts a value, and returns the one that it replaces.
    pub fn insert(&self, key: K, value: V) -> Option<V> {
        let mut entries = self.entries();
        let former = entries.remove(&key);
        entries.push(key, value, self.capacity);
        former
    }

    /// Changes the value of a key, or `initial` if it has none.
    pub fn update<R>(
        &self,
        key: K,
        initial: impl FnOnce() -> V,
        change: impl FnOnce(&mut V) -> R,
    ) -> R {
        let mut entries = self.entries();
        let mut value = entries.remove(&key).unwrap_or_else(initial);
        let result = change(&mut value);
        entries.push(key, value, self.capacity);
        result
    }

    /// Changes all values.
    pub fn update_all(&self, change: impl FnMut(&mut V)) {
        let mut entries = self.entries();
        entries
            .values
            .values_mut()
            .map(|(_, value)| value)
            .for_each(change);
    }

    /// Returns the value of a key.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        V: Clone,
    {
        self.entries()
            .values
            .get(key)
            .map(|(_, value)| value.clone())
    }

    /// Whether a key has a value.
    pub fn contains<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.entries().values.contains_key(key)
    }

    /// Removes a key, and returns its value.
    pub fn remove<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.entries().remove(key)
    }

    fn entries(&self) -> MutexGuard<'_, Entries<K, V>> {
        // A change that panics loses its entry only.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Clone + Eq + Hash, V> Entries<K, V> {
    fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let (write, value) = self.values.remove(key)?;
        self.order.remove(&write);
        Some(value)
    }

    /// Adds a key that is not in the map.
    fn push(&mut self, key: K, value: V, capacity: usize) {
        self.writes += 1;
        self.order.insert(self.writes, key.clone());
        self.values.insert(key, (self.writes, value));
        if self.values.len() > capacity
            && let Some((_, oldest)) = self.order.pop_first()
        {
            self.values.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_written_longest_ago_is_evicted() {
        let map = Recent::new(2);
        assert_eq!(map.insert("a", 1), None);
        map.insert("b", 2);
        assert_eq!(map.insert("a", 3), Some(1));
        map.insert("c", 4);
        let values = |keys: [&'static str; 3]| keys.map(|key| map.get(key));
        assert_eq!(values(["a", "b", "c"]), [Some(3), None, Some(4)]);
        map.update("a", || 0, |value| *value += 1);
        map.update("d", || 5, |value| *value += 1);
        assert_eq!(values(["a", "c", "d"]), [Some(4), None, Some(6)]);
        assert_eq!(map.remove("a"), Some(4));
        map.insert("e", 7);
        assert!(map.contains("d"), "there was room");
    }

    #[test]
    fn it_never_grows_beyond_its_capacity() {
        let map = Recent::new(100);
        for key in 0..1000 {
            map.insert(key % 150, key);
            map.remove(&(key % 7));
        }
        let entries = map.entries();
        assert_eq!(entries.values.len(), entries.order.len());
        assert!(entries.values.len() <= 100);
    }
}

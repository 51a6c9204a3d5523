//! A cache of the records read during one attempt at a change or for one answer.

use std::collections::HashMap;

use crate::model::{Index, Key};
use crate::store::{Edge, Page, Store, StoreError, Stored};

/// Records and pages of indexes as they were read, so that each is read once; and records that will be read with the next one.
///
/// A commit checks the versions that were read, so nothing that is true of the store depends on this.
#[derive(Default)]
pub(crate) struct Memo {
    /// `None` for a record that does not exist.
    records: HashMap<Key, Option<Stored>>,
    /// May repeat.
    foreseen: Vec<Key>,
    lists: HashMap<Index, Listing>,
}

/// The first page of an index.
struct Listing {
    from: Edge,
    limit: usize,
    rows: Vec<(i64, Key)>,
}

impl Memo {
    /// Reads a record, along with the records that were foreseen.
    pub(crate) fn get(
        &mut self,
        store: &dyn Store,
        key: &Key,
    ) -> Result<Option<Stored>, StoreError> {
        if !self.records.contains_key(key) {
            self.fetch(store, key)?;
        }
        Ok(self.records.get(key).cloned().flatten())
    }

    fn fetch(&mut self, store: &dyn Store, key: &Key) -> Result<(), StoreError> {
        let mut keys = std::mem::take(&mut self.foreseen);
        keys.retain(|more| more != key && !self.records.contains_key(more));
        keys.sort_unstable();
        keys.dedup();
        keys.insert(0, key.clone());
        let found = match store.get_many(&keys) {
            // It may be one that turns out not to be needed.
            Err(StoreError::Unreadable(..)) if keys.len() > 1 => {
                keys.truncate(1);
                store.get_many(&keys)?
            }
            found => found?,
        };
        self.records.extend(keys.into_iter().zip(found));
        Ok(())
    }

    pub(crate) fn list(
        &mut self,
        store: &dyn Store,
        index: &Index,
        page: Page,
    ) -> Result<Vec<(i64, Key)>, StoreError> {
        if let Some(rows) = self.lists.get(index).and_then(|known| known.page(&page)) {
            return Ok(rows);
        }
        let (from, limit, is_first) = (page.from, page.limit, page.after.is_none());
        let rows = store.list(index, page)?;
        if is_first {
            let rows = rows.clone();
            let listing = Listing { from, limit, rows };
            self.lists.insert(index.clone(), listing);
        }
        Ok(rows)
    }

    pub(crate) fn foresee(&mut self, keys: impl IntoIterator<Item = Key>) {
        self.foreseen.extend(keys);
    }
}

impl Listing {
    /// Another page of the same index, if it follows from this one.
    fn page(&self, page: &Page) -> Option<Vec<(i64, Key)>> {
        let is_whole = self.rows.len() < self.limit;
        let is_part = page.from == self.from && page.limit <= self.limit && page.after.is_none();
        if !is_whole && !is_part {
            return None;
        }
        let mut rows: Vec<_> = self.rows.iter().collect();
        if page.from != self.from {
            rows.reverse();
        }
        let begin = match &page.after {
            None => 0,
            // Stores may order rows of the same number differently, so it is not compared.
            Some(after) => rows.iter().position(|row| *row == after)? + 1,
        };
        let rest = rows.into_iter().skip(begin).take(page.limit);
        Some(rest.cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::context::memo::{Listing, Memo};
    use crate::model::ids::{Person, PlayerId};
    use crate::model::key::Key;
    use crate::model::record::{PersonRecord, Record};
    use crate::store::memory::MemoryStore;
    use crate::store::{Batch, Edge, Page, Store, StoreError, Stored};

    fn id(name: &str) -> PlayerId {
        PlayerId::new(format!("t:{name}"))
    }

    fn key(name: &str) -> Key {
        Key::Person(id(name))
    }

    fn put(store: &MemoryStore, name: &str, expected: u64, called: &str) {
        let record = PersonRecord::new(Person::new(id(name), called));
        store
            .commit(Batch::write(expected, Record::Person(record)))
            .expect("written");
    }

    fn version(found: Result<Option<Stored>, StoreError>) -> Option<u64> {
        found.expect("read").map(|stored| stored.version)
    }

    #[test]
    fn a_record_is_read_once_whether_it_exists_or_not_until_it_is_forgotten() {
        let (store, mut memo) = (MemoryStore::default(), Memo::default());
        put(&store, "ann", 0, "ann");
        assert_eq!(version(memo.get(&store, &key("ann"))), Some(1));
        assert_eq!(version(memo.get(&store, &key("bob"))), None);
        put(&store, "ann", 1, "anna");
        put(&store, "bob", 0, "bob");
        assert_eq!(version(memo.get(&store, &key("ann"))), Some(1));
        assert_eq!(version(memo.get(&store, &key("bob"))), None);
        memo = Memo::default();
        assert_eq!(version(memo.get(&store, &key("ann"))), Some(2));
        assert_eq!(version(memo.get(&store, &key("bob"))), Some(1));
    }

    #[test]
    fn what_is_foreseen_is_read_with_the_next_record() {
        let (store, mut memo) = (MemoryStore::default(), Memo::default());
        put(&store, "ann", 0, "ann");
        put(&store, "bob", 0, "bob");
        memo.foresee([key("bob"), key("eve")]);
        assert_eq!(version(memo.get(&store, &key("ann"))), Some(1));
        put(&store, "bob", 1, "robert");
        put(&store, "eve", 0, "eve");
        assert_eq!(version(memo.get(&store, &key("bob"))), Some(1));
        assert_eq!(version(memo.get(&store, &key("eve"))), None);
    }

    fn rows(orders: &[i64]) -> Vec<(i64, Key)> {
        orders
            .iter()
            .map(|&order| (order, key(&order.to_string())))
            .collect()
    }

    #[test]
    fn a_page_follows_from_the_whole_index_or_from_a_longer_page() {
        let listing = |limit| Listing {
            from: Edge::End,
            limit,
            rows: rows(&[5, 3, 3, 1]),
        };
        let after = |page: Page, order: i64| Page {
            after: Some((order, key(&order.to_string()))),
            ..page
        };
        let whole = listing(5);
        assert_eq!(whole.page(&Page::last(9)), Some(rows(&[5, 3, 3, 1])));
        assert_eq!(whole.page(&Page::first(2)), Some(rows(&[1, 3])));
        assert_eq!(whole.page(&after(Page::last(2), 5)), Some(rows(&[3, 3])));
        assert_eq!(whole.page(&after(Page::first(9), 5)), Some(rows(&[])));
        assert_eq!(
            whole.page(&after(Page::last(2), 4)),
            None,
            "a row that it lacks"
        );
        let part = listing(4);
        assert_eq!(part.page(&Page::last(2)), Some(rows(&[5, 3])));
        assert_eq!(part.page(&Page::last(4)), Some(rows(&[5, 3, 3, 1])));
        assert_eq!(part.page(&Page::last(5)), None);
        assert_eq!(part.page(&Page::first(1)), None);
        assert_eq!(part.page(&after(Page::last(1), 1)), None);
    }
}

//! Commits as the arrays that their one statement takes.

use std::hash::Hasher as _;

use app::effect::EffectId;
use app::store::{Batch, Index, Key, Page, StoreError};
use siphasher::sip::SipHasher13;

use super::schema::entries_of;
use crate::envelope::Envelope;
use crate::keys;

/// A batch as arrays of equal length for each kind of thing.
#[derive(Default, Debug)]
pub(super) struct Encoded {
    pub(super) writes: Vec<EncodedWrite>,
    pub(super) expected: Vec<i64>,
    pub(super) written: Vec<Vec<u8>>,
    /// `None` for a removal.
    pub(super) bodies: Vec<Option<Vec<u8>>>,
    pub(super) locks: Vec<i64>,
    /// The number of the write, from one, that each index row belongs to.
    pub(super) entry_of: Vec<i64>,
    pub(super) entries: Vec<Vec<u8>>,
    pub(super) homes: Vec<Option<i64>>,
    pub(super) held: Vec<Vec<u8>>,
    pub(super) held_versions: Vec<i64>,
    /// Records that must not exist.
    pub(super) absent: Vec<Vec<u8>>,
    pub(super) quota_from: Vec<Vec<u8>>,
    pub(super) quota_to: Vec<Vec<u8>>,
    pub(super) quota_below: Vec<i64>,
    pub(super) effect_ids: Vec<String>,
    pub(super) effect_homes: Vec<i64>,
    pub(super) effect_subjects: Vec<Vec<u8>>,
    pub(super) effect_bodies: Vec<Vec<u8>>,
    pub(super) done: Vec<String>,
    pub(super) forgotten: Vec<Vec<u8>>,
    /// Names for errors.
    pub(super) held_keys: Vec<(Key, u64)>,
    pub(super) quota_indexes: Vec<Index>,
    /// Taken before the statement: its snapshot must show what those before it in the queue have written.
    pub(super) first_locks: Vec<i64>,
    /// Taken as well, but shared.
    pub(super) first_shared_locks: Vec<i64>,
}

/// A record that a batch writes or removes.
#[derive(Debug)]
pub(super) struct EncodedWrite {
    pub(super) key: Key,
    pub(super) expected: u64,
}

impl Encoded {
    pub(super) fn of(batch: &Batch) -> Result<Self, StoreError> {
        let mut encoded = Self::default();
        encoded.add_writes(batch)?;
        for held in &batch.held {
            encoded.hold(held.key.clone(), held.version);
        }
        for quota in &batch.quotas {
            let (from, to) = keys::range_since(&quota.index, quota.since);
            encoded.first_locks.push(index_lock(&quota.index));
            encoded.quota_from.push(from);
            encoded.quota_to.push(to);
            encoded.quota_below.push(signed(quota.below as u64));
            encoded.quota_indexes.push(quota.index.clone());
        }
        encoded.add_effects(batch)?;
        encoded.done = texts(&batch.done);
        let forgotten = batch.forgotten_posts.iter();
        encoded.forgotten = forgotten.map(|&subject| keys::subject(subject)).collect();
        for locks in [&mut encoded.first_locks, &mut encoded.first_shared_locks] {
            locks.sort_unstable();
            locks.dedup();
        }
        Ok(encoded)
    }

    /// In the order of keys: commits that lock several records lock them in the same order.
    fn add_writes(&mut self, batch: &Batch) -> Result<(), StoreError> {
        let writes = batch
            .writes
            .iter()
            .map(|write| (write.record.key(), write.expected, Some(&write.record)));
        let removals = batch
            .removals
            .iter()
            .map(|removal| (removal.key.clone(), removal.expected, None));
        let mut all: Vec<_> = writes
            .chain(removals)
            .map(|(key, expected, record)| (keys::key(&key), key, expected, record))
            .collect();
        all.sort_by(|one, other| one.0.cmp(&other.0));
        for (bytes, key, expected, record) in all {
            let Some(record) = record else {
                if expected == 0 {
                    self.hold(key, 0);
                    continue;
                }
                self.write(bytes, key, expected, None);
                continue;
            };
            let body = Envelope::new(expected + 1, record.index_rows(), record)
                .bytes()
                .ok_or_else(|| StoreError::TooLarge(key.clone()))?;
            let (entries, homes) = entries_of(record);
            if !keys::fit(&bytes, &entries) {
                return Err(StoreError::TooLarge(key));
            }
            self.write(bytes, key, expected, Some(body));
            let number = signed(self.written.len() as u64);
            self.entry_of.extend(entries.iter().map(|_| number));
            self.entries.extend(entries);
            self.homes.extend(homes);
        }
        Ok(())
    }

    fn write(&mut self, bytes: Vec<u8>, key: Key, expected: u64, body: Option<Vec<u8>>) {
        self.locks.push(lock_of(b"record", &bytes));
        self.written.push(bytes);
        self.expected.push(signed(expected));
        self.bodies.push(body);
        self.writes.push(EncodedWrite { key, expected });
    }

    fn hold(&mut self, key: Key, version: u64) {
        let bytes = keys::key(&key);
        if version == 0 {
            self.first_shared_locks.push(lock_of(b"record", &bytes));
            self.absent.push(bytes);
        } else {
            self.held.push(bytes);
            self.held_versions.push(signed(version));
        }
        self.held_keys.push((key, version));
    }

    fn add_effects(&mut self, batch: &Batch) -> Result<(), StoreError> {
        for (n, outgoing) in batch.outgoing.iter().enumerate() {
            let later = batch.outgoing.get(n + 1..).unwrap_or_default();
            // The last of an id counts, and one that is done at once is not stored.
            if later.iter().any(|later| later.id == outgoing.id)
                || batch.done.contains(&outgoing.id)
            {
                continue;
            }
            let key = outgoing.effect.key();
            let body = Envelope::of_effect(outgoing.home, &outgoing.effect)
                .bytes()
                .ok_or_else(|| StoreError::TooLarge(key.clone()))?;
            self.effect_ids.push(outgoing.id.0.clone());
            self.effect_homes.push(outgoing.home.number());
            self.effect_subjects.push(keys::key(&key));
            self.effect_bodies.push(body);
        }
        Ok(())
    }

    /// Whether something must be locked before the statement begins.
    pub(super) fn locks_first(&self) -> bool {
        !self.first_locks.is_empty() || !self.first_shared_locks.is_empty()
    }
}

/// The ids of effects, as the database has them.
pub(super) fn texts(ids: &[EffectId]) -> Vec<String> {
    ids.iter().map(|id| id.0.clone()).collect()
}

/// A number as the database has it. Versions and counts do not reach 2^63.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The number of an advisory lock, the same in every program. Two names with one number only wait for each other.
pub(super) fn lock_of(kind: &[u8], name: &[u8]) -> i64 {
    let mut hasher = SipHasher13::new();
    hasher.write(kind);
    hasher.write_u8(0);
    hasher.write(name);
    hasher.finish().cast_signed()
}

/// The lock of an index whose rows a quota counts.
pub(super) fn index_lock(index: &Index) -> i64 {
    lock_of(b"index", &keys::page_range(index, &Page::first(0)).0)
}

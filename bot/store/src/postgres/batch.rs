//! Commits as the arrays that their one statement takes.

use std::hash::Hasher as _;

use app::effect::EffectId;
use app::store::{Batch, Contended, Held, Index, Key, Page, Quota, Result};
use siphasher::sip::SipHasher13;

use super::schema::entries_of;
use crate::envelope;
use crate::keys;

/// A batch as arrays of equal length for each kind of thing.
#[derive(Default, Debug)]
pub(super) struct Encoded {
    /// Records that the batch writes or removes, with their versions before.
    pub(super) writes: Vec<Held>,
    pub(super) expected: Vec<i64>,
    pub(super) written: Vec<Vec<u8>>,
    /// `None` for a removal.
    pub(super) bodies: Vec<Option<Vec<u8>>>,
    /// The locks of records that the batch adds, in order.
    pub(super) added_locks: Vec<i64>,
    /// The number of the write, from one, that each index row belongs to.
    pub(super) entry_of: Vec<i64>,
    pub(super) entries: Vec<Vec<u8>>,
    pub(super) homes: Vec<Option<i64>>,
    /// Existing records that the batch writes or holds, in the order of keys, with their versions.
    pub(super) locked: Vec<Vec<u8>>,
    pub(super) locked_versions: Vec<i64>,
    pub(super) is_written: Vec<bool>,
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
    /// As they were given, for errors.
    pub(super) held: Vec<Held>,
    pub(super) quotas: Vec<Quota>,
    /// All advisory locks, in order. If the batch counts or needs the absence of a record, they are taken before the statement: its
    /// snapshot must show what those before it in the queue have written.
    pub(super) first_locks: Vec<i64>,
    /// Which of them are shared.
    pub(super) is_shared: Vec<bool>,
}

impl Encoded {
    pub(super) fn of(batch: &Batch) -> Result<Self> {
        let mut encoded = Self::default();
        encoded.add_writes(batch)?;
        for held in &batch.held {
            encoded.hold(held.clone());
        }
        for quota in &batch.quotas {
            let (from, to) = keys::range_since(&quota.index, quota.since);
            encoded.quota_from.push(from);
            encoded.quota_to.push(to);
            encoded.quota_below.push(signed(quota.below as u64));
        }
        encoded.quotas.clone_from(&batch.quotas);
        encoded.add_effects(batch)?;
        encoded.done = texts(&batch.done);
        let forgotten = batch.forgotten_posts.iter();
        encoded.forgotten = forgotten.map(|&subject| keys::subject(subject)).collect();
        encoded.add_locks(batch);
        Ok(encoded)
    }

    /// All commits take their locks in one order, so that no two wait for each other: advisory locks by number, then rows by key.
    fn add_locks(&mut self, batch: &Batch) {
        let added = self.writes.iter().zip(&self.written);
        let added = added.filter(|(write, _)| write.version == 0);
        self.added_locks = added.map(|(_, key)| record_lock(key)).collect();
        self.added_locks.sort_unstable();
        let exclusive = batch.quotas.iter().map(|quota| count_lock(&quota.index));
        let exclusive = exclusive.chain(self.added_locks.iter().copied());
        let shared = self.absent.iter().map(|key| (record_lock(key), true));
        let mut all: Vec<_> = exclusive.map(|lock| (lock, false)).chain(shared).collect();
        all.sort_unstable();
        // Of two locks with one number, the first is exclusive if either is.
        all.dedup_by_key(|(lock, _)| *lock);
        (self.first_locks, self.is_shared) = all.into_iter().unzip();

        let written = self.writes.iter().zip(&self.written);
        let written = written.map(|(write, key)| (key.clone(), write.version, true));
        let held = self.held.iter();
        let held = held.map(|held| (keys::key(&held.key), held.version, false));
        let mut rows: Vec<_> = written.chain(held).filter(|row| row.1 > 0).collect();
        rows.sort_unstable();
        for (key, version, is_written) in rows {
            self.locked.push(key);
            self.locked_versions.push(signed(version));
            self.is_written.push(is_written);
        }
    }

    fn add_writes(&mut self, batch: &Batch) -> Result<()> {
        let writes = batch
            .writes
            .iter()
            .map(|write| (write.record.key(), write.expected, Some(&write.record)));
        let removals = batch
            .removals
            .iter()
            .map(|removal| (removal.key.clone(), removal.expected, None));
        for (key, expected, record) in writes.chain(removals) {
            let bytes = keys::key(&key);
            let Some(record) = record else {
                if expected == 0 {
                    self.hold(Held { key, version: 0 });
                    continue;
                }
                self.write(bytes, key, expected, None);
                continue;
            };
            let (entries, homes) = entries_of(record);
            let body = envelope::write_record(expected + 1, record, &entries)?;
            self.write(bytes, key, expected, Some(body));
            let number = signed(self.written.len() as u64);
            self.entry_of.extend(entries.iter().map(|_| number));
            self.entries.extend(entries);
            self.homes.extend(homes);
        }
        Ok(())
    }

    fn write(&mut self, bytes: Vec<u8>, key: Key, version: u64, body: Option<Vec<u8>>) {
        self.written.push(bytes);
        self.expected.push(signed(version));
        self.bodies.push(body);
        self.writes.push(Held { key, version });
    }

    fn hold(&mut self, held: Held) {
        if held.version == 0 {
            self.absent.push(keys::key(&held.key));
        }
        self.held.push(held);
    }

    fn add_effects(&mut self, batch: &Batch) -> Result<()> {
        for (n, outgoing) in batch.outgoing.iter().enumerate() {
            let later = batch.outgoing.get(n + 1..).unwrap_or_default();
            // The last of an id counts, and one that is done at once is not stored.
            if later.iter().any(|later| later.id == outgoing.id)
                || batch.done.contains(&outgoing.id)
            {
                continue;
            }
            let body = envelope::write_effect(outgoing)?;
            self.effect_ids.push(outgoing.id.0.clone());
            self.effect_homes.push(outgoing.home.number());
            self.effect_subjects.push(keys::key(&outgoing.effect.key()));
            self.effect_bodies.push(body);
        }
        Ok(())
    }

    /// Whether something must be locked before the statement begins.
    pub(super) fn locks_first(&self) -> bool {
        !self.quotas.is_empty() || !self.absent.is_empty()
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
fn lock_of(kind: &[u8], name: &[u8]) -> i64 {
    let mut hasher = SipHasher13::new();
    hasher.write(kind);
    hasher.write_u8(0);
    hasher.write(name);
    hasher.finish().cast_signed()
}

/// The lock of a record that does not exist.
fn record_lock(key: &[u8]) -> i64 {
    lock_of(b"record", key)
}

/// The lock of a counted index. All indexes of one person or server share a lock, so that their counted commits run one at a time.
fn count_lock(index: &Index) -> i64 {
    match index {
        Index::OngoingOf(person)
        | Index::FinishedOf(person)
        | Index::ChallengesBy(person)
        | Index::ChallengesTo(person)
        | Index::ChallengesMadeBy(person) => lock_of(b"count", person.as_str().as_bytes()),
        Index::ChallengesMadeIn(server) | Index::TournamentsOf(server) => {
            lock_of(b"count", server.as_str().as_bytes())
        }
        other => lock_of(b"count", &keys::page_range(other, &Page::first(0)).0),
    }
}

/// The lock of a held attempt. It is the first that the attempt takes, and commits take none of its kind.
pub(super) fn turn_lock(contended: &Contended) -> i64 {
    match contended {
        Contended::Record(key) => lock_of(b"turn", &keys::key(key)),
        Contended::Index(index) => lock_of(b"turn", &keys::page_range(index, &Page::first(0)).0),
    }
}

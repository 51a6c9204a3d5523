//! Merges what two accounts have achieved, once one is linked to the other.

use crate::context::failure::Result;
use crate::model::{
    CareerRecord, Key, PairId, PairRecord, Person, PlayerId, RatingId, RatingRecord, Record,
    Timestamp,
};
use crate::rating::ledger::Ledger;
use crate::store::{Removal, Stored};

impl Ledger<'_> {
    /// Merges those records of the account `from`, which is linked at that time, into those of `into`, under whose name
    /// everything is kept from then on. Games between the two no longer are anyone's score against another.
    pub(crate) fn merge(
        &mut self,
        from: &PlayerId,
        into: &PlayerId,
        at: Timestamp,
        keys: Vec<Key>,
    ) -> Result<()> {
        for key in keys {
            let found = match self.open.remove(&key) {
                Some(open) => Some(open),
                None => (self.read)(&key)?,
            };
            let Some(Stored { version, record }) = found else {
                continue;
            };
            if version > 0 {
                self.merged.push(Removal::new(version, key));
            }
            self.merge_record(from, into, at, record)?;
        }
        Ok(())
    }

    /// The keys of the open records that [`Self::merge`] merges.
    pub(crate) fn open_of(&self, player: &PlayerId) -> Vec<Key> {
        let is_theirs = |key: &&Key| match key {
            Key::Rating(id) => id.player == *player,
            Key::Career(id) => id == player,
            Key::Pair(id) => id.both().contains(&player),
            _ => false,
        };
        self.open.keys().filter(is_theirs).cloned().collect()
    }

    fn merge_record(
        &mut self,
        from: &PlayerId,
        into: &PlayerId,
        at: Timestamp,
        record: Record,
    ) -> Result<()> {
        match record {
            Record::Rating(rating) => {
                let id = RatingId {
                    player: into.clone(),
                    ..rating.id.clone()
                };
                let key = Key::Rating(id.clone());
                if self.peek::<RatingRecord>(&key)?.is_some() {
                    let kept = self.entry(key, || RatingRecord::new(id, rating.name.clone()))?;
                    kept.merge(&rating, at);
                } else {
                    self.entry(key, || RatingRecord { id, ..rating })?;
                }
            }
            Record::Career(career) => {
                let person = Person {
                    id: into.clone(),
                    ..career.person.clone()
                };
                let kept = self.entry(Key::Career(into.clone()), || CareerRecord::new(person))?;
                kept.merge(career, at);
            }
            Record::Pair(pair) => {
                let other = pair.id.both().into_iter().find(|id| *id != from).cloned();
                if let Some(other) = other.filter(|other| other != into) {
                    let id = PairId::new(into.clone(), other);
                    let kept = self.entry(Key::Pair(id.clone()), || PairRecord::new(id))?;
                    kept.merge(pair, from, into);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

//! `/block`, `/unblock`, `/blocked`: whoever is blocked cannot begin a game with whoever blocked them, in either direction.

use super::PeopleRefusal;
use crate::app::{App, Change, private};
use crate::effect::Answer;
use crate::ids::{Person, PlayerId};
use crate::record::PersonRecord;
use crate::refusal::Failure;
use crate::say;
use crate::store::{Key, Store};
use text::Text;

/// The most people whom one person can block.
pub(crate) const MOST: usize = 100;

impl<S: Store> App<S> {
    pub(super) fn block(&self, who: &Person, person: &Person) -> Result<Change, Failure> {
        if person.id == who.id {
            return Err(PeopleRefusal::BlockOneself.into());
        }
        let mut record = self.person_record(who)?;
        let blocked = &mut record.value.blocked;
        if !blocked.contains(&person.id) {
            if blocked.len() >= MOST {
                return Err(PeopleRefusal::TooManyBlocked(MOST).into());
            }
            blocked.push(person.id.clone());
        }
        Ok(told(record.write(), say::blocked(person)))
    }

    pub(super) fn unblock(&self, who: &Person, person: &Person) -> Result<Change, Failure> {
        let mut record = self.person_record(who)?;
        let before = record.value.blocked.len();
        record.value.blocked.retain(|id| *id != person.id);
        if record.value.blocked.len() == before {
            return Err(PeopleRefusal::NotBlocked(person.clone()).into());
        }
        Ok(told(record.write(), say::unblocked(person)))
    }

    pub(super) fn list_blocked(&self, who: &Person) -> Result<Change, Failure> {
        let record = self.person_record(who)?;
        let text = say::list_of_blocked(&record.value.blocked);
        Ok(Change::nothing(private(text)))
    }

    /// Refuses to bring two people together of whom one has blocked the other. Whoever blocked is told so; the other is not.
    pub(crate) fn not_blocked(&self, who: &Person, other: &Person) -> Result<(), Failure> {
        if self.has_blocked(&who.id, &other.id)? {
            return Err(PeopleRefusal::Blocked(other.clone()).into());
        }
        if self.has_blocked(&other.id, &who.id)? {
            return Err(PeopleRefusal::NotAvailable(other.clone()).into());
        }
        Ok(())
    }

    fn has_blocked(&self, one: &PlayerId, other: &PlayerId) -> Result<bool, Failure> {
        let record = self.load::<PersonRecord>(Key::Person(one.clone()))?;
        Ok(record.is_some_and(|record| record.value.blocked.contains(other)))
    }
}

fn told(write: crate::store::Write, text: Text) -> Change {
    Change {
        writes: vec![write],
        ..Change::nothing(Answer::Private(Box::new(crate::effect::Card::words(text))))
    }
}

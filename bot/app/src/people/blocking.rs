//! `/block`, `/unblock`, `/blocked`: whoever is blocked cannot begin a game with whoever blocked them, in either direction.

use text::Text;

use crate::context::failure::Failure;
use crate::context::{Change, Reader, private};
use crate::messages;
use crate::model::ids::{Person, PlayerId};
use crate::model::key::Key;
use crate::model::record::PersonRecord;
use crate::protocol::effect::Answer;
use crate::protocol::people_refusal::PeopleRefusal;

/// The most people whom one person can block.
pub(crate) const MOST: usize = 100;

pub(crate) fn block(reader: &Reader<'_>, who: &Person, person: &Person) -> Result<Change, Failure> {
    if person.id == who.id {
        return Err(PeopleRefusal::BlockOneself.into());
    }
    let mut record = reader.person(who)?;
    let blocked = &mut record.value.blocked;
    if !blocked.contains(&person.id) {
        if blocked.len() >= MOST {
            return Err(PeopleRefusal::TooManyBlocked(MOST).into());
        }
        blocked.push(person.id.clone());
    }
    Ok(told(record.write(), messages::blocked(person)))
}

pub(crate) fn unblock(
    reader: &Reader<'_>,
    who: &Person,
    person: &Person,
) -> Result<Change, Failure> {
    let mut record = reader.person(who)?;
    let before = record.value.blocked.len();
    record.value.blocked.retain(|id| *id != person.id);
    if record.value.blocked.len() == before {
        return Err(PeopleRefusal::NotBlocked(person.clone()).into());
    }
    Ok(told(record.write(), messages::unblocked(person)))
}

pub(crate) fn list_blocked(reader: &Reader<'_>, who: &Person) -> Result<Change, Failure> {
    let record = reader.person(who)?;
    let text = messages::list_of_blocked(&record.value.blocked);
    Ok(Change::nothing(private(text)))
}

/// Refuses to bring two people together of whom one has blocked the other. Whoever blocked is told so; the other is not.
pub(crate) fn not_blocked(
    reader: &Reader<'_>,
    who: &Person,
    other: &Person,
) -> Result<(), Failure> {
    if has_blocked(reader, &who.id, &other.id)? {
        return Err(PeopleRefusal::Blocked(other.clone()).into());
    }
    if has_blocked(reader, &other.id, &who.id)? {
        return Err(PeopleRefusal::NotAvailable(other.clone()).into());
    }
    Ok(())
}

fn has_blocked(reader: &Reader<'_>, one: &PlayerId, other: &PlayerId) -> Result<bool, Failure> {
    let record = reader.load::<PersonRecord>(Key::Person(one.clone()))?;
    Ok(record.is_some_and(|record| record.value.blocked.contains(other)))
}

fn told(write: crate::store::Write, text: Text) -> Change {
    Change {
        writes: vec![write],
        ..Change::nothing(Answer::Private(Box::new(
            crate::protocol::card::Card::words(text),
        )))
    }
}

//! Accounts of one person on several platforms: the first one, under which everything is stored, and its second names.

use text::{Part, Platform, Text, msg};

use crate::context::{Ctx, Reader, Result, Shared};
use crate::model::{CareerRecord, Key, Person, PersonRecord, PlayerId};
use crate::protocol::{Answer, Card, Request};

/// The account to which this one is linked, if it is a second name, else itself.
pub(crate) fn first_of(reader: &Reader<'_>, id: &PlayerId) -> Result<PlayerId> {
    let alias = reader.known_person(id)?.and_then(|record| record.alias);
    Ok(alias.map_or_else(|| id.clone(), |alias| alias.of))
}

/// A person under the name of their first account.
pub(crate) fn first_person(reader: &Reader<'_>, who: &Person) -> Result<Person> {
    Ok(Person {
        id: first_of(reader, &who.id)?,
        name: who.name.clone(),
    })
}

/// The request as the first accounts of all whom it names would give it.
pub(crate) fn resolved(reader: &Reader<'_>, request: &Request) -> Result<Request> {
    let mut resolved = request.clone();
    for person in resolved.people_mut() {
        person.id = first_of(reader, &person.id)?;
    }
    Ok(resolved)
}

/// Returns the request as [`resolved`] will probably return it, from memory.
pub(crate) fn guessed(shared: &Shared, request: &Request) -> Request {
    let mut guessed = request.clone();
    let first = shared.first_account(&request.who.id);
    guessed.who.id = first.unwrap_or(guessed.who.id);
    guessed
}

/// Notes that the accounts which a request names are read next.
pub(crate) fn foresee(reader: &Reader<'_>, request: &Request) {
    let mut request = request.clone();
    let people = request.people_mut();
    reader.foresee(people.map(|person| Key::Person(person.id.clone())));
}

/// [`resolved`], for a commit: it fails if the accounts are linked or separated before it.
pub(crate) fn held(ctx: &Ctx<'_>, request: &Request) -> Result<Request> {
    let resolved = resolved(ctx, request)?;
    let (given, first) = (&request.who.id, &resolved.who.id);
    let linked_to = (given != first).then_some(first);
    ctx.shared.note_first_account(given, linked_to);
    if linked_to.is_some() {
        ctx.held::<PersonRecord>(Key::Person(given.clone()))?;
    }
    Ok(resolved)
}

/// The account of a person of another platform that is on this one, if any.
pub(crate) fn account_on(
    reader: &Reader<'_>,
    platform: Platform,
    id: &PlayerId,
) -> Result<Option<PlayerId>> {
    if is_on(platform, id) {
        return Ok(None);
    }
    let linked = second_names(reader, id)?;
    Ok(linked.into_iter().find(|id| is_on(platform, id)))
}

/// The accounts that are linked to this one.
pub(crate) fn second_names(reader: &Reader<'_>, id: &PlayerId) -> Result<Vec<PlayerId>> {
    let record = reader.known_person(id)?;
    Ok(record.map_or_else(Vec::new, |record| record.linked))
}

fn is_on(platform: Platform, id: &PlayerId) -> bool {
    id.is_ghost() || id.platform() == platform
}

/// Replaces people of other platforms by their accounts on this one.
pub(crate) fn address<'p>(
    reader: &Reader<'_>,
    platform: Platform,
    people: impl IntoIterator<Item = &'p mut PlayerId>,
) -> Result<()> {
    for id in people {
        if let Some(account) = account_on(reader, platform, id)? {
            *id = account;
        }
    }
    Ok(())
}

pub(crate) fn text_on(reader: &Reader<'_>, platform: Platform, text: Text) -> Result<Text> {
    text.with_people(&mut |id| called_on(reader, platform, id))
}

/// Returns how a person from another platform is named here: by their account on this platform, or by their last known name.
fn called_on(reader: &Reader<'_>, platform: Platform, id: &PlayerId) -> Result<Option<Part>> {
    if is_on(platform, id) {
        return Ok(None);
    }
    reader.foresee([Key::Career(id.clone())]);
    if let Some(account) = account_on(reader, platform, id)? {
        return Ok(Some(Part::Person(account)));
    }
    let stored = reader.known_person(id)?.map(|stored| stored.person);
    let career = reader.value::<CareerRecord>(Key::Career(id.clone()))?;
    let known = stored.or_else(|| career.map(|career| career.person));
    Ok(Some(match (known, id.platform()) {
        (Some(person), _) => Part::from(person.name),
        // An id there is a name that people know.
        (None, Platform::Matrix) => {
            let id = id.as_str();
            let user = id.split_once(':').map_or(id, |(_, user)| user);
            Part::from(user.to_owned())
        }
        (None, platform) => msg!("unknown-person-on", platform = platform.title()).into(),
    }))
}

/// A card that names people by their accounts on this platform.
pub(crate) fn card_on(reader: &Reader<'_>, platform: Platform, card: Card) -> Result<Card> {
    Ok(Card {
        text: text_on(reader, platform, card.text)?,
        ..card
    })
}

/// An answer that names people by their accounts on this platform.
pub(crate) fn answer_on(reader: &Reader<'_>, platform: Platform, answer: Answer) -> Result<Answer> {
    let on = |card: Box<Card>| card_on(reader, platform, *card).map(Box::new);
    Ok(match answer {
        Answer::Aside(card) => Answer::Aside(on(card)?),
        Answer::Secret(card) => Answer::Secret(on(card)?),
        other => other,
    })
}

/// The first of a person's accounts and its second names, as stored; the first one is `who` if nothing is stored.
pub(crate) fn accounts_of(
    reader: &Reader<'_>,
    who: &Person,
) -> Result<(Person, Vec<PersonRecord>)> {
    let first = reader.person(who)?.value;
    reader.foresee(first.linked.iter().cloned().map(Key::Person));
    let mut others = Vec::new();
    for id in &first.linked {
        others.extend(reader.known_person(id)?);
    }
    Ok((first.person, others))
}

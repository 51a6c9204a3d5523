//! `/block`, `/unblock`, `/blocked`: after a block, neither person can start a game with the other.

use text::{Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader, private};
use crate::messages;
use crate::model::ids::{Person, PlayerId};
use crate::model::key::Key;
use crate::model::record::{PersonDigest, PersonRecord, stored_size};
use crate::protocol::command::Command;
use crate::protocol::people::PeopleCommand;
use crate::protocol::people_refusal::PeopleRefusal;
use crate::spec::arguments::Arguments;
use crate::spec::command::{CommandSpec, Kind, named};

pub(crate) const BLOCK: CommandSpec = named("block", || msg!("command-block"))
    .command(|arguments| Ok(Command::People(PeopleCommand::Block(wanted(arguments)?))))
    .options(&[Kind::Person
        .option("person", || msg!("command-block-person"))
        .required()]);

pub(crate) const UNBLOCK: CommandSpec = named("unblock", || msg!("command-unblock"))
    .command(|arguments| Ok(Command::People(PeopleCommand::Unblock(wanted(arguments)?))))
    .options(&[Kind::Person
        .option("person", || msg!("command-unblock-person"))
        .required()]);

pub(crate) const BLOCKED: CommandSpec = named("blocked", || msg!("command-blocked"))
    .command(|_| Ok(Command::People(PeopleCommand::Blocked)));

/// The person that a command requires.
fn wanted(arguments: &Arguments<'_>) -> Result<Person, Text> {
    let person = arguments.anyone("person")?;
    person.ok_or_else(|| msg!("refusal-no-person").into())
}

/// Maximum number of people whom one person can block.
const MOST: usize = 100;

/// Maximum number of bytes that they fill in the person's record.
const MOST_BYTES: usize = 55_000;

pub(crate) fn block(ctx: &Ctx<'_>, who: &Person, person: &Person) -> Result<Change> {
    if person.id == who.id {
        return Err(PeopleRefusal::BlockSelf.into());
    }
    let mut record = ctx.person(who)?;
    let linked = linked_to(ctx, &person.id)?;
    let mine = &mut record.value;
    forget(&mut mine.blocked_digests, linked.iter().chain([&person.id]));
    if !mine.blocked.contains(&person.id) {
        let count = mine.blocked.len() + mine.blocked_digests.len();
        let all = mine.blocked.iter().chain([&person.id]);
        let bytes: usize = all.map(stored_size::of_id).sum();
        if count >= MOST || bytes > MOST_BYTES {
            return Err(PeopleRefusal::TooManyBlocked(count).into());
        }
        mine.blocked.push(person.id.clone());
    }
    // A person who separates their accounts stays blocked under each.
    let digests = linked.iter().zip(ctx.moment.seed..);
    let digests = digests.map(|(id, key)| PersonDigest::new(id, key));
    mine.blocked_digests.extend(digests);
    let text = msg!("block-added", person = &person.id);
    Ok(Change::writing(record.write(), private(text)))
}

pub(crate) fn unblock(reader: &Reader<'_>, who: &Person, person: &Person) -> Result<Change> {
    let mut record = reader.person(who)?;
    let linked = linked_to(reader, &person.id)?;
    let mine = &mut record.value;
    let before = mine.blocked.len() + mine.blocked_digests.len();
    mine.blocked
        .retain(|id| *id != person.id && !linked.contains(id));
    forget(&mut mine.blocked_digests, linked.iter().chain([&person.id]));
    if mine.blocked.len() + mine.blocked_digests.len() == before {
        return Err(PeopleRefusal::NotBlocked(person.clone()).into());
    }
    let text = msg!("block-removed", person = &person.id);
    Ok(Change::writing(record.write(), private(text)))
}

pub(crate) fn list_blocked(reader: &Reader<'_>, who: &Person) -> Result<Change> {
    let mut mine = reader.person(who)?.value;
    // The accounts of one person are listed as one.
    reader.foresee(mine.blocked.iter().cloned().map(Key::Person));
    for id in &mine.blocked {
        forget(&mut mine.blocked_digests, &linked_to(reader, id)?);
    }
    let text = messages::block_list(&mine);
    Ok(Change::nothing(private(text)))
}

/// Refuses to bring two people together if one has blocked the other. Only the person who blocked learns the reason.
pub(crate) fn not_blocked(ctx: &Ctx<'_>, who: &Person, other: &Person) -> Result<()> {
    for person in [who, other] {
        ctx.held::<PersonRecord>(Key::Person(person.id.clone()))?;
    }
    if has_blocked(ctx, &who.id, &other.id)? {
        return Err(PeopleRefusal::Blocked(other.clone()).into());
    }
    if has_blocked(ctx, &other.id, &who.id)? {
        return Err(PeopleRefusal::NotAvailable(other.clone()).into());
    }
    Ok(())
}

/// Whether one person has blocked another, under any of their accounts.
pub(crate) fn has_blocked(
    reader: &Reader<'_>,
    blocker: &PlayerId,
    other: &PlayerId,
) -> Result<bool> {
    let Some(blocker) = reader.load::<PersonRecord>(Key::Person(blocker.clone()))? else {
        return Ok(false);
    };
    let linked = linked_to(reader, other)?;
    let ids = linked.iter().chain([other]);
    Ok(blocker.value.has_blocked(ids))
}

/// The second names of an account.
fn linked_to(reader: &Reader<'_>, id: &PlayerId) -> Result<Vec<PlayerId>> {
    let record = reader.load::<PersonRecord>(Key::Person(id.clone()))?;
    Ok(record.map_or_else(Vec::new, |record| record.value.linked))
}

/// Removes the hashes of these accounts.
fn forget<'i>(digests: &mut Vec<PersonDigest>, ids: impl IntoIterator<Item = &'i PlayerId>) {
    for id in ids {
        digests.retain(|digest| !digest.is_of(id));
    }
}

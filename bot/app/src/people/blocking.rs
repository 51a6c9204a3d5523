//! `/block`, `/unblock`, `/blocked`: after a block, neither person can start a game with the other.

use text::{Text, msg};

use crate::context::{Change, Ctx, Reader, Result, private, refuse_if};
use crate::messages;
use crate::model::record::stored_size;
use crate::model::{Key, Person, PersonDigest, PersonRecord, PlayerId};
use crate::people::accounts::second_names;
use crate::protocol::{Command, PeopleCommand, PeopleRefusal};
use crate::spec::{Arguments, CommandSpec, Kind, named};

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
    refuse_if(person.id == who.id, PeopleRefusal::BlockSelf)?;
    let mut record = ctx.person(who)?;
    let linked = second_names(ctx, &person.id)?;
    let mine = &mut record.value;
    forget(&mut mine.blocked_digests, linked.iter().chain([&person.id]));
    if !mine.blocked.contains(&person.id) {
        let count = mine.blocked.len() + mine.blocked_digests.len();
        let all = mine.blocked.iter().chain([&person.id]);
        let bytes: usize = all.map(stored_size::of_id).sum();
        let is_full = count >= MOST || bytes > MOST_BYTES;
        refuse_if(is_full, PeopleRefusal::TooManyBlocked(count))?;
        mine.blocked.push(person.id.clone());
    }
    // A person who separates their accounts stays blocked under each.
    for (id, key) in linked.iter().zip(ctx.moment.seed..) {
        mine.blocked_digests.push(PersonDigest::new(id, key));
    }
    let text = msg!("block-added", person = &person.id);
    Ok(Change::writing(record.write(), private(text)))
}

pub(crate) fn unblock(reader: &Reader<'_>, who: &Person, person: &Person) -> Result<Change> {
    let mut record = reader.person(who)?;
    let linked = second_names(reader, &person.id)?;
    let mine = &mut record.value;
    let before = mine.blocked.len() + mine.blocked_digests.len();
    mine.blocked
        .retain(|id| *id != person.id && !linked.contains(id));
    forget(&mut mine.blocked_digests, linked.iter().chain([&person.id]));
    let is_same = mine.blocked.len() + mine.blocked_digests.len() == before;
    refuse_if(is_same, PeopleRefusal::NotBlocked(person.clone()))?;
    let text = msg!("block-removed", person = &person.id);
    Ok(Change::writing(record.write(), private(text)))
}

pub(crate) fn list_blocked(reader: &Reader<'_>, who: &Person) -> Result<Change> {
    let mut mine = reader.person(who)?.value;
    // The accounts of one person are listed as one.
    reader.foresee(mine.blocked.iter().cloned().map(Key::Person));
    for id in &mine.blocked {
        forget(&mut mine.blocked_digests, &second_names(reader, id)?);
    }
    Ok(Change::nothing(private(messages::block_list(&mine))))
}

/// Refuses to bring two people together if one has blocked the other. Only the person who blocked learns the reason.
pub(crate) fn not_blocked(ctx: &Ctx<'_>, who: &Person, other: &Person) -> Result<()> {
    for person in [who, other] {
        ctx.held::<PersonRecord>(Key::Person(person.id.clone()))?;
    }
    let blocks = has_blocked(ctx, &who.id, &other.id)?;
    refuse_if(blocks, PeopleRefusal::Blocked(other.clone()))?;
    let is_blocked = has_blocked(ctx, &other.id, &who.id)?;
    refuse_if(is_blocked, PeopleRefusal::NotAvailable(other.clone()))?;
    Ok(())
}

/// Whether one person has blocked another, under any of their accounts.
pub(crate) fn has_blocked(
    reader: &Reader<'_>,
    blocker: &PlayerId,
    other: &PlayerId,
) -> Result<bool> {
    let Some(blocker) = reader.known_person(blocker)? else {
        return Ok(false);
    };
    let linked = second_names(reader, other)?;
    Ok(blocker.has_blocked(linked.iter().chain([other])))
}

fn forget<'i>(digests: &mut Vec<PersonDigest>, ids: impl IntoIterator<Item = &'i PlayerId>) {
    for id in ids {
        digests.retain(|digest| !digest.is_of(id));
    }
}

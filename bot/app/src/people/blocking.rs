//! `/block`, `/unblock`, `/blocked`: after a block, neither person can start a game with the other.

use text::{Text, msg};

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Reader, private};
use crate::messages;
use crate::model::ids::{Person, PlayerId};
use crate::model::key::Key;
use crate::model::record::{PersonRecord, stored_size};
use crate::protocol::command::Command;
use crate::protocol::people::PeopleCommand;
use crate::protocol::people_refusal::PeopleRefusal;
use crate::spec::arguments::Arguments;
use crate::spec::command::{CommandSpec, Kind, OptionSpec};
use crate::store::Write;

pub(crate) const BLOCK: CommandSpec = CommandSpec::new(
    "block",
    || msg!("command-block"),
    |arguments| Ok(Command::People(PeopleCommand::Block(wanted(arguments)?))),
)
.options(&[OptionSpec::new("person", || msg!("command-block-person"), Kind::Person).required()]);

pub(crate) const UNBLOCK: CommandSpec = CommandSpec::new(
    "unblock",
    || msg!("command-unblock"),
    |arguments| Ok(Command::People(PeopleCommand::Unblock(wanted(arguments)?))),
)
.options(&[OptionSpec::new("person", || msg!("command-unblock-person"), Kind::Person).required()]);

pub(crate) const BLOCKED: CommandSpec = CommandSpec::new(
    "blocked",
    || msg!("command-blocked"),
    |_| Ok(Command::People(PeopleCommand::Blocked)),
);

/// The person that a command requires.
fn wanted(arguments: &Arguments<'_>) -> Result<Person, Text> {
    arguments.anyone("person")?.ok_or_else(messages::no_person)
}

/// Maximum number of people whom one person can block.
const MOST: usize = 100;

/// Maximum number of bytes that they fill in the person's record.
const MOST_BYTES: usize = 60_000;

pub(crate) fn block(reader: &Reader<'_>, who: &Person, person: &Person) -> Result<Change, Failure> {
    if person.id == who.id {
        return Err(PeopleRefusal::BlockSelf.into());
    }
    let mut record = reader.person(who)?;
    let blocked = &mut record.value.blocked;
    if !blocked.contains(&person.id) {
        let all = blocked.iter().chain([&person.id]);
        let bytes: usize = all.map(stored_size::of_id).sum();
        if blocked.len() >= MOST || bytes > MOST_BYTES {
            return Err(PeopleRefusal::TooManyBlocked(blocked.len()).into());
        }
        blocked.push(person.id.clone());
    }
    let text = msg!("block-added", person = &person.id);
    Ok(saved(record.write(), text.into()))
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
    let text = msg!("block-removed", person = &person.id);
    Ok(saved(record.write(), text.into()))
}

pub(crate) fn list_blocked(reader: &Reader<'_>, who: &Person) -> Result<Change, Failure> {
    let record = reader.person(who)?;
    let text = messages::block_list(&record.value.blocked);
    Ok(Change::nothing(private(text)))
}

/// Refuses to bring two people together if one has blocked the other. Only the person who blocked learns the reason.
pub(crate) fn not_blocked(ctx: &Ctx<'_>, who: &Person, other: &Person) -> Result<(), Failure> {
    if has_blocked(ctx, &who.id, &other.id)? {
        return Err(PeopleRefusal::Blocked(other.clone()).into());
    }
    if has_blocked(ctx, &other.id, &who.id)? {
        return Err(PeopleRefusal::NotAvailable(other.clone()).into());
    }
    Ok(())
}

/// The people whom `blocker` has blocked.
pub(crate) fn blocked_by(
    reader: &Reader<'_>,
    blocker: &PlayerId,
) -> Result<Vec<PlayerId>, Failure> {
    let record = reader.load::<PersonRecord>(Key::Person(blocker.clone()))?;
    Ok(record.map_or_else(Vec::new, |record| record.value.blocked))
}

fn has_blocked(ctx: &Ctx<'_>, blocker: &PlayerId, other: &PlayerId) -> Result<bool, Failure> {
    let record = ctx.held::<PersonRecord>(Key::Person(blocker.clone()))?;
    Ok(record.is_some_and(|record| record.blocked.contains(other)))
}

fn saved(write: Write, text: Text) -> Change {
    Change {
        writes: vec![write],
        ..Change::nothing(private(text))
    }
}

//! Renames what is stored about an account that was linked to another one, a few records at a time; it survives restarts.
//!
//! The record of the second account says that there may be more to rename, and is written last.

use crate::context::{Change, Ctx, Loaded, Reader, Result, transaction};
use crate::model::{Alias, Index, Key, PersonDigest, PersonRecord, PlayerId, Record, ghost};
use crate::protocol::Answer;
use crate::rating::ledger::Ledger;
use crate::store::{Batch, Page, StoreError, Write};

/// Records of each kind handled in one step.
const STEP: usize = 50;

/// Renames the next records of a second account.
pub(crate) fn rename_some(ctx: &Ctx<'_>, second: &PlayerId) -> Result<()> {
    let alias = ctx.known_person(second)?.and_then(|person| person.alias);
    let Some(alias) = alias.filter(|alias| alias.renaming) else {
        return Ok(());
    };
    let mut left = false;
    for index in [
        Index::OngoingOf(second.clone()),
        Index::ChallengesBy(second.clone()),
        Index::ChallengesTo(second.clone()),
        Index::FinishedOf(second.clone()),
        Index::ChallengesMadeBy(second.clone()),
        Index::About(second.clone()),
    ] {
        let rows = ctx.list(&index, Page::first(STEP))?;
        let is_full = rows.len() == STEP;
        let mut renamed = false;
        for (_, key) in rows {
            renamed |= rename(ctx, second, &alias, key)?;
        }
        // A page that cannot be renamed must not hide the end.
        left |= renamed || (is_full && index != Index::About(second.clone()));
    }
    if !left {
        transaction::commit(ctx, |ctx| done(ctx, second))?;
    }
    Ok(())
}

/// Renames a record; returns whether it must be visited again.
fn rename(ctx: &Ctx<'_>, from: &PlayerId, alias: &Alias, key: Key) -> Result<bool> {
    let Alias { of, at, .. } = alias;
    let Some(stored) = ctx.get(&key)? else {
        return Ok(false);
    };
    let mut batch = Batch::default();
    let mut record = stored.record;
    match &mut record {
        Record::Game(game) => {
            game.rename(from, of, *at);
            game.note_silent_change();
        }
        Record::Challenge(challenge) => challenge.rename(from, of),
        Record::Tournament(tournament) => {
            // A person has one entry in a tournament.
            let stranger = ghost(at.0.cast_unsigned() ^ ctx.moment.seed);
            tournament.rename(from, of, &stranger);
        }
        Record::Audit(line) => line.rename(from, of),
        Record::Daily(daily) => daily.rename(from, of),
        Record::Person(other) if other.id() != from => blocks(other, from, of, ctx.moment.seed),
        Record::Pair(_) | Record::Rating(_) | Record::Career(_) => {
            let mut ledger = Ledger::new(|key: &Key| ctx.get(key));
            ledger.merge(from, of, *at, vec![key])?;
            (batch.writes, batch.removals) = ledger.into_changes();
            return committed(ctx, batch);
        }
        _ => return Ok(false),
    }
    batch.writes.push(Write::new(stored.version, record));
    committed(ctx, batch)
}

/// Returns whether to go on: a conflict is tried again, and what has become too large keeps the second name.
fn committed(reader: &Reader<'_>, batch: Batch) -> Result<bool> {
    match reader.commit(batch) {
        Ok(()) | Err(StoreError::Conflict(_)) => Ok(true),
        Err(StoreError::TooLarge(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Renames a person on a block list. If the accounts are separated again, both stay blocked.
fn blocks(person: &mut PersonRecord, from: &PlayerId, of: &PlayerId, key: u64) {
    if person.id() != of && person.blocked.contains(from) {
        person.blocked_digests.push(PersonDigest::new(from, key));
    }
    let is_blocked = person.blocked.contains(of) || person.id() == of;
    for id in &mut person.blocked {
        if id == from && !is_blocked {
            id.clone_from(of);
        }
    }
    person.blocked.retain(|id| id != from);
}

fn done(ctx: &Ctx<'_>, second: &PlayerId) -> Result<Change> {
    let mut change = Change::nothing(Answer::Seen);
    let person: Option<Loaded<PersonRecord>> = ctx.load(Key::Person(second.clone()))?;
    if let Some(mut person) = person
        && let Some(alias) = &mut person.value.alias
    {
        alias.renaming = false;
        change.writes.push(person.write());
    }
    Ok(change)
}
